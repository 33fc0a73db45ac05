/**
 * Where bytes from outside are parsed: beside the server's own thread, each kind with a bounded heap, a deadline and a bounded
 * queue, by functions that bound what they parse before they do. Native code cannot be broken off, so what is handed to it is
 * bounded by counts, not by the deadline. docs/adr/0020 lists every parser.
 */
import { Refusal } from './errors.ts';
import { type CallFor, Thread, ThreadFailed } from './thread.ts';

class FileThreads {
  readonly #threads: readonly Thread[];

  constructor(threads: readonly Thread[]) {
    this.#threads = threads;
  }

  /** Calls in the thread that has least to do. Rejects with a `Refusal` where the file cannot be read. */
  async read<V>(call: CallFor<V>): Promise<V> {
    const thread = this.#threads.reduce((least, one) => (one.load < least.load ? one : least));
    try {
      return await thread.run(call);
    } catch (error) {
      if (!(error instanceof ThreadFailed)) throw error;
      throw new Refusal(
        'El archivo toma demasiado tiempo o memoria para leerlo. Redúzcalo, o guárdelo de nuevo con otro programa, e intente otra vez',
      );
    }
  }

  end(): void {
    for (const thread of this.#threads) thread.end();
  }
}

const threadFor = (name: string, options: { heapMiB: number; waitingMax: number }): Thread =>
  new Thread({
    ...options,
    name,
    callMs: 20_000,
    busy: 'Se están leyendo muchos archivos a la vez. Espere un momento e intente de nuevo',
  });

/** What people upload: two at once, so that one that takes long does not keep everybody waiting. */
export const uploads = new FileThreads([1, 2].map((n) => threadFor(`archivos ${n}`, { heapMiB: 384, waitingMax: 8 })));

/** What stamping providers answer, so that no upload holds up an invoice. */
export const answers = new FileThreads([threadFor('respuestas', { heapMiB: 192, waitingMax: 1_000 })]);
