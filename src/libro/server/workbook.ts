/** Lists as a workbook of a community, written while its rows are read. */
import type { ListingSheet } from '#platform/listing-sheet.ts';
import { writeWorkbook } from '#platform/server/xlsx-write.ts';
import { logoPng } from '#ui/logos/pictures.ts';

/** `codigo`: of the community, which picks the logo. */
export const listingWorkbook = (
  { codigo }: { codigo: string },
  ...sheets: readonly ListingSheet[]
): AsyncIterable<Uint8Array> => writeWorkbook(sheets, logoPng(codigo));
