/**
 * Where bytes from outside are parsed: beside the server's own thread, each kind with a bounded heap, a deadline and a bounded
 * queue, by functions that bound what they parse before they do. Native code cannot be broken off, so what is handed to it is
 * bounded by counts, not by the deadline. docs/adr/0020 lists every parser.
 */
import { Refusal } from './errors.ts';
import { type CallFor, Thread, ThreadFailed } from './thread.ts';

class FileThread {
  readonly #thread: Thread;

  constructor(name: string, waitingMax: number) {
    this.#thread = new Thread({
      name,
      waitingMax,
      // The largest book that is read takes 128.
      heapMiB: 192,
      callMs: 60_000,
      busy: 'Se están leyendo muchos archivos a la vez. Espere un momento e intente de nuevo',
    });
  }

  /** Calls in turn. Rejects with a `Refusal` where the file cannot be read. */
  async read<V>(call: CallFor<V>): Promise<V> {
    try {
      return await this.#thread.run(call);
    } catch (error) {
      if (!(error instanceof ThreadFailed)) throw error;
      throw new Refusal(
        'El archivo toma demasiado tiempo o memoria para leerlo. Redúzcalo, o guárdelo de nuevo con otro programa, e intente otra vez',
      );
    }
  }

  end(): void {
    this.#thread.end();
  }
}

/** What people upload: one at a time, so that the memory of all is that of one. */
export const uploadThread = new FileThread('archivos', 16);

/** What stamping providers answer, so that no upload holds up an invoice. */
export const answerThread = new FileThread('respuestas', 1_000);
