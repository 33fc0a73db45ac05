/** Between a telephone and a desk: on a tablet, and beside a menu that stays open, no amount is cut or covered. */
import type { Page } from '@playwright/test';
import { apiOf, beyond, debtor, expect, follow, signIn, test } from './fixtures.ts';

const WIDTHS = [
  { width: 768, menu: 'plegado' },
  { width: 1024, menu: 'plegado' },
  { width: 1280, menu: 'fijo' },
] as const;

/** Lists and reports with amounts, and lists whose texts are long. */
const LISTS = [
  '/admin/ordenescompra',
  '/admin/proveedores',
  '/cobranza/bancos',
  '/cobranza/bancos/1/estados',
  '/cobranza/complementos-pendientes',
  '/cobranza/conciliacion',
  '/cobranza/depositos',
  '/cobranza/egresos',
  '/cobranza/facturas',
  '/cobranza/pagos?q=transferencia',
  '/cobranza/turnos',
  '/operaciones/habitantes/asociado',
  '/reportes/cartera-vencida',
  '/reportes/contabilidad',
  '/reportes/contabilidad?vista=cuentas',
  '/reportes/corte-caja',
  '/reportes/descuentos-cancelaciones',
  '/reportes/mantenimiento-vencido-conciliacion',
  '/reportes/presupuesto',
  '/reportes/sanciones-reportes',
];
const OF_LOT = [
  '/deudas',
  '/estado-cuenta',
  '/mantenimiento/lote',
  '/mantenimiento/pagar/lote',
  '/pagar-todo',
  '/pagos',
];

/** As many lines as a row may have, two, and its padding. */
const ROW_MAX_PX = 64;

/** Amounts that are not seen whole, and rows of more than two lines. What stands over the page at its foot scrolls away. */
function unseen(rowMax: number): string[] {
  const main = document.querySelector('main');
  if (!main) return ['no screen'];
  const faults: string[] = [];
  const amounts: { element: Element; box: DOMRect; text: string }[] = [];
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent?.trim() ?? '';
    const element = texts.currentNode.parentElement;
    if (!element || !/^[-−]?\$[\d,]+\.\d\d$/.test(text) || element.closest('.kit-hidden, [hidden]')) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    amounts.push({ element, box: range.getBoundingClientRect(), text });
  }
  for (const input of main.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]'))
    amounts.push({ element: input, box: input.getBoundingClientRect(), text: `[${input.value}]` });

  const outer = (of: Element): Element[] => {
    const all: Element[] = [];
    for (let one: Element | null = of; one && one !== main; one = one.parentElement) all.push(one);
    return all;
  };
  const covers = (over: Element | null, { element }: { element: Element }) =>
    over !== null &&
    !element.contains(over) &&
    !over.contains(element) &&
    !over.closest('thead, tfoot, a') &&
    !outer(over).some((one) => getComputedStyle(one).position === 'fixed');
  for (const amount of amounts) {
    const { element, box, text } = amount;
    if (box.width === 0 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const boxes = outer(element).map((one) => ({ one: one.getBoundingClientRect(), style: getComputedStyle(one) }));
    const scrolled = boxes.some(
      ({ one, style }) => style.overflowY !== 'visible' && (box.bottom > one.bottom || box.top < one.top),
    );
    const cut = boxes.some(
      ({ one, style }) => style.overflowX !== 'visible' && (box.right > one.right + 1 || box.left < one.left - 1),
    );
    const inSight = !scrolled && box.top > 150 && box.bottom < window.innerHeight;
    const middle = (box.top + box.bottom) / 2;
    const covered =
      inSight && [box.left + 1, box.right - 1].some((x) => covers(document.elementFromPoint(x, middle), amount));
    const cell = element.closest('td, th');
    const column = cell?.closest('table')?.querySelectorAll('thead th')[(cell as HTMLTableCellElement).cellIndex];
    if (cut || covered) faults.push(`${text} of «${column?.textContent ?? ''}» is ${cut ? 'cut' : 'covered'}`);
  }
  for (const row of main.querySelectorAll('tbody tr[data-index]')) {
    const { height } = row.getBoundingClientRect();
    if (height > rowMax) faults.push(`a row of ${Math.round(height)} px: ${row.textContent?.slice(0, 40)}`);
  }
  return [...new Set(faults)].slice(0, 5);
}

