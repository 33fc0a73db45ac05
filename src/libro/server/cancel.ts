/**
 * Cancelling what was received: the payment's charge reopens, discounts granted with it are taken back, money that came
 * from the fund returns to it, and late interest that depended on it is replaced. Source: dominio.md#ledger,
 * #codes-fund-fees and #cancelling.
 */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { adjust, reverseAdjustments } from './adjust.ts';
import { type CancellationMotive, fundOf, moveFund } from './fund.ts';
import { replaceInterest } from './interest.ts';
import { followMerges, referenceOf } from './merge.ts';
import { inPesos } from './pay-charge.ts';
import { openDate } from './periods.ts';
import { withEarlier } from './replaced.ts';
import { IN_CASH, shiftOfReversal } from './shifts.ts';
import { bearSpecial } from './special.ts';
import { type Stamp, stamped } from './stamp.ts';

export interface PaymentCancellation {
  motivo: CancellationMotive;
  razon: string;
  codigoId?: number | undefined;
  tipoMotivoCancelacionId?: number | undefined;
  tipoRelacionFacturaId?: number | undefined;
  /** The cancellation of their invoice, which is confirmed: what was locked for it may fall now. */
  cancelacionFacturaId?: number | undefined;
  /**
   * The money stays: the caller books the same amounts on the same charges with another receipt. Nothing that depends on them
   * changes then, but for coded discounts, which go over to that receipt.
   */
  sustituido?: boolean | undefined;
}

interface CancellablePago {
  id: number;
  reciboId: number;
  cajaId: number;
  turnoId: number | null;
  efectivo: boolean;
  cargoId: number;
  loteId: number;
  loteReciboId: number;
  monto: Centavos;
  status: string;
  esFondo: boolean;
  cierre: string | null;
  /** Folio of the live invoice that it stands on, unless credit notes have taken all of it back. */
  factura: string | null;
}

/**
 * Cancels payments by further rows. The caller has locked the lots of their charges and of their receipts. Refuses one that
 * is cancelled already, or whose invoice stands.
 */
export async function cancelPayments(
  tx: Tx,
  stamp: Stamp,
  pagoIds: readonly number[],
  by: PaymentCancellation,
): Promise<void> {
  if (pagoIds.length === 0) return;
  const pagos = await listCancellable(tx, pagoIds);
  if (pagos.length !== new Set(pagoIds).size) {
    throw new Refusal('El pago no existe. Actualice la página e intente de nuevo');
  }
  refuseUncancellable(pagos, by);
  await insertCancellations(tx, stamp, pagos, by);
  const cargoIds = [...new Set(pagos.map((pago) => pago.cargoId))];
  const ids = pagos.map((pago) => pago.id);
  const sustituido = by.sustituido === true;
  await reverseAdjustments(tx, stamp, await listFallingDiscounts(tx, ids, cargoIds, sustituido), by.razon);
  if (!sustituido) {
    await widenPromptDiscount(tx, stamp, ids, by.razon);
    // A cancelled charge stays cancelled: what the payment had settled is cancelled too.
    await adjust(
      tx,
      stamp,
      pagos
        .filter((pago) => pago.cierre !== null)
        .map((pago) => ({
          ...{ cargoId: pago.cargoId, tipo: 'cancelacion' as const, monto: pago.monto },
          ...{ razon: by.razon, codigoId: by.codigoId },
        })),
    );
  }
  await moveFund(
    tx,
    stamp,
    pagos
      .filter((pago) => pago.esFondo)
      .map((pago) => ({
        loteId: pago.loteReciboId,
        tipo: 'devolucion' as const,
        monto: pago.monto,
        reciboId: pago.reciboId,
        pagoId: pago.id,
        codigoId: by.codigoId,
        razon: by.razon,
      })),
  );
  if (sustituido) return;
  await followReopening(tx, stamp, cargoIds, [...new Set(pagos.flatMap((pago) => [pago.loteId, pago.loteReciboId]))]);
  // What a receipt gave away came with its money: once none of that is left, nothing stands for it.
  for (const recibo of await listEmptied(tx, ids)) await cancelLoneDiscounts(tx, stamp, recibo, by.razon);
}

/** The receipts of these payments of which no payment is left. */
const listEmptied = (tx: Tx, pagoIds: readonly number[]) =>
  rowsFrom(tx)<{ id: number; loteId: number }>`
    SELECT r.id, r.lote_id AS "loteId" FROM recibo r
    WHERE r.id IN (SELECT recibo_id FROM pago WHERE id = ANY(${[...pagoIds]}::int[]))
      AND NOT EXISTS (SELECT 1 FROM pago p WHERE p.recibo_id = r.id AND p.status <> 'cancelado')
    ORDER BY r.id`;

/** What charges that may be open again bring about: the special percentage of their lots, late interest, merges since. */
async function followReopening(
  tx: Tx,
  stamp: Stamp,
  cargoIds: readonly number[],
  loteIds: readonly number[],
): Promise<void> {
  await bearSpecial(tx, stamp, cargoIds);
  await replaceInterest(tx, stamp, cargoIds);
  await followMerges(tx, stamp, loteIds);
}

