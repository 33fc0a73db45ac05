/**
 * Maintenance: definitions, runs and their undoing, periods of one lot (specification 001, 2.2 to 2.5;
 * dominio.md#maintenance).
 */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { percentageOf } from '#core/money.ts';
import { compareMonths, dayOfMonth, firstChargeable, lastDayOf, type Month, monthOf } from '#core/period.ts';
import { loadLote, lockLote } from '#libro/server/lotes.ts';
import { createMonths, definitionFor, firstChargeableOf } from '#libro/server/maintenance.ts';
import { firstChargeableSql, generateMonth } from '#libro/server/maintenance-run.ts';
import { inTx, type Tx } from '#platform/server/db.ts';
import { appOfFile } from '../app.ts';
import { chargeSums, createDeliveredLote, insertCharge, refusalOf, SCHEMA, tenderOf } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

const app = await appOfFile({ invoices: false, connections: 8 });

const TODAY = '2026-11-21';
const NOVEMBER = { mes: 11, year: 2026 };
const OCTOBER = { mes: 10, year: 2026 };

const addDays = (fecha: string, days: number): string =>
  new Date(Date.parse(`${fecha}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const asApp = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTx(app.pools.pool, { schema: SCHEMA }, work);
const stamp = () => ({ usuarioId: null, now: app.clock.now(), today: TODAY });

// Whatever the demo community holds, each test begins without charges, definitions and delivered lots.
beforeEach(async () => {
  await app.query(
    `TRUNCATE ${SCHEMA}.cargo, ${SCHEMA}.generacion, ${SCHEMA}.recibo, ${SCHEMA}.mantenimiento RESTART IDENTITY CASCADE`,
  );
  await app.query(`UPDATE ${SCHEMA}.lote SET status = 'disponible' WHERE status = 'entregado'`);
});

const definition = (changes: Record<string, unknown> = {}) => ({
  id: '',
  name: freshText('Cuota '),
  cuota: 2500,
  description: '',
  diaCorte: 10,
  tipoLote: 'habitacional',
  validoMetrosVivienda: '',
  reglasList: [],
  ...changes,
});

const post = (path: string, body: unknown, as: 'director' | 'administrador' = 'administrador') =>
  app.call('POST', path, { as, body });

async function createDefinition(changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await post('/mantenimiento/save', definition(changes));
  expect([reply.status, reply.body]).toMatchObject([200, { success: true }]);
  return (envelope(reply).data as { id: number }).id;
}

async function generate(month: { mes: number; year: number }): Promise<string> {
  const reply = await post('/mtto-generado/save', month);
  expect(reply.body).toMatchObject({ success: true });
  return envelope(reply).message;
}

interface Row {
  id: number;
  referencia: string;
  fecha_corte: string;
  pago_status: string;
  cargo_id: number;
}
interface Generated {
  countCondos: number;
  countHabitacion: number;
  countComercio: number;
  countByStatus: number[];
  loteList: Row[];
}
async function generated({ mes, year }: Month): Promise<Generated> {
  return envelope(await app.call('GET', `/mtto-generado/get/${mes}/${year}`, { as: 'administrador' }))
    .data as Generated;
}

interface Corrida {
  id: number;
  tipo: string;
  creados: number;
  existentes: number;
  anulada: string | null;
  anulable: boolean;
  referencia: string | null;
}
const runs = async () => (await app.call('GET', '/mtto-generado/corridas', { as: 'administrador' })).body as Corrida[];

async function chargeOf(loteId: number, { mes, year }: Month): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    `SELECT id FROM ${SCHEMA}.cargo WHERE lote_id = $1 AND year = $2 AND mes = $3 AND tipo = 'mantenimiento'
      AND cierre IS DISTINCT FROM 'anulado'`,
    [loteId, year, mes],
  );
  if (!row) throw new Error('no such month');
  return row.id;
}

describe('definitions', () => {
  it('are saved, listed and edited with their rules', async () => {
    const reglas = (await app.call('GET', '/reglas/all', { as: 'administrador' })).body as {
      id: number;
      name: string;
    }[];
    const [regla] = reglas;
    if (!regla) throw new Error('the demo has no rules');
    const before = await lastAuditId(app);
    const id = await createDefinition({
      name: 'Residencial',
      validoMetrosVivienda: '200',
      reglasList: [{ id: regla.id }],
    });
    const record = {
      id,
      name: 'Residencial',
      cuota: 2500,
      description: '',
      diaCorte: 10,
      tipoLote: 'habitacional',
      validoMetrosVivienda: 200,
      reglasList: [{ id: regla.id, name: regla.name }],
    };
    expect((await app.call('GET', '/mantenimiento/all', { as: 'administrador' })).body).toEqual([record]);
    await post('/mantenimiento/save', { ...record, cuota: 2600.5, reglasList: [] });
    const reply = await app.call('GET', `/mantenimiento/get/${id}`, { as: 'director' });
    expect(envelope(reply).data).toEqual({ ...record, cuota: 2600.5, reglasList: [] });
    expect(await auditRows(app, before)).toMatchObject([
      { status: 'creado', entidad: 'mantenimiento', entidad_id: String(id), antes: null, despues: { cuota: 2500 } },
      { status: 'actualizado', antes: { cuota: 2500 }, despues: { cuota: 2600.5, reglasList: [] } },
    ]);
    expect((await app.call('GET', '/mantenimiento/get/999', { as: 'director' })).status).toBe(404);
    expect((await post('/mantenimiento/save', definition({ id: 999 }))).status).toBe(404);
  });

  it('with a field out of its limits are 400', async () => {
    const faults = [
      ['name', '', 'Campo Requerido'],
      ['name', 'ab', 'Muy corto'],
      ['cuota', '', 'Campo Requerido'],
      ['cuota', -1, 'No puede poner una cuota negativa'],
      ['cuota', 0.5, 'La cuota mínima no puede ser menor a 1'],
      ['diaCorte', '', 'Campo Requerido'],
      ['diaCorte', -2, 'No puede poner una día negativo'],
      ['diaCorte', 0, 'El día mínimo no puede ser menor a 1'],
      ['diaCorte', 32, 'El día máximo no puede ser mayor a 31'],
      ['tipoLote', '', 'Campo Requerido'],
      ['tipoLote', 'rural', 'Campo inválido'],
      ['validoMetrosVivienda', 0.5, 'Los metros no pueden ser menos de 1'],
    ] as const;
    for (const [path, value, message] of faults) {
      const reply = await post('/mantenimiento/save', definition({ [path]: value }));
      expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path, message }]]);
    }
  });

  it('of the same name, for the same lots, or with an unknown rule are refused', async () => {
    await createDefinition({ name: 'Única' });
    expect(refusalOf(await post('/mantenimiento/save', definition({ name: 'única', validoMetrosVivienda: 50 })))).toBe(
      'Ya existe otro mantenimiento con el nombre «única». Use otro o edite el existente',
    );
    expect(refusalOf(await post('/mantenimiento/save', definition()))).toMatch(
      /^Ya existe otro mantenimiento habitacional sin metros/,
    );
    const unknown = definition({ validoMetrosVivienda: 60, reglasList: [{ id: 99_999 }] });
    expect(refusalOf(await post('/mantenimiento/save', unknown))).toMatch(/reglas de descuento ya no existe/);
    expect((await app.call('GET', '/mantenimiento/all', { as: 'administrador' })).body).toHaveLength(1);
  });
});

describe('a run', () => {
  it('charges delivered lots by type and surface, with their special percentage, and nothing twice', async () => {
    await createDefinition({ cuota: 1000 });
    await createDefinition({ cuota: 1500.1, validoMetrosVivienda: 200 });
    await createDefinition({ cuota: 2000, validoMetrosVivienda: 300, diaCorte: 31 });
    await createDefinition({ tipoLote: 'condominal', cuota: 9000 });
    const small = await createDeliveredLote(app, { superficie: 199.99 });
    const middle = await createDeliveredLote(app, { superficie: 200, plus_percent_mtto: 33.33 });
    const large = await createDeliveredLote(app, { superficie: 300, plus_percent_mtto: 100 });
    const condo = await createDeliveredLote(app, { tipo: 'condominal', numero_viviendas: 5 });
    await createDeliveredLote(app, { parent_id: condo.id });
    await createDeliveredLote(app, { tipo: 'comercial' });
    await createDeliveredLote(app, { fecha_entrega: '2026-11-15' });
    await createDeliveredLote(app, { fecha_inicio_pagos: '2026-11-11' });

    const preview = envelope(await post('/mtto-generado/previsualizar', NOVEMBER)).data;
    expect(preview).toEqual({
      tipos: [
        { tipo: 'condominal', nuevos: 1, total: 9000, existentes: 0 },
        { tipo: 'habitacional', nuevos: 3, total: 2000.12, existentes: 0 },
      ],
      nuevos: 4,
      total: 11_000.12,
      existentes: 0,
      sinCuota: 1,
    });
    const before = await lastAuditId(app);
    expect(await generate(NOVEMBER)).toBe('Mantenimientos generado con éxito. Se crearon 4 de Noviembre - 2026.');
    expect(await auditRows(app, before)).toMatchObject([
      {
        status: 'creado',
        entidad: 'generacion',
        entidad_id: '1',
        referencia: 'Noviembre - 2026',
        nota: 'Generación de mantenimiento: 4 creados por $11,000.12, 0 ya existían',
        despues: { creados: 4, existentes: 0, total: 1_100_012 },
      },
    ]);
    const month = await generated(NOVEMBER);
    expect(month).toMatchObject({ countCondos: 1, countHabitacion: 3, countComercio: 0 });
    // todos, vigente, incompleto, pagado, condonado, cancelado: at 100% a month is born paid.
    expect(month.countByStatus).toEqual([4, 3, 0, 1, 0, 0]);
    const rows = Object.fromEntries(month.loteList.map((row) => [row.id, [row.fecha_corte, row.pago_status]]));
    expect(rows).toEqual({
      [small.id]: ['2026-11-10', 'vigente'],
      [middle.id]: ['2026-11-10', 'vigente'],
      [large.id]: ['2026-11-30', 'pagado'],
      [condo.id]: ['2026-11-10', 'vigente'],
    });
    expect(await chargeSums(app, await chargeOf(middle.id, NOVEMBER))).toMatchObject({
      saldo: 100_012,
      ajustado: 49_998,
    });
    expect(await chargeSums(app, await chargeOf(large.id, NOVEMBER))).toMatchObject({ saldo: 0, status: 'pagado' });

    const late = await createDeliveredLote(app);
    expect(await generate(NOVEMBER)).toBe(
      'Mantenimientos generado con éxito. Se creó 1 de Noviembre - 2026; 4 ya existían.',
    );
    expect(await generate(NOVEMBER)).toBe('No se creó ningún mantenimiento de Noviembre - 2026: 5 ya existían.');
    expect(await chargeOf(late.id, NOVEMBER)).toBeGreaterThan(0);
    expect((await runs()).map(({ creados, existentes }) => [creados, existentes])).toEqual([
      [1, 4],
      [4, 0],
    ]);
    const paid = await app.call('GET', '/mtto-generado/get/status/11/2026/pagado', { as: 'administrador' });
    expect(envelope(paid).data).toMatchObject({ countByStatus: [5, 4, 0, 1, 0, 0], loteList: [{ id: large.id }] });
  });

  it('of a month that has not begun, or that nobody pays, is refused', async () => {
    await createDefinition();
    const future = 'Diciembre - 2026 todavía no empieza. Elija un mes que no sea posterior a hoy';
    for (const path of ['/mtto-generado/save', '/mtto-generado/previsualizar']) {
      expect(refusalOf(await post(path, { mes: 12, year: 2026 }))).toBe(future);
      expect((await post(path, { mes: 13, year: 2026 })).status).toBe(400);
      expect((await post(path, { mes: '', year: 2026 })).status).toBe(400);
    }
    expect(refusalOf(await post('/mtto-generado/save', NOVEMBER))).toMatch(
      /^Ningún lote paga mantenimiento en Noviembre/,
    );
    expect(await runs()).toEqual([]);
  });

  it('twice at once charges once', async () => {
    await createDefinition();
    await Promise.all(Array.from({ length: 12 }, () => createDeliveredLote(app)));
    const replies = await Promise.all([1, 2, 3].map(() => post('/mtto-generado/save', NOVEMBER)));
    expect(replies.map((reply) => envelope(reply).success)).toEqual([true, true, true]);
    expect((await runs()).map(({ creados }) => creados)).toEqual([12]);
    expect((await generated(NOVEMBER)).countByStatus[0]).toBe(12);
  });

  it('asked for again with the same key answers the same and creates nothing', async () => {
    await createDefinition();
    await createDeliveredLote(app);
    const send = () =>
      app.call('POST', '/mtto-generado/save', {
        as: 'director',
        body: NOVEMBER,
        headers: { 'idempotency-key': 'corrida-de-noviembre' },
      });
    const first = await send();
    await createDeliveredLote(app);
    expect((await send()).body).toEqual(first.body);
    expect((await generated(NOVEMBER)).countByStatus[0]).toBe(1);
  });

  it('never creates a cancelled month again', async () => {
    await createDefinition();
    const lote = await createDeliveredLote(app);
    await generate(NOVEMBER);
    await closeBy(await chargeOf(lote.id, NOVEMBER), 'cancelacion');
    expect(await generate(NOVEMBER)).toBe('No se creó ningún mantenimiento de Noviembre - 2026: 1 ya existía.');
    expect((await generated(NOVEMBER)).countByStatus).toEqual([1, 0, 0, 0, 0, 1]);
  });
});

/** An adjustment over the whole balance, as the flows of other features book it. */
async function closeBy(cargoId: number, tipo: 'cancelacion' | 'condonacion'): Promise<void> {
  await app.query(
    `INSERT INTO ${SCHEMA}.ajuste (cargo_id, tipo, monto_centavos, fecha, created_at)
      SELECT id, $2, saldo_centavos, $3, now() FROM ${SCHEMA}.cargo WHERE id = $1`,
    [cargoId, tipo, TODAY],
  );
}

/** A payment on a charge, straight into the ledger; amounts in centavos. */
async function payBy(loteId: number, cargoId: number, monto: number, fechaPago = TODAY): Promise<void> {
  const { caja, metodoPago } = await tenderOf(app);
  const [recibo] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
      VALUES ($1, $2, $3, $4, $5, now()) RETURNING id`,
    [loteId, fechaPago, caja.id, metodoPago.id, monto],
  );
  await app.query(
    `INSERT INTO ${SCHEMA}.pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at) VALUES ($1, $2, $3, $4, '2026-11-21T18:00:00Z')`,
    [recibo?.id, cargoId, monto, fechaPago],
  );
}

