/**
 * One payment of all that a lot owes, line by line: interest, months, fees and fines, each by the rule of its own kind. The same
 * on the screen and on the server. Amounts in centavos. Source: dominio.md#ledger; ADR 36.
 */
import {
  ceilPeso,
  codedDiscount,
  interestDue,
  monthDue,
  type PayableInterest,
  type PayableMonth,
  payLine,
  payMonth,
  type Terms,
} from './allocation.ts';
import type { Fecha } from './fecha.ts';
import { countsForPayment } from './interest.ts';
import type { Centavos } from './money.ts';

interface Owed {
  cargoId: number;
  concepto: string;
  /** When it fell due; of interest and months, their cut-off. */
  vence: Fecha;
  saldo: Centavos;
  /** An agreement names it, and is paid before others. */
  primero?: boolean;
}

/** Late interest, of the charge that it grew on: of months together, of an initial fee by itself. */
export interface OwedInterest extends Owed {
  clase: 'interes';
  entry: PayableInterest;
  /** What it grew on; 'meses', or the fee's id. */
  serie: string;
}

/** A month, or an initial fee, which is paid as a month without rules. */
export interface OwedMonth extends Owed {
  clase: 'mes' | 'cuota_inicial';
  month: PayableMonth;
}

/** A fine or another fee: its balance, less a discount by code. */
export interface OwedCharge extends Owed {
  clase: 'cargo';
  tipo: string;
}

export type Debt = OwedInterest | OwedMonth | OwedCharge;

/** What is wanted of a debt: all of it, or so much. */
export interface Wanted {
  debt: Debt;
  /** At most; null is all. */
  tope: Centavos | null;
  /** Off a charge, by code. */
  percent: number;
}

export interface WantedLine extends Wanted {
  /** What is taken off, where what is wanted is paid. */
  descuento: Centavos;
  /** What is to be paid of it. */
  pagar: Centavos;
  /** What would settle all of it. */
  neto: Centavos;
}

export interface SettlementDue {
  lines: WantedLine[];
  exact: Centavos;
  /** Rounded up once to a whole peso where interest, months or an initial fee are among it, as they are when paid alone. */
  total: Centavos;
  /** It has an initial fee, which is paid in whole pesos. */
  whole: boolean;
}

export interface Settled {
  debt: Debt;
  percent: number;
  pago: Centavos;
  descuento: Centavos;
}

const RANK: Readonly<Record<Debt['clase'], number>> = { interes: 0, mes: 1, cuota_inicial: 2, cargo: 2 };

/**
 * In the order in which money goes: interest, then months, each the oldest first, then the rest by when it fell due; all of an
 * agreement that goes first before the others. Entries of one day stay as they are given.
 */
export function inOrder<D extends Debt>(debts: readonly D[]): D[] {
  const before = (a: D, b: D): number => {
    if ((a.primero ?? false) !== (b.primero ?? false)) return a.primero ? -1 : 1;
    if (RANK[a.clase] !== RANK[b.clase]) return RANK[a.clase] - RANK[b.clase];
    if (a.clase === 'mes' && b.clase === 'mes' && (a.month.year !== b.month.year || a.month.mes !== b.month.mes)) {
      return a.month.year - b.month.year || a.month.mes - b.month.mes;
    }
    if (a.vence !== b.vence) return a.vence < b.vence ? -1 : 1;
    return a.clase === 'interes' ? 0 : a.cargoId - b.cargoId;
  };
  return debts.toSorted(before);
}

/** Late interest of after the payment date is not owed by it. */
export const countsOn = (debt: Debt, fechaPago: Fecha): boolean =>
  debt.clase !== 'interes' || countsForPayment(debt.entry.corte, fechaPago);

/** What would settle a debt, and what is taken off it then. */
function dueOf({ debt, percent }: Pick<Wanted, 'debt' | 'percent'>, terms: Terms) {
  switch (debt.clase) {
    case 'interes':
      return interestDue(debt.entry, terms.interestPercent);
    case 'cargo': {
      const descuento = codedDiscount(debt.saldo, percent);
      return { descuento, neto: debt.saldo - descuento };
    }
    default:
      return monthDue(debt.month, terms);
  }
}

