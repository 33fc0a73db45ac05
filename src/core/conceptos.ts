/** The descriptions of charges in a line, where many of them stand together: a receipt, an invoice. */
import { compareMonths, MONTH_NAMES, type Month, monthFromNumber, monthName, monthNumber } from './period.ts';

/** What went to the lot's fund. */
export const A_FONDO = 'A saldo a favor';

type Name = (typeof MONTH_NAMES)[number];

/** The month of a description that begins so and says nothing else; an interest names its charge in brackets. */
const ofMonth = (kind: string) => {
  const known = new RegExp(`^${kind} (${MONTH_NAMES.join('|')}) - (\\d{4})(?: \\([^:]*\\))?$`);
  return (description: string): Month | undefined => {
    const [, name, year] = known.exec(description) ?? [];
    return name === undefined ? undefined : { year: Number(year), mes: MONTH_NAMES.indexOf(name as Name) + 1 };
  };
};
const maintenanceOf = ofMonth('Mantenimiento');
const interestOf = ofMonth('Interés moratorio');

/** The months that these name, each of one. */
const monthsOf = (partes: readonly Parte[]): Month[] =>
  partes.flatMap(({ concepto }) => maintenanceOf(concepto) ?? interestOf(concepto) ?? []);

const short = (month: Month): string => monthName(month).slice(0, 3).toLowerCase();

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

/** What a line names, and what it comes to; the amounts of a line are all pesos, or all centavos. */
export interface Parte {
  concepto: string;
  monto: number;
}

/** In hundredths of whatever they are in, so that equal ones are equal. */
const sumOf = (partes: readonly Parte[]): number =>
  partes.reduce((sum, { monto }) => sum + Math.round(Math.abs(monto) * 100), 0);

/** Each name once, that of the largest amount first; those of equals in their order. */
const porMonto = (partes: readonly Parte[]): string[] =>
  [...Map.groupBy(partes, ({ concepto }) => concepto)]
    .toSorted(([, a], [, b]) => sumOf(b) - sumOf(a))
    .map(([concepto]) => concepto);

/** Named by the largest of them, 'Cuota inicial y 2 más'; up to `todos` are told one by one. */
function nombrados(partes: readonly Parte[], todos: number): string[] {
  const words = porMonto(partes);
  return words.length > todos ? [`${words[0]} y ${words.length - 1} más`] : words;
}

/** 'Cuota inicial y 2 más', where there is room for one name. */
export const elMayorYMas = (partes: readonly Parte[]): string => nombrados(partes, 1).join('');

/** Names and amounts that travel as two lists of one order. */
export const partesDe = (conceptos: readonly string[], montos: readonly number[]): Parte[] =>
  conceptos.map((concepto, at) => ({ concepto, monto: montos[at] ?? 0 }));

function interestInWords(months: readonly Month[], alone: boolean): string {
  if (alone) return `Interés moratorio ${mesesEnPalabras(months)}`;
  return months.length === 1 ? '1 interés' : `${months.length} intereses`;
}

type Clase = 'meses' | 'intereses' | 'fondo' | 'otros';

function claseOf({ concepto }: Parte): Clase {
  if (concepto === A_FONDO) return 'fondo';
  if (maintenanceOf(concepto)) return 'meses';
  return interestOf(concepto) ? 'intereses' : 'otros';
}

/**
 * 'Mantenimiento sep a nov 2026 y 2 intereses': named by the largest amount, the months as the one that they are together.
 * Interest is told at the end, and the fund where there is nothing else.
 */
export function conceptosEnBreve(partes: readonly Parte[]): string {
  const { meses = [], intereses = [], otros = [] } = Object.groupBy(partes, claseOf);
  const largest = porMonto(otros)[0];
  const groups = [
    { monto: sumOf(meses), words: meses.length > 0 ? [`Mantenimiento ${mesesEnPalabras(monthsOf(meses))}`] : [] },
    { monto: sumOf(otros.filter(({ concepto }) => concepto === largest)), words: nombrados(otros, 2) },
  ];
  const words = groups.toSorted((a, b) => b.monto - a.monto).flatMap((group) => group.words);
  if (intereses.length > 0) words.push(interestInWords(monthsOf(intereses), words.length === 0));
  if (words.length === 0) return partes.length > 0 ? A_FONDO : '';
  return listed(words, words.some((word) => word.includes(' y ')) ? ', ' : ' y ');
}
