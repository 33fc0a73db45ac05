/** What a maintenance payment is made of: the same for the screen, which shows it, and the server, which books it. */
import type { MaintenancePayment, PayableMonth } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, percentageOf, toCentavos } from '#core/money.ts';
import { compareMonths, dayOfMonth, type Month, monthNumber, monthRange, monthTitle } from '#core/period.ts';
import type { InteresPendiente, MesPendiente } from './contract.ts';

export interface Terms {
  cuota: Centavos;
  diaCorte: number;
  /** Percentages of the prompt-payment rules. */
  rules: readonly number[];
  /** The lot's special percentage. */
  especial: number | null;
}

/** What a lot owes of maintenance at a moment, and by what terms it pays. */
export interface Owed {
  pending: readonly PayableMonth[];
  /** Months that were closed by money dated after their cut-off. */
  tardios: readonly PayableMonth[];
  interest: readonly { id: number; corte: Fecha; saldo: Centavos }[];
  /** The first month that may be created by paying it ahead; null where the lot pays none by itself. */
  siguiente: Month | null;
  terms: Terms;
  /** The prompt-payment rules by their names, for what is granted. */
  reglas: string;
}

/** A month that does not exist yet; its special percentage is that of the first month's total. */
function futureMonth(month: Month, terms: Terms, firstTotal: Centavos): PayableMonth {
  const especial = terms.especial === null ? 0 : Math.min(terms.cuota, percentageOf(firstTotal, terms.especial));
  return {
    id: null,
    ...month,
    total: terms.cuota,
    corte: dayOfMonth(month, terms.diaCorte),
    pagado: 0,
    pagadoEnTiempo: 0,
    ajustado: especial,
    excluido: terms.especial !== null,
  };
}

/**
 * The months of a range: those that exist and are owed, then those to come from `siguiente` on. Months in between that were
 * paid already are left out by not being pending.
 */
function monthsToPay(
  pending: readonly PayableMonth[],
  siguiente: Month | null,
  last: Month,
  terms: Terms,
): PayableMonth[] {
  const existing = pending.filter((month) => compareMonths(month, last) <= 0);
  const firstTotal = pending[0]?.total ?? terms.cuota;
  const future = siguiente === null ? [] : monthRange(siguiente, last);
  return [...existing, ...future.map((month) => futureMonth(month, terms, firstTotal))];
}

/**
 * Why a range of months may not be paid, or undefined. Months are paid oldest first, without gaps: those that are owed, else
 * from `siguiente` on.
 */
export function rangeRefusal(
  range: readonly Month[],
  pending: readonly PayableMonth[],
  siguiente: Month | null,
): string | undefined {
  const [first] = range;
  const last = range.at(-1);
  if (!first || !last) return undefined;
  if (
    monthNumber(last) - monthNumber(first) !== range.length - 1 ||
    range.some((month, i) => monthNumber(month) !== monthNumber(first) + i)
  ) {
    return 'Los meses a pagar deben ir seguidos. Elija de nuevo el mes final';
  }
  const [oldest] = pending;
  if (oldest && compareMonths(oldest, first) < 0) {
    return `El lote debe ${monthTitle(oldest)}. Pague los meses desde ese en adelante`;
  }
  if (!oldest && siguiente && compareMonths(siguiente, first) < 0) {
    return `El siguiente mes del lote es ${monthTitle(siguiente)}. Pague los meses desde ese en adelante`;
  }
  return undefined;
}

export function payableMonth(mes: MesPendiente): PayableMonth {
  return {
    id: mes.id,
    year: mes.year,
    mes: mes.mes,
    total: toCentavos(mes.total),
    corte: mes.fechaCorte,
    pagado: toCentavos(mes.pagado),
    pagadoEnTiempo: toCentavos(mes.pagadoEnTiempo),
    ajustado: toCentavos(mes.ajustado),
    excluido: mes.excluido,
    primero: mes.primero,
  };
}

export function payableInterest(entry: InteresPendiente) {
  return { id: entry.id, corte: entry.fechaCorte, saldo: toCentavos(entry.saldo), primero: entry.primero };
}

export interface Choice {
  last: Month;
  fechaPago: Fecha;
  cantMoratorios?: number | undefined;
  interestPercent: number;
  /** False leaves late interest out. */
  withInterest: boolean;
}

/** The payment that `core/allocation` computes, from what is pending and what was chosen. */
export function paymentOf(
  pending: readonly PayableMonth[],
  interest: readonly { id: number; corte: Fecha; saldo: Centavos }[],
  siguiente: Month | null,
  terms: Terms,
  choice: Choice,
): MaintenancePayment {
  return {
    months: monthsToPay(pending, siguiente, choice.last, terms),
    interest: choice.withInterest ? interest : [],
    rules: terms.rules,
    fechaPago: choice.fechaPago,
    cantMoratorios: choice.cantMoratorios,
    interestPercent: choice.interestPercent,
  };
}
