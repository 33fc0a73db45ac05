import type { Workbook } from '../workbook-cells.ts';

/** Hands the browser the file. The writer is loaded on the first use. */
export async function saveWorkbook({ cells, options }: Workbook, name: string): Promise<void> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  await writeXlsxFile(cells, options).toFile(name);
}
