/**
 * Correcting a receipt by further rows: what it settled is cancelled; where the money stays, a receipt that refers to it takes
 * its place. Source: dominio.md#ledger and #cancelling.
 */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { CorrectionOfReceipt } from '#platform/server/invoicing.ts';
import { formatFecha } from '#ui/format.ts';
import { cancelExcess, cancelLoneDiscounts, cancelPayments } from './cancel.ts';
import { type LedgerLote, refuseClosedLote } from './lotes.ts';
import { followMerges } from './merge.ts';
import { inPesos } from './pay-charge.ts';
import {
  copySistemaAnterior,
  type GrantedDiscount,
  type LockedReceipt,
  listGranted,
  type ReceiptParts,
  tenderOf,
} from './receipts.ts';
import { type PlacedTender, receivePayment } from './receive.ts';
import { withEarlier } from './replaced.ts';
import { isClosedDay, openShiftOf, unsignedShift } from './shifts.ts';
import type { Stamp } from './stamp.ts';

/** What was wrong about a receipt, and how it should be. */
export type ReceiptCorrection = CorrectionOfReceipt;

export const CORRECTIONS = {
  metodo: 'Corrección de método o caja',
  lote: 'Corrección de lote',
  devuelto: 'Pago devuelto por el banco',
  deposito: 'Depósito que no era del lote',
} as const;

/** Everything of it that is in force. */
export function totalOf({ lines, excess }: LockedReceipt): Centavos {
  return lines.reduce((sum, line) => sum + line.monto, excess?.monto ?? 0);
}

/** One of the locked lots that a body names. Missing: a refusal. */
export function loteIn(lotes: readonly LedgerLote[], id: number): LedgerLote {
  const lote = lotes.find((one) => one.id === id);
  if (!lote) throw new Refusal('El lote no existe. Actualice la página y elíjalo de nuevo');
  return lote;
}

/**
 * The receipt as it should have been taken. The money came in when it did, so it counts from the same day; it is booked on
 * the same day too unless that is closed: then today. It is of the same shift as long as that is not signed; of none
 * afterwards, for no money moves.
 */
async function correctedTender(
  tx: Tx,
  { today }: Pick<Stamp, 'today'>,
  { receipt }: LockedReceipt,
  correction: ReceiptCorrection,
): Promise<PlacedTender> {
  const closed = await isClosedDay(tx, receipt);
  // As what is taken back: a shift that is not signed yet holds both, also once its month is closed.
  const turno = await unsignedShift(tx, receipt.turnoId);
  const tender = {
    ...tenderOf(receipt),
    fechaContable: closed ? today : receipt.fechaContable,
    turnoId: turno,
  };
  if (correction.tipo !== 'metodo') return tender;
  const { metodoPagoId, cajaId, noCuenta } = correction;
  const turnoId = turno === null || cajaId === receipt.cajaId ? turno : ((await openShiftOf(tx, cajaId))?.id ?? null);
  return { ...tender, metodo: metodoPagoId, cajaId, noCuenta, turnoId };
}

/**
 * Refuses to take back a payment whose invoice stands in the system that was used before: nothing here can cancel that
 * one. A mark made by mistake is taken off first, by whoever directs.
 */
export function refuseInvoicedBefore(pago: { concepto: string; refSistemaAnterior: string | null }): void {
  if (pago.refSistemaAnterior === null) return;
  throw new Refusal(
    `El pago de «${pago.concepto}» se facturó en el sistema anterior (${pago.refSistemaAnterior}) y aquí no se cancela. Si el dinero no se recibió, cargue de nuevo el importe al lote`,
  );
}

/**
 * Refuses what a receipt paid from the fund cannot be, its own lot as the right one, one that takes no money, and to take
 * back a payment that was invoiced in the system used before. Its register or method may be corrected: the money stays, and so
 * does that invoice.
 */
export function refuseCorrection(
  { receipt, lines, excess, lotes }: LockedReceipt,
  correction: ReceiptCorrection,
): void {
  if (correction.tipo !== 'metodo') lines.forEach(refuseInvoicedBefore);
  if (receipt.esFondo && (correction.tipo !== 'metodo' || excess)) {
    throw new Refusal('El recibo se pagó con el fondo: cancele el pago y el dinero vuelve al fondo');
  }
  if (correction.tipo !== 'lote') return;
  if (correction.loteId === receipt.loteId) throw new Refusal('El pago ya es de ese lote. Elija otro');
  refuseClosedLote(loteIn(lotes, correction.loteId));
}

/**
 * Refuses to say of what a bank had taken that it was handed over at the desk, where it could not have been on its value date:
 * the first of the receipts was booked later, or in a shift that was opened later.
 */
