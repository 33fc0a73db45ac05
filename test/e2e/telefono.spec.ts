/** Phones: no page scrolls sideways, from 320 pixels up. What is wider scrolls in a box of its own. */
import {
  type Api,
  apiOf,
  beyond,
  debtor,
  expect,
  expectNoAxe,
  SHIFT_MAX,
  shifted,
  signIn,
  test,
  watchShifts,
} from './fixtures.ts';

/** A hub, a list, forms, a search, the paying screen, tables of a lot, reports, and screens with their own layout. */
const ADDRESSES = [
  '/',
  '/cobranza',
  '/search?q=M01&type=Referencia',
  '/catalogos/banco',
  '/catalogos/banco/value',
  '/operaciones/lote/habitacional',
  '/cobranza/pagos?q=transferencia',
  '/admin/ordenescompra',
  '/admin/amenidad/calendario',
  '/reportes/envios',
  '/cobranza/facturas',
  '/admin/mantenimientos-generados/nuevo',
  '/reportes/corte-caja',
  '/admin/usuario/value',
  '/admin/timbrado',
];

/** The screens of a lot that owes months: the first lot of the demo may owe nothing, and its tables are empty. */
const OF_DEBTOR = ['/mantenimiento/pagar/lote', '/pagar-todo', '/deudas', '/estado-cuenta', '/pagos'];

/** A lot with all the acts that its header may have: no maintenance is owed, something else is. */
async function withMostActs(api: Api): Promise<number> {
  let other = 0;
  for (const { id } of (await api('/lote/get-lote-referencia-lote?q=M0')) as { id: number }[]) {
    const lote = (await api(`/lote/get-for-sancion/${id}`)) as Record<'deuda' | 'deuda_mantenimiento', number>;
    if (lote.deuda_mantenimiento > 0) continue;
    if (lote.deuda > 0) return id;
    other ||= id;
  }
  return other;
}

test('no page scrolls sideways', async ({ page }) => {
  const api = await apiOf(page);
  const lot = (await debtor(api)).id;
  const paid = await withMostActs(api);
  await page.setViewportSize({ width: 320, height: 720 });
  await signIn(page, 'superadmin');
  const ofLots = [...OF_DEBTOR.map((path) => `${path}/${lot}`), `/deudas/${paid}`, `/estado-cuenta/${paid}`];
  for (const address of [...ADDRESSES, ...ofLots]) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 720 });
        expect(await beyond(page), `${width} px`).toEqual([]);
      }
    });
  }
});

/** Lists over which something is told, lists under each other, and what is drawn late. */
const STAYS = [
  '/',
  '/mi-cuenta',
  '/search?q=M01&type=Referencia',
  '/admin/accesos',
  '/admin/mantenimientos-generados',
  '/cobranza/complementos-pendientes',
  '/cobranza/conciliacion',
  '/cobranza/depositos',
  '/cobranza/facturas',
  '/cobranza/pagos?q=transferencia',
  '/operaciones/habitantes/asociado',
  '/operaciones/no-adeudo',
  '/reportes/cartera-vencida',
  '/reportes/corte-caja',
  '/reportes/descuentos-cancelaciones',
  '/reportes/tipolote',
];

test('nothing jumps while a screen opens', async ({ page }) => {
  const lot = (await debtor(await apiOf(page))).id;
  await page.addInitScript(watchShifts);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'director');
  const ofLot = [...OF_DEBTOR.map((path) => `${path}/${lot}`), `/estado-cuenta/${lot}?vista=movimientos`];
  for (const address of [...STAYS, ...ofLot]) {
    await page.goto(address);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('[aria-busy="true"], [data-loading]')).toHaveCount(0);
    await expect(page.getByText(/^(Cargando|Loading)/)).toHaveCount(0);
    expect.soft(await shifted(page), address).toBeLessThan(SHIFT_MAX);
  }
});

test('the header keeps all that it offers, by name', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await signIn(page, 'superadmin', '/');
  const header = page.getByRole('banner');
  for (const name of ['Menú', 'Buscar', /^Alertas/, /superadmin/])
    await expect(header.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expectNoAxe(page);
  await header.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  expect(await beyond(page)).toEqual([]);
});

