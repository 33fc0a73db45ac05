/** A cell of a workbook, as whoever reads the file hands it over. */
export type Cell = string | number | boolean | Date | null;

const NUMBER = /^-?\s*(\d{1,3}(?:[,\s]\d{3})+|\d*)(\.\d*)?$/;

/**
 * The number that a cell holds, or that its text says as it is written in Mexico: the point before the decimals, a comma or a
 * space between thousands, '$' before an amount. Null where there is none, and where it can be read in two ways, as '12,50' and
 * '1.200,00' can: a comma that is merely dropped makes a hundred times the amount of the one, and a thousandth of the other.
 */
export function numberOfCell(cell: Cell): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  const plain = String(cell ?? '')
    .replace('$', '')
    .trim();
  if (!NUMBER.test(plain) || !/\d/.test(plain)) return null;
  return Number(plain.replaceAll(/[,\s]/g, ''));
}

/** The day of a cell that holds a date, YYYY-MM-DD; '' for a date that is none. */
export function dayOfCell(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
