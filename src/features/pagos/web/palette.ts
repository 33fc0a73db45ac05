/**
 * The command palette's payments: what has a number in it may be an amount, a day, a folio or a reference, and longer words a
 * name or a method. Loads what it needs when it is first asked.
 */
import { passes } from '#platform/roles.ts';
import { type PaletteItem, registerSource } from '#platform/web/kit/palette/sources.ts';
import { session } from '#platform/web/session.ts';

/** Fewer letters would name half of the ledger. */
const LETTERS_MIN = 3;
const LETTERS_OF_WORDS_MIN = 4;
/** A day that is named, and not numbered. */
const DAY = /^(hoy|ayer)$/i;
const SEARCH_ROLES = 'ABC';

/** Returns the function that takes the source out again. Call once, at the composition root. */
export function registerRecibos(): () => void {
  const mayAsk = () => passes(SEARCH_ROLES, session.get()?.role ?? '');
  return registerSource({
    group: 'Pagos',
    remote: true,
    mayAsk,
    search: async (query, signal): Promise<readonly PaletteItem[]> => {
      const q = query.trim().slice(0, 80);
      const enough = /\d/.test(q) ? LETTERS_MIN : LETTERS_OF_WORDS_MIN;
      if ((q.length < enough && !DAY.test(q)) || !mayAsk()) return [];
      const { findRecibos } = await import('./find-recibos.ts');
      return findRecibos(q, signal);
    },
  });
}
