/**
 * A name as the authority compares it, sign by sign, with that of its register: composed characters, in capitals, single spaces,
 * nothing that nobody sees. What is pasted from a PDF has all of these.
 */
export function normalizeNombre(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .toUpperCase();
}
