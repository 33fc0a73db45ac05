/** Lots for the command palette. */
import { call } from '#platform/web/api.ts';
import type { PaletteItem } from '#platform/web/kit/palette/sources.ts';
import { SEARCH_LENGTH_MAX, type SearchRow, type SearchType, searchContract } from '../contract.ts';
import { searchPath } from '../rules.ts';

const ITEMS_MAX = 8;
/** In the order in which their lots are offered. */
const TYPES: readonly SearchType[] = ['Referencia', 'Asociado', 'Calle'];

/** The answers of several searches as one list: the first of each, then the second of each, every lot once. */
export function merge(answers: readonly (readonly SearchRow[])[], max: number): SearchRow[] {
  const merged = new Map<number, SearchRow>();
  const longest = Math.max(0, ...answers.map((rows) => rows.length));
  for (let i = 0; i < longest; i += 1) {
    for (const rows of answers) {
      const row = rows[i];
      if (row && !merged.has(row.id_lote)) merged.set(row.id_lote, row);
    }
  }
  return [...merged.values()].slice(0, max);
}

/** At most eight lots whose referencia, associate or street has every word of the query. */
export async function findLotes(query: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const q = query.slice(0, SEARCH_LENGTH_MAX);
  const answers = await Promise.all(
    TYPES.map((type) => call(searchContract.get, { params: { q, type }, query: { limite: ITEMS_MAX }, signal })),
  );
  return merge(answers, ITEMS_MAX).map(({ id_lote, referencia, name, direccion }) => ({
    id: `lote-${id_lote}`,
    label: referencia,
    hint: [name || 'Sin asociado', direccion].filter(Boolean).join(' · '),
    to: searchPath(referencia, 'Referencia'),
  }));
}
