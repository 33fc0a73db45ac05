/** The accountant's entries through HTTP: months with everything in them, what is closed, what has no account, who may. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CuentaBancaria, DepositoEntrante, EstadoTomado } from '#features/bancos/contract.ts';
import type { CuentaCompleta, DiarioDe, EquivalenciaDe, PartidaDe } from '#features/contabilidad/contract.ts';
import { polizasPart } from '#features/contabilidad/server/month-end.ts';
import type { Egreso } from '#features/egresos/contract.ts';
import { resultadoPart } from '#features/egresos/server/month-end.ts';
import { checkLaws } from '#libro/server/laws.ts';
import type { PartMaking } from '#libro/server/month-end.ts';
import { makingOf } from '#libro/server/report.ts';
import { asOwner, migrationsOfCommunity } from '#platform/server/migrate.ts';
import type { ZipEntry } from '#platform/server/zip.ts';
import { appOfFile, type DemoUser, type Reply } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { closing } from '../closing.ts';
import { disagreements } from '../contable.ts';
import { Desk } from '../invoicing-desk.ts';
import {
  clearLedger,
  createDefinition,
  createDeliveredLote,
  inLedger,
  inReading,
  refusalOf,
  SCHEMA,
} from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const SUPERFICIE = 96_400;
const AGOSTO = { year: 2026, mes: 8 };
const SEPTIEMBRE = { year: 2026, mes: 9 };
const COLUMNAS = {
  fecha: 'Fecha',
  formaFecha: 'dd/mm/aaaa',
  importe: { forma: 'dos', cargo: 'Cargo', abono: 'Abono' },
  formaNumero: '1,234.56',
  concepto: ['Concepto'],
};
const NADA = { id: null };

let cuentas: { id: number; caja: number }[] = [];
let agua = 0;
let comisiones = 0;
let a = { id: 0, referencia: '' };
let b = { id: 0, referencia: '' };
/** The files of August as they were when it was closed. */
let deAgosto: { excel: Buffer; texto: Buffer };

const call = (method: 'GET' | 'POST', path: string, body?: unknown, as: DemoUser = 'director') =>
  app.call(method, path, { as, ...(body !== undefined && { body }) });
async function data<T>(reply: Promise<Reply>): Promise<T> {
  const found = await reply;
  if (!envelope(found).success) throw new Error(`${found.status} ${JSON.stringify(found.body)}`);
  return envelope(found).data as T;
}
const refused = async (reply: Promise<Reply>) => refusalOf(await reply);
const today = (fecha: string) => app.clock.set(`${fecha}T18:00:00Z`);

const asked = (desde: string, hasta: string, por = 'dia') => `?desde=${desde}&hasta=${hasta}&por=${por}`;
const DE_AGOSTO = asked('2026-08-01', '2026-08-31');
const DE_SEPTIEMBRE = asked('2026-09-01', '2026-09-30');
const diario = (query: string, as?: DemoUser) =>
  data<DiarioDe>(call('GET', `/contabilidad/polizas${query}`, undefined, as));
const partidas = async (query: string, fecha: string, tipo: string) =>
  (
    await data<{ rows: PartidaDe[] }>(
      call('GET', `/contabilidad/partidas${query}&fecha=${fecha}&tipo=${tipo}&size=100`),
    )
  ).rows;