test('payments are cards: what they were of and how much side by side, the rest beneath, and they lead on', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 720 });
  await signIn(page, 'cobranza', '/cobranza/pagos?q=transferencia');
  const table = page.getByRole('table', { name: 'Pagos' });
  // Of the demo: a reference that another test made up may take two lines.
  const row = table
    .locator('tbody tr')
    .filter({ has: page.getByRole('link', { name: /^M\d\d-L\d\d$/ }) })
    .first();
  const [lot, amount, method] = [row.getByRole('link'), row.getByText(/^\$/), row.getByText(/^Transferencia/)];
  await expect(lot).toBeVisible();
  const [a, b, c] = [await lot.boundingBox(), await amount.boundingBox(), await method.boundingBox()];
  if (!a || !b || !c) throw new Error('not drawn');
  expect(Math.abs(a.y - b.y)).toBeLessThan(8);
  expect(b.x).toBeGreaterThan(a.x + a.width);
  expect(c.y).toBeGreaterThan(a.y + a.height / 2);
  expect(b.x + b.width).toBeLessThanOrEqual(320);
  await expectNoAxe(page);
  await amount.click();
  await expect(page).toHaveURL(/\/recibo\/\d+$/);
});

test('what is owed by months is read without scrolling sideways, and the figures of the lot stand on one line', async ({
  page,
}) => {
  const lot = (await debtor(await apiOf(page))).id;
  await signIn(page, 'cobranza', `/mantenimiento/pagar/lote/${lot}`);
  const table = page.getByRole('table', { name: 'Mantenimientos por pagar' });
  const month = table.locator('tbody tr').first();
  const figures = page
    .getByRole('region', { name: /^Lote / })
    .locator('dd')
    .filter({ hasText: '$' });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 720 });
    const frame = table.locator('..');
    expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await expect(month.getByText(/\d{2}-\d{2}-\d{4}$/)).toBeVisible();
    const amounts = month.locator('td:nth-child(n + 5)').filter({ hasText: '$' });
    await expect(amounts).toHaveCount(2);
    for (const amount of await amounts.all()) {
      const box = await amount.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
    }
    await expect(month.locator('td').last()).toHaveCSS('display', 'block');
    const tops = await figures.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
  }
  await month.getByRole('button', { expanded: false }).click();
  await expect(table.getByText('Pagado hasta el momento').first()).toBeVisible();
  const last = await table.getByText('Intereses moratorios').first().boundingBox();
  const next = await table.locator('tbody tr').nth(2).or(table.locator('tfoot tr')).first().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
  await expectNoAxe(page);
});

test('the tabs of a lot are the same on each of its screens; the present one is in view, and edges say that there is more', async ({
  page,
}) => {
  const lot = (await debtor(await apiOf(page))).id;
  await signIn(page, 'cobranza', `/deudas/${lot}`);
  const tabs = page.getByRole('navigation', { name: 'Pantallas del lote' });
  await expect(tabs.getByRole('link').first()).toBeVisible();
  const names = (await tabs.getByRole('link').allTextContents()).map((name) => name.replace(/ [\d,]+$/, ''));
  expect(names).toContain('Pagar todo');
  const addresses = await tabs.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  for (const address of addresses) {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(address ?? '');
      const present = tabs.locator('[aria-current="page"]');
      await expect(present).toHaveAttribute('href', address ?? '');
      await expect(present).toBeInViewport({ ratio: 1 });
      const shown = (await tabs.getByRole('link').allTextContents()).map((name) => name.replace(/ [\d,]+$/, ''));
      expect(shown).toEqual(names);
      const row = await tabs.evaluate((nav) => ({
        more: nav.dataset.more ?? '',
        before: nav.scrollLeft > 1,
        after: nav.scrollWidth - nav.clientWidth - nav.scrollLeft > 1,
        mask: getComputedStyle(nav).maskImage !== 'none',
      }));
      expect(row.more).toBe([...(row.before ? ['start'] : []), ...(row.after ? ['end'] : [])].join(' '));
      expect(row.mask).toBe(row.before || row.after);
      expect(row.before || row.after).toBe(width === 320);
    }
  }
});

