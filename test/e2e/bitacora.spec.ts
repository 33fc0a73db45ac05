import type { Page } from '@playwright/test';
import {
  apiOf,
  expect,
  expectNoAxe,
  free,
  holdBack,
  runUntilVisible,
  signIn,
  stopClock,
  test,
  unique,
} from './fixtures.ts';

/** Every answer but a success is a failure to the page; with a 5xx the clean-console check would fail the test. */
const FAILURE = { status: 404, json: { success: false } };

const PATH = '/admin/bitacora';

/** Writes `changes` + 1 entries about a role of this test's own; every referencia of them begins with the name returned. */
async function writeEntries(page: Page, changes: number): Promise<string> {
  const api = await apiOf(page, 'superadmin');
  const name = `Rol ${unique()}`;
  const { id } = await api('/role/save', { id: '', name });
  for (let i = 0; i < changes; i++) await api('/role/save', { id, name: `${name} v${i + 1}` });
  return name;
}

const total = (page: Page, count: number) =>
  expect(page.getByText(`Total de elementos ${count}`, { exact: true })).toBeVisible();

test('finds by referencia, pages, and keeps filters and page in the address', async ({ page }) => {
  const name = await writeEntries(page, 21);
  await signIn(page, 'superadmin', PATH);
  for (const header of ['Fecha', 'Usuario', 'Referencia', 'Acción', 'Nota']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await page.getByLabel('Referencia').fill(name);
  await page.keyboard.press('Enter');
  await total(page, 22);
  await expect(page.locator('tbody tr')).toHaveCount(20);
  await expect(page.locator('tbody tr').first()).toContainText('actualizado');
  await expect(page.locator('tbody tr').first()).toContainText(/\d{2}-\d{2}-\d{4} \d{2}:\d{2}/);
  await expect(page.getByRole('button', { name: 'Anterior' })).toBeDisabled();
  await expectNoAxe(page);

  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect(page.getByText('Página 2')).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await expect(page.locator('tbody tr').last()).toContainText('creado');
  await expect(page.getByRole('button', { name: 'Siguiente' })).toBeDisabled();

  await page.reload();
  await expect(page.getByText('Página 2')).toBeVisible();
  await expect(page.getByLabel('Referencia')).toHaveValue(name);
  await total(page, 22);

  // Another search begins at the first page; the back button brings the old one again.
  await page.getByLabel('Referencia').fill(`${name} v2`);
  await page.getByLabel('Referencia').press('Enter');
  await expect(page.getByText('Página 1')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Página 2')).toBeVisible();
  await expect(page.getByLabel('Referencia')).toHaveValue(name);
});

test('a search acts by itself once one pauses: one request, one step back, and no late answer of an earlier text', async ({
  page,
}) => {
  await signIn(page, 'director', PATH);
  await expect(page.locator('tbody tr').first()).toBeVisible();
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/allpaginable')) asked.push(url.searchParams.get('referencia'));
  });
  const letGo = await holdBack(page, '**/allpaginable?*referencia=M0');
  await stopClock(page);
  const field = page.getByLabel('Referencia');
  await field.focus();
  await page.keyboard.type('M0 ');
  await page.clock.runFor(290);
  expect(asked).toEqual([]);
  await page.clock.runFor(20);
  await expect.poll(() => asked).toEqual(['M0']);
  await expect(field).toHaveValue('M0 ');
  await page.keyboard.type('nadie así');
  await page.clock.runFor(310);
  await runUntilVisible(page, page.getByText('No existen valores a mostrar'));
  letGo();
  await page.clock.runFor(500);
  await total(page, 0);
  expect(asked).toEqual(['M0', 'M0 nadie así']);
  await page.goBack();
  await expect(field).toHaveValue('');
  await expect(page).toHaveURL(PATH);
});

test('sends whole days, and says so when there is nothing', async ({ page }) => {
  await signIn(page, 'director', PATH);
  const request = page.waitForRequest((asked) => asked.url().includes('dateFin=02-01-2020'));
  await page.getByLabel('Desde', { exact: true }).fill('01-01-2020');
  await page.getByLabel('Hasta', { exact: true }).fill('02-01-2020');
  const query = Object.fromEntries(new URL((await request).url()).searchParams);
  expect(query).toEqual({
    page: '0',
    size: '20',
    sortBy: 'createdAt',
    dateIni: '01-01-2020 01:00:00',
    dateFin: '02-01-2020 23:59:59',
  });
  await expect(page.getByText('No existen valores a mostrar')).toBeVisible();
  await total(page, 0);
  await expectNoAxe(page);
});

