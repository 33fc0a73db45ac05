import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readWorkbook } from '../../src/platform/server/xlsx.ts';
import { apiOf, expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

const VEHICULOS = '/operaciones/vehiculos';
const TARJETAS = '/operaciones/tarjeta-acceso';

/** A text that no other test has. */
const fresh = (mark: string): string => `${mark}${unique()}`.toUpperCase();

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

test('cards are put out of use several at once, and the list leaves as it is searched', async ({ page }) => {
  await signIn(page, 'tags', TARJETAS);
  const { referencia, asociado, sought } = await newLote(page);
  const placa = fresh('B');
  await saveVehiculo(page, placa, sought);
  await expect(page).toHaveURL(VEHICULOS);
  const api = await apiOf(page);
  const [vehiculo] = await api(`/tarjetaacceso/autocomplete?q=${encodeURIComponent(placa)}`);
  const numeros = [fresh('C'), fresh('C'), fresh('C')];
  for (const [at, numero] of numeros.entries()) {
    const status = at === 2 ? 'baja' : 'activo';
    await api('/tarjetaacceso/save', { id: '', numero, status, fechaBaja: '', vehiculo: { id: vehiculo.id } });
  }
  await page.goto(TARJETAS);
  await page.getByPlaceholder('Buscar').fill(placa);
  await expect(page.getByText('1–3 de 3')).toBeVisible();

  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar XLSX' }).click(),
  ]);
  expect(sheet.suggestedFilename()).toBe('tarjetas_de_acceso.xlsx');
  const [{ rows } = { rows: [] }] = await readWorkbook(await readFile(await sheet.path()));
  expect(rows[0]?.[0]).toBe('Los Encinos · Tarjetas de acceso');
  expect(rows[1]?.[0]).toBe(`Búsqueda: «${placa}»`);
  expect(rows.slice(4).map((row) => row.slice(0, 5))).toEqual([
    ['Número', 'Placa vehículo', 'Lote', 'Asociado', 'Estado'],
    ...numeros.map((numero, at) => [numero, placa, referencia, asociado, at === 2 ? 'Baja' : 'Activo']),
  ]);
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar PDF' }).click(),
  ]);
  expect(paper.suggestedFilename()).toBe('tarjetas_de_acceso.pdf');

  // By keys: a row is chosen with space, and opens nothing.
  const first = page.getByRole('row').filter({ hasText: numeros[0] ?? '' });
  await first.focus();
  await page.keyboard.press('Space');
  await expect(first.getByRole('checkbox')).toBeChecked();
  const bar = page.getByRole('region', { name: 'Selección' });
  await expect(bar).toContainText('Selección: 1 tarjeta');
  await page.getByRole('checkbox', { name: 'Elegir todas las filas a la vista' }).check();
  await expect(bar).toContainText('Selección: 3 tarjetas');
  await expectNoAxeInBothThemes(page);
  await bar.getByRole('button', { name: 'Dar de baja' }).click();
  const question = page.getByRole('alertdialog', { name: 'Dar de baja 2 tarjetas' });
  await expect(question).toContainText('1 no se incluye: ya está de baja.');
  // Which they are, what becomes of them, and whether it can be undone.
  await expect(question).toContainText(`Dejan de abrir:${numeros[0]} · ${referencia} · ${placa} · ${asociado}`);
  await expect(question).toContainText('elija el estado «Activo»');
  await question.getByRole('button', { name: 'Volver' }).click();
  await expect(bar).toContainText('Selección: 3 tarjetas');
  await bar.getByRole('button', { name: 'Suspender' }).click();
  await page
    .getByRole('alertdialog', { name: 'Suspender 2 tarjetas' })
    .getByRole('button', { name: 'Suspender' })
    .click();
  await expect(page.getByText('Se suspendieron 2 tarjetas')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Elegir todas las filas a la vista' }).check();
  await bar.getByRole('button', { name: 'Dar de baja' }).click();
  await expect(question).toContainText(`Ya no abren, por estar suspendidas:${numeros[0]}`);
  await question.getByRole('button', { name: 'Volver' }).click();

  // Meanwhile somebody else has put one of them out of use.
  await api('/tarjetaacceso/baja', {
    tarjetas: [(await api('/tarjetaacceso/all')).find((each: { numero: string }) => each.numero === numeros[1]).id],
  });
  await bar.getByRole('button', { name: 'Dar de baja' }).click();
  await question.getByRole('button', { name: 'Dar de baja' }).click();
  await expect(page.getByText('Se dio de baja 1 tarjeta')).toBeVisible();
  const failed = page.getByRole('dialog', { name: 'No se hizo con 1 tarjeta' });
  await expect(failed).toContainText(`la tarjeta ${numeros[1]}: ya está de baja`);
  await failed.getByRole('button', { name: 'Entendido' }).click();
  for (const numero of numeros) await expect(page.getByRole('row').filter({ hasText: numero })).toContainText('Baja');
  await bar.getByRole('button', { name: 'Quitar la selección' }).click();
  await expect(bar).toHaveCount(0);
});

test('vehicles leave as a workbook and on paper', async ({ page }) => {
  await signIn(page, 'tags', VEHICULOS);
  for (const [button, file] of [
    ['Descargar XLSX', 'vehiculos.xlsx'],
    ['Descargar PDF', 'vehiculos.pdf'],
  ] as const) {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(file);
  }
});
