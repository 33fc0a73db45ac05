import { catalogueScreens } from '#platform/web/catalogue/screens.tsx';
import { CATALOGUES } from '../definitions.ts';

export const catalogosScreens = CATALOGUES.flatMap(catalogueScreens);
