import { apiOf, expect, expectNoAxe, openPalette, signIn, test, unique } from './fixtures.ts';

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
  const name = `Guardia ${unique()}`;
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

test('whoever has a role of the community stays signed in and opens nothing', async ({ page }) => {
  const mark = unique();
  const role = `Visitante ${mark}`;
  const password = 'Clave-2026-eva';
  const api = await apiOf(page, 'superadmin');
  const { id } = await api('/role/save', { id: '', name: role });
  const person = { name: 'Eva', last_name: 'Luna', email: `${mark}@prueba.mx`, username: `e${mark}`, password };
  await api('/user/save', { ...person, id: '', role: id, enabled: true });

  await page.goto('/sign-in');
  await page.getByLabel('Usuario').fill(person.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  const checked = page.waitForResponse('**/api/v1/security/session');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  expect((await checked).status()).toBe(200);
  const missing = page.getByRole('heading', { name: 'Página no encontrada' });
  await expect(missing).toBeVisible();
  await openPalette(page);
  await page.getByRole('combobox').fill('E-10');
  await expect(page.getByText('Sin resultados')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: person.username, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/sign-in');
});

test('the form of an account tells what a role of the community opens', async ({ page }) => {
  const role = `Becario ${unique()}`;
  await (await apiOf(page, 'superadmin'))('/role/save', { id: '', name: role });
  await signIn(page, 'superadmin', '/admin/usuario/value');
  const told = page.getByText('Un rol propio no abre ninguna pantalla');
  await expect(page.getByRole('combobox', { name: 'Rol' })).toHaveValue('Consultor');
  await expect(told).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await page.getByRole('option', { name: role, exact: true }).click();
  await expect(told).toBeVisible();
  await expectNoAxe(page);
});
