/**
 * PDF documents drawn beside the server's own thread, which answers requests meanwhile: drawing one takes some hundred
 * milliseconds of pure computing. One thread, started with the first document and ended when none has been asked for in a
 * while; documents wait for one another, so that its memory is that of one.
 */
import { Worker } from 'node:worker_threads';
import type { PdfDocument } from '../pdf.ts';
import { Refusal } from './errors.ts';

export interface Pdf {
  name: string;
  definition: PdfDocument;
}

/** A function of a module, and what to call it with: definitions hold functions, which cannot be sent to a thread. */
export interface Drawing {
  module: string;
  painter: string;
  args: readonly unknown[];
}

export interface Drawn {
  name: string;
  content: Buffer;
}

/** What the thread answers. */
export type Stroke = { name: string; bytes: Uint8Array } | { fault: string };

type PainterOf<M> = { [K in keyof M]: M[K] extends (...args: never[]) => Pdf ? K : never }[keyof M];
type ArgsOf<F> = F extends (...args: infer A) => Pdf ? A : never;

/**
 * Drawings by the painters of a module, which are functions from plain data to a `Pdf`:
 * `drawingsOf<typeof import('../pdf.ts')>(new URL('../pdf.ts', import.meta.url))('statementPdf', …)`.
 */
export function drawingsOf<M>(module: URL) {
  return <K extends PainterOf<M> & string>(painter: K, ...args: ArgsOf<M[K]>): Drawing => ({
    module: module.href,
    painter,
    args,
  });
}

const IDLE_MS = 30_000;
const WAITING_MAX = 50;
const HEAP_MIB = 192;
const DRAWING_MS_MAX = 60_000;

interface Job {
  drawing: Drawing;
  resolve: (drawn: Drawn) => void;
  reject: (error: Error) => void;
}

export class PdfThread {
  readonly #idleMs: number;
  readonly #waitingMax: number;
  #worker: Worker | undefined;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: Job[] = [];

  constructor({ idleMs = IDLE_MS, waitingMax = WAITING_MAX }: { idleMs?: number; waitingMax?: number } = {}) {
    this.#idleMs = idleMs;
    this.#waitingMax = waitingMax;
  }

  /** Whether there is a thread now. */
  get running(): boolean {
    return this.#worker !== undefined;
  }

  /** Draws in turn. Throws a `Refusal` when too many wait already, and what the painter throws. */
  draw(drawing: Drawing): Promise<Drawn> {
    if (this.#waiting.length >= this.#waitingMax) {
      throw new Refusal('Se están haciendo muchos documentos a la vez. Espere un momento e intente de nuevo');
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ drawing, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    const job = this.#waiting.shift();
    if (!job) {
      // Neither the thread nor its clock keeps a process from ending.
      this.#worker?.unref();
      this.#timer = setTimeout(() => this.end(), this.#idleMs).unref();
      return;
    }
    this.#current = job;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#timer = setTimeout(() => {
      this.#settle((late) => late.reject(new Error(`a PDF was not drawn within ${DRAWING_MS_MAX} ms`)), true);
    }, DRAWING_MS_MAX);
    this.#worker.postMessage(job.drawing);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    worker.on('message', (stroke: Stroke) => {
      this.#settle(({ resolve, reject }) => {
        if ('fault' in stroke) reject(new Error(stroke.fault));
        else resolve({ name: stroke.name, content: Buffer.from(stroke.bytes.buffer) });
      });
    });
    const fail = (error: Error): void => {
      if (this.#worker !== worker) return;
      this.#settle(({ reject }) => reject(error), true);
    };
    // Out of memory is told as an error; the next document gets a new thread.
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`the PDF thread ended with code ${code}`)));
    return worker;
  }

  #settle(how: (job: Job) => void, ended = false): void {
    const job = this.#current;
    this.#current = undefined;
    if (ended) this.end();
    if (job) how(job);
    this.#next();
  }

  /** Ends the thread; what is being drawn is lost, what waits gets a new one. */
  end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}

/** The process's own. */
export const pdfThread = new PdfThread();
