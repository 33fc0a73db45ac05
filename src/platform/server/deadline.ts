/** Waiting no longer than a deadline, or than somebody who asked, whatever becomes of the work. */

/**
 * Calls `act` once the signal is aborted, and at once where it is already: a listener alone is never called then, and who asked
 * may have gone while something else was waited for. The only way to listen to a signal in the server.
 * @returns takes it back
 */
export function whenClosed(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    act();
    return () => undefined;
  }
  signal.addEventListener('abort', act, { once: true });
  return () => signal.removeEventListener('abort', act);
}

/**
 * What the work answers, or the reason of the signal as soon as it is aborted. A request must not be trusted to end with the
 * signal that it was given: where the platform makes one request of another, the collector may take the link between them
 * away, and a neighbour that keeps silent is then waited for five minutes. The work itself goes on unheard.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const unheard = whenClosed(signal, () => reject(signal.reason as Error));
  try {
    return await Promise.race([work, aborted]);
  } finally {
    unheard();
    work.catch(() => undefined);
  }
}
