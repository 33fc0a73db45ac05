/** What the thread of PDF documents does: see pdf-thread.ts. */
import type { PdfDocument } from '../pdf.ts';
import { renderPdf } from './pdf.ts';
import type { Call } from './thread.ts';

export interface Pdf {
  name: string;
  definition: PdfDocument;
}

/** A painter of a module, and what to call it with: definitions hold functions, which cannot be sent to a thread. */
export type Drawing = Call;

/** Calls the painter and draws what it gives. */
export async function drawPdf({ module, name, args }: Drawing): Promise<{ name: string; bytes: Uint8Array }> {
  const { [name]: paint } = (await import(module)) as Record<string, (...args: readonly unknown[]) => Pdf>;
  if (!paint) throw new Error(`${module} has no ${name}`);
  const pdf = paint(...args);
  return { name: pdf.name, bytes: Uint8Array.from(await renderPdf(pdf.definition)) };
}
