/**
 * A name as the authority compares it, sign by sign, with that of its register: composed characters, in capitals, single spaces,
 * nothing that nobody sees, and plain letters where a font's own look like them. What is pasted from a PDF has all of these.
 */
export function normalizeNombre(text: string): string {
  return (
    text
      // Full-width and mathematical letters.
      .replace(/[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]/gu, (sign) => sign.normalize('NFKC'))
      .normalize('NFC')
      .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
      .replace(/[\s\p{Cc}\p{Z}]+/gu, ' ')
      .trim()
      .toUpperCase()
  );
}

/** Signs that no name of the register has: of other alphabets, pictures, or none at all. */
const STRANGE = /[^\u0020-\u024F\u1E00-\u1EFF\u2010-\u2027\u2030-\u203A\u20AC\u2116\u2122]|[\u007F-\u009F]/u;

/**
 * A concept as a document can bear it: what separates values there becomes '/', what XML cannot hold is left out, and what is
 * longer than the authority takes is cut. Forms refuse what this changes; what was written before them is kept as it is.
 */
export function normalizeConcepto(text: string, max = 1000): string {
  const plain = text
    .replaceAll('|', '/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out.
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
    .replace(/[\t\n\r ]+/g, ' ')
    .trim();
  // Its signs are at most as many as its units, and are counted only where that does not tell.
  return plain.length <= max ? plain : [...plain].slice(0, max).join('').trim();
}

/** Why the authority would refuse a normalised name, or XML could not bear it; undefined where it would not. */
export function refusalOfNombre(nombre: string): string | undefined {
  const [strange] = STRANGE.exec(nombre) ?? [];
  if (strange === undefined) return undefined;
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(strange)
    ? `el signo «${strange}»`
    : `un signo que no se ve (U+${(strange.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;
  return `Tiene ${shown}, que el SAT no acepta en un nombre. Escríbalo como está en la constancia de situación fiscal`;
}
