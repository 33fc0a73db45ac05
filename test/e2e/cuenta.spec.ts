/** One's own account: the second factor, from setting it up to losing it, and the sessions. */
import type { Page } from '@playwright/test';
import { codeOf } from '#test/second-factor.ts';
import { apiOf, expect, expectNoAxe, signIn, test } from './fixtures.ts';
import { expectGood, givePassword, openAccount, PASSWORD, person } from './persona.ts';

/** Calls the API as somebody who has just given the password; half a session where they have a second factor. */
async function tokenOf(page: Page, username: string): Promise<string> {
  const answer = await page.request.post('/api/v1/security/login', { data: { username, password: PASSWORD } });
  return (await answer.json()).access_token as string;
}

async function post(page: Page, token: string, path: string, data: object) {
  const answer = await page.request.post(`/api/v1${path}`, { data, headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as { success: boolean; data: Record<string, never> };
}

/** Sets one up beside the page, with the code of the step before: this one and the next are still good. */
async function withFactor(page: Page, username: string): Promise<{ clave: string; codigos: string[] }> {
  const token = await tokenOf(page, username);
  const { clave } = (await post(page, token, '/security/factor/preparar', { password: PASSWORD })).data as unknown as {
    clave: string;
  };
  const codigo = codeOf(clave, new Date(), -30);
  const active = await post(page, token, '/security/factor/activar', { codigo });
  return { clave, codigos: (active.data as unknown as { codigos: string[] }).codigos };
}

const code = (page: Page) => page.getByRole('textbox', { name: 'Código', exact: true });

test('a second factor is set up with a code, and its codes of recovery are shown once', async ({ page }) => {
  const username = await person(page);
  await givePassword(page, username);
  await expect(page).toHaveURL('/');
  await openAccount(page, username);
  await expectGood(page);
  await page.getByRole('button', { name: 'Activar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Activar el segundo factor' });
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill('no es ésta');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByText('La contraseña no es correcta. Escríbala de nuevo').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('img', { name: 'Código QR con la clave' })).toBeVisible();
  await expectGood(page);
  const clave = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  const first = page.getByRole('textbox', { name: 'Código que muestra la aplicación' });
  await expect(first).toBeFocused();
  await first.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Revise que la hora del teléfono sea la correcta/).first()).toBeVisible();
  await first.fill(codeOf(clave, new Date()));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')).toHaveCount(10);
  await expectGood(page);
  const [recovery = ''] = await page
    .getByRole('list', { name: 'Códigos de recuperación' })
    .innerText()
    .then((text) => text.split('\n'));
  // On paper they stand alone.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Mi cuenta' })).toBeHidden();
  await expect(page.getByText(`códigos de recuperación de «${username}»`)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(page.getByText(recovery)).toHaveCount(0);
  await expect(page.getByText('Activo', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Desactivar' }).click();
  const off = page.getByRole('dialog', { name: 'Desactivar el segundo factor' });
  await off.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await off.getByRole('textbox', { name: 'Código' }).fill(recovery);
  await expectNoAxe(page);
  await off.getByRole('button', { name: 'Desactivar' }).click();
  await expect(page.getByText('El segundo factor se desactivó; para entrar basta la contraseña')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activar' })).toBeVisible();
});

test('signing in asks for the code after the password; wrong ones are told, and one of recovery does as well', async ({
  page,
}) => {
  const username = await person(page);
  const phone = await withFactor(page, username);
  await givePassword(page, username);
  await expect(code(page)).toBeFocused();
  // Nothing of it is kept in the browser yet.
  expect(await page.evaluate(() => localStorage.getItem('porton.sesion'))).toBeNull();
  await expectGood(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Escriba el código')).toBeVisible();
  await code(page).fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^El código no es correcto o ya se usó/)).toBeVisible();
  await expectNoAxe(page);
  await code(page).fill(codeOf(phone.clave, new Date()));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: username, exact: true })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await givePassword(page, username);
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  const recovery = page.getByRole('textbox', { name: 'Código de recuperación' });
  await expect(recovery).toBeFocused();
  await expectGood(page);
  await recovery.fill(phone.codigos[4] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await openAccount(page, username);
  await expect(page.getByText('Códigos que quedan')).toBeVisible();
  await expect(page.getByText('9', { exact: true })).toBeVisible();
});

test('whoever took too long gives the password again, and nothing else is lost', async ({ page }) => {
  const username = await person(page);
  await withFactor(page, username);
  await givePassword(page, username);
  await page.route('**/security/factor/entrar', (route) =>
    route.fulfill({ status: 403, json: { success: false, message: 'no' } }),
  );
  await code(page).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Pasó demasiado tiempo desde que dio su contraseña. Escríbala de nuevo')).toBeVisible();
  await expect(page.getByLabel('Usuario')).toHaveValue(username);
  await expectNoAxe(page);
});

test('over a form, an ended session is renewed by password and code, and what was typed stays', async ({ page }) => {
  const username = await person(page, 3);
  const phone = await withFactor(page, username);
  await givePassword(page, username);
  await code(page).fill(codeOf(phone.clave, new Date()));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: username, exact: true })).toBeVisible();
  await page.goto('/admin/articulos/value');
  const name = page.getByRole('textbox', { name: 'Nombre' });
  const typed = `Manguera ${username}`;
  await name.fill(typed);
  const other = await post(page, await tokenOf(page, username), '/security/factor/entrar', {
    codigo: phone.codigos[0] ?? '',
  });
  const { access_token } = other.data as unknown as { access_token: string };
  expect(await post(page, access_token, '/security/demas-sesiones/terminar', {})).toMatchObject({ success: true });

  await page.getByRole('button', { name: 'Aceptar' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Su sesión terminó' });
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Volver a entrar' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Código', exact: true })).toBeFocused();
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await dialog.getByRole('textbox', { name: 'Código de recuperación' }).fill(phone.codigos[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(name).toHaveValue(typed);
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Acción exitosa')).toBeVisible();
});

