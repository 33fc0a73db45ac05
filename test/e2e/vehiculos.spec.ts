import type { Page } from '@playwright/test';
import { apiOf, expect, expectNoAxe, signIn, test } from './fixtures.ts';

const VEHICULOS = '/operaciones/vehiculos';
const TARJETAS = '/operaciones/tarjeta-acceso';

let last = 0;
/** A text that no other test has. */
const fresh = (mark: string): string => `${mark}${Date.now().toString(36)}${(++last).toString(36)}`.toUpperCase();

const accept = (page: Page) => page.getByRole('button', { name: 'Aceptar', exact: true }).click();

async function expectNoAxeInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxe(page);
  }
}

/** A lot with an asociado of a name with accents; what the tests of this file search for. */
async function newLote(page: Page) {
  const api = await apiOf(page);
  const asociado = fresh('Ñandú Güemes ');
  const referencia = fresh('E2E');
  const { id } = await api('/residente/save', { id: '', name: asociado, tipo: 'asociado' });
  await api('/lote/save', {
    id: '',
    tipo: 'habitacional',
    referencia,
    status: 'disponible',
    calle: 'Privada Olmos',
    manzana: '4',
    superficie: 120,
    residenteLoteList: [{ id: '', resident: { id }, asociado: true }],
  });
  return { referencia, asociado, sought: asociado.toLowerCase().replace('ñandú', 'nandu').replace('güemes', 'uemes') };
}

async function saveVehiculo(page: Page, placa: string, sought: string): Promise<void> {
  await page.goto(`${VEHICULOS}/value`);
  await page.getByLabel('Placa').fill(placa);
  await page.getByLabel('Marca').fill('Nissan');
  await page.getByLabel('Modelo').fill('Versa 2021');
  await page.getByLabel('Color').fill('Gris');
  await page.getByRole('combobox', { name: 'Residente' }).fill(sought);
  await page.getByRole('option').first().click();
  await accept(page);
}

test('a vehicle is written for a lot that is searched on the server, and keeps it on edit', async ({ page }) => {
  await signIn(page, 'tags', VEHICULOS);
  const { referencia, asociado, sought } = await newLote(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Vehículos' })).toBeVisible();
  for (const header of ['Placa', 'Marca', 'Modelo', 'Color']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Nuevo', exact: true }).click();
  await accept(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Revise 5 campos' });
  await expect(summary).toBeFocused();
  for (const label of ['Placa', 'Marca', 'Modelo', 'Color', 'Residente']) {
    await expect(summary).toContainText(`${label}: Campo Requerido`);
  }
  await expectNoAxeInBothThemes(page);

  const placa = fresh('V');
  await saveVehiculo(page, placa.toLowerCase(), sought);
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await expect(page).toHaveURL(VEHICULOS);
  await page.getByPlaceholder('Buscar').fill(placa);
  await expect(page.getByRole('cell', { name: placa, exact: true })).toBeVisible();
  await expectNoAxeInBothThemes(page);
  await page.getByRole('link', { name: `Editar ${placa}` }).click();
  const choice = page.getByRole('combobox', { name: 'Residente' });
  await expect(choice).toHaveValue(`${referencia} · ${asociado} · Privada Olmos, Mz. 4`);
  await page.getByLabel('Color').fill('Azul');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/vehiculos(\?|$)/);
  await page.getByPlaceholder('Buscar').fill(placa);
  await expect(page.getByRole('row').filter({ hasText: placa })).toContainText('Azul');
});

test('a plate that another vehicle has is refused at the form, which keeps what was typed', async ({ page }) => {
  await signIn(page, 'tags', VEHICULOS);
  const { sought } = await newLote(page);
  const placa = fresh('D');
  await saveVehiculo(page, placa, sought);
  await expect(page).toHaveURL(VEHICULOS);
  await saveVehiculo(page, placa, sought);
  await expect(page.getByText(`Ya existe un vehículo con la placa «${placa}».`)).toBeVisible();
  await expect(page.getByLabel('Placa')).toHaveValue(placa);
});

test('an access card is written for a vehicle, goes out of use today and tells its states', async ({ page }) => {
  await signIn(page, 'tags', VEHICULOS);
  const { referencia, asociado, sought } = await newLote(page);
  const placa = fresh('T');
  await saveVehiculo(page, placa, sought);
  await expect(page).toHaveURL(VEHICULOS);

  await page.goto(TARJETAS);
  for (const header of ['Número', 'Placa vehículo', 'Estado', 'Fecha baja']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Nuevo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nueva tarjeta de acceso' })).toBeVisible();
  const status = page.getByRole('combobox', { name: 'Estado' });
  await expect(status).toHaveValue('Activo');
  await accept(page);
  for (const label of ['Número', 'Residente']) await expect(page.getByText(`${label}: Campo Requerido`)).toBeVisible();
  await expectNoAxeInBothThemes(page);

  const numero = fresh('N');
  await page.getByLabel('Número').fill(numero);
  const choice = page.getByRole('combobox', { name: 'Residente' });
  await choice.fill(`${sought} ${placa.slice(1)}`);
  await page.getByRole('option').first().click();
  await expect(choice).toHaveValue(`${placa} · ${referencia} · ${asociado}`);
  await accept(page);
  await expect(page.getByText('Acción exitosa')).toBeVisible();
  await page.getByPlaceholder('Buscar').fill(numero);
  await expect(page.getByRole('row').filter({ hasText: numero })).toContainText('Activo');

  await page.getByRole('link', { name: `Editar ${numero}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Editar tarjeta de acceso' })).toBeVisible();
  await expect(choice).toHaveValue(`${placa} · ${referencia} · ${asociado}`);
  await status.click();
  for (const name of ['Activo', 'Baja', 'Suspendido']) {
    await expect(page.getByRole('option', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('option', { name: 'Baja', exact: true }).click();
  await expect(page.getByText('Si la deja vacía se guarda la fecha de hoy')).toBeVisible();
  await accept(page);
  await expect(page).toHaveURL(/tarjeta-acceso(\?|$)/);
  await page.getByPlaceholder('Buscar').fill(numero);
  const row = page.getByRole('row').filter({ hasText: numero });
  await expect(row).toContainText('Baja');
  await expect(row).toContainText(/\d{2}-\d{2}-\d{4}/);
  await expectNoAxeInBothThemes(page);
});
