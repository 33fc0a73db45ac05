import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readWorkbook } from '../../src/platform/server/xlsx.ts';
import { dayFromNow } from '../day.ts';
import { api, expect, expectNoAxe, pressInMenu, signIn, stopClock, test, unique } from './fixtures.ts';

const FAILURE = { status: 404, json: { success: false } };
const LIST = '/admin/usuarios-app';
const FORM = '/admin/usuarios-app/value';

const fresh = (prefix: string): string => `${prefix}${unique()}`;

/** A lot of this test's own. */
async function newLote(page: Page): Promise<{ id: number; referencia: string }> {
  const referencia = fresh('A').toUpperCase();
  await api(page, 'post', '/lote/save', {
    id: '',
    tipo: 'habitacional',
    referencia,
    status: 'disponible',
    numeroViviendas: 1,
    calle: 'Calle Búho 3',
    manzana: '1',
    etapa: 'Parque Nogal',
    superficie: 120,
    residenteLoteList: [],
  });
  const [found] = await api<{ id: number }[]>(page, 'get', `/lote/get-lote-referencia-lote?q=${referencia}`);
  if (!found) throw new Error(`no lot ${referencia}`);
  return { id: found.id, referencia };
}

/** A user saved through the API; gives its name, which no other has. */
async function newUser(page: Page, changes: Record<string, unknown> = {}): Promise<string> {
  const name = fresh('Begoña Núñez ');
  const lote = await newLote(page);
  const body = { id: '', name, phone: '5512345678', status: 'verificada', token: '', lote: { id: lote.id } };
  const email = `${fresh('b')}@correo.example`;
  expect(await api(page, 'post', '/userapp/save', { ...body, email, ...changes })).toMatchObject({ success: true });
  return name;
}

const accept = (page: Page) => page.getByRole('button', { name: 'Aceptar', exact: true }).click();
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });

async function find(page: Page, name: string) {
  await page.goto(`${LIST}?q=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  return row;
}

test('a new user: the words of every rule, the lot searched, and back to the list after 2 seconds', async ({
  page,
}) => {
  await signIn(page, 'administrador', LIST);
  const lote = await newLote(page);
  for (const header of ['Nombre', 'Correo Electrónico', 'Teléfono', 'Estado', 'Lote']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Nuevo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo usuario de la app' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Estado' })).toHaveValue('Pendiente');
  await field(page, 'Nombre').fill('Al');
  await field(page, 'Correo electrónico').fill('sin arroba');
  await accept(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Revise 4 campos' });
  await expect(summary).toBeFocused();
  for (const line of [
    'Nombre: Muy corto!',
    'Correo electrónico: Email Inválido',
    'Seleccionar lote: Campo requerido',
    'Teléfono: Campo Requerido',
  ]) {
    await expect(summary.getByRole('link', { name: line })).toBeVisible();
  }
  await expectNoAxe(page);

  const email = `${fresh('n')}@correo.example`;
  await field(page, 'Nombre').fill('Ana Íñiguez');
  await field(page, 'Correo electrónico').fill(email);
  await page.getByRole('combobox', { name: 'Seleccionar lote' }).fill(lote.referencia.toLowerCase());
  await page.getByRole('option', { name: lote.referencia }).click();
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Plazo de pago' }).click();
  await field(page, 'Teléfono').fill('55 1234 5678');
  const sent = page.waitForRequest((request) => request.url().endsWith('/userapp/save'));
  await stopClock(page);
  await accept(page);
  expect((await sent).postDataJSON()).toEqual({
    id: '',
    name: 'Ana Íñiguez',
    email,
    phone: '55 1234 5678',
    status: 'plazo_pago',
    lote: { id: lote.id },
    token: '',
  });
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await page.clock.runFor(1_900);
  await expect(page).toHaveURL(FORM);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(LIST);
  await page.clock.resume();
  await page.getByPlaceholder('Buscar').fill(email);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Plazo de pago');
  await expect(row).toContainText(lote.referencia);
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);
});

test('an edit keeps the token; a failure returns to the list after 7 seconds, unless one goes on', async ({ page }) => {
  await signIn(page, 'director');
  const name = await newUser(page, { token: 'telefono-1' });
  const row = await find(page, name);
  await row.getByRole('link', { name: `Editar ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Editar usuario de la app' })).toBeVisible();
  await expect(field(page, 'Nombre')).toHaveValue(name);

  await page.route('**/api/v1/userapp/save', (route) => route.fulfill(FAILURE));
  await field(page, 'Teléfono').fill('5500000000');
  await accept(page);
  await expect(page.getByText('No se puede ejecutar la acción. Intente más tarde')).toBeVisible();
  const returns = page.getByText('Se volverá a la lista en unos segundos');
  await expect(returns).toBeVisible();
  await field(page, 'Teléfono').fill('5500000001');
  await expect(returns).toHaveCount(0);

  await page.unroute('**/api/v1/userapp/save');
  await page.route('**/api/v1/userapp/save', (route) =>
    route.fulfill({ json: { success: false, message: 'Una negativa del servidor' } }),
  );
  await stopClock(page);
  await accept(page);
  await expect(page.getByText('Una negativa del servidor')).toBeVisible();
  await page.clock.runFor(6_900);
  await expect(page).toHaveURL((url) => url.pathname === FORM);
  await page.clock.runFor(100);
  await expect(page).toHaveURL((url) => url.pathname === LIST);
  await page.clock.resume();

  await page.unroute('**/api/v1/userapp/save');
  await (await find(page, name)).getByRole('link', { name: `Editar ${name}` }).click();
  const sent = page.waitForRequest((request) => request.url().endsWith('/userapp/save'));
  await accept(page);
  expect((await sent).postDataJSON()).toMatchObject({ phone: '5512345678', token: 'telefono-1' });
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));
});

