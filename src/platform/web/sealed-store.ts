/**
 * What a screen keeps on this machine, sealed by AES-GCM with a key that cannot be read out of the browser and is one person's.
 * Nobody else's is opened, and what was changed outside is thrown away. Needs a secure page: HTTPS, or this machine itself.
 */

const KEYS = 'llaves';
const VALUES = 'valores';
const PLAIN = 'equipo';
const IV_BYTES = 12;

export const sealingWorks = (): boolean =>
  globalThis.isSecureContext === true && 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined;

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function opened(database: string): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => {
    for (const store of [KEYS, VALUES, PLAIN]) request.result.createObjectStore(store);
  };
  return answered(request);
}

/** Works in one transaction over a store. Opened for this alone: a database that is held open cannot be wiped. */
async function within<T>(
  database: string,
  store: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const db = await opened(database);
  try {
    const transaction = db.transaction(store, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work(transaction.objectStore(store)), done]);
    return result;
  } finally {
    db.close();
  }
}

/** The person's key, made at the first use; of two tabs that make one, the first's. */
async function keyOf(database: string, owner: string): Promise<CryptoKey> {
  const known = await within(database, KEYS, 'readonly', (keys) => answered<unknown>(keys.get(owner)));
  if (known instanceof CryptoKey) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return within(database, KEYS, 'readwrite', async (keys) => {
    const other = await answered<unknown>(keys.get(owner));
    if (other instanceof CryptoKey) return other;
    await answered(keys.put(made, owner));
    return made;
  });
}

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

export interface SealedStore {
  read(key: string): Promise<unknown>;
  /** `stillWanted` is asked at the last moment: what is no longer wanted is not kept. */
  write(key: string, value: unknown, stillWanted?: () => boolean): Promise<void>;
  remove(key: string): Promise<void>;
  /** The person's own values, by key; how many were thrown away, since they could not be opened. */
  all(): Promise<{ values: Map<string, unknown>; thrown: number }>;
}

/** One person's part of a database on this machine. */
export async function openSealed(database: string, owner: string): Promise<SealedStore> {
  const secret = await keyOf(database, owner);
  // Part of what is sealed: nothing can be put into another's place.
  const bound = (name: string) => ({
    additionalData: new TextEncoder().encode(JSON.stringify([database, owner, name])),
  });
  const remove = (name: string) =>
    within(database, VALUES, 'readwrite', async (values) => void (await answered(values.delete([owner, name]))));
  const open = async (name: string, sealed: Sealed): Promise<{ value: unknown } | undefined> => {
    try {
      const how = { name: 'AES-GCM', iv: sealed.iv, ...bound(name) };
      return { value: JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(how, secret, sealed.bytes))) };
    } catch {
      await remove(name);
      return undefined;
    }
  };
  return {
    remove,
    async read(name) {
      const sealed = await within(database, VALUES, 'readonly', (values) => answered(values.get([owner, name])));
      return sealed === undefined ? undefined : (await open(name, sealed as Sealed))?.value;
    },
    async write(name, value, stillWanted = () => true) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const text = new TextEncoder().encode(JSON.stringify(value));
      const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, ...bound(name) }, secret, text);
      if (!stillWanted()) return;
      await within(
        database,
        VALUES,
        'readwrite',
        async (values) => void (await answered(values.put({ iv, bytes }, [owner, name]))),
      );
    },
    async all() {
      const range = IDBKeyRange.bound([owner], [owner, []]);
      const [keys, sealed] = await within(database, VALUES, 'readonly', (values) =>
        Promise.all([answered(values.getAllKeys(range)), answered<unknown[]>(values.getAll(range))]),
      );
      const values = new Map<string, unknown>();
      let thrown = 0;
      for (const [at, key] of keys.entries()) {
        const name = String((key as string[])[1]);
        const found = await open(name, sealed[at] as Sealed);
        if (found) values.set(name, found.value);
        else thrown += 1;
      }
      return { values, thrown };
    },
  };
}

/** Changes what is no secret and of nobody in particular, such as this machine's number, in one step for all tabs; gives what it became. */
export function changePlain<T>(database: string, name: string, change: (before: T | undefined) => T): Promise<T> {
  return within(database, PLAIN, 'readwrite', async (plain) => {
    const next = change((await answered<unknown>(plain.get(name))) as T | undefined);
    await answered(plain.put(next, name));
    return next;
  });
}
