/** What the thread does with an onboarding book: the sheets of its layout, as wide as that is. */

import { comparable } from '#core/text.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { SHEETS } from '../layout.ts';
import type { WorkbookSheet } from '../rules.ts';

const NAMES = new Set(SHEETS.map(({ name }) => comparable(name)));

export async function leerLibro(bytes: Uint8Array): Promise<WorkbookSheet[]> {
  const sheets = await readWorkbook(bytes);
  return sheets.filter(({ name }) => NAMES.has(comparable(name)));
}
