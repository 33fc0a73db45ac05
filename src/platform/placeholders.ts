/** Places in a text that the data of each lot fill: {{asociado}}. Pure; which there are is for whoever fills them. */

const PLACE = /\{\{\s*([\p{L}_]+)\s*\}\}/gu;

/** The names that a text asks for, each once, in lower case. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name.toLowerCase()))];
}

/** A text with its places filled; one that nobody knows stays as it is written. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (whole, name: string) => values[name.toLowerCase()] ?? whole);
}

/** A value as it may stand in HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
