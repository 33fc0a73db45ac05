/** TIIE, the generation of late interest by button and by night, and its lookup by lot. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLaws } from '#libro/server/laws.ts';
import { inTx } from '#platform/server/db.ts';
import { nightlyInterest } from '../../src/features/intereses/server/generate.ts';
import { appOfFile } from '../app.ts';
import {
  clearLedger,
  createDeliveredLote,
  inLedger,
  insertCharge,
  insertMonth,
  refusalOf,
  SCHEMA,
  setTiie,
} from '../ledger.ts';
import { auditRows, envelope, lastAuditId } from './support.ts';

const TODAY = '2026-05-20T18:00:00Z';
const CUOTA = 250_000;

interface Row {
  id: number;
  periodo: string;
  concepto: string;
  costo: number;
  interesMoratorio: number;
}
interface Tiie {
  id: number;
  mes: number;
  year: number;
  porcentaje: number;
}

const app = await appOfFile({ invoices: false, now: TODAY });
beforeAll(async () => {
  await clearLedger(app);
});
afterAll(async () => {
  expect(await inLedger(app, checkLaws)).toEqual([]);
});

const save = (body: Record<string, unknown>) =>
  app.call('POST', '/tiie/save', {
    as: 'administrador',
    body: { id: '', mes: 2, year: 2026, porcentaje: 7.25, ...body },
  });
const tiies = async () => (await app.call('GET', '/tiie/all', { as: 'administrador' })).body as Tiie[];
const generate = () => app.call('POST', '/lote/generarinteresesmoratorios', { as: 'administrador', body: {} });
const lookup = async (lote: number) =>
  (await app.call('GET', `/lote/getmttobylote/${lote}`, { as: 'administrador' })).body as Row[];
const last = async () =>
  (
    envelope(await app.call('GET', '/interesesmoratoriosbitacora/gaslast', { as: 'director' })).data as {
      createdAt: string | null;
    }
  ).createdAt;

describe('the TIIE of a month', () => {
  it('is saved, listed latest first, read and corrected, each with its audit row', async () => {
    const before = await lastAuditId(app);
    for (const rate of [{}, { mes: 12, year: 2025, porcentaje: 7.2999 }, { mes: '3', porcentaje: '7' }]) {
      expect((await save(rate)).body).toEqual({ success: true, message: 'Acción exitosa' });
    }
    const listed = await tiies();
    expect(listed.map(({ id: _id, ...rate }) => rate)).toEqual([
      { mes: 3, year: 2026, porcentaje: 7 },
      { mes: 2, year: 2026, porcentaje: 7.25 },
      { mes: 12, year: 2025, porcentaje: 7.2999 },
    ]);
    const id = listed[0]?.id ?? 0;
    expect((await save({ id, mes: 3, porcentaje: 7.5 })).body).toMatchObject({ success: true });
    expect((await app.call('GET', `/tiie/get/${id}`, { as: 'director' })).body).toEqual({
      success: true,
      data: { id, mes: 3, year: 2026, porcentaje: 7.5 },
    });
    const rows = await auditRows(app, before);
    expect(rows.at(-1)).toMatchObject({
      status: 'actualizado',
      entidad: 'tiie',
      referencia: 'Marzo - 2026',
      nota: 'TIIE de Marzo - 2026: 7.5%',
      antes: { porcentaje: 7 },
      despues: { porcentaje: 7.5 },
    });
    expect(rows.map(({ status }) => status)).toEqual(['creado', 'creado', 'creado', 'actualizado']);
  });

  it('is one: a second of the same month is refused, also by moving another onto it', async () => {
    expect(refusalOf(await save({}))).toBe(
      'Ya existe la TIIE de Febrero - 2026. Elija otro período o edite la existente',
    );
    const march = (await tiies()).find(({ mes }) => mes === 3);
    expect(refusalOf(await save({ id: march?.id, mes: 2 }))).toMatch(/Febrero - 2026/);
    expect((await save({ id: 999_999 })).status).toBe(404);
    expect((await app.call('GET', '/tiie/get/999999', { as: 'director' })).status).toBe(404);
  });

  it.each([
    [{ porcentaje: -1 }, 'porcentaje', 'No puede poner porcentaje negativo'],
    [{ porcentaje: 0.99 }, 'porcentaje', 'Campo porcentaje mayor a 0'],
    [{ porcentaje: 100.01 }, 'porcentaje', 'Campo porcentaje menor o igual a 100'],
    [{ porcentaje: 7.12345 }, 'porcentaje', 'Escriba un porcentaje con cuatro decimales como máximo'],
    [{ porcentaje: '' }, 'porcentaje', 'Campo Requerido'],
    [{ mes: '' }, 'mes', 'Campo Requerido'],
    [{ mes: 13 }, 'mes', 'Campo Requerido'],
    [{ year: null }, 'year', 'Campo Requerido'],
    [{ year: 1994 }, 'year', 'El año debe estar entre 1995 y 2199'],
  ])('%o is refused at %s', async (changes, path, message) => {
    const reply = await save({ mes: 7, year: 2027, ...changes });
    expect(reply.status).toBe(400);
    expect(envelope(reply).errors).toEqual([{ path, message }]);
  });

  it('takes 1 and 100', async () => {
    for (const [mes, porcentaje] of [
      [8, 1],
      [9, 100],
    ]) {
      expect((await save({ year: 2027, mes, porcentaje })).body).toMatchObject({ success: true });
    }
  });
});

describe('generating', () => {
  it('creates what is missing, tells when, and changes nothing the second time', async () => {
    await setTiie(app, [2026, 2, 7.25], [2026, 3, 7], [2026, 4, 7]);
    expect(await last()).toBeNull();
    const { id } = await createDeliveredLote(app);
    await insertMonth(app, id, 2026, 2, CUOTA);
    await insertMonth(app, id, 2026, 3, CUOTA);
    const before = await lastAuditId(app);
    expect((await generate()).body).toEqual({
      success: true,
      message: 'Intereses moratorios generados exitosamente',
    });
    expect(await last()).toBe('2026-05-20T18:00:00.000Z');
    expect((await lookup(id)).map(({ concepto, interesMoratorio }) => [concepto, interesMoratorio])).toEqual([
      ['Mantenimiento 3 - 2026', 29.16],
      ['Mantenimiento 2 - 2026', 44.26],
    ]);
    await generate();
    expect((await lookup(id)).map(({ interesMoratorio }) => interesMoratorio)).toEqual([29.16, 44.26]);
    expect(await auditRows(app, before)).toMatchObject([
      { status: 'creado', entidad: 'generacion', nota: expect.stringMatching(/: 5 creados, 0 reemplazados$/) },
      { nota: expect.stringMatching(/: 0 creados, 0 reemplazados$/) },
    ]);
  });

  it('takes a corrected rate in, and another factor for what is generated anew', async () => {
    const { id } = await createDeliveredLote(app);
    await insertMonth(app, id, 2026, 2, CUOTA);
    await generate();
    const february = (await tiies()).find(({ mes, year }) => mes === 2 && year === 2026);
    await save({ id: february?.id, porcentaje: 14.5 });
    expect((await lookup(id))[0]?.interesMoratorio).toBe(44.26);
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET factor_moratorio = 2`);
    await generate();
    // 2,500 × 14.5% × 2 / 12, and the months whose rate stayed.
    expect((await lookup(id))[0]?.interesMoratorio).toBe(60.42 + 14.58 + 14.58);
    const { id: later } = await createDeliveredLote(app);
    await insertMonth(app, later, 2026, 4, CUOTA);
    await generate();
    expect((await lookup(later))[0]?.interesMoratorio).toBe(29.17);
    await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET factor_moratorio = 1`);
    await save({ id: february?.id, porcentaje: 7.25 });
    await generate();
    expect((await lookup(id))[0]?.interesMoratorio).toBe(44.26);
  });
});

describe('the lookup', () => {
  it('shows months and initial fees with their period, cut-off and interest; other charges and undone ones not', async () => {
    const { id } = await createDeliveredLote(app);
    await insertMonth(app, id, 2026, 4, CUOTA);
    const undone = await insertMonth(app, id, 2026, 1, CUOTA);
    const [fee] = await app.query<{ id: number }>(
      `INSERT INTO ${SCHEMA}.cuota_inicial (name, condominal_centavos, habitacional_centavos, comercial_centavos)
       VALUES ('Alta', 1, 1, 1) RETURNING id`,
    );
    await insertCharge(app, id, {
      tipo: 'cuota_inicial',
      cuota_inicial_id: fee?.id ?? 0,
      concepto: 'Cuota inicial: Alta',
      monto_centavos: CUOTA,
      fecha: '2026-02-03',
      vence: '2026-02-28',
    });
    await insertCharge(app, id, { tipo: 'cuota_inicial_proyecto', monto_centavos: CUOTA, vence: '2026-02-03' });
    await app.query(
      `INSERT INTO ${SCHEMA}.ajuste (cargo_id, tipo, monto_centavos, fecha, created_at) VALUES ($1, 'anulacion', $2, '2026-05-20', now())`,
      [undone, CUOTA],
    );
    await generate();
    expect((await lookup(id)).map(({ id: _id, ...row }) => row)).toEqual([
      {
        periodo: '2026-04-01',
        concepto: 'Mantenimiento 4 - 2026',
        fechaCorte: '2026-04-10',
        costo: 2500,
        pagado: 0,
        status: 'vigente',
        interesMoratorio: 14.58,
      },
      {
        periodo: '2026-02-01',
        concepto: 'Cuota inicial: Alta',
        fechaCorte: '2026-02-28',
        costo: 2500,
        pagado: 0,
        status: 'vigente',
        interesMoratorio: 44.26,
      },
    ]);
  });

  it('finds lots by reference, associate and street, those alone that have such charges', async () => {
    const { id, referencia } = await createDeliveredLote(app, { calle: 'Privada del Ñandú' });
    const search = async (q: string) =>
      (await app.call('GET', `/lote/getformoratorios?q=${encodeURIComponent(q)}`, { as: 'administrador' })).body;
    expect(await search(referencia)).toEqual([]);
    await insertMonth(app, id, 2026, 4, CUOTA);
    const found = [{ id, name: `${referencia} · Privada del Ñandú` }];
    expect(await search(referencia.toLowerCase())).toEqual(found);
    expect(await search(`nandu ${referencia.slice(3)}`)).toEqual(found);
    expect(await search('100%_')).toEqual([]);
    expect(await search('')).toContainEqual(found[0]);
    expect((await app.call('GET', '/lote/getmttobylote/999999', { as: 'administrador' })).status).toBe(404);
  });
});

describe('the night', () => {
  const night = async (now: string) => {
    app.clock.set(now);
    const [community] = (await app.pools.communities.all()).filter(({ schema }) => schema === SCHEMA);
    if (!community) throw new Error('no community');
    return inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs' }, (tx) =>
      nightlyInterest.run(tx, community, app.clock),
    );
  };

  it('generates once from 00:30 of the community on, and leaves its audit row', async () => {
    await generate();
    const { id } = await createDeliveredLote(app);
    await insertMonth(app, id, 2026, 4, CUOTA);
    // 00:29 of the 21st of May in Mexico City.
    expect(await night('2026-05-21T06:29:00Z')).toBeUndefined();
    const before = await lastAuditId(app);
    expect(await night('2026-05-21T06:30:00Z')).toEqual({ creados: 1, reemplazados: 0 });
    expect(await auditRows(app, before)).toMatchObject([
      { usuario_id: null, usuario: 'sistema', entidad: 'generacion', nota: expect.stringContaining('1 creados') },
    ]);
    expect(await night('2026-05-21T07:00:00Z')).toBeUndefined();
    // Two nights slept through are one run.
    expect(await night('2026-05-23T15:00:00Z')).toEqual({ creados: 0, reemplazados: 0 });
    app.forgetTokens();
    expect((await lookup(id))[0]?.interesMoratorio).toBe(14.58);
  });

  it('tells what passed the triggers by, and the next night mends it', async () => {
    // On the 26th it is the turn of these lots.
    const [{ id } = { id: 0 }] = await app.query<{ id: number }>(
      `UPDATE ${SCHEMA}.lote SET status = 'entregado' WHERE id = (SELECT min(id) FROM ${SCHEMA}.lote WHERE id % 28 = 26) RETURNING id`,
    );
    const cargo = await insertMonth(app, id, 2026, 4, CUOTA);
    expect(await night('2026-05-24T07:00:00Z')).toEqual({ creados: 1, reemplazados: 0 });
    await app.query(
      `BEGIN; SET LOCAL session_replication_role = replica; UPDATE ${SCHEMA}.cargo SET monto_centavos = 300000 WHERE id = ${cargo}; COMMIT`,
    );
    expect(await night('2026-05-25T07:00:00Z')).toEqual({ creados: 0, reemplazados: 0 });
    expect(await night('2026-05-26T07:00:00Z')).toEqual({
      ...{ creados: 0, reemplazados: 0, distintos: [cargo] },
      fault: 'los intereses no son los del cálculo completo',
    });
    expect(await night('2026-05-27T07:00:00Z')).toEqual({ creados: 1, reemplazados: 1 });
    app.forgetTokens();
    expect((await lookup(id)).find((row) => row.id === cargo)?.interesMoratorio).toBe(17.5);
  });
});
