/** Work that many ask for at once: done when they have asked, not meanwhile. */

interface Calm {
  /** How long nobody has asked. */
  quietMs: number;
  /** How long the first one waits at most, however many go on asking. */
  latestMs: number;
}

export interface Calmly {
  ask(): void;
  /** Whether they are still asking, and it is not late. */
  isAsked(): boolean;
}

/** Does `act` once for all who ask. What is lost with the process, some other turn has to find. */
export function calmly(act: () => void, { quietMs, latestMs }: Calm): Calmly {
  let quiet: NodeJS.Timeout | undefined;
  let latest: NodeJS.Timeout | undefined;
  let late = false;
  const now = (isLate: boolean) => {
    clearTimeout(quiet);
    clearTimeout(latest);
    latest = undefined;
    late = isLate;
    act();
  };
  return {
    ask() {
      clearTimeout(quiet);
      quiet = setTimeout(now, quietMs, false).unref();
      latest ??= setTimeout(now, latestMs, true).unref();
    },
    isAsked: () => latest !== undefined && !late,
  };
}
