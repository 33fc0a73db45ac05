/** Somebody leaves the office: shown, done, told; and the shift that was left open is counted by two. */
import type { Page } from '@playwright/test';
import { apiOf, DEMO_PASSWORD, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

const PASSWORD = 'Nogal-y-jacaranda-2026';

/** A cashier of this test's own, with a shift open at a register of its own. */
async function cashierAtWork(page: Page): Promise<{ id: number; username: string; caja: string }> {
  const api = await apiOf(page);
  const username = `b${unique()}`.slice(0, 15);
  await api('/user/save', {
    ...{ id: '', name: 'Ofelia', last_name: 'Cantú', email: `${username}@correo.example`, enabled: true, role: 5 },
    ...{ username, password: PASSWORD },
  });
  const caja = `Ventanilla ${unique()}`;
  const [banco] = await api('/banco/all');
  await api('/caja/save', {
    ...{ id: '', name: caja, noCuenta: '1', noConvenio: '1', noCLABE: '1', banco: { id: banco.id }, active: true },
  });
  const cajas = (await api('/caja/all')) as { id: number; name: string }[];
  const login = await page.request.post('/api/v1/security/login', { data: { username, password: PASSWORD } });
  const opened = await page.request.post('/api/v1/turno/abrir', {
    headers: { authorization: `Bearer ${(await login.json()).access_token}`, 'idempotency-key': crypto.randomUUID() },
    data: { caja: { id: cajas.find(({ name }) => name === caja)?.id }, fondoInicial: 200 },
  });
  expect(await opened.json()).toMatchObject({ success: true });
  const users = (await api('/user/all')) as { id: number; username: string }[];
  return { id: users.find((user) => user.username === username)?.id ?? 0, username, caja };
}

test('whoever leaves is shown with what ends, and the shift left open is counted and signed by two', async ({
  page,
}) => {
  const { id, username, caja } = await cashierAtWork(page);
  await signIn(page, 'director', `/admin/usuario/value?id=${id}`);
  await page.getByRole('link', { name: 'Dar de baja' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Baja de Ofelia Cantú' })).toBeVisible();
  await expect(page.getByText('Su contraseña, 1 sesión abierta')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Últimos 30 días, uno por uno' })).toContainText(caja);
  await page.getByRole('button', { name: 'Dar de baja' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toContainText('Motivo');
  await expectNoAxe(page);
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Se mudó');
  await page.getByRole('button', { name: 'Dar de baja' }).click();
  await expect(page.getByText(`«${username}» está de baja. Falta contar entre dos su turno`)).toBeVisible();
  await expect(page.getByText('Si regresa, actívelo')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);

  await page.getByRole('link', { name: `de ${caja}` }).click();
  await page.getByLabel('Piezas de $200.00').fill('1');
  await page.getByRole('button', { name: 'Guardar conteo' }).click();
  await expect(page.getByText(`${username} ya no entra al sistema: el turno se cuenta entre dos`)).toBeVisible();
  await page.getByRole('textbox', { name: 'Su contraseña' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Firmar' }).click();
  await expect(page.getByText('cuéntenlo entre dos').first()).toBeVisible();
  await page.getByLabel('Usuario de quien contó con usted').fill('superadmin');
  await page.getByRole('textbox', { name: 'Contraseña de quien contó con usted' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Firmar' }).click();
  await expect(page.getByText('director y superadmin')).toBeVisible();
});