async function walk(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await test.step(address, async () => {
      await follow(page, address);
      await page.locator(`main[data-screen="${address.split('?')[0]}"]`).waitFor();
      await expect(page.locator('[aria-busy="true"], [data-loading]')).toHaveCount(0);
      for (const { width, menu } of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await page.locator('[data-menu]').evaluate((shell, how) => shell.setAttribute('data-menu', how), menu);
        expect.soft(await page.evaluate(unseen, ROW_MAX_PX), `${address} at ${width} px`).toEqual([]);
      }
    });
  }
}

test('lists and reports show their amounts whole, and a row has two lines at most', async ({ page }) => {
  await signIn(page, 'director', '/cobranza');
  await walk(page, LISTS);
});

test('the screens of a lot show their amounts whole', async ({ page }) => {
  const lot = (await debtor(await apiOf(page))).id;
  await signIn(page, 'cobranza', '/cobranza');
  await walk(
    page,
    OF_LOT.map((path) => `${path}/${lot}`),
  );
});

const LONG = 'María Guadalupe de los Ángeles Hernández-Villaseñor y Cabañas';
const MAIL = 'maria.guadalupe.hernandez-villasenor.y.cabanas@correo-largo.example';
const NAMES = /^(name|nombre|asociado|usuario|autorizo|propietario|proveedor|concepto|destino|para|rol)$/;
const NAMED = [
  '/admin/accesos/dispositivos',
  '/admin/bitacora',
  '/admin/correo-campanas/envios',
  '/admin/usuario',
  '/admin/usuarios-app',
  '/admin/ver-agenda',
  '/catalogos/caja',
  '/cobranza/cargos-recurrentes',
  '/cobranza/periodos',
  '/operaciones/no-adeudo',
  '/operaciones/tarjeta-acceso',
  '/operaciones/vehiculos',
  '/reportes/cartera-vencida',
  '/reportes/contabilidad',
  '/reportes/excepciones',
  '/reportes/presupuesto',
];

test('a row has two lines at most, whatever it is called, and the whole of it is at hand', async ({ page }) => {
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const text = await answer.text();
    if (!answer.headers()['content-type']?.includes('json')) return route.fulfill({ response: answer });
    const named = JSON.parse(text, (key, value) =>
      typeof value !== 'string' || value.length <= 6 ? value : NAMES.test(key) ? LONG : key === 'email' ? MAIL : value,
    );
    return route.fulfill({ response: answer, json: named });
  });
  await signIn(page, 'director', '/cobranza');
  await walk(page, NAMED);
  await page.setViewportSize({ width: 768, height: 800 });
  // One line says by its dots that there is more, and a reference is never broken.
  await follow(page, '/operaciones/tarjeta-acceso');
  const card = page.getByRole('row').filter({ hasText: LONG }).first();
  await expect(card.locator('td[data-grow]')).toHaveCSS('text-overflow', 'ellipsis');
  await expect(card.locator('td[data-grow] > *')).toHaveCount(0);
  expect(
    (
      await card
        .getByText(/^[A-Z]+\d*-\S+$/)
        .last()
        .boundingBox()
    )?.height,
  ).toBeLessThan(24);
  await follow(page, '/admin/usuario');
  const name = page.locator('tbody').getByText(LONG).first();
  await expect(name).toHaveAttribute('title', LONG);
  expect(await name.evaluate((one) => one.scrollHeight > one.clientHeight + 1)).toBe(true);
});

