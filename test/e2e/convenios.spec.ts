import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

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
  await expectNoAxe(page);
});
