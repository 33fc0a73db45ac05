/** The CLABE, the 18 digits of an account for transfers in Mexico: bank, place and account, and a check digit over all of them. */

const CLABE_LENGTH = 18;
const WEIGHTS = [3, 7, 1] as const;

/** The digit after the first 17: what makes their weighed sum a multiple of 10. */
export function clabeCheckDigit(first17: string): string {
  let sum = 0;
  for (const [at, digit] of [...first17].entries()) sum += (Number(digit) * (WEIGHTS[at % 3] ?? 1)) % 10;
  return String((10 - (sum % 10)) % 10);
}

export const isClabe = (text: string): boolean =>
  /^\d{18}$/.test(text) && clabeCheckDigit(text.slice(0, -1)) === text.at(-1);

/** The CLABEs that stand in a text by themselves, each once. */
export function clabesIn(text: string): string[] {
  const whole = text.match(/(?<![\p{L}\p{N}])\d{18}(?![\p{L}\p{N}])/gu) ?? [];
  return [...new Set(whole.filter(isClabe))];
}

/** CLABEs with consecutive numbers behind a prefix; undefined where the numbers do not fit into the 17 digits. */
export function clabeRange(prefijo: string, desde: number, cuantas: number): string[] | undefined {
  const digits = CLABE_LENGTH - 1 - prefijo.length;
  if (!/^\d+$/.test(prefijo) || digits < 1 || String(desde + cuantas - 1).length > digits) return undefined;
  return Array.from({ length: cuantas }, (_, n) => {
    const first = prefijo + String(desde + n).padStart(digits, '0');
    return first + clabeCheckDigit(first);
  });
}
