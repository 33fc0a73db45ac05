/**
 * Work beside the server's own thread, which answers requests meanwhile: functions of modules, called in a thread with a
 * bounded heap and a deadline. The thread is started with the first call and ended when none has been asked for in a while;
 * calls wait for one another, so that its memory is that of one. Who asks has one call done and one waiting, so that nobody
 * holds up others with many; what nobody waits for any more is not done.
 */
import { Worker } from 'node:worker_threads';
import { whenClosed } from './deadline.ts';
import { Refusal } from './errors.ts';

/** A function of a module, and what to call it with: functions themselves cannot be sent to a thread. */
export interface Call {
  module: string;
  name: string;
  args: readonly unknown[];
}

/** What the thread answers. */
export type Echo = { value: unknown } | { refusal: string } | { fault: string };

// biome-ignore lint/suspicious/noExplicitAny: any function of a module; `callsOf` types its arguments and result.
type AnyFunction = (...args: any[]) => unknown;
type FunctionOf<M> = { [K in keyof M]: M[K] extends AnyFunction ? K : never }[keyof M] & string;
type ArgsOf<F> = F extends (...args: infer A) => unknown ? A : never;
export type ValueOf<F> = F extends (...args: never[]) => infer V ? Awaited<V> : never;

/** A call whose result has a type. What is given and what comes back is plain data, maps, sets, dates and bytes. */
export interface CallFor<V> extends Call {
  readonly result?: V;
}

/** Calls to the functions of a module: `callsOf<typeof import('./xlsx.ts')>(new URL('./xlsx.ts', import.meta.url))`. */
export function callsOf<M>(module: URL) {
  return <K extends FunctionOf<M>>(name: K, ...args: ArgsOf<M[K]>): CallFor<ValueOf<M[K]>> => ({
    module: module.href,
    name,
    args,
  });
}

/** The work was not done: it took too long, or the thread ended, out of memory or otherwise. */
export class ThreadFailed extends Error {}

/** It was not done because the thread had hardly any of the processor: nothing is wrong with what it was given. */
export class ThreadStarved extends ThreadFailed {}

/** Who asks for work. */
export interface Asker {
  /** Alike for all that one person asks. */
  key: string;
  /** Aborted when nobody waits for the answer any more. */
  closed: AbortSignal;
}

export interface ThreadOptions {
  /** For the log: 'PDF'. */
  name: string;
  heapMiB: number;
  /** How long one call may take, of the processor's time. */
  callMs: number;
  /** How long by the clock, since neighbours may keep it from the processor: four times as long unless told. */
  clockMs?: number;
  /** More than so many are not kept waiting. */
  waitingMax: number;
  /** Said where too many wait. */
  busy: string;
  /** Said to whoever has one waiting already. */
  busyOwn?: string;
  /** A thread without work is ended after so long. */
  idleMs?: number;
}

interface Job {
  call: Call;
  asker: Asker | undefined;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

const IDLE_MS = 30_000;
const LOOK_MS = 50;
/** A thread that does not tell within so long what it used is in native code, at work. */
const TELLS_MS = 1_000;

/** The processor's time that a thread has used, in ms. */
async function usedBy(worker: Worker): Promise<number> {
  const { promise: late, resolve } = Promise.withResolvers<number>();
  const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), TELLS_MS).unref();
  const told = worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    // It has not begun, or has ended.
    () => 0,
  );
  return Promise.race([told, late]).finally(() => clearTimeout(timer));
}

export class Thread {
  readonly #options: ThreadOptions;
  #worker: Worker | undefined;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: Job[] = [];
  /** Done when nobody else waits; refused none. */
  readonly #patient: Job[] = [];

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** How many calls wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether there is a thread now. */
  get running(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Calls in turn. Throws a `Refusal` when too many wait already, or one of the same asker. Rejects with the `Refusal` that the
   * function throws, with an Error of anything else that it throws, and with `ThreadFailed` where it did not come to an end or
   * nobody waits for it. `patient`: one of many calls in a row, which come after everybody else's and are never too many.
   */
  run<V>(call: CallFor<V>, asker?: Asker, { patient = false } = {}): Promise<V> {
    const { waitingMax, busy, busyOwn = busy } = this.#options;
    if (!patient) {
      if (asker && this.#waiting.some((job) => job.asker?.key === asker.key)) throw new Refusal(busyOwn);
      if (this.#waiting.length >= waitingMax) throw new Refusal(busy);
    }
    return new Promise((resolve, reject) => {
      const job: Job = { call, asker, resolve: resolve as (value: unknown) => void, reject };
      (patient ? this.#patient : this.#waiting).push(job);
      if (asker) whenClosed(asker.closed, () => this.#drop(job));
      this.#next();
    });
  }

  /** Nobody waits for it any more. Does nothing where it is done. */
  #drop(job: Job): void {
    const gone = (one: Job): void => one.reject(new ThreadFailed(`${this.#options.name}: nobody waits for it`));
    for (const line of [this.#waiting, this.#patient]) {
      const at = line.indexOf(job);
      if (at >= 0) line.splice(at, 1);
    }
    if (this.#current === job) this.#settle(gone, true);
    else gone(job);
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    const job = this.#waiting.shift() ?? this.#patient.shift();
    if (!job) {
      // Neither the thread nor its clock keeps a process from ending.
      this.#worker?.unref();
      this.#timer = setTimeout(() => this.end(), this.#options.idleMs ?? IDLE_MS).unref();
      return;
    }
    this.#current = job;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#watch(job, this.#worker);
    const { module, name: called, args } = job.call;
    this.#worker.postMessage({ module, name: called, args } satisfies Call);
  }

  /** Ends a call that takes too long. */
  #watch(job: Job, worker: Worker): void {
    const { name, callMs, clockMs = 4 * callMs } = this.#options;
    const before = usedBy(worker).then((used) => (Number.isFinite(used) ? used : 0));
    const far = performance.now() + clockMs;
    const look = async (): Promise<void> => {
      const used = (await usedBy(worker)) - (await before);
      if (this.#current !== job) return;
      if (used < callMs && performance.now() < far) {
        this.#timer = setTimeout(
          () => void look(),
          Math.max(LOOK_MS, Math.min(callMs - used, far - performance.now())),
        );
        return;
      }
      const Late = used < callMs / 2 ? ThreadStarved : ThreadFailed;
      this.#settle(({ reject }) => reject(new Late(`${name}: not done within ${callMs} ms`)), true);
    };
    this.#timer = setTimeout(() => void look(), Math.min(callMs, clockMs));
  }

  #start(): Worker {
    const { name, heapMiB } = this.#options;
    const worker = new Worker(new URL('./thread-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    });
    worker.on('message', (echo: Echo) => {
      if (this.#worker !== worker) return;
      this.#settle(({ resolve, reject }) => {
        if ('refusal' in echo) reject(new Refusal(echo.refusal));
        else if ('fault' in echo) reject(new Error(echo.fault));
        else resolve(echo.value);
      });
    });
    const fail = (error: Error): void => {
      if (this.#worker !== worker) return;
      this.#settle(({ reject }) => reject(new ThreadFailed(`${name}: ${error.message}`, { cause: error })), true);
    };
    // Out of memory is told as an error; the next call gets a new thread.
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`the thread ended with code ${code}`)));
    return worker;
  }

  #settle(how: (job: Job) => void, ended = false): void {
    const job = this.#current;
    this.#current = undefined;
    if (ended) this.end();
    if (job) how(job);
    this.#next();
  }

  /** Ends the thread; what is being done is lost, what waits gets a new one. */
  end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}
