/**
 * Passwords that are guessed first. One is read as the pieces that guessers put together (words of the lists of stolen
 * passwords, the person's own names and the community's, years, series of keys, repetitions), each of which counts as one sign;
 * every other sign counts by itself. What comes to fewer than `SIGNS_MIN` is refused: what it adds is one digit and a mark,
 * which are guessed along.
 */

import { COMMON_WORDS } from './common-words.ts';
import { Refusal } from './errors.ts';

const SIGNS_MIN = 5;

/** Shorter ones are found in anything. */
const PIECE_MIN = 3;

/** Keys beside each other, and signs that follow each other. */
const SERIES = [
  'qwertyuiop',
  'asdfghjklñ',
  'zxcvbnm',
  '1234567890',
  'abcdefghijklmnñopqrstuvwxyz',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
  'a1b2c3d4e5f6g7h8i9',
  '147258369',
  '159357',
  '!"#$%&/()=',
  '!@#$%^&*()',
].flatMap((series) => [series, [...series].reverse().join('')]);

/** What people write in the place of letters. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const YEAR = /^(19|20)\d\d$/;

/** Lower case and without accents: 'Ñandú' is 'nandu'. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const spelled = (text: string): string => [...text].map((sign) => LEET[sign] ?? sign).join('');

/** Whose password it is: texts whose words a guesser knows, such as names, the username, the community's name. */
export type About = readonly (string | null | undefined)[];

/** The words of texts, and each text as one word: 'Los Encinos' has 'los', 'encinos' and 'losencinos'. */
function wordsOf(about: About): Set<string> {
  const words = about.flatMap((text) => {
    const parts = plain(text ?? '').split(/[^\p{L}\p{N}]+/u);
    return [...parts, parts.join('')];
  });
  return new Set(words.filter((word) => word.length >= PIECE_MIN));
}

type Kind = 'propia' | 'común';

/** The part that is repeated, where a text is nothing but one part again and again: 'abab' → 'ab'. */
function repeatedPart(text: string): string | undefined {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return part;
  }
  return undefined;
}

interface Reading {
  signs: number;
  /** Whether a word of its own person is among the pieces. */
  own: boolean;
}

/** The reading of a text that takes the fewest signs. */
function read(text: string, own: ReadonlySet<string>): Reading {
  const kindOf = (piece: string): Kind | undefined => {
    const letters = spelled(piece);
    if (own.has(piece) || own.has(letters)) return 'propia';
    const isCommon =
      COMMON_WORDS.has(piece) ||
      COMMON_WORDS.has(letters) ||
      YEAR.test(piece) ||
      SERIES.some((series) => series.includes(piece));
    return isCommon ? 'común' : undefined;
  };
  const best: Reading[] = [{ signs: 0, own: false }];
  for (let end = 1; end <= text.length; end += 1) {
    const before = best[end - 1] as Reading;
    let found = { ...before, signs: before.signs + 1 };
    for (let start = 0; start <= end - PIECE_MIN; start += 1) {
      const piece = text.slice(start, end);
      const from = best[start] as Reading;
      const kind = kindOf(piece);
      const part = kind ? undefined : repeatedPart(piece);
      if (!kind && part === undefined) continue;
      // What is repeated is typed once.
      const { signs, own: ownPart } = part === undefined ? { signs: 1, own: kind === 'propia' } : read(part, own);
      const reading = { signs: from.signs + signs, own: from.own || ownPart };
      if (reading.signs < found.signs) found = reading;
    }
    best[end] = found;
  }
  return best[text.length] as Reading;
}

const ADVICE = 'Elija otra: por ejemplo, tres o cuatro palabras que no suelan ir juntas';

/** Why a password may not be chosen, or undefined where it may. */
export function weaknessOf(password: string, about: About = []): string | undefined {
  const { signs, own } = read(plain(password), wordsOf(about));
  if (signs >= SIGNS_MIN) return undefined;
  return own
    ? `Esa contraseña se adivina pronto: es casi sólo su nombre, su usuario o el de la comunidad. ${ADVICE}`
    : `Esa contraseña es de las que se prueban primero: palabras, series o repeticiones muy usadas. ${ADVICE}`;
}

/** Refuses a password that is guessed first, at the field that it was typed in. */
export function requireStrong(password: string, about: About, path: string): void {
  const weakness = weaknessOf(password, about);
  if (weakness) throw new Refusal(weakness, path);
}
