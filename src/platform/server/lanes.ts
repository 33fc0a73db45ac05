/**
 * What keeps the connections from all waiting for the same thing. What asks for one thing, an endpoint, has a lane of its own
 * that only so many at a time pass; the others wait in it without a connection. Somebody may hold a table for minutes: what
 * needs it waits in its lanes, and all else goes on.
 */
import { Unavailable } from './errors.ts';

/** A lane whose connections ran into a lock that is not given has only one that tries, for so long or until one gets through. */
const CLOSED_MS = 5_000;

export const BUSY = 'El servidor está ocupado. Espere un momento e intente de nuevo';

interface Lane {
  inside: number;
  waiting: { enter: () => void; refuse: () => void }[];
  /** By performance.now(). */
  closedUntil: number;
}

export class Lanes {
  readonly #width: number;
  readonly #lanes = new Map<string, Lane>();

  /** `width`: how many pass a lane at once. */
  constructor(width: number) {
    this.#width = width;
  }

  #laneOf(name: string): Lane {
    const found = this.#lanes.get(name);
    if (found) return found;
    const lane: Lane = { inside: 0, waiting: [], closedUntil: Number.NEGATIVE_INFINITY };
    this.#lanes.set(name, lane);
    return lane;
  }

  /**
   * Runs `work` once its lane has room. Throws `Unavailable` after `patienceMs`, or at once where the lane is closed. Where
   * `closes` knows the failure of `work`, nobody waits in this lane for a while.
   */
  async pass<T>(
    name: string,
    patienceMs: number,
    work: () => Promise<T>,
    closes: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    const lane = this.#laneOf(name);
    const closed = performance.now() < lane.closedUntil;
    if (lane.inside < (closed ? 1 : this.#width)) lane.inside += 1;
    else if (closed) throw new Unavailable(BUSY);
    else await this.#wait(lane, patienceMs);
    try {
      const done = await work();
      lane.closedUntil = Number.NEGATIVE_INFINITY;
      return done;
    } catch (error) {
      if (closes(error)) {
        lane.closedUntil = performance.now() + CLOSED_MS;
        for (const { refuse } of lane.waiting.splice(0)) refuse();
      }
      throw error;
    } finally {
      lane.inside -= 1;
      if (lane.inside < this.#width) lane.waiting.shift()?.enter();
    }
  }

  #wait(lane: Lane, patienceMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        lane.waiting.splice(lane.waiting.indexOf(place), 1);
        place.refuse();
      }, patienceMs);
      const place = {
        enter: () => {
          clearTimeout(timer);
          lane.inside += 1;
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          reject(new Unavailable(BUSY));
        },
      };
      lane.waiting.push(place);
    });
  }
}
