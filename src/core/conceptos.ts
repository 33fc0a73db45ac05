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

/** Descriptions as they are, no more than two of them. */
function asTheyAre(descriptions: readonly string[]): string[] {
  const words = [...new Set(descriptions)];
  return words.length > 2 ? [`${words[0]} y ${words.length - 1} más`] : words;
}

function interestInWords(months: readonly Month[], alone: boolean): string {
  if (alone) return `Interés moratorio ${mesesEnPalabras(months)}`;
  return months.length === 1 ? '1 interés' : `${months.length} intereses`;
}

/** 'Mantenimiento sep a nov 2026 y 2 intereses'; the fund is told of where there is nothing else. */
export function conceptosEnBreve(descriptions: readonly string[]): string {
  const meses = descriptions.flatMap((description) => maintenanceOf(description) ?? []);
  const intereses = descriptions.flatMap((description) => interestOf(description) ?? []);
  const words = asTheyAre(
    descriptions.filter((one) => one !== A_FONDO && maintenanceOf(one) === undefined && interestOf(one) === undefined),
  );
  if (meses.length > 0) words.unshift(`Mantenimiento ${mesesEnPalabras(meses)}`);
  if (intereses.length > 0) words.push(interestInWords(intereses, words.length === 0));
  if (words.length === 0) return descriptions.length > 0 ? A_FONDO : '';
  return listed(words, words.some((word) => word.includes(' y ')) ? ', ' : ' y ');
}
