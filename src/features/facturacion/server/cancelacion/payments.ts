/** Payments that are cancelled, and receipts that are corrected, while an invoice is made of them. */
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type {
  InvoicingStamp,
  PaymentCancellationRequest,
  ReceiptCorrectionRequest,
} from '#platform/server/invoicing.ts';
import { nameOf } from '../../rules.ts';
import type { FacturaRow } from '../repository.ts';
import { updateRejected } from '../timbre/repository.ts';
import { findMotivo, insertCorreccion, listFacturasForUpdate } from './repository.ts';
import { type CancellationTerms, type Cancelling, requestCancellation, SUBSTITUTED } from './request.ts';

/** See Invoicing.requestCancellation. */
export async function requestPaymentCancellation(
  tx: Tx,
  request: PaymentCancellationRequest,
  stamp: InvoicingStamp,
): Promise<'free' | Cancelling> {
  const [row] = await lockStanding(tx, [request.pagoId], 'Se canceló un pago antes de timbrarla', stamp);
  if (!row) return 'free';
  return { cancelacionId: await requestCancellation(tx, row, { ...request, conPagos: true }, stamp) };
}

/** See Invoicing.requestCorrection. */
export async function requestReceiptCorrection(
  tx: Tx,
  request: ReceiptCorrectionRequest,
  stamp: InvoicingStamp,
): Promise<'free' | Cancelling> {
  const standing = await lockStanding(tx, request.pagoIds, 'Se corrigió un recibo antes de timbrarla', stamp);
  const [row] = standing;
  if (!row) return 'free';
  if (standing.length > 1) {
    throw new Refusal(
      `Los pagos del recibo están en las facturas ${standing.map(nameOf).join(' y ')}. Cancélelas primero y corrija después`,
    );
  }
  const terms = await requireTerms(tx, row, request);
  const cancelacionId = await requestCancellation(tx, row, terms, stamp);
  await insertCorreccion(tx, cancelacionId, { reciboId: request.reciboId, correction: request.correccion });
  return { cancelacionId };
}

/** The invoices of payments that the provider may have, locked. A draft that nobody has seen is abandoned, for the reason given. */
async function lockStanding(
  tx: Tx,
  pagoIds: readonly number[],
  mensaje: string,
  { now }: InvoicingStamp,
): Promise<FacturaRow[]> {
  const standing: FacturaRow[] = [];
  for (const row of await listFacturasForUpdate(tx, pagoIds)) {
    if (row.status === 'rechazada' || row.status === 'cancelada') continue;
    if (row.estado === 'borrador' || row.estado === 'sellado') {
      await updateRejected(tx, row, { codigo: '', mensaje }, now, 'abandonado');
    } else standing.push(row);
  }
  return standing;
}

async function requireTerms(tx: Tx, row: FacturaRow, request: ReceiptCorrectionRequest): Promise<CancellationTerms> {
  const { tipoMotivoCancelacionId, tipoRelacionFacturaId, razon, codigoId } = request;
  if (tipoMotivoCancelacionId === undefined || tipoRelacionFacturaId === undefined) {
    throw new Refusal(`El recibo está en la factura ${nameOf(row)}. Elija el motivo y la relación con que se cancela`);
  }
  if ((await findMotivo(tx, tipoMotivoCancelacionId)) === SUBSTITUTED) {
    // The invoice that takes its place would bear the very payments that fall.
    throw new Refusal('Al corregir un recibo su factura no se sustituye: cancélela con el motivo 02, 03 o 04');
  }
  return {
    pagoId: null,
    conPagos: true,
    razon,
    tipoMotivoCancelacionId,
    tipoRelacionFacturaId,
    folioSustitucion: undefined,
    codigoId,
  };
}
