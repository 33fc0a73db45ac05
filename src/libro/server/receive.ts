/**
 * Receiving money: one receipt, one payment per charge it settles, the adjustments granted with it, and what is left over
 * to the fund. The caller has locked the lot and decided the amounts with `core`. Source: DOMAIN.md 5.
 */
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { FUTURE_PAYMENT } from '../messages.ts';
import { type Adjustment, adjust } from './adjust.ts';
import { moveFund } from './fund.ts';
import { replaceInterest } from './interest.ts';
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

/** Refuses a date in the future, a register that is closed or unknown, an unknown method. */
export async function refuseTender(tx: Tx, stamp: Pick<Stamp, 'today'>, tender: Tender): Promise<void> {
  if (tender.fechaPago > stamp.today) throw new Refusal(FUTURE_PAYMENT);
  const caja = await tx
    .selectFrom('caja')
    .select(['name', 'active'])
    .where('id', '=', tender.cajaId)
    .forShare()
    .executeTakeFirst();
  if (!caja) throw new Refusal('La caja no existe. Elija otra');
  if (!caja.active) throw new Refusal(`La caja «${caja.name}» está cerrada. Elija otra`);
  if (tender.metodo === 'fondo') return;
  const metodo = await tx.selectFrom('metodo_pago').select('id').where('id', '=', tender.metodo).executeTakeFirst();
  if (!metodo) throw new Refusal('El método de pago no existe. Elija otro');
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
      usuario_id: stamp.usuarioId,
      created_at: stamp.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await adjust(
    tx,
    // Granted with the payment, so of its date: a discount taken in time counts from then on.
    { ...stamp, today: tender.fechaPago },
    lines.flatMap((line) =>
      (line.ajustes ?? []).map((entry) => ({ ...entry, cargoId: line.cargoId, reciboId: recibo.id })),
    ),
  );
  const paid = lines.filter((line) => line.monto > 0);
  const pagos =
    paid.length === 0
      ? []
      : await tx
          .insertInto('pago')
          .values(
            paid.map((line) => ({
              recibo_id: recibo.id,
              cargo_id: line.cargoId,
              monto_centavos: line.monto,
              fecha_pago: tender.fechaPago,
              created_at: stamp.now,
            })),
          )
          .returning(['id', 'cargo_id as cargoId', 'monto_centavos as monto'])
          .execute();
  if (esFondo && applied > 0) {
    await moveFund(tx, stamp, [{ loteId, tipo: 'uso', monto: -applied, reciboId: recibo.id }]);
  } else if (excedente > 0) {
    await moveFund(tx, stamp, [{ loteId, tipo: 'abono', monto: excedente, reciboId: recibo.id }]);
  }
  await replaceInterest(
    tx,
    stamp,
    lines.map((line) => line.cargoId),
  );
  return { reciboId: recibo.id, pagos, total, aFondo: esFondo ? -applied : excedente };
}
