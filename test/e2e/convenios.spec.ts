import { expect, expectNoAxe, gapBelow, signIn, test } from './fixtures.ts';

test('an agreement is simulated, signed, told in the lot’s head and cancelled', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/convenios');
  await expect(page.getByRole('heading', { name: 'Convenios de pago' })).toBeVisible();
  await expectNoAxe(page);
  // The demo's broken one: its lot may sign another.
  await page.getByRole('row').filter({ hasText: 'Roto' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Convenios', exact: true }).click();
  await page.getByRole('link', { name: 'Nuevo convenio' }).click();
  await expect(page.getByRole('heading', { name: '4. Lo que resulta' })).toBeVisible();
  await expectNoAxe(page);
  // Months go from the oldest on: without the first goes none.
  const meses = page.getByRole('button', { name: /^Mantenimiento \d+$/ });
  if ((await meses.getAttribute('aria-expanded')) === 'false') await meses.click();
  await page
    .getByRole('checkbox', { name: /^Convenir Mantenimiento/ })
    .first()
    .uncheck();
  await expect(page.getByRole('button', { name: /^Mantenimiento 0 de/ })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Convenir todo de Mantenimiento' }).check();
  await expect(meses).toBeVisible();
  await page.getByRole('button', { name: '¿Y si se paga de otra forma?' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Pagos de la opción 1')).toHaveValue('3');
  await dialog.getByRole('button', { name: 'Otra opción' }).click();
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Usar la opción 2' }).click();
  await expect(page.getByLabel('Monto de la parcialidad 5')).toBeVisible();
  await page.getByLabel('Cuántas parcialidades').fill('2');
  await page.getByLabel('Cuántas parcialidades').blur();
  await expect(page.getByLabel('Monto de la parcialidad 2')).toBeVisible();
  await expect(page.getByLabel('Monto de la parcialidad 3')).toHaveCount(0);
  const monto = page.getByLabel('Monto de la parcialidad 2');
  const before = await monto.inputValue();
  await monto.fill('1');
  await page.getByRole('button', { name: 'Firmar convenio' }).click();
  await expect(page.getByText('menos que').first()).toBeVisible();
  await monto.fill(before);
  await page.getByRole('button', { name: 'Firmar convenio' }).click();
  await expect(page.getByText('El convenio quedó firmado')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Convenio CV-/ })).toBeVisible();
  await expectNoAxe(page);
  await expect(page.getByText(/^Convenio CV-\d+$/).first()).toBeVisible();
  await expect(page.getByText('No se ha subido')).toBeVisible();
  await page.getByRole('button', { name: 'Subir copia firmada…' }).click();
  const copia = page.getByRole('dialog', { name: /^Copia firmada del convenio/ });
  await copia.getByRole('button', { name: 'Subir', exact: true }).click();
  await expect(copia.getByText('Campo Requerido', { exact: true })).toBeVisible();
  await copia
    .locator('input[type=file]')
    .setInputFiles({ name: 'firmado.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') });
  await expectNoAxe(page);
  await copia.getByRole('button', { name: 'Subir', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Abrir la copia firmada' })).toBeVisible();
  await expect(page.getByText('Se guardó la copia firmada «firmado.pdf»').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar convenio…' }).click();
  await page.getByLabel('Razón').fill('Prueba');
  await page.getByRole('button', { name: 'Cancelar el convenio', exact: true }).click();
  await expect(page.getByText(/quedó cancelado/)).toBeVisible();
});

test('the consultant reads the agreements and opens none', async ({ page }) => {
  await signIn(page, 'consultor', '/reportes/convenios');
  await expect(page.getByRole('cell', { name: 'CV-00001' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'CV-00001' })).toHaveCount(0);
});

test('ways of paying are compared on the paying screen', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/convenios');
  await page.getByRole('row').filter({ hasText: 'Vigente' }).getByRole('link').first().click();
  await expect(page.getByText('Convenio CV-00001').first()).toBeVisible();
  await page.getByRole('link', { name: 'Pagar todo' }).click();
  // The paying screen tells of the agreement.
  await expect(page.getByText('Convenio CV-00001').first()).toBeVisible();
  await page.getByRole('button', { name: '¿Y si se paga de otra forma?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Otra opción' }).click();
  await expect(dialog.getByLabel('Pagos de la opción 2')).toHaveValue('3');
  await expect(dialog.getByText(/^3 parcialidades desde/)).toBeVisible();
  // What is typed here pays nothing: on the desk around it Enter does.
  let paid = false;
  await page.route('**/recibo/pagartodo', (route) => {
    paid = true;
    return route.abort();
  });
  await dialog.getByLabel('Pagos de la opción 2').press('Enter');
  await dialog.getByLabel('Pagos de la opción 2').press('Control+Enter');
  await dialog.getByRole('combobox', { name: 'El interés' }).first().click();
  await page.getByRole('option', { name: 'Se detiene desde hoy' }).click();
  await expect(dialog.getByText(/^3 parcialidades desde/)).toBeVisible();
  expect(paid).toBe(false);
  await expectNoAxe(page);
});

test('ways of paying the months alone are compared on the screen that pays them', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/convenios');
  await page.getByRole('row').filter({ hasText: 'Vigente' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Pagar mantenimiento' }).click();
  const ask = page.getByRole('button', { name: '¿Y si se paga de otra forma?' });
  // The line above it may end in links, which are not to be hit with it.
  expect(await gapBelow(page.getByText('Otros adeudos:'), ask)).toBeGreaterThan(8);
  await ask.click();
  const dialog = page.getByRole('dialog');
  const total = dialog.getByText('Interés después').locator('xpath=following-sibling::dd');
  await dialog.getByLabel('Pagos de la opción 1').fill('6');
  await dialog.getByLabel('Pagos de la opción 1').blur();
  await expect(total).not.toHaveText('$0.00');
  const before = await total.textContent();
  await dialog.getByLabel('TIIE que se supone (%)').fill('40');
  await dialog.getByLabel('TIIE que se supone (%)').blur();
  await expect(total).not.toHaveText(before ?? '');
  await expect(dialog.getByRole('button', { name: /^Usar/ })).toHaveCount(0);
});
