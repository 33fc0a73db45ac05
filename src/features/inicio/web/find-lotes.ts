/** Lots for the command palette. */
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import type { PaletteItem } from '#platform/web/kit/palette/sources.ts';
import { session } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { SEARCH_LENGTH_MAX, type SearchRow, type SearchType, searchContract } from '../contract.ts';
import { searchPath } from '../rules.ts';

const ITEMS_MAX = 8;
const COLLECT_ROLES = 'ABC';
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
  const rows = merge(answers, ITEMS_MAX);
  const [only] = rows;
  return [...rows.map(itemOf), ...(only && rows.length === 1 ? actsOf(only) : [])];
}

function itemOf({ id_lote, referencia, name, direccion }: SearchRow): PaletteItem {
  return {
    id: `lote-${id_lote}`,
    label: referencia,
    hint: [name || 'Sin asociado', direccion].filter(Boolean).join(' · '),
    to: searchPath(referencia, 'Referencia'),
  };
}

/** Of the one lot that is meant: straight to what is done with it most. */
function actsOf({ id_lote, referencia, paga_mtto, deuda }: SearchRow): PaletteItem[] {
  if (!passes(COLLECT_ROLES, session.get()?.role ?? '')) return [];
  const owed = deuda > 0 ? `Debe ${formatMoney(deuda)}` : 'No debe nada';
  const act = (label: string, to: string, hint = '') => ({
    id: `${to}/${id_lote}`,
    label,
    hint,
    to: `${to}/${id_lote}`,
  });
  return [
    ...(paga_mtto ? [act(`Pagar ${referencia}`, '/mantenimiento/pagar/lote', owed)] : []),
    ...(deuda > 0 ? [act(`Pagar todo de ${referencia}`, '/pagar-todo', owed)] : []),
    act(`Deudas de ${referencia}`, '/deudas', owed),
    act(`Pagos de ${referencia}`, '/pagos'),
    act(`Estado de cuenta de ${referencia}`, '/estado-cuenta'),
  ];
}
