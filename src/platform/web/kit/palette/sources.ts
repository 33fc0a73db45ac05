/** Where the command palette finds things. Small, so that features can register without loading the palette. */

export interface PaletteItem {
  /** Unique in its group; recent items are remembered by it. */
  id: string;
  label: string;
  /** Small text beside the label: the associate of a lot, the section of a screen. */
  hint?: string;
  /** It is done once, as paying what a lot owes now: it is not offered again among recent items. */
  once?: boolean;
  /** Further words to find it by. */
  keywords?: string;
  /** An address, or an act. */
  to?: string;
  run?: () => void;
}

export interface PaletteSource {
  group: string;
  /** Asked only when the typing pauses. */
  remote?: boolean;
  /** Whether this user may ask it; left out, everybody may. */
  mayAsk?: () => boolean;
  /**
   * The items for what was typed. A list given at once is matched and ordered by the palette; a promise is taken as the
   * server ordered it.
   */
  search: (query: string, signal: AbortSignal) => Promise<readonly PaletteItem[]> | readonly PaletteItem[];
}

const sources = new Set<PaletteSource>();

/** Returns the function that takes the source out again. */
export function registerSource(source: PaletteSource): () => void {
  sources.add(source);
  return () => {
    sources.delete(source);
  };
}

export function allSources(): readonly PaletteSource[] {
  return [...sources];
}