describe('undoing a run', () => {
  const undo = (id: number) => post(`/mtto-generado/anular/${id}`, {});

  it('takes its months away, with the late interest that nobody touched, and lets them be created again', async () => {
    await createDefinition();
    const lote = await createDeliveredLote(app, { plus_percent_mtto: 100 });
    const other = await createDeliveredLote(app);
    await generate(OCTOBER);
    const octubre = await chargeOf(other.id, OCTOBER);
    const interes = await insertCharge(app, other.id, {
      tipo: 'interes',
      monto_centavos: 1510,
      year: 2026,
      mes: 10,
      dia_corte: 10,
      base_id: octubre,
      interes_base_centavos: 250_000,
      interes_porcentaje: 7.25,
      interes_factor: 1,
    });
    const [run] = await runs();
    expect(run).toMatchObject({ tipo: 'mantenimiento', creados: 2, anulable: true, anulada: null });
    const before = await lastAuditId(app);
    expect((await undo(run?.id ?? 0)).body).toEqual({
      success: true,
      message: 'Se deshizo la generación: 2 mantenimientos quedaron anulados.',
    });
    expect(await auditRows(app, before)).toMatchObject([
      {
        status: 'cancelado',
        entidad: 'generacion',
        referencia: 'Octubre - 2026',
        despues: { anulados: 2, total: 250_000 },
      },
    ]);
    expect(await chargeSums(app, octubre)).toMatchObject({ saldo: 0, status: 'anulado' });
    expect(await chargeSums(app, interes)).toMatchObject({ saldo: 0, status: 'anulado' });
    expect((await generated(OCTOBER)).countByStatus).toEqual([0, 0, 0, 0, 0, 0]);
    expect(
      envelope(await app.call('GET', `/lote/get-for-mantenimiento/${lote.id}`, { as: 'cobranza' })).data,
    ).toMatchObject({
      deuda: 0,
      mantenimientoList: [],
    });
    expect(await runs()).toMatchObject([{ anulable: false, anulada: '2026-11-21T18:00:00.000Z' }]);
    expect(refusalOf(await undo(run?.id ?? 0))).toBe('Esta generación ya se deshizo. Actualice la página');
    expect(await generate(OCTOBER)).toMatch(/Se crearon 2 /);
    expect((await undo(999)).status).toBe(404);
  });

  it.each([
    ['paid', (lote: number, cargo: number) => payBy(lote, cargo, 100)],
    ['condoned', (_lote: number, cargo: number) => closeBy(cargo, 'condonacion')],
    ['cancelled', (_lote: number, cargo: number) => closeBy(cargo, 'cancelacion')],
  ])('is refused once a month was %s, and changes nothing', async (_what, touch) => {
    await createDefinition();
    const lote = await createDeliveredLote(app);
    await createDeliveredLote(app);
    await generate(NOVEMBER);
    await touch(lote.id, await chargeOf(lote.id, NOVEMBER));
    const [run] = await runs();
    expect(run?.anulable).toBe(false);
    const counts = (await generated(NOVEMBER)).countByStatus;
    expect(refusalOf(await undo(run?.id ?? 0))).toBe(
      `No se puede deshacer: «Mantenimiento Noviembre - 2026» del lote ${lote.referencia} ya tiene pagos, condonaciones o cancelaciones. Cancélelos primero o corrija cada lote por separado`,
    );
    expect((await generated(NOVEMBER)).countByStatus).toEqual(counts);
  });
});

