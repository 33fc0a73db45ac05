/**
 * Receiving money: one receipt, one payment per charge it settles, the adjustments granted with it, and what is left over
 * to the fund. The caller has locked the lot and decided the amounts with `core`. Source: DOMAIN.md 5.
 */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { FUTURE_PAYMENT } from '../messages.ts';
import { type Adjustment, adjust } from './adjust.ts';
import { moveFund } from './fund.ts';
import { replaceInterest } from './interest.ts';
import { closedPeriodRefusal, closedUntil } from './periods.ts';
import { openShiftOf, shiftsAreRequired } from './shifts.ts';
import type { Stamp } from './stamp.ts';

export interface Tender {
  /** A payment method's id, or the lot's own fund. */
  metodo: number | 'fondo';
  cajaId: number;
  fechaPago: Fecha;
  noCuenta: string;
  referencia: string;
}

export interface PaymentLine {
  cargoId: number;
  /** 0 where an adjustment alone closes the charge. */
  monto: Centavos;
  ajustes?: readonly Omit<Adjustment, 'cargoId' | 'reciboId'>[] | undefined;
}

export interface Receipt {
  reciboId: number;
  pagos: { id: number; cargoId: number; monto: Centavos }[];
  total: Centavos;
  aFondo: Centavos;
}

/** Refuses a date in the future or in a closed period, a register that takes nothing now or is unknown, an unknown method. */
export async function refuseTender(tx: Tx, stamp: Pick<Stamp, 'today'>, tender: Tender): Promise<void> {
  if (tender.fechaPago > stamp.today) throw new Refusal(FUTURE_PAYMENT);
  const [closed, caja, turnoId, required, metodo] = await Promise.all([
    closedUntil(tx),
    tx.selectFrom('caja').select(['name', 'active']).where('id', '=', tender.cajaId).forShare().executeTakeFirst(),
    openShiftOf(tx, tender.cajaId),
    shiftsAreRequired(tx),
    tender.metodo === 'fondo'
      ? undefined
      : tx.selectFrom('metodo_pago').select('id').where('id', '=', tender.metodo).executeTakeFirst(),
  ]);
  const period = closedPeriodRefusal(tender.fechaPago, closed);
  if (period !== undefined) throw new Refusal(period);
  if (!caja) throw new Refusal('La caja no existe. Elija otra');
  if (!caja.active) throw new Refusal(`La caja «${caja.name}» está cerrada. Elija otra`);
  if (required && turnoId === null && tender.metodo !== 'fondo') {
    throw new Refusal(`La caja «${caja.name}» no tiene un turno abierto. Ábralo en Turnos de caja, o elija otra caja`);
  }
  if (tender.metodo !== 'fondo' && !metodo) throw new Refusal('El método de pago no existe. Elija otro');
}

/**
 * Books a receipt. `excedente` goes to the fund; paid from the fund there is none. Untouched late interest whose base the
 * payment changes is replaced.
 */
export async function receivePayment(
  tx: Tx,
  stamp: Stamp,
  payment: {
    loteId: number;
    tender: Tender;
    lines: readonly PaymentLine[];
    excedente: Centavos;
    corrigeId?: number | undefined;
  },
): Promise<Receipt> {
  const { loteId, tender, lines, excedente } = payment;
  const esFondo = tender.metodo === 'fondo';
  const applied = lines.reduce((sum, line) => sum + line.monto, 0);
  if (esFondo && excedente !== 0) throw new Error('what the fund pays leaves nothing over');
  const total = esFondo ? 0 : applied + excedente;
  const turnoId = esFondo ? null : await openShiftOf(tx, tender.cajaId);
  const recibo = await tx
    .insertInto('recibo')
    .values({
      lote_id: loteId,
      fecha_pago: tender.fechaPago,
      caja_id: tender.cajaId,
      metodo_pago_id: tender.metodo === 'fondo' ? null : tender.metodo,
      es_fondo: esFondo,
      no_cuenta: tender.noCuenta,
      referencia: tender.referencia,
      total_centavos: total,
      corrige_id: payment.corrigeId ?? null,
      turno_id: turnoId,
      usuario_id: stamp.usuarioId,
      created_at: stamp.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const paid = lines.filter((line) => line.monto > 0);
  const [pagos] = await Promise.all([
    insertPagos(tx, stamp, { reciboId: recibo.id, fechaPago: tender.fechaPago, lines: paid }),
    adjust(
      tx,
      // Granted with the payment, so of its date: a discount taken in time counts from then on.
      { ...stamp, today: tender.fechaPago },
      lines.flatMap((line) =>
        (line.ajustes ?? []).map((entry) => ({ ...entry, cargoId: line.cargoId, reciboId: recibo.id })),
      ),
    ),
    moveFund(
      tx,
      stamp,
      esFondo && applied > 0
        ? [{ loteId, tipo: 'uso', monto: -applied, reciboId: recibo.id }]
        : excedente > 0
          ? [{ loteId, tipo: 'abono', monto: excedente, reciboId: recibo.id }]
          : [],
    ),
  ]);
  await replaceInterest(
    tx,
    stamp,
    lines.map((line) => line.cargoId),
    tender.fechaPago,
  );
  return { reciboId: recibo.id, pagos, total, aFondo: esFondo ? -applied : excedente };
}

/** The payments of a receipt, in the order of its lines. One text whatever their number, so that it is planned once. */
async function insertPagos(
  tx: Tx,
  { now }: Stamp,
  { reciboId, fechaPago, lines }: { reciboId: number; fechaPago: Fecha; lines: readonly PaymentLine[] },
): Promise<Receipt['pagos']> {
  if (lines.length === 0) return [];
  const { rows } = await sql<Receipt['pagos'][number]>`
    INSERT INTO pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
    SELECT ${reciboId}::int, cargo_id, monto, ${fechaPago}::date, ${now}::timestamptz
    FROM unnest(${lines.map((line) => line.cargoId)}::int[], ${lines.map((line) => line.monto)}::bigint[])
      WITH ORDINALITY AS linea (cargo_id, monto, orden)
    ORDER BY orden
    RETURNING id, cargo_id AS "cargoId", monto_centavos AS monto`.execute(tx);
  return rows;
}