const listCancellable = (tx: Tx, pagoIds: readonly number[]) =>
  rowsFrom(tx)<CancellablePago>`
    SELECT p.id, p.recibo_id AS "reciboId", r.caja_id AS "cajaId", r.turno_id AS "turnoId", ${IN_CASH} AS efectivo, p.cargo_id AS "cargoId", c.lote_id AS "loteId", r.lote_id AS "loteReciboId",
      p.monto_centavos AS monto, p.status, r.es_fondo AS "esFondo", c.cierre,
      (SELECT concat_ws('-', nullif(f.serie, ''), coalesce(f.folio, f.id)) FROM factura_concepto x JOIN factura f ON f.id = x.factura_id
       WHERE x.pago_id = p.id AND x.viva AND NOT pago_acreditado(p.id)) AS factura
    FROM pago p JOIN recibo r ON r.id = p.recibo_id JOIN cargo c ON c.id = p.cargo_id
    WHERE p.id = ANY(${[...pagoIds]}::int[]) ORDER BY p.id`;

function refuseUncancellable(
  pagos: readonly CancellablePago[],
  { cancelacionFacturaId }: Pick<PaymentCancellation, 'cancelacionFacturaId'>,
): void {
  if (pagos.some((pago) => pago.status === 'cancelado')) {
    throw new Refusal('El pago ya está cancelado. Actualice la página');
  }
  if (cancelacionFacturaId !== undefined) return;
  if (pagos.some((pago) => pago.status === 'en_cancelacion')) {
    throw new Refusal('El pago está en cancelación. Espere la respuesta del proveedor');
  }
  const facturado = pagos.find((pago) => pago.factura !== null);
  if (facturado) throw new Refusal(`El pago está en la factura ${facturado.factura}. Cancele primero la factura`);
}

async function insertCancellations(
  tx: Tx,
  stamp: Stamp,
  pagos: readonly CancellablePago[],
  by: PaymentCancellation,
): Promise<void> {
  const turnos = new Map<number, number | null>();
  for (const { reciboId, ...recibo } of pagos) {
    if (!turnos.has(reciboId)) turnos.set(reciboId, await shiftOfReversal(tx, { ...recibo, motivo: by.motivo }));
  }
  await tx
    .insertInto('pago_cancelacion')
    .values(
      pagos.map((pago) => ({
        ...stamped(stamp),
        pago_id: pago.id,
        turno_id: turnos.get(pago.reciboId) ?? null,
        motivo: by.motivo,
        razon: by.razon,
        codigo_id: by.codigoId ?? null,
        tipo_motivo_cancelacion_id: by.tipoMotivoCancelacionId ?? null,
        tipo_relacion_factura_id: by.tipoRelacionFacturaId ?? null,
      })),
    )
    .execute();
}

/**
 * What falls with payments: what their receipts granted to their charges, and a month's prompt-payment discount with any
 * payment that was in time, whichever receipt it was booked with. Of payments that another receipt takes the place of, the
 * first alone, of cancelled charges too.
 */
