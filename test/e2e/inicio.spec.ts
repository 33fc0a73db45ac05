import type { Page } from '@playwright/test';
import { apiOf, type DemoUser, debtor, expect, expectNoAxe, openPalette, signIn, test, unique } from './fixtures.ts';

/** Every answer but a success is a failure to the page; with a 5xx the clean-console check would fail the test. */
const FAILURE = { status: 404, json: { success: false } };
const NOTHING = 'No existe información acorde a la búsqueda realizada. Intente de nuevo por favor.';

let last = 0;
const fresh = unique;

const ROW = {
  id_lote: 7,
  id_residente: 3,
  anterior: '',
  name: 'María Íñiguez Zúñiga',
  referencia: 'ZZ-07',
  direccion: 'Paseo de las Águilas, Mz. 4, Lt. 7',
  status: 'entregado',
  tipo_lote: 'habitacional',
  category_hab: 'habitado',
  sub_category_hab: 'alquilada',
  category_const: 'construccion',
  subestado: 'obra_en_proceso',
  is_recurrente: true,
  has_representante: true,
  paga_mtto: true,
  cant_notas: 5,
  deuda_sancion: 500,
  deuda_mantenimiento: 2500.5,
  deuda_inicial: 1,
  deuda_extraordinaria: 20,
  deuda_moratorio: 300,
  deuda_inicial_proyecto: 4000,
  deuda_cuota: 50000,
  deuda: 57321.5,
};
const OTHERS = [
  { ...ROW, id_lote: 8, referencia: 'ZZ-08', status: 'disponible', name: '', id_residente: 0, deuda_sancion: 0 },
  { ...ROW, id_lote: 9, referencia: 'ZZ-09', status: 'fusionado', paga_mtto: false },
  { ...ROW, id_lote: 10, referencia: 'ZZ-10', status: 'inactivo', paga_mtto: false },
];

/** Answers a call with this; what the charges will bring cannot be made through the API yet. */
async function answer(page: Page, path: string, data: unknown): Promise<void> {
  await page.route(`**/api/v1${path}`, (route) => route.fulfill({ json: { success: true, data } }));
}

async function answerCharts(page: Page): Promise<void> {
  await answer(page, '/dashboard/totales', [1200, 900, 250, 310, 4, 35, 120, 17]);
  await answer(page, '/dashboard/cartera-vencida', [
    { name: '30', cantidad: 120, masAntigua: 105 },
    { name: '60', cantidad: 40, masAntigua: 36 },
    { name: '90', cantidad: 9, masAntigua: 9 },
    { name: '100', cantidad: 150, masAntigua: 150 },
  ]);
  await answer(page, '/dashboard/forma-pago/**', [
    { name: 'Efectivo - Oficina', value: 20 },
    { name: 'Transferencia', value: 60 },
  ]);
  await answer(page, '/dashboard/tipo-pago/**', [
    { name: 'Mantenimiento', value: 98 },
    { name: 'Sanción', value: 2 },
  ]);
  await answer(page, '/dashboard/indice-cartera-pagada/**', [
    { name: 'Pagados', value: 75 },
    { name: 'No pagados', value: 25 },
  ]);
}

const TILES = [
  'Total de lotes',
  'Lotes entregados',
  'Lotes disponibles',
  'Lotes domiciliados',
  'Pagos de hoy',
  'Pagos de la semana',
  'Pagos del mes',
  'Pagos atrasados',
];
const CHARTS = ['Índice cartera pagada', 'Cartera vencida', 'Forma de pago', 'Tipo de pago'];

const main = (page: Page) => page.getByRole('main');
const indicadores = (page: Page) => main(page).locator('dl[aria-label="Indicadores"]');
const queue = (page: Page) => page.getByRole('region', { name: 'Por atender' });
const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const searchField = (page: Page) => page.getByPlaceholder('Buscar...');
const result = (page: Page, referencia: string) =>
  page.getByRole('list', { name: 'Lotes encontrados' }).getByRole('listitem').filter({ hasText: referencia });

