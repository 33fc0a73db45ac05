import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

/** Every answer but a success is a failure to the page; with a 5xx the clean-console check would fail the test. */
const FAILURE = { status: 404, json: { success: false } };

const PATH = '/admin/operacion';
const STATUS = '**/api/v1/operacion/estado';

test('shows versions, figures and jobs, and asks again by itself', async ({ page }) => {
  await signIn(page, 'director', PATH);
  await expect(page.getByText('Todo en orden')).toBeVisible();
  const main = page.getByRole('main');
  for (const label of ['Portón', 'Node.js', 'PostgreSQL', 'Migración', 'En marcha desde', 'Memoria', 'Último sello']) {
    await expect(main.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })).toBeVisible();
  }
  await expect(main.getByText('2.2.24', { exact: true })).toBeVisible();
  await expect(main.getByRole('row').filter({ hasText: 'Limpieza de sesiones vencidas' })).toBeVisible({
    timeout: 20_000,
  });
  await expectNoAxe(page);
  await page.waitForResponse((answer) => answer.url().endsWith('/operacion/estado'), { timeout: 8_000 });
});

test('says in words what needs attention', async ({ page }) => {
  await page.route(STATUS, async (route) => {
    const answer = await route.fetch();
    const wire = await answer.json();
    Object.assign(wire.data, { trabajosActivos: false, trabajos: [] });
    wire.data.conexiones.enEspera = 2;
    await route.fulfill({ json: wire });
  });
  await signIn(page, 'superadmin', PATH);
  await expect(page.getByText('Requiere atención')).toBeVisible();
  await expect(page.getByText('Los trabajos de fondo están detenidos.')).toBeVisible();
  await expect(page.getByText('2 peticiones esperan una conexión a la base de datos.')).toBeVisible();
  await expect(page.getByText('No hay trabajos que mostrar')).toBeVisible();
  await expectNoAxe(page);
});

test('keeps the last figures when the server does not answer', async ({ page }) => {
  await signIn(page, 'superadmin', PATH);
  await expect(page.getByText('PostgreSQL')).toBeVisible();
  await page.route(STATUS, (route) => route.fulfill(FAILURE));
  await expect(page.getByText(/^No se pudo actualizar; estos son los datos de las/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('PostgreSQL')).toBeVisible();
  await expectNoAxe(page);
});
