const NUMBER = /^-?\s*(\d{1,3}(?:[,\s]\d{3})+|\d*)(\.\d*)?$/;

/**
 * The number that a cell of a workbook says, as it is written in Mexico: the point before the decimals, a comma or a space
 * between thousands, '$' before an amount. Null where it can be read in two ways, as '12,50' and '1.200,00' can: a comma that
 * is merely dropped makes a hundred times the amount of the one, and a thousandth of the other.
 */
export function readNumber(text: string): number | null {
  const plain = text.replace('$', '').trim();
  if (!NUMBER.test(plain) || !/\d/.test(plain)) return null;
  return Number(plain.replaceAll(/[,\s]/g, ''));
}
