/**
 * Forgiving and cancelling what is owed, with a supervisor's code and a reason. Amounts are computed on the balance of the
 * moment, whatever the screen showed. Source: dominio.md#ledger, #codes-fund-fees and #cancelling.
 */
import { type Centavos, percentageOf } from '#core/money.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { adjust, cancelCharge } from './adjust.ts';
import { type Charge, type ChargeKind, lockCharge, refuseClosedCharge } from './charges.ts';
import { spendCode } from './codes.ts';
import { replaceInterest } from './interest.ts';
import { inPesos } from './pay-charge.ts';
import { stampOf } from './stamp.ts';

export interface Authorized {
  tipo: ChargeKind;
  cargoId: number;
  codigo: string;
  razon: string;
  /** For the code's trace and the audit note: 'sanción'. */
  nombre: string;
}

const sumsOf = ({ saldo, condonado, status }: Charge) => ({ saldo, condonado, status });

/** Forgives a percentage of what is still owed of a charge; returns the amount. */
export async function condoneCharge(ctx: Context, asked: Authorized & { percent: number }): Promise<Centavos> {
  const { tx } = ctx;
  const { percent, razon, nombre } = asked;
  const { charge, lote } = await lockCharge(tx, asked.tipo, asked.cargoId);
  refuseClosedCharge(charge);
  const monto = percentageOf(charge.saldo, percent);
  if (monto === 0) {
    throw new Refusal(`El ${percent}% de ${inPesos(charge.saldo)} no condona nada. Escriba un porcentaje mayor`);
  }
  const codigoId = await spendCode(ctx, asked.codigo, {
    operacion: `Condonación de ${nombre}`,
    loteId: lote.id,
    detalle: `${charge.concepto}: ${percent}%. ${razon}`,
    monto,
  });
  await adjust(tx, stampOf(ctx), [
    { cargoId: charge.id, tipo: 'condonacion', monto, porcentaje: percent, razon, codigoId },
  ]);
  await ctx.audit({
    status: 'actualizado',
    entidad: 'cargo',
    entidadId: charge.id,
    referencia: lote.referencia,
    nota: `Condonación de ${nombre} por ${inPesos(monto)} (${percent}%): ${charge.concepto}. ${razon}`,
    antes: sumsOf(charge),
    despues: { saldo: charge.saldo - monto, condonado: charge.condonado + monto, porcentaje: percent },
  });
  return monto;
}

/** Cancels what is still owed of a charge; what was received stays received. Returns the amount. */
export async function cancelOwed(ctx: Context, asked: Authorized): Promise<Centavos> {
  const { tx } = ctx;
  const { razon, nombre } = asked;
  const stamp = stampOf(ctx);
  const { charge, lote } = await lockCharge(tx, asked.tipo, asked.cargoId);
  refuseClosedCharge(charge);
  const codigoId = await spendCode(ctx, asked.codigo, {
    operacion: `Cancelación de ${nombre}`,
    loteId: lote.id,
    detalle: `${charge.concepto}. ${razon}`,
    monto: charge.saldo,
  });
  await cancelCharge(tx, stamp, charge, { codigoId, razon });
  await replaceInterest(tx, stamp, [charge.id]);
  await ctx.audit({
    status: 'cancelado',
    entidad: 'cargo',
    entidadId: charge.id,
    referencia: lote.referencia,
    nota: `Cancelación de ${nombre} por ${inPesos(charge.saldo)}: ${charge.concepto}. ${razon}`,
    antes: sumsOf(charge),
    despues: { saldo: 0, condonado: charge.condonado, status: 'cancelado' },
  });
  return charge.saldo;
}
