import { readFileSync } from 'node:fs';
import type { Download, Locator } from '@playwright/test';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '../../src/core/period.ts';
import { reportesContract } from '../../src/features/reportes/contract.ts';
import { REPORTES } from '../../src/libro/reportes/filtros.ts';
import { wrap } from '../../src/platform/envelope.ts';
import { readWorkbook } from '../../src/platform/server/xlsx.ts';
import { dayFromNow } from '../day.ts';
import { apiOf, beyond, expect, expectNoAxe, follow, signIn, test } from './fixtures.ts';

test('a cash cut-off is asked for, read, and taken along on paper and as a workbook', async ({ page }) => {
  await signIn(page, 'cobranza', '/reportes/corte-caja');
  const main = page.getByRole('main');
  // It has run for today, and the address says so.
  await expect(page).toHaveURL(/\?desde=(\d{4}-\d\d-\d\d)&hasta=\1$/);
  const today = page.url().slice(-10).split('-').reverse().join('-');
  await expect(
    main
      .getByText(`Rango de fechas: ${today} al ${today}`)
      .or(main.getByText(`No entró dinero del ${today} al ${today}`)),
  ).toBeVisible();
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
  await expect(main.getByText(`Rango de fechas: ${first} al ${last}`)).toBeVisible();
  const table = main.getByRole('table', { name: 'Corte de caja' });
  for (const header of [
    'Fecha',
    'Recibo',
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
  // A row is a receipt, which opens to its charges; and first of all come the methods by registers with the same sum.
  const receipt = table.locator('tbody tr[data-index]').first();
  await receipt.hover();
  const folio = (await receipt.getByRole('link', { name: /^Ver recibo \d+$/ }).textContent()) ?? '';
  await receipt.getByRole('button', { name: `Cargos del recibo ${folio}` }).click();
  await expect(receipt.locator('+ tr')).toContainText(/Caja: .*\$/);
  const methods = main.getByRole('table', { name: 'Por método de pago y caja' });
  await expect(methods.getByRole('columnheader', { name: 'Recibos' })).toBeVisible();
  const foot = table.getByRole('row').last().getByRole('cell').last();
  await expect(methods.getByRole('row').last().getByRole('cell').last()).toHaveText((await foot.textContent()) ?? '-');
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
    main.getByRole('button', { name: 'Descargar XLSX' }).click(),
  ]);
  expect(excel.suggestedFilename()).toMatch(/^CorteDeCaja-\d{1,2}-\d{1,2}-\d{4}(_\d{1,2}){3}\.xlsx$/);
  const [sheet] = await readWorkbook(readFileSync(await excel.path()));
  expect(sheet?.rows.at(-1)?.[9]).toBe(Number(total.replace(/[$,]/g, '')));
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
  // Whatever else corrects closed days has a table of its own under it.
  const sizes = main.getByRole('group', { name: 'Filas por página' }).first();
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
  // Straight from month to month: a curve would draw amounts that there never were.
  await expect(main.locator('path.recharts-line-curve').first()).toHaveAttribute('d', /^M[^C]+$/);
  await expectNoAxe(page);
  await page.goto('/reportes/tableros/saldos');
  await expect(main.getByRole('table', { name: 'Cartera vencida al cierre de cada mes' }).getByRole('row')).toHaveCount(
    14,
  );
  await page.goto('/reportes/tableros/otro');
  await expect(main.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
});

/** Of which the demonstration has rows, and where a row of each leads. */
const LEADS: Readonly<Record<string, RegExp>> = {
  'corte-caja': /\/(recibo|pagos)\/\d+/,
  'mantenimiento-vencido': /\/deudas\/\d+/,
  conciliacion: /\/deudas\/\d+|detalle=1/,
  'pagos-atrasados': /\/deudas\/\d+/,
  'cartera-vencida': /\/deudas\/\d+/,
  'tipo-lote': /\/estado-cuenta\/\d+/,
};

for (const [clave, { ruta }] of Object.entries(REPORTES).filter(([, { ruta: path }]) =>
  path.startsWith('/reportes/'),
)) {
  test(`${clave} runs when it opens, leaves as both files, and its rows lead on`, async ({ page }) => {
    await signIn(page, 'director', '/reportes');
    const main = page.getByRole('main');
    const asked = page.waitForResponse(
      (response) =>
        /\/api\/v1\/(reporte|operaciones|excepcion|factura|lote)\//.test(response.url()) &&
        !response.url().includes('/vista/'),
    );
    await follow(page, ruta);
    expect((await asked).status()).toBe(200);
    const table = main.getByRole('table').last();
    await expect(table).not.toHaveAttribute('aria-busy', 'true');
    await expect(main.getByRole('button', { name: /^Vistas/ })).toBeVisible();
    const rows = table.locator('tbody tr[data-index]');
    const [pdf, excel] = [/PDF$/, /XLSX$/].map((name) => main.getByRole('button', { name }));
    if (!pdf || !excel) throw new Error('no buttons');
    await expect(rows.first().or(main.getByText(/^(No |Ning)/).first())).toBeVisible();
    if (LEADS[clave]) await expect(rows.first()).toBeVisible();
    if ((await rows.count()) === 0) {
      await expect(pdf).toBeDisabled();
      await expect(excel).toBeDisabled();
      return;
    }
    for (const [button, magic, ending] of [
      [pdf, '%PDF-', '.pdf'],
      [excel, 'PK', '.xlsx'],
    ] as const) {
      // One report downloads its workbook by itself as it opens.
      const isIt = (file: Download) => file.suggestedFilename().endsWith(ending);
      const [file] = await Promise.all([page.waitForEvent('download', isIt), button.click()]);
      expect(
        readFileSync(await file.path())
          .subarray(0, magic.length)
          .toString(),
      ).toBe(magic);
    }
    if (!LEADS[clave]) return;
    await rows.first().locator('td').last().click();
    await expect(page).toHaveURL(LEADS[clave]);
  });
}

test('a view is saved, chosen from the menu, seen by others where it is shared, and deleted', async ({ page }) => {
  await signIn(page, 'director', '/reportes/corte-caja');
  const main = page.getByRole('main');
  const menu = main.getByRole('button', { name: /^Vistas/ });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: /^Enviar cada mes/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Guardar vista…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Revise' })).toBeFocused();
  await expectNoAxe(page);
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Mes pasado');
  await dialog.getByRole('combobox', { name: 'Fechas' }).click();
  await page.getByRole('option', { name: 'Mes anterior' }).click();
  await dialog.getByRole('checkbox', { name: /Compartir/ }).check();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  // It is chosen by being saved: what was of today is of the month before.
  const month = addMonths(monthOf(dayFromNow()), -1);
  await expect(page).toHaveURL(new RegExp(`desde=${firstDayOf(month)}&hasta=${lastDayOf(month)}$`));
  await expect(main.getByRole('button', { name: 'Vistas: Mes pasado' })).toBeVisible();
  await page.goBack();
  await expect(main.getByRole('button', { name: 'Vistas', exact: true })).toBeVisible();
  await page.goForward();

  await main.getByRole('button', { name: 'Vistas: Mes pasado' }).click();
  await page.getByRole('menuitem', { name: 'Enviar cada mes…' }).click();
  await dialog.getByRole('textbox', { name: 'Otros correos' }).fill('mesa@correo.example');
  await dialog.getByRole('textbox', { name: 'Día del mes' }).fill('28');
  // Which days the next one holds is said before it is sent; of 'today' hardly any.
  await expect(dialog.getByRole('status')).toContainText(
    /El próximo sale el 28-\d\d-\d{4}; lleva del 01-\d\d-\d{4} al/,
  );
  await dialog.getByRole('combobox', { name: 'Fechas' }).fill('Hoy');
  await page.getByRole('option', { name: 'Hoy' }).click();
  await expect(dialog.getByRole('status')).toContainText('casi nada');
  await dialog.getByRole('combobox', { name: 'Fechas' }).fill('Mes ant');
  await page.getByRole('option', { name: 'Mes anterior' }).click();
  await expectNoAxe(page);
  await dialog.getByRole('button', { name: 'Enviar cada mes' }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto('/reportes/envios');
  const row = main.getByRole('table', { name: 'Envíos mensuales' }).getByRole('row').filter({ hasText: 'Mes pasado' });
  await expect(row).toContainText('Todavía no sale');
  await expect(row).toContainText(/28-\d\d-\d{4}/);
  await row.getByRole('button', { name: /^Enviar ahora/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar ahora' }).click();
  await expect(page.getByText('Reporte en camino a 1 dirección')).toBeVisible();
  await expect(row).toContainText(/(En camino|Guardado|Enviado).*a mano/);
  await expectNoAxe(page);
  await row.getByRole('button', { name: /^Más acciones/ }).click();
  await page.getByRole('menuitem', { name: 'Detener el envío' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('el día 28 de cada mes a 1 dirección');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Detener el envío' }).click();
  await expect(row).toContainText('Detenido');

  await page.goto('/reportes/corte-caja');
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'Mes pasado' }).click();
  await main.getByRole('button', { name: 'Vistas: Mes pasado' }).click();
  await page.getByRole('menuitem', { name: 'Eliminar esta vista' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('«Mes pasado», que es de todos');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(main.getByRole('button', { name: 'Vistas', exact: true })).toBeVisible();
});

/** What of these is wider than its place, or stands on itself: a name that nobody breaks. */
const spilt = (within: Locator): Promise<string[]> =>
  within.evaluateAll((all) =>
    all
      .flatMap((one) => [one, ...one.querySelectorAll<HTMLElement>('*')])
      .filter((one) => {
        const { lineHeight, fontSize, overflowX, display } = getComputedStyle(one);
        if (display === 'inline' || !one.checkVisibility() || one.closest('.kit-hidden, svg')) return false;
        const { left, right } = one.getBoundingClientRect();
        const wider = overflowX === 'visible' && one.scrollWidth > one.clientWidth + 1;
        const onItself = one.matches('h2') && Number.parseFloat(lineHeight) < 1.15 * Number.parseFloat(fontSize);
        return wider || onItself || left < 0 || right > innerWidth;
      })
      .map((one) => `${one.tagName} ${one.className}: ${one.textContent?.slice(0, 40)}`),
  );

test('a long name that somebody typed breaks neither button, menu, dialogs nor lists, on a desk and on a phone', async ({
  page,
}) => {
  const nombre = `Mi corte ${'abcdefghij'.repeat(6)}`;
  // A report of its own: what is saved here is chosen wherever the same filters are.
  await signIn(page, 'director', '/reportes/sanciones-reportes');
  const main = page.getByRole('main');
  const button = main.getByRole('button', { name: /^Vistas/ });
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const choose = async (act: string) => {
    await button.click();
    await page.getByRole('menuitem', { name: act }).click();
    await expect(dialog).toBeVisible();
  };
  await choose('Guardar vista…');
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill(nombre);
  await page.keyboard.press('Control+Enter');
  await expect(button).toContainText(nombre);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 720 });
    const icons = await button.locator('svg').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(icons).toEqual([16, 16]);
    await button.click();
    expect(await spilt(page.getByRole('menu'))).toEqual([]);
    await page.keyboard.press('Escape');
    await choose('Enviar cada mes…');
    expect(await spilt(dialog)).toEqual([]);
    await expectNoAxe(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await choose('Eliminar esta vista');
    expect(await spilt(dialog)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    expect(await beyond(page)).toEqual([]);
  }
  await choose('Eliminar esta vista');
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(main.getByRole('button', { name: 'Vistas', exact: true })).toBeVisible();
});

test('the payments of a lot and those that a search finds leave as both files', async ({ page }) => {
  await signIn(page, 'cobranza', '/cobranza/pagos?q=transferencia');
  const main = page.getByRole('main');
  await expect(main.getByRole('table', { name: 'Pagos' }).locator('tbody tr[data-index]').first()).toBeVisible();
  const both = async (pdfName: RegExp, excelName: RegExp) => {
    for (const [label, name] of [
      ['Descargar PDF', pdfName],
      ['Descargar XLSX', excelName],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        main.getByRole('button', { name: label }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(name);
    }
  };
  await both(/^pagos\.pdf$/, /^pagos\.xlsx$/);
  await main.getByRole('table', { name: 'Pagos' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/pagos\/\d+$/);
  await expect(main.getByRole('heading', { level: 1, name: 'Pagos', exact: true })).toBeVisible();
  await both(/^pagos_.+\.pdf$/, /^pagos_.+\.xlsx$/);
});

/** Of a table as it is drawn: rows higher than two lines, cells of methods of more than one, and names that are cut beside room. */
function faultsOf(table: Element): string[] {
  const cells = (row: Element) => [...row.children] as HTMLElement[];
  const textWidth = (cell: HTMLElement) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().width;
  };
  const rows = [...table.querySelectorAll<HTMLElement>('tbody tr[data-index]')];
  const heads = [...table.querySelectorAll<HTMLElement>('thead tr:first-child > *')];
  const faults = rows.filter((row) => row.offsetHeight > 56).map((row) => `alto ${row.offsetHeight}: ${row.innerText}`);
  // What the widest cell of a column leaves of it, beside its padding; what grows is measured by what it lacks.
  const columns = heads.map((head, at) => {
    const own = rows.flatMap((row) => cells(row)[at] ?? []);
    const grows = own.some((cell) => cell.dataset.grow !== undefined);
    const widest = Math.max(textWidth(head), ...own.map(textWidth));
    const lacks = Math.max(0, ...own.map((cell) => cell.scrollWidth - cell.clientWidth));
    return { name: head.innerText, spare: grows ? 0 : Math.max(0, head.clientWidth - 24 - widest), lacks, own };
  });
  const spare = columns.reduce((sum, column) => sum + column.spare, 0);
  for (const { name, lacks } of columns)
    if (lacks > 0 && spare > lacks + 120) faults.push(`${name}: le faltan ${lacks} y sobran ${Math.round(spare)}`);
  const methods = columns.find(({ name }) => name === 'Método de pago');
  if (methods?.own.some((cell) => cell.offsetHeight > 44)) faults.push('Método de pago en dos renglones');
  return faults;
}

for (const [clave, { ruta }] of Object.entries(REPORTES).filter(([, { ruta: path }]) =>
  path.startsWith('/reportes/'),
)) {
  test(`${clave} has room for what it says at 1280: rows of two lines at most, no name cut beside space`, async ({
    page,
  }) => {
    const [first, last] = [firstDayOf(addMonths(monthOf(dayFromNow()), -1)), dayFromNow()];
    const asked = ['corte-caja', 'descuentos'].includes(clave) ? `?desde=${first}&hasta=${last}` : '';
    await signIn(page, 'director', `${ruta}${asked}`);
    const main = page.getByRole('main');
    await expect(
      main
        .locator('tbody tr[data-index]')
        .or(main.getByText(/^(No |Ning)/))
        .first(),
    ).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const tables = await main.locator('table').all();
    const faults = await Promise.all(tables.map((table) => table.evaluate(faultsOf)));
    expect(faults.flat()).toEqual([]);
  });
}

test('a report that the specification opens on today leads to the month so far where there is nothing', async ({
  page,
}) => {
  const answers = `**/api/v1${reportesContract.descuentos.path}**`;
  await page.route(answers, (route) => route.fulfill({ json: wrap('nested', []) }));
  await signIn(page, 'director', '/reportes/descuentos-cancelaciones');
  const hoy = dayFromNow();
  await expect(page).toHaveURL(new RegExp(`desde=${hoy}&hasta=${hoy}`));
  const month = page.getByRole('button', { name: /^Ver lo que va de [a-z]+$/ });
  await expect(month).toBeVisible();
  await expectNoAxe(page);
  await page.unroute(answers);
  await month.click();
  await expect(page).toHaveURL(new RegExp(`desde=${firstDayOf(monthOf(hoy))}&hasta=${hoy}`));
  await expect(page.getByRole('main').locator('tbody tr[data-index]').first()).toBeVisible();
  await expect(month).toHaveCount(0);
});

test('a month of the report by type of sanction opens its fines, each of which leads to its lot', async ({ page }) => {
  const api = await apiOf(page);
  const year = new Date().getFullYear();
  let tipo = 0;
  for (const { id } of (await api('/tipomulta/all')) as { id: number }[]) {
    const range = { fechaInicial: `${year}-01-01`, fechaFinal: `${year}-12-31 23:59:59` };
    if ((await api('/reporte/byTipoSancion', { ...range, id })).length > 0) tipo = id;
  }
  await signIn(page, 'director', `/reportes/sanciones-reportes?tipo=${tipo}`);
  const months = page.getByRole('table', { name: 'Detalle' });
  await months.getByRole('row').nth(1).getByRole('cell').last().click();
  const fines = page.getByRole('table', { name: /, \p{L}+ - \d{4}$/u });
  await expect(fines.getByRole('row').nth(1)).toBeVisible();
  await expectNoAxe(page);
  await page.goBack();
  await expect(fines).toHaveCount(0);
  await page.goForward();
  await fines.getByRole('row').nth(1).getByRole('cell').last().click();
  await expect(page).toHaveURL(/\/deudas\/\d+$/);
});
