import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

/** Every answer but a success is a failure to the page; with a 5xx the clean-console check would fail the test. */
const FAILURE = { status: 404, json: { success: false } };

const LIST = '/admin/role';
const FIXED = 'Los ocho roles del producto no se pueden renombrar';

test('the roles of the product are marked and cannot be edited; the reason is in reach', async ({ page }) => {
  await signIn(page, 'superadmin', LIST);
  await expect(page.getByRole('columnheader', { name: 'Nombre', exact: true })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'ROLE_PAGOS_COBRANZA' });
  await expect(row).toContainText('Pagos cobranza');
  await expect(row).toContainText('Del producto');
  const edit = row.getByRole('button', { name: `Editar Pagos cobranza: ${FIXED}` });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await edit.click({ force: true });
  await expect(page).toHaveURL(LIST);
  await expectNoAxe(page);
});

test('the form of a fixed role, opened by its address, is closed with the reason', async ({ page }) => {
  await signIn(page, 'superadmin', '/admin/role/value?id=3');
  await expect(page.getByRole('heading', { level: 1, name: 'Editar rol' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toBeDisabled();
  await expect(page.getByText(FIXED)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aceptar' })).toBeDisabled();
  await expectNoAxe(page);
});

test('a new role: its rules, the save, a new name, and no two of one name', async ({ page }) => {
  const name = `Guardia ${Date.now().toString(36)}`;
  await signIn(page, 'superadmin', LIST);
  await page.getByRole('main').getByRole('link', { name: 'Nuevo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo rol' })).toBeVisible();
  const accept = page.getByRole('button', { name: 'Aceptar' });
  const input = page.getByRole('textbox', { name: 'Nombre' });
  await accept.click();
  await expect(page.getByRole('link', { name: 'Nombre: Campo Requerido' })).toBeVisible();
  await expectNoAxe(page);
  await input.fill('ab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Nombre: Muy corto!' })).toBeVisible();
  await input.fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(LIST);

  await page.getByPlaceholder('Buscar').fill(name);
  await page.getByRole('link', { name: `Editar ${name}`, exact: true }).click();
  await input.fill(`${name} nocturno`);
  await accept.click();
  await expect(page).toHaveURL(LIST);
  await page.getByPlaceholder('Buscar').fill(`${name} nocturno`);
  await expect(page.getByRole('cell', { name: `${name} nocturno`, exact: true })).toBeVisible();

  await page.goto('/admin/role/value');
  await input.fill(`${name} nocturno`);
  await accept.click();
  await expect(page.getByText('Ya existe un rol con ese nombre. Elija otro')).toBeVisible();

  await page.route('**/api/v1/role/save', (route) => route.fulfill(FAILURE));
  await accept.click();
  await expect(page.getByText('No se puede ejecutar la acción. Intente más tarde')).toBeVisible();
});
