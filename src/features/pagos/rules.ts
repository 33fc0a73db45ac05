/** The payments of a lot by the receipts that they came with, and what a receipt was applied to in a line. */
import { addDays, type Fecha } from '#core/fecha.ts';
import { sumPesos } from '#core/money.ts';
import { compareMonths, MONTH_NAMES, type Month, monthFromNumber, monthNumber } from '#core/period.ts';
import type { LotePago } from './contract.ts';

/** Some payments of it in force and some not. */
export const CANCELADO_EN_PARTE = 'cancelado en parte';

export interface ReciboDeLote {
  key: string;
  /** null for a condonation, which came with no receipt. */
  reciboId: number | null;
  fechaPago: string;
  fechaContable: string;
  /** 'Mantenimiento sep a nov 2026 y 2 intereses'. */
  aplicado: string;
  metodo: string;
  forma: string;
  nota: string;
  status: string;
  /** In pesos: what is in force of it; of a receipt of which nothing is, what it was. */
  monto: number;
  recibido: boolean;
  pagos: readonly LotePago[];
}

const MONTH = new RegExp(`(${MONTH_NAMES.join('|')}) - (\\d{4})`);

/** The first month that a description names. */
function monthIn(description: string): Month | undefined {
  const [, name, year] = MONTH.exec(description) ?? [];
  return name === undefined
    ? undefined
    : { year: Number(year), mes: MONTH_NAMES.indexOf(name as (typeof MONTH_NAMES)[number]) + 1 };
}

const short = ({ mes }: Month): string => (MONTH_NAMES[mes - 1] ?? '').slice(0, 3).toLowerCase();