async function bytesOf(path: string, as: DemoUser = 'consultor'): Promise<Buffer> {
  const headers = { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf(as)}` };
  const reply = await app.server.inject({ method: 'GET', url: `/api/v1${path}`, headers });
  expect(reply.headers['content-disposition'], reply.body).toMatch(/^attachment/);
  return reply.rawPayload;
}
const files = async (query: string) => ({
  excel: await bytesOf(`/contabilidad/polizas-to-excel${query}`),
  texto: await bytesOf(`/contabilidad/polizas-to-contpaqi${query}`),
});

interface Line {
  fecha: string;
  concepto: string;
  abono?: number;
  cargo?: number;
}
async function take(cuenta: number, ...lines: Line[]): Promise<EstadoTomado> {
  const rows = lines.map(({ fecha, concepto, cargo, abono }) =>
    [fecha, concepto, cargo?.toFixed(2) ?? '', abono?.toFixed(2) ?? ''].join(','),
  );
  const bytes = new TextEncoder().encode(['Fecha,Concepto,Cargo,Abono', ...rows].join('\r\n'));
  const file = { name: `${freshText('estado')}.csv`, bytes };
  return data(app.call('POST', `/estadobancario/guardar/${cuentas[cuenta]?.id}`, { as: 'cobranza', file }));
}
async function salida(concepto: string): Promise<Egreso> {
  const found = await data<{ rows: Egreso[] }>(
    call('GET', `/egreso/lista?situacion=todas&q=${encodeURIComponent(concepto)}`, undefined, 'cobranza'),
  );
  return found.rows[0] as Egreso;
}
const classify = async (concepto: string, parte: object, contrario: number | null = null) => {
  const { id, importe } = await salida(concepto);
  const partes = [{ importe, categoria: NADA, factura: NADA, orden: NADA, ...parte }];
  return data<Egreso>(
    call('POST', '/egreso/clasificar', { movimiento: { id }, partes, contrario: { id: contrario } }, 'cobranza'),
  );
};
async function deposito(concepto: string): Promise<DepositoEntrante> {
  const found = await data<{ rows: DepositoEntrante[] }>(
    call('GET', `/depositoentrante/lista?situacion=todas&q=${encodeURIComponent(concepto)}`, undefined, 'cobranza'),
  );
  return found.rows[0] as DepositoEntrante;
}
/** What an account moved in a period, cargos less abonos, in pesos. */
async function movio(query: string, codigo: string): Promise<number> {
  let centavos = 0;
  for (const { fecha, tipo } of (await diario(query)).polizas) {
    for (const { cuenta, debe, haber } of await partidas(query, fecha, tipo)) {
      if (cuenta.codigo === codigo) centavos += Math.round(debe * 100) - Math.round(haber * 100);
    }
  }
  return centavos / 100;
}
const codigoDe = (caja: number | undefined) => `102-${String(caja).padStart(2, '0')}`;

const app = await appOfFile({
  invoices: false,
  now: '2026-08-01T18:00:00Z',
  sessionLimits: { idleMinutes: 10_000_000, maxHours: 200_000 },
});
const cashier = await Cashier.of(app);
beforeAll(async () => {
  await clearLedger(app);
  await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET limite_egreso_centavos = NULL`);
  await createDefinition(app, { desde: SUPERFICIE, cuota: 250_000, diaCorte: 10, rules: [10] });
  const categorias = await app.query<{ id: number; name: string }>(`SELECT id, name FROM ${SCHEMA}.categoria_egreso`);
  agua = categorias.find(({ name }) => name === 'Agua')?.id ?? 0;
  comisiones = categorias.find(({ name }) => name === 'Comisiones bancarias')?.id ?? 0;
  const taken = (await call('GET', '/cuentabancaria/all')).body as CuentaBancaria[];
  cuentas = taken.slice(0, 2).map(({ id, caja }) => ({ id, caja: caja.id }));
  for (const { id, caja } of cuentas) {
    const body = { id, caja: { id: caja }, metodoPago: { id: '' }, conocidasSolas: false, columnas: COLUMNAS };
    await data(call('POST', '/cuentabancaria/save', body));
  }
  const lote = { superficie: SUPERFICIE, fecha_entrega: '2026-07-20' };
  [a, b] = [await createDeliveredLote(app, lote), await createDeliveredLote(app, lote)];
});
afterAll(async () => {
  expect(await inLedger(app, checkLaws)).toEqual([]);
});

