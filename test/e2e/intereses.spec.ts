import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

test('the TIIE of a month is written, refused twice, corrected; late interest is generated and looked up', async ({
  page,
}) => {
  await signIn(page, 'administrador', '/admin/tiie');
  const main = page.getByRole('main');
  // A month long ago that no other test writes.
  const mes = String(1 + (Date.now() % 12)).padStart(2, '0');
  const year = 1996 + (Math.floor(Date.now() / 1000) % 15);
  const write = async (porcentaje: string) => {
    await main.getByRole('link', { name: 'Nueva', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Nuevo TIIE' })).toBeVisible();
    await page.getByLabel('Período').first().fill(`${mes}/${year}`);
    await page.getByRole('textbox', { name: 'Porcentaje' }).fill(porcentaje);
    await page.keyboard.press('Control+Enter');
  };

  await write('0.5');
  await expect(page.getByRole('alert').filter({ hasText: 'Campo porcentaje mayor a 0' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Porcentaje' }).fill('7.2512');
  await page.getByLabel('Período').first().fill('01/1994');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('link', { name: 'Período: El año debe estar entre 1995 y 2199' }).click();
  await expect(page.getByRole('textbox', { name: 'Período' })).toBeFocused();
  await page.getByLabel('Período').first().fill(`${mes}/${year}`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  const find = () => page.getByPlaceholder('Buscar', { exact: true }).fill(String(year));
  await find();
  const row = main.getByRole('row').filter({ hasText: `-${year}` });
  await expect(row).toContainText('7.2512 %');
  await expectNoAxe(page);

  await write('8');
  await expect(page.getByText(/^Ya existe la TIIE de \w+ - \d{4}\. Elija otro período/)).toBeVisible();
  // Leaving asks first: what was typed is not saved.
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Salir sin guardar' }).click();
  await find();
  await row.getByRole('link', { name: /^Editar/ }).click();
  await expect(page.getByRole('heading', { name: 'Editar TIIE' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Porcentaje' }).fill('7.5');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'TIIE', exact: true })).toBeVisible();
  await find();
  await expect(row).toContainText('7.5 %');

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/admin/intereses-moratorios');
  await page.getByRole('button', { name: 'Generar' }).click();
  await expect(page.getByText('Intereses moratorios generados exitosamente')).toBeVisible();
  await expect(page.getByText(/Última actualización: \d{2}-\d{2}-\d{4} \d{2}:\d{2}/)).toBeVisible();

  const lote = page.getByRole('combobox', { name: 'Referencia de lote' });
  const option = page.locator('[role=option]:not([data-combobox-disabled])').first();
  // The veil gives the focus back to what was pressed, which may still take it from the field.
  await expect(async () => {
    await lote.fill('');
    await lote.pressSequentially('c');
    await expect(option).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await option.click();
  await expect(lote).toBeFocused();
  const table = page.getByRole('table', { name: 'Intereses moratorios del lote' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Período',
    'Concepto',
    'Fecha corte',
    'Total',
    'Pagado',
    'Estado',
    'Interés moratorio',
  ]);
  await expect(table.getByRole('cell', { name: /^Mantenimiento / }).first()).toBeVisible();
  await expectNoAxe(page);
  await table
    .getByRole('button', { name: /Explicar$/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Mantenimiento / })).toBeVisible();
  await page.keyboard.press('Escape');
  // The choice survives a reload, and can be cleared.
  const chosen = await lote.inputValue();
  await page.reload();
  await expect(table.getByRole('cell', { name: /^Mantenimiento / }).first()).toBeVisible();
  expect(chosen.startsWith(await lote.inputValue())).toBe(true);
  await page.goBack();
  await expect(lote).toHaveValue('');
});

test.describe('when the last run does not come', () => {
  // The failure that the test makes.
  test.use({ noise: /^Failed to load resource: the server responded with a status of 500/ });

  test('it is asked for again', async ({ page }) => {
    let failing = true;
    await page.route('**/interesesmoratoriosbitacora/gaslast', (route) =>
      failing ? route.fulfill({ status: 500, json: { success: false, message: 'x' } }) : route.continue(),
    );
    await signIn(page, 'administrador', '/admin/intereses-moratorios');
    await expect(page.getByText('No se pudo consultar la última actualización')).toBeVisible();
    failing = false;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText(/^Última actualización: /)).toBeVisible();
  });
});
