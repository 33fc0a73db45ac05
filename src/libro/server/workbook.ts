/** Lists as a workbook of a community, written while its rows are read. */

import { type Membrete, pngOf } from '#core/membrete.ts';
import type { ListingSheet } from '#platform/listing-sheet.ts';
import { writeWorkbook } from '#platform/server/xlsx-write.ts';
import type { SheetLogo } from '#platform/workbook-parts.ts';
import { logoPng } from '#ui/logos/pictures.ts';

function logoOf({ codigo, logo }: Pick<Membrete, 'codigo' | 'logo'>): SheetLogo {
  if (!logo) return { png: logoPng(codigo), width: 1, height: 1 };
  const { src, width, height } = logo;
  return { png: pngOf(src), width, height };
}

/** Whose it is picks the logo. */
export const listingWorkbook = (
  whose: Pick<Membrete, 'codigo' | 'logo'>,
  ...sheets: readonly ListingSheet[]
): AsyncIterable<Uint8Array> => writeWorkbook(sheets, logoOf(whose));