describe('periods of one lot', () => {
  const periods = (id: number, range: string[]) =>
    post('/lote/generarmantenimientospersonalizado', { id, range }, 'director');
  const context = (id: number) => app.call('GET', `/lote/getforgenerarperiodo/${id}`, { as: 'director' });

  it('are generated where they are missing, for each month once', async () => {
    await createDefinition();
    const lote = await createDeliveredLote(app, { fecha_entrega: '2026-07-20', plus_percent_mtto: 10 });
    await generate(OCTOBER);
    expect(envelope(await context(lote.id)).data).toEqual({
      idLote: lote.id,
      referencia: lote.referencia,
      fechaEntrega: '2026-07-20',
      fechaInicioPagos: null,
      diaCorte: 10,
      mantenimientos: [{ mes: 10, year: 2026 }],
    });
    const before = await lastAuditId(app);
    // Of each date only year and month count.
    const reply = await periods(lote.id, ['2026-09-30', '2026-10-10', '2026-09-01', '2026-11-10']);
    expect(reply.body).toEqual({
      success: true,
      message: 'Mantenimientos generado con éxito. Se crearon 2; 1 ya existía.',
    });
    expect(await auditRows(app, before)).toMatchObject([
      {
        entidad: 'generacion',
        referencia: lote.referencia,
        despues: { meses: ['Septiembre - 2026', 'Noviembre - 2026'] },
      },
    ]);
    expect(await chargeSums(app, await chargeOf(lote.id, { year: 2026, mes: 9 }))).toMatchObject({
      saldo: 225_000,
      ajustado: 25_000,
    });
    expect(refusalOf(await periods(lote.id, ['2026-09-10']))).toBe(
      'Los meses elegidos ya están generados. Elija otros',
    );
    const [run] = await runs();
    expect(run).toMatchObject({ tipo: 'periodos', creados: 2, referencia: lote.referencia, anulable: true });
    expect((await post(`/mtto-generado/anular/${run?.id}`, {})).body).toMatchObject({ success: true });
    expect(envelope(await context(lote.id)).data).toMatchObject({ mantenimientos: [{ mes: 10, year: 2026 }] });
  });

  it('are refused before the first chargeable month and for lots that do not pay', async () => {
    await createDefinition();
    const lote = await createDeliveredLote(app, { fecha_entrega: '2026-07-20' });
    expect(refusalOf(await periods(lote.id, ['2026-07-10', '2026-08-10']))).toBe(
      'El lote paga desde Agosto - 2026. Elija ese mes o uno posterior',
    );
    expect((await periods(lote.id, [])).status).toBe(400);
    expect((await periods(lote.id, ['2026-02-30'])).status).toBe(400);
    const shop = await createDeliveredLote(app, { tipo: 'comercial' });
    const unit = await createDeliveredLote(app, { parent_id: lote.id });
    const free = await createDeliveredLote(app, { status: 'disponible' });
    const merged = await createDeliveredLote(app, { status: 'fusionado', fusion_lote_id: lote.id });
    for (const [id, reason] of [
      [shop.id, /^No hay una cuota de mantenimiento para el lote/],
      [unit.id, /es una vivienda/],
      [free.id, /no está entregado/],
      [merged.id, /está fusionado/],
    ] as const) {
      expect(refusalOf(await periods(id, ['2026-11-10']))).toMatch(reason);
      expect(refusalOf(await context(id))).toMatch(reason);
    }
    expect(refusalOf(await periods(99_999, ['2026-11-10']))).toMatch(/^El lote no existe/);
    expect((await context(99_999)).status).toBe(404);
    expect(await app.query(`SELECT id FROM ${SCHEMA}.cargo`)).toEqual([]);
  });
});

