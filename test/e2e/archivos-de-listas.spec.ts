/** Every list leaves as a workbook and on paper; those that the server pages, with all that their filter leaves. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { readWorkbook } from '../../src/platform/server/xlsx.ts';
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

async function saved(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('main').getByRole('button', { name: button, exact: true }).click(),
  ]);
  return download;
}

async function sheetOf(page: Page) {
  const [sheet] = await readWorkbook(await readFile(await (await saved(page, 'Descargar XLSX')).path()));
  return sheet?.rows ?? [];
}

for (const [path, title] of [
  ['/catalogos/tipo-multa', 'sanción'],
  ['/admin/proveedores', 'Proveedores'],
  ['/admin/usuario', 'Usuarios'],
] as const) {
  test(`${title} leaves as a workbook and on paper`, async ({ page }) => {
    await signIn(page, 'director', path);
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(heading).toContain(title);
    const shown = await page.getByRole('columnheader').allTextContents();
    await expect(page.getByRole('row')).not.toHaveCount(1);
    const rows = await sheetOf(page);
    expect(rows[0]?.[0]).toBe(`Los Encinos · ${heading}`);
    expect(rows[1]?.[0]).toMatch(/^Fecha de impresión \d\d-\d\d-\d{4} \d\d:\d\d$/);
    expect(rows[3]?.filter((cell) => cell !== null)).toEqual(
      shown.filter((words) => !['', 'Elegir', 'Acciones'].includes(words)),
    );
    expect(rows.length).toBeGreaterThan(4);
    expect((await saved(page, 'Descargar PDF')).suggestedFilename()).toMatch(/^[a-z_]+\.pdf$/);
    await expectNoAxe(page);
  });
}

test('the audit log leaves with more than the page that is shown, its days as dates', async ({ page }) => {
  await signIn(page, 'superadmin', '/admin/bitacora');
  const foot = page.getByText(/^Total de elementos \d+$/);
  const total = Number(/\d+/.exec((await foot.textContent()) ?? '')?.[0]);
  const rows = await sheetOf(page);
  expect(rows[3]).toEqual(['Fecha', 'Hora', 'Usuario', 'Referencia', 'Acción', 'Nota']);
  expect(rows.length - 4).toBeGreaterThanOrEqual(Math.min(total, 21));
  expect(rows[4]?.[0]).toBeInstanceOf(Date);
  expect((await saved(page, 'Descargar PDF')).suggestedFilename()).toBe('bitacora.pdf');
});

test('the gate log leaves with what its filter leaves, and up to a limit that is told', async ({ page }) => {
  await signIn(page, 'director', '/admin/accesos?tipo=salida');
  await expect(page.getByText(/^Total de elementos \d+/)).toBeVisible();
  const rows = await sheetOf(page);
  expect(rows[0]?.[0]).toBe('Los Encinos · Accesos');
  expect(rows[1]?.[0]).toMatch(/^Tipo: Salida/);
  const tipos = new Set(rows.slice(5).map((row) => row[7]));
  expect([...tipos]).toEqual(['Salida']);
  expect(rows.length).toBeGreaterThan(26);

  // A log without an end: it is asked for no more than it can carry.
  let first: { accesoList: object[] } | undefined;
  await page.route('**/api/v1/acceso/allpaginable?*', async (route) => {
    first ??= (await (await route.fetch()).json()) as { accesoList: object[] };
    const asked = new URL(route.request().url()).searchParams;
    const [at, size] = [Number(asked.get('page')), Number(asked.get('size'))];
    const accesoList = Array.from({ length: size }, (_, n) => ({ ...first?.accesoList[0], id: at * size + n + 1 }));
    await route.fulfill({ json: { ...first, accesoList, next: true, total: 9_000 } });
  });
  const many = await sheetOf(page);
  expect(many.length - 5).toBe(5_000);
  expect(many[1]?.[0]).toContain('Sólo los primeros 5,000 registros');
  await expect(page.getByText('Elija un periodo más corto para ver los demás')).toBeVisible();
});

