/**
 * Where bytes from outside are parsed: beside the server's own thread, each kind with a bounded heap, a deadline and a bounded
 * queue, by functions that bound what they parse before they do. Native code cannot be broken off, so what is handed to it is
 * bounded by counts, not by the deadline. docs/adr/0020-files-from-outside.md lists every parser.
 */
import { Refusal } from './errors.ts';
import { type Asker, type CallFor, Thread, ThreadFailed, ThreadStarved } from './thread.ts';

class FileThread {
  readonly #thread: Thread;

  constructor(name: string, limits: { waitingMax: number; callMs: number; heapMiB?: number }) {
    this.#thread = new Thread({
      name,
      // The largest book that is read takes 128.
      heapMiB: 192,
      ...limits,
      busy: 'Se están leyendo muchos archivos a la vez. Espere un momento e intente de nuevo',
      busyOwn: 'Ya hay archivos suyos en espera de leerse. Espere a que terminen e intente de nuevo',
    });
  }

  /** How many files wait for their turn. */
  get waiting(): number {
    return this.#thread.waiting;
  }

  /** Calls in turn. Rejects with a `Refusal` where the file cannot be read. */
  async read<V>(call: CallFor<V>, asker?: Asker): Promise<V> {
    try {
      return await this.#thread.run(call, asker);
    } catch (error) {
      if (!(error instanceof ThreadFailed)) throw error;
      if (error instanceof ThreadStarved) {
        throw new Refusal(
          'El servidor está ocupado y no alcanzó a leer el archivo. Espere un momento e intente de nuevo',
        );
      }
      throw new Refusal(
        'El archivo toma demasiado tiempo o memoria para leerlo. Redúzcalo, o guárdelo de nuevo con otro programa, e intente otra vez',
      );
    }
  }

  end(): void {
    this.#thread.end();
  }
}

/** Books: one at a time, so that the memory of all is that of one. */
export const uploadThread = new FileThread('archivos', { waitingMax: 16, callMs: 10_000 });

/** Certificates, so that no book holds up what stamps invoices. */
export const certificateThread = new FileThread('certificados', { waitingMax: 16, callMs: 10_000 });

/** What stamping providers answer, so that no upload holds up an invoice. */
export const answerThread = new FileThread('respuestas', { waitingMax: 1_000, callMs: 60_000 });

/** The authority's catalogues, which the operator's tool reads: several times as large as what people upload. */
export const catalogueThread = new FileThread('catálogos', { waitingMax: 1, callMs: 60_000, heapMiB: 512 });
