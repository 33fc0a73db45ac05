import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { logoPng } from '#ui/logos/pictures.ts';
import { listing } from '../listing.ts';
import { sheetOf } from '../listing-sheet.ts';
import { writeWorkbook } from '../server/xlsx-write.ts';
import { workbookBytes } from './workbook-zip.ts';

const LIST = listing<{ dia: string; lote: string; monto: number }>([
  { key: 'dia', header: 'Día', kind: 'date' },
  { key: 'lote', header: 'Lote' },
  { key: 'monto', header: 'Monto', kind: 'money', total: true },
]);
const made = () =>
  sheetOf(LIST, { name: 'Pagos: noviembre', heading: ['Los Encinos · Pagos', 'Al 05-11-2026'] }, [
    [{ dia: '2026-11-05', lote: '=M01', monto: 0.1 }],
    [{ dia: '2026-11-06', lote: 'M02', monto: 0.2 }],
  ]);

const LOGO = { png: logoPng('ENCINOS'), width: 1, height: 1 };

it('makes the workbook that the server writes, part by part', async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook([made()], LOGO)) chunks.push(chunk);
  const parts = unzipSync(await workbookBytes([made()], LOGO));
  expect(parts).toEqual(unzipSync(Buffer.concat(chunks)));
  expect(parts['xl/media/image1.png']?.length).toBeGreaterThan(1000);
});
