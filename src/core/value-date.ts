/**
 * What a payment's value date takes off against paying today: the same on the screen, which shows it before the money moves,
 * and on the server, which books it. Amounts in centavos. Source: dominio.md#two-dates, #prompt-payment and #interest.
 */
import type { Allocation } from './allocation.ts';
import type { Fecha } from './fecha.ts';
import { interestAmount } from './interest.ts';
import type { Centavos } from './money.ts';
import { lastDayOf, monthOf } from './period.ts';

/** A late-interest entry that stands on a charge, with what it depends on. */
export interface StandingEntry {
  id: number;
  /** The charge that it grew on. */
  cargoId: number;
  /** The cut-off of its month. */
  corte: Fecha;
  saldo: Centavos;
  base: Centavos;
  /** What was unpaid of the charge at the end of the entry's month. */
  alFin: Centavos;
  porcentaje: number;
  factor: number;
  /** Something was paid of it or taken off it: it stays as it is. */
  tocado: boolean;
}

/** What a payment settles of a charge. */
export interface SettledCharge {
  /** Null of a month that it creates. */
  cargoId: number | null;
  corte: Fecha;
  pago: Centavos;
  /** The prompt-payment discount that it earns. */
  descuento: Centavos;
}

/** Of the months of a payment, or of the fee that is paid like one. */
export function settledBy({ months }: Pick<Allocation, 'months'>): SettledCharge[] {
  return months.map(({ month, pago, descuento }) => ({ cargoId: month.id, corte: month.corte, pago, descuento }));
}

export interface TakenByDate {
  /** Prompt-payment discounts that today's date would not grant. */
  descuento: Centavos;
  /** Late interest that falls, or by which it shrinks. */
  interes: Centavos;
  total: Centavos;
  /** What becomes of each entry that falls or shrinks. */
  entradas: { entry: StandingEntry; queda: Centavos }[];
  /** Entries that the date would have spared, and that stay because they were touched. */
  intactas: StandingEntry[];
}

/** What an entry is once its charge was reduced by `monto` on a day. */
function entryAfter(entry: StandingEntry, fecha: Fecha, monto: Centavos): Centavos {
  const before = interestAmount(entry.base, entry.porcentaje, entry.factor);
  if (monto === 0 || fecha > lastDayOf(monthOf(entry.corte))) return before;
  if (entry.alFin - monto <= 0) return 0;
  const base = fecha <= entry.corte ? Math.max(0, entry.base - monto) : entry.base;
  return interestAmount(base, entry.porcentaje, entry.factor);
}

const NOTHING: TakenByDate = { descuento: 0, interes: 0, total: 0, entradas: [], intactas: [] };

/** @param entries those that stand on the charges; of others none is looked at */
export function takenByDate(
  { fechaPago, hoy }: { fechaPago: Fecha; hoy: Fecha },
  charges: readonly SettledCharge[],
  entries: readonly StandingEntry[],
): TakenByDate {
  if (fechaPago >= hoy) return NOTHING;
  const descuento = charges.reduce((sum, charge) => (hoy > charge.corte ? sum + charge.descuento : sum), 0);
  const settled = new Map(charges.map(({ cargoId, pago, descuento: off }) => [cargoId, pago + off]));
  const changed = entries.flatMap((entry) => {
    const monto = settled.get(entry.cargoId) ?? 0;
    const queda = entryAfter(entry, fechaPago, monto);
    return queda < entryAfter(entry, fechaPago, 0) ? [{ entry, queda }] : [];
  });
  const entradas = changed.filter(({ entry }) => !entry.tocado);
  const interes = entradas.reduce((sum, { entry, queda }) => sum + entry.saldo - queda, 0);
  return {
    descuento,
    interes,
    total: descuento + interes,
    entradas,
    intactas: changed.filter(({ entry }) => entry.tocado).map(({ entry }) => entry),
  };
}