test('keeps the two dates in order', async ({ page }) => {
  await signIn(page, 'superadmin', PATH);
  const desde = page.getByLabel('Desde', { exact: true });
  const hasta = page.getByLabel('Hasta', { exact: true });
  const type = async (input: typeof desde, text: string) => {
    await input.fill(text);
    await input.press('Tab');
  };
  // An end without a start sets both.
  await type(hasta, '10-11-2026');
  await expect(desde).toHaveValue('10-11-2026');
  // A start after the end moves the end.
  await type(desde, '15-11-2026');
  await expect(hasta).toHaveValue('15-11-2026');
  await type(hasta, '20-11-2026');
  await expect(desde).toHaveValue('15-11-2026');
  // The end cannot precede the start.
  await type(hasta, '01-11-2026');
  await expect(page.getByText('No puede ser antes de 15-11-2026')).toBeVisible();
  await expectNoAxe(page);
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(hasta).toBeFocused();
  await expect(page).toHaveURL(/desde=2026-11-15&hasta=2026-11-20$/);
  // Clearing the end sets it to the start; clearing the start clears both.
  await type(hasta, '');
  await expect(hasta).toHaveValue('15-11-2026');
  await type(desde, '');
  await expect(desde).toHaveValue('');
  await expect(hasta).toHaveValue('');
});

test('opens an entry by keyboard and shows what changed', async ({ page }) => {
  const name = await writeEntries(page, 1);
  await signIn(page, 'superadmin', `${PATH}?referencia=${encodeURIComponent(name)}`);
  await total(page, 2);
  const row = page.locator('tbody tr').first();
  await row.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const changed = dialog.getByRole('row').filter({ hasText: 'Nombre' });
  await expect(changed.getByRole('cell')).toHaveText([name, `${name} v1`]);
  await expect(dialog.getByText('Sellado', { exact: true }).or(dialog.getByText('Por sellar'))).toBeVisible();
  await expect(dialog.getByRole('rowheader', { name: 'Identificador' })).toBeHidden();
  await dialog.getByText('1 campo sin cambios').click();
  await expect(dialog.getByRole('rowheader', { name: 'Identificador' })).toBeVisible();
  await expectNoAxe(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('verifies the chain and keeps the result in view', async ({ page }) => {
  await writeEntries(page, 0);
  await signIn(page, 'superadmin', PATH);
  await page.getByRole('button', { name: 'Verificar integridad' }).click();
  await expect(page.getByText('Íntegra', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Se revis(ó|aron) [\d,]+ registros?; /)).toBeVisible();
  await expectNoAxe(page);
  await page.getByLabel('Referencia').fill('nada de eso');
  await page.keyboard.press('Enter');
  await total(page, 0);
  await expect(page.getByText('Íntegra', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expect(page.getByText('Íntegra', { exact: true })).toHaveCount(0);
});

test('compares the chain with a seal that somebody noted', async ({ page }) => {
  await signIn(page, 'superadmin', PATH);
  await page.getByRole('button', { name: 'Verificar integridad' }).click();
  const noted = page.getByLabel('Comparar con un sello anotado');
  await expect(noted).toBeVisible();
  await free(page);
  await noted.fill('no es un sello');
  await page.getByRole('button', { name: 'Comparar' }).click();
  await expect(page.getByText('Escriba el número del sello, dos puntos y su huella de 64 caracteres')).toBeVisible();
  await noted.fill(`1:${'ab'.repeat(32)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('La cadena falla', { exact: true })).toBeVisible();
  await expect(page.getByText(/la cadena no es la que se anotó/)).toBeVisible();
  await expectNoAxe(page);
});

test('shows who signed in, was refused and signed out', async ({ page }) => {
  await signIn(page, 'superadmin', PATH);
  await page.getByLabel('Referencia').fill('superadmin');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Inició sesión desde /).first()).toBeVisible();
});

test('says at which record a chain fails, and why', async ({ page }) => {
  await signIn(page, 'superadmin', PATH);
  await page.route('**/api/v1/bitacora/verificar', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: {
          ok: false,
          checked: 6,
          unsealed: 0,
          head: { orden: 6, huella: 'ab'.repeat(32) },
          sinLlaveHasta: 4,
          anotado: 8,
          avisos: ['1 registro tiene una fecha anterior'],
          fault: { orden: 7, bitacoraId: 9, reason: 'el registro fue eliminado' },
        },
      },
    }),
  );
  await page.getByRole('button', { name: 'Verificar integridad' }).click();
  await expect(page.getByText('La cadena falla', { exact: true })).toBeVisible();
  await expect(page.getByText('Falla en el sello 7, del registro 9: el registro fue eliminado.')).toBeVisible();
  await expect(page.getByText('Sellado sin llave hasta el sello 4', { exact: false })).toBeVisible();
  await expect(page.getByText('1 registro tiene una fecha anterior.')).toBeVisible();
  await expectNoAxe(page);

  await page.unroute('**/api/v1/bitacora/verificar');
  await page.route('**/api/v1/bitacora/verificar', (route) => route.fulfill(FAILURE));
  await page.getByRole('button', { name: 'Verificar integridad' }).click();
  await expect(page.getByText('Ocurrió un error en el servidor. Intente otra vez')).toBeVisible();
  // What was found before stays.
  await expect(page.getByText('La cadena falla', { exact: true })).toBeVisible();
});
