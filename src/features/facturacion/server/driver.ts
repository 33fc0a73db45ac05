/** What is driven on past its asker's patience: stamps and cancellations, each in its own steps. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Community } from '#platform/server/communities.ts';
import type { Log } from '#platform/server/jobs.ts';
import { forEach } from '#platform/server/workers.ts';

/** Steps that several can take at once, and again after a crash. */
interface Driven {
  /** What the log calls them. */
  readonly what: string;
  /** Takes it as far as it goes now. */
  drive(community: Community, id: number): Promise<void>;
  /** After a fault of ours it waits as it does for a provider, so that it stands in nobody's way and is looked at again. */
  postpone(community: Community, id: number): Promise<void>;
  /** What is to be taken up, the oldest first: what broke off, what is to be tried again. */
  due(community: Community, limit: number): Promise<number[]>;
}

export interface Steps<Outcome extends { status: string; mensaje: string }> extends Driven {
  /** The status of what nobody knows the end of yet. */
  readonly open: Outcome['status'];
  /** How it stands, for whoever asked for it. */
  outcomeOf(community: Community, id: number): Promise<Outcome>;
}

/** How many are looked up at once. */
const BATCH = 20;
const PAUSE_MS = 50;

export class Driver {
  readonly #log: Pick<Log, 'error'>;
  readonly #underWay = new Set<Promise<void>>();
  #stopped = false;

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log;
  }

  /** Runs on past the asker's patience; a fault is the sweep's to mend, in its turn. */
  #follow(steps: Driven, community: Community, id: number): Promise<void> {
    const tell = (error: unknown) => this.#log.error({ evento: steps.what, err: error, id }, `falló: ${steps.what}`);
    const followed = steps
      .drive(community, id)
      .catch((error: unknown) => {
        tell(error);
        return steps.postpone(community, id).catch(tell);
      })
      .finally(() => this.#underWay.delete(followed));
    this.#underWay.add(followed);
    return followed;
  }

  /**
   * Drives and, where somebody else is at it already (a repeated request, the sweep), waits for what comes of it: until it is
   * settled or the deadline (by performance.now()) is here.
   */
  async settle<O extends { status: string; mensaje: string }>(
    steps: Steps<O>,
    community: Community,
    id: number,
    deadline: number,
  ): Promise<O> {
    await until(deadline, this.#follow(steps, community, id));
    for (;;) {
      const outcome = await steps.outcomeOf(community, id);
      // A provider that gave no certain answer is asked again later, not now.
      const isOpen = outcome.status === steps.open && outcome.mensaje === '';
      if (!isOpen || this.#stopped || performance.now() + PAUSE_MS >= deadline) return outcome;
      await sleep(PAUSE_MS);
    }
  }

  /**
   * Drives what is due, batch after batch, as far as the time goes; answers how many. What was tried is not due again at once;
   * if it is all the same, a batch of such is the last. The first one goes alone: where the account serves nobody, it is the one
   * that finds out, and the others are not sealed for another day.
   * @param atOnce how many are driven at the same time
   */
  async sweep(
    steps: Driven,
    community: Community,
    { deadline = Number.POSITIVE_INFINITY, batches = Number.POSITIVE_INFINITY, atOnce = 1 },
  ): Promise<number> {
    const tried = new Set<number>();
    const ends = () => this.#stopped || performance.now() > deadline;
    const drive = async (id: number) => {
      if (ends()) return;
      tried.add(id);
      await this.#follow(steps, community, id);
    };
    for (let batch = 0; batch < batches && !ends(); batch += 1) {
      const due = (await steps.due(community, BATCH)).filter((id) => !tried.has(id));
      if (due.length === 0) break;
      const alone = tried.size === 0 ? 1 : 0;
      await forEach(due.slice(0, alone), 1, drive);
      await forEach(due.slice(alone), atOnce, drive);
    }
    return tried.size;
  }

  /** Waits for what is under way; nothing new is taken up by itself afterwards. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled([...this.#underWay]);
  }
}

async function until(deadline: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const left = Math.max(0, deadline - performance.now());
  await Promise.race([work, sleep(left, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}
