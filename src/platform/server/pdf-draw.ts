/** What the thread of PDF documents does: see pdf-thread.ts. */
import { renderPdf } from './pdf.ts';
import type { Drawing, Pdf } from './pdf-thread.ts';

/** Calls the painter and draws what it gives. */
export async function drawPdf({ module, name, args }: Drawing): Promise<{ name: string; bytes: Uint8Array }> {
  const { [name]: paint } = (await import(module)) as Record<string, (...args: readonly unknown[]) => Pdf>;
  if (!paint) throw new Error(`${module} has no ${name}`);
  const pdf = paint(...args);
  return { name: pdf.name, bytes: Uint8Array.from(await renderPdf(pdf.definition)) };
}
