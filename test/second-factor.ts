/** What a telephone does: keeps the secret that it is given, and shows a code. */
import { codeAt, stepOf } from '#platform/server/totp.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a key as it is typed. */
export function bytesOf(clave: string): Buffer {
  const bits = [...clave].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What the app shows now, or so many seconds from now. */
export const codeOf = (clave: string, now: Date, seconds = 0): string =>
  codeAt(bytesOf(clave), stepOf(new Date(now.getTime() + seconds * 1000)));
