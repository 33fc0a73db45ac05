/** A bank's file of deposits, as the screen takes it. */
import type { Page } from '@playwright/test';
import writeXlsxFile from 'write-excel-file/node';

const TITLES = ['NO', 'REFERENCIA', 'MANTTO', 'FECHA PAGO', 'OBSERVACION'];

/** Lines of reference, pesos and day as the file writes it. */
export const book = (lines: readonly (readonly [string, number, string])[]): Promise<Buffer> =>
  writeXlsxFile([
    TITLES.map((value) => ({ value })),
    ...lines.map((line, n) => [n + 1, ...line, 'Prueba'].map((value) => ({ value }))),
  ]).toBuffer() as Promise<Buffer>;

export const choose = (page: Page, name: string, buffer: Buffer) =>
  page.setInputFiles('input[type=file]', { name, buffer, mimeType: 'application/octet-stream' });
