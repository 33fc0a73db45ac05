/**
 * What every list says on paper and in its workbook, to the letter: `lists.txt` beside this file, drawn from a few fixed rows.
 * A change of it is a change of what people print, file and import elsewhere.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CORTE as CORTE_LIST, corteReport } from '#documents/corte.ts';
import type { PdfDocument } from '#documents/definition.ts';
import {
  debtsDocument,
  debtsFileName,
  deudasDe,
  statementDocument,
  statementFileName,
} from '#documents/estado-cuenta.ts';
import { CANCELADAS as CANCELADAS_LIST, canceladasReport } from '#documents/facturas-canceladas.ts';
import { informeMensual } from '#documents/informe-mensual.ts';
import { listaReport, listaSheet, listaWorkbook } from '#documents/lista.ts';
import { type NamedReport, reportDocument } from '#documents/reportes.ts';
import { TURNO as TURNO_LIST, turnoDocument, turnoFileName } from '#documents/turno.ts';
import type { Acceso } from '#features/accesos/contract.ts';
import { ACCESOS as ACCESOS_LIST } from '#features/accesos/listings.ts';
import { RESERVAS } from '#features/amenidades/listings.ts';
import { USUARIOS_APP } from '#features/app-residentes/listings.ts';
import { EXPORT_SHEET, exportFileName } from '#features/app-residentes/rules.ts';
import { DEPOSITOS } from '#features/bancos/listings.ts';
import { BITACORA as BITACORA_LIST } from '#features/bitacora/listings.ts';
import { APERTURAS, LISTA, TURNOS } from '#features/cierres/listings.ts';
import { ORDENES as ORDENES_LIST } from '#features/compras/listings.ts';
import { ordenesPdf, ordenPdf } from '#features/compras/pdf.ts';
import { CARTAS, CORREOS, ENVIOS, NEWSLETTERS } from '#features/comunicacion/listings.ts';
import { CUENTAS, EQUIVALENCIAS } from '#features/contabilidad/listings.ts';
import { excelOf } from '#features/contabilidad/server/polizas.ts';
import { ADEUDOS_CONVENIDOS, CALENDARIO, CONVENIOS } from '#features/convenios/listings.ts';
import {
  CUENTAS_DEL_MES,
  EGRESOS,
  INGRESOS,
  PAGADOS,
  PAGADOS_TARDE,
  PARTIDAS_LISTA,
  presupuestoListing,
} from '#features/egresos/listings.ts';
import { PARTIDAS } from '#features/egresos/rules.ts';
import { movimientosDe } from '#features/estado-cuenta/listings.ts';
import { EXCEPCIONES as EXCEPCIONES_LIST } from '#features/excepciones/listings.ts';
import { excepcionesReport } from '#features/excepciones/reports.ts';
import type { Expediente, Requisito } from '#features/expediente/contract.ts';
import { EXPEDIENTES, REQUISITOS, REQUISITOS_DE_LOTE } from '#features/expediente/listings.ts';
import { DOCUMENTOS, FACTURAS as FACTURAS_LIST } from '#features/facturacion/listings.ts';
import { facturasSheet } from '#features/facturacion/workbook.ts';
import type { EnvioGestion, Linea } from '#features/gestion/contract.ts';
import {
  CORRIDAS,
  DETENIDOS,
  ENVIADAS,
  HISTORIA,
  LINEAS,
  POR_HACER,
  POR_PASO,
  PROMESAS,
  QUITADAS,
} from '#features/gestion/listings.ts';
import { hallazgosReport, pagosReport } from '#features/pagos/listings.ts';
import { recibosDeLote } from '#features/pagos/rules.ts';
import type { SolicitudPrivacidad } from '#features/privacidad/contract.ts';
import { ACCESOS as ACCESOS_PRIVACIDAD, SOLICITUDES as SOLICITUDES_PRIVACIDAD } from '#features/privacidad/listings.ts';
import { NO_ADEUDOS, PROPIETARIOS } from '#features/propietarios/listings.ts';
import * as reportes from '#features/reportes/listings.ts';
import {
  antiguedadReport,
  atrasadosReport,
  carteraReport,
  conciliacionReport,
  descuentosReport,
  lotesReport,
  proyeccionesReport,
  sancionesReport,
  vencidoReport,
} from '#features/reportes/reports.ts';
import { carteraLine, carteraWorkbook, corteWorkbook } from '#features/reportes/server/workbooks.ts';
import type { Solicitud } from '#features/solicitudes/contract.ts';
import { SOLICITUDES as SOLICITUDES_LIST } from '#features/solicitudes/listings.ts';
import { madeOf } from '#libro/server/report.ts';
import { listingWorkbook } from '#libro/server/workbook.ts';
import type { Listing } from '#platform/listing.ts';
import type { ListingSheet } from '#platform/listing-sheet.ts';
import type { Tx } from '#platform/server/db.ts';
import { setDisplayTimeZone } from '#ui/time-zone.ts';

// Undefined is this machine's, which the others of these tests expect.
beforeAll(() => setDisplayTimeZone('America/Mexico_City'));
afterAll(() => setDisplayTimeZone(undefined as unknown as string));

const NOVIEMBRE = { year: 2026, mes: 11 };
const MAKING = { codigo: 'ENCINOS', residencial: 'Los Encinos', impreso: '21-11-2026 12:05' };

/** One line for each row and for each other part. */
function paper({ name, document }: { name: string; document: PdfDocument }): string {
  const line = (value: unknown) =>
    JSON.stringify(value, (key, part) => (key === 'svg' ? 'logo' : part)).replaceAll('","', '", "');
  const node = (part: unknown): string[] => {
    if (typeof part !== 'object' || part === null || !('table' in part)) return [line(part)];
    const { table, ...rest } = part as { table: { body: unknown[][] } };
    const { body, ...head } = table;
    return [line({ ...rest, ...head }), ...body.map((row) => `  ${line(row)}`)];
  };
  const { content, listing, defaultStyle: _, styles: __, ...page } = document;
  const { columns = [], rows = [], ...rest } = listing ?? {};
  return [
    `# ${name}`,
    line(page),
    ...[content].flat().flatMap(node),
    ...columns.map((column) => `  columna ${line(column)}`),
    ...rows.map((row) => `  ${line(row)}`),
    ...(listing ? [line(rest)] : []),
  ].join('\n');
}

