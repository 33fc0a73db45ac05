/** The month's bank work in the browser: cards charged by a workbook, and a file of deposits previewed, confirmed, applied. */
import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { book, choose } from './banco.ts';
import { apiOf, expect, expectNoAxe, signIn, test } from './fixtures.ts';

/** A lot of the demo that pays maintenance. */
async function debtor(page: Page): Promise<string> {
  const api = await apiOf(page, 'cobranza');
  const lotes: { referencia: string; status: string; paga_mtto: boolean }[] = await api('/search/get/M0/Referencia');
  // The last one: the first are other tests'.
  return lotes.findLast(({ status, paga_mtto }) => status === 'entregado' && paga_mtto)?.referencia ?? '';
}

test('cards are listed without their numbers, left out, and charged by a workbook', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza');
  await page.getByRole('main').getByRole('link', { name: 'Cargos recurrentes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cargos recurrentes' })).toBeVisible();
  await page.getByLabel('Fecha pago').first().fill('31-12-2027');
  await page.getByLabel('Fecha pago').first().press('Enter');
  await page.getByRole('combobox', { name: 'Tipo de tarjeta' }).click();
  await page.getByRole('option', { name: 'Visa/Mastercard' }).click();
  const table = page.getByRole('table', { name: 'Cargos recurrentes' });
  await expect(table).toContainText('****-****-****-1111');
  await expect(table).not.toContainText('4111-1111');
  await expectNoAxe(page);
  const rows = await table.getByRole('button', { name: /^Quitar / }).count();
  await table
    .getByRole('button', { name: /^Quitar / })
    .first()
    .click();
  await expect(table.getByRole('button', { name: /^Quitar / })).toHaveCount(rows - 1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Generar XLSX' }).click();
  const workbook = await downloading;
  expect(workbook.suggestedFilename()).toMatch(/^\d{2}-\d{2}-\d{4}\.xlsx$/);
  expect(
    readFileSync(await workbook.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('a file of deposits is previewed, its doubts are confirmed, and it is applied once', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/importar-pagos');
  const lote = await debtor(page);
  const invalid = page.getByText('Seleccione un archivo válido');
  await page.getByRole('button', { name: 'Importar XLS' }).click();
  await expect(invalid).toHaveCount(1);
  await choose(page, 'notas.txt', Buffer.from('x'));
  await page.getByRole('button', { name: 'Importar XLS' }).click();
  await expect(invalid).toHaveCount(2);

  // The last day that is past and can only be read as month/day: a file with the other order is refused for what may be both.
  const day = new Date(Date.now() - 86_400_000);
  while (day.getUTCDate() < 13) day.setUTCDate(day.getUTCDate() - 1);
  const today = day.toISOString();
  const fecha = `${today.slice(5, 7)}/${today.slice(8, 10)}/${today.slice(0, 4)}`;
  const file = await book([
    [lote, 200_000.25, fecha],
    [`${lote}X`, 300, fecha],
    ['NADIE', 100, fecha],
    [lote, 50, `31/01/${today.slice(0, 4)}`],
  ]);
  await choose(page, 'depositos.xlsx', file);
  await page.getByRole('button', { name: 'Importar XLS' }).click();
  const table = page.getByRole('table', { name: 'Depósitos del archivo' });
  await expect(table.getByRole('row').filter({ hasText: 'al fondo' })).toContainText('$200,000.25');
  await expect(table.getByRole('row').filter({ hasText: 'día/mes/año' })).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(page.getByText('Cantidad de registros a importar: 1')).toBeVisible();
  await expectNoAxe(page);
  await table
    .getByRole('row')
    .filter({ hasText: `${lote}X` })
    .getByRole('button', { name: lote })
    .first()
    .click();
  await expect(page.getByText('Cantidad de registros a importar: 2')).toBeVisible();

  // The lot may owe nothing: the first of the two is given an invoice.
  await page.route('**/api/v1/mantenimiento/cobrarcargosrecurrentes', async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    await route.fulfill({ json: { ...envelope, data: [{ ...data[0], idFactura: 1 }, ...data.slice(1)] } });
  });
  await page.getByRole('button', { name: 'Aplicar pagos' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aplicar pagos' }).click();
  await expect(page.getByText('Se aplicaron 2 depósitos por $200,300.25')).toBeVisible();
  const done = page.getByRole('table', { name: 'Pagos procesados' });
  await expect(done.getByRole('row').filter({ hasText: '$200,000.25' })).toBeVisible();
  const noting = page.waitForEvent('download');
  await done
    .getByRole('button', { name: /^Nota a facturar/ })
    .last()
    .click();
  expect((await noting).suggestedFilename()).toMatch(/\.pdf$/);
  // What the provider answers cannot be arranged from here: its invoice is as it would be.
  const invoice = (status: string, mensaje: string) => (route: Route) =>
    route.fulfill({ json: { success: true, data: { folioFiscal: '', status, mensaje } } });
  const notes = done.getByRole('button', { name: /^Nota a facturar/ });
  const asked = done.getByRole('button', { name: /^Descargar factura/ }).first();
  await expect(notes).toHaveCount(1);
  await page.route('**/api/v1/factura/get/*', invoice('pendiente', ''));
  await asked.click();
  await expect(page.getByText('La factura todavía se está timbrando')).toBeVisible();
  await expect(notes).toHaveCount(2);
  await page.route('**/api/v1/factura/get/*', invoice('rechazada', 'CFDI40147: código postal'));
  await asked.click();
  await expect(
    page.getByText(
      'No se ha podido generar la factura con éxito. Intente más tarde por favor. Mensaje del proveedor: CFDI40147',
    ),
  ).toBeVisible();
  await expect(notes).toHaveCount(2);
  await page.unrouteAll();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);

  await choose(page, 'otro-nombre.xlsx', file);
  await page.getByRole('button', { name: 'Importar XLS' }).click();
  await expect(page.getByText('Ya aplicados 2')).toBeVisible();
  await expect(page.getByText('Cantidad de registros a importar: 0')).toBeVisible();
  await page.getByRole('button', { name: 'Aplicar pagos' }).click();
  await expect(page.getByText('No hay pagos a ejecutar')).toBeVisible();
});

test('a payment method is asked for where there is none to begin with', async ({ page }) => {
  await page.route('**/api/v1/metodopago/all', (route) => route.fulfill({ json: [] }));
  await signIn(page, 'cobranza', '/cobranza/importar-pagos');
  await choose(page, 'depositos.xlsx', await book([[await debtor(page), 300, '01/02/2020']]));
  await page.getByRole('button', { name: 'Importar XLS' }).click();
  await page.getByRole('checkbox', { name: /^Aplicar el depósito/ }).check();
  await page.getByRole('button', { name: 'Aplicar pagos' }).click();
  await expect(page.getByText('Campo Requerido')).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Método de pago' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});