test('the home shows the eight numbers in their order, and the late payments lead to their report', async ({
  page,
}) => {
  await answerCharts(page);
  await signIn(page, 'cobranza', '/');
  await expect(indicadores(page).locator('dt')).toHaveText(TILES);
  await expect(indicadores(page).locator('dd')).toHaveText(['1,200', '900', '250', '310', '4', '35', '120', '17']);
  await page.getByRole('link', { name: 'Pagos atrasados' }).click();
  await expect(page).toHaveURL('/reportes/pagos-atrasados');
});

for (const user of ['tags', 'obras'] as const) {
  test(`${user} sees the numbers alone, without a link`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/dashboard/')) asked.push(new URL(request.url()).pathname);
    });
    await signIn(page, user, '/');
    await expect(indicadores(page).locator('dt')).toHaveText(TILES);
    await expect(page.getByRole('link', { name: 'Pagos atrasados' })).toHaveCount(0);
    for (const name of CHARTS) await expect(chart(page, name)).toHaveCount(0);
    // What waits for somebody comes before the numbers.
    await expect(queue(page)).toHaveCount(user === 'tags' ? 1 : 0);
    if (user === 'tags') {
      const [waits, numbers] = [await queue(page).boundingBox(), await indicadores(page).boundingBox()];
      expect(waits?.y).toBeLessThan(numbers?.y ?? 0);
    }
    await expectNoAxe(page);
    expect(new Set(asked)).toEqual(new Set(['/api/v1/dashboard/totales']));
  });
}

test('the charts come after two seconds, as sorted bars of a table, in both themes', async ({ page }) => {
  await answerCharts(page);
  await signIn(page, 'consultor', '/');
  const forma = chart(page, 'Forma de pago');
  await expect(forma).toBeVisible();
  await expect(forma.getByText('Transferencia')).toHaveCount(0);
  await expect(forma.getByRole('table', { name: 'Forma de pago' }).getByRole('row')).toHaveText([
    'Forma de pagoPagosPorcentaje',
    'Transferencia6075%',
    'Efectivo - Oficina2025%',
  ]);
  await expect(chart(page, 'Tipo de pago').getByRole('row')).toContainText([
    'Tipo de pago',
    'Mantenimiento',
    'Sanción',
  ]);
  await expect(chart(page, 'Índice cartera pagada').getByRole('row').last()).toHaveText('No pagados2525%');
  await expect(chart(page, 'Cartera vencida').getByRole('row')).toHaveText([
    'AntigüedadLotes',
    '1 a 30 días105 lotes',
    '31 a 60 días36 lotes',
    '61 días o más9 lotes',
    'Todos150 lotes',
  ]);
  // All of them are no age: a count without a bar.
  const bars = chart(page, 'Cartera vencida').locator('td span[style]');
  await expect(bars).toHaveCount(3);
  await expect(bars.first()).toHaveAttribute('style', /width: 100%/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);
});

const PENDIENTE = { monto: null, id: null, fecha: null, caja: '' };

