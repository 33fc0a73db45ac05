/**
 * What the screens say when a save fails, is refused or finds nothing: the error catalogues of the specification (000, 001
 * and 003, section 8). Each row says where, what somebody does, which call fails and how, and the words that must be seen.
 */
import type { Locator, Page, Route } from '@playwright/test';
import { api, expect, follow, pressInMenu, signIn, test } from './fixtures.ts';

test.use({ noise: /^Failed to load resource: (the server responded with a status of [45]\d\d|net::ERR_FAILED)/ });

/** How a call ends: without an answer, with a fault of the server, with a no, or with an answer. */
type Ending = 'cut' | 'fault' | 'no' | { json: unknown };

interface Lotes {
  /** A lot that pays maintenance and owes none. */
  paid: number;
  /** A lot with late interest on its maintenance. */
  late: number;
  /** A lot with a legal representative. */
  represented: number;
  condominal: number;
}

interface Case {
  message: string;
  address: (lotes: Lotes) => string;
  /** What the screen is given to work on, by the end of the call's path. */
  given?: Readonly<Record<string, unknown>>;
  /** What somebody does first. */
  fill?: (page: Page, main: Locator) => Promise<void>;
  /** What is pressed at last; left out, the screen says it when it opens. */
  press?: (page: Page, main: Locator) => Locator;
  /** The end of the call's path. */
  call: string;
  ends: Ending;
  /** The form was changed and asks before it is left. */
  dirty?: true;
  /** What was pressed stands in one of the browser's own dialogs. */
  staysOpen?: true;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).last();
const inDialog = (name: string) => (page: Page) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const ACCEPT = button('Aceptar');

