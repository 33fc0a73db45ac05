/** The thread that draws: see pdf-thread.ts. */
import { parentPort } from 'node:worker_threads';
import { renderPdf } from './pdf.ts';
import type { Drawing, Pdf, Stroke } from './pdf-thread.ts';

async function draw({ module, painter, args }: Drawing): Promise<void> {
  try {
    const { [painter]: paint } = (await import(module)) as Record<string, (...args: readonly unknown[]) => Pdf>;
    if (!paint) throw new Error(`${module} has no ${painter}`);
    const { name, definition } = paint(...args);
    // Of its own memory, which is handed over.
    const bytes = Uint8Array.from(await renderPdf(definition));
    parentPort?.postMessage({ name, bytes } satisfies Stroke, [bytes.buffer]);
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ fault } satisfies Stroke);
  }
}

parentPort?.on('message', (drawing: Drawing) => void draw(drawing));
