/** The payment note as a PDF, made in the browser. */
import { type NotaContext, type NotaFormat, type NotaLine, notaDocument, notaFileName } from '#documents/nota.ts';
import { pagosContract } from '#features/pagos/contract.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { residencialName } from '#platform/web/identity.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { downloadPdf } from '#platform/web/pdf.ts';
import { formatFechaHora } from '#ui/format.ts';
import type { PaymentResult } from '../contract.ts';

export type { NotaFormat } from '#documents/nota.ts';

/** What the two formats are called beside each other. */
export const NOTA_LABELS: Readonly<Record<NotaFormat, string>> = {
  carta: 'Descargar nota',
  ticket: 'Nota en ticket de 80 mm',
};

/** The note of charges, on a page or on the paper of a till; tells why when there is none. */
export async function downloadNota(
  cobros: PaymentResult['cobrosIdentificadoresList'],
  format: NotaFormat,
  amounts?: NotaContext['amounts'],
): Promise<void> {
  try {
    await save(await call(pagosContract.nota, { body: { dataLists: cobros } }), format, amounts);
  } catch (error) {
    toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
  }
}

async function save(lines: readonly NotaLine[], format: NotaFormat, amounts: NotaContext['amounts']): Promise<void> {
  const context = { residencial: residencialName, impreso: formatFechaHora(new Date().toISOString()), amounts };
  await downloadPdf(notaDocument(lines, format, context), notaFileName(lines, today()));
}