const report = <Row>({ name, report: made }: NamedReport<Row>): string =>
  paper({ name, document: reportDocument(made, MAKING) });

/** Names, widths and cells of a workbook; before the value of a cell stands its style, after it nothing is left out. */
async function workbook(name: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const parts = unzipSync(Buffer.concat(chunks));
  const text = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  const names = [...text('xl/workbook.xml').matchAll(/<sheet name="([^"]+)"/g)].map(([, sheet]) => sheet);
  const sheets = names.flatMap((sheet, at) => {
    const xml = text(`xl/worksheets/sheet${at + 1}.xml`);
    const widths = [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => width);
    const rows = [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/g)].map(([, number, cells = '']) => {
      const values = [...cells.matchAll(/<c r="([A-Z]+)\d+" s="(\d)"[^>]*>(.*?)<\/c>/g)];
      return `  ${number}: ${values.map(([, at, style, value = '']) => `${at}${style} ${value.replace(/<[^>]+>/g, '')}`).join(' | ')}`;
    });
    return [`${sheet}: ${widths.join(' ')}`, ...rows, /<autoFilter[^>]*>/.exec(xml)?.[0] ?? 'sin filtro'];
  });
  return [`# ${name}`, ...sheets].join('\n');
}

/** One that is made of rows that are there. */
const sheet = (name: string, made: ListingSheet): Promise<string> => workbook(name, listingWorkbook(MAKING, made));

/** A list as the sheet that its screen leaves as. */
const listed = <Row>(title: string, list: Listing<Row>, rows: readonly Row[]) =>
  sheet(title, listaSheet({ title, list, rows }, MAKING));

/** The headings of a table on screen, its sums marked. */
function table<Row>(name: string, { screen }: Listing<Row>): string {
  return `# ${name} en pantalla\n  ${screen.map(({ header, total }) => (total ? `${header} (suma)` : header)).join(' | ')}`;
}

