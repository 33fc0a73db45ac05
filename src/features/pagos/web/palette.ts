/**
 * The command palette's payments: what has a number in it may be an amount, a day, a folio or a reference. Loads what it needs
 * when it is first asked.
 */
import { passes } from '#platform/roles.ts';
import { type PaletteItem, registerSource } from '#platform/web/kit/palette/sources.ts';
import { session } from '#platform/web/session.ts';

/** Fewer letters would name half of the ledger. */
const LETTERS_MIN = 3;
const SEARCH_ROLES = 'ABC';

/** Returns the function that takes the source out again. Call once, at the composition root. */
export function registerRecibos(): () => void {
  return registerSource({
    group: 'Pagos',
    remote: true,
    search: async (query, signal): Promise<readonly PaletteItem[]> => {
      const q = query.trim().slice(0, 80);
      if (q.length < LETTERS_MIN || !/\d/.test(q) || !passes(SEARCH_ROLES, session.get()?.role ?? '')) return [];
      const { findRecibos } = await import('./find-recibos.ts');
      return findRecibos(q, signal);
    },
  });
}
