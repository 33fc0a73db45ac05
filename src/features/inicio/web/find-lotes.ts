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

/** What is done with a lot most, in the words that it is asked for by. */
const ACTS = [
  { words: /^(pagar|cobrar)\s+(?!\s*todo\s)/i, to: '/mantenimiento/pagar/lote', label: 'Pagar' },
  { words: /^(pagar|cobrar)\s+todo\s+(de\s+)?/i, to: '/pagar-todo', label: 'Pagar todo de' },
  { words: /^(deudas?|adeudos?)\s+(de\s+)?/i, to: '/deudas', label: 'Deudas de' },
  { words: /^pagos?\s+(de\s+)?/i, to: '/pagos', label: 'Pagos de' },
  { words: /^estado(\s+de\s+cuenta)?\s+(de\s+)?/i, to: '/estado-cuenta', label: 'Estado de cuenta de' },
] as const;
type Act = (typeof ACTS)[number];

/** What is to be done with which lot: 'pagar M01-L10'. */
export function actIn(query: string): { act: Act | undefined; q: string } {
  const act = ACTS.find(({ words }) => words.test(query) && query.replace(words, '').trim() !== '');
  return { act, q: act ? query.replace(act.words, '').trim() : query };
}

async function searchLotes(query: string, signal: AbortSignal): Promise<SearchRow[]> {
  const q = query.slice(0, SEARCH_LENGTH_MAX);
  const answers = await Promise.all(
    TYPES.map((type) => call(searchContract.get, { params: { q, type }, query: { limite: ITEMS_MAX }, signal })),
  );
  return merge(answers, ITEMS_MAX);
}

/**
 * At most eight lots whose referencia, associate or street has every word of the query; of the one that is meant, what is done
 * with it too. Where the query begins with what is to be done, that alone of each of them.
 */
export async function findLotes(query: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const { act, q } = actIn(query);
  if (act && q.length > 1) {
    const asked = (await searchLotes(q, signal)).flatMap((row) => actsOf(row, [act]));
    if (asked.length > 0) return asked;
  }
  const rows = await searchLotes(query, signal);
  const [only] = rows;
  return [...rows.map(itemOf), ...(only && rows.length === 1 ? actsOf(only) : [])];
}

function itemOf({ id_lote, referencia, name, anterior, direccion }: SearchRow): PaletteItem {
  return {
    id: `lote-${id_lote}`,
    label: referencia,
    hint: [name || 'Sin asociado', anterior && `Propietario anterior: ${anterior}`, direccion]
      .filter(Boolean)
      .join(' · '),
    to: searchPath(referencia, 'Referencia'),
  };
}

function actsOf({ id_lote, referencia, paga_mtto, deuda }: SearchRow, acts: readonly Act[] = ACTS): PaletteItem[] {
  if (!passes(COLLECT_ROLES, session.get()?.role ?? '')) return [];
  const owed = deuda > 0 ? `Debe ${formatMoney(deuda)}` : 'No debe nada';
  const [pay, payAll, debts] = ACTS;
  return acts
    .filter((act) => (act !== pay || paga_mtto) && (act !== payAll || deuda > 0))
    .map((act) => ({
      id: `${act.to}/${id_lote}`,
      label: `${act.label} ${referencia}`,
      hint: act === pay || act === payAll || act === debts ? owed : '',
      once: true,
      to: `${act.to}/${id_lote}`,
    }));
}
