/** Special discounts on maintenance, and the cancellation of a lot's whole debt. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { EfectoEspecial } from '#features/descuentos/contract.ts';
import { appOfFile } from '../app.ts';
import {
  chargeSums,
  createCode,
  createDeliveredLote,
  insertCharge,
  insertMonth,
  refusalOf,
  SCHEMA,
} from '../ledger.ts';
import { auditRows, envelope, fingerprints, lastAuditId, SESSION_TABLES } from './support.ts';

let lote: { id: number; referencia: string };
const app = await appOfFile();
beforeEach(async () => {
  lote = await createDeliveredLote(app);
});

const save = (descuento: unknown, id: number = lote.id, razon?: string) =>
  app.call('POST', '/lote/descuentosespeciales/save', { as: 'director', body: { id, descuento, razon } });
const remove = (id = lote.id, razon = '') =>
  app.call('DELETE', `/lote/descuentosespeciales/delete/${id}?razon=${encodeURIComponent(razon)}`, { as: 'director' });
/** What the form would say: of a percentage, or of none. */
const effect = async (descuento: number | '' = '') =>
  envelope(
    await app.call('GET', `/lote/descuentosespeciales/efecto/${lote.id}?descuento=${descuento}`, { as: 'director' }),
  ).data as EfectoEspecial;
const changes = () =>
  app.query(
    `SELECT antes::float8, despues::float8, razon, meses_cerrados AS cerrados, meses_reabiertos AS reabiertos,
      perdonado_centavos::int AS perdonado, devuelto_centavos::int AS devuelto
     FROM ${SCHEMA}.descuento_especial WHERE lote_id = $1 ORDER BY id`,
    [lote.id],
  );
