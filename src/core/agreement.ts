/**
 * Agreements: what a lot owes in instalments, how far they are paid, and what would come of paying otherwise. The same on screens,
 * papers and the server. Amounts in centavos. Source: dominio.md#agreements.
 */
import { ceilPeso, type Terms } from './allocation.ts';
import { addDays, type Fecha } from './fecha.ts';
import { interestEntries } from './interest.ts';
import { type Centavos, percentageOf } from './money.ts';
import { addMonths, compareMonths, dayOfMonth, monthOf } from './period.ts';
import { type Debt, inOrder, settlementDue } from './settlement.ts';

export const CADENCIAS = ['mes', 'quincena', 'semana'] as const;
export type Cadencia = (typeof CADENCIAS)[number];

/** What becomes of the late interest on what is agreed on. */
export const INTERESES = ['sigue', 'se_detiene', 'se_condona'] as const;
export type InteresConvenido = (typeof INTERESES)[number];

export interface Parcialidad {
  vence: Fecha;
  monto: Centavos;
}

const DAYS: Readonly<Record<Exclude<Cadencia, 'mes'>, number>> = { quincena: 15, semana: 7 };

/** The days of so many instalments from the first on; of months the same day, or the last of a shorter one. */
export function dueDates(primera: Fecha, cada: Cadencia, count: number): Fecha[] {
  const day = Number(primera.slice(8));
  return Array.from({ length: count }, (_, n) =>
    cada === 'mes' ? dayOfMonth(addMonths(monthOf(primera), n), day) : addDays(primera, DAYS[cada] * n),
  );
}

/** `total` in so many instalments of whole pesos, the rest in the last. */
export function instalments(total: Centavos, dates: readonly Fecha[]): Parcialidad[] {
  const each = Math.floor(total / dates.length / 100) * 100;
  return dates.map((vence, n) => ({
    vence,
    monto: n === dates.length - 1 ? total - each * (dates.length - 1) : each,
  }));
}

export interface Avance<P extends Parcialidad> {
  /** What of the agreement is paid. */
  cubierto: Centavos;
  parcialidades: (P & { pagado: Centavos; situacion: 'pagada' | 'pendiente' | 'vencida' })[];
  /** The first that is not paid whole; undefined where all are. */
  siguiente: (P & { numero: number; falta: Centavos }) | undefined;
  /** The first day on which it is broken, unless something is paid; undefined where nothing is left. */
  rotoDesde: Fecha | undefined;
}

/** How far an agreement is paid of whose charges `queda` is owed: what is paid fills the instalments in their order. */
export function progressOf<P extends Parcialidad>(
  parcialidades: readonly P[],
  queda: Centavos,
  { today, tolerancia }: { today: Fecha; tolerancia: number },
): Avance<P> {
  const total = parcialidades.reduce((sum, { monto }) => sum + monto, 0);
  const cubierto = Math.max(0, total - queda);
  let left = cubierto;
  const told = parcialidades.map((one) => {
    const pagado = Math.min(left, one.monto);
    left -= pagado;
    const open = one.vence < today ? ('vencida' as const) : ('pendiente' as const);
    return { ...one, pagado, situacion: pagado === one.monto ? ('pagada' as const) : open };
  });
  const place = told.findIndex(({ situacion }) => situacion !== 'pagada');
  const [open, source] = [told[place], parcialidades[place]];
  if (!open || !source) return { cubierto, parcialidades: told, siguiente: undefined, rotoDesde: undefined };
  const siguiente = { ...source, numero: place + 1, falta: open.monto - open.pagado };
  return { cubierto, parcialidades: told, siguiente, rotoDesde: addDays(open.vence, tolerancia + 1) };
}

/** What is taken off a debt: of late interest one percentage, of what takes a discount by code another. */
export interface Quita {
  intereses: number;
  cargos: number;
}

export interface Escenario extends Quita {
  /** When it is paid, or the first instalment is. */
  fecha: Fecha;
  parcialidades: number;
  cada: Cadencia;
  interes: InteresConvenido;
}

export interface Supuestos {
  today: Fecha;
  /** TIIE in percent of each month that has no entries yet: an assumption. */
  tiie: number;
  factor: number;
  /** Percentages of the prompt-payment rules. */
  rules: readonly number[];
  /** On which debts no interest grows, since an agreement stops it. */
  detenidos?: readonly number[];
}

