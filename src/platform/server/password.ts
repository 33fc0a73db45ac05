/** Password hashes: argon2id with 19 MiB, 2 passes, 1 lane (OWASP's recommendation), as PHC strings. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const derive = promisify(argon2);

function tag(password: string, nonce: Buffer): Promise<Buffer> {
  return derive('argon2id', { ...PARAMETERS, message: password.normalize('NFC'), nonce }) as Promise<Buffer>;
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(await tag(password, nonce))}`;
}

/** A hash of nothing anybody can type: checked when the user does not exist, so that both answers take as long. */
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`;

/** True when the password fits; `hash` null (no such user) is always false and takes the same time. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const [, , , , nonce = '', expected = ''] = (hash ?? NOBODY).split('$');
  const actual = await tag(password, Buffer.from(nonce, 'base64'));
  const known = Buffer.from(expected, 'base64');
  return actual.length === known.length && timingSafeEqual(actual, known) && hash !== null;
}