test('the head of a lot drops its CLABE, then its reference, before the name has no room; a button tells them', async ({
  page,
}) => {
  const api = await apiOf(page);
  const { id } = await debtor(api);
  const NAME = 'María Guadalupe';
  const head = page.getByRole('region', { name: /^Lote / });
  await page.route('**/api/v1/**', async (route) => {
    const answer = await route.fetch();
    const told = await answer.text();
    if (!told.includes('"referencias_pago"')) return route.fulfill({ response: answer });
    const json = JSON.parse(told, (key, value) => {
      if (key !== 'referencias_pago') return value;
      const clabe = { referencia: '646180110400000162', donde: 'STP', esClabe: true };
      return [clabe, { referencia: '00010380', donde: 'BBVA', esClabe: false }];
    });
    const named = JSON.parse(JSON.stringify(json), (key, value) => (key === 'name' ? `${NAME} Wong Báez` : value));
    await route.fulfill({ response: answer, json: named });
  });
  await signIn(page, 'cobranza', `/deudas/${id}`);
  const clabe = head.getByText('646180110400000162');
  const reference = head.getByText('00010380');
  for (const { width, shown } of [
    { width: 1280, shown: [clabe, reference] },
    { width: 1024, shown: [reference] },
    { width: 768, shown: [] },
  ]) {
    await page.setViewportSize({ width, height: 800 });
    for (const told of [clabe, reference]) await expect(told).toBeVisible({ visible: shown.includes(told) });
    await expect(head.locator('dt').first()).toBeVisible();
    const name = head.getByText(NAME);
    const right = await name.evaluate((one) => one.getBoundingClientRect().right);
    const figures = await head.locator('dl').evaluate((one) => one.getBoundingClientRect().left);
    expect(right, `${width} px`).toBeLessThan(figures);
    expect((await name.boundingBox())?.width, `${width} px`).toBeGreaterThan(110);
    expect(
      await head
        .locator('> div')
        .first()
        .evaluate((bar) => bar.clientHeight),
    ).toBeLessThanOrEqual(58);
  }
  await head.getByRole('button', { name: 'Datos y acciones del lote' }).click();
  await expect(clabe).toBeVisible();
  await expect(reference).toBeVisible();
});

test('no word of a button is cut on a small telephone, and what is seldom done waits under one', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await signIn(page, 'superadmin', '/cobranza');
  for (const address of ['/catalogos/fusionarlotes', '/admin/accesos', '/cobranza/depositos', '/cobranza/facturas']) {
    await follow(page, address);
    await page.locator(`main[data-screen="${address}"]`).waitFor();
    await expect(page.locator('[aria-busy="true"], [data-loading]')).toHaveCount(0);
    const cut = await page
      .locator('main .mantine-Button-label:visible')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
    expect(cut, address).toEqual([]);
    expect(await beyond(page), address).toEqual([]);
  }
  await expect(page.getByRole('button', { name: 'Descargar un mes' })).toBeHidden();
  await page.getByRole('button', { name: 'Opciones' }).click();
  await expect(page.getByRole('button', { name: 'Descargar un mes' })).toBeVisible();
});

test('what a row of the inbox opens is gone to on a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'cobranza', '/cobranza/depositos?situacion=todas');
  const rows = page.getByRole('list', { name: 'Depósitos' }).getByRole('button');
  const last = rows.last();
  const day = (await last.locator('span').first().textContent()) ?? '';
  await last.click();
  const panel = page.locator('main section[tabindex="-1"]').filter({ hasText: day });
  await expect(panel).toBeFocused();
  await expect(panel.locator('header')).toBeInViewport();
});

test('the acts of a dialog are in view, however much it asks', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await signIn(page, 'seguridad', '/admin/accesos');
  await page.getByRole('button', { name: 'Registrar entrada' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar entrada' });
  await expect(dialog.getByRole('button', { name: 'Registrar', exact: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // The palette promises what it finds: of the gate, screens alone.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Buscar pantallas', exact: true })).toHaveAttribute(
    'placeholder',
    'Pantalla…',
  );
});
