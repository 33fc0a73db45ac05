import { readFileSync } from 'node:fs';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '../../src/core/period.ts';
import { readWorkbook } from '../../src/platform/server/xlsx.ts';
import { dayFromNow } from '../day.ts';
import { expect, expectNoAxe, signIn, test } from './fixtures.ts';

test('a cash cut-off is asked for, read, and taken along on paper and as a workbook', async ({ page }) => {
  await signIn(page, 'cobranza', '/reportes/corte-caja');
  const main = page.getByRole('main');
  await expect(main.getByText('Seleccione nuevas fechas para generar corte de caja')).toBeVisible();
  // Last month, in which no other test collects anything.
  const month = addMonths(monthOf(dayFromNow()), -1);
  const written = (fecha: string) => fecha.split('-').reverse().join('-');
  const [first, last] = [written(firstDayOf(month)), written(lastDayOf(month))];
  for (const [name, value] of [
    ['Desde', first],
    ['Hasta', last],
  ] as const) {
    await main.getByLabel(name).first().fill(value);
    await main.getByLabel(name).first().press('Tab');
  }
  await main.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(main.getByText(`Rango de fechas: ${first} al ${last}`)).toBeVisible();
  const table = main.getByRole('table', { name: 'Corte de caja' });
  for (const header of [
    'Fecha',
    'Referencia',
    'Manzana',
    'Lote',
    'Asociado',
    'Descripción',
    'Factura',
    'Método de pago',
    'Pago',
  ])
    await expect(table.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  const foot = table.getByRole('row').last().getByRole('cell').last();
  await expect(foot).toHaveText(/^\$[\d,]+\.\d\d$/);
  const total = (await foot.textContent()) ?? '';
  await expectNoAxe(page);

  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Descargar PDF' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe(`corte_caja_Todas_${first}_${last}.pdf`);
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const [excel] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Descargar Excel' }).click(),
  ]);
  expect(excel.suggestedFilename()).toMatch(/^CorteDeCaja-\d{1,2}-\d{1,2}-\d{4}(_\d{1,2}){3}\.xlsx$/);
  const [sheet] = await readWorkbook(readFileSync(await excel.path()));
  expect(sheet?.rows.at(-1)?.[8]).toBe(Number(total.replace(/[$,]/g, '')));
});

test('the hub downloads the overdue portfolio, and the reports agree on it', async ({ page }) => {
  await signIn(page, 'consultor', '/reportes');
  const main = page.getByRole('main');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Descargar cartera vencida' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^CarteraVencida-[\d_-]+\.xlsx$/);

  await main.getByRole('link', { name: 'Mantenimiento vencido' }).click();
  await main.getByRole('combobox', { name: 'Días de atraso' }).click();
  await page.getByRole('option', { name: '90 días o más' }).click();
  await main.getByRole('button', { name: 'Buscar', exact: true }).click();
  const footOf = (name: string) => main.getByRole('table', { name }).getByRole('row').last().getByRole('cell').last();
  const overdue = footOf('Mantenimiento vencido 90 días y más');
  const conciliacion = 'Conciliación cartera mantenimiento vencido';
  await expect(overdue).toHaveText(/^\$[\d,]+\.\d\d$/);
  const address = page.url();
  // Again where another test moved money between the two visits.
  await expect(async () => {
    await page.goto(address);
    await expect(overdue).toHaveText(/^\$[\d,]+\.\d\d$/);
    const total = (await overdue.textContent()) ?? '';
    await page.goto('/reportes/mantenimiento-vencido-conciliacion');
    await expect(footOf(conciliacion)).toHaveText(total, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  await main.getByRole('checkbox', { name: 'Detalle' }).check();
  const table = main.getByRole('table', { name: conciliacion });
  await expect(table.getByRole('columnheader', { name: 'Referencia' })).toBeVisible();
  await expect(footOf(conciliacion)).toHaveText(/^\$[\d,]+\.\d\d$/);
  const sizes = main.getByRole('group', { name: 'Filas por página' });
  for (const report of [
    'corte-caja',
    'mantenimiento-vencido',
    'mantenimiento-vencido-conciliacion',
    'pagos-atrasados',
  ]) {
    await page.goto(`/reportes/${report}`);
    await expect(sizes.getByRole('button')).toHaveText(['10', '30', 'All']);
    await expect(sizes.getByRole('button', { pressed: true })).toHaveText('10');
  }
});

test('without an address the product draws its own dashboards; Tags see the two of theirs', async ({ page }) => {
  await signIn(page, 'tags', '/reportes');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Sanciones']);
  await page.goto('/reportes/dashboard');
  await expect(main.getByRole('heading', { name: 'Cobranza contra facturación' })).toBeVisible();
  await expect(main.locator('svg.recharts-surface').first()).toBeVisible();
  await expectNoAxe(page);
  await page.goto('/reportes/tableros/saldos');
  await expect(main.getByRole('table', { name: 'Cartera vencida al cierre de cada mes' }).getByRole('row')).toHaveCount(
    14,
  );
  await page.goto('/reportes/tableros/otro');
  await expect(main.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
});