describe('the months of a lot', () => {
  it('are listed, all or those owed, and shown one by one with their payments', async () => {
    await createDefinition({ cuota: 1000 });
    const lote = await createDeliveredLote(app, { fecha_entrega: '2026-08-15' });
    for (const mes of [9, 10, 11]) await generate({ mes, year: 2026 });
    const september = await chargeOf(lote.id, { year: 2026, mes: 9 });
    await payBy(lote.id, september, 100_000, '2026-09-08');
    await payBy(lote.id, await chargeOf(lote.id, OCTOBER), 40_000);
    const header = envelope(await app.call('GET', `/lote/get-for-mantenimiento/${lote.id}`, { as: 'cobranza' }))
      .data as {
      mantenimientoList: Record<string, unknown>[];
    };
    expect(header).toMatchObject({ id_lote: lote.id, status: 'entregado', deuda: 1600, paga_mtto: true });
    expect(header.mantenimientoList.map(({ mes, status, amount, total }) => [mes, status, amount, total])).toEqual([
      [11, 'vigente', 1000, 1000],
      [10, 'incompleto', 600, 1000],
      [9, 'pagado', 0, 1000],
    ]);
    const months = async (solo: number) =>
      (
        (await app.call('GET', `/lote/get-for-mantenimiento/deuda/${lote.id}/${solo}`, { as: 'cobranza' })).body as {
          mes: number;
        }[]
      ).map(({ mes }) => mes);
    expect(await months(1)).toEqual([11, 10]);
    expect(await months(0)).toEqual([11, 10, 9]);
    const detail = await app.call('GET', `/cobromantenimiento/get-for-mantenimiento/${september}`, { as: 'cobranza' });
    expect(envelope(detail).data).toEqual({
      id: september,
      mes: 9,
      year: 2026,
      status: 'pagado',
      amount: 0,
      fechaCorte: '2026-09-10',
      total: 1000,
      descuentoReglas: 0,
      deuda_moratoria: 0,
      pagado: 1000,
      ajustado: 0,
      origen: null,
      cobroMantenimientoList: [
        {
          id: expect.any(Number),
          fechaPago: '2026-09-08',
          fechaContable: '2026-09-08',
          pagoStatus: 'recibido',
          pagado: 1000,
          create_at: '2026-11-21T18:00:00.000Z',
        },
      ],
      lote: { id: lote.id, referencia: lote.referencia },
    });
    for (const path of [
      '/cobromantenimiento/get-for-mantenimiento/99999',
      '/lote/get-for-mantenimiento/99999',
      '/lote/get-for-mantenimiento/deuda/99999/1',
    ]) {
      expect((await app.call('GET', path, { as: 'cobranza' })).status).toBe(404);
    }
  });
});

