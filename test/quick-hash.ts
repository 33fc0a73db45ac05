/**
 * Hashes of passwords that cost next to nothing, for tests within this process: with the product's own, thousands of sign-ins
 * would take a quarter of the run. Products that tests start as processes, and the browser's, hash as ever.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

interface Hashes {
  /**
   * The product's own while true, for tests of what they cost. What was hashed by the other kind is no password then: an account
   * that signs in meanwhile needs its own hash anew.
   */
  real: boolean;
  /** What a hash waits for before it is made, while its place is taken: tests that hold it see who goes by. */
  before: ((nonce: Buffer) => Promise<void> | undefined) | null;
}

/** One of the process: this file is read anew for each file of tests, and the first reading's stands in for the product's. */
const shared = globalThis as { portonHashes?: Hashes };
shared.portonHashes ??= { real: false, before: null };
export const hashes = shared.portonHashes;

const real = crypto.argon2;

const quick: typeof real = (algorithm, parameters, callback) => {
  const { memory, passes } = parameters;
  if (algorithm !== 'argon2id' || memory < 19_456 || passes < 2) throw new Error('a password is hashed too cheaply');
  const make = () => real(algorithm, hashes.real ? parameters : { ...parameters, memory: 8, passes: 1 }, callback);
  const held = hashes.before?.(Buffer.from(parameters.nonce as Uint8Array));
  if (held) void held.then(make);
  else make();
};
Object.assign(quick, { quick: true });

if (!('quick' in real)) {
  crypto.argon2 = quick;
  syncBuiltinESMExports();
}