describe('months with everything in them', () => {
  let recibo = 0;

  it('are booked by day and by month, in balance', async () => {
    await cashier.generateMonths(a.id, ['2026-08', '2026-09']);
    await cashier.generateMonths(b.id, ['2026-08', '2026-09']);
    today('2026-08-05');
    await cashier.payMonths(a.id, { meses: ['2026-08'], monto: 2_250, fecha: '2026-08-05' });
    recibo = (await cashier.payMonths(b.id, { meses: ['2026-08'], monto: 2_250, fecha: '2026-08-05' })).id;
    // Of another lot's money comes a fund, which pays a fine.
    const ajeno = await cashier.payMonths(a.id, { meses: ['2026-09'], monto: 2_250, fecha: '2026-08-05' });
    await cashier.moveReceipt(ajeno.id, b.id);
    const multa = await cashier.fine(b.id, 400);
    await cashier.payFine(multa, 400, '2026-08-05', { conFondo: true });
    await cashier.condoneFine(await cashier.fine(b.id, 150), 100);
    today('2026-08-20');
    await take(
      0,
      { fecha: '12/08/2026', concepto: 'DEPOSITO SIN NOMBRE', abono: 2_000 },
      { fecha: '13/08/2026', concepto: 'PIPA DE AGUA', cargo: 850.5 },
      { fecha: '13/08/2026', concepto: 'COMISION POR MANEJO', cargo: 11.6 },
      { fecha: '14/08/2026', concepto: 'TRASPASO A INVERSION', cargo: 500 },
      { fecha: '15/08/2026', concepto: 'SIN CLASIFICAR', cargo: 99 },
      { fecha: '15/08/2026', concepto: 'DEPOSITO REPETIDO', abono: 70 },
    );
    await take(1, { fecha: '14/08/2026', concepto: 'TRASPASO RECIBIDO', abono: 500 });
    const { id, version } = await deposito('DEPOSITO REPETIDO');
    await data(
      call('POST', '/depositoentrante/mover', { id, version, situacion: 'devuelto', razon: 'Rebotó' }, 'cobranza'),
    );
    await classify('PIPA DE AGUA', { clase: 'categoria', categoria: { id: agua } });
    await classify('COMISION POR MANEJO', { clase: 'comision', categoria: { id: comisiones } });
    const [line] = await app.query<{ id: number }>(
      `SELECT id FROM ${SCHEMA}.movimiento_bancario WHERE concepto = 'TRASPASO RECIBIDO'`,
    );
    await classify('TRASPASO A INVERSION', { clase: 'traspaso' }, line?.id ?? null);

    const found = await diario(DE_AGOSTO, 'consultor');
    expect(found.faltan).toEqual([]);
    expect(found.sinClasificar).toEqual({ salidas: 1, monto: 99 });
    expect(found.debe).toBe(found.haber);
    for (const { debe, haber } of found.polizas) expect(debe).toBe(haber);
    expect(found.polizas.map(({ fecha, tipo }) => `${fecha.slice(8)} ${tipo}`)).toEqual([
      ...['01 diario', '05 ingresos', '05 diario', '12 ingresos', '13 egresos', '14 egresos'],
    ]);
    const byMonth = await diario(asked('2026-08-01', '2026-08-31', 'mes'));
    expect(byMonth.polizas.map(({ fecha, tipo, numero }) => [fecha, tipo, numero])).toEqual([
      ...[
        ['2026-08-31', 'ingresos', 1],
        ['2026-08-31', 'egresos', 1],
        ['2026-08-31', 'diario', 1],
      ],
    ]);
    expect(byMonth.debe).toBe(found.debe);
    const banco = { codigo: codigoDe(cuentas[0]?.caja) };
    expect(await partidas(DE_AGOSTO, '2026-08-13', 'egresos')).toMatchObject([
      { cuenta: { name: 'Agua' }, concepto: 'Agua: PIPA DE AGUA', debe: 850.5, haber: 0 },
      { cuenta: { name: 'Comisiones bancarias' }, debe: 11.6, haber: 0 },
      { cuenta: banco, concepto: 'PIPA DE AGUA', debe: 0, haber: 850.5 },
      { cuenta: banco, concepto: 'COMISION POR MANEJO', debe: 0, haber: 11.6 },
    ]);
    // What nobody claims is owed, a deposit that was told twice is not, and the transfer is no deposit.
    expect(await movio(DE_AGOSTO, '205-01')).toBe(-2_000);
    expect(await movio(DE_AGOSTO, codigoDe(cuentas[1]?.caja))).toBe(500);
    expect(await inLedger(app, (tx) => disagreements(tx, AGOSTO))).toEqual([]);
  });

  it('stay as they were once closed, and corrections are entries of their own days', async () => {
    today('2026-09-02');
    await data(call('POST', '/periodo/cerrar', closing(AGOSTO)));
    deAgosto = await files(DE_AGOSTO);
    today('2026-09-03');
    // Found late, applied late, cancelled, refunded, undone, told late.
    const { id, version } = await deposito('DEPOSITO SIN NOMBRE');
    await data(
      call(
        'POST',
        '/depositoentrante/aplicar',
        { id, version, partes: [{ lote: { id: a.id }, monto: 2_000 }], autorizacionFecha: '' },
        'cobranza',
      ),
    );
    await cashier.cancelReceipt(recibo);
    await cashier.refundFund(b.id, 100);
    await cashier.setSpecial(a.id, 5);
    const egreso = (await salida('PIPA DE AGUA')).clasificacion?.id ?? 0;
    await data(call('POST', '/egreso/deshacer', { egreso: { id: egreso }, razon: 'Era de otra cosa' }, 'cobranza'));
    const late = await take(0, { fecha: '16/08/2026', concepto: 'DEPOSITO QUE LLEGO TARDE', abono: 333 });
    expect(late.avisos).toContainEqual(
      expect.stringMatching(/^Una línea nueva es de antes del 01-09-2026, de meses cerrados: su informe y/),
    );

    expect(await files(DE_AGOSTO)).toEqual(deAgosto);
    for (const month of [AGOSTO, SEPTIEMBRE]) expect(await inLedger(app, (tx) => disagreements(tx, month))).toEqual([]);
    // The deposit of August is whoever's it is since September; the late one is owed since then.
    expect(await movio(DE_SEPTIEMBRE, '205-01')).toBe(2_000 - 333);
    expect(await movio(asked('2026-08-01', '2026-09-30'), '205-01')).toBe(-333);
    expect(await movio(DE_SEPTIEMBRE, `601-${String(agua).padStart(2, '0')}`)).toBe(-850.5);
    // The money of a deposit is in its account once, whatever became of it.
    expect(await movio(asked('2026-08-01', '2026-09-30'), codigoDe(cuentas[0]?.caja))).toBe(
      // What receipts took in by that register, the deposits, and what is classified as gone.
      (await cobrado(cuentas[0]?.caja)) + 333 - 11.6 - 500,
    );
    // A refund leaves by a bank: it is owed until a line says so.
    expect(await movio(DE_SEPTIEMBRE, '205-02')).toBe(-100);
  });

  it('are told to the owners with the month that they became known in', async () => {
    await take(
      0,
      { fecha: '17/08/2026', concepto: 'PIPA QUE LLEGO TARDE', cargo: 300 },
      { fecha: '18/08/2026', concepto: 'NADIE LA CLASIFICA', cargo: 7.5 },
      { fecha: '03/09/2026', concepto: 'PIPA DEL MES', cargo: 120 },
    );
    for (const concepto of ['PIPA QUE LLEGO TARDE', 'PIPA DEL MES']) {
      await classify(concepto, { clase: 'categoria', categoria: { id: agua } });
    }
    await classify('SIN CLASIFICAR', { clase: 'comision', categoria: { id: comisiones } });
    const told = await inReading(app, (reading) => resultadoPart.read(reading, SEPTIEMBRE));
    expect(told.pagados).toContainEqual({ categoria: 'Agua', quien: 'PIPA DEL MES', monto: 120 });
    expect(told.tarde).toEqual([
      { categoria: 'Agua', quien: 'PIPA DE AGUA', monto: -850.5, informada: true },
      { categoria: 'Comisiones bancarias', quien: 'SIN CLASIFICAR', monto: 99, informada: true },
      { categoria: 'Agua', quien: 'PIPA QUE LLEGO TARDE', monto: 300, informada: false },
      { categoria: 'Sin clasificar', quien: 'NADIE LA CLASIFICA', monto: 7.5, informada: false },
    ]);
    // What was taken back, and what came late.
    expect(told.antesSinClasificar).toBe(850.5 + 7.5);
    // As the entries of the month have it; the demo's own lines are in none.
    expect(await movio(DE_SEPTIEMBRE, `601-${String(agua).padStart(2, '0')}`)).toBe(120 - 850.5 + 300);
    expect(await movio(DE_SEPTIEMBRE, `601-${String(comisiones).padStart(2, '0')}`)).toBe(99);
    expect((await inReading(app, (reading) => resultadoPart.read(reading, AGOSTO))).tarde).toEqual([]);
  });

  it('are given to whoever keeps a month together, the same bytes', async () => {
    const read = await inReading(app, (reading) => polizasPart.read(reading, AGOSTO));
    const making = await inReading(app, makingOf);
    // At whatever hour: the entries say nothing of when they were made.
    const by = { month: AGOSTO, making: { ...making, impreso: '' } } as PartMaking;
    const filesOf = async (data: typeof read): Promise<ZipEntry[]> => {
      const files: ZipEntry[] = [];
      for await (const file of polizasPart.files(data, by)) files.push(file);
      return files;
    };
    const made = await filesOf(JSON.parse(JSON.stringify(read)));
    expect(made.map(({ name }) => name)).toEqual([
      'polizas_01-08-2026_31-08-2026.xlsx',
      'polizas_contpaqi_01-08-2026_31-08-2026.txt',
    ]);
    expect(Buffer.from(made[0]?.content ?? []).equals(deAgosto.excel)).toBe(true);
    expect(Buffer.from(made[1]?.content ?? []).equals(deAgosto.texto)).toBe(true);
    const [told] = await filesOf({ polizas: [], falta: 'Falta la cuenta contable de «Agua»' });
    expect([told?.name, Buffer.from(told?.content ?? []).toString()]).toEqual([
      'polizas_que_faltan_2026-08.txt',
      expect.stringContaining('Falta la cuenta contable de «Agua»'),
    ]);
    const text = new TextDecoder('windows-1252').decode(deAgosto.texto);
    const lines = text.split('\r\n').slice(0, -1);
    expect(lines.filter((line) => line.startsWith('P '))).toHaveLength(6);
    const sum = (side: string) =>
      lines
        .filter((line) => line.startsWith('M1') && line.slice(55, 56) === side)
        .reduce((centavos, line) => centavos + Math.round(Number(line.slice(57, 77)) * 100), 0);
    expect(sum('0')).toBe(sum('1'));
    expect(sum('0') / 100).toBe((await diario(DE_AGOSTO)).debe);
  });
});

