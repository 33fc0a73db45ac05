/** PDF documents drawn beside the server's own thread: drawing one takes up to some hundred milliseconds of pure computing. */
import type { Drawing, Pdf } from './pdf-draw.ts';
import { callsOf, Thread } from './thread.ts';

export interface Drawn {
  name: string;
  content: Buffer;
}

type PainterOf<M> = { [K in keyof M]: M[K] extends (...args: never[]) => Pdf ? K : never }[keyof M];
type ArgsOf<F> = F extends (...args: infer A) => Pdf ? A : never;

/**
 * Drawings by the painters of a module, which are functions from plain data to a `Pdf`:
 * `drawingsOf<typeof import('../pdf.ts')>(new URL('../pdf.ts', import.meta.url))('statementPdf', …)`.
 */
export function drawingsOf<M>(module: URL) {
  return <K extends PainterOf<M> & string>(painter: K, ...args: ArgsOf<M[K]>): Drawing => ({
    module: module.href,
    name: painter,
    args,
  });
}

const calls = callsOf<typeof import('./pdf-draw.ts')>(new URL('./pdf-draw.ts', import.meta.url));

const drawnOf = ({ name, bytes }: { name: string; bytes: Uint8Array }): Drawn => ({
  name,
  content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});

export class PdfThread {
  readonly #thread: Thread;

  constructor(options: { idleMs?: number; waitingMax?: number } = {}) {
    this.#thread = new Thread({
      name: 'PDF',
      heapMiB: 192,
      callMs: 60_000,
      waitingMax: 50,
      busy: 'Se están haciendo muchos documentos a la vez. Espere un momento e intente de nuevo',
      ...options,
    });
  }

  /** Whether there is a thread now. */
  get running(): boolean {
    return this.#thread.running;
  }

  /** Draws in turn. Throws a `Refusal` when too many wait already, and what the painter throws. */
  draw(drawing: Drawing): Promise<Drawn> {
    return this.#thread.run(calls('drawPdf', drawing)).then(drawnOf);
  }

  /** Draws one of many for the same file: when nobody else waits, and is never refused. */
  drawPatiently(drawing: Drawing): Promise<Drawn> {
    return this.#thread.run(calls('drawPdf', drawing), undefined, { patient: true }).then(drawnOf);
  }

  end(): void {
    this.#thread.end();
  }
}

/** The process's own. */
export const pdfThread = new PdfThread();
