/** What the payments that may take late interest along share: those of months, and that of an initial fee. */
import type { InterestPayment, MaintenanceDue } from '#core/allocation.ts';
import type { Centavos } from '#core/money.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { CODE_REJECTED } from '../messages.ts';
import { spendCode } from './codes.ts';
import { discountByCode, inPesos, paidByFund } from './pay-charge.ts';
import type { PaymentLine, Tender } from './receive.ts';

/**
 * How much is taken: what is handed over, or what the fund can pay. Refuses an empty fund, and more than the total to pay.
 * @param sent what is handed over; of no account where the fund pays
 * @param fondo the balance of the lot's fund
 */
export function amountTaken(
  sent: Centavos,
  due: Pick<MaintenanceDue, 'exact' | 'total'>,
  { metodo }: Pick<Tender, 'metodo'>,
  fondo: Centavos,
): Centavos {
  if (metodo === 'fondo') return paidByFund(due.exact, fondo);
  if (sent > due.total) {
    throw new Refusal(`El total a pagar es de ${inPesos(due.total)}. Escriba un monto que no lo supere`);
  }
  return sent;
}

export interface InterestDiscount {
  loteId: number;
  percent: number;
  codigo: string;
  /** What the interest grew on, for the code's trace; left out of months, which may be many. */
  concepto?: string | undefined;
}

/** The lines that pay late interest. A discount spends its code, and is refused without one. */
export async function interestLines(
  ctx: Context,
  paid: readonly InterestPayment[],
  { loteId, percent, codigo, concepto }: InterestDiscount,
): Promise<PaymentLine[]> {
  const discounted = paid.filter(({ descuento }) => descuento > 0);
  let codigoId: number | undefined;
  if (discounted.length > 0) {
    if (codigo === '') throw new Refusal(CODE_REJECTED);
    codigoId = await spendCode(ctx, codigo, {
      operacion: 'Descuento en intereses moratorios',
      loteId,
      detalle: `${concepto === undefined ? '' : `${concepto}, `}${discounted.length} intereses: ${percent}%`,
      monto: discounted.reduce((sum, { descuento }) => sum + descuento, 0),
    });
  }
  return paid.map(({ entry, pago, descuento }) => ({
    cargoId: entry.id,
    monto: pago,
    ajustes: discountByCode(descuento, percent, codigoId),
  }));
}
