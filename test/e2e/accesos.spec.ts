/** The gate: a device gets its key, what it sends appears by itself to the gate's staff, who see the log alone. */
import type { Page } from '@playwright/test';
import { expect, expectNoAxe, signIn, test, unique } from './fixtures.ts';

const fresh = (mark: string): string => `${mark} ${unique()}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a record sent with a new device key appears by itself, and is found and opened', async ({ page, browser }) => {
  const caseta = fresh('Caseta');
  await signIn(page, 'administrador', '/admin/accesos/dispositivos');
  const [docs] = await Promise.all([page.waitForEvent('download'), button(page, 'la documentación de la API').click()]);
  expect(docs.suggestedFilename()).toBe('api-porton.html');
  await button(page, 'Nuevo').click();
  const form = page.getByRole('dialog', { name: 'Nuevo dispositivo' });
  await form.getByLabel('Nombre').fill(caseta);
  await form.getByLabel('Punto de acceso').fill('Caseta poniente');
  await form.getByRole('button', { name: 'Aceptar' }).click();
  const shown = page.getByRole('dialog', { name: 'Clave del dispositivo' });
  const clave = (await shown.locator('code').last().innerText()).trim();
  await shown.getByRole('button', { name: 'Ya la guardé' }).click();
  await expect(page.getByRole('row', { name: new RegExp(caseta) })).toContainText(`…${clave.slice(-4)}`);
  await expect(page.getByText(clave)).toHaveCount(0);

  const context = await browser.newContext();
  const gate = await context.newPage();
  await signIn(gate, 'seguridad', '/');
  await expect(gate).toHaveURL(/\/admin\/accesos$/);
  await expect(gate.getByRole('heading', { level: 1, name: 'Accesos' })).toBeVisible();
  await expect(gate.getByText('En vivo')).toBeVisible();
  await expect(gate.getByRole('link', { name: 'Dispositivos' })).toHaveCount(0);
  await expect(gate.getByRole('navigation', { name: 'Menú principal' }).getByRole('link')).toHaveCount(0);
  await expect(gate.getByRole('navigation', { name: 'Menú lateral' })).toHaveCount(0);
  for (const header of [
    ...['Nombre', 'Tipo visita', 'Fecha acceso', 'Cono', 'Placas', 'Punto acceso', 'Tipo', 'Referencia', 'Dirección'],
  ]) {
    await expect(gate.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await expect(gate.getByText('Total de elementos')).toBeVisible();

  const nombre = fresh('Íñigo Peña');
  const sent = await page.request.post('/api/v1/acceso/registrar', {
    headers: { authorization: `Bearer ${clave}` },
    data: {
      registros: [
        {
          ...{ idRegistro: fresh('R'), fechaHoraAcceso: new Date().toISOString(), tipo: 'entrada', nombre },
          ...{ tipoVisita: 'Instantanea', placas: 'uv-12-34', cono: '7', motivo: 'Entrega de paquete' },
        },
      ],
    },
  });
  expect(await sent.json()).toMatchObject({ data: { nuevos: 1, repetidos: 0 } });
  const row = gate.getByRole('row', { name: new RegExp(nombre) });
  await expect(row).toContainText('UV-12-34');
  await expect(row).toContainText('Caseta poniente');
  await expectNoAxe(gate);

  const searched = gate.waitForResponse('**/acceso/allpaginable*name=inigo*cono=7*');
  await gate.getByLabel('Nombre, placa o lote').fill('inigo pena');
  await expect(gate.getByLabel('Cono', { exact: true })).toHaveCount(0);
  await button(gate, 'Más filtros').click();
  for (const label of ['Nombre', 'Tipo de visita', 'Placa', 'Cono', 'Ordenar por', 'Calle', 'Lote', 'Manzana', 'Etapa'])
    await expect(gate.getByLabel(label, { exact: true })).toBeVisible();
  for (const label of ['Tipo de acceso', 'Fecha de acceso desde', 'Fecha de acceso hasta'])
    await expect(gate.getByLabel(label, { exact: true })).toBeVisible();
  await expectNoAxe(gate);
  await gate.getByLabel('Cono', { exact: true }).fill('7');
  await searched;
  await expect(gate.locator('[aria-busy]')).toHaveCount(0);
  await expect(row).toBeVisible();
  await gate.getByRole('button', { name: `Ver el acceso de ${nombre}` }).click();
  const detail = gate.getByRole('dialog', { name: 'Detalle del acceso' });
  for (const label of ['Punto acceso', 'Tipo acceso', 'Referencia lote', 'Motivo', 'Sin foto']) {
    await expect(detail.getByText(label).first()).toBeVisible();
  }
  await expect(detail.getByText('No acompañantes')).toHaveCount(0);
  await detail.getByRole('button', { name: 'Cerrar' }).click();

  // A photograph whose bytes are not there is none, and does not stay on its way.
  await gate.route('**/api/v1/acceso/allpaginable**', async (route) => {
    const answer = await route.fetch();
    const found = (await answer.json()) as { accesoList: object[] };
    for (const acceso of found.accesoList)
      Object.assign(acceso, { placasUrl: '/api/v1/archivos/999999999', cono: '7-A' });
    await route.fulfill({ response: answer, json: found });
  });
  await button(gate, 'Buscar').click();
  await expect(row).toContainText('7-A');
  const asked = gate.waitForResponse('**/api/v1/archivos/999999999');
  await gate.getByRole('button', { name: `Ver el acceso de ${nombre}` }).click();
  expect((await asked).status()).toBe(404);
  await expect(detail.getByText('Sin foto')).toHaveCount(2);
  await context.close();

  await page.getByRole('button', { name: `Revocar la clave de ${caseta}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(page.getByText('La clave ha sido revocada')).toBeVisible();
});

