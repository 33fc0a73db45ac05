/** Payments that are cancelled, and receipts that are corrected, while an invoice is made of them. */
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type {
  InvoicingStamp,
  PaymentCancellationRequest,
  ReceiptCorrectionRequest,
} from '#platform/server/invoicing.ts';
import { nameOf } from '../../rules.ts';
import { redraftComplements } from '../borrador/complement.ts';
import { formaOf, refusalOfForma } from '../borrador/draft.ts';
import { listConceptos, listPagos } from '../borrador/repository.ts';
import type { FacturaRow } from '../repository.ts';
import { insertAnew, updateRejected } from '../timbre/repository.ts';
import { findMotivo, insertCorreccion, listFacturasForUpdate, lockAcreditados, updateSalidaOf } from './repository.ts';
import { type CancellationTerms, type Cancelling, requestCancellation, SUBSTITUTED } from './request.ts';
import { reachOf, requireRest } from './rest.ts';

/** See Invoicing.requestCancellation. */
export async function requestPaymentCancellation(
  tx: Tx,
  request: PaymentCancellationRequest,
  stamp: InvoicingStamp,
): Promise<'free' | (Cancelling & { factura: string })> {
  if ((await lockAcreditados(tx, [request.pagoId])).length > 0) return 'free';
  const [row] = await lockStanding(tx, [request.pagoId], 'Se canceló un pago antes de timbrarla', stamp);
  if (!row) return 'free';
  await requireRest(tx, row, [request.pagoId]);
  const cancelacionId = await requestCancellation(tx, row, { ...request, conPagos: true }, stamp);
  return { cancelacionId, factura: await reachOf(tx, row) };
}

/** See Invoicing.requestCorrection. */
export async function requestReceiptCorrection(
  tx: Tx,
  request: ReceiptCorrectionRequest,
  stamp: InvoicingStamp,
): Promise<'free' | (Cancelling & { factura: string })> {
  // What was given back has its notes; what stays received, by another method or lot, still needs its invoice changed.
  const leaves = request.correccion.tipo === 'devuelto' || request.correccion.tipo === 'deposito';
  const acreditados = leaves ? await lockAcreditados(tx, request.pagoIds) : [];
  const pagoIds = request.pagoIds.filter((id) => !acreditados.includes(id));
  const standing = await lockStanding(tx, pagoIds, 'Se corrigió un recibo antes de timbrarla', stamp);
  const [row] = standing;
  if (!row) return 'free';
  if (standing.length > 1) {
    throw new Refusal(
      `Los pagos del recibo están en las facturas ${standing.map(nameOf).join(' y ')}. Cancélelas primero y corrija después`,
    );
  }
  const terms = await requireTerms(tx, row, request);
  await requireRest(tx, row, pagoIds);
  const cancelacionId = await requestCancellation(tx, row, terms, stamp);
  await insertCorreccion(tx, cancelacionId, { reciboId: request.reciboId, correction: request.correccion });
  return { cancelacionId, factura: await reachOf(tx, row) };
}

/** The invoices of payments that the provider may have, locked. A draft that nobody has seen is abandoned, for the reason given. */
async function lockStanding(
  tx: Tx,
  pagoIds: readonly number[],
  mensaje: string,
  stamp: InvoicingStamp,
): Promise<FacturaRow[]> {
  const standing: FacturaRow[] = [];
  for (const row of await listFacturasForUpdate(tx, pagoIds)) {
    if (row.status === 'rechazada' || row.status === 'cancelada') continue;
    if (row.estado === 'borrador' || row.estado === 'sellado') {
      await updateRejected(tx, row, { codigo: '', mensaje }, stamp.now, 'abandonado');
      await goOnWithout(tx, row, pagoIds, stamp);
    } else standing.push(row);
  }
  return standing;
}

/** What else stood on a draft that was abandoned, the rest of a month above all, gets another. */
async function goOnWithout(tx: Tx, row: FacturaRow, falling: readonly number[], stamp: InvoicingStamp): Promise<void> {
  const lines = await listConceptos(tx, row.id);
  const rest = lines.flatMap(({ pago_id }) => (pago_id === null || falling.includes(pago_id) ? [] : [pago_id]));
  if (rest.length === 0) return;
  if (row.tipo === 'pago') {
    await redraftComplements(tx, rest, stamp);
    return;
  }
  const pagos = await listPagos(tx, rest);
  // As somebody chose it, where nobody can say it of each.
  const formaPago = refusalOfForma(pagos) === undefined && row.metodo_pago === 'PUE' ? formaOf(pagos) : row.forma_pago;
  const anew = await insertAnew(tx, row.id, stamp.now, { sinPagos: falling, formaPago });
  if (anew !== undefined) await updateSalidaOf(tx, row.id, anew);
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
    codigoId: codigoId ?? null,
  };
}
