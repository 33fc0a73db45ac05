/**
 * Codes on paper for whoever has lost the telephone: ten, each good once. The first sign is the code's place among the ten, so
 * that one hash is compared and not ten; the others are 54 random bits, kept as passwords are.
 */
import { randomInt } from 'node:crypto';
import { type Caller, hashPassword } from './password.ts';

const RECOVERY_CODES = 10;
const RANDOM_SIGNS = 11;

/** Without what is taken for another sign. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How it is written down: '3K7F-Q2MX-9ABT'. */
const shown = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-');

const random = (): string => Array.from({ length: RANDOM_SIGNS }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** A code as it was typed, without what people put between: its place and its signs; undefined where it is none of our form. */
export function readRecoveryCode(typed: string): { lugar: number; code: string } | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  const lugar = SIGNS.indexOf(code.charAt(0));
  if (code.length !== 1 + RANDOM_SIGNS || lugar < 0 || lugar >= RECOVERY_CODES) return undefined;
  return [...code].every((sign) => SIGNS.includes(sign)) ? { lugar, code } : undefined;
}

/** Ten new codes: as they are shown, once, and as they are kept, each at its place. */
export async function makeRecoveryCodes(caller: Caller): Promise<{ codigos: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, (_, lugar) => `${SIGNS[lugar]}${random()}`);
  const hashes: string[] = [];
  // One after the other: whoever else waits for a hash comes between.
  for (const code of codes) hashes.push(await hashPassword(code, caller));
  return { codigos: codes.map(shown), hashes };
}
