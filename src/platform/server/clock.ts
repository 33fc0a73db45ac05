/** The one source of 'now'; tests set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export class SetClock implements Clock {
  #instant: Date;

  constructor(instant: string | Date) {
    this.#instant = new Date(instant);
  }

  now(): Date {
    return new Date(this.#instant);
  }

  set(instant: string | Date): void {
    this.#instant = new Date(instant);
  }

  advance(milliseconds: number): void {
    this.#instant = new Date(this.#instant.getTime() + milliseconds);
  }
}