/** Money that settles part of a charge, a moment after everything before it. */
async function receive(cargo: number, monto: number): Promise<void> {
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
     SELECT $1, '2026-11-02', (SELECT min(id) FROM ${SCHEMA}.caja), (SELECT min(id) FROM ${SCHEMA}.metodo_pago), $2, $3 RETURNING id`,
    [lote.id, monto, tick()],
  );
  await app.query(
    `INSERT INTO ${SCHEMA}.pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at) VALUES ($1, $2, $3, '2026-11-02', $4)`,
    [row?.id, cargo, monto, app.clock.now()],
  );
}
/** Lets a second pass: what came after what decides. */
function tick(): Date {
  app.clock.set(new Date(app.clock.now().getTime() + 1000));
  return app.clock.now();
}
const rows = async () =>
  (await app.call('GET', '/lote/descuentosespeciales', { as: 'director' })).body as { id: number }[];
const mine = async () => (await rows()).filter(({ id }) => id === lote.id);
const month = (mes: number, monto = 250_000, year = 2026) => insertMonth(app, lote.id, year, mes, monto);
const especiales = (cargo: number) =>
  app.query<{ monto: string; porcentaje: string; revertido: boolean }>(
    `SELECT monto_centavos AS monto, porcentaje, revertido FROM ${SCHEMA}.ajuste WHERE cargo_id = $1 AND tipo = 'especial' ORDER BY id`,
    [cargo],
  );
const interestOf = (cargo: number) =>
  app.query<{ mes: number; monto: string }>(
    `SELECT mes, monto_centavos AS monto FROM ${SCHEMA}.cargo WHERE base_id = $1 AND cierre IS NULL ORDER BY mes`,
    [cargo],
  );

describe('a special discount', () => {
  it('is booked on every open month, changed, and taken back', async () => {
    const [old, last] = [await month(10, 333_33), await month(11)];
    const fine = await insertCharge(app, lote.id, {
      tipo: 'cuota_inicial_proyecto',
      monto_centavos: 90_000,
    });
    const after = await lastAuditId(app);
    expect((await save('12.5')).body).toEqual({ success: true, message: 'Acción exitosa' });
    expect(await mine()).toEqual([
      {
        id: lote.id,
        referencia: lote.referencia,
        residente_name: '',
        direccion: expect.any(String),
        descuento_especial: 12.5,
      },
    ]);
    // 12.5% of 333.33 is 41.66625: half away from zero.
    expect(await chargeSums(app, old)).toMatchObject({ saldo: 33_333 - 4_167, ajustado: 4_167, status: 'vigente' });
    expect(await chargeSums(app, last)).toMatchObject({ saldo: 218_750 });
    expect(await chargeSums(app, fine)).toMatchObject({ saldo: 90_000 });

    await save(20);
    expect(await chargeSums(app, old)).toMatchObject({ ajustado: 6_667 });
    expect((await especiales(last)).map(({ monto, revertido }) => [Number(monto), revertido])).toEqual([
      [31_250, true],
      [50_000, false],
    ]);
    // The same again changes nothing.
    await save(20);
    expect(await especiales(last)).toHaveLength(2);

    expect((await remove()).body).toMatchObject({ success: true });
    expect(await mine()).toEqual([]);
    expect(await chargeSums(app, old)).toMatchObject({ saldo: 33_333, ajustado: 0 });
    expect(await chargeSums(app, last)).toMatchObject({ saldo: 250_000 });
    expect(await auditRows(app, after)).toMatchObject([
      {
        status: 'creado',
        entidad: 'descuento_especial',
        referencia: lote.referencia,
        nota: expect.stringContaining('0% → 12.5%. Perdona $354.17 de 2 meses abiertos. Motivo: No se dio motivo'),
      },
      { status: 'actualizado', nota: expect.stringContaining('12.5% → 20%') },
      { status: 'actualizado', despues: { perdona: { meses: 0 }, devuelve: { meses: 0 } } },
      { status: 'eliminado', nota: expect.stringContaining('20% → 0%') },
    ]);
  });

  it('takes at most what a month owes, and gives back what it closed, but for what money closed', async () => {
    const [partly, paid, late, exact] = [await month(8), await month(9), await month(10), await month(11)];
    await receive(partly, 200_000);
    await receive(paid, 250_000);
    await receive(exact, 125_000);
    tick();
    await save(50);
    expect(await chargeSums(app, partly)).toMatchObject({ saldo: 0, ajustado: 50_000, status: 'pagado' });
    expect(await chargeSums(app, paid)).toMatchObject({ ajustado: 0, status: 'pagado' });
    expect(await chargeSums(app, exact)).toMatchObject({ saldo: 0, ajustado: 125_000 });
    await receive(late, 125_000);
    expect(await effect(5)).toMatchObject({
      abiertos: 0,
      perdona: { monto: 0, meses: 0, cierra: 0 },
      devuelve: { monto: 375 + 1125, meses: 2, reabre: 2 },
      quedan: 1,
    });
    tick();
    await save(5, lote.id, 'Se escribió 50 en lugar de 5');
    expect(await chargeSums(app, partly)).toMatchObject({ saldo: 37_500, ajustado: 12_500 });
    expect(await chargeSums(app, exact)).toMatchObject({ saldo: 112_500, ajustado: 12_500 });
    expect(await chargeSums(app, late)).toMatchObject({ saldo: 0, ajustado: 125_000 });
    tick();
    await remove();
    expect(await chargeSums(app, partly)).toMatchObject({ saldo: 50_000, ajustado: 0 });
    expect(await chargeSums(app, late)).toMatchObject({ saldo: 0, ajustado: 125_000 });
    expect(await chargeSums(app, paid)).toMatchObject({ saldo: 0, ajustado: 0 });
  });

  it('of 100% is told before, named after, and given back in full; months born with nothing to pay stay', async () => {
    const months = [await month(8), await month(9), await month(10)];
    const before = await fingerprints(app, SCHEMA, SESSION_TABLES);
    expect(await effect(100)).toMatchObject({
      antes: null,
      despues: 100,
      abiertos: 3,
      perdona: { monto: 7500, meses: 3, cierra: 3 },
      devuelve: { monto: 0, meses: 0, reabre: 0 },
    });
    expect(await fingerprints(app, SCHEMA, SESSION_TABLES)).toEqual(before);
    const after = await lastAuditId(app);
    await save(100, lote.id, 'Lo acordó la asamblea');
    tick();
    const created = await app.call('POST', '/lote/generarmantenimientospersonalizado', {
      as: 'director',
      body: { id: lote.id, range: ['2026-11-01'] },
    });
    expect(envelope(created).success).toBe(true);
    tick();
    expect(await effect()).toMatchObject({ devuelve: { monto: 7500, meses: 3, reabre: 3 }, quedan: 1 });
    await remove(lote.id, 'Fue un error');
    for (const cargo of months) expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 250_000, ajustado: 0 });
    expect(await changes()).toEqual([
      {
        antes: null,
        despues: 100,
        razon: 'Lo acordó la asamblea',
        cerrados: 3,
        reabiertos: 0,
        perdonado: 750_000,
        devuelto: 0,
      },
      { antes: 100, despues: null, razon: 'Fue un error', cerrados: 0, reabiertos: 3, perdonado: 0, devuelto: 750_000 },
    ]);
    const rows = (await auditRows(app, after)).filter(({ entidad }) => entidad === 'descuento_especial');
    expect(rows.map(({ usuario, nota }) => [usuario, nota])).toEqual([
      [
        'director',
        `Descuento especial del lote ${lote.referencia}: 0% → 100%. Perdona $7,500.00 de 3 meses abiertos y los cierra. Motivo: Lo acordó la asamblea`,
      ],
      [
        'director',
        `Descuento especial del lote ${lote.referencia}: 100% → 0%. Devuelve a la deuda $7,500.00 de 3 meses y los abre. Motivo: Fue un error`,
      ],
    ]);
  });

  it('brings untouched late interest in line with the new base', async () => {
    const cargo = await month(2);
    await app.query(
      `INSERT INTO ${SCHEMA}.tiie (year, mes, porcentaje) VALUES (2026, 2, 7.25), (2026, 3, 7) ON CONFLICT (year, mes) DO UPDATE SET porcentaje = excluded.porcentaje`,
    );
    for (const [mes, porcentaje, monto] of [
      [2, 7.25, 1510],
      [3, 7, 1458],
    ] as const) {
      await insertCharge(app, lote.id, {
        tipo: 'interes',
        monto_centavos: monto,
        year: 2026,
        mes,
        dia_corte: 10,
        base_id: cargo,
        interes_base_centavos: 250_000,
        interes_porcentaje: porcentaje,
        interes_factor: 1,
      });
    }
    await save(10);
    expect((await interestOf(cargo)).map(({ mes, monto }) => [mes, Number(monto)])).toEqual([
      [2, 1359],
      [3, 1313],
    ]);
    await save(100);
    expect(await interestOf(cargo)).toEqual([]);
    await remove();
    expect((await interestOf(cargo)).map(({ mes, monto }) => [mes, Number(monto)])).toEqual([
      [2, 1510],
      [3, 1458],
    ]);
  });

  it.each([
    ['', 'Campo Requerido'],
    [-1, 'El %   no puede ser negativo'],
    [0, 'El % debe estar entre 1-100'],
    [0.5, 'El % debe estar entre 1-100'],
    [101, 'El % debe estar entre 1-100'],
    [10.125, 'Escriba un porcentaje con dos decimales como máximo'],
  ])('of %o is malformed: %s', async (descuento, message) => {
    const reply = await save(descuento);
    expect([reply.status, envelope(reply).errors]).toEqual([400, [{ path: 'descuento', message }]]);
  });

  it('of a lot that does not exist, that has none or that is inactive is refused', async () => {
    expect(refusalOf(await save(10, 2_000_000_000))).toMatch(/lote no existe/);
    expect(refusalOf(await remove())).toMatch(/no tiene descuento especial/);
    expect((await remove(2_000_000_000)).status).toBe(404);
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'inactivo', status_anterior = 'entregado' WHERE id = $1`, [
      lote.id,
    ]);
    expect(refusalOf(await save(10))).toMatch(/inactivo/);
  });
});

