/** The header by which a client names one intent: the same key answers the same again and acts once. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** What such a key may be. */
export const IDEMPOTENCY_KEY = /^[\w-]{8,100}$/;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What a key is kept by: a UUID is one however its letters are written. */
export const sameKey = (key: string): string => (UUID.test(key) ? key.toLowerCase() : key);
