/**
 * Late interest: simple, per charge and month, on the principal that was unpaid at the month's cut-off. The server
 * computes the same set-based in SQL (libro/server/interest.ts); a property test holds both together.
 * Source: dominio.md#interest.
 */
import type { Fecha } from './fecha.ts';
import { type Centavos, divideRounded } from './money.ts';
import { addMonths, compareMonths, dayOfMonth, firstDayOf, type Month, monthOf } from './period.ts';

export interface DatedAmount {
  fecha: Fecha;
  monto: Centavos;
}

export interface Principal {
  monto: Centavos;
  /** The cut-off of the charge's own month. */
  vence: Fecha;
  /** 1 to 31; 31 stands for a month's last day. */
  diaCorte: number;
  /** What reduces it whatever the date: the lot's special percentage. */
  siempre: Centavos;
  /** Payments and other adjustments in force, by payment date or business date. */
  reducciones: readonly DatedAmount[];
  /** The day of an agreement that stops it: from that day's month on nothing grows. */
  detenido?: Fecha | undefined;
}

export interface InterestEntry extends Month {
  /** The cut-off day of the entry's month. */
  corte: Fecha;
  base: Centavos;
  monto: Centavos;
}

/** base × TIIE% × factor / 100 / 12, rounded half up. `porcentaje` has at most 4 decimals, `factor` at most 3. */
export function interestAmount(base: Centavos, porcentaje: number, factor: number): Centavos {
  const scaledPercent = BigInt(Math.round(porcentaje * 10_000));
  const scaledFactor = BigInt(Math.round(factor * 1_000));
  return divideRounded(BigInt(base) * scaledPercent * scaledFactor, 100n * 12n * 10_000n * 1_000n);
}

/** What was unpaid of a principal at the end of a day. */
export function unpaidAt(principal: Principal, fecha: Fecha): Centavos {
  const reduced = principal.reducciones.reduce((sum, entry) => (entry.fecha <= fecha ? sum + entry.monto : sum), 0);
  return Math.max(0, principal.monto - principal.siempre - reduced);
}

export interface InterestTerms {
  /** TIIE in percent by month: `tiieOf(month)`, undefined where none was recorded. */
  tiieOf(month: Month): number | undefined;
  factor: number;
  today: Fecha;
  /** True when the lot was inactive on that day. */
  inactivoEn?(fecha: Fecha): boolean;
}

/** Every entry that is due on a principal up to today, oldest first. Amounts of 0 are left out. */
export function interestEntries(principal: Principal, terms: InterestTerms): InterestEntry[] {
  const entries: InterestEntry[] = [];
  const last = addMonths(monthOf(terms.today), -1);
  for (let month = monthOf(principal.vence); compareMonths(month, last) <= 0; month = addMonths(month, 1)) {
    const porcentaje = terms.tiieOf(month);
    if (porcentaje === undefined) continue;
    const corte = dayOfMonth(month, principal.diaCorte);
    if (terms.inactivoEn?.(corte)) continue;
    const end = dayOfMonth(month, 31);
    if (principal.detenido !== undefined && end >= principal.detenido) continue;
    // Paid before the month was over: nothing grows, although it was owed on the cut-off.
    if (unpaidAt(principal, end) === 0) continue;
    const base = unpaidAt(principal, corte);
    const monto = interestAmount(base, porcentaje, terms.factor);
    if (monto > 0) entries.push({ ...month, corte, base, monto });
  }
  return entries;
}

/** The day from which an entry of a month is due: the 1st of the next. */
export function interestDueFrom(month: Month): Fecha {
  return firstDayOf(addMonths(month, 1));
}

/** A payment takes entries whose cut-off month is before its own. Source: specification 001, section 9. */
export function countsForPayment(corte: Fecha, fechaPago: Fecha): boolean {
  return compareMonths(monthOf(corte), monthOf(fechaPago)) < 0;
}