async function listFallingDiscounts(
  tx: Tx,
  pagoIds: readonly number[],
  cargoIds: readonly number[],
  sustituido: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM ajuste a JOIN cargo c ON c.id = a.cargo_id
    WHERE a.cargo_id = ANY(${[...cargoIds]}::int[]) AND NOT a.revertido AND (c.cierre IS NULL OR ${sustituido})
      AND (
        a.tipo = 'regla' AND NOT ${sustituido} AND EXISTS (
          SELECT 1 FROM pago p WHERE p.id = ANY(${[...pagoIds]}::int[])
            AND p.cargo_id = a.cargo_id AND p.fecha_pago <= c.vence)
        OR a.tipo = 'descuento' AND EXISTS (
          SELECT 1 FROM pago p WHERE p.id = ANY(${[...pagoIds]}::int[])
            AND p.cargo_id = a.cargo_id AND p.recibo_id = a.recibo_id)
      )
    ORDER BY a.id`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Money that came late had left less for a month's prompt-payment discount to take off. Once it counts as never received, the
 * discount is what the rules give on what came in time: that is all that is open, for what came in time covers the discounted
 * total. The row that takes its place is of its own day and receipt, of today where that month is closed.
 */
async function widenPromptDiscount(tx: Tx, stamp: Stamp, pagoIds: readonly number[], razon: string): Promise<void> {
  const { rows } = await sql<{
    id: number;
    cargoId: number;
    monto: Centavos;
    fecha: Fecha;
    fechaValor: Fecha;
    razon: string;
    reciboId: number | null;
  }>`
    SELECT DISTINCT a.id, c.id AS "cargoId", (a.monto_centavos + c.saldo_centavos)::bigint AS monto, a.fecha,
      coalesce(a.fecha_valor, a.fecha) AS "fechaValor", a.razon, a.recibo_id AS "reciboId"
    FROM pago p
    JOIN cargo c ON c.id = p.cargo_id AND c.cierre IS NULL AND c.saldo_centavos > 0
    JOIN ajuste a ON a.cargo_id = c.id AND a.tipo = 'regla' AND NOT a.revertido
    WHERE p.id = ANY(${[...pagoIds]}::int[])
    ORDER BY a.id`.execute(tx);
  await reverseAdjustments(
    tx,
    stamp,
    rows.map((row) => row.id),
    razon,
  );
  for (const { id: _id, fecha, reciboId, ...row } of rows) {
    await adjust(tx, stamp, [
      { ...row, tipo: 'regla', reciboId: reciboId ?? undefined, fecha: await openDate(tx, stamp, fecha) },
    ]);
  }
}

/**
 * Cancels the excess that a receipt put into the fund; refused once it was spent. Of a merged lot it is taken out of the
 * reference lot's fund, where it went. The caller has locked both.
 */
export async function cancelExcess(
  tx: Tx,
  stamp: Stamp,
  abono: { id: number; loteId: number; monto: Centavos; reciboId: number },
  by: Pick<PaymentCancellation, 'motivo' | 'razon' | 'codigoId'>,
): Promise<void> {
  const done = await tx
    .selectFrom('fondo_movimiento')
    .select('id')
    .where('cancela_id', '=', abono.id)
    .executeTakeFirst();
  if (done) throw new Refusal('El abono a fondo ya está cancelado. Actualice la página');
  const referenceId = await referenceOf(tx, abono.loteId);
  const fondo = await fundOf(tx, referenceId);
  if (fondo < abono.monto) {
    throw new Refusal(
      `El abono a fondo ya se usó: quedan ${inPesos(fondo)} en el fondo. Cancele primero los pagos hechos con él`,
    );
  }
  const back = { tipo: 'traslado' as const, razon: by.razon, codigoId: by.codigoId };
  await moveFund(tx, stamp, [
    ...(referenceId === abono.loteId
      ? []
      : [
          { ...back, loteId: referenceId, monto: -abono.monto },
          { ...back, loteId: abono.loteId, monto: abono.monto },
        ]),
    {
      loteId: abono.loteId,
      tipo: 'cancelacion',
      monto: -abono.monto,
      reciboId: abono.reciboId,
      turnoId: await shiftOfReversal(tx, { ...(await registerOf(tx, abono.reciboId)), motivo: by.motivo }),
      cancelaId: abono.id,
      motivo: by.motivo,
      codigoId: by.codigoId,
      razon: by.razon,
    },
  ]);
}

/** A coded discount that took all of a charge, so that its receipt has no payment of it to be cancelled with. */
export interface LoneDiscount {
  id: number;
  cargoId: number;
  loteId: number;
  loteReciboId: number;
  revertido: boolean;
  cierre: string | null;
}

/** Takes such a discount back: its charge reopens. The caller has locked the lots of the charge and of the receipt. */
export async function cancelDiscount(tx: Tx, stamp: Stamp, discount: LoneDiscount, razon: string): Promise<void> {
  if (discount.revertido) throw new Refusal('El descuento ya está cancelado. Actualice la página');
  if (discount.cierre !== null) throw new Refusal('El cargo del descuento está cancelado: no hay nada que reabrir');
  await reverseAdjustments(tx, stamp, [discount.id], razon);
  await followReopening(tx, stamp, [discount.cargoId], [discount.loteId, discount.loteReciboId]);
}

/**
 * Takes back what a receipt granted besides its payments, whose money did not come in: coded discounts that left nothing to
 * pay of a charge, with those of the receipts that it took the place of. Their charges reopen. The caller has locked the
 * receipt's lots and cancelled its payments.
 */
export async function cancelLoneDiscounts(
  tx: Tx,
  stamp: Stamp,
  recibo: { id: number; loteId: number },
  razon: string,
): Promise<void> {
  const { rows } = await sql<{ id: number; cargoId: number }>`
    ${withEarlier(sql`${recibo.id}::int`)}
    SELECT a.id, a.cargo_id AS "cargoId" FROM antes JOIN ajuste a ON a.recibo_id = antes.id JOIN cargo c ON c.id = a.cargo_id
    WHERE a.tipo = 'descuento' AND NOT a.revertido AND c.cierre IS NULL
    ORDER BY a.id`.execute(tx);
  if (rows.length === 0) return;
  await reverseAdjustments(
    tx,
    stamp,
    rows.map((row) => row.id),
    razon,
  );
  await followReopening(
    tx,
    stamp,
    rows.map((row) => row.cargoId),
    [recibo.loteId],
  );
}

/** How a receipt came in. */
async function registerOf(tx: Tx, reciboId: number) {
  const { rows } = await sql<Pick<CancellablePago, 'cajaId' | 'turnoId' | 'efectivo'>>`
    SELECT r.caja_id AS "cajaId", r.turno_id AS "turnoId", ${IN_CASH} AS efectivo FROM recibo r WHERE r.id = ${reciboId}`.execute(
    tx,
  );
  const [register] = rows;
  if (!register) throw new Error(`receipt ${reciboId} is gone`);
  return register;
}
