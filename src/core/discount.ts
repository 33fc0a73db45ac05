/** Prompt-payment rules and special percentages. Amounts in centavos; each percentage is rounded by itself, then summed. */
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
  /** A special percentage, a condonation or a discount stands on the month: the rules do not apply (again). */
  excluido: boolean;
}

/** What a payment in time still has to bring so that what came in on time covers the discounted total. */
function missingInTime(month: PromptMonth, percents: readonly number[]): Centavos {
  return Math.max(0, month.total - ruleDiscount(month.total, percents) - month.pagadoEnTiempo);
}

/**
 * The discount that the rules still grant to a month on a payment date, before it is known whether the money covers it;
 * 0 when it is late, excluded or already granted. What was received late leaves less to take off, not more to pay.
 */
export function promptDiscountOn(month: PromptMonth, fechaPago: Fecha, percents: readonly number[]): Centavos {
  if (month.excluido || fechaPago > month.corte) return 0;
  const saldo = month.total - month.pagado - month.ajustado;
  return Math.max(0, Math.min(ruleDiscount(month.total, percents), saldo - missingInTime(month, percents)));
}

/**
 * True when a payment of `monto` on `fechaPago` makes what came in on time cover the discounted total.
 * Source: dominio.md#prompt-payment.
 */
export function earnsPromptDiscount(
  month: PromptMonth,
  fechaPago: Fecha,
  percents: readonly number[],
  monto: Centavos,
): boolean {
  return promptDiscountOn(month, fechaPago, percents) > 0 && monto >= missingInTime(month, percents);
}

/**
 * The discount that `monto` on `fechaPago` would earn, and does not because money that came late took its place on the
 * month; 0 where nothing is lost so. It comes back when the later receipt is returned and captured anew after this one.
 */
export function displacedDiscount(
  month: PromptMonth,
  fechaPago: Fecha,
  percents: readonly number[],
  monto: Centavos,
): Centavos {
  if (monto < missingInTime(month, percents)) return 0;
  const withoutLate = { ...month, pagado: month.pagadoEnTiempo };
  return promptDiscountOn(withoutLate, fechaPago, percents) - promptDiscountOn(month, fechaPago, percents);
}

export interface SpecialMonth {
  total: Centavos;
  saldo: Centavos;
  /** What the special percentage takes off it now. */
  especial: Centavos;
  /** Owing nothing, it stays so whatever the percentage becomes: money closed it, or it was created with nothing to pay. */
  firme: boolean;
}

/**
 * What a lot's special percentage (null: none) takes off a month: that part of its total, at most what is open without it. A
 * month that an earlier percentage closed is open without it. Source: dominio.md#special-percentages.
 */
export function specialDiscountOn(month: SpecialMonth, percent: number | null): Centavos {
  if (month.saldo === 0 && month.firme) return month.especial;
  return Math.min(percentageOf(month.total, percent ?? 0), month.saldo + month.especial);
}