describe('the rules in SQL are those of the core', () => {
  it('for the first chargeable date, on days 29 to 31 and in leap years too', async () => {
    const entregas = Array.from({ length: 130 }, (_, index) => addDays('2027-12-20', index));
    const inicios = [
      null,
      '2027-01-31',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
      '2028-03-20',
      '2028-04-30',
      '2029-02-28',
    ];
    const cases = entregas.flatMap((entrega) =>
      [1, 10, 14, 15, 28, 29, 30, 31].flatMap((dia) => inicios.map((inicio) => ({ entrega, dia, inicio }))),
    );
    const dates = await asApp(async (tx) => {
      const { rows } = await sql<{ fecha: string }>`
        SELECT ${firstChargeableSql(sql`t.entrega`, sql`t.dia`, sql`t.inicio`)} AS fecha
        FROM unnest(${cases.map((c) => c.entrega)}::date[], ${cases.map((c) => c.dia)}::int[], ${cases.map((c) => c.inicio)}::date[])
          WITH ORDINALITY AS t(entrega, dia, inicio, n) ORDER BY n`.execute(tx);
      return rows.map((row) => row.fecha);
    });
    expect(dates).toEqual(cases.map(({ entrega, dia, inicio }) => firstChargeable(entrega, dia, inicio)));
    expect(firstChargeable('2028-01-31', 30)).toBe('2028-02-29');
  });

  it('for who is charged, by what definition and how much, month by month', async () => {
    for (const [metros, dia] of [
      ['', 10],
      [100, 29],
      [200, 31],
    ] as const) {
      await createDefinition({ cuota: 1000.05 + Number(metros), validoMetrosVivienda: metros, diaCorte: dia });
    }
    await createDefinition({ tipoLote: 'comercial', validoMetrosVivienda: 150, diaCorte: 30 });
    const ids: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      const { id } = await createDeliveredLote(app, {
        tipo: n % 5 === 0 ? 'comercial' : 'habitacional',
        superficie: 60 + ((n * 37) % 200),
        fecha_entrega: addDays('2024-01-05', n),
        fecha_inicio_pagos: n % 3 === 0 ? addDays('2024-02-05', n) : null,
        plus_percent_mtto: n % 4 === 0 ? 12.5 + n : null,
      });
      ids.push(id);
    }
    const lotes = await asApp(async (tx) => {
      const found = [];
      for (const id of ids) found.push(await loadLote(tx, id));
      return found;
    });
    for (const mes of [1, 2, 3, 4]) {
      const month = { year: 2024, mes };
      await asApp((tx) => generateMonth(tx, stamp(), month));
      const rows = await app.query<Record<string, unknown>>(
        `SELECT lote_id, mantenimiento_id, vence::text, monto_centavos::int AS monto, ajustado_centavos::int AS ajustado, concepto, dia_corte
          FROM ${SCHEMA}.cargo WHERE year = 2024 AND mes = $1 ORDER BY lote_id`,
        [mes],
      );
      const expected = await asApp(async (tx) => {
        const charges = [];
        for (const lote of lotes) {
          const own = await definitionFor(tx, lote);
          const first = own && firstChargeableOf(lote, own.diaCorte);
          if (!own || !first || compareMonths(monthOf(first), month) > 0) continue;
          charges.push({
            lote_id: lote.id,
            mantenimiento_id: own.id,
            vence: dayOfMonth(month, own.diaCorte),
            monto: own.cuota,
            ajustado: lote.plusPercentMtto === null ? 0 : percentageOf(own.cuota, lote.plusPercentMtto),
            concepto: [
              'Mantenimiento Enero - 2024',
              'Mantenimiento Febrero - 2024',
              'Mantenimiento Marzo - 2024',
              'Mantenimiento Abril - 2024',
            ][mes - 1],
            dia_corte: own.diaCorte,
          });
        }
        return charges;
      });
      expect(rows).toEqual(expected);
    }
    expect(lastDayOf({ year: 2024, mes: 2 })).toBe('2024-02-29');
    // One lot's own creation writes what the run writes.
    const same = async (loteId: number, year: number) =>
      (
        await app.query<Record<string, unknown>>(
          `SELECT c.monto_centavos, c.saldo_centavos, c.mantenimiento_id, c.dia_corte, a.tipo, a.monto_centavos AS rebaja, a.porcentaje, a.razon
            FROM ${SCHEMA}.cargo c LEFT JOIN ${SCHEMA}.ajuste a ON a.cargo_id = c.id WHERE c.lote_id = $1 AND c.year = $2 AND c.mes = 4`,
          [loteId, year],
        )
      )[0];
    const special = lotes.find((lote) => lote.plusPercentMtto !== null && lote.tipo === 'habitacional');
    if (!special) throw new Error('no lot with a special percentage');
    await asApp(async (tx) => createMonths(tx, stamp(), await lockLote(tx, special.id), [{ year: 2025, mes: 4 }]));
    expect(await same(special.id, 2025)).toEqual(await same(special.id, 2024));
  });
});
