/** Adjustments: what reduces a charge without money. Each is a row; a reversal is a further row. */
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import type { Charge } from './charges.ts';
import { type Stamp, stamped } from './stamp.ts';

export type AdjustmentKind =
  | 'regla'
  | 'especial'
  | 'descuento'
  | 'condonacion'
  | 'cancelacion'
  | 'anulacion'
  | 'reemplazo';

export interface Adjustment {
  cargoId: number;
  tipo: AdjustmentKind;
  monto: Centavos;
  porcentaje?: number | undefined;
  razon?: string | undefined;
  codigoId?: number | undefined;
  /** The payment that it is granted in. */
  reciboId?: number | undefined;
  /** The day that it is booked on. Today, if left out. */
  fecha?: Fecha | undefined;
  /** The day that it counts from, where it is another. */
  fechaValor?: Fecha | undefined;
}

/** The rows of adjustments. */
export function adjustmentRows(stamp: Stamp, adjustments: readonly Adjustment[]) {
  const day = stamped(stamp);
  return adjustments.map((entry) => ({
    ...day,
    fecha: entry.fecha ?? day.fecha,
    fecha_valor: entry.fechaValor === (entry.fecha ?? day.fecha) ? null : (entry.fechaValor ?? null),
    cargo_id: entry.cargoId,
    tipo: entry.tipo,
    monto_centavos: entry.monto,
    porcentaje: entry.porcentaje ?? null,
    razon: entry.razon ?? '',
    codigo_id: entry.codigoId ?? null,
    recibo_id: entry.reciboId ?? null,
  }));
}

/** Books adjustments; answers their ids. The caller has locked the lot and decided that each fits its charge's balance. */
export function adjust(tx: Tx, stamp: Stamp, adjustments: readonly Adjustment[]): Promise<number[]> {
  return insertRows(tx, 'ajuste', adjustmentRows(stamp, adjustments));
}

/** Takes adjustments back by a further row each. */
export async function reverseAdjustments(tx: Tx, stamp: Stamp, ids: readonly number[], razon: string): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('ajuste_reverso')
    .values(ids.map((id) => ({ ...stamped(stamp), ajuste_id: id, razon })))
    .execute();
}

/** Cancels what is left of a charge; money already received stays received. */
export async function cancelCharge(
  tx: Tx,
  stamp: Stamp,
  charge: Pick<Charge, 'id' | 'saldo'>,
  by: { codigoId?: number | undefined; razon: string },
): Promise<void> {
  await adjust(tx, stamp, [{ cargoId: charge.id, tipo: 'cancelacion', monto: charge.saldo, ...by }]);
}
