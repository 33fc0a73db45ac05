/** PDF documents in the browser, drawn by a worker; the library and its two faces are loaded with the first one. */
import type { PdfDocument } from '../pdf.ts';
import { saveFile } from './api.ts';
import { logoImages } from './own-logo.ts';
import type { PdfAnswer, PdfJob } from './pdf-worker.ts';

let worker: Worker | undefined;
let jobs = 0;
const waiting = new Map<number, { resolve: (pdf: ArrayBuffer) => void; reject: (error: Error) => void }>();

function fail(error: Error): void {
  worker?.terminate();
  // The next document starts another one.
  worker = undefined;
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}

function start(): Worker {
  const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<PdfAnswer>) => {
    const job = waiting.get(data.id);
    waiting.delete(data.id);
    if ('pdf' in data) job?.resolve(data.pdf);
    else job?.reject(new Error(data.error));
  });
  started.addEventListener('error', () => fail(new Error('the PDF worker does not start')));
  return started;
}

/** Draws a document; it holds no function (see `PdfDocument`). */
export async function renderPdf(document: PdfDocument): Promise<ArrayBuffer> {
  const images = await logoImages();
  worker ??= start();
  jobs += 1;
  const job: PdfJob = { id: jobs, document: { ...document, images } };
  return new Promise((resolve, reject) => {
    waiting.set(job.id, { resolve, reject });
    worker?.postMessage(job);
  });
}

/** Draws a document and saves it under this name. */
export async function downloadPdf(document: PdfDocument, name: string): Promise<void> {
  saveFile(new Blob([await renderPdf(document)], { type: 'application/pdf' }), name);
}
