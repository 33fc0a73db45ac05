/** The note of receipts as a PDF, made in the browser. */

import { type NotaContext, type NotaFormat, notaDocument, notaFileName } from '#documents/recibo.ts';
import type { ReciboImpreso } from '#documents/recibo-impreso.ts';
import { recibosContract } from '#libro/recibos/contract.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { downloadPdf } from '#platform/web/pdf.ts';
import type { PaymentResult } from '../contract.ts';
import { making } from './PdfButton.tsx';

export type { NotaFormat } from '#documents/recibo.ts';

/** What the two formats are called beside each other. */
export const NOTA_LABELS: Readonly<Record<NotaFormat, string>> = {
  carta: 'Descargar nota',
  ticket: 'Nota en ticket de 80 mm',
};

/** Which receipts: by the folio of one, or all that these payments came with. */
export type NotaOf = { reciboId: number } | { cobros: PaymentResult['cobrosIdentificadoresList'] };

async function recibosOf(of: NotaOf): Promise<readonly ReciboImpreso[]> {
  if ('reciboId' in of) return [await call(recibosContract.recibo, { params: { id: of.reciboId } })];
  return call(recibosContract.recibosDe, { body: { dataLists: of.cobros } });
}

/** Downloads the note, on a page or on the paper of a till; tells why when there is none. */
export async function downloadNota(of: NotaOf, format: NotaFormat, amounts?: NotaContext['amounts']): Promise<void> {
  try {
    const recibos = await recibosOf(of);
    await downloadPdf(notaDocument(recibos, format, { ...making(), amounts }), notaFileName(recibos, format, today()));
  } catch (error) {
    toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
  }
}
