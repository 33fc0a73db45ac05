/**
 * How a payment is spread over what it pays: the same on the screen, which shows it before the money moves, and on the
 * server, which books it. Amounts in centavos. Source: specification 001, section 9; dominio.md#ledger and #maintenance.
 */
import { earnsPromptDiscount, type PromptMonth, promptDiscountOn } from './discount.ts';
import type { Fecha } from './fecha.ts';
import { countsForPayment } from './interest.ts';
import { type Centavos, percentageOf } from './money.ts';

/** A month to pay; `id` is null for one that does not exist yet. */
export interface PayableMonth extends PromptMonth {
  id: number | null;
  year: number;
  mes: number;
  /** An agreement names it, and is paid before others. */
  primero?: boolean;
}

/** A late-interest entry that may be paid with the months. */
export interface PayableInterest {
  id: number;
  corte: Fecha;
  saldo: Centavos;
  /** As of a month. */
  primero?: boolean;
}

export interface MaintenancePayment {
  months: readonly PayableMonth[];
  interest: readonly PayableInterest[];
  /** Percentages of the prompt-payment rules. */
  rules: readonly number[];
  fechaPago: Fecha;
  /** How many of the entries that count are taken, oldest first; undefined takes all. */
  cantMoratorios?: number | undefined;
  /** Percent off each chosen entry; needs a code. */
  interestPercent: number;
}

export interface MonthLine {
  month: PayableMonth;
  /** What is left to pay once the discount that is in reach is taken. */
  neto: Centavos;
  descuento: Centavos;
}

export interface InterestLine {
  entry: PayableInterest;
  descuento: Centavos;
  neto: Centavos;
}

export interface MaintenanceDue {
  months: MonthLine[];
  interest: InterestLine[];
  monthsTotal: Centavos;
  interestTotal: Centavos;
  /** Months and interest to the centavo. */
  exact: Centavos;
  /** 'Total a pagar': rounded up once to a whole peso. */
  total: Centavos;
}

/** Rounds up to a whole peso. */
export function ceilPeso(centavos: Centavos): Centavos {
  return Math.ceil(centavos / 100) * 100;
}

/** The entries that a payment on this date takes: those that count, the first `cantidad` of them. */
export function chosenInterest<E extends { corte: Fecha }>(
  entries: readonly E[],
  fechaPago: Fecha,
  cantidad?: number,
): E[] {
  const counting = entries.filter((entry) => countsForPayment(entry.corte, fechaPago));
  return cantidad === undefined || cantidad < 1 || cantidad > counting.length ? counting : counting.slice(0, cantidad);
}

/** What an amount is spread by, besides what is owed. */
export type Terms = Pick<MaintenancePayment, 'rules' | 'fechaPago' | 'interestPercent'>;

/** What is left to pay of a month once the discount that is in reach is taken. */
export function monthDue(month: PayableMonth, { fechaPago, rules }: Pick<Terms, 'rules' | 'fechaPago'>): MonthLine {
  const saldo = month.total - month.pagado - month.ajustado;
  const descuento = promptDiscountOn(month, fechaPago, rules);
  const earned = earnsPromptDiscount(month, fechaPago, rules, saldo - descuento);
  return earned ? { month, descuento, neto: saldo - descuento } : { month, descuento: 0, neto: saldo };
}

/** What is left to pay of an entry once its discount is taken. */
export function interestDue<E extends PayableInterest>(entry: E, percent: number) {
  const descuento = percentageOf(entry.saldo, percent);
  return { entry, descuento, neto: entry.saldo - descuento };
}

/** What the chosen months and entries cost on a payment date. */
export function maintenanceDue(payment: MaintenancePayment): MaintenanceDue {
  const months = payment.months.map((month) => monthDue(month, payment));
  const interest = chosenInterest(payment.interest, payment.fechaPago, payment.cantMoratorios).map((entry) =>
    interestDue(entry, payment.interestPercent),
  );
  const monthsTotal = months.reduce((sum, line) => sum + line.neto, 0);
  const interestTotal = interest.reduce((sum, line) => sum + line.neto, 0);
  const exact = monthsTotal + interestTotal;
  return { months, interest, monthsTotal, interestTotal, exact, total: ceilPeso(exact) };
}

export interface MonthPayment {
  month: PayableMonth;
  pago: Centavos;
  /** The prompt-payment discount that this payment earns, 0 when it does not. */
  descuento: Centavos;
}

export interface InterestPayment {
  entry: PayableInterest;
  pago: Centavos;
  /** Booked only where the entry is reached: the percentage of its balance. */
  descuento: Centavos;
}

export interface Allocation {
  interest: InterestPayment[];
  months: MonthPayment[];
  /** What no charge took: it goes to the fund. */
  excedente: Centavos;
}

/** What an amount pays of what is left of one thing; its discount is taken once the money reaches it, or nothing is left. */
export function payLine({ neto, descuento }: { neto: Centavos; descuento: Centavos }, left: Centavos) {
  const pago = Math.min(left, neto);
  return pago > 0 || (neto === 0 && descuento > 0) ? { pago, descuento } : undefined;
}

/**
 * What an amount does to a month: it earns the discount when it covers the discounted total, else it is a part payment of the
 * full amount. Undefined where it does nothing.
 */
export function payMonth(
  month: PayableMonth,
  { fechaPago, rules }: Pick<Terms, 'rules' | 'fechaPago'>,
  left: Centavos,
): MonthPayment | undefined {
  const saldo = month.total - month.pagado - month.ajustado;
  const descuento = promptDiscountOn(month, fechaPago, rules);
  // A month that the rules close by themselves still takes its discount.
  if (left === 0 && saldo > 0 && descuento < saldo) return undefined;
  const neto = saldo - descuento;
  if (left >= neto && earnsPromptDiscount(month, fechaPago, rules, neto)) return { month, pago: neto, descuento };
  const pago = Math.min(left, saldo);
  return pago > 0 ? { month, pago, descuento: 0 } : undefined;
}

/**
 * Spreads `monto`: chosen interest first, then months oldest first; of an agreement that goes first, both before the others. What
 * exceeds everything is left over.
 */
export function allocateMaintenance(due: MaintenanceDue, payment: MaintenancePayment, monto: Centavos): Allocation {
  let left = monto;
  const interest: InterestPayment[] = [];
  const months: MonthPayment[] = [];
  for (const primero of [true, false]) {
    for (const line of due.interest) {
      if ((line.entry.primero ?? false) !== primero) continue;
      const paid = payLine(line, left);
      if (!paid) continue;
      left -= paid.pago;
      interest.push({ entry: line.entry, ...paid });
    }
    for (const { month } of due.months) {
      if ((month.primero ?? false) !== primero) continue;
      const paid = payMonth(month, payment, left);
      if (!paid) continue;
      left -= paid.pago;
      months.push(paid);
    }
  }
  return { interest, months, excedente: left };
}

/** Paying from the fund: what it pays, and what stays owed ('Monto a pagar'). */
export function fundShare(owed: Centavos, fondo: Centavos): { pays: Centavos; remains: Centavos } {
  const pays = Math.min(owed, Math.max(0, fondo));
  return { pays, remains: owed - pays };
}

/** A coded discount on a fine or fee: percentage of the outstanding amount. */
export function codedDiscount(outstanding: Centavos, percent: number): Centavos {
  return percentageOf(outstanding, percent);
}