test('every workbook of a list has one layout and the logo, its dates and amounts true', async ({ page }) => {
  await signIn(page, 'director', '/cobranza/facturas');
  await expect(page.getByText(/^Total de elementos [1-9]/)).toBeVisible();
  const facturas = await readFile(await (await saved(page, 'Descargar XLSX')).path());
  const [sheet] = await readWorkbook(facturas);
  const [title, , heads, first] = sheet?.rows ?? [];
  // The specification's, which stands in the third row and names them so.
  expect(title?.[0]).toMatch(/^Reporte de facturas del Los Encinos del periodo/);
  expect(heads?.slice(0, 3)).toEqual(['FechaEmision', 'Hora', 'Folio']);
  expect(first?.[0]).toBeInstanceOf(Date);
  const monto = heads?.indexOf('Monto') ?? -1;
  expect(typeof first?.[monto]).toBe('number');
  expect(sheet?.rows.at(-1)?.[1]).toBe('Total');
  expect(typeof sheet?.rows.at(-1)?.[monto]).toBe('number');

  await page.goto('/admin/ordenescompra');
  await expect(page.getByText(/^Total de elementos [1-9]/)).toBeVisible();
  const ordenes = await readFile(await (await saved(page, 'Descargar XLSX')).path());
  expect((await readWorkbook(ordenes))[0]?.rows[0]?.[0]).toBe('Los Encinos · Órdenes de compra');
  await page.goto('/reportes/corte-caja?desde=2026-01-01');
  await expect(page.getByRole('table', { name: 'Corte de caja' })).toBeVisible();
  const corte = await readFile(await (await saved(page, 'Descargar XLSX')).path());

  // Of the browser and of the server: one set of styles, one logo, a filter on each.
  const [parts, ...others] = [facturas, ordenes, corte].map((bytes) => unzipSync(bytes));
  for (const other of others)
    for (const part of ['xl/styles.xml', 'xl/media/image1.png']) expect(other[part]).toEqual(parts?.[part]);
  for (const { 'xl/worksheets/sheet1.xml': xml = new Uint8Array() } of [parts ?? {}, ...others])
    expect(strFromU8(xml)).toMatch(/<autoFilter [^>]+><drawing /);
});

test('the reservations leave as they were searched, with the days of their period as days', async ({ page }) => {
  await signIn(page, 'administrador', '/admin/amenidad/ver-reserva');
  const shown = page.getByRole('article');
  await expect(shown.first()).toBeVisible();
  const rows = await sheetOf(page);
  expect(rows[0]?.[0]).toBe('Los Encinos · Agenda de reservas');
  expect(rows[1]?.[0]).toMatch(/^Del \d\d-\d\d-\d{4} al \d\d-\d\d-\d{4}$/);
  expect(rows[4]?.slice(0, 5)).toEqual(['Fecha', 'Hora', 'Amenidad', 'Lugar', 'Lugares']);
  expect(rows.length - 5).toBe(await shown.count());
  expect(rows[5]?.[0]).toBeInstanceOf(Date);
  expect((await saved(page, 'Descargar PDF')).suggestedFilename()).toBe('agenda_de_reservas.pdf');

  const referencia = String(rows[5]?.[5]);
  await page.getByRole('radio', { name: 'Lote y Fecha' }).click();
  const choice = page.getByRole('combobox', { name: 'Lote' });
  await choice.fill(referencia);
  await page.getByRole('option', { name: new RegExp(`^ref: ${referencia}\\.`) }).click();
  await expect(page).toHaveURL(/lote=\d/);
  await expect(shown).not.toHaveCount(rows.length - 5);
  await expect(shown.first()).toContainText(referencia);
  expect((await sheetOf(page))[1]?.[0]).toMatch(new RegExp(`^Lote ${referencia}, \\d\\d-\\d\\d-\\d{4}$`));
});

test('the users of the app leave on paper too', async ({ page }) => {
  await signIn(page, 'director', '/admin/usuarios-app');
  expect((await saved(page, 'Descargar PDF')).suggestedFilename()).toBe('usuarios_de_la_app.pdf');
});
