import { XLSX } from '../file-types.ts';
import type { ListingSheet } from '../listing-sheet.ts';
import { saveFile } from './api.ts';
import { residencialCode } from './identity.ts';

/** Hands the browser the file. The writer is loaded on the first use. */
export async function saveWorkbook(name: string, ...sheets: readonly ListingSheet[]): Promise<void> {
  const { workbookBytes } = await import('./workbook-zip.ts');
  saveFile(new Blob([await workbookBytes(sheets, residencialCode)], { type: XLSX }), name);
}
