/** The lot's fund: movements only; its balance is their sum, and the database keeps it from falling below 0. */
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { type Stamp, stamped } from './stamp.ts';

export type FundKind = 'abono' | 'uso' | 'devolucion' | 'cancelacion' | 'traslado' | 'reembolso' | 'apertura';

/** Why money that was taken is taken back. */
export type CancellationMotive = 'cancelado' | 'devuelto' | 'correccion';

export interface FundMovement {
  loteId: number;
  tipo: FundKind;
  /** Signed: what goes out is negative. */
  monto: Centavos;
  reciboId?: number | undefined;
  pagoId?: number | undefined;
  cancelaId?: number | undefined;
  /** Of what takes an excess back: why, as with payments. */
  motivo?: CancellationMotive | undefined;
  /** The shift that the money left by. */
  turnoId?: number | null | undefined;
  /** Of a refund: the method, and the register where it left by one. */
  cajaId?: number | undefined;
  metodoId?: number | undefined;
  codigoId?: number | undefined;
  razon?: string | undefined;
  /** The day that it is booked on. Today, if left out. */
  fecha?: Fecha | undefined;
}

/** The rows of movements. */
export function fundRows(stamp: Stamp, movements: readonly FundMovement[]) {
  const day = stamped(stamp);
  return movements.map((movement) => ({
    ...day,
    fecha: movement.fecha ?? day.fecha,
    lote_id: movement.loteId,
    tipo: movement.tipo,
    monto_centavos: movement.monto,
    recibo_id: movement.reciboId ?? null,
    pago_id: movement.pagoId ?? null,
    cancela_id: movement.cancelaId ?? null,
    motivo: movement.motivo ?? null,
    turno_id: movement.turnoId ?? null,
    caja_id: movement.cajaId ?? null,
    metodo_pago_id: movement.metodoId ?? null,
    codigo_id: movement.codigoId ?? null,
    razon: movement.razon ?? '',
  }));
}

/** Books movements; the caller has locked the lots and checked the balance. Returns their ids. */
export function moveFund(tx: Tx, stamp: Stamp, movements: readonly FundMovement[]): Promise<number[]> {
  return insertRows(tx, 'fondo_movimiento', fundRows(stamp, movements));
}

/** The balance of a lot's fund. */
export async function fundOf(tx: Tx, loteId: number): Promise<Centavos> {
  const row = await tx
    .selectFrom('fondo')
    .select('saldo_centavos as saldo')
    .where('lote_id', '=', loteId)
    .executeTakeFirst();
  return row?.saldo ?? 0;
}
