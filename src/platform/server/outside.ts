/**
 * The outside world: a bucket, a mail server, a stamping provider, the phones' provider. Any of them may take as long as it
 * likes, so none is asked while a transaction is open, which would hold its connection and its locks meanwhile. Two things see
 * to it. A handler has no way to them: its `Services` ask nobody, and an `Outside` is given to preparers and settlers alone.
 * And a port that has one is `Asked<Port>`, which only `asked()` makes: it refuses to be called from within a transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';

declare const asking: unique symbol;

/** A port that may be asked outside of transactions. */
export type Asked<Port extends object> = Port & { readonly [asking]: true };

const open = new AsyncLocalStorage<true>();

/** Runs what a transaction does: nothing of it may ask the outside world, however it came by a port. */
export function inside<T>(work: () => T): T {
  return open.run(true, work);
}

class AskedInside extends Error {
  constructor(method: string) {
    super(`${method}() asks the outside world and was called within a transaction: ask before or after it`);
  }
}

/** The port, refusing calls from within a transaction of ours. */
export function asked<Port extends object>(port: Port): Asked<Port> {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (open.getStore()) throw new AskedInside(String(name));
        return value.apply(target, args);
      };
    },
  }) as Asked<Port>;
}

/** How long a row of an outbox is its deliverer's alone. */
const LEASE_MS = 5 * 60_000;
/** How long a provider is waited for at most, whatever it sends meanwhile: the lease is still ours then. */
const PATIENCE_MS = 4 * 60_000;

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** What a delivery threw, as an Error; undefined where it did not. */
export async function faultOf(deliver: () => Promise<unknown>): Promise<Error | undefined> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const patience = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS).unref();
  try {
    await Promise.race([deliver(), late]);
    return undefined;
  } catch (reason) {
    return reason instanceof Error ? reason : new Error(String(reason));
  } finally {
    clearTimeout(patience);
  }
}

/** Of a row of an outbox: nobody is delivering it, or whoever was has died at it. */
export const notLeased = (now: Date) => sql<boolean>`(arriendo_hasta IS NULL OR arriendo_hasta <= ${now})`;
