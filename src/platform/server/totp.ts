/**
 * Codes that an app on the telephone makes of a secret and the time (RFC 6238): SHA-1, steps of 30 seconds, six digits, which is
 * what every such app understands.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const CODE_DIGITS = 6;
/** As RFC 4226 recommends: as long as the hash. */
export const SECRET_BYTES = 20;
/** How many steps a telephone's clock may be off, either way. */
const DRIFT_STEPS = 1;

/** The step of an instant, counted from 1970. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** The code of a step. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** CODE_DIGITS;
  return String(number).padStart(CODE_DIGITS, '0');
}

/**
 * The step whose code this is, among those of now and one before or after, and later than the last one that was used: a code
 * is good once, and none is from before it. Undefined where there is none. All are compared, each in the same time.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date, lastUsed: number): number | undefined {
  const typed = Buffer.from(code);
  let found: number | undefined;
  for (let step = stepOf(now) - DRIFT_STEPS; step <= stepOf(now) + DRIFT_STEPS; step += 1) {
    const known = Buffer.from(codeAt(secret, step));
    const isSame = known.length === typed.length && timingSafeEqual(known, typed);
    if (isSame && step > lastUsed) found ??= step;
  }
  return found;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding: how apps want a secret that is typed. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{1,5}/g, (five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '');
}

/** What the QR code says: whose secret it is, and how codes are made of it. */
export function keyUri(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  // Not URLSearchParams: apps read '+' as it stands.
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${CODE_DIGITS}&period=${STEP_SECONDS}`;
}
