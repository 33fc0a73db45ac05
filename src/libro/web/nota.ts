/** The payment note as a PDF, made in the browser. */
import { type NotaFormat, type NotaLine, notaDocument, notaFileName } from '#documents/nota.ts';
import { residencialName } from '#platform/web/identity.ts';
import { today } from '#platform/web/kit/today.ts';
import { downloadPdf } from '#platform/web/pdf.ts';
import { formatFechaHora } from '#ui/format.ts';

export type { NotaFormat } from '#documents/nota.ts';

export async function downloadNota(lines: readonly NotaLine[], format: NotaFormat): Promise<void> {
  const context = { residencial: residencialName, impreso: formatFechaHora(new Date().toISOString()) };
  await downloadPdf(notaDocument(lines, format, context), notaFileName(lines, today()));
}
