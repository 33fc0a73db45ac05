/** The command palette's communities: 'Cambiar a Lagos del Valle'. Asked when something is typed, and kept for a minute. */
import { type PaletteItem, registerSource } from '#platform/web/kit/palette/sources.ts';
import { session } from '#platform/web/session.ts';

const KEPT_MS = 60_000;

/** Returns the function that takes the source out again. Call once, at the composition root. */
export function registerComunidades(): () => void {
  let asked: { token: string; until: number; items: Promise<readonly PaletteItem[]> } | undefined;
  return registerSource({
    group: 'Comunidades',
    search: async (query): Promise<readonly PaletteItem[]> => {
      const token = session.get()?.access_token ?? '';
      if (query.trim().length < 2 || token === '') return [];
      const { findComunidades, matching } = await import('./find-comunidades.ts');
      if (asked?.token !== token || Date.now() > asked.until)
        asked = { token, until: Date.now() + KEPT_MS, items: findComunidades() };
      try {
        return matching(await asked.items, query);
      } catch {
        // What is not known now is asked for with the next letter; all else is found without it.
        asked = undefined;
        return [];
      }
    },
  });
}