function lineOf(wanted: Wanted, terms: Terms): WantedLine {
  const { descuento, neto } = dueOf(wanted, terms);
  const pagar = Math.min(wanted.tope ?? neto, neto);
  // Less than all of a month earns it nothing; a discount by code is of the balance, whatever is paid.
  const partOfMonth = pagar < neto && (wanted.debt.clase === 'mes' || wanted.debt.clase === 'cuota_inicial');
  return { ...wanted, neto, pagar, descuento: partOfMonth ? 0 : descuento };
}

/** What is wanted costs on a payment date. What does not count on it is left out. */
export function settlementDue(wanted: readonly Wanted[], terms: Terms): SettlementDue {
  const lines = wanted.filter(({ debt }) => countsOn(debt, terms.fechaPago)).map((one) => lineOf(one, terms));
  const exact = lines.reduce((sum, { pagar }) => sum + pagar, 0);
  const rounded = lines.some(({ debt, pagar }) => debt.clase !== 'cargo' && pagar > 0);
  return {
    lines,
    exact,
    total: rounded ? ceilPeso(exact) : exact,
    whole: lines.some(({ debt, pagar }) => debt.clase === 'cuota_inicial' && pagar > 0),
  };
}

function paidOf({ debt, neto, pagar, ...line }: WantedLine, terms: Terms, left: Centavos) {
  const reached = Math.min(left, pagar);
  if (debt.clase === 'mes' || debt.clase === 'cuota_inicial') return payMonth(debt.month, terms, reached);
  if (reached === 0 && neto > 0) return undefined;
  return payLine({ neto, descuento: line.descuento }, reached);
}

/** Spreads `monto` over the lines in their order, to each at most what is wanted of it. */
export function settle({ lines }: Pick<SettlementDue, 'lines'>, terms: Terms, monto: Centavos) {
  let left = monto;
  const settled: Settled[] = [];
  for (const line of lines) {
    const paid = paidOf(line, terms, left);
    if (!paid) continue;
    left -= paid.pago;
    settled.push({ debt: line.debt, percent: line.percent, pago: paid.pago, descuento: paid.descuento });
  }
  return { settled, excedente: left };
}

/** Debts that are paid one after the other: of these the oldest comes first. */
export const seriesOf = (debt: Debt): string | undefined =>
  debt.clase === 'mes' ? 'mes' : debt.clase === 'interes' ? `interes ${debt.serie}` : undefined;

/** What goes along where some of what is owed is taken, or left out: of a series what is older, or what is later. */
export function alongWith(debts: readonly Debt[], which: readonly Debt[], taken: boolean): Debt[] {
  return which.flatMap((debt) => {
    const serie = seriesOf(debt);
    if (serie === undefined) return [debt];
    const inSerie = debts.filter((one) => seriesOf(one) === serie);
    const place = inSerie.indexOf(debt);
    return taken ? inSerie.slice(0, place + 1) : inSerie.slice(place);
  });
}

/**
 * The oldest debt that a payment would pass over: something is left of it while a later one of its series is paid. Undefined
 * where none is.
 */
export function passedOver(
  owed: readonly Debt[],
  settled: readonly Settled[],
  fechaPago: Fecha,
): { debt: Debt; for: Debt } | undefined {
  const paidOf = new Map(settled.map((line) => [line.debt.cargoId, line]));
  const open = new Map<string, Debt>();
  for (const debt of inOrder(owed)) {
    const serie = seriesOf(debt);
    if (serie === undefined || !countsOn(debt, fechaPago)) continue;
    const paid = paidOf.get(debt.cargoId);
    const older = open.get(serie);
    if (older && paid) return { debt: older, for: debt };
    if (debt.saldo - (paid ? paid.pago + paid.descuento : 0) > 0 && !older) open.set(serie, debt);
  }
  return undefined;
}