test('invoices, orders and debts tell their amount at the end of their first line', async ({ page }) => {
  const lot = (await debtor(await apiOf(page))).id;
  await page.setViewportSize({ width: 320, height: 720 });
  await signIn(page, 'superadmin');
  for (const [address, name] of [
    ['/cobranza/facturas', 'Facturas'],
    ['/admin/ordenescompra', 'Órdenes de compra'],
    [`/deudas/${lot}`, 'Deudas'],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address);
      const row = page.getByRole('table', { name }).locator('tbody tr').first();
      const amount = await row
        .getByText(/^\$[\d,.]+/)
        .first()
        .boundingBox();
      const card = await row.boundingBox();
      if (!amount || !card) throw new Error('not drawn');
      expect(amount.x + amount.width).toBeLessThanOrEqual(320);
      expect(amount.y - card.y).toBeLessThan(24);
      await expectNoAxe(page);
    });
  }
});

test('the arrow that opens a payment stands before its card, not in its words', async ({ page }) => {
  const lot = (await debtor(await apiOf(page))).id;
  await page.setViewportSize({ width: 320, height: 720 });
  await signIn(page, 'superadmin', `/pagos/${lot}`);
  const row = page
    .getByRole('table', { name: /^Pagos del lote/ })
    .locator('tbody tr')
    .first();
  const arrow = row.getByRole('button', { expanded: false }).first();
  const [a, first] = [await arrow.boundingBox(), await row.locator('[data-first="main"]').boundingBox()];
  if (!a || !first) throw new Error('not drawn');
  expect(a.x + a.width).toBeLessThanOrEqual(first.x);
  expect(Math.abs(a.y + a.height / 2 - (first.y + 10))).toBeLessThan(6);
  expect(a.width).toBeGreaterThanOrEqual(24);
  await arrow.click();
  await expect(page.getByText('Forma de pago')).toBeVisible();
  expect(await beyond(page)).toEqual([]);
});

test('reports and catalogues are cards too: what names a row and its amount side by side, a cut-off with its registers beneath', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'superadmin');
  for (const [address, name] of [
    ['/reportes/corte-caja?desde=2020-01-01', 'Por método de pago y caja'],
    ['/reportes/cartera-vencida', 'Cartera vencida'],
    ['/cobranza/bancos', 'Cuentas de banco'],
    ['/operaciones/lote/habitacional', 'Lote habitacional'],
    ['/catalogos/banco', 'Bancos'],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address);
      const table = page.getByRole('table', { name });
      const row = table.locator('tbody tr').first();
      await expect(row).toBeVisible();
      expect(await table.locator('..').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      const cells = row.locator('td:visible');
      for (const cell of await cells.all()) {
        const box = await cell.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
      }
      const end = row.locator('[data-first="end"]');
      if ((await end.count()) === 0) return;
      // Both at once: what comes later may still move the row as a whole.
      const apart = await row.evaluate((one) => {
        const [main = 0, amount = 99] = ['main', 'end'].map(
          (place) => one.querySelector(`[data-first="${place}"]`)?.getBoundingClientRect().y,
        );
        return Math.abs(main - amount);
      });
      expect(apart).toBeLessThan(4);
    });
  }
  await page.goto('/reportes/corte-caja?desde=2020-01-01');
  await expect(
    page
      .getByRole('table', { name: 'Por método de pago y caja' })
      .locator('tbody tr')
      .first()
      .locator('[data-label="Oficina de administración"]'),
  ).toBeVisible();
  await expectNoAxe(page);
});

test('the first row of a lot is in view, and what is folded away opens by its buttons', async ({ page }) => {
  const lot = (await debtor(await apiOf(page))).id;
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'superadmin');
  for (const [path, name] of [
    ['/estado-cuenta', /^Estado de cuenta/],
    ['/deudas', 'Deudas'],
    ['/pagos', /^Pagos del lote/],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(`${path}/${lot}`);
      const row = page.getByRole('table', { name }).locator('tbody tr').first();
      await expect(row.getByText(/^\$/).first()).toBeVisible();
      expect((await row.boundingBox())?.y).toBeLessThanOrEqual(260);
    });
  }
  await page.getByRole('button', { name: 'Opciones' }).click();
  await expect(page.getByRole('button', { name: 'Descargar PDF' })).toBeVisible();
  const head = page.getByRole('region', { name: /^Lote / });
  await expect(head.getByText('Referencia de pago')).toBeHidden();
  await head.getByRole('button', { name: 'Datos y acciones del lote' }).click();
  await expect(head.getByText('Referencia de pago')).toBeVisible();
  await expect(head.getByText(/Fecha entrega/)).toBeVisible();
  expect(await beyond(page)).toEqual([]);
  await expectNoAxe(page);
});