test('a role that asks for one is led to set it up before anything else', async ({ page }) => {
  const username = await person(page);
  // Of the configuration, which the other tests share: what it leads to is what the API's tests have.
  const clave = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const codigos = Array.from({ length: 10 }, (_, n) => `${n + 2}K7F-Q2MX-9ABT`.slice(-14));
  const sesion = { access_token: await tokenOf(page, username), role: 'ROLE_CONSULTOR', username };
  const answers: Record<string, object> = {
    factor: { debe: 'alta', activado: null, aplicacion: false, llaves: 0, sinLlaves: null, codigos: 0, exigido: true },
    preparar: { clave, uri: `otpauth://totp/Porton:${username}?secret=${clave}` },
    activar: { codigos, sesion },
  };
  await page.route(/\/security\/factor(\/\w+)?$/, (route) => {
    const name = route.request().url().split('/').at(-1) ?? '';
    return route.fulfill({ json: { success: true, data: answers[name] } });
  });
  await givePassword(page, username);
  await expect(page.getByRole('heading', { name: 'Active su segundo factor' })).toBeVisible();
  await expectGood(page);
  await page.getByRole('button', { name: 'Usar la aplicación' }).click();
  await expect(page.getByRole('img', { name: 'Código QR con la clave' })).toBeVisible();
  await expectGood(page);
  await page.getByRole('textbox', { name: 'Código que muestra la aplicación' }).fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectGood(page);
  expect(await page.evaluate(() => localStorage.getItem('porton.sesion'))).toBeNull();
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: username, exact: true })).toBeVisible();
});

test('a session elsewhere is seen and ended, at once', async ({ page }) => {
  const username = await person(page);
  const others = [await tokenOf(page, username), await tokenOf(page, username)];
  const stands = async (token: string | undefined) =>
    (await page.request.get('/api/v1/security/session', { headers: { authorization: `Bearer ${token}` } })).ok();
  await givePassword(page, username);
  await expect(page).toHaveURL('/');
  await openAccount(page, username);
  const rows = page.getByRole('table', { name: 'Sesiones abiertas' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'Esta sesión' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Esta sesión' }).getByRole('button', { name: /^Terminar/ })).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Terminar la sesión de/ })
    .first()
    .click();
  await expect(page.getByText('La sesión terminó')).toBeVisible();
  await expect(rows).toHaveCount(3);
  expect((await Promise.all(others.map(stands))).filter(Boolean)).toHaveLength(1);
  await page.getByRole('button', { name: 'Cerrar las demás' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar las demás' }).click();
  await expect(page.getByText('Las demás sesiones terminaron')).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect(await Promise.all(others.map(stands))).toEqual([false, false]);
});

test('an administrator takes a lost one away, for a reason', async ({ page }) => {
  const username = await person(page);
  await withFactor(page, username);
  const api = await apiOf(page, 'superadmin');
  const { id } = ((await api('/user/all')) as { id: number; username: string }[]).find(
    (user) => user.username === username,
  ) as { id: number };
  await signIn(page, 'director', `/admin/usuario/value?id=${id}`);
  await page.getByRole('button', { name: 'Quitar segundo factor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quitar segundo factor' });
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await expect(dialog.getByText('Campo Requerido').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Razón' }).fill('Perdió el teléfono');
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await expect(page.getByText(`Se quitó el segundo factor de «${username}»`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Quitar segundo factor' })).toHaveCount(0);
});