/** What stands of receipts of a register by what a bank takes, in pesos. */
async function cobrado(caja: number | undefined): Promise<number> {
  const [row] = await app.query<{ sum: number }>(
    `SELECT coalesce(sum(${SCHEMA}.recibo_en_firme(r.id)), 0)::float8 / 100 AS sum FROM ${SCHEMA}.recibo r
     JOIN ${SCHEMA}.metodo_pago m ON m.id = r.metodo_pago_id WHERE r.caja_id = $1 AND NOT m.en_caja`,
    [caja],
  );
  return row?.sum ?? 0;
}

describe('accounts', () => {
  const equivalencias = async () =>
    (await call('GET', '/equivalenciacontable/all', undefined, 'administrador')).body as EquivalenciaDe[];
  const map = (clave: string, id: number | null, as?: DemoUser) =>
    call('POST', '/equivalenciacontable/save', { clave, cuenta: { id } }, as);
  const cuentasContables = async () =>
    (await call('GET', '/cuentacontable/all', undefined, 'consultor')).body as CuentaCompleta[];
  const save = (changes: Partial<Record<keyof CuentaCompleta, unknown>> = {}, as?: DemoUser) =>
    call(
      'POST',
      '/cuentacontable/save',
      { id: '', codigo: freshText('9'), name: 'Otra cuenta', agrupador: '', naturaleza: 'deudora', ...changes },
      as,
    );

  it('are asked for by name until everything of the period has one', async () => {
    const name = freshText('Fuentes ');
    await data(call('POST', '/categoriaegreso/save', { id: '', name, uso: 'general', active: true }));
    const { clave = '' } = (await equivalencias()).find(({ nombre }) => nombre === name) ?? {};
    await classify('PIPA DE AGUA', { clase: 'categoria', categoria: { id: Number(clave.split(':')[1]) } });
    expect((await diario(DE_SEPTIEMBRE)).faltan).toEqual([
      { clave, grupo: 'Categorías de egreso', nombre: name, movimientos: 1, monto: 850.5 },
    ]);
    for (const kind of ['excel', 'contpaqi']) {
      expect(await refused(call('GET', `/contabilidad/polizas-to-${kind}${DE_SEPTIEMBRE}`))).toBe(
        `Falta la cuenta contable de «${name}». Asígnela en Contabilidad, Cuentas y equivalencias`,
      );
    }
    // What is whole is handed on all the same.
    expect(await files(DE_AGOSTO)).toEqual(deAgosto);
    const { id } = await data<{ id: number }>(save());
    const after = await lastAuditId(app);
    expect(envelope(await map(clave, id))).toMatchObject({ success: true, message: expect.stringContaining(name) });
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'actualizado', entidad: 'equivalencia_contable', antes: { cuenta: null } },
    ]);
    expect((await diario(DE_SEPTIEMBRE)).faltan).toEqual([]);
  });

  it('of closed months stay, and another one counts from the first open day', async () => {
    const { id } = await data<{ id: number }>(save({ codigo: '410-99', name: 'Mantenimiento nuevo' }));
    await data(map('cargo:mantenimiento', id));
    expect(await files(DE_AGOSTO)).toEqual(deAgosto);
    today('2026-09-04');
    await cashier.generateMonths(a.id, ['2026-10']);
    expect(await movio(DE_SEPTIEMBRE, '410-99')).toBe(-2_500);
    const old = (await cuentasContables()).find(({ codigo }) => codigo === '401-01') as CuentaCompleta;
    expect(await refused(save({ ...old, codigo: '401-77' }))).toMatch(/está en las pólizas de un mes cerrado/);
    const after = await lastAuditId(app);
    await data(save({ id, codigo: '410-98', name: 'Mantenimiento nuevo' }));
    expect(await auditRows(app, after)).toMatchObject([
      { status: 'actualizado', entidad: 'cuenta_contable', antes: { codigo: '410-99' }, despues: { codigo: '410-98' } },
    ]);
    const back = (await equivalencias()).find(({ clave }) => clave === 'cargo:mantenimiento');
    expect(back?.cuenta?.codigo).toBe('410-98');
    await data(map('cargo:mantenimiento', old.id));
  });

  it('of a method go before those of its register, and back', async () => {
    const metodo = (await equivalencias()).find(({ opcional, cuenta }) => opcional && !cuenta);
    const { id } = await data<{ id: number }>(save());
    await data(map(metodo?.clave ?? '', id));
    await data(map(metodo?.clave ?? '', null));
    expect((await equivalencias()).find(({ clave }) => clave === metodo?.clave)?.cuenta).toBe(null);
    expect(await refused(map('clientes', null))).toBe('Elija una cuenta');
    expect(await refused(map('clientes', 999_999))).toMatch(/ya no existe/);
    expect((await map('nada', id)).status).toBe(404);
  });

  it('have codes of their own, and keys of the tax authority in their form', async () => {
    expect(await refused(save({ codigo: '105.01' }))).toMatch(/Ya hay una cuenta con ese código/);
    expect((await save({ agrupador: '10' })).body).toMatchObject({ errors: [{ path: 'agrupador' }] });
    expect((await save({ codigo: '—' })).body).toMatchObject({ errors: [{ path: 'codigo' }] });
    expect((await save({ id: 999_999 })).status).toBe(404);
  });

  it('are read by whoever audits, and said by the direction', async () => {
    for (const as of ['administrador', 'consultor'] as const) {
      expect((await call('GET', `/contabilidad/polizas${DE_AGOSTO}`, undefined, as)).status).toBe(200);
      expect((await bytesOf(`/contabilidad/polizas-to-contpaqi${DE_AGOSTO}`, as)).equals(deAgosto.texto)).toBe(true);
      expect((await map('clientes', 1, as)).status).toBe(403);
      expect((await save({}, as)).status).toBe(403);
    }
    for (const as of ['cobranza', 'tags', 'obras'] as const) {
      expect((await call('GET', `/contabilidad/polizas${DE_AGOSTO}`, undefined, as)).status).toBe(403);
    }
  });

  it('are asked of a period with an order and an end', async () => {
    expect(await refused(call('GET', `/contabilidad/polizas${asked('2026-09-02', '2026-09-01')}`))).toMatch(/anterior/);
    expect(await refused(call('GET', `/contabilidad/polizas${asked('2026-01-01', '2026-09-01')}`))).toMatch(/92 días/);
    expect((await call('GET', `/contabilidad/partidas${DE_AGOSTO}&fecha=2026-08-02&tipo=diario`)).status).toBe(404);
    expect((await call('GET', '/contabilidad/polizas?desde=2026-13-01&hasta=2026-09-01')).status).toBe(400);
  });
});

