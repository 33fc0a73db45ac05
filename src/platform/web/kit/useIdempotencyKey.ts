import { useCallback, useState } from 'react';

/**
 * A key for the intent of a form that moves money, made when the form opens: `[key, renew]`. Call `renew` after a success,
 * when the next submit is another intent. A refusal needs no new key.
 */
export function useIdempotencyKey(): [string, () => void] {
  const [key, setKey] = useState(newKey);
  return [key, useCallback(() => setKey(newKey()), [])];
}

/** Not crypto.randomUUID: it is missing on plain HTTP, where a local network serves the product. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