async function choose(scope: Locator, label: string, text?: string): Promise<void> {
  const field = scope.getByRole('combobox', { name: label });
  if (text === undefined) await field.click();
  else await field.fill(text);
  const options = scope.page().locator('[role=option]:not([data-combobox-disabled]):visible');
  await options
    .filter({ hasText: text ?? '' })
    .first()
    .click();
}

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (page: Page) =>
  page.locator('input[type=file]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: PNG });

const account = (_page: Page, scope: Locator) => scope.getByLabel('No. cuenta').fill('1234');

const pago = {
  id: 7,
  tipo: 'mantenimiento',
  amount: 100,
  fechaPago: '2026-11-05',
  description: 'Mantenimiento Noviembre - 2026',
  observacion: '',
  status: 'recibido',
  facturaId: null,
  folioFactura: '',
  tipoPago: 'Efectivo',
  formaPago: '01 - Efectivo',
  isFacturado: false,
  refSistemaAnterior: '',
  reciboId: 7,
};
const pagos = (...list: object[]) => ({
  success: true,
  data: {
    data: {
      id: 1,
      referencia: 'M01-L01',
      asociado: 'Ana Peña',
      direccion: 'Calle Ñandú 1',
      tipo_lote: 'habitacional',
      status: 'entregado',
      fondo: 0,
      misPagosResponseList: list,
    },
  },
});
/** The payments of a lot, with one that is invoiced or not. */
const PAYMENT = { 'get/pagos/*': pagos(pago) };
const INVOICED = {
  'get/pagos/*': pagos({ ...pago, facturaId: 3, folioFactura: 'A-3' }),
  'getemailfacturar/*': 'ana@correo.example',
};

const CANCELLED_INVOICE = {
  id: 3,
  fechaCancelada: '2026-11-01T15:33:00',
  folio: 'A-3',
  referencia: 'M01-L01',
  motivoCancelacion: '02',
  folioFiscalRelacionar: '',
  folioFiscal: '1984BFA2-170B-8336-B34D-2379C916FEDF',
  total: 100,
};

const slots = (...horarios: string[]) => ({
  success: true,
  data: {
    agendaReservas: [
      {
        agenda: { id: 1, nombre: 'Alberca' },
        reserva: { permiteVisita: true },
        rerservaList: horarios.map((horario) => ({
          horario,
          premium: false,
          motivo: null,
          variacionesList: [{ id: 1, name: 'Carril', lugarOcupados: 0, lugaresDisponibles: 5 }],
        })),
      },
    ],
  },
});

const CODE = { 'codigoautorizacion/getbyuser': [{ id: 5, codigo: 'SUP-1', cantidad: 5, active: true }] };

const FINE = {
  address: ({ paid }: Lotes) => `/generar-sancion/${paid}`,
  fill: async (_page: Page, main: Locator) => {
    await main.getByLabel('Folio').fill('F-1');
    await choose(main, 'Tipo');
  },
  press: ACCEPT,
  dirty: true,
} as const;

const FEE = {
  address: ({ paid }: Lotes) => `/generar-cuota/${paid}`,
  fill: (_page: Page, main: Locator) => choose(main, 'Tipo'),
  press: ACCEPT,
  call: 'cuota/save',
  dirty: true,
} as const;

const REFUSED = 'No se puede ejecutar la acción. Contacte el administrador';
const FAILED = 'No se puede ejecutar esta acción en estos momentos. Intente más tarde';
const UNEXPECTED = 'No podemos ejecutar la acción. Contacte al administrador por favor';
const NOT_CHARGED =
  'Ocurrió un error en el servidor o hay problemas con la comunicación para facturar, revise los datos e intente otra vez por favor';
const NOT_CREATED =
  'En estos momentos no se puede realizar la acción. Intente más tarde o contacte con el administrador';
const NOT_SENT = 'No se ha podido enviar el correo electrónico. Intente más tarde';
const ERROR = 'Ocurrió un error. Contacte con el administrador';

const MONEY: readonly Case[] = [
  {
    message: 'Código de autorización es incorrecto o no está activo. Intente de nuevo por favor',
    address: ({ late }) => `/mantenimiento/pagar/lote/${late}`,
    fill: async (page, main) => {
      await main.getByRole('button', { name: 'configurar' }).click();
      await page.getByRole('dialog').getByLabel('Descuento %').fill('10');
      await page.getByRole('dialog').getByLabel('Código autorización').fill('X');
    },
    press: inDialog('Aceptar'),
    call: 'checkcodigo/*',
    ends: { json: false },
  },
  {
    message: NOT_CHARGED,
    address: ({ paid }) => `/mantenimiento/pagar/lote/${paid}`,
    fill: async (page, main) => {
      await account(page, main);
      // It owes nothing: months to come are paid by choice.
      const hasta = main.getByRole('textbox', { name: 'Hasta' });
      await hasta.fill('12-2030');
      await hasta.press('Tab');
    },
    press: button('Pagar'),
    call: 'cobromantenimiento/save',
    ends: 'cut',
  },
  {
    message: NOT_CHARGED,
    address: ({ paid }) => `/estado-cuenta/${paid}`,
    fill: async (page, main) => {
      await main.getByRole('button', { name: 'Mantenimiento a futuro' }).click();
      await account(page, page.getByRole('dialog'));
    },
    press: inDialog('Pagar'),
    call: 'cobromantenimiento/save',
    ends: 'fault',
  },
  {
    message: NOT_SENT,
    address: ({ paid }) => `/deudas/${paid}`,
    fill: (_page, main) => main.getByRole('button', { name: 'Enviar por correo electrónico' }).click(),
    press: inDialog('Enviar'),
    call: 'get/deudas/detail',
    ends: 'cut',
  },
  {
    message: 'error de servidor',
    address: ({ represented }) => `/estado-cuenta/${represented}`,
    press: button('Ver representante legal'),
    call: 'representantelegal/getbylote/*',
    ends: 'fault',
  },
  {
    message: NOT_SENT,
    address: ({ represented }) => `/estado-cuenta/${represented}`,
    fill: (_page, main) => main.getByRole('button', { name: 'Enviar por correo electrónico' }).click(),
    press: inDialog('Enviar'),
    call: 'get/estadocuenta/detail',
    ends: 'fault',
  },
  {
    message: NOT_SENT,
    address: () => '/pagos/1',
    given: INVOICED,
    fill: (_page, main) => pressInMenu(main, /^Enviar factura/),
    press: inDialog('Enviar factura'),
    call: 'factura/enviarfactura',
    ends: 'fault',
  },
  {
    message: 'No se pudo completar la acción. Contacte con el administrador',
    address: () => '/pagos/2',
    given: PAYMENT,
    fill: async (page, main) => {
      await pressInMenu(main, 'Facturado sistema anterior');
      await page.getByRole('dialog').getByLabel('Referencia del SA').fill('SA-1');
    },
    press: inDialog('Aceptar'),
    call: 'operaciones/marcarfacturado',
    ends: 'fault',
    staysOpen: true,
  },
  {
    message: ERROR,
    address: () => '/pagos/3',
    given: PAYMENT,
    fill: async (page, main) => {
      await pressInMenu(main, 'Cancelar pago');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Código de autorización').fill('X');
      await choose(dialog, 'Motivo de cancelación');
      await choose(dialog, 'Relación de factura');
      await dialog.getByRole('textbox', { name: 'Motivo', exact: true }).fill('Se repitió');
    },
    press: inDialog('Aceptar'),
    call: 'factura/cancelarpago',
    ends: 'fault',
  },
  {
    message: ERROR,
    address: () => '/pagos/4',
    given: PAYMENT,
    fill: async (page, main) => {
      await main.getByRole('button', { name: /^Corregir/ }).click();
      const dialog = page.getByRole('dialog');
      await account(page, dialog);
      await dialog.getByLabel('Código de autorización').fill('X');
      await dialog.getByLabel('Motivo').fill('Otra caja');
    },
    press: inDialog('Corregir'),
    call: 'correccion/recibo',
    ends: 'cut',
  },
  {
    message: 'Ha ocurrido un error. Contactar al administrador',
    address: ({ paid }) => `/cancelaciones/cancelardeuda?tipo=mantenimiento&lote=${paid}`,
    given: {
      'getCancelardeudaglobal/*/*': [{ id: 1, concepto: 'Mayo - 2026', status: 'vigente', deuda: 100, pagado: 0 }],
    },
    fill: async (page, main) => {
      await main.getByRole('button', { name: 'Cancelar Mayo - 2026' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Código de autorización').fill('X');
      await dialog.getByLabel('Motivo').fill('Convenio');
    },
    press: inDialog('Cancelar deuda'),
    call: 'lote/cancelardeudaglobal',
    ends: 'fault',
  },
  {
    message: 'Ocurrió un error. Contacte al administrador',
    address: () => '/cobranza/importar-pagos',
    given: {
      'mantenimiento/importarpagos': {
        success: true,
        data: [
          {
            id: 1,
            referencia: 'M01-L01',
            montoDepositado: 100,
            fechaPago: '2026-11-05',
            periodoMtto: 'Noviembre - 2026',
            montoPagar: 100,
            montoPagarDcto: 100,
            deudaMoratoria: 0,
            observacion: '',
            nota: '',
            fila: 1,
            estado: 'listo',
            numero: 1,
            excedente: 0,
            propuestas: [],
          },
        ],
      },
    },
    fill: async (page, main) => {
      await page.setInputFiles('input[type=file]', {
        name: 'depositos.xlsx',
        mimeType: 'application/octet-stream',
        buffer: PNG,
      });
      await main.getByRole('button', { name: 'Importar XLS' }).click();
      await main.getByRole('button', { name: 'Aplicar pagos' }).click();
    },
    press: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Aplicar pagos' }),
    call: 'cobrarcargosrecurrentes',
    ends: 'fault',
  },
  { ...FEE, message: REFUSED, ends: 'no' },
  { ...FEE, message: FAILED, ends: 'cut' },
  { ...FINE, message: REFUSED, call: 'multa/save', ends: 'no' },
  { ...FINE, message: FAILED, call: 'multa/save', ends: 'fault' },
  {
    ...FINE,
    message: UNEXPECTED,
    fill: async (page, main) => {
      await FINE.fill(page, main);
      await picture(page);
    },
    call: 'archivos/sancion',
    ends: 'fault',
  },
];

const OFFICE: readonly Case[] = [
  {
    message: 'No se puede realizar la acción. Intente más tarde',
    address: () => '/codigo-autorizacion',
    given: CODE,
    press: (_page, main) => main.getByRole('switch', { name: /SUP-1$/ }),
    call: 'changeactive',
    ends: { json: false },
  },
  {
    message: 'Ocurrió un error en el servidor. Contacte con el administrador',
    address: () => '/codigo-autorizacion',
    given: CODE,
    press: (_page, main) => main.getByRole('switch', { name: /SUP-1$/ }),
    call: 'changeactive',
    ends: 'cut',
  },
  {
    message: ERROR,
    address: () => '/admin/intereses-moratorios',
    press: button('Generar'),
    call: 'generarinteresesmoratorios',
    ends: 'fault',
  },
  {
    message: NOT_CREATED,
    address: () => '/admin/cuota-inicial-generadas/nuevo',
    fill: (_page, main) => choose(main, 'Tipo cuota'),
    press: ACCEPT,
    call: 'createcargomasivo',
    ends: 'cut',
    dirty: true,
  },
  {
    message: NOT_CREATED,
    address: () => '/admin/cuota-extraordinaria-generadas/nuevoporlote',
    fill: async (_page, main) => {
      await choose(main, 'Tipo cuota');
      await choose(main, 'Lote', 'M01');
    },
    press: ACCEPT,
    call: 'createCargoByLote/*',
    ends: 'fault',
    dirty: true,
  },
  {
    message: 'No se pudo ejecutar la acción. Contacte con el administrador',
    address: () => '/admin/mantenimientos-generados/nuevo',
    given: {
      previsualizar: {
        success: true,
        data: {
          tipos: [{ tipo: 'habitacional', nuevos: 1, total: 100, existentes: 0 }],
          nuevos: 1,
          total: 100,
          existentes: 0,
          sinCuota: 0,
        },
      },
    },
    press: ACCEPT,
    call: 'mtto-generado/save',
    ends: 'fault',
  },
  {
    message: 'No se pudo ejecutar la acción. Contacte con el administrador',
    address: () => '/mantenimientos/generarperiodo',
    given: {
      'getforgenerarperiodo/*': {
        success: true,
        data: {
          idLote: 1,
          fechaEntrega: '2026-01-20',
          diaCorte: 10,
          mantenimientos: [],
          fechaInicioPagos: null,
          referencia: 'M01-L01',
        },
      },
    },
    fill: (_page, main) => choose(main, 'Lote', 'M01'),
    press: button('Generar Mantenimientos'),
    call: 'generarmantenimientospersonalizado',
    ends: 'cut',
  },
  {
    message: 'Ocurrió un error. Contactar al administrador',
    address: () => '/catalogos/fusionarlotes',
    fill: async (_page, main) => {
      for (const lote of ['M01-L01', 'M01-L02']) {
        await choose(main, 'Lote habitacional', lote);
        await main.getByRole('button', { name: 'Seleccionar', exact: true }).click();
      }
      await main
        .getByRole('button', { name: /como lote referencia$/ })
        .first()
        .click();
      await main.getByRole('button', { name: 'Aceptar', exact: true }).click();
    },
    press: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Fusionar', exact: true }),
    call: 'fusionarlotes',
    ends: 'fault',
  },
  {
    message: ERROR,
    address: () => '/catalogos/inactivarlote',
    fill: async (_page, main) => {
      await choose(main, 'Lote', 'M01-L02');
      await main.getByRole('button', { name: 'Inactivar lote' }).click();
    },
    press: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Inactivar lote' }),
    call: 'inactivarlote/*',
    ends: 'cut',
  },
  {
    message: 'No se puede ejecutar esta acción por el momento. Contacte al administrador',
    address: ({ condominal }) => `/operaciones/lote/condominal/value?id=${condominal}`,
    fill: async (page, main) => {
      await main.getByRole('tab', { name: 'Viviendas' }).click();
      await main
        .getByRole('button', { name: /^Eliminar / })
        .first()
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
    press: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }),
    call: 'lote/habitacional/delete/*',
    ends: 'fault',
  },
  {
    message: UNEXPECTED,
    address: () => '/admin/newsletter/value',
    given: { 'archivos/newsletter': { success: true, data: { url: '/api/v1/archivos/999', fileName: 'foto.png' } } },
    fill: async (page, main) => {
      await main.getByLabel('Nombre').fill('Aviso');
      await picture(page);
      await main.getByRole('textbox', { name: 'Descripción' }).fill('Se cierra la alberca el lunes');
    },
    press: ACCEPT,
    call: 'newsletter/save',
    ends: 'fault',
    dirty: true,
  },
  {
    message: UNEXPECTED,
    address: () => '/admin/plantillas/value',
    fill: async (_page, main) => {
      await main.getByLabel('Nombre').fill('Aviso');
      await main.getByRole('textbox', { name: 'Contenido' }).fill('Aviso');
    },
    press: ACCEPT,
    call: 'newsletter/save',
    ends: 'cut',
    dirty: true,
  },
  {
    message: 'No hay horarios disponibles',
    address: () => '/admin/crear-reserva?fecha=2030-01-01&amenidad=1&general=1',
    call: 'getByFechaAmenidadLote/**',
    ends: { json: slots() },
  },
  {
    message: 'No podemos reservar en estos momentos, intente más tarde o contacte con el administrador',
    address: () => '/admin/crear-reserva?fecha=2030-01-02&amenidad=1&general=1',
    given: { 'getByFechaAmenidadLote/**': slots('09:00 - 10:00') },
    fill: async (page, main) => {
      await main.getByRole('button', { name: /^Reservar/ }).click();
      const dialog = page.getByRole('dialog');
      await choose(dialog, 'Lote');
      await dialog.getByLabel('Nombre').fill('Ana Peña');
      await dialog.getByRole('button', { name: 'Aceptar persona' }).click();
    },
    press: inDialog('Aceptar'),
    call: 'amenidadagenda/reservar',
    ends: 'cut',
  },
  {
    message: 'No se puede ejecutar la acción. Intente más tarde por favor',
    address: () => '/reportes/factura-canceladas?mes=2026-10-01',
    given: { 'canceladas/10/2026': [CANCELLED_INVOICE] },
    fill: async (_page, main) => {
      await main.getByRole('button', { name: 'Editar folio fiscal a relacionar de A-3' }).click();
    },
    press: button('Guardar folio fiscal a relacionar de A-3'),
    call: 'updateFolioReferenciar',
    ends: 'fault',
  },
  {
    message: 'No existen información a mostrar',
    address: () => '/reportes/factura-canceladas?mes=2001-01-01',
    call: 'canceladas/01/2001',
    ends: { json: [] },
  },
  {
    message: 'No existen datos que mostrar',
    address: () => '/reportes/mantenimiento-vencido?dias=30',
    call: 'mantenimientovencido',
    ends: { json: [] },
  },
  {
    message: 'No hay información disponible',
    address: () => '/reportes/mantenimiento-vencido-conciliacion',
    call: 'mantenimientovencidoconciliado',
    ends: { json: [] },
  },
  {
    message: 'No hay información disponible',
    address: () => '/reportes/pagos-atrasados?tipo=todos',
    call: 'pagosatrasados/todos',
    ends: { json: [] },
  },
  {
    message: 'No hay resultados que mostrar. Seleccione nuevas fechas por favor',
    address: () => '/reportes/sanciones-reportes?tipo=1&desde=2001-01-01&hasta=2001-02-01',
    call: 'byTipoSancion',
    ends: { json: [] },
  },
];

function end(route: Route, ends: Ending): Promise<void> {
  if (ends === 'cut') return route.abort();
  if (ends === 'fault') return route.fulfill({ status: 500, json: { success: false, message: 'Falla del servidor' } });
  return route.fulfill({ json: ends === 'no' ? { success: false, message: 'El sistema dijo que no' } : ends.json });
}

interface Found {
  id_lote: number;
  paga_mtto: boolean;
  deuda_mantenimiento: number;
  deuda_moratorio: number;
  has_representante: boolean;
}

async function lotesOf(page: Page): Promise<Lotes> {
  const { data } = await api<{ data: Found[] }>(page, 'get', '/search/get/M0/Referencia');
  const [condominal] = await api<{ id: number }[]>(page, 'get', '/lote/all/condominal');
  const idOf = (fits: (lote: Found) => boolean) => data.find(fits)?.id_lote ?? 0;
  return {
    paid: idOf(({ paga_mtto, deuda_mantenimiento }) => paga_mtto && deuda_mantenimiento === 0),
    late: idOf(({ paga_mtto, deuda_moratorio, deuda_mantenimiento }) => {
      return paga_mtto && deuda_moratorio > 0 && deuda_mantenimiento > 0;
    }),
    represented: idOf(({ has_representante }) => has_representante),
    condominal: condominal?.id ?? 0,
  };
}

async function run(page: Page, { message, given, fill, press, call, ends, dirty, staysOpen }: Case, address: string) {
  for (const [path, json] of Object.entries(given ?? {})) {
    await page.route(`**/api/v1/**/${path}`, (route) => route.fulfill({ json }));
  }
  if (!press) await page.route(`**/api/v1/**/${call}`, (route) => end(route, ends));
  // By way of an address that nothing has: what is pressed next is not on the screen before.
  const missing = page.getByRole('heading', { level: 1, name: 'Página no encontrada' });
  const leave = page.getByRole('button', { name: 'Salir sin guardar' });
  // What the case before typed is left by choice; what it sent without an answer is given up first, which takes a moment.
  await expect(async () => {
    await follow(page, '/pagina-que-no-existe');
    await expect(missing.or(leave)).toBeVisible({ timeout: 1_000 });
    if (await leave.isVisible()) await leave.click();
    await expect(missing).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await follow(page, address);
  const main = page.getByRole('main');
  await fill?.(page, main);
  if (press) {
    const pressed = press(page, main);
    await expect(pressed).toBeEnabled();
    // From here: what the screen loaded may have come by the same call.
    await page.route(`**/api/v1/**/${call}`, (route) => end(route, ends));
    await pressed.click();
  }
  await expect(page.getByText(message, { exact: true }).first()).toBeVisible();
  // The same words of the next row must not be these.
  const notices = page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Cerrar' });
  // A dialog stays open: the message is over it and within reach.
  if (staysOpen) await page.locator('dialog[open]').getByRole('region', { name: 'Avisos' }).getByRole('button').click();
  await notices.evaluateAll((buttons) => {
    for (const one of buttons) (one as HTMLElement).click();
  });
  await expect(notices).toHaveCount(0);
  await page.unrouteAll();
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  if (dirty) {
    await main.getByRole('link', { name: 'Cancelar', exact: true }).click();
    await page.getByRole('button', { name: 'Salir sin guardar' }).click();
  }
}

const PARTS = { money: MONEY, office: OFFICE };

for (const [part, cases] of Object.entries(PARTS)) {
  test(`a save that fails is told in the words of the catalogues: ${part}`, async ({ page }) => {
    test.setTimeout(90_000);
    await signIn(page, 'superadmin', '/operaciones');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const lotes = await lotesOf(page);
    for (const one of cases) {
      const address = one.address(lotes);
      await test.step(`${address}: ${one.message}`, () => run(page, one, address));
    }
  });
}