const listed = (words: readonly string[], last = ' y '): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}${last}${words.at(-1)}`;

/** Months that follow each other, every one once. */
function runsOf(months: readonly Month[]): [first: Month, last: Month][] {
  const runs: [Month, Month][] = [];
  const numbers = [...new Set(months.toSorted(compareMonths).map(monthNumber))];
  for (const month of numbers.map(monthFromNumber)) {
    const run = runs.at(-1);
    if (run && monthNumber(month) === monthNumber(run[1]) + 1) run[1] = month;
    else runs.push([month, month]);
  }
  // Two in a row are named one by one.
  return runs.flatMap(([first, last]): [Month, Month][] =>
    monthNumber(last) === monthNumber(first) + 1
      ? [
          [first, first],
          [last, last],
        ]
      : [[first, last]],
  );
}

/** 'nov 2026', 'abr y may 2026', 'sep a nov 2026', 'nov 2025 a feb 2026', 'ene, mar y may 2026'. */
export function mesesEnPalabras(months: readonly Month[]): string {
  const runs = runsOf(months);
  const words = runs.map(([first, last], at) => {
    const next = runs[at + 1];
    const from = first.year === last.year ? short(first) : `${short(first)} ${first.year}`;
    const range = monthNumber(first) === monthNumber(last) ? from : `${from} a ${short(last)}`;
    return next && next[0].year === last.year ? range : `${range} ${last.year}`;
  });
  return listed(words);
}

const once = (words: readonly string[]): string[] => [...new Set(words)];

/** Descriptions as they are, no more than two of them. */
function asTheyAre(pagos: readonly LotePago[]): string[] {
  const words = once(pagos.map(({ description }) => description));
  return words.length > 2 ? [`${words[0]} y ${words.length - 1} más`] : words;
}

function interestIn(pagos: readonly LotePago[], alone: boolean): string {
  const months = pagos.flatMap(({ description }) => monthIn(description) ?? []);
  if (alone && months.length > 0) return `Interés moratorio ${mesesEnPalabras(months)}`;
  return pagos.length === 1 ? '1 interés' : `${pagos.length} intereses`;
}

/** What payments that came together were applied to, in a line. */
export function aplicadoA(pagos: readonly LotePago[]): string {
  const meses = pagos.filter(({ tipo, description }) => tipo === 'mantenimiento' && monthIn(description));
  const intereses = pagos.filter(({ tipo }) => tipo === 'interes');
  const abonos = pagos.filter(({ tipo }) => tipo === 'fondo');
  const otros = pagos.filter((pago) => ![meses, intereses, abonos].some((known) => known.includes(pago)));
  const words = asTheyAre(otros);
  if (meses.length > 0) {
    words.unshift(`Mantenimiento ${mesesEnPalabras(meses.flatMap(({ description }) => monthIn(description) ?? []))}`);
  }
  if (intereses.length > 0) words.push(interestIn(intereses, words.length === 0));
  if (words.length === 0) return 'A saldo a favor';
  return listed(words, words.some((word) => word.includes(' y ')) ? ', ' : ' y ');
}

/** Of all of its payments; what only tells of a discount says nothing where something was paid. */
function statusOf(pagos: readonly LotePago[]): string {
  const paid = pagos.filter(({ tipo }) => tipo !== 'descuento');
  const states = once((paid.length > 0 ? paid : pagos).map(({ status }) => status));
  if (states.length === 1) return states[0] ?? '';
  return states.includes('en_cancelacion') ? 'en_cancelacion' : CANCELADO_EN_PARTE;
}

/** In pesos, what of these payments is in force; as the total under them. */
export const recibidoDe = (pagos: readonly LotePago[]): number =>
  sumPesos(
    pagos.filter(({ status }) => status === 'recibido'),
    ({ amount }) => amount,
  );

/** In the order of the payments. */
export function recibosDeLote(pagos: readonly LotePago[]): ReciboDeLote[] {
  const groups = new Map<string, LotePago[]>();
  for (const pago of pagos) {
    const key = pago.reciboId === null ? `${pago.tipo}-${pago.id}` : String(pago.reciboId);
    groups.set(key, [...(groups.get(key) ?? []), pago]);
  }
  return [...groups].flatMap(([key, of]) => {
    const [first] = of;
    if (!first) return [];
    const withMethod = of.find(({ tipoPago }) => tipoPago !== '') ?? first;
    const recibido = of.some(({ status }) => status === 'recibido');
    return {
      ...{ key, recibido, pagos: of },
      ...{ reciboId: first.reciboId, fechaPago: first.fechaPago, fechaContable: first.fechaContable },
      ...{ metodo: withMethod.tipoPago, forma: withMethod.formaPago, nota: withMethod.observacion },
      aplicado: aplicadoA(of),
      status: statusOf(of),
      monto: recibido ? recibidoDe(of) : sumPesos(of, ({ amount }) => amount),
    };
  });
}

/** Choices of a filter by date: the last thirty days, the present month, and the years that something was paid in. */
export function fechasDe(pagos: readonly LotePago[]): { value: string; label: string }[] {
  const years = once(pagos.map(({ fechaPago }) => fechaPago.slice(0, 4)))
    .toSorted()
    .toReversed();
  return [
    { value: '30', label: 'Últimos 30 días' },
    { value: 'mes', label: 'Este mes' },
    ...years.map((year) => ({ value: year, label: year })),
  ];
}

/** Whether a day is of such a choice; '' and what is none of them leave every day. */
export function isDeFecha(fecha: Fecha, choice: string, hoy: Fecha): boolean {
  if (choice === '30') return fecha >= addDays(hoy, -30);
  if (choice === 'mes') return fecha.slice(0, 7) === hoy.slice(0, 7);
  return !/^\d{4}$/.test(choice) || fecha.startsWith(choice);
}

export function metodosDe(pagos: readonly LotePago[]): { value: string; label: string }[] {
  const names = once(pagos.map(({ tipoPago }) => tipoPago)).filter(Boolean);
  return names.toSorted((a, b) => a.localeCompare(b, 'es')).map((name) => ({ value: name, label: name }));
}
