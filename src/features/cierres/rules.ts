/** What is counted in a drawer. */
import type { Centavos } from '#core/money.ts';

/** Notes and coins of Mexico, the largest first, in centavos. */
export const DENOMINACIONES: readonly Centavos[] = [
  100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10,
];

/** The sum of so many pieces of each denomination. */
export function sumOfDenominations(pieces: Readonly<Record<number, number>>): Centavos {
  return DENOMINACIONES.reduce((sum, value) => sum + value * Math.max(0, Math.trunc(pieces[value] ?? 0)), 0);
}
