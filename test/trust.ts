/** What `npm run trust` tells: how often something that must never happen did, of how many tries. */
import { expect } from 'vitest';

/** Whether the full counts are asked for (`npm run trust`), in place of the small ones of `npm test`. */
export const FULL = process.env.PORTON_CONFIANZA === 'completa';

/** A count of tries: few in `npm test`, many in `npm run trust`. */
export const tries = (few: number, many: number): number => (FULL ? many : few);

/** How long such a test may take. */
export const TRUST_TIMEOUT_MS = FULL ? 1_200_000 : 120_000;

/** Prints the line 'name: violations / trials' and fails where there is a violation; each says what happened. */
export function tell(name: string, violations: readonly string[], trials: number): void {
  console.log(`${name}: ${violations.length} violaciones / ${trials} intentos`);
  expect(trials).toBeGreaterThan(0);
  expect(violations.slice(0, 10)).toEqual([]);
}
