/** What the screens say when a call fails or finds nothing: the error catalogues of the specification, by their places. */
import type { Route } from '@playwright/test';
import { expect, follow, signIn, test } from './fixtures.ts';

const ERROR = 'Ocurrió un error. Intente más tarde o contacte con el administrador';
const ERROR_FEE = 'Ocurrió un error. Intenta más tarde o contacte con el administrador';
const ERROR_LIST = 'Ha ocurrido un error. Intente más tarde o contacte con el administrador';
const CHOICES = 'Ocurrió un error en el servidor. Intente otra vez';
const ERROR_SERVER = 'Ocurrió un error en el servidor. Intente más tarde o contacte con el administrador';
const NO_FEES = 'No se ha podido cargar los tipos de cuota extraordinaria. Intente más tarde';

interface Case {
  address: string;
  message: string;
}

/** Read by 001 section 8, 003 section 8 and 000 section 8; the words that the specification marks as misspelt are corrected. */
const LOADS: readonly Case[] = [
  { address: '/reportes/mantenimiento-vencido', message: ERROR },
  {
    address: '/reportes/pagos-atrasados',
    message: ERROR_SERVER,
  },
  {
    address: '/admin/amenidad/ver-reserva',
    message: 'No podemos obtener la información, intente más tarde o contacte con el administrador',
  },
  { address: '/admin/mantenimientos-generados', message: ERROR_LIST },
  { address: '/admin/cuota-extraordinaria-generadas?cuota=1', message: ERROR_LIST },
  { address: '/admin/cuota-extraordinaria-generadas', message: NO_FEES },
  { address: '/admin/cuota-extraordinaria-generadas/nuevo', message: NO_FEES },
  { address: '/admin/cuota-extraordinaria-generadas/nuevoporlote', message: NO_FEES },
  { address: '/admin/cuota-inicial-generadas/nuevoporlote', message: NO_FEES },
  {
    address: '/cobranza/cargos-recurrentes?tarjeta=visa_mastercard&fecha=2026-12-01',
    message:
      'Lo sentimos en estos momentos no podemos procesar la solicitud. Intente más tarde o contacte con el administrador',
  },
  { address: '/estado-cuenta/1', message: ERROR_SERVER },
  { address: '/deudas/1', message: ERROR_SERVER },
  { address: '/pagar-sancion/1', message: ERROR_FEE },
  { address: '/pagar-cuota/1', message: ERROR_FEE },
  // Lists to choose from.
  ...['/admin/crear-reserva', '/admin/ver-agenda', '/admin/ordenescompra/value', '/catalogos/caja/value'].map(
    (address) => ({
      ...{ address, message: CHOICES },
    }),
  ),
  { address: '/admin/accesos', message: 'No se puede obtener la información en este momento. Intente más tarde' },
  {
    address: '/admin/intereses-moratorios?lote=1',
    message: 'Ocurrió error en el servidor. Contacte con el administrador',
  },
];

/** Calls of the frame, not of a screen. */
const OF_THE_FRAME = /\/(security|notaalerta|nota-alerta|configuracion)/;

test('a load that fails is told in the words of the catalogues', async ({ page }) => {
  await signIn(page, 'superadmin', '/operaciones');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/api/v1/**', (route: Route) =>
    OF_THE_FRAME.test(route.request().url())
      ? route.fallback()
      : route.fulfill({ status: 400, json: { success: false } }),
  );
  for (const one of LOADS) {
    await test.step(one.address, async () => {
      await follow(page, one.address);
      await expect(page.getByText(one.message).first()).toBeVisible();
    });
  }
});

test('rows of a statement or of debts that fail to load are told in the same words, and may be asked again', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/operaciones');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [address, rows] of [
    ['/estado-cuenta/1', '**/residente/get/estadocuenta/detail'],
    ['/deudas/1', '**/residente/get/deudas/detail'],
  ] as const) {
    await test.step(address, async () => {
      await page.route(rows, (route: Route) => route.fulfill({ status: 400, json: { success: false } }));
      await follow(page, address);
      await expect(page.getByText(ERROR_SERVER)).toBeVisible();
      await page.unroute(rows);
      await page.getByRole('button', { name: 'Reintentar' }).click();
      await expect(page.getByText(ERROR_SERVER)).toBeHidden();
    });
  }
});

test('what to choose from and failed is asked for again where its list opens, and the form stays', async ({ page }) => {
  await signIn(page, 'superadmin', '/operaciones');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const fees = '**/cuotaextraordinaria/all';
  for (const [address, list, message] of [
    ['/admin/cuota-extraordinaria-generadas', fees, NO_FEES],
    ['/admin/cuota-extraordinaria-generadas/nuevo', fees, NO_FEES],
    ['/admin/cuota-extraordinaria-generadas/nuevoporlote', fees, NO_FEES],
    ['/admin/usuario/value', '**/role/all', CHOICES],
  ] as const) {
    await test.step(address, async () => {
      await page.route(list, (route: Route) => route.fulfill({ status: 400, json: { success: false } }));
      await page.goto(address);
      const choice = page.getByPlaceholder('No se pudo cargar');
      await expect(choice).toBeVisible();
      await expect(page.getByText(message)).toBeVisible();
      await page.unroute(list);
      await choice.click();
      await expect(page.getByRole('option').first()).toBeVisible();
    });
  }
});
