import { type DemoUser, expect, expectNoAxe, openPalette, signIn, test } from './fixtures.ts';

const ALL = ['Administración', 'Operaciones', 'Mantenimientos', 'Cobranza', 'Reportes', 'Catálogos', 'Cancelaciones'];

/** Specification 000, section 6: navigation visibility by named role. */
const MENU: Record<DemoUser, string[]> = {
  superadmin: ALL,
  director: ALL,
  administrador: ['Administración', 'Operaciones', 'Mantenimientos', 'Cobranza', 'Reportes', 'Cancelaciones'],
  consultor: ['Mantenimientos', 'Reportes'],
  cobranza: ['Operaciones', 'Mantenimientos', 'Cobranza', 'Reportes'],
  obras: [],
  tags: ['Operaciones', 'Cobranza', 'Reportes'],
  seguridad: [],
};

for (const [user, items] of Object.entries(MENU) as [DemoUser, string[]][]) {
  test(`top menu and user menu of ${user}`, async ({ page }) => {
    await signIn(page, user, '/');
    const top = page.getByRole('navigation', { name: 'Menú principal' });
    await expect(page.getByText('Todos los derechos reservados')).toBeVisible();
    expect(await top.getByRole('link').allTextContents()).toEqual(items);
    await page.getByRole('button', { name: user, exact: true }).click();
    const codes = page.getByRole('menuitem', { name: 'Código de autorización' });
    await expect(codes).toHaveCount(user === 'superadmin' || user === 'director' ? 1 : 0);
    await expect(page.getByRole('menuitem', { name: 'Cerrar sesión' })).toBeVisible();
  });
}

async function cardsOf(page: import('@playwright/test').Page) {
  const cards: Record<string, string[]> = {};
  for (const card of await page.getByRole('main').locator('section').all()) {
    cards[await card.getByRole('heading').innerText()] = await card.getByRole('link').allInnerTexts();
  }
  return cards;
}

test.describe('hubs', () => {
  test('Operaciones hides from the restricted role what it may not open', async ({ page }) => {
    await signIn(page, 'tags', '/operaciones');
    await expect(page.getByRole('heading', { name: 'Operaciones' })).toBeVisible();
    expect(await cardsOf(page)).toEqual({ Asociados: ['Vehículos', 'Tarjeta de acceso'], Facturas: ['Facturas'] });
  });

  test('Operaciones shows the cashier everything', async ({ page }) => {
    await signIn(page, 'cobranza', '/operaciones');
    await expect(page.getByRole('heading', { name: 'Operaciones' })).toBeVisible();
    expect(await cardsOf(page)).toEqual({
      Lotes: ['Condominal', 'Habitacional', 'Comercial'],
      Asociados: ['Asociados', 'Inquilinos', 'Representante Legal', 'Vehículos', 'Tarjeta de acceso'],
      'Datos Fiscales': ['Crear datos fiscales', 'Ver datos fiscales'],
      'Cargos Recurrentes': ['Cargos recurrentes'],
      Facturas: ['Facturas', 'Generar Factura'],
      Pagos: ['Importar pagos mttos'],
      Constancias: ['Constancias de no adeudo'],
    });
  });

  test('Reportes shows the restricted role only Sanciones', async ({ page }) => {
    await signIn(page, 'tags', '/reportes');
    await expect(page.getByRole('heading', { name: 'Reportes' })).toBeVisible();
    expect(await cardsOf(page)).toEqual({ Sanciones: ['Tipo de sanción'] });
  });

  test('Administración shows users and audit log only to superadmin and director', async ({ page }) => {
    await signIn(page, 'administrador', '/admin');
    await expect(page.getByRole('heading', { name: 'Administración' })).toBeVisible();
    const cards = await cardsOf(page);
    expect(cards.Seguridad).toBeUndefined();
    expect(cards.Bitácora).toBeUndefined();
    expect(cards['Datos configurables']).toEqual([
      'Emisor de factura',
      'Control de factura',
      'Correo campañas',
      'Envíos a varios lotes',
      'Receptor a facturar',
      'Configuración Residencial',
    ]);
  });

  test('Generar Período is the privileged roles’ card', async ({ page }) => {
    await signIn(page, 'consultor', '/mantenimientos');
    await expect(page.getByRole('heading', { name: 'Mantenimientos', exact: true })).toBeVisible();
    expect(await cardsOf(page)).toEqual({ Adeudos: ['Mantenimiento vencido', 'Conciliación'] });
  });
});

test('an unknown path shows the not-found page with a way back', async ({ page }) => {
  await signIn(page, 'consultor', '/pagina-que-no-existe');
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
  await page.getByRole('link', { name: 'Volver al inicio' }).click();
  await expect(page).toHaveURL('/');
});

test('an address that is no text is an unknown path too, asked of the server', async ({ page }) => {
  await signIn(page, 'director');
  for (const address of ['/catalogos/%zz', '/catalogos/%ff?a=?', '/%']) {
    expect((await page.goto(address))?.status()).toBe(200);
    await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
  }
});