const ROW = {
  ...{ id: 1, nombre: 'Jorge Martínez Ruiz', tipoVisita: 'unicoDia', fechaHoraAcceso: '2026-11-21T15:52', cono: '' },
  ...{ placas: 'UKM-82-14', puntoAcceso: 'Caseta norte', tipo: 'entrada', idLote: 'M07-L03', direccion: 'Roble 3' },
  ...{
    loteDesconocido: false,
    placasUrl: '',
    idUrl: '',
    nombreSeguridad: '',
    nombreEncargadoObra: '',
    acompanantes: 0,
  },
  ...{ motivo: '', caseta: null, conflictos: [] },
};
const ROWS = [
  ROW,
  { ...ROW, id: 2, nombre: 'Gas Express Nieto', tipo: 'EntradaConBloqueo' },
  { ...ROW, id: 3, nombre: 'María Güémez', tipo: 'SalidaConBloqueo' },
  { ...ROW, id: 4, nombre: 'Luis Ángel', idLote: 'NO-EXISTE', direccion: '', loteDesconocido: true },
  ...Array.from({ length: 16 }, (_, n) => ({ ...ROW, id: 5 + n, nombre: `Visita ${n}` })),
];

async function answerLog(page: Page, rows: readonly object[] = ROWS): Promise<void> {
  await page.route('**/api/v1/acceso/allpaginable**', (route) =>
    route.fulfill({
      json: { accesoList: rows, previous: false, next: false, total: rows.length, totalExacto: true, ancla: '' },
    }),
  );
}

test('on a desk fifteen rows are seen; what was stopped is red, a lot that does not exist amber; j and k go between them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await answerLog(page);
  await signIn(page, 'seguridad', '/admin/accesos');
  const rows = page.locator('tbody tr[data-index]');
  await expect(rows).toHaveCount(20);
  const seen = await rows.evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
  );
  expect(seen).toBeGreaterThanOrEqual(15);
  expect((await rows.first().boundingBox())?.height).toBeLessThanOrEqual(37);
  const colour = (at: number) => rows.nth(at).evaluate((row) => getComputedStyle(row).backgroundColor);
  const [plain, entrada, salida, lote] = await Promise.all([0, 1, 2, 3].map(colour));
  expect(entrada).not.toBe(plain);
  expect(salida).toBe(entrada);
  expect([plain, entrada]).not.toContain(lote);
  await expect(rows.nth(3)).toContainText('Lote que no existe');
  const cell = rows.nth(1).locator('td').first();
  await rows.nth(1).hover();
  await expect(cell).toHaveCSS('background-color', `${entrada}`);
  await expect(cell).toHaveCSS('box-shadow', /3px 0px 0px 0px inset/);
  await rows.nth(0).hover();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await expect(cell).toHaveCSS('background-color', `${entrada}`);
  await page.keyboard.press('k');
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('dialog', { name: 'Detalle del acceso' });
  await expect(detail).toContainText('Gas Express Nieto');
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page, ['color-contrast']);
});