export async function refuseLateInHand(tx: Tx, { id, fechaPago }: ReceiptParts, enMano: boolean): Promise<void> {
  if (!enMano) return;
  const { rows } = await sql<{ desde: Fecha }>`
    ${withEarlier(sql`${id}::int`)}
    SELECT greatest(r.fecha_contable, t.fecha) AS desde
    FROM antes JOIN recibo r ON r.id = antes.id JOIN metodo_pago m ON m.id = r.metodo_pago_id
    LEFT JOIN turno_caja t ON t.id = r.turno_id
    WHERE r.corrige_id IS NULL AND NOT m.en_caja AND greatest(r.fecha_contable, t.fecha) > ${fechaPago}::date`.execute(
    tx,
  );
  const [first] = rows;
  if (!first) return;
  throw new Refusal(
    `El recibo ${id} tiene fecha ${formatFecha(fechaPago)} y se registró con fecha ${formatFecha(first.desde)}: lo que se recibe en caja no lleva fecha anterior. Cancele el pago y cóbrelo de nuevo con la fecha en que se recibió`,
  );
}

/** Carries a correction out and tells it in a sentence. The caller has locked the receipt, and the lot of the correction. */
export async function bookCorrection(
  tx: Tx,
  stamp: Stamp,
  locked: LockedReceipt,
  correction: ReceiptCorrection,
  by: { razon: string; codigoId?: number | undefined; cancelacionFacturaId?: number | undefined },
): Promise<string> {
  refuseCorrection(locked, correction);
  const { receipt, lines, excess, lotes } = locked;
  const { tipo } = correction;
  const { razon, codigoId } = by;
  const sustituido = tipo === 'metodo';
  // Read while it is in force: the cancellation takes it back.
  const granted = sustituido ? await listGranted(tx, receipt.id) : [];
  const motivo = tipo === 'devuelto' ? 'devuelto' : 'correccion';
  await cancelPayments(
    tx,
    stamp,
    lines.map((line) => line.pagoId),
    { motivo, ...by, sustituido },
  );
  const total = totalOf(locked);
  const nota = `${CORRECTIONS[tipo]}: recibo ${receipt.id} por ${inPesos(total)}. ${razon}`;
  if (tipo === 'metodo') {
    const tender = await correctedTender(tx, stamp, locked, correction);
    const reciboId = await receiveAgain(tx, stamp, locked, tender, granted);
    // Only now: what was spent of it is in the fund once more, by the receipt that takes its place.
    if (excess) await cancelExcess(tx, stamp, excess, { motivo, razon, codigoId });
    return `${nota}. Lo sustituye el recibo ${reciboId}`;
  }
  await cancelLoneDiscounts(tx, stamp, { id: receipt.id, loteId: receipt.loteId }, razon);
  if (excess) await cancelExcess(tx, stamp, excess, { motivo, razon, codigoId });
  if (tipo === 'devuelto') return nota;
  if (tipo === 'deposito') return `${nota}. El depósito espera de nuevo en Depósitos`;
  const tender = await correctedTender(tx, stamp, locked, correction);
  const target = loteIn(lotes, correction.loteId);
  const { reciboId } = await receivePayment(tx, stamp, {
    loteId: target.id,
    tender,
    lines: [],
    excedente: total,
    corrigeId: receipt.id,
  });
  return `${nota}. El dinero pasa al fondo del lote ${target.referencia} con el recibo ${reciboId}`;
}

/** Books what a cancelled receipt had settled and granted by another tender; answers the new receipt's id. */
async function receiveAgain(
  tx: Tx,
  stamp: Stamp,
  { receipt, lines, excess }: LockedReceipt,
  tender: PlacedTender,
  granted: readonly GrantedDiscount[],
): Promise<number> {
  const { reciboId } = await receivePayment(tx, stamp, {
    loteId: receipt.loteId,
    tender,
    lines: lines.map(({ cargoId, monto }) => ({
      cargoId,
      monto,
      ajustes: granted
        .filter((one) => one.cargoId === cargoId)
        .map(({ cargoId: _, porcentaje, codigoId, ...one }) => ({
          ...one,
          porcentaje: porcentaje ?? undefined,
          codigoId: codigoId ?? undefined,
        })),
    })),
    excedente: excess?.monto ?? 0,
    corrigeId: receipt.id,
  });
  await copySistemaAnterior(tx, stamp, { deReciboId: receipt.id, aReciboId: reciboId });
  await followMerges(tx, stamp, [receipt.loteId]);
  return reciboId;
}
