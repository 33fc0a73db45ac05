/**
 * Password hashes: argon2id with 19 MiB, 2 passes, 1 lane (OWASP's recommendation), as PHC strings. Hashing is what an
 * attacker can make us pay for, so only a few are made at once and only so many wait; those of whom we know go first, and
 * the accounts take turns.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Context } from './context.ts';
import { Unavailable } from './errors.ts';

const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const derive = promisify(argon2);

/** Who has something hashed: an account, or a name without one. Whoever is signed in, or signs in from where they did before, is known. */
export interface Caller {
  known: boolean;
  account: string;
}

/** Whoever is signed in. */
export const signedIn = ({ community, user }: Pick<Context, 'community' | 'user'>): Caller => ({
  known: true,
  account: accountKey(community.schema, user.id),
});

export const accountKey = (schema: string, usuarioId: number): string => `${schema} ${usuarioId}`;

/**
 * Who works next. The known go before strangers; among them the accounts take turns, so that one that asks for much waits
 * for itself. It never has all places either: whoever else comes waits for one hash at most.
 */
export class Turns {
  readonly #places: number;
  readonly #perAccount: number;
  /** The accounts that wait, the next one first, with what each waits with. */
  readonly #known = new Map<string, (() => void)[]>();
  readonly #strangers = new Map<string, (() => void)[]>();
  readonly #atWork = new Map<string, number>();
  #working = 0;

  constructor(places: number) {
    this.#places = places;
    this.#perAccount = Math.max(places - 1, 1);
  }

  /** Runs the work when it has a place. Throws `Unavailable` where too many wait already. */
  async take<T>({ known, account }: Caller, work: () => Promise<T>): Promise<T> {
    const lane = known ? this.#known : this.#strangers;
    const own = lane.get(account) ?? [];
    let waiting = 0;
    for (const { length } of lane.values()) waiting += length;
    if (own.length >= WAITING_PER_ACCOUNT || waiting >= (known ? WAITING_KNOWN : WAITING_STRANGERS)) {
      throw new Unavailable('Hay demasiados accesos a la vez. Intente de nuevo en unos segundos');
    }
    await new Promise<void>((resolve) => {
      lane.set(account, [...own, resolve]);
      this.#fill();
    });
    try {
      return await work();
    } finally {
      const left = (this.#atWork.get(account) ?? 1) - 1;
      if (left > 0) this.#atWork.set(account, left);
      else this.#atWork.delete(account);
      this.#working -= 1;
      this.#fill();
    }
  }

  #fill(): void {
    while (this.#working < this.#places && (this.#startNext(this.#known) || this.#startNext(this.#strangers)));
  }

  #startNext(lane: Map<string, (() => void)[]>): boolean {
    for (const [account, [start, ...rest]] of lane) {
      const atWork = this.#atWork.get(account) ?? 0;
      if (!start || atWork >= this.#perAccount) continue;
      // Who waits with more takes its next turn after all others.
      lane.delete(account);
      if (rest.length > 0) lane.set(account, rest);
      this.#atWork.set(account, atWork + 1);
      this.#working += 1;
      start();
      return true;
    }
    return false;
  }
}

/** Some seconds' work; whoever comes beyond it is told to come again. */
const WAITING_KNOWN = 300;
const WAITING_STRANGERS = 100;
const WAITING_PER_ACCOUNT = 30;

/** One of libuv's four threads is left for files and names. */
const turns = new Turns(Math.min(3, Math.max(2, availableParallelism())));

function tag(password: string, nonce: Buffer, caller: Caller): Promise<Buffer> {
  return turns.take(
    caller,
    () => derive('argon2id', { ...PARAMETERS, message: password.normalize('NFC'), nonce }) as Promise<Buffer>,
  );
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export async function hashPassword(password: string, caller: Caller): Promise<string> {
  const nonce = randomBytes(16);
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(await tag(password, nonce, caller))}`;
}

/** A hash of nothing anybody can type: checked when the user does not exist, so that both answers take as long. */
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`;

/**
 * True when the password fits; `hash` null (no such user) or empty (no password) is always false and takes the same time.
 * @throws Unavailable when too many wait for their turn
 */
export async function verifyPassword(hash: string | null, password: string, caller: Caller): Promise<boolean> {
  const [, , , , nonce = '', expected = ''] = (hash || NOBODY).split('$');
  const actual = await tag(password, Buffer.from(nonce, 'base64'), caller);
  const known = Buffer.from(expected, 'base64');
  return actual.length === known.length && timingSafeEqual(actual, known) && Boolean(hash);
}
