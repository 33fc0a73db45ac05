/** Texts as people compare them. */

/** The form in which references and names are compared, as ext.clave does in the database. */
export function comparable(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