test('Ctrl+K goes anywhere, without accents and without the mouse', async ({ page }) => {
  await signIn(page, 'superadmin', '/');
  await openPalette(page);
  await page.keyboard.type('regimenes');
  await expect(page.getByRole('option').first()).toContainText('Regímenes fiscales');
  await expectNoAxe(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/catalogos/regimen-fiscal');
});

test('the palette offers only what the role may open', async ({ page }) => {
  await signIn(page, 'tags', '/');
  await openPalette(page);
  // What the test above finds.
  await page.keyboard.type('regimenes');
  await expect(page.getByRole('combobox')).toHaveValue('regimenes');
  await expect(page.getByRole('option', { name: 'Regímenes' })).toHaveCount(0);
});

test('? lists the shortcuts', async ({ page }) => {
  await signIn(page, 'superadmin', '/');
  await expect(page.getByRole('navigation', { name: 'Menú lateral' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toContainText('Ir a cualquier parte');
});

test('on a tablet the side menu opens by its button and closes on navigation', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1100 });
  await signIn(page, 'superadmin', '/catalogos');
  const side = page.getByRole('navigation', { name: 'Menú lateral' });
  await expect(side).toBeHidden();
  await page.getByRole('button', { name: 'Menú', exact: true }).click();
  await expect(side).toBeVisible();
  await expectNoAxe(page);
  await side.getByRole('link', { name: 'Bancos' }).click();
  await expect(page).toHaveURL('/catalogos/banco');
  await expect(side).toBeHidden();
});

test('a row leads by a click where its act leads', async ({ page }) => {
  await signIn(page, 'director');
  for (const [list, leads] of [
    ['/admin/cuota-extraordinaria', /cuota-extraordinaria-generadas\?cuota=\d+/],
    ['/admin/newsletter', /newsletter\/value\?id=\d+/],
    ['/catalogos/banco', /banco\/value\?id=\d+/],
    ['/operaciones/lote/habitacional', /lote\/habitacional\/value\/?\?id=\d+/],
  ] as const) {
    await page.goto(list);
    // A cell with a box chooses.
    await page.locator('tbody tr[data-index] td:not(:has(input))').first().click();
    await expect(page).toHaveURL(leads);
  }
});

test('a row is opened in a new tab as a link is', async ({ page, context }) => {
  await signIn(page, 'director');
  await page.goto('/catalogos/banco');
  const opened = context.waitForEvent('page');
  await page
    .locator('tbody tr[data-index] td')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(/banco\/value\?id=\d+/);
  await expect(page).toHaveURL('/catalogos/banco');
});

test.describe('a part that cannot be loaded', () => {
  test.use({ noise: /Failed to load resource|Unable to preload CSS|no styles of|dynamically imported module/ });

  test('says so in its own place, what was typed stays, and it is asked for again', async ({ page, context }) => {
    await signIn(page, 'director');
    await page.goto('/admin/tiie/value');
    await page.getByLabel('Porcentaje').fill('7.25');
    let fails = true;
    await context.route(/\/assets\/Calendar-/, (route) => (fails ? route.abort() : route.continue()));
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Abrir/ })
      .click();
    const told = page.getByText('No se pudo cargar. Revise la conexión');
    await expect(told).toBeVisible();
    await expect(page.getByLabel('Porcentaje')).toHaveValue(/7.25/);
    fails = false;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(told).toBeHidden();
    await expect(page.getByRole('dialog', { name: /^Abrir/ }).getByRole('button', { name: /ene/i })).toBeVisible();
  });
});

test('without the network a key of the shell leaves the page as it is', async ({ page, context }) => {
  await signIn(page, 'director', '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // What a key calls for is loaded ahead.
  const ahead = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(' '),
    );
  await expect.poll(ahead).toMatch(/ShortcutsHelp-/);
  await expect.poll(ahead).toMatch(/Results-/);
  await expect.poll(ahead).toMatch(/help-/);
  await context.setOffline(true);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: /atajos/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: '¿Por dónde empiezo?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('going back leads to where one stood, in the page and in its table, and onward to the top', async ({ page }) => {
  await signIn(page, 'director', '/cobranza');
  await page.setViewportSize({ width: 1280, height: 500 });
  const table = page.locator('[data-scrolls]');
  const tops = async () => [
    await page.evaluate(() => Math.round(window.scrollY)),
    await table.evaluate((frame) => frame.scrollTop),
  ];
  await page.goto('/operaciones/lote/habitacional?tam=All');
  await expect(table.getByRole('row').nth(12)).toBeAttached();
  await page.evaluate(() => window.scrollTo(0, 60));
  await table.evaluate((frame) => frame.scrollTo(0, 900));
  await expect.poll(tops).toEqual([60, 900]);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Bancos');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bancos' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(tops).toEqual([60, 900]);
  await page.reload();
  await expect.poll(tops).toEqual([60, 900]);
  // A search is an address of the same page: it stays where it is.
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('M0');
  await expect(page).toHaveURL(/M0/);
  expect((await tops())[0]).toBe(60);
});
