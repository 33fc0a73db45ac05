/** The port of kept bytes: its adapters are a local folder (`files.ts`) and a bucket (`s3-files.ts`). */

/** The port. A bucket of another provider implements the same three calls. */
export interface FileStore {
  /** Keeps the bytes for good under a key that is not used yet. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a key; undefined when there are none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Forgets the bytes of a key, if there are any. Only once no committed row names it: a transaction cannot bring them back. */
  remove(key: string): Promise<void>;
}
