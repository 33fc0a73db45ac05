/**
 * Money is integer centavos everywhere in code; pesos with at most two decimals exist only at the edges (JSON, screens).
 * This is the only module that rounds: half away from zero. See docs/adr/0005-money-and-rounding.md.
 */

declare const UNIT: unique symbol;

/** An amount in whole centavos. A plain number passes for one, an amount that is known to be in pesos does not compile. */
export type Centavos = number & { readonly [UNIT]?: 'centavos' };

/** An amount in pesos with at most two decimals; known to be in centavos, a number does not pass for it. */
export type Pesos = number & { readonly [UNIT]?: 'pesos' };

/** What a contract tells in pesos, as the database has it. */
export type InCentavos<Row> = {
  [K in keyof Row]: typeof UNIT extends keyof NonNullable<Row[K]> ? Centavos | Extract<Row[K], null> : Row[K];
};

/** The largest amount that is still exact and that any field accepts: 9,999,999,999.99 pesos. */
export const CENTAVOS_MAX: Centavos = 999_999_999_999;

/** True when `pesos` has at most two decimals and is within ±CENTAVOS_MAX. */
export function isPesos(pesos: Pesos): boolean {
  if (!Number.isFinite(pesos)) return false;
  const centavos = Math.round(pesos * 100);
  return Math.abs(centavos) <= CENTAVOS_MAX && centavos / 100 === pesos;
}

/** Pesos (at most two decimals) to centavos; throws RangeError on anything that is not an exact amount. */
export function toCentavos(pesos: Pesos): Centavos {
  if (!isPesos(pesos)) throw new RangeError(`not an amount in pesos: ${pesos}`);
  // `+ 0` turns the -0 of Math.round(-0) into 0, which JSON and equality checks expect.
  return Math.round(pesos * 100) + 0;
}

/** Pesos that a workbook program reckoned, which may carry a hair of binary arithmetic; null where more than that is left. */
export function centavosOfReckoned(pesos: Pesos): Centavos | null {
  const rounded = Math.round(pesos * 100) / 100;
  return Math.abs(rounded - pesos) <= 1e-6 && isPesos(rounded) ? toCentavos(rounded) : null;
}

/** Centavos to pesos, for JSON and display; the inverse of toCentavos. */
export function toPesos(centavos: Centavos): Pesos {
  if (!Number.isSafeInteger(centavos)) throw new RangeError(`not centavos: ${centavos}`);
  return centavos / 100;
}

/** What the rows come to, in pesos, without the errors of sums of fractions. */
export function sumPesos<Row>(rows: readonly Row[], amountOf: (row: Row) => Pesos): Pesos {
  return toPesos(rows.reduce((sum, row) => sum + toCentavos(amountOf(row)), 0));
}

/** numerator / denominator rounded half away from zero, in exact integer arithmetic. */
export function divideRounded(numerator: bigint, denominator: bigint): number {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return Number(numerator < 0n ? -rounded : rounded);
}

/** Bounded throughout: what somebody pastes may be of any length, and no amount is. */
const WRITTEN =
  /^([-−]?)\s{0,9}(?:\$|MXN)?\s{0,9}([-−]?)\s{0,9}(\d{1,3}(?:,\d{3}){1,9}|\d{0,20})(?:\.(\d{0,20}))?\s{0,9}(?:MXN|M\.\s?N\.|pesos)?$/i;

/** The number that somebody wrote (`$1,250.50 MXN`), as plain digits; null for a text that is anything more or less than one. */
export function decimalOf(text: string): string | null {
  const [, sign, innerSign, whole = '', decimals = ''] = WRITTEN.exec(text.trim()) ?? [];
  if (whole + decimals === '' || (sign && innerSign)) return null;
  return `${sign || innerSign ? '-' : ''}${whole.replaceAll(',', '') || '0'}${decimals && `.${decimals}`}`;
}

/** Pesos that somebody wrote, to the centavo (`$1,250.555` is 1,250.56); null for a text that is not wholly an amount. */
export function pesosOf(text: string): Pesos | null {
  const decimal = decimalOf(text);
  if (decimal === null) return null;
  const [whole = '', decimals = ''] = decimal.split('.');
  const pesos =
    divideRounded(BigInt(`${whole}${decimals.padEnd(2, '0')}`), 10n ** BigInt(Math.max(decimals.length, 2) - 2)) / 100;
  return isPesos(pesos) ? pesos : null;
}

/** `percent` (at most four decimals) of an amount, rounded to the centavo, half away from zero. */
export function percentageOf(centavos: Centavos, percent: number): Centavos {
  const scaled = Math.round(percent * 10_000);
  if (Math.abs(scaled - percent * 10_000) > 1e-6) throw new RangeError(`more than four decimals: ${percent}`);
  return divideRounded(BigInt(centavos) * BigInt(scaled), 1_000_000n);
}
