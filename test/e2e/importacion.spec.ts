import { readFileSync } from 'node:fs';
import writeXlsxFile from 'write-excel-file/node';
import { SHEETS } from '../../src/features/importacion/layout.ts';
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

async function book(rows: Record<string, string | number>[]): Promise<Buffer> {
  return writeXlsxFile(
    SHEETS.map(({ name, columns }, index) => ({
      sheet: name,
      data: [
        columns.map(({ header }) => ({ value: header })),
        ...(index === 0 ? rows : []).map((row) =>
          columns.map(({ header }) => (row[header] === undefined ? null : { value: row[header] })),
        ),
      ],
    })),
  ).toBuffer() as Promise<Buffer>;
}

const choose = async (page: import('@playwright/test').Page, name: string, buffer: Buffer) =>
  page.setInputFiles('input[type=file]', {
    name,
    buffer,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });

test('a workbook is reviewed, corrected, applied once, and stands in the list', async ({ page }) => {
  await signIn(page, 'director', '/operaciones');
  await page.getByRole('main').getByRole('link', { name: 'Importar registro' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Importar registro' })).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar plantilla' }).click();
  const template = await downloading;
  expect(template.suggestedFilename()).toBe('Plantilla de registro.xlsx');
  expect(
    readFileSync(await template.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  await choose(page, 'notas.txt', Buffer.from('x'));
  await expect(page.getByText('Seleccione un archivo válido')).toBeVisible();

  const referencia = `E2E-${Date.now()}`;
  const lote = { Referencia: referencia, Tipo: 'comercial', Estado: 'disponible', Calle: 'Roble', Manzana: '1' };
  await choose(page, 'registro.xlsx', await book([lote]));
  await expect(page.getByText('Fallas en el libro: 1. Nada se ha guardado')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Superficie' })).toContainText('Campo Requerido');
  await expect(page.getByRole('button', { name: 'Aplicar', exact: true })).toHaveCount(0);
  await expectNoAxe(page);

  const right = await book([{ ...lote, Superficie: 120 }]);
  await choose(page, 'registro.xlsx', right);
  await expect(page.getByText('El libro no tiene fallas')).toBeVisible();
  await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('El registro fue guardado completo')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Libros aplicados' })).toContainText('registro.xlsx');
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);

  await choose(page, 'registro.xlsx', right);
  await expect(page.getByText('Este libro ya fue aplicado', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aplicar', exact: true })).toHaveCount(0);
});
