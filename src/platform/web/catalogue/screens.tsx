import type { Catalogue } from '#platform/catalogue.ts';
import { type Screen, screen } from '#platform/screen.ts';

/** The two screens of a catalogue, its list and its form. */
export function catalogueScreens(catalogue: Catalogue): Screen[] {
  const { path, titles, writeRoles } = catalogue;
  return [
    screen({
      path,
      title: titles.list,
      roles: writeRoles,
      keywords: catalogue.hub ? '' : 'catálogo',
      load: async () => {
        const { CatalogueList } = await import('./CatalogueList.tsx');
        return { default: () => <CatalogueList catalogue={catalogue} /> };
      },
    }),
    screen({
      path: `${path}/value`,
      title: titles.new,
      roles: writeRoles,
      load: async () => {
        const { CatalogueForm } = await import('./CatalogueForm.tsx');
        return { default: () => <CatalogueForm catalogue={catalogue} /> };
      },
    }),
  ];
}
