/** Prompt-payment rules and percentages. Amounts in centavos; each percentage is rounded by itself, then summed. */
import type { Fecha } from './fecha.ts';
import { type Centavos, percentageOf } from './money.ts';

/** What all prompt-payment rules together take off a month, at most its total. `percents` as in the rules: 10 is 10%. */
export function ruleDiscount(total: Centavos, percents: readonly number[]): Centavos {
  const sum = percents.reduce((acc, percent) => acc + percentageOf(total, percent), 0);
  return Math.min(total, sum);
}

export interface PromptMonth {
  total: Centavos;
  /** The cut-off; a payment dated on it is in time. */
  corte: Fecha;
  /** Everything received so far. */
  pagado: Centavos;
  /** What was received with a payment date on or before the cut-off. */
  pagadoEnTiempo: Centavos;
  /** Adjustments in force. */
  ajustado: Centavos;
  /** A special percentage, a condonation or a coded discount stands on the month: the rules do not apply. */
  excluido: boolean;
}

/**
 * The discount that the rules still grant to a month on a payment date, before it is known whether the money covers it;
 * 0 when it is late, excluded or already granted.
 */
export function promptDiscountOn(month: PromptMonth, fechaPago: Fecha, percents: readonly number[]): Centavos {
  if (month.excluido || fechaPago > month.corte) return 0;
  const discount = ruleDiscount(month.total, percents);
  // Something received late, or another adjustment, can leave less to take off than the rules would give.
  return Math.max(0, Math.min(discount, month.total - month.pagado - month.ajustado));
}

/**
 * True when a payment of `monto` on `fechaPago` makes what came in on time cover the discounted total.
 * Source: DOMAIN.md 6.
 */
export function earnsPromptDiscount(
  month: PromptMonth,
  fechaPago: Fecha,
  percents: readonly number[],
  monto: Centavos,
): boolean {
  const discount = promptDiscountOn(month, fechaPago, percents);
  return discount > 0 && month.pagadoEnTiempo + monto >= month.total - ruleDiscount(month.total, percents);
}
