import { readFileSync } from 'node:fs';
import writeXlsxFile from 'write-excel-file/node';
import { SHEETS } from '../../src/features/importacion/layout.ts';
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

type Rows = Record<string, string | number>[];

async function book(lotes: Rows, saldos: Rows = []): Promise<Buffer> {
  const lists = [lotes, [], [], saldos];
  return writeXlsxFile(
    SHEETS.map(({ name, columns }, index) => ({
      sheet: name,
      data: [
        columns.map(({ header }) => ({ value: header })),
        ...(lists[index] ?? []).map((row) =>
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
  expect(template.suggestedFilename()).toBe('plantilla_de_registro.xlsx');
  expect(
    readFileSync(await template.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  await choose(page, 'notas.pdf', Buffer.from('x'));
  await expect(page.getByText('Seleccione un archivo válido')).toBeVisible();

  const referencia = `E2E-${Date.now()}`;
  const lote = { Referencia: referencia, Tipo: 'comercial', Estado: 'disponible', Calle: 'Roble', Manzana: '1' };
  await choose(page, 'registro.xlsx', await book([lote]));
  await expect(page.getByText('Fallas en el libro: 1. Nada se ha guardado')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Superficie' })).toContainText('Campo Requerido');
  // The faults stand in a panel of their own, apart from those above and below.
  await expect(page.getByRole('heading', { name: 'Fallas del libro' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aplicar', exact: true })).toHaveCount(0);
  await expectNoAxe(page);

  const saldos = [
    { Referencia: referencia, Cargo: 'cuota_inicial_proyecto', Monto: 1250.5 },
    { Referencia: referencia, Cargo: 'fondo', Monto: 80 },
  ];
  const right = await book([{ ...lote, Superficie: 120 }], saldos);
  await choose(page, 'registro.xlsx', right);
  await expect(page.getByText('El libro no tiene fallas')).toBeVisible();
  await expect(page.getByText('Cuota inicial proyecto (1)')).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText('Saldos por cobrar: 1, por $1,250.50. Saldos a favor en fondos: 1, por $80.00.');
  await asked.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('El registro fue guardado completo')).toBeVisible();
  const applied = page.getByRole('table', { name: 'Libros aplicados' });
  await expect(applied).toContainText('registro.xlsx');
  await expect(applied).toContainText('$1,250.50');
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);

  await choose(page, 'registro.xlsx', right);
  await expect(page.getByText('Este libro ya fue aplicado', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aplicar', exact: true })).toHaveCount(0);
});
