/** Work that many ask for at once: done when they have asked, not meanwhile. */

interface Calm {
  /** How long nobody has asked. */
  quietMs: number;
  /** How long the first one waits at most, however many go on asking. */
  latestMs: number;
}

/** A function that does `act` once for all who called it. What is lost with the process, some other turn has to find. */
export function calmly(act: () => void, { quietMs, latestMs }: Calm): () => void {
  let quiet: NodeJS.Timeout | undefined;
  let latest: NodeJS.Timeout | undefined;
  const now = () => {
    clearTimeout(quiet);
    clearTimeout(latest);
    latest = undefined;
    act();
  };
  return () => {
    clearTimeout(quiet);
    quiet = setTimeout(now, quietMs).unref();
    latest ??= setTimeout(now, latestMs).unref();
  };
}
