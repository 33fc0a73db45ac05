/** What a charge owes and what it is called, from its sums. The database computes the same in `cargo.status`. */
import type { Centavos } from './money.ts';

export type ChargeStatus = 'vigente' | 'incompleto' | 'pagado' | 'condonado' | 'cancelado';

export interface ChargeSums {
  monto: Centavos;
  /** Payments in force. */
  pagado: Centavos;
  /** Discounts, condonations and cancellations in force. */
  ajustado: Centavos;
  /** The condonations among them. */
  condonado: Centavos;
  cancelado: boolean;
}

/** What is left to pay of a charge. */
export function saldoOf({ monto, pagado, ajustado }: Pick<ChargeSums, 'monto' | 'pagado' | 'ajustado'>): Centavos {
  return monto - pagado - ajustado;
}

/** Closed without a payment a charge is 'condonado' where something of it was condoned; a discount that took all pays it. */
export function statusOf(charge: ChargeSums): ChargeStatus {
  if (charge.cancelado) return 'cancelado';
  if (saldoOf(charge) === 0) return charge.condonado > 0 && charge.pagado === 0 ? 'condonado' : 'pagado';
  return charge.pagado === 0 && charge.condonado === 0 ? 'vigente' : 'incompleto';
}

/** The statuses that count as owed. */
export function isOwed(status: string): boolean {
  return status === 'vigente' || status === 'incompleto';
}
