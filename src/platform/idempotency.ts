/** The header by which a client names one intent: the same key answers the same again and acts once. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** What such a key may be. */
export const IDEMPOTENCY_KEY = /^[\w-]{8,100}$/;