describe('a lot’s debt of a kind', () => {
  const list = async (tipo: string) =>
    (await app.call('GET', `/lote/getCancelardeudaglobal/${tipo}/${lote.id}`, { as: 'administrador' })).body;
  const cancel = (body: Record<string, unknown>) =>
    app.call('POST', '/lote/cancelardeudaglobal', {
      as: 'administrador',
      body: { razon: 'Acuerdo', tipo: 'mantenimiento', ...body },
    });

  it('is listed and cancelled charge by charge; a cancelled one stays in the list', async () => {
    const [first, second] = [await month(9), await month(10)];
    const proyecto = await insertCharge(app, lote.id, { tipo: 'cuota_inicial_proyecto', monto_centavos: 90_000 });
    const row = { concepto: 'Mantenimiento 9 - 2026', deuda: 2500, pagado: 0 };
    const other = { id: second, concepto: 'Mantenimiento 10 - 2026', status: 'vigente', deuda: 2500, pagado: 0 };
    expect(await list('mantenimiento')).toEqual([{ id: first, status: 'vigente', ...row }, other]);
    const codigo = await createCode(app, 2);
    expect((await cancel({ id: first, codigo })).body).toMatchObject({ success: true });
    expect(await list('mantenimiento')).toEqual([{ id: first, status: 'cancelado', ...row, deuda: 0 }, other]);
    expect(await list('cuota_inicial_proyecto')).toMatchObject([{ id: proyecto, deuda: 900 }]);
    await cancel({ id: proyecto, codigo, tipo: 'cuota_inicial_proyecto' });
    expect(await chargeSums(app, proyecto)).toMatchObject({ saldo: 0, status: 'cancelado' });
  });

  it('with a wrong code, of another kind, or cancelled before is refused and nothing changes', async () => {
    const id = await month(9);
    const codigo = await createCode(app, 1);
    const before = await fingerprints(app, SCHEMA, SESSION_TABLES);
    expect(refusalOf(await cancel({ id, codigo: 'no es' }))).toMatch(/incorrecto/);
    expect(refusalOf(await cancel({ id, codigo, tipo: 'cuota_inicial_proyecto' }))).toMatch(/no existe/);
    expect(await fingerprints(app, SCHEMA, SESSION_TABLES)).toEqual(before);
    await cancel({ id, codigo });
    expect(refusalOf(await cancel({ id, codigo }))).toMatch(/está cancelado/);
    const malformed = await cancel({ id, codigo: '', razon: '' });
    expect(envelope(malformed).errors).toEqual([
      { path: 'codigo', message: 'Campo Requerido' },
      { path: 'razon', message: 'Campo Requerido' },
    ]);
  });
});
