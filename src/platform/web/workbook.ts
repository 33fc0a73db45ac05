import { XLSX } from '../file-types.ts';
import type { ListingSheet } from '../listing-sheet.ts';
import type { SheetLogo } from '../workbook-parts.ts';
import { saveFile } from './api.ts';
import { membrete } from './identity.ts';
import { loadLogo } from './own-logo.ts';

async function sheetLogo(): Promise<SheetLogo> {
  const { codigo, logo } = membrete();
  const png = await loadLogo();
  if (logo && png) return { png, width: logo.width, height: logo.height };
  const { logoPng } = await import('#ui/logos/pictures.ts');
  return { png: logoPng(codigo), width: 1, height: 1 };
}

/** Hands the browser the file. The writer is loaded on the first use. */
export async function saveWorkbook(name: string, ...sheets: readonly ListingSheet[]): Promise<void> {
  const { workbookBytes } = await import('./workbook-zip.ts');
  saveFile(new Blob([await workbookBytes(sheets, await sheetLogo())], { type: XLSX }), name);
}
