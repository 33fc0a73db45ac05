/** The command palette's lots: by referencia, associate or street. Loads what it needs when it is first asked. */
import { passes } from '#platform/roles.ts';
import { type PaletteItem, registerSource } from '#platform/web/kit/palette/sources.ts';
import { session } from '#platform/web/session.ts';

/** Fewer letters would name half of the community. */
const LETTERS_MIN = 2;

/** Who may search; the contract itself would bring its schemas into the first load. */
const SEARCH_ROLES = 'ABCDEF';

/** Returns the function that takes the source out again. Call once, at the composition root. */
export function registerLotes(): () => void {
  const mayAsk = () => passes(SEARCH_ROLES, session.get()?.role ?? '');
  return registerSource({
    group: 'Lotes',
    remote: true,
    mayAsk,
    search: async (query, signal): Promise<readonly PaletteItem[]> => {
      if (query.length < LETTERS_MIN || !mayAsk()) return [];
      const { findLotes } = await import('./find-lotes.ts');
      return findLotes(query, signal);
    },
  });
}
