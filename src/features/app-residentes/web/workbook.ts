/** The export of the list as a workbook, made in the browser. */
import type { Fecha } from '#core/fecha.ts';
import { EXPORT_COLUMNS, EXPORT_SHEET, EXPORT_WIDTHS, type ExportedUser, exportFileName, exportRow } from '../rules.ts';

/** Cells typed as text, also for whoever edits them: what begins with = + - @ stays what it is. */
const cell = (value: string) => ({ value, type: String, format: '@' });

/** Hands the browser the file. The writer is loaded on the first use. */
export async function downloadUsers(users: readonly ExportedUser[], today: Fecha): Promise<void> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  await writeXlsxFile(
    [
      EXPORT_COLUMNS.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
      ...users.map((user) => exportRow(user).map(cell)),
    ],
    { sheet: EXPORT_SHEET, columns: EXPORT_WIDTHS.map((width) => ({ width })), stickyRowsCount: 1 },
  ).toFile(exportFileName(today));
}