test('what waits stands with its count and amount, and leads to where it is done', async ({ page }) => {
  await answer(page, '/inicio/pendientes', [
    { ...PENDIENTE, clase: 'factura_rechazada', urgencia: 'debe', cantidad: 2, monto: 1000.5, id: 41 },
    {
      ...PENDIENTE,
      clase: 'turno_anterior',
      urgencia: 'pronto',
      cantidad: 1,
      id: 7,
      fecha: '2020-02-01',
      caja: 'Oficina',
    },
    { ...PENDIENTE, clase: 'moroso', urgencia: 'pronto', cantidad: 1034, monto: 327604.08 },
    { ...PENDIENTE, clase: 'reserva', urgencia: 'aviso', cantidad: 17, fecha: '2026-11-21' },
    { ...PENDIENTE, clase: 'orden_parcial', urgencia: 'aviso', cantidad: 3, monto: 23608 },
  ]);
  await signIn(page, 'director', '/');
  await expect(queue(page).getByRole('listitem')).toHaveText([
    'Facturas que no se timbraron 2$1,000.50Ver',
    'Turno abierto desde el 01-02-2020 · Oficina 1Contar',
    'Lotes con más de 90 días 1,034$327,604.08Ver',
    'Reservas de hoy 17Ver',
    'Órdenes de compra recibidas en parte 3$23,608.00Ver',
  ]);
  await expect(queue(page).getByRole('img')).toHaveCount(5);
  const leads = await queue(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(leads).toEqual([
    '/cobranza/facturas?fallidas=1',
    '/cobranza/turnos/7',
    '/reportes/pagos-atrasados?masDe=90',
    '/admin/amenidad/ver-reserva?desde=2026-11-21&hasta=2026-11-21',
    '/admin/ordenescompra?estatus=RECIBIDA+PARCIAL',
  ]);
  await queue(page).getByRole('link', { name: 'Ver: Lotes con más de 90 días' }).click();
  await expect(page).toHaveURL('/reportes/pagos-atrasados?masDe=90');
  await page.getByRole('button', { name: 'Atraso Más de 90 días' }).click();
  await page.getByRole('menuitemradio', { name: 'Todos' }).click();
  await expect(page).toHaveURL('/reportes/pagos-atrasados');
});

test('says that nothing waits, and shows obras no queue', async ({ page }) => {
  await answer(page, '/inicio/pendientes', []);
  await signIn(page, 'cobranza', '/');
  await expect(queue(page)).toContainText('Nada por atender');
  await expectNoAxe(page);
});

test('the figures of the day lead to the rows that they come from', async ({ page }) => {
  await answer(page, '/inicio/cifras', {
    ...{ cobradoHoy: 48212, cobradoMes: 571626.75, vencido: 492543.46, alCorriente: 220, entregados: 260 },
  });
  await signIn(page, 'consultor', '/');
  const strip = main(page).locator('dl[aria-label="Cifras de hoy"]');
  await expect(strip.locator('dd')).toHaveText(['$48,212.00', '$571,626.75', '$492,543.46', '220 de 260']);
  await strip.getByRole('link', { name: 'Cobrado hoy' }).click();
  await expect(page).toHaveURL(/corte-caja\?desde=(\d{4}-\d\d-\d\d)&hasta=\1$/);
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test(`nothing jumps on the home while it loads, at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      const shifts: PerformanceEntry[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
    await signIn(page, 'director', '/');
    // From when the screen's own code is there.
    await expect(searchField(page)).toBeVisible();
    const since = await page.evaluate(() => performance.now());
    await expect(chart(page, 'Tipo de pago').getByRole('table')).toBeVisible();
    await expect(chart(page, 'Forma de pago').getByRole('table')).toBeVisible();
    const total = await page.evaluate(
      (from) =>
        (window as unknown as { shifts: { startTime: number; value: number }[] }).shifts
          .filter(({ startTime }) => startTime > from)
          .reduce((sum, { value }) => sum + value, 0),
      since,
    );
    expect(total).toBeLessThan(0.02);
  });
}

test('a reference that is typed is searched for as one; its lot has the focus, and Enter opens it', async ({
  page,
}) => {
  const referencia = await createLote(page, 'Calle del Renglón', 'X');
  await signIn(page, 'cobranza', '/');
  await searchField(page).fill(referencia.replace('-L0', ' l').toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/type=Referencia$/);
  await expect(result(page, referencia)).toBeFocused();
});

test('a chart asks for the month that is chosen, which stays in the address', async ({ page }) => {
  await signIn(page, 'director', '/');
  const month = chart(page, 'Tipo de pago').getByRole('textbox', { name: 'Mes de Tipo de pago' });
  const asked = page.waitForRequest('**/dashboard/tipo-pago/2/2014');
  await month.fill('02/2014');
  await month.press('Enter');
  await asked;
  await expect(page).toHaveURL(/tipo=2014-02-01/);
  await expect(chart(page, 'Tipo de pago').getByText('No existen valores a mostrar')).toBeVisible();
  await page.reload();
  await expect(month).toHaveValue('02/2014');
  await expect(chart(page, 'Forma de pago').getByRole('textbox')).not.toHaveValue('02/2014');
});

test('says that the overdue portfolio could not be loaded, and asks again', async ({ page }) => {
  await page.route('**/api/v1/dashboard/cartera-vencida', (route) => route.fulfill(FAILURE));
  await signIn(page, 'director', '/');
  const message = 'Ocurrió un error en el servidor. Intente otra vez';
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText(message)).toBeVisible();
  await expect(chart(page, 'Cartera vencida').getByText(message)).toBeVisible();
  await page.unroute('**/api/v1/dashboard/cartera-vencida');
  await answer(page, '/dashboard/cartera-vencida', [{ name: '30', cantidad: 3, masAntigua: 3 }]);
  await chart(page, 'Cartera vencida').getByRole('button', { name: 'Reintentar' }).click();
  await expect(chart(page, 'Cartera vencida').getByText('1 a 30 días').first()).toBeVisible();
});

test('a search by keyboard alone: filter, text, results, actions', async ({ page }) => {
  await answer(page, '/search/get/**', [ROW, ...OTHERS]);
  await signIn(page, 'cobranza', '/');
  await expect(main(page).getByText('Asociado', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Avanzada' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Filtrar por' });
  await expect(dialog.getByRole('radio')).toHaveCount(5);
  for (const name of ['Asociado', 'Referencia del lote', 'Manzana', 'Calle', 'Lote']) {
    await expect(dialog.getByRole('radio', { name, exact: true })).toBeVisible();
  }
  await expect(dialog.getByRole('radio', { name: 'Asociado' })).toBeChecked();
  await expectNoAxe(page);
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Referencia del lote' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(searchField(page)).toBeFocused();
  await expect(main(page).getByText('Referencia', { exact: true })).toBeVisible();

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?type=Referencia');
  const asked = page.waitForRequest('**/search/get/ZZ%200%2F/Referencia*');
  await page.keyboard.type('ZZ 0/');
  await page.keyboard.press('Enter');
  await asked;
  await expect(page).toHaveURL('/search?q=ZZ+0%2F&type=Referencia');
  await expect(page.getByText('4 lotes', { exact: true })).toBeVisible();
  await expect(searchField(page)).toHaveValue('ZZ 0/');

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(result(page, 'ZZ-07')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(result(page, 'ZZ-08')).toBeFocused();
  // A lot without a menu.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Estado de cuenta' })).toBeFocused();
  await expectNoAxe(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(result(page, 'ZZ-07')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Estado de cuenta' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/mantenimiento/lote/7');
  await page.goBack();
  await expect(result(page, 'ZZ-07')).toBeVisible();
  await page.keyboard.press('/');
  await expect(searchField(page)).toBeFocused();
});

test('a result shows who, where, what is owed and how the lot stands', async ({ page }) => {
  await answer(page, '/search/get/**', [ROW, ...OTHERS]);
  await signIn(page, 'director', '/search?q=zz&type=Referencia');
  const row = result(page, 'ZZ-07');
  await expect(row).toContainText('María Íñiguez Zúñiga');
  await expect(row).toContainText('Paseo de las Águilas, Mz. 4, Lt. 7');
  await expect(row.locator('dl').first()).toContainText(
    'Sanciones$500.00Mantenimientos$2,500.50Otros$54,321.00Deuda$57,321.50',
  );
  for (const name of [
    'Habitacional',
    'Habitado',
    'Alquilada',
    'Construcción',
    'Obra en proceso',
    'Cargo recurrente',
    'Representante legal',
  ]) {
    await expect(row.getByRole('img', { name, exact: true })).toBeVisible();
  }
  await row.getByRole('button', { name: 'Otros' }).click();
  const detail = page.getByRole('dialog', { name: 'Otros adeudos de ZZ-07' });
  await expect(detail.locator('dl > div')).toHaveText([
    'Cuota inicial$1.00',
    'Cuota extraordinaria$20.00',
    'Moratorios$300.00',
    'Cuota inicial proyecto$4,000.00',
    'Otras cuotas$50,000.00',
  ]);
  await expectNoAxe(page);
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);

  await expect(result(page, 'ZZ-08')).toContainText('Sin asociado');
  await expect(result(page, 'ZZ-09')).toContainText('Este lote se encuentra fusionado');
  await expect(result(page, 'ZZ-10')).toContainText('Este lote se encuentra inactivo');
  await expect(result(page, 'ZZ-10')).not.toContainText('Mantenimientos');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoAxe(page);
});

const FULL = [
  'Estado de cuenta',
  'Mantenimiento',
  'Deudas',
  'Generar sanción',
  'Pagos',
  'Datos de contacto',
  'Notas5 notas',
  'Alerta',
  'Otras cuotas',
];
const MENUS: [DemoUser, string[], string[]][] = [
  ['cobranza', FULL, ['Estado de cuenta']],
  ['obras', ['Datos de contacto'], []],
  ['consultor', ['Datos de contacto'], []],
  ['tags', ['Generar sanción', 'Datos de contacto'], []],
];

for (const [user, entregado, other] of MENUS) {
  test(`what ${user} may do with a lot`, async ({ page }) => {
    await answer(page, '/search/get/**', [ROW, ...OTHERS]);
    await signIn(page, user, '/search?q=zz&type=Referencia');
    await result(page, 'ZZ-07').getByRole('button', { name: 'Acciones' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(entregado);
    await page.keyboard.press('Escape');
    for (const referencia of ['ZZ-09', 'ZZ-10']) {
      const button = result(page, referencia).getByRole('button', { name: 'Acciones' });
      await expect(button).toHaveCount(other.length);
      if (other.length === 0) continue;
      await button.click();
      await expect(page.getByRole('menuitem')).toHaveText(other);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menuitem')).toHaveCount(0);
    }
    await expect(result(page, 'ZZ-08').getByRole('button', { name: 'Acciones' })).toHaveCount(0);
  });
}

test('tells that there are more lots than are shown, and only then', async ({ page }) => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...ROW, id_lote: 1000 + at }));
  await answer(page, '/search/get/**', many(100));
  await signIn(page, 'cobranza', '/search?q=muchos&type=Calle');
  const shown = page.getByRole('list', { name: 'Lotes encontrados' }).getByRole('listitem');
  await expect(page.getByText('100 lotes', { exact: true })).toBeVisible();
  await page.unroute('**/api/v1/search/get/**');
  await answer(page, '/search/get/**', many(101));
  await page.goto('/search?q=todavia+mas&type=Calle');
  await expect(page.getByText(/^Se muestran los primeros 100 lotes/)).toBeVisible();
  await expect(shown.filter({ hasText: ROW.referencia })).toHaveCount(100);
});

test('says the same of nothing found and of a failed search', async ({ page }) => {
  await signIn(page, 'obras', '/search?q=no%20existe%20nada%20as%C3%AD&type=Calle');
  await expect(page.getByText(NOTHING)).toBeVisible();
  await expectNoAxe(page);
  await page.route('**/api/v1/search/get/**', (route) => route.fulfill(FAILURE));
  await searchField(page).fill('otra');
  await searchField(page).press('Enter');
  await expect(page).toHaveURL('/search?q=otra&type=Calle');
  await expect(page.getByText(NOTHING)).toBeVisible();
  // What a browser would take for a step between folders is not sent.
  await page.goto('/search?q=..&type=Calle');
  await expect(page.getByText(NOTHING)).toBeVisible();
});

/** A lot that is there, made through the API. */
async function createLote(page: Page, calle: string, mark = ''): Promise<string> {
  const api = await apiOf(page);
  const referencia = mark ? `${mark}${Date.now() % 100_000}-L0${(++last % 9) + 1}` : `E-${fresh()}`;
  await api('/lote/save', {
    id: '',
    tipo: 'habitacional',
    referencia,
    status: 'disponible',
    numeroViviendas: 1,
    calle,
    manzana: '9',
    superficie: 180,
    residenteLoteList: [],
  });
  return referencia;
}

test('finds a lot of the register, without accents; another filter searches again', async ({ page }) => {
  const calle = `Cañón del Águila ${fresh()}`;
  const referencia = await createLote(page, calle);
  // No associate is named so: the street is looked at by itself.
  await signIn(page, 'consultor', `/search?q=${encodeURIComponent(calle)}&type=Asociado`);
  await expect(page.getByText('1 lote por calle', { exact: true })).toBeVisible();
  await expect(result(page, referencia)).toContainText(calle);
  await searchField(page).fill(calle.replace('Cañón del Águila', 'AGUILA canon'));
  await page.getByRole('button', { name: 'Avanzada' }).click();
  await page.getByRole('radio', { name: 'Calle' }).click();
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(result(page, referencia)).toContainText(calle);
  await expect(page.getByText('1 lote', { exact: true })).toBeVisible();
});

test('what a lot is paid by is known as that, and what no lot has is looked for among the payments', async ({
  page,
}) => {
  const { id, referencia } = await debtor(await apiOf(page));
  await signIn(page, 'cobranza', `/deudas/${id}`);
  const reference = await page.getByText('Referencia de pago').locator('..').locator('dd').innerText();
  await page.goto('/');
  await searchField(page).fill(reference.trim());
  await page.keyboard.press('Enter');
  await expect(result(page, referencia)).toBeVisible();
  await searchField(page).fill('1234.56');
  await searchField(page).press('Enter');
  await expect(page.getByText(NOTHING)).toBeVisible();
  await page.getByRole('link', { name: 'Buscar pagos con «1234.56»' }).click();
  await expect(page).toHaveURL('/cobranza/pagos?q=1234.56');
});

test('Ctrl+K finds a lot and leads to its result', async ({ page }) => {
  const referencia = await createLote(page, 'Calle de la Paleta');
  await signIn(page, 'obras', '/');
  await expect(searchField(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(referencia.toLowerCase());
  const option = page.getByRole('group', { name: 'Lotes' }).getByRole('option').first();
  await expect(option).toContainText(referencia);
  await expect(option).toContainText('Sin asociado · Calle de la Paleta');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${referencia}&type=Referencia`);
  await expect(result(page, referencia)).toBeVisible();
});

test('Enter opens no lot of an earlier text: it waits for those of what stands there', async ({ page }) => {
  const answers = Promise.withResolvers<void>();
  await page.route('**/api/v1/search/get/**', async (route) => {
    const typed = new URL(route.request().url()).pathname.includes('zz-08');
    if (typed) await answers.promise;
    await route.fulfill({ json: { success: true, data: typed ? OTHERS.slice(0, 1) : [ROW, ...OTHERS] } });
  });
  await signIn(page, 'obras', '/');
  await openPalette(page);
  await page.keyboard.type('zz-0');
  await expect(page.getByRole('option').first()).toContainText('ZZ-07');
  await page.keyboard.type('8');
  await expect(page.getByText('Buscando…')).toBeVisible();
  await expect(page.getByRole('option', { name: 'ZZ-07' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox')).toHaveValue('zz-08');
  answers.resolve();
  await expect(page).toHaveURL('/search?q=ZZ-08&type=Referencia');
});

test('on a tablet nothing leaves the page sideways', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1100 });
  await answerCharts(page);
  await answer(page, '/search/get/**', [ROW, ...OTHERS]);
  await signIn(page, 'director', '/');
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect(chart(page, 'Forma de pago').getByRole('table')).toBeVisible();
  expect(await sideways()).toBeLessThanOrEqual(0);
  await page.goto('/search?q=zz&type=Referencia');
  await expect(result(page, 'ZZ-07')).toBeVisible();
  expect(await sideways()).toBeLessThanOrEqual(0);
  await expectNoAxe(page);
});
