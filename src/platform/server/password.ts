/**
 * Password hashes: argon2id with 19 MiB, 2 passes, 1 lane (OWASP's recommendation), as PHC strings. Hashing is what an
 * attacker can make us pay for, so only a few are made at once and only so many wait; those of whom we know go first.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Unavailable } from './errors.ts';

const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const derive = promisify(argon2);

/** Whoever is signed in, or signs in from where they did before, goes before strangers. */
export type Caller = 'known' | 'stranger';

/** One of libuv's four threads is left for files and names. */
const PLACES = Math.min(3, Math.max(2, availableParallelism()));
/** Some seconds' work; whoever comes beyond it is told to come again. */
const WAITING_MAX: Readonly<Record<Caller, number>> = { known: 300, stranger: 100 };
const waiting: Readonly<Record<Caller, (() => void)[]>> = { known: [], stranger: [] };
let working = 0;

/** Runs the work when it has a place. Throws `Unavailable` where too many wait already. */
async function inTurn<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  if (working >= PLACES) {
    const queue = waiting[caller];
    if (queue.length >= WAITING_MAX[caller]) {
      throw new Unavailable('Hay demasiados accesos a la vez. Intente de nuevo en unos segundos');
    }
    // Whoever leaves hands over its place.
    await new Promise<void>((resolve) => queue.push(resolve));
  } else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next) next();
    else working -= 1;
  }
}

function tag(password: string, nonce: Buffer, caller: Caller): Promise<Buffer> {
  return inTurn(
    caller,
    () => derive('argon2id', { ...PARAMETERS, message: password.normalize('NFC'), nonce }) as Promise<Buffer>,
  );
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(await tag(password, nonce, 'known'))}`;
}

/** A hash of nothing anybody can type: checked when the user does not exist, so that both answers take as long. */
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`;

/**
 * True when the password fits; `hash` null (no such user) is always false and takes the same time.
 * @throws Unavailable when too many wait for their turn
 */
export async function verifyPassword(hash: string | null, password: string, caller: Caller): Promise<boolean> {
  const [, , , , nonce = '', expected = ''] = (hash ?? NOBODY).split('$');
  const actual = await tag(password, Buffer.from(nonce, 'base64'), caller);
  const known = Buffer.from(expected, 'base64');
  return actual.length === known.length && timingSafeEqual(actual, known) && hash !== null;
}