test('a notification is sent, and refused for an account without a phone', async ({ page }) => {
  await signIn(page, 'administrador');
  const [known, unknown] = [await newUser(page, { token: 'telefono-2' }), await newUser(page)];
  await pressInMenu(await find(page, known), 'Enviar notificación');
  const dialog = page.getByRole('dialog', { name: 'Notificación' });
  await expect(dialog.getByRole('textbox', { name: 'Mensaje' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Mensaje: Campo Requerido');
  await expectNoAxe(page);
  await dialog.getByRole('textbox', { name: 'Mensaje' }).fill('Su paquete está en la caseta');
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await pressInMenu(await find(page, unknown), 'Enviar notificación');
  await dialog.getByRole('textbox', { name: 'Mensaje' }).fill('Hola');
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(
    page.getByText(
      'No se le puede enviar notificación a esta cuenta debido a que la cuenta no tiene la información completa',
    ),
  ).toBeVisible();
});

test('a notification goes to several at once, and those whom it did not reach stay in its window', async ({ page }) => {
  await signIn(page, 'administrador');
  const mark = fresh('Vecindad ');
  await newUser(page, { name: `${mark} con`, token: fresh('telefono-') });
  await newUser(page, { name: `${mark} sin` });
  await page.goto(`${LIST}?q=${encodeURIComponent(mark)}`);
  await page.getByRole('checkbox', { name: 'Elegir todas las filas a la vista' }).check();
  await page.getByRole('button', { name: 'Enviar notificación' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notificación' });
  await expect(dialog).toContainText(`Se envía al teléfono de ${mark} con, ${mark} sin.`);
  await dialog.getByRole('textbox', { name: 'Mensaje' }).fill('Mañana no hay agua');
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText('Se envió a 1 usuario')).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText(`No se envió a ${mark} sin (No se le puede enviar`);
  await expectNoAxe(page);
});

test('a user is deleted after the question, and stays when the answer is no', async ({ page }) => {
  await signIn(page, 'administrador');
  const name = await newUser(page);
  const row = await find(page, name);
  await pressInMenu(row, 'Eliminar');
  const question = page.getByRole('alertdialog', { name: 'Estás seguro que deseas eliminar!!!' });
  await expect(question).toContainText('No podrás deshacer esta acción');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(row).toBeVisible();
  await pressInMenu(row, 'Eliminar');
  await question.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Eliminado correctamente')).toBeVisible();
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
});

test('the list as a workbook: its name, its sheet, its columns, and text in every cell', async ({ page }) => {
  const user = { email: 'ana@correo.example', phone: '+525512345678', lote: { id: 1, referencia: '-1', etapa: '@P' } };
  await page.route('**/api/v1/userapp/all', (route) =>
    route.fulfill({
      json: [
        { ...user, id: 1, name: '=HYPERLINK("http://x")', status: 'bloqueo_adeudo' },
        { ...user, id: 2, name: 'Ana Íñiguez', status: 'pendiente' },
      ],
    }),
  );
  await signIn(page, 'director', LIST);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar XLSX' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`Usuarios Registrados -${dayFromNow().split('-').toReversed().join('-')}.xlsx`);
  const [sheet, ...others] = await readWorkbook(await readFile(await file.path()));
  expect(others).toEqual([]);
  expect(sheet).toMatchObject({ name: 'Usuarios Titulares Registrados', formulas: [] });
  expect(sheet?.rows[0]?.[0]).toBe('Los Encinos · Usuarios de la app');
  expect(sheet?.rows.slice(3)).toEqual([
    ['Nombre', 'Correo', 'Telefono', 'Estado', 'Referencia', 'Parque'],
    ['=HYPERLINK("http://x")', 'ana@correo.example', '+525512345678', 'Bloqueo por adeudo', '-1', '@P'],
    ['Ana Íñiguez', 'ana@correo.example', '+525512345678', 'Pendiente', '-1', '@P'],
  ]);
});

test('a user that does not exist is named so', async ({ page }) => {
  await signIn(page, 'director', `${FORM}?id=2000000000`);
  await expect(page.getByText('No existe el usuario de la app solicitado')).toBeVisible();
  await expectNoAxe(page);
});
