/** The receipt of a resident as a PDF, for the thread that draws it. */
import { type NotaContext, notaDocument, notaFileName } from '#documents/recibo.ts';
import type { ReciboImpreso } from '#documents/recibo-impreso.ts';
import type { Pdf } from '#platform/server/pdf-draw.ts';

export const reciboPdf = (recibo: ReciboImpreso, hoy: string, context: NotaContext): Pdf => ({
  name: notaFileName([recibo], 'carta', hoy),
  definition: notaDocument([recibo], 'carta', context),
});