export interface Resultado {
  /** What is owed without interest, before anything is taken off. */
  capital: Centavos;
  /** Late interest until the first payment, grown and to grow. */
  interes: Centavos;
  /** What grows between the first payment and the last, and is paid. */
  interesDespues: Centavos;
  /** What is taken off, and the interest that is not charged. */
  condonado: Centavos;
  /** Of one payment the peso that it is rounded up to, which stays with the lot. */
  redondeo: Centavos;
  total: Centavos;
  parcialidades: Parcialidad[];
}

interface Left {
  /** Its day of the month, where late interest grows on it. */
  corte: Fecha | undefined;
  saldo: Centavos;
  paid: { fecha: Fecha; monto: Centavos }[];
}

/** Late interest that grows on what is left of a debt between two days, at the rate that is assumed. */
function growing({ corte, saldo, paid }: Left, desde: Fecha, hasta: Fecha, { tiie, factor }: Supuestos): Centavos {
  if (corte === undefined || saldo <= 0) return 0;
  const month = monthOf(corte);
  const from = compareMonths(month, monthOf(desde)) < 0 ? monthOf(desde) : month;
  const vence = dayOfMonth(from, Number(corte.slice(8)));
  const principal = { monto: saldo, vence, diaCorte: Number(corte.slice(8)), siempre: 0, reducciones: paid };
  return interestEntries(principal, { tiieOf: () => tiie, factor, today: hasta }).reduce(
    (sum, { monto }) => sum + monto,
    0,
  );
}

/** The day of the month on which late interest grows on a debt; undefined where none does. */
const cutOff = (debt: Debt, { detenidos = [] }: Supuestos): Fecha | undefined =>
  (debt.clase === 'mes' || debt.clase === 'cuota_inicial') && !detenidos.includes(debt.cargoId)
    ? debt.month.corte
    : undefined;

/** What comes of paying these debts so; of each debt `takes` says whether a discount by code may be taken off it. */
export function whatIf(
  debts: readonly Debt[],
  escenario: Escenario,
  supuestos: Supuestos,
  takes: (debt: Debt) => boolean,
): Resultado {
  const { fecha, intereses, cargos, cada, interes } = escenario;
  const once = escenario.parcialidades === 1;
  const terms: Terms = { rules: once ? supuestos.rules : [], fechaPago: fecha, interestPercent: intereses };
  const wanted = inOrder(debts).map((debt) => ({ debt, tope: null, percent: takes(debt) ? cargos : 0 }));
  const due = settlementDue(wanted, terms);
  const left = due.lines.map(({ debt, pagar }): Left => ({ corte: cutOff(debt, supuestos), saldo: pagar, paid: [] }));
  const owed = (of: (debt: Debt) => boolean) => due.lines.filter(({ debt }) => of(debt));
  const sum = (lines: typeof due.lines) => lines.reduce((all, { debt }) => all + debt.saldo, 0);
  // What grows until then is charged entry by entry, and takes the same percentage.
  const until = debts.reduce(
    (all, debt) =>
      all + growing({ corte: cutOff(debt, supuestos), saldo: debt.saldo, paid: [] }, supuestos.today, fecha, supuestos),
    0,
  );
  const untilOff = percentageOf(until, intereses);
  const exact = due.exact + until - untilOff;
  const parcialidades = once
    ? [{ vence: fecha, monto: ceilPeso(exact) }]
    : instalments(exact, dueDates(fecha, cada, escenario.parcialidades));
  pay(left, until - untilOff, parcialidades);
  const last = parcialidades.at(-1)?.vence ?? fecha;
  const after = left.reduce((all, one) => all + growing(one, fecha, last, supuestos), 0);
  const interesDespues = interes === 'sigue' ? after : 0;
  const off = due.lines.reduce((all, { descuento }) => all + descuento, 0);
  return {
    capital: sum(owed(({ clase }) => clase !== 'interes')),
    interes: sum(owed(({ clase }) => clase === 'interes')) + until,
    interesDespues,
    condonado: off + untilOff + (after - interesDespues),
    redondeo: once ? ceilPeso(exact) - exact : 0,
    total: parcialidades.reduce((all, { monto }) => all + monto, 0) + interesDespues,
    parcialidades,
  };
}

/** Spreads the instalments over what is left, first over the interest that grew until then. */
function pay(left: readonly Left[], until: Centavos, parcialidades: readonly Parcialidad[]): void {
  let first = until;
  const open = left.map(({ saldo }) => saldo);
  for (const { vence, monto } of parcialidades) {
    let money = monto - Math.min(first, monto);
    first -= monto - money;
    for (const [n, one] of left.entries()) {
      const part = Math.min(money, open[n] ?? 0);
      if (part <= 0) continue;
      one.paid.push({ fecha: vence, monto: part });
      open[n] = (open[n] ?? 0) - part;
      money -= part;
    }
  }
}