/** A transaction whose cursors read these rows, each query its own. */
function readingOnly(...queries: (readonly unknown[])[]): Tx {
  const next = [...queries];
  const connection = {
    executeQuery: async ({ sql }: { sql: string }) => ({
      rows: sql.startsWith('FETCH') ? [...(next.shift() ?? [])] : [],
    }),
    streamQuery: () => {
      throw new Error('nothing is streamed');
    },
  };
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
  return new Kysely({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Tx;
}

const VENCIDOS = [
  { loteId: 1, referencia: 'M01-L02', asociado: 'José Ñandú', direccion: 'Av. de los Encinos 12', monto: 0.1 },
  { loteId: 2, referencia: 'M10-L01', asociado: '', direccion: 'Calle 3 #4', monto: 1200.2 },
];
const CORTE = [
  { fecha: '2026-11-05', descripcion: 'Mantenimiento 11 - 2026', folio: 'F12', pago: 250_050, correccion: false },
  { fecha: '2026-11-06', descripcion: '=Sanción', folio: '', pago: 10, correccion: false },
  { fecha: '2026-11-07', descripcion: 'Se quita: Mantenimiento 3 - 2026', folio: '', pago: -100_000, correccion: true },
].map(({ folio, ...row }) => ({
  ...{ ...row, fechaPago: row.fecha, recibo: 7, folio_factura: folio, metodoPago: 'Efectivo' },
  ...{ loteId: 1, referenciaLote: 'M01-L02', manzana: '1', lote: '2', asociado: 'José Ñandú', caja: 'Oficina' },
}));
const corteOf = (rows: typeof CORTE) => ({
  ...{ desde: '2026-11-01', hasta: '2026-11-21', caja: 'Caja / Oficina', metodo: 'Todos' },
  ...{ noConvenio: '123 / 456', noCuenta: '789 / 012' },
  rows: rows.map((row) => ({ ...row, pago: row.pago / 100 })),
});
const TURNO = {
  ...{ id: 9, caja: 'Caja / Oficina', abierto: { usuario: 'Rosa', fecha: '2026-11-05T14:00:00Z' } },
  ...{ contadoAt: '2026-11-05T22:00:00Z', fondoInicial: 500 },
  metodos: [{ name: 'Efectivo', esperado: 2500.5, contado: 2500 }],
  firma: { usuario: 'Raúl', fecha: '2026-11-05T23:00:00Z', explicacion: 'Faltó cambio', huella: 'ab12' },
};
const turnoOf = (rows: typeof CORTE) => ({
  ...TURNO,
  rows: rows.map((row) => ({ ...row, hora: '08:15', referencia: row.referenciaLote, monto: row.pago / 100 })),
});
const CONCILIACION = [
  { asociado: 'José Ñandú', referencia: 'M01-L02', treinta: 0.1, sesenta: 0.2, noventa: 3, total: 3.3 },
  { asociado: '', referencia: 'M10-L01', treinta: 10, sesenta: 0, noventa: 0, total: 10 },
].map((row) => ({ ...row, key: row.referencia, loteId: 1 }));
const SANCIONES = [
  { periodo: '9-2026', statusMonto: [{ status: 'pagado' as const, monto: 0.1 }] },
  {
    periodo: '11-2026',
    statusMonto: [
      { status: 'pagado' as const, monto: 0.2 },
      { status: 'vigente' as const, monto: 900 },
    ],
  },
];
const CANCELADAS = [
  { tipo: 'factura', folio: 'A12', folioFiscalRelacionar: 'b7f3', total: 1200.1 },
  { tipo: 'pago', folio: 'P3', folioFiscalRelacionar: '', total: 0.2 },
].map((row, at) => ({
  ...{ ...row, id: at, fechaCancelada: '2026-11-05T10:11:12', referencia: 'M01-L02' },
  ...{ motivoCancelacion: '02 - Sin relación', folioFiscal: 'c1d2' },
}));
const LOTE = {
  ...{ residencial: 'Los Encinos', name: 'José Ñandú', referencia: 'M01-L02', direccion: 'Av. de los Encinos 12' },
  ...{
    codigo: 'ENCINOS',
    tipoLote: 'unifamiliar',
    unidad: '',
    referenciaPago: 'M01-L02',
    codigoPago: '',
    impreso: '21-11-2026 12:05',
  },
};
const STATEMENT = {
  ...LOTE,
  ...{ desde: '2026-10-01', hasta: '2026-11-30', conocido: null, verificacion: '', folio: '' },
  rows: [
    {
      fecha: '2026-10-01',
      descripcion: 'Mantenimiento',
      folio: 'F12',
      cargo: 2500.5,
      abono: 2500.5,
      saldo: 0,
      estado: 'pagado',
    },
    { fecha: '2026-11-01', descripcion: 'Sanción', folio: '', cargo: 900, abono: 0, saldo: 900, estado: 'cancelado' },
    {
      fecha: '2026-11-02',
      descripcion: 'Cuota',
      nota: 'Fechado',
      folio: '',
      cargo: 100,
      abono: 0,
      saldo: 1000,
      estado: 'vigente',
    },
  ],
  debe: { label: 'Debe hoy', monto: 112 },
  totals: { cargo: 3500.5, abono: 2500.5, saldo: 1000 },
};
const AT = '2026-11-05T14:00:00Z';
const FIRMA = {
  usuario: 'Raúl',
  fecha: AT,
  esperado: 2500.5,
  contado: 2500,
  explicacion: '',
  huella: 'ab12',
  testigo: null,
};
const named = <Row>(title: string, list: Listing<Row>, rows: readonly Row[], landscape = false) => ({
  ...{ title, rows, landscape },
  list: list as Listing<unknown>,
});
const DEPOSITO = {
  ...{ id: 1, version: 1, origen: 'estado' as const, cuenta: { id: 1, name: 'Oficina' }, fecha: '2026-11-05' },
  ...{
    importe: 2500.5,
    concepto: '=SPEI RECIBIDO',
    referencia: '0000174',
    rastreo: '',
    pagador: 'ANA',
    cuentaPagador: '',
  },
  ...{ lote: null, motivo: '', aplicado: 0, situacion: 'por_confirmar' as const, recibos: [] },
};
const GESTION: Linea = {
  ...{
    id: 1,
    lote: { id: 1, referencia: 'M01-L01' },
    asociado: 'Ana Ruiz',
    paso: { id: 1, orden: 1, name: 'Recordatorio' },
  },
  ...{ porque: '20 días de atraso', dias: 20, vencido: 1500 },
  envios: [{ medio: 'correo', destinatario: 'asociado', nombre: 'Ana Ruiz' }],
};
const ENVIO_GESTION: EnvioGestion = {
  ...{ id: 1, medio: 'carta', destinatario: 'asociado', nombre: 'Ana Ruiz', para: [], estado: 'hecho' },
  ...{ fecha: '2026-11-23', detalle: 'La recibió' },
};

const EGRESO = {
  ...{ id: 1, cuenta: { id: 1, name: 'Oficina' }, fecha: '2026-11-05', importe: 900, concepto: 'PAGO LUZ' },
  ...{ referencia: '', beneficiario: '', situacion: 'pendiente' as const, propuesta: null, clasificacion: null },
};
const PARTE = {
  ...{ clase: 'factura' as const, importe: 450, destino: 'Factura A-1 de CFE', ordenId: null },
  categoria: { id: 1, name: 'Luz' },
};
const PARTIDA = { tipo: PARTIDAS[0], id: 1, fecha: '2026-11-05', concepto: 'SPEI', importe: -10.5 };
const CUENTA = { id: 1, codigo: '401-01', name: 'Ingresos por mantenimiento', agrupador: '401.10' };
const RENGLON = { cuenta: CUENTA, concepto: 'Mantenimiento', referencia: 'M01-L02', uuid: '' };
const POLIZA = {
  ...{ fecha: '2026-11-01', tipo: 'diario' as const, numero: 1, concepto: 'Diario del 01-11-2026', debe: 250_050 },
  haber: 250_050,
  partidas: [
    { ...RENGLON, cuenta: { ...CUENTA, id: 2, codigo: '105-01', name: 'Cuotas por cobrar' }, debe: 250_050, haber: 0 },
    { ...RENGLON, debe: 0, haber: 250_050 },
  ],
};

const DUENA = { id: 2, residenteId: 7, name: 'María Ñandú', desde: '2026-10-25', hasta: null };
const CONSTANCIA = {
  ...{ id: 1, folio: 'NA-00001', lote: { id: 1, referencia: 'M01-L02' }, asociado: 'José Peña', fecha: '2026-11-01' },
  ...{
    vence: '2026-12-01',
    estado: 'vigente' as const,
    usuario: 'Rosa',
    createdAt: AT,
    huella: 'c1d2',
    revocacion: null,
  },
};

const CONVENIO = {
  ...{ id: 1, folio: 'CV-00001', lote: { id: 1, referencia: 'M01-L02' }, asociado: 'José Peña', fecha: '2026-11-01' },
  ...{ estado: 'vigente' as const, desde: '2026-11-01', interes: 'sigue' as const, adeudo: 9000, condonado: 500.5 },
  ...{ total: 8499.5, pagado: 2833, queda: 5666.5, parcialidades: 3, pagadas: 1 },
  siguiente: { numero: 2, vence: '2026-12-15', falta: 2833 },
};

const EXPEDIENTE: Expediente = {
  ...{ id: 1, folio: 'EJ-00001', suplementoDe: '', lote: { id: 1, referencia: 'M01-L02' }, asociado: 'Ana Ruiz' },
  ...{ fecha: '2026-11-20', adeudo: 7650, faltan: 6, porConfirmar: 10, usuario: 'Raúl', createdAt: AT, huella: 'a' },
};
const REQUISITO: Requisito = {
  ...{ id: 1, orden: 10, documento: 'Acta de asamblea', firma: 'Fedatario público', condicion: 'Copia certificada' },
  ...{ fuente: 'Libro de actas', prueba: 'comunidad', minimo: 1, abogado: '', confirmado: null },
  pdf: { id: 1, nombre: 'acta.pdf', url: '/api/v1/archivos/1', fecha: AT },
};

const OTHER_LISTS = [
  named('Expedientes de cobranza', EXPEDIENTES, [
    EXPEDIENTE,
    { ...EXPEDIENTE, id: 2, folio: 'EJ-00002', suplementoDe: 'EJ-00001' },
  ]),
  named('Requisitos de los expedientes', REQUISITOS, [
    REQUISITO,
    { ...REQUISITO, id: 2, abogado: 'Lic. Paz', prueba: 'cuotas' as const, pdf: null },
  ]),
  named('Requisitos del lote', REQUISITOS_DE_LOTE, [{ ...REQUISITO, cumple: true, porque: 'acta.pdf', remedio: '' }]),
  named('Convenios de pago', CONVENIOS, [CONVENIO, { ...CONVENIO, id: 2, estado: 'roto' as const, siguiente: null }]),
  named('Parcialidades', CALENDARIO, [
    ...[
      { numero: 1, vence: '2026-11-15', monto: 2833, pagado: 2833, situacion: 'pagada' as const, avisada: true },
      { numero: 2, vence: '2026-12-15', monto: 5666.5, pagado: 0, situacion: 'pendiente' as const, avisada: false },
    ],
  ]),
  named('Adeudos del convenio', ADEUDOS_CONVENIDOS, [
    ...[
      {
        id: 1,
        concepto: 'Mantenimiento',
        tipo: 'mantenimiento',
        vence: '2026-08-10',
        saldo: 9000,
        condonado: 0,
        queda: 1,
      },
    ],
  ]),
  named('Propietarios', PROPIETARIOS, [
    {
      ...DUENA,
      cambio: { id: 1, fecha: '2026-10-25', usuario: 'Rosa', createdAt: AT, consentimiento: true, impedimento: '' },
    },
    { ...DUENA, id: 1, name: 'José Peña', desde: '2020-01-01', hasta: '2026-10-25', cambio: null },
  ]),
  named(
    'Constancias de no adeudo',
    NO_ADEUDOS,
    [
      CONSTANCIA,
      {
        ...{ ...CONSTANCIA, id: 2, folio: 'NA-00002', estado: 'revocada' as const },
        revocacion: { fecha: '2026-11-05', razon: 'Se devolvió el cheque', usuario: 'Raúl' },
      },
    ],
    true,
  ),
  named('Fin de mes', LISTA, [
    { punto: 'turnos' as const, estado: 'hecho' as const, cantidad: 0, detalle: 'Todos están firmados', motivo: '' },
    { punto: 'global' as const, estado: 'abierto' as const, cantidad: 2, detalle: '2 pagos', motivo: 'Faltan datos' },
  ]),
  named(
    'Quién ha abierto el informe',
    APERTURAS,
    [AT, null].map((abierto, at) => ({
      ...{ id: at, referencia: 'M01-L02', correo: 'a@x.mx', enviado: AT, abierto, aperturas: abierto ? 2 : 0 },
    })),
  ),
  named(
    'Documentos fiscales del mes',
    DOCUMENTOS,
    [
      {
        ...{ folio: 'A-12', fecha: '2026-11-05T10:11:12', tipo: 'pago', receptor: 'JOSÉ ÑANDÚ', rfc: 'NAJX800101AB1' },
        ...{ folioFiscal: 'c1d2', status: 'facturada', total: 1200.2 },
      },
    ],
    true,
  ),
  named('Conciliación bancaria', CUENTAS_DEL_MES, [
    { cuenta: 'Oficina', banco: 0.1, libro: 0.2, diferencia: -0.1, conciliada: 'Rosa, 05-11-2026 08:00: comisión' },
    { cuenta: 'Caja', banco: null, libro: null, diferencia: null, conciliada: '' },
  ]),
  named('Lo que entró', INGRESOS, [{ concepto: 'Mantenimiento', monto: 1200.2 }]),
  named('Lo que salió', PAGADOS, [{ categoria: 'Agua', quien: 'Junta de agua', monto: 0.1 }]),
  named('De meses ya cerrados', PAGADOS_TARDE, [
    { categoria: 'Agua', quien: 'Junta de agua', monto: 0.1, informada: true },
    { categoria: 'Bancos', quien: 'Comisión', monto: 11.6, informada: false },
  ]),
  named('Cuentas contables', CUENTAS, [{ ...CUENTA, naturaleza: 'acreedora' as const }]),
  named('Equivalencias contables', EQUIVALENCIAS, [
    { clave: 'cargo:mantenimiento', grupo: 'Cargos', nombre: 'Mantenimiento', opcional: false, cuenta: CUENTA },
    { clave: 'metodo:1', grupo: 'Métodos de pago', nombre: 'Transferencia', opcional: true, cuenta: null },
  ]),
  named(
    'Depósitos',
    DEPOSITOS,
    [
      DEPOSITO,
      {
        ...{ ...DEPOSITO, id: 2, aplicado: 2500.5, situacion: 'aplicado' as const },
        recibos: [
          {
            id: 7,
            lote: { id: 1, referencia: 'M01-L02' },
            monto: 2500.5,
            solo: true,
            motivo: '',
            unido: false,
            enFirme: 2500.5,
          },
        ],
      },
    ],
    true,
  ),
  named(
    'Egresos',
    EGRESOS,
    [
      EGRESO,
      {
        ...{ ...EGRESO, id: 2, situacion: 'clasificado' as const },
        clasificacion: {
          ...{ id: 1, usuario: 'Rosa', propia: false, createdAt: AT, aprobo: 'Raúl', deshacer: null },
          partes: [PARTE, { ...PARTE, destino: '' }],
        },
      },
    ],
    true,
  ),
  named('Gestión de cobranza propuesta', LINEAS, [GESTION, { ...GESTION, id: 2, envios: [], vencido: 20 }]),
  named('Gestión de cobranza detenida', DETENIDOS, [
    { lote: GESTION.lote, paso: 'Recordatorio', razon: 'Pagó hace poco', vencido: 1500 },
  ]),
  named('Quitados de la gestión de cobranza', QUITADAS, [
    { id: 1, lote: GESTION.lote, paso: 'Recordatorio', razon: 'Habló ayer' },
  ]),
  named('Corridas de la gestión', CORRIDAS, [
    {
      ...{ id: 1, fecha: '2026-11-21', estado: 'aprobada', aprobada: { usuario: 'Rosa', fecha: AT }, retirada: null },
      ...{ lotes: 2, vencido: 1520, correos: 1, porHacer: 1, hechos: 0, saleAt: AT, noSeRetira: null },
    },
  ]),
  named('Corrida de la gestión', ENVIADAS, [
    { ...GESTION, paso: 'Carta formal', estado: 'enviada', razon: '', envios: [ENVIO_GESTION] },
    { ...GESTION, id: 2, paso: '', estado: 'quitada', razon: 'Ya no procede', envios: [] },
  ]),
  named('Cartas y tareas de cobranza', POR_HACER, [
    {
      ...{ id: 1, lineaId: 1, lote: GESTION.lote, medio: 'carta', nombre: 'Ana Ruiz', paso: 'Carta formal' },
      ...{ fecha: '2026-11-21', vencido: 1500 },
    },
  ]),
  named('Promesas de pago por atender', PROMESAS, [
    {
      ...{ id: 1, lote: GESTION.lote, asociado: 'Ana Ruiz', fecha: '2026-11-21', monto: 1500, pagado: 200 },
      ...{ texto: 'Paga el viernes', estado: 'rota' },
    },
  ]),
  named('Historia de la gestión', HISTORIA, [
    {
      ...{
        clave: 'suceso 1',
        tipo: 'llamada',
        dia: '2026-11-20',
        titulo: 'Llamada · Ana',
        detalle: 'Que paga el viernes',
      },
      ...{ estado: '', usuario: 'Rosa', sucesoId: 1, lineaId: null, hechoId: null, enviable: false },
    },
  ]),
  named('Gestión de cobranza', POR_PASO, [
    {
      ...{ orden: 1, paso: 'Recordatorio', lotes: 3, vencido: 4500, enviados: 10, pagaron: 6, recuperado: 9000.5 },
    },
  ]),
  named('Partidas en conciliación', PARTIDAS_LISTA, [
    { ...PARTIDA, numero: 1 },
    { ...PARTIDA, numero: 2, importe: 20 },
  ]),
  named(
    'Presupuesto',
    presupuestoListing({ mes: 2 }),
    [
      {
        categoria: { id: 1, name: 'Luz', cuentaContable: '601-01' },
        ...{ presupuesto: Array<number>(12).fill(1000.1), gastado: Array<number>(12).fill(900) },
      },
    ],
    true,
  ),
  named(
    'Turnos de caja',
    TURNOS,
    [null, FIRMA].map((firma, at) => ({
      ...{ id: 9 + at, caja: { id: 1, name: 'Oficina' }, estado: firma ? ('firmado' as const) : ('abierto' as const) },
      ...{ fondoInicial: 500, abierto: { usuario: 'Rosa', fecha: AT }, contadoAt: null, firma, entreDos: false },
    })),
  ),
  named('Correos enviados', CORREOS, [
    {
      ...{ id: 1, estado: 'fallido' as const, para: ['a@x.mx', 'b@x.mx'], asunto: '=Recibo', referencia: 'M01-L02' },
      ...{ usuario: 'Rosa', createdAt: AT, enviadoAt: null, intentos: 3, proximoIntento: null },
      ...{ ultimoError: 'No existe', adjuntos: 1 },
    },
  ]),
  named(
    'Agenda de reservas',
    RESERVAS,
    [3, 9].map((variacion) => ({
      ...{ idReserva: variacion, status: true, checked: variacion === 3, variacion, lugares: 2, idUserApp: null },
      ...{ fecha: '2026-11-21', hora: '08:00 - 10:00', direccion: 'Roble 3', referencia: 'M07-L03' },
      agenda: {
        ...{ id: 1, tipoAmenidad: { name: 'Alberca' } },
        tipoAmenidadVariacionesList: [{ id: 3, name: 'Carril 1' }],
      },
      personas: [{ name: 'Ana', referencia: 'M07-L03', isVisita: false }],
    })),
    true,
  ),
  named('Envíos a varios lotes', ENVIOS, [
    {
      ...{ id: 1, name: 'Aviso', titulo: 'Aviso', destino: 'Todos', usuario: 'Rosa', createdAt: AT, lotes: 5 },
      ...{ sinCorreo: 1, correos: 4, pendientes: 1, enviados: 2, guardados: 0, fallidos: 1 },
    },
  ]),
  named(
    'Envío 1',
    CARTAS,
    (['enviado', 'sin_correo'] as const).map((estado, at) => ({
      ...{ correoId: at || null, referencia: 'M01-L02', para: ['a@x.mx'], estado, intentos: 1 },
      ...{ enviadoAt: at === 0 ? AT : null, ultimoError: null },
    })),
  ),
  named('Newsletters', NEWSLETTERS, [
    {
      ...{ id: 1, tipo: 'newsletter' as const, name: 'Posada', url: '', fileName: '', descripcion: '', createdAt: AT },
    },
  ]),
];
const MOVIMIENTOS = [
  { clase: 'anterior' as const, descripcion: 'Saldo anterior', detalle: '', saldo: 0 },
  { clase: 'cargo' as const, descripcion: 'Sanción', detalle: 'Vence el 10-10-2026', cargo: 900, saldo: 900 },
  { clase: 'rebaja' as const, descripcion: 'Condonación', detalle: 'Sanción', cargo: -90, saldo: 810 },
  { clase: 'pago' as const, descripcion: 'Pago, recibo 7', detalle: 'Efectivo · Sanción', abono: 810, saldo: 0 },
  { clase: 'aparte' as const, descripcion: 'Al fondo, recibo 7', detalle: '', cargo: 100, saldo: 100 },
].map((row, at) => ({
  ...{ key: String(at), fecha: '2026-10-01', folio: '', facturaId: null, cargo: 0, abono: 0, estado: '' },
  ...{ cargoId: null, reciboId: null, referencia: 'M01-L02 A', ...row },
}));
const EXCEPCIONES = [
  {
    clase: 'fechas' as const,
    tipo: 'fechas' as const,
    reciboId: 7,
    descripcion: 'Pago con fecha 01-11-2026',
    autorizo: '',
  },
  { clase: 'condonacion' as const, tipo: 'condonacion' as const, reciboId: null, descripcion: '', autorizo: 'Raúl' },
].map((row, id) => ({
  ...{ ...row, id, dia: '2026-11-05', registrado: '2026-11-05T14:00:00Z', lote: { id: 1, referencia: 'M01-L02' } },
  ...{ razon: 'Buen vecino', monto: 120.5, usuario: 'Rosa' },
  revisada: id === 0 ? null : { usuario: 'Inés', fecha: '2026-11-06T14:00:00Z', nota: 'Conforme' },
}));
const LOTES = [
  { id: 1, referencia: 'M01-L02', direccion: 'Av. de los Encinos 12', residente_name: 'José Ñandú' },
  { id: 2, referencia: 'M10-L01', direccion: 'Calle 3 #4', residente_name: '' },
];
const CARTERA = [
  ...[
    {
      loteId: 1,
      referencia: 'M01-L02',
      asociado: '=José',
      direccion: 'Av. 12',
      tipoLote: 'unifamiliar',
      status: 'entregado',
    },
  ],
].map((row) => ({
  ...{ ...row, telefono: '33', correo: 'j@x.mx', desde: '2026-09-10', meses: 2, mantenimiento: 10, interes: 20 },
  ...{ inicial: 30, extraordinaria: 40, proyecto: 50, sancion: 60, cuota: 70, d30: 80, d60: 90, d90: 110 },
}));
const CARGOS = [1, 2].map((n) => ({
  ...{
    referencia: 'M01-L02',
    asociado: 'José',
    tipo: 'sancion',
    concepto: `Multa ${n}`,
    vence: '2026-10-10',
    dias: 42,
  },
  ...{ monto: 10_010, pagado: 0, descuento: 5, saldo: 10_005 },
}));
const FACTURAS = [
  { referenciaReceptor: '=M01', total: 1200.5, status: 'cancelada', tipoMotivoCancelacion: { clave: '02' } },
  { referenciaReceptor: '', total: 0.1, status: 'timbrada', tipoMotivoCancelacion: null },
].map((row) => ({
  ...{
    ...row,
    fechaEmision: '2026-11-05T10:11:12',
    folio: 'A12',
    conceptosList: ['Mantenimiento', 'Cuota'],
    importesList: [200.5, 1000],
  },
  ...{ nombreReceptor: 'José Ñandú', folioFiscal: 'c1d2' },
})) as unknown as Parameters<typeof facturasSheet>[0];
const DE_RESIDENTES: Solicitud[] = [
  {
    ...{ id: 1, clase: 'comprobante', estado: 'pendiente', lote: { id: 2, referencia: 'M01-L02' }, residenteId: 3 },
    ...{ remitente: 'Rosa Díaz', via: 'pagina', texto: '', createdAt: AT, datos: [], cargo: null, recibo: null },
    ...{ respuesta: '', resuelta: null },
    comprobante: {
      ...{ forma: 'cep', fecha: '2026-11-20', importe: 1850, rastreo: 'MBAN01', banco: 'BBVA', ordenante: 'ROSA DIAZ' },
      ...{
        cuenta: '646180110400000010',
        sello: 'valido',
        archivo: { id: 1, nombre: 'cep.xml' },
        deposito: null,
        candidatos: [],
      },
    },
  },
];
const PRIVACIDAD: SolicitudPrivacidad[] = [
  {
    ...{
      id: 1,
      persona: { id: 3, name: 'Rosa Díaz' },
      lotes: 'M01-L02',
      derecho: 'acceso',
      texto: '¿Qué tienen de mí?',
    },
    ...{
      recibida: '2026-10-30',
      via: 'oficina',
      estado: 'por_responder',
      responderHasta: '2026-11-30',
      cumplirHasta: null,
    },
    ...{ limite: '2026-11-30', dias: -2, prorroga: '', respuesta: '', respondida: null, cumplida: null, nota: '' },
  },
];
const ORDENES = [
  { id: 7, estatus: 'RECIBIDA PARCIAL' as const, precio: 7000, numFacturas: 2, cantidades: [12.5, 2] },
  { id: 6, estatus: 'CANCELADA' as const, precio: 0.1, numFacturas: null, cantidades: [] },
].map(({ cantidades, ...row }) => ({
  ...{ ...row, estatusPago: 'SIN PAGAR' as const, createdAt: '2026-11-05T14:00:00Z', usuario: 'rosa' },
  proveedor: { id: 1, nombre: '=Viveros', rfc: '', nombreContacto: 'Ana', correo: 'a@x.mx', telefono: '33' },
  ...{ facturarA: { rfc: 'ERE150312KJ4', nombre: 'LOS ENCINOS' }, recepciones: [], facturas: [] },
  ordenCompraArticuloList: cantidades.map((cantidad, at) => ({
    ...{ numero: at + 1, articulo: { id: at, nombre: `Artículo ${at}` }, unidadMedida: 'Pza', presentacion: 'Caja' },
    ...{ cantidad, precioUnitario: 500.1, recibido: at },
  })),
}));
const BITACORA = [
  { id: 1, createdAt: '2026-11-06T02:05:00Z', usuario: 'rosa', referencia: 'M01-L02', status: 'creado', nota: '=Pago' },
];
const ACCESOS = [
  { id: 1, nombre: 'José Ñandú', placas: '', loteDesconocido: false, conflictos: [] },
  { id: 2, nombre: '', placas: '=ABC-123', loteDesconocido: true, conflictos: [] },
].map((row) => ({
  ...{
    ...row,
    tipoVisita: 'regularindefinido',
    fechaHoraAcceso: '2026-11-05T23:40',
    cono: '7',
    puntoAcceso: 'Caseta 1',
  },
  ...{ tipo: 'entrada', idLote: 'M01-L02', direccion: 'Av. 12' },
})) as unknown as Acceso[];
const USER = {
  name: 'Ana',
  email: 'ana@x.mx',
  phone: '33',
  status: 'plazo_pago',
  lote: { referencia: 'M1', etapa: 'Norte' },
};

const DESCUENTO = {
  ...{ loteId: 1, referencia: 'M01-L02', residente: 'José Ñandú', fechaOperacion: '2026-11-05' },
  ...{ autorizado: 'Raúl Soto', entidad: 'Mantenimiento', descripcion: 'Mantenimiento 11 - 2026. Pronto pago' },
};
const DESCUENTOS = [
  { ...DESCUENTO, percentDescuento: 5.5, montoCancelado: null, montoDescontado: 137.53, clase: 'regla' as const },
  { ...DESCUENTO, percentDescuento: null, montoCancelado: null, montoDescontado: -20, clase: 'condonacion' as const },
];
const CANCELACIONES = [
  { ...DESCUENTO, percentDescuento: null, montoCancelado: 900, montoDescontado: null, clase: null },
];
const PAGO = {
  ...{ id: 1, tipo: 'mantenimiento', amount: 2500.5, fechaPago: '2026-11-05', fechaContable: '2026-11-05' },
  ...{ description: 'Mantenimiento 11 - 2026', observacion: 'SPEI 77', status: 'recibido', facturaId: 3 },
  ...{ folioFactura: 'A-12', tipoPago: 'Transferencia', formaPago: '03', isFacturado: false, refSistemaAnterior: '' },
  reciboId: 7,
};
const PAGOS = recibosDeLote([
  PAGO,
  { ...PAGO, id: 2, reciboId: 8, status: 'cancelado', facturaId: null, folioFactura: '' },
]);
const HALLADO = {
  ...{ id: 7, lote: { id: 1, referencia: 'M01-L02' }, asociado: 'José Ñandú', fechaPago: '2026-11-05' },
  ...{
    metodo: 'Transferencia',
    caja: 'Oficina',
    referencia: 'SPEI 77',
    aplicado: 'Mantenimiento nov 2026 y 1 interés',
  },
  ...{ recibido: 2500.5, cancelado: false },
};
const PROYECCION = [
  { mes: '2026-12', lotes: 3, facturacion: 7500, anticipado: 100, enMes: 5000, esperado: 5200, acumulado: 5200 },
];
const ANTIGUEDAD = [
  { referencia: 'M01-L02', asociado: 'José Ñandú', porVencer: 0, d30: 0.1, d60: 0.2, d90: 0, mas: 3, total: 3.3 },
];
const INFORME = {
  entro: [{ concepto: 'Mantenimiento', monto: 1200.2 }],
  salio: [
    { categoria: 'Agua', presupuesto: 100, gastado: 100.1, quienes: [{ concepto: 'Junta de agua', monto: 100.1 }] },
  ],
  sinClasificar: 0.1,
  antes: {
    pagos: [
      { concepto: 'Comisión (Bancos)', monto: 11.6, informada: false },
      { concepto: 'Junta de agua (Agua)', monto: 100.1, informada: true },
    ],
    sinClasificar: 7.5,
  },
  fondos: { inicial: 10, movimientos: [{ concepto: 'Abono', monto: 2.5 }], final: 12.5 },
  deuda: { total: 3.3, lotes: 1, edades: [{ concepto: '1 a 30 días', monto: 3.3 }] },
  cuentas: [{ concepto: 'Oficina', monto: 1000 }],
  sinSaldo: ['Inversión', 'Obras'],
};
const HECHOS = { month: { year: 2026, mes: 10 }, huella: 'ab12', cerrado: '05-11-2026 10:40' };
const FILTRO = { clase: 'todas' as const, referencia: 'M01', desde: '2026-11-01', hasta: '2026-11-21' };

test('papers and workbooks say what they said', async () => {
  const [first, second] = CORTE;
  const some = first && second ? [first, second] : [];
  const asked = {
    desde: '2026-11-01',
    hasta: '2026-11-21',
    caja: 'Todas',
    metodo: 'Todos',
  };
  const filter = { fechas: { desde: '2026-11-01', hasta: '2026-11-21' } };
  const excepciones = { title: 'Excepciones', emptyText: 'No hubo excepciones', desde: '2026-11-01', hasta: '' };
  const sanciones = { tipo: 'Ruido / fiesta', desde: '2026-09-01', hasta: '2026-11-30' };
  const text = [
    table('Corte de caja', CORTE_LIST),
    table('Turno', TURNO_LIST),
    table('Excepciones', EXCEPCIONES_LIST),
    table('Facturas canceladas', CANCELADAS_LIST),
    table('Deudas', deudasDe('M01-L02')),
    table('Facturas', FACTURAS_LIST),
    table('Usuarios de la app', USUARIOS_APP),
    table('Órdenes de compra', ORDENES_LIST),
    table('Vencidos', reportes.VENCIDOS),
    table('Lotes', reportes.LOTES),
    table('Conciliación', reportes.CONCILIACION),
    table('Conciliación en detalle', reportes.CONCILIACION_DETALLE),
    table('Sanciones', reportes.SANCIONES),
    table('Cartera', reportes.CARTERA),
    table('Descuentos', reportes.DESCUENTOS),
    table('Cancelaciones', reportes.CANCELADOS),
    table('Proyecciones', reportes.PROYECCIONES),
    report(carteraReport(CARTERA.map(carteraLine), '2026-11-21')),
    report(descuentosReport({ ...FILTRO, tipo: '1' }, DESCUENTOS)),
    report(descuentosReport({ ...FILTRO, tipo: '2' }, CANCELACIONES)),
    report(proyeccionesReport(PROYECCION, 0.875)),
    report(pagosReport({ referencia: 'M01-L02', asociado: 'José Ñandú' }, PAGOS)),
    report(hallazgosReport('SPEI 77', [HALLADO, { ...HALLADO, id: 8, cancelado: true }])),
    report(vencidoReport('100', VENCIDOS)),
    report(antiguedadReport(ANTIGUEDAD, '2026-10-31')),
    paper({ name: 'informe.pdf', document: informeMensual(INFORME, HECHOS, MAKING) }),
    report(atrasadosReport('cuotainicial', VENCIDOS)),
    report(atrasadosReport('todos', [])),
    report(lotesReport('entregado', { rows: LOTES, hoy: '2026-11-21' })),
    report(conciliacionReport(CONCILIACION, false)),
    report(conciliacionReport(CONCILIACION, true)),
    report(sancionesReport(sanciones, SANCIONES)),
    paper(ordenesPdf({ proveedor: 'Viveros', estatus: '', pago: '', desde: '2026-11-01', hasta: '' }, ORDENES, MAKING)),
    ...ORDENES.map((orden) => paper(ordenPdf(orden, MAKING))),
    await listed('Comprobantes y propuestas', SOLICITUDES_LIST, DE_RESIDENTES),
    await listed('Solicitudes de privacidad', SOLICITUDES_PRIVACIDAD, PRIVACIDAD),
    await listed('Accesos a datos personales', ACCESOS_PRIVACIDAD, [
      { id: 1, createdAt: AT, usuario: 'cobranza', nota: 'Vio los datos de contacto de «Rosa»' },
    ]),
    await listed('Órdenes de compra', ORDENES_LIST, ORDENES),
    report(excepcionesReport(excepciones, EXCEPCIONES)),
    ...[CORTE, some]
      .map((rows) => corteOf(rows))
      .map((corte) => {
        return report(corteReport(corte));
      }),
    ...[CORTE, some]
      .map((rows) => turnoOf(rows))
      .map((turno) => {
        return paper({ name: turnoFileName(turno), document: turnoDocument(turno, MAKING) });
      }),
    ...[CANCELADAS, []].map((rows) => {
      return report(canceladasReport(rows, NOVIEMBRE));
    }),
    paper({ name: statementFileName(STATEMENT), document: statementDocument(STATEMENT) }),
    ...[STATEMENT.rows, []].map((rows) => {
      const debts = rows.map((row) => ({ ...row, saldo: row.cargo, referencia: 'M01-L02' }));
      const document = debtsDocument({ ...LOTE, rows: debts });
      return paper({ name: debtsFileName(LOTE.referencia, '2026-11-21 12:05:06'), document });
    }),
    await listed('Estado de cuenta', movimientosDe('M01-L02'), MOVIMIENTOS),
    await workbook('Corte de caja', corteWorkbook(readingOnly(CORTE), filter, asked, MAKING)),
    await workbook('Corte de caja sin correcciones', corteWorkbook(readingOnly(some), filter, asked, MAKING)),
    await workbook('Cartera vencida', carteraWorkbook(readingOnly(CARTERA, CARGOS), '2026-11-21', MAKING)),
    await workbook(
      'Pólizas',
      excelOf({ desde: '2026-11-01', hasta: '2026-11-30', por: 'dia' }, [POLIZA], MAKING).content,
    ),
    await workbook(
      'Excepciones',
      listingWorkbook(MAKING, ...madeOf(excepcionesReport(excepciones, EXCEPCIONES)).xlsx.sheets(MAKING)),
    ),
    await sheet('Facturas', facturasSheet(FACTURAS, 'Reporte de facturas')),
    await sheet('Facturas', facturasSheet([], 'Reporte de facturas')),
    await sheet(
      exportFileName('2026-11-21'),
      listaSheet(
        { title: 'Usuarios de la app', name: EXPORT_SHEET, list: USUARIOS_APP, rows: [USER as never] },
        MAKING,
      ),
    ),
    report({
      name: 'facturas.pdf',
      report: { title: 'Facturas', list: FACTURAS_LIST, rows: FACTURAS, emptyText: '', landscape: true, fontSize: 7 },
    }),
    ...(await Promise.all(
      OTHER_LISTS.map(async ({ title, list, rows, landscape }) =>
        [
          report({ name: `${title}.pdf`, report: { title, list, rows, landscape, emptyText: '' } }),
          await listed(title, list, rows),
        ].join('\n\n'),
      ),
    )),
    report({ name: 'bitacora.pdf', report: { title: 'Bitácora', list: BITACORA_LIST, rows: BITACORA, emptyText: '' } }),
    await listed('Bitácora', BITACORA_LIST, BITACORA),
    report({
      name: 'accesos.pdf',
      report: { title: 'Accesos', list: ACCESOS_LIST, rows: ACCESOS, emptyText: '', landscape: true },
    }),
    await listed('Accesos', ACCESOS_LIST, ACCESOS),
    // A list without a declaration of its own: its files are its screen's columns, as wide as what stands in them.
    report(
      listaReport({ title: 'Lotes por vencer', columns: reportes.VENCIDOS.screen, rows: VENCIDOS, query: 'ñandú' }),
    ),
    await sheet(
      'Lotes por vencer',
      listaWorkbook(
        {
          title: 'Lotes: vencidos y por vencer en el año',
          columns: reportes.VENCIDOS.screen,
          rows: VENCIDOS,
          query: ' ñandú ',
        },
        MAKING,
      ).sheet,
    ),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('lists.txt');
  // Narrower no word stands in a line: the paper is to lie, or some columns are to say how wide they are.
  const narrow = [...text.matchAll(/columna .*"width":(-?\d+)/g)].filter(([, width]) => Number(width) < 26);
  expect(narrow.map(([column]) => column)).toEqual([]);
});

test('each declaration of lists is drawn here', () => {
  const text = readFileSync(import.meta.filename, 'utf8');
  const declared = globSync(['features/*/listings.ts', 'documents/*.ts'], { cwd: import.meta.dirname }).filter(
    (name) => !name.includes('.test.') && /\blisting</.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  );
  expect(declared.length).toBeGreaterThan(10);
  expect(declared.filter((name) => !text.includes(`'#${name}'`))).toEqual([]);
});