describe('what went out, from report to report', () => {
  const gasto = async (mes: number) => inReading(app, (reading) => resultadoPart.read(reading, { year: 2026, mes }));
  /** What a month's report says that went out, and what it changes of what reports before it said, in centavos. */
  async function told(mes: number): Promise<number> {
    const { pagados, sinClasificar, tarde = [] } = await gasto(mes);
    const rows = [...pagados, { monto: sinClasificar }, ...tarde.filter(({ informada }) => !informada)];
    return rows.reduce((sum, { monto }) => sum + Math.round(monto * 100), 0);
  }
  /** What has gone out by a month's end, as it is known now: whatever is no transfer and no deposit that was given back. */
  async function gone(mes: number): Promise<number> {
    const [row] = await app.query<{ centavos: number }>(
      `SELECT coalesce(sum(-m.importe_centavos - coalesce((
         SELECT sum(p.importe_centavos) FROM ${SCHEMA}.egreso e JOIN ${SCHEMA}.egreso_parte p ON p.egreso_id = e.id
         WHERE e.movimiento_id = m.id AND e.estado = 'firme' AND p.categoria_id IS NULL), 0)), 0)::int AS centavos
       FROM ${SCHEMA}.movimiento_bancario m
       WHERE m.importe_centavos < 0 AND NOT m.retirado AND m.fecha < make_date(2026, $1, 1) + interval '1 month'`,
      [mes],
    );
    return row?.centavos ?? 0;
  }
  const close = async (mes: number, on: string) => {
    today(on);
    await data(call('POST', '/periodo/cerrar', closing({ year: 2026, mes })));
  };
  const undo = async (concepto: string) => {
    const egreso = { id: (await salida(concepto)).clasificacion?.id ?? 0 };
    await data(call('POST', '/egreso/deshacer', { egreso, razon: 'No era eso' }, 'cobranza'));
  };
  /** The other end of a transfer. */
  async function received(concepto: string, fecha: string, abono: number): Promise<number> {
    await take(1, { fecha, concepto, abono });
    const [line] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.movimiento_bancario WHERE concepto = $1`, [
      concepto,
    ]);
    return line?.id ?? 0;
  }
  const DE_AGUA = () => ({ clase: 'categoria', categoria: { id: agua } });
  const late = (quien: string, monto: number, informada: boolean, categoria = 'Sin clasificar') => ({
    ...{ categoria, quien, monto, informada },
  });

  it('comes to what is known at each, whatever lines of closed months became', async () => {
    // The demo found its months to agree, which holds their lines.
    await app.query(
      `INSERT INTO ${SCHEMA}.conciliacion_reverso (conciliacion_id, razon, created_at) SELECT id, 'Prueba', now() FROM ${SCHEMA}.conciliacion`,
    );
    let sofar = (await gone(9)) - (await told(9));
    today('2026-09-10');
    await take(
      0,
      { fecha: '05/09/2026', concepto: 'FUE AGUA', cargo: 40 },
      { fecha: '05/09/2026', concepto: 'RESULTA TRASPASO', cargo: 60 },
      { fecha: '05/09/2026', concepto: 'NO ERA TRASPASO', cargo: 80.25 },
      { fecha: '05/09/2026', concepto: 'DE DOS COSAS', cargo: 100 },
    );
    await take(0, { fecha: '06/09/2026', concepto: 'DE OTRA CUENTA', cargo: 15 });
    const [{ id: repetido } = { id: 0 }] = await app.query<{ id: number }>(
      `SELECT max(id) AS id FROM ${SCHEMA}.estado_bancario`,
    );
    await classify('FUE AGUA', DE_AGUA());
    const entra = await received('ENTRA OCHENTA', '05/09/2026', 80.25);
    await classify('NO ERA TRASPASO', { clase: 'traspaso' }, entra);
    await classify('DE DOS COSAS', DE_AGUA());
    await close(9, '2026-10-02');
    // As it is frozen with the closing; what is read of the month later is what became of its lines.
    sofar += await told(9);
    expect(sofar).toBe(await gone(9));

    await undo('FUE AGUA');
    await classify('FUE AGUA', { clase: 'comision', categoria: { id: comisiones } });
    await classify('RESULTA TRASPASO', { clase: 'traspaso' }, await received('ENTRAN SESENTA', '06/09/2026', 60));
    await undo('NO ERA TRASPASO');
    await data(call('POST', '/estadobancario/retirar', { id: repetido, razon: 'Es de otra cuenta' }));
    await take(0, { fecha: '07/09/2026', concepto: 'LLEGA EN OCTUBRE', cargo: 33 });
    await take(0, { fecha: '01/10/2026', concepto: 'DE OCTUBRE', cargo: 5 });
    expect((await gasto(10)).tarde).toEqual([
      late('FUE AGUA', -40, true, 'Agua'),
      late('FUE AGUA', 40, true, 'Comisiones bancarias'),
      late('NO ERA TRASPASO', 80.25, false),
      late('LLEGA EN OCTUBRE', 33, false),
      late('DE OTRA CUENTA', -15, false),
      late('RESULTA TRASPASO', -60, false),
    ]);
    await close(10, '2026-11-02');
    sofar += await told(10);
    expect(sofar).toBe(await gone(10));

    await classify('LLEGA EN OCTUBRE', DE_AGUA());
    await classify('NO ERA TRASPASO', DE_AGUA());
    await undo('DE DOS COSAS');
    const { id } = await salida('DE DOS COSAS');
    const parte = (importe: number, categoria: number) => ({
      ...{ clase: 'categoria', importe, categoria: { id: categoria }, factura: NADA, orden: NADA },
    });
    await data(
      call('POST', '/egreso/clasificar', {
        ...{ movimiento: { id }, contrario: NADA, partes: [parte(70, agua), parte(30, comisiones)] },
      }),
    );
    expect((await gasto(11)).tarde).toEqual([
      late('NO ERA TRASPASO', 80.25, true, 'Agua'),
      late('LLEGA EN OCTUBRE', 33, true, 'Agua'),
      late('DE DOS COSAS', -30, true, 'Agua'),
      late('DE DOS COSAS', 30, true, 'Comisiones bancarias'),
    ]);
    expect(sofar + (await told(11))).toBe(await gone(11));
  });
});

describe('invoices', () => {
  const DE_NOVIEMBRE = asked('2026-11-01', '2026-11-30');

  it('give lines their folio fiscal and take the tax out of income, as they were known when the month was closed', async () => {
    const desk = await Desk.open();
    const as = 'director';
    const read = async (query: string) => {
      const found = envelope(await desk.app.call('GET', `/contabilidad/polizas${query}`, { as })).data as DiarioDe;
      const lines = found.polizas.map(({ fecha, tipo }) =>
        desk.app.call('GET', `/contabilidad/partidas${query}&fecha=${fecha}&tipo=${tipo}&size=100`, { as }),
      );
      expect(found.debe).toBe(found.haber);
      return (await Promise.all(lines)).flatMap((reply) => (envelope(reply).data as { rows: PartidaDe[] }).rows);
    };
    try {
      await clearLedger(desk.app);
      const body = { tipo: 'sancion', tratamiento: 'iva16', claveProductoServicio: '80131801', claveUnidad: 'E48' };
      expect((await desk.app.call('POST', '/tratamientofiscal/save', { as, body })).body).toMatchObject({
        success: true,
      });
      const { id, pagoId } = await desk.payStamped();
      const { uuid } = await desk.facturaRow(id);
      const ofInvoice = async (query: string) =>
        (await read(query))
          .filter((one) => one.uuid === uuid)
          .map(({ cuenta, debe, haber }) => [cuenta.codigo, debe, haber])
          .toSorted();
      const known = [
        ['105-01', 0, 1000],
        ['208-01', 0, 137.93],
        ['403-01', 137.93, 0],
      ];
      expect(await ofInvoice(DE_NOVIEMBRE)).toEqual(known);
      desk.app.clock.set('2026-12-02T18:00:00Z');
      const closed = await desk.app.call('POST', '/periodo/cerrar', { as, body: closing({ year: 2026, mes: 11 }) });
      expect(closed.body).toMatchObject({ success: true });
      desk.app.clock.advance(60_000);
      expect((await desk.cancelPago(pagoId)).body).toMatchObject({ success: true });
      expect((await desk.facturaRow(id)).status).toBe('cancelada');
      // What was handed on stays; that it is taken back is of December.
      expect(await ofInvoice(DE_NOVIEMBRE)).toEqual(known);
      const december = await read(asked('2026-12-01', '2026-12-31'));
      expect(
        december.filter(({ cuenta }) => cuenta.codigo === '208-01').map(({ debe, haber }) => [debe, haber]),
      ).toEqual([[137.93, 0]]);
    } finally {
      await desk.app.close();
    }
  });

  describe('that are paid later', () => {
    const DE_DICIEMBRE = asked('2026-12-01', '2026-12-31');
    const as = 'director';
    let desk: Desk;
    beforeEach(async () => {
      desk = await Desk.open();
      await clearLedger(desk.app);
      await post('/tratamientofiscal/save', {
        ...{ tipo: 'sancion', tratamiento: 'iva16', claveProductoServicio: '80131801', claveUnidad: 'E48' },
      });
    });
    afterEach(() => desk.app.close());

    async function post(path: string, body: object) {
      const reply = await desk.app.call('POST', path, { as, body });
      expect(reply.body).toMatchObject({ success: true });
      return envelope(reply).data;
    }
    /** Whose fine of 1,000.00 is invoiced before it is paid. */
    async function owing() {
      const lote = await desk.chargedLote(100_000);
      const data = { nombre: 'JOSÉ MUÑOZ ÁVILA', rfc: 'MUAJ800101AB1', regimen: '612', uso: 'G03' };
      await desk.giveTaxData(lote.loteId, { ...data, metodo: 'PPD' });
      return lote;
    }
    const invoice = ({ cargoId }: { cargoId: number }) => post('/factura/cargos', { cargos: [cargoId] });
    /** The tax that was collected in a period, and what was not. */
    async function tax(query: string) {
      const { polizas } = envelope(await desk.app.call('GET', `/contabilidad/polizas${query}`, { as }))
        .data as DiarioDe;
      const sums = { '208-01': 0, '209-01': 0 };
      for (const { fecha, tipo } of polizas) {
        const path = `/contabilidad/partidas${query}&fecha=${fecha}&tipo=${tipo}&size=100`;
        const { rows } = envelope(await desk.app.call('GET', path, { as })).data as { rows: PartidaDe[] };
        for (const { cuenta, debe, haber } of rows) {
          if (cuenta.codigo in sums) sums[cuenta.codigo as keyof typeof sums] += Math.round((haber - debe) * 100);
        }
      }
      return [sums['208-01'], sums['209-01']];
    }
    async function closeNovember() {
      desk.app.clock.set('2026-12-02T18:00:00Z');
      await post('/periodo/cerrar', closing({ year: 2026, mes: 11 }));
    }

    it('have tax that is not collected until a complement tells it, and again once that is cancelled', async () => {
      const lote = await owing();
      await invoice(lote);
      expect(await tax(DE_NOVIEMBRE)).toEqual([0, 137_93]);
      await desk.pay(lote, { pagado: 400 });
      expect(await tax(DE_NOVIEMBRE)).toEqual([55_17, 82_76]);
      await closeNovember();
      const { result } = await desk.pay(lote, { pagado: 600 });
      expect(await tax(DE_DICIEMBRE)).toEqual([82_76, -82_76]);
      expect(envelope(await desk.cancelFactura(result.idFactura ?? 0)).success).toBe(true);
      expect(await tax(DE_DICIEMBRE)).toEqual([0, 0]);
      // What was handed on stays.
      expect(await tax(DE_NOVIEMBRE)).toEqual([55_17, 82_76]);
      expect(await inLedger(desk.app, (tx) => disagreements(tx, { year: 2026, mes: 11 }))).toEqual([]);
    });

    it('keep the one account that they were booked to before there were two', async () => {
      const [before, later] = [await owing(), await owing()];
      await invoice(before);
      await desk.pay(before, { pagado: 400 });
      await closeNovember();
      await desk.pay(before, { pagado: 600 });
      await invoice(later);
      await desk.pay(later, { pagado: 400 });
      const migration =
        (await migrationsOfCommunity()).find(({ name }) => name.endsWith('_iva_cobrado.sql'))?.sql ?? '';
      await asOwner(desk.app.urls.owner, async (client) => {
        await client.query(`SET search_path TO ${SCHEMA}, ext`);
        await client.query(
          `DELETE FROM registro_contable g USING factura f WHERE f.id = g.factura_id AND f.tipo = 'pago'`,
        );
        await client.query(`DELETE FROM equivalencia_contable WHERE clave = 'iva_no_cobrado'`);
        await client.query(`DELETE FROM cuenta_contable WHERE codigo = '209-01'`);
        await client.query('DROP FUNCTION dia_de_complemento(integer)');
        await client.query(migration);
      });
      expect(await tax(DE_NOVIEMBRE)).toEqual([137_93, 0]);
      expect(await tax(DE_DICIEMBRE)).toEqual([55_17, 82_76]);
    });
  });
});
