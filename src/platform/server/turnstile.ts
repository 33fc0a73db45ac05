/**
 * What lets only so many in at once, in the order in which they came. Where the processors are few, each transaction that
 * starts slows down all that are under way; in line, the same work is done sooner for each. A place is held for a short
 * while: whoever needs longer goes on, but nobody waits for that any more.
 */
export class Turnstile {
  readonly #patienceMs: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** `places`: how many at once. `patienceMs`: how long one is waited for until the next comes in all the same. */
  constructor(places: number, patienceMs: number) {
    this.#free = places;
    this.#patienceMs = patienceMs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs `work` once there is a place for it. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let inside = true;
    const leave = (): void => {
      if (!inside) return;
      inside = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
    const patience = setTimeout(leave, this.#patienceMs);
    try {
      return await work();
    } finally {
      clearTimeout(patience);
      leave();
    }
  }
}
