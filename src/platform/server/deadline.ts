/** Waiting no longer than a deadline, whatever becomes of the work. */

/**
 * What the work answers, or the reason of the signal as soon as it is aborted. A request must not be trusted to end with the
 * signal that it was given: where the platform makes one request of another, the collector may take the link between them
 * away, and a neighbour that keeps silent is then waited for five minutes. The work itself goes on unheard.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let give: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    give = () => reject(signal.reason as Error);
    signal.addEventListener('abort', give, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', give);
    work.catch(() => undefined);
  }
}
