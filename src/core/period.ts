/** Months and cut-off days. A month is a civil year and month; nothing here knows of instants or time zones. */
import { daysInMonth, type Fecha } from './fecha.ts';

/** `mes` is 1 to 12. */
export type Month = Readonly<{ year: number; mes: number }>;

export const MONTH_NAMES = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
] as const;

/** 'Febrero'. */
export function monthName({ mes }: Pick<Month, 'mes'>): string {
  return MONTH_NAMES[mes - 1] ?? '';
}

/** 'Febrero - 2026', as months are titled everywhere. */
export function monthTitle(month: Month): string {
  return `${monthName(month)} - ${month.year}`;
}

/** 'octubre de 2026', within a sentence. */
export const monthInWords = (month: Month): string => `${monthName(month).toLowerCase()} de ${month.year}`;

/** 'YYYY-MM', which sorts as text; `monthOf` reads it back. */
export function monthKey(month: Month): string {
  return firstDayOf(month).slice(0, 7);
}

/** The month that a civil date lies in, or that a `monthKey` names. */
export function monthOf(fecha: Fecha): Month {
  return { year: Number(fecha.slice(0, 4)), mes: Number(fecha.slice(5, 7)) };
}

/** Months counted from year 0: they differ by 1 from one month to the next. */
export function monthNumber({ year, mes }: Month): number {
  return year * 12 + (mes - 1);
}

export function monthFromNumber(number: number): Month {
  return { year: Math.floor(number / 12), mes: (number % 12) + 1 };
}

export function addMonths(month: Month, count: number): Month {
  return monthFromNumber(monthNumber(month) + count);
}

/** Below 0 when `a` is earlier, 0 when the same, above 0 when later. */
export function compareMonths(a: Month, b: Month): number {
  return monthNumber(a) - monthNumber(b);
}

/** The months of these dates, every one once, oldest first. */
export function monthsOfDates(dates: readonly Fecha[]): Month[] {
  const months = new Map(dates.map((date) => [monthNumber(monthOf(date)), monthOf(date)]));
  return [...months.values()].toSorted(compareMonths);
}

/** Every month from `first` to `last`, both included; none when `last` is earlier. */
export function monthRange(first: Month, last: Month): Month[] {
  const from = monthNumber(first);
  const count = Math.max(0, monthNumber(last) - from + 1);
  return Array.from({ length: count }, (_, index) => monthFromNumber(from + index));
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A day of a month; one past the month's end is its last day. */
export function dayOfMonth({ year, mes }: Month, day: number): Fecha {
  return `${String(year).padStart(4, '0')}-${twoDigits(mes)}-${twoDigits(Math.min(day, daysInMonth(year, mes)))}`;
}

export function firstDayOf(month: Month): Fecha {
  return dayOfMonth(month, 1);
}

export function lastDayOf(month: Month): Fecha {
  return dayOfMonth(month, 31);
}

const DELIVERY_DAY_THRESHOLD = 15;

/**
 * The first cut-off that a delivered lot is charged for: of the month of delivery when delivered before the 15th, else of
 * the next; with `fechaInicioPagos`, the first cut-off on or after it if that is later.
 * Source: specification 001, section 4; dominio.md#maintenance.
 */
export function firstChargeable(fechaEntrega: Fecha, diaCorte: number, fechaInicioPagos: Fecha | null = null): Fecha {
  const delivered = monthOf(fechaEntrega);
  const byDelivery = dayOfMonth(
    Number(fechaEntrega.slice(8, 10)) < DELIVERY_DAY_THRESHOLD ? delivered : addMonths(delivered, 1),
    diaCorte,
  );
  if (fechaInicioPagos === null) return byDelivery;
  const start = monthOf(fechaInicioPagos);
  const sameMonth = dayOfMonth(start, diaCorte);
  const byStart = sameMonth >= fechaInicioPagos ? sameMonth : dayOfMonth(addMonths(start, 1), diaCorte);
  return byStart > byDelivery ? byStart : byDelivery;
}

/** A month is shown as overdue when its cut-off's month is before today's. Source: specification 001, section 4. */
export function isOverdueMonth(corte: Fecha, today: Fecha): boolean {
  return compareMonths(monthOf(corte), monthOf(today)) < 0;
}
