/** The accountant's entries in the browser: read, downloaded, and what has no account told until it has one. */
import type { Page } from '@playwright/test';
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

// What has no account keeps everybody's entries back.
test.describe.configure({ mode: 'serial' });

test('the last month is read by day and line by line, and downloaded', async ({ page }) => {
  await signIn(page, 'consultor', '/reportes');
  await page.getByRole('link', { name: 'Contabilidad' }).click();
  const table = page.getByRole('table', { name: 'Pólizas' });
  await expect(table.getByRole('link', { name: /^Ingresos del 01-/ })).toBeVisible();
  await expectNoAxe(page);
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar XLSX' }).click(),
  ]);
  expect(workbook.suggestedFilename()).toMatch(/^polizas_.*\.xlsx$/);
  const [text] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar para CONTPAQi' }).click(),
  ]);
  expect(text.suggestedFilename()).toMatch(/^polizas_contpaqi_.*\.txt$/);

  await table.getByRole('link', { name: /^Ingresos del 01-/ }).click();
  await expect(page.getByRole('heading', { name: /^Póliza de Ingresos del 01-/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: /^Recibo \d+: Mantenimiento$/ }).first()).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('link', { name: 'Volver a Contabilidad' }).click();
  const por = page.getByRole('combobox', { name: 'Pólizas' });
  await por.click();
  await page.getByRole('option', { name: 'Una por mes y tipo' }).click();
  await expect(table.getByRole('row')).toHaveCount(5);
  await page.reload();
  await expect(por).toHaveValue('Una por mes y tipo');

  await page.getByRole('tab', { name: 'Cuentas y equivalencias' }).click();
  await expect(page.getByRole('cell', { name: '105-01 Cuotas por cobrar a condóminos' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Asignar cuenta/ })).toHaveCount(0);
  await expectNoAxe(page);
});

/** A category without an account, in which a line of the bank goes out; gives its day. */
async function gasto(page: Page, name: string): Promise<string> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('porton.sesion') ?? '{}').access_token);
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string) => (await page.request.get(`/api/v1${path}`, { headers })).json();
  const post = async (path: string, data: object) =>
    expect(await (await page.request.post(`/api/v1${path}`, { data, headers })).json()).toMatchObject({
      success: true,
    });
  await post('/categoriaegreso/save', { id: '', name, uso: 'general', active: true });
  const categorias: { id: number; name: string }[] = await read('/categoriaegreso/all');
  const { data } = await read('/egreso/lista?situacion=pendiente&size=100');
  const { id, importe, fecha } = data.rows.find((row: { concepto: string }) => !row.concepto.startsWith('COMISION'));
  const nada = { id: null };
  const categoria = { id: categorias.find((one) => one.name === name)?.id };
  const partes = [{ clase: 'categoria', importe, categoria, factura: nada, orden: nada }];
  await post('/egreso/clasificar', { movimiento: { id }, partes, contrario: nada });
  return fecha;
}

test('what has no account is named, and the entries are handed on once it has one', async ({ page }) => {
  const name = `Fuente ${Date.now()}`;
  await signIn(page, 'director', '/reportes/contabilidad?vista=cuentas');
  await expect(page.getByRole('table', { name: 'Equivalencias' })).toBeVisible();
  const dia = await gasto(page, name);
  await page.goto(`/reportes/contabilidad?desde=${dia}&hasta=${dia}`);
  await expect(page.getByRole('alert')).toContainText(`Categorías de egreso: ${name} · 1 movimiento por $`);
  await expect(page.getByRole('button', { name: 'Descargar para CONTPAQi' })).toBeDisabled();
  await expectNoAxe(page);
  await page.getByRole('link', { name: 'Asignar en Cuentas y equivalencias' }).click();

  await page.getByRole('button', { name: 'Nueva cuenta' }).click();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await expectNoAxe(page);
  const codigo = String(Date.now());
  await dialog
    .getByRole('textbox', { name: 'Código', exact: true })
    .or(dialog.getByLabel('Código *'))
    .first()
    .fill(codigo);
  await dialog.getByLabel('Nombre').fill(name);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);

  await page
    .getByRole('searchbox', { name: 'Buscar en Equivalencias' })
    .or(page.getByPlaceholder('Buscar').first())
    .first()
    .fill(name);
  await page.getByRole('button', { name: `Asignar cuenta a ${name}` }).click();
  await dialog.getByRole('combobox', { name: 'Cuenta contable' }).fill(codigo);
  await page.getByRole('option', { name: `${codigo} ${name}` }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`«${name}» va a la cuenta ${codigo} ${name}`)).toBeVisible();

  await page.goto(`/reportes/contabilidad?desde=${dia}&hasta=${dia}`);
  await expect(page.getByRole('link', { name: /^Egresos del/ })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Descargar para CONTPAQi' })).toBeEnabled();
});