test('rounds and statistics are drawn in one hue, the longest bar first, with figures of the size of a title', async ({
  page,
}) => {
  for (const address of ['/admin/rondines', '/admin/accesos/estadisticas']) {
    await signIn(page, 'director', address);
    const bars = page.locator('ol:has(b)');
    await expect(bars.first()).toBeVisible();
    const brand = await page.evaluate(() => {
      const probe = document.createElement('i');
      probe.style.color = 'color-mix(in srgb, var(--kit-brand) 82%, var(--kit-page))';
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    const drawn = await bars.evaluateAll((lists) =>
      lists.map((list) => ({
        totals: [...list.querySelectorAll('b')].map((one) => Number(one.textContent?.replaceAll(',', ''))),
        colours: [...list.querySelectorAll('[data-tone] > span')].map((one) => getComputedStyle(one).backgroundColor),
      })),
    );
    for (const { totals, colours } of drawn) {
      expect(totals).toEqual(totals.toSorted((a, b) => b - a));
      expect(new Set(colours)).toEqual(new Set([brand]));
    }
    const tones = await page.locator('main [data-tone]').evaluateAll((all) => all.map((one) => one.dataset.tone ?? ''));
    expect(tones.filter((tone) => !['full', 'pale', 'green', 'amber'].includes(tone))).toEqual([]);
    for (const figure of await page.locator('main dl dd').all()) await expect(figure).toHaveCSS('font-size', '20px');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxe(page);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
});

test('a photograph is seen large on demand, and Escape closes it alone', async ({ page }) => {
  await answerLog(page, [{ ...ROW, placasUrl: '/api/v1/archivos/77' }]);
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await page.route('**/api/v1/archivos/77', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(png, 'base64') }),
  );
  await signIn(page, 'seguridad', '/admin/accesos');
  await page.locator('tbody tr[data-index="0"]').click();
  const thumbnail = page.getByRole('button', { name: 'Ampliar: Foto de las placas' });
  await thumbnail.focus();
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog', { name: 'Foto de las placas' });
  await expect(large.getByRole('img', { name: 'Foto de las placas' })).toBeVisible();
  await expectNoAxe(page);
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Detalle del acceso' })).toBeVisible();
});

test('on a phone the log is cards with its filters folded; the sound is off until it is switched on, and remembered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await answerLog(page);
  await signIn(page, 'seguridad', '/admin/accesos');
  const cards = page.getByRole('list', { name: 'Accesos' }).getByRole('button');
  await expect(cards).toHaveCount(20);
  await expect(cards.nth(1)).toContainText('Entrada Con Bloqueo');
  await expect(cards.nth(3)).toContainText('Lote que no existe');
  await expect(page.getByLabel('Tipo de acceso')).toHaveCount(0);
  await button(page, 'Filtros').click();
  await expect(page.getByLabel('Tipo de acceso')).toBeVisible();
  await expectNoAxe(page);
  await button(page, 'Filtros').click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  for (const [typed, asked] of [
    ['UKM-82-14', /placas=UKM-82-14/],
    ['m7 l3', /referencia=m7(\+|%20)l3/],
    ['Jorge', /name=Jorge/],
  ] as const) {
    const request = page.waitForRequest((one) => one.url().includes('allpaginable') && asked.test(one.url()));
    await page.getByLabel('Nombre, placa o lote').fill(typed);
    await page.keyboard.press('Enter');
    await request;
  }
  await cards.first().click();
  await expect(page.getByRole('dialog', { name: 'Detalle del acceso' })).toBeVisible();
  await page.keyboard.press('Escape');
  const sound = button(page, 'Sonido');
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await page.reload();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
});
