/**
 * Hashes of passwords that cost next to nothing, for tests within this process: with the product's own, thousands of sign-ins
 * would take a quarter of the run. Products that tests start as processes, and the browser's, hash as ever.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** How long each takes, in ms, where a test is about those that come meanwhile; the product's own take some 50. */
export const hashes = { takeMs: 0 };

const real = crypto.argon2;

const quick: typeof real = (algorithm, parameters, callback) => {
  const { memory, passes } = parameters;
  if (algorithm !== 'argon2id' || memory < 19_456 || passes < 2) throw new Error('a password is hashed too cheaply');
  const { takeMs } = hashes;
  const answer: typeof callback = takeMs > 0 ? (...told) => setTimeout(callback, takeMs, ...told) : callback;
  real(algorithm, { ...parameters, memory: 8, passes: 1 }, answer);
};
Object.assign(quick, { quick: true });

if (!('quick' in real)) {
  crypto.argon2 = quick;
  syncBuiltinESMExports();
}
