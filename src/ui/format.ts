/**
 * How Portón writes amounts, dates and months. Pure and free of locale data, so that the browser, the server and the
 * documents write the same characters.
 */
import type { Pesos } from '#core/money.ts';
import { monthName } from '#core/period.ts';
import { displayTimeZone } from './time-zone.ts';

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const plainNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** Pesos to `$1,234.50`; a negative amount is `-$1.00`, and nothing ever reads `-$0.00`. */
export function formatMoney(pesos: Pesos): string {
  const digits = grouped.format(Math.abs(pesos));
  return pesos < 0 && digits !== '0.00' ? `-$${digits}` : `$${digits}`;
}

/** A count or a measure with thousands separators: `12,345.5`. */
export function formatNumber(n: number): string {
  return plainNumber.format(n);
}

/** `2026-11-21` (or a timestamp that begins so) to `21-11-2026`; anything else is returned as it came. */
export function formatFecha(fecha: string | null | undefined): string {
  if (!fecha) return '';
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(fecha);
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : fecha;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? '';
  let clock = clocks.get(key);
  if (!clock) {
    // Only the digits are used, so the locale matters for nothing but the calendar.
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    clocks.set(key, clock);
  }
  return clock;
}

/** What a list says of when: `21-11-2026 14:05` of an instant, and of a wall clock, which names no zone, as it stands. */
export function formatMomento(value: string): string {
  return /(Z|[+-]\d\d:\d\d)$/.test(value)
    ? formatFechaHora(value)
    : `${formatFecha(value)} ${value.slice(11, 16)}`.trim();
}

/** An instant on a wall clock, its month written by `month`. */
function onClock(
  iso: string | null | undefined,
  timeZone: string | undefined,
  month: (digits: string | undefined) => string | undefined,
): string {
  if (!iso) return '';
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(instant)) part[type] = value;
  return `${part.day}-${month(part.month)}-${part.year} ${part.hour}:${part.minute}`;
}

/**
 * An instant to `21-11-2026 14:05` on the wall clock of `timeZone` (the one that is set when left out). An empty value gives '';
 * text that is no instant is returned as it came.
 */
export function formatFechaHora(
  iso: string | null | undefined,
  timeZone: string | undefined = displayTimeZone(),
): string {
  return onClock(iso, timeZone, (digits) => digits);
}

/** The day of an instant on the same clock, as 'YYYY-MM-DD'. */
export const fechaOf = (instant: string, timeZone: string | undefined = displayTimeZone()): string =>
  formatFechaHora(instant, timeZone).slice(0, 10).split('-').reverse().join('-');

/** The same with the month's short name: `21-nov-2026 14:05`. */
export function formatFechaHoraConMes(
  iso: string | null | undefined,
  timeZone: string | undefined = displayTimeZone(),
): string {
  return onClock(iso, timeZone, (digits) =>
    monthName({ mes: Number(digits) })
      .slice(0, 3)
      .toLowerCase(),
  );
}

/** Text to compare when searching: lower case, no accents (ñ counts as n, as people type it). */
export function plain(text: string): string {
  const lower = text.toLowerCase();
  // Most cells are plain ASCII, and decomposing every one of them is what makes a search of 10,000 rows slow.
  for (let i = 0; i < lower.length; i++) {
    if (lower.charCodeAt(i) > 127) return lower.normalize('NFD').replace(/\p{M}/gu, '');
  }
  return lower;
}
