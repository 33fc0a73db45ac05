import { useCallback, useState } from 'react';

/**
 * A key for the intent of an act without a form of its own, made when its screen opens: `[key, renew]`. Call `renew` after a
 * success, when the next submit is another intent. A refusal needs no new key. A form with a `draft` has its own.
 */
export function useIdempotencyKey(): [string, () => void] {
  const [key, setKey] = useState(newIdempotencyKey);
  return [key, useCallback(() => setKey(newIdempotencyKey()), [])];
}

/** Not crypto.randomUUID: it is missing on plain HTTP, where a local network serves the product. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
