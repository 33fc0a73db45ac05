/** A workbook made in the browser, of rows that are there. */

import { zipSync } from 'fflate';
import type { ListingSheet } from '../listing-sheet.ts';
import { type SheetLogo, workbookParts } from '../workbook-parts.ts';

const encoder = new TextEncoder();

export async function workbookBytes(
  sheets: readonly ListingSheet[],
  logo: SheetLogo,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Record<string, Uint8Array> = {};
  for (const [name, chunks] of workbookParts(sheets, logo)) {
    const texts: string[] = [];
    for await (const chunk of chunks) {
      if (typeof chunk === 'string') texts.push(chunk);
      else parts[name] = chunk;
    }
    parts[name] ??= encoder.encode(texts.join(''));
  }
  return zipSync(parts, { level: 6 });
}
