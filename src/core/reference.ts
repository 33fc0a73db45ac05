/**
 * Payment references: the number that a resident gives the bank, and the lot that it is of. A lot's own number, filled with
 * zeros, then its check digits; before it, where the bank's agreement asks for one, a prefix. Source: dominio.md#references.
 */

/** What guards a reference: nothing; Luhn (ISO/IEC 7812-1, annex B); MOD 97-10 of ISO/IEC 7064, as in ISO 11649. */
export const CHECK_DIGITS = ['ninguno', 'luhn', '97-10'] as const;
export type CheckDigits = (typeof CHECK_DIGITS)[number];

/** How the references of a register are made. */
export interface ReferenceScheme {
  verificador: CheckDigits;
  /** Letters and digits; '' for none. */
  prefijo: string;
}

/** Digits of the lot, zeros in front: all references of a register are of one length, so that a digit more or less shows. */
export const LOT_DIGITS = 6;

const CHECK_LENGTH: Readonly<Record<CheckDigits, number>> = { ninguno: 0, luhn: 1, '97-10': 2 };

/** The one digit that makes the sum of Luhn a multiple of 10. */
function luhnOf(digits: string): string {
  let sum = 0;
  for (const [fromRight, digit] of [...digits].reverse().entries()) {
    const weighed = Number(digit) * (fromRight % 2 === 0 ? 2 : 1);
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return String((10 - (sum % 10)) % 10);
}

/** The two digits that leave 1 when the whole is divided by 97: 02 to 98. */
function mod97Of(digits: string): string {
  let rest = 0;
  for (const digit of `${digits}00`) rest = (rest * 10 + Number(digit)) % 97;
  return String(98 - rest).padStart(2, '0');
}

/** The check digits after these digits; '' where there are none. */
export function checkDigitsOf(digits: string, verificador: CheckDigits): string {
  if (verificador === 'luhn') return luhnOf(digits);
  return verificador === '97-10' ? mod97Of(digits) : '';
}

/** Letters and digits only, and no zeros in front: spreadsheets and banks lose them, and dashes and spaces too. */
const stripped = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[\s\-‐-―−]/gu, '')
    .replace(/^0+/, '');

/** Whether a register has references at all: nothing chosen is none, since any number would be one. */
const hasReferences = ({ verificador, prefijo }: ReferenceScheme): boolean =>
  verificador !== 'ninguno' || stripped(prefijo) !== '';

/** A lot's reference as it is printed and typed; undefined where the register has none, or the number no room. */
export function referenceOf(lote: number, scheme: ReferenceScheme): string | undefined {
  const digits = String(lote).padStart(LOT_DIGITS, '0');
  if (!hasReferences(scheme) || digits.length > LOT_DIGITS) return undefined;
  return `${scheme.prefijo.toUpperCase()}${digits}${checkDigitsOf(digits, scheme.verificador)}`;
}

export type ReadReference =
  /** The number of a lot; `checked` where check digits say that it is what was meant. */
  | { is: 'lot'; lote: number; checked: boolean }
  /** It has the form of a reference, and its check digits are not those of its lot. */
  | { is: 'wrong' }
  /** It is no reference of this scheme. */
  | { is: 'unknown' };

const UNKNOWN: ReadReference = { is: 'unknown' };

/**
 * The digits of lot and check in what a bank printed. Behind the prefix they are all there, zeros too; alone they may have
 * lost the zeros in front.
 */
function ownDigits(text: string, { verificador, prefijo }: ReferenceScheme): string | undefined {
  const whole = stripped(text);
  const before = stripped(prefijo);
  const length = LOT_DIGITS + CHECK_LENGTH[verificador];
  const behind = whole.slice(before.length);
  if (before !== '' && whole.startsWith(before) && behind.length === length && /^\d+$/.test(behind)) return behind;
  // Nothing but the prefix tells a number without check digits from any other.
  return verificador !== 'ninguno' && /^\d+$/.test(whole) ? whole : undefined;
}

/** Whether a text is as long as a reference in full: behind its prefix, or with all its zeros. What is shorter is many a number. */
export function isWholeReference(text: string, { verificador, prefijo }: ReferenceScheme): boolean {
  const whole = text.toUpperCase().replaceAll(/[\s\-‐-―−]/gu, '');
  const length = LOT_DIGITS + CHECK_LENGTH[verificador];
  const before = prefijo.toUpperCase().replaceAll(/[\s\-‐-―−]/gu, '');
  if (before !== '' && whole.startsWith(before) && whole.length === before.length + length) return true;
  return whole.length === length && /^\d+$/.test(whole);
}

/** What a text says as a reference of this scheme. */
export function readReference(text: string, scheme: ReferenceScheme): ReadReference {
  if (!hasReferences(scheme)) return UNKNOWN;
  const { verificador } = scheme;
  const digits = ownDigits(text, scheme);
  if (digits === undefined) return UNKNOWN;
  const at = digits.length - CHECK_LENGTH[verificador];
  // Shorter there is no lot in it; longer it is a number of something else.
  if (at < 1 || at > LOT_DIGITS) return UNKNOWN;
  const lote = Number(digits.slice(0, at));
  if (lote === 0) return UNKNOWN;
  if (verificador === 'ninguno') return { is: 'lot', lote, checked: false };
  return digits.slice(at) === checkDigitsOf(digits.slice(0, at), verificador)
    ? { is: 'lot', lote, checked: true }
    : { is: 'wrong' };
}

/** What a text says by the references of all registers: several lots where their check digits do not agree. */
export interface ReadReferences {
  /** The lots that right check digits name, each once. */
  lotes: number[];
  /** Those that a prefix alone names. */
  unchecked: number[];
  /** It has the form of a reference, and no register's check digits are right. */
  wrong: boolean;
}

export function readReferences(text: string, schemes: readonly ReferenceScheme[]): ReadReferences {
  const checked = new Set<number>();
  const unchecked = new Set<number>();
  let wrong = false;
  for (const scheme of schemes) {
    const read = readReference(text, scheme);
    if (read.is === 'lot') (read.checked ? checked : unchecked).add(read.lote);
    else if (read.is === 'wrong') wrong = true;
  }
  return { lotes: [...checked], unchecked: [...unchecked], wrong: wrong && checked.size + unchecked.size === 0 };
}
