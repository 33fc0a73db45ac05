import type { Page } from '@playwright/test';
import { apiOf, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

/** Every answer but a success is a failure to the page; with a 5xx the clean-console check would fail the test. */
const FAILURE = { status: 404, json: { success: false } };

const LIST = '/admin/usuario';
const FORM = '/admin/usuario/value';

const accept = (page: Page) => page.getByRole('button', { name: 'Aceptar', exact: true }).click();
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
/** A password field has no role to be found by. */
const password = (page: Page) => page.locator('input[type="password"]');

/** A username that no other test has, of at most 15 characters. */
const newUsername = (): string => `u${unique()}`;

/** Makes an account through the form, as the tests that change one need it. */
async function create(page: Page, username: string): Promise<void> {
  await page.goto(FORM);
  await field(page, 'Nombre').fill('Mariana');
  await field(page, 'Apellidos').fill(`Prueba ${username}`);
  await field(page, 'Correo electrónico').fill(`${username}@prueba.example`);
  await field(page, 'Usuario').fill(username);
  await password(page).fill('Secreta-123-tuna');
  await accept(page);
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(LIST);
}

async function openInList(page: Page, username: string): Promise<void> {
  await page.getByPlaceholder('Buscar').fill(username);
  await page.getByRole('link', { name: `Editar ${username}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Editar usuario' })).toBeVisible();
}

test('the list names everybody, says who is active and finds nothing for nonsense', async ({ page }) => {
  await signIn(page, 'superadmin', LIST);
  for (const header of ['Nombre', 'Correo Electrónico', 'Usuario', 'Activo']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  const search = page.getByPlaceholder('Buscar');
  await search.fill('director');
  await expect(page.getByRole('row').filter({ hasText: 'director' })).toContainText('ACTIVO');
  await expectNoAxe(page);
  await search.fill('no hay nadie así');
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
  await expect(page.getByText('No hay información disponible')).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]q=no/);
  await search.fill('   ');
  await expect(page).not.toHaveURL(/[?&]q=/);
  await expect(page.getByRole('row').filter({ hasText: 'director' })).toBeVisible();
  await expectNoAxe(page);
});

test('only a superadministrator sees superadministrators and may appoint one', async ({ page }) => {
  await signIn(page, 'director', LIST);
  await expect(page.getByRole('cell', { name: 'director', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'superadmin', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Nuevo', exact: true }).click();
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await expect(page.getByRole('option', { name: 'Director', exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Superadministrador' })).toHaveCount(0);
});

test('a new user: defaults, the words of every rule, and the summary that leads to the fields', async ({ page }) => {
  await signIn(page, 'superadmin', FORM);
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo usuario' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Activo' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Rol' })).toHaveValue('Consultor');

  await field(page, 'Nombre').fill('Al');
  await field(page, 'Apellidos').fill('Xi');
  await field(page, 'Correo electrónico').fill('sin arroba');
  await field(page, 'Usuario').fill('ab');
  await password(page).fill('corta');
  await accept(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Revise 5 campos' });
  await expect(summary).toBeFocused();
  for (const line of [
    'Nombre: Muy corto!',
    'Apellidos: Muy corto!',
    'Correo electrónico: Email Inválido',
    'Usuario: Su usuario debe tener entre 3 y 15 caracteres',
    'Contraseña: Su contraseña debe tener más de 8 caracteres',
  ]) {
    await expect(summary.getByRole('link', { name: line })).toBeVisible();
  }
  await expectNoAxe(page);
  await summary.getByRole('link', { name: /^Correo/ }).click();
  await expect(field(page, 'Correo electrónico')).toBeFocused();
});

test('required fields of a new user', async ({ page }) => {
  await signIn(page, 'superadmin', FORM);
  await accept(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Revise' });
  await expect(summary.getByRole('link', { name: 'Nombre: Campo Requerido' })).toBeVisible();
  await expect(summary.getByRole('link', { name: 'Correo electrónico: Campo Requerido' })).toBeVisible();
  await expect(summary.getByRole('link', { name: 'Usuario: Campo requerido' })).toBeVisible();
  await expect(summary.getByRole('link', { name: 'Contraseña: Campo requerido' })).toBeVisible();
});

test('creates an account by keyboard, which can sign in; then edits it without username and password', async ({
  page,
}) => {
  const username = newUsername();
  await signIn(page, 'superadmin', FORM);
  await expect(field(page, 'Nombre')).toBeFocused();
  const type = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  };
  await type('Mariana');
  await type(`Prueba ${username}`);
  await type(`${username}@prueba.example`);
  // Past the switch, which stays on.
  await page.keyboard.press('Tab');
  await type(username);
  await page.keyboard.type('Secreta-123-tuna');
  const body = page.waitForRequest((request) => request.url().endsWith('/user/save'));
  await page.keyboard.press('Control+Enter');
  expect((await body).postDataJSON()).toEqual({
    view_edit: false,
    id: '',
    name: 'Mariana',
    last_name: `Prueba ${username}`,
    email: `${username}@prueba.example`,
    username,
    password: 'Secreta-123-tuna',
    enabled: true,
    role: 4,
    roles: [{ id: 4 }],
  });
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(LIST);
  const login = await page.request.post('/api/v1/security/login', { data: { username, password: 'Secreta-123-tuna' } });
  expect(login.status()).toBe(200);

  await openInList(page, username);
  await expect(field(page, 'Usuario')).toHaveCount(0);
  await expect(password(page)).toHaveCount(0);
  await field(page, 'Nombre').fill('Ana María');
  await page.getByRole('switch', { name: 'Activo' }).click();
  await page.getByRole('combobox', { name: 'Rol' }).click();
  await page.getByRole('option', { name: 'Obras', exact: true }).click();
  await expectNoAxe(page);
  await accept(page);
  await expect(page).toHaveURL(LIST);
  await page.getByPlaceholder('Buscar').fill(username);
  const row = page.getByRole('row').filter({ hasText: `Ana María Prueba ${username}` });
  await expect(row.getByText('NO ACTIVO', { exact: true })).toBeVisible();
});

test('several accounts are deactivated at once; one’s own stays', async ({ page }) => {
  const surname = newUsername();
  const api = await apiOf(page, 'superadmin');
  for (const username of [newUsername(), newUsername()]) {
    const person = { name: 'Mariana', last_name: surname, email: `${username}@prueba.example`, role: 6 };
    await api('/user/save', { id: '', ...person, username, password: 'Secreta-123-tuna' });
  }
  await signIn(page, 'superadmin', `${LIST}?q=${surname}`);
  await page.getByRole('checkbox', { name: 'Elegir todas las filas a la vista' }).check();
  const bar = page.getByRole('region', { name: 'Selección' });
  await expect(bar.getByRole('button', { name: 'Activar', exact: true })).toBeDisabled();
  await bar.getByRole('button', { name: 'Desactivar' }).click();
  const question = page.getByRole('alertdialog', { name: 'Desactivar 2 usuarios' });
  await question.getByRole('button', { name: 'Desactivar' }).click();
  await expect(page.getByText('Desactivados: 2 usuarios')).toBeVisible();
  await expect(page.getByText('NO ACTIVO', { exact: true })).toHaveCount(2);
  await page.goto(`${LIST}?q=superadmin`);
  const own = page.getByRole('row').filter({ hasText: 'superadmin' });
  await own.getByRole('checkbox').first().check();
  await expect(bar.getByRole('button', { name: 'Desactivar' })).toBeDisabled();
  await expectNoAxe(page);
});

test('says why an account is refused, and that the server failed', async ({ page }) => {
  await signIn(page, 'superadmin', FORM);
  await field(page, 'Nombre').fill('Héctor');
  await field(page, 'Apellidos').fill('Repetido');
  await field(page, 'Correo electrónico').fill(`${newUsername()}@prueba.example`);
  await field(page, 'Usuario').fill('director');
  await password(page).fill('Secreta-123-tuna');
  await accept(page);
  await expect(page.getByText('Ya existe un usuario con ese nombre de usuario. Elija otro')).toBeVisible();
  await expect(page).toHaveURL(FORM);

  await page.route('**/api/v1/user/save', (route) => route.fulfill(FAILURE));
  await accept(page);
  await expect(page.getByText('No se puede ejecutar la acción. Intente más tarde')).toBeVisible();
});

test('resets the password of somebody else, with the same rules', async ({ page }) => {
  const username = newUsername();
  await signIn(page, 'superadmin');
  await create(page, username);
  await openInList(page, username);
  const open = page.getByRole('button', { name: 'Restablecer contraseña' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Restablecer contraseña' });
  const first = password(page).first();
  const again = password(page).last();
  await first.fill('corta');
  await again.fill('otra');
  await dialog.getByRole('button', { name: 'Restablecer', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Su contraseña debe tener más de 8 caracteres');
  await expectNoAxe(page);
  await first.fill('Nueva-clave-1');
  await dialog.getByRole('button', { name: 'Restablecer', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Las contraseñas no coinciden');
  await again.fill('Nueva-clave-1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`La contraseña de «${username}» fue cambiada y sus sesiones terminaron`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  const login = await page.request.post('/api/v1/security/login', { data: { username, password: 'Nueva-clave-1' } });
  expect(login.status()).toBe(200);
});

test('one’s own account keeps its state and its role, and says why', async ({ page }) => {
  await signIn(page, 'superadmin', LIST);
  await openInList(page, 'superadmin');
  await expect(page.getByText('No puede cambiar su propio rol.')).toBeVisible();
  await expect(page.getByText('No puede desactivar su propia cuenta.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Rol' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Activo' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Restablecer contraseña' })).toHaveCount(0);
  await expectNoAxe(page);
});

test('an account that does not exist is named so', async ({ page }) => {
  await signIn(page, 'superadmin', `${FORM}?id=2000000000`);
  await expect(page.getByText('No existe el usuario solicitado')).toBeVisible();
  await expectNoAxe(page);
});
