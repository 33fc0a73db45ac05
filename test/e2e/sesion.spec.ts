import { DEMO_PASSWORD, expect, expectNoAxe, signIn, test } from './fixtures.ts';

const FAILED = 'Usuario o Contraseña incorrecta / Usuario no activo';

test.describe('iniciar sesión', () => {
  test('shows the community, the version and its fields, without an axe finding in either theme', async ({ page }) => {
    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { name: 'Los Encinos' })).toBeVisible();
    await expect(page.getByText('Versión 2.2.24')).toBeVisible();
    await expect(page.getByLabel('Usuario')).toBeFocused();
    await expectNoAxe(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoAxe(page);
  });

  test('names what is empty and still sends the request', async ({ page }) => {
    await page.goto('/sign-in');
    const asked = page.waitForRequest('**/security/login');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await asked;
    await expect(page.getByText('Usuario requerido.')).toBeVisible();
    await expect(page.getByText('Contraseña requerida.')).toBeVisible();
    await expect(page.getByText(FAILED)).toBeVisible();
    await expectNoAxe(page);
  });

  test('says one thing for whatever fails, and clears it as soon as the user types', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByLabel('Usuario').fill('nadie-asi');
    await page.getByLabel('Contraseña', { exact: true }).fill('incorrecta-1');
    await page.keyboard.press('Enter');
    await expect(page.getByText(FAILED)).toBeVisible();
    await page.getByLabel('Usuario').press('x');
    await expect(page.getByText(FAILED)).toBeHidden();

    await page.route('**/security/login', (route) => route.fulfill({ status: 404, body: '' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(FAILED)).toBeVisible();
  });

  test('says for how long to wait after too many attempts', async ({ page }) => {
    await page.goto('/sign-in');
    for (let n = 0; n < 11; n++) {
      await page.getByLabel('Usuario').fill('nadie-espera');
      await page.getByLabel('Contraseña', { exact: true }).fill(`incorrecta-${n}`);
      const answered = page.waitForResponse('**/security/login');
      await page.keyboard.press('Enter');
      await answered;
      await expect(page.getByText(FAILED)).toBeVisible();
    }
    const wait = page.getByText(/^Demasiados intentos\. Espere \d+ minutos e intente de nuevo$/);
    await expect(wait).toBeVisible();
    await expectNoAxe(page);
    await page.getByLabel('Usuario').press('x');
    await expect(wait).toBeHidden();
  });

  test('stores the whole answer, goes home, and keeps the session over a reload', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByLabel('Usuario').fill('cobranza');
    await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page).toHaveURL('/');
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('porton.sesion') ?? '{}'));
    expect(stored).toMatchObject({ username: 'cobranza', role: 'ROLE_PAGOS_COBRANZA' });
    expect(stored.access_token).toHaveLength(43);
    await page.reload();
    await expect(page.getByRole('button', { name: 'cobranza', exact: true })).toBeVisible();
  });
});

test('every path but sign-in asks for a session', async ({ page }) => {
  for (const path of ['/', '/catalogos/banco', '/pagina-que-no-existe']) {
    await page.goto(path);
    await expect(page).toHaveURL('/sign-in');
  }
});

test('signing out ends the session here and at the server', async ({ page, request }) => {
  await signIn(page, 'director', '/');
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('porton.sesion') ?? '{}').access_token as string,
  );
  await page.getByRole('button', { name: 'director', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/sign-in');
  expect(await page.evaluate(() => localStorage.getItem('porton.sesion'))).toBeNull();
  const answer = await request.get('/api/v1/configuracionresidencial/get', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(403);
});

test('a 403 anywhere clears the session and returns to the start', async ({ page }) => {
  await signIn(page, 'superadmin', '/catalogos');
  await page.route('**/api/v1/banco/all', (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{"success":false,"message":"no"}' }),
  );
  await page.getByRole('main').getByRole('link', { name: 'Bancos' }).click();
  await expect(page).toHaveURL('/sign-in');
  expect(await page.evaluate(() => localStorage.getItem('porton.sesion'))).toBeNull();
});

test('the access-only role is led to the gate log, and sees no side menu', async ({ page }) => {
  await signIn(page, 'seguridad', '/');
  await expect(page).toHaveURL('/admin/accesos');
  await expect(page.getByRole('navigation', { name: 'Menú lateral' })).toBeHidden();
  await page.goto('/catalogos');
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
});

test('users change their own password, and a wrong one is told at its field', async ({ page }) => {
  await signIn(page, 'obras', '/');
  await page.getByRole('button', { name: 'obras', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cambiar contraseña' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar contraseña' });
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Campo requerido');
  await dialog.getByRole('textbox', { name: 'Contraseña actual' }).fill('no-es-esta');
  await dialog.getByRole('textbox', { name: 'Contraseña nueva', exact: true }).fill('corta');
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog.getByText('Su contraseña debe tener más de 8 caracteres').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Contraseña nueva', exact: true }).fill('Otra-2026-porton');
  await dialog.getByRole('textbox', { name: 'Repita la contraseña nueva' }).fill('Otra-2026-porton');
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog.getByText('La contraseña actual no es correcta. Escríbala de nuevo').first()).toBeVisible();
  await expectNoAxe(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
