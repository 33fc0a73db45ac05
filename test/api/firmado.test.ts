/** What was signed or closed stays when catalogues and lots change afterwards. */
import { beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#features/usuarios/demo.ts';
import { appOfFile } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { closing } from '../closing.ts';
import { clearLedger, createDefinition, createDeliveredLote, SCHEMA } from '../ledger.ts';

const SUP = 97_500;
let banco = 0;
let caja = 0;
const app = await appOfFile({
  invoices: false,
  now: '2026-01-02T18:00:00Z',
  sessionLimits: { idleMinutes: 10_000_000, maxHours: 200_000 },
});
const cashier = await Cashier.of(app);
beforeAll(async () => {
  await clearLedger(app);
  await createDefinition(app, { desde: SUP, cuota: 250_000, diaCorte: 10, rules: [10] });
  for (let m = 1; m <= 12; m += 1) await cashier.saveTiie(`2026-${String(m).padStart(2, '0')}`, 12);
  const [ids] = await app.query<{ banco: number; caja: number }>(
    `SELECT (SELECT min(m.id) FROM ${SCHEMA}.metodo_pago m JOIN ${SCHEMA}.forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id WHERE f.forma_pago = '03') AS banco,
      (SELECT min(id) FROM ${SCHEMA}.caja WHERE active) AS caja`,
  );
  ({ banco, caja } = ids ?? { banco: 0, caja: 0 });
});
const today = (fecha: string) => app.clock.set(`${fecha}T18:00:00Z`);
const get = async <T>(path: string): Promise<T> =>
  ((await app.call('GET', path, { as: 'superadmin' })).body as { data: T }).data;
async function post<T>(path: string, body: object): Promise<T> {
  const reply = (await app.call('POST', path, { as: 'superadmin', body })).body as { success: boolean; data: T };
  if (!reply.success) throw new Error(`${path} ${JSON.stringify(reply)}`);
  return reply.data;
}
const lot = () => createDeliveredLote(app, { superficie: SUP, fecha_entrega: '2026-02-20' });
const pay = async (id: number, meses: string[], monto: number, fecha: string) =>
  (
    await post<{ recibo: { id: number } }>('/cobromantenimiento/save', {
      id,
      monto,
      range: meses.map((m) => ({ date: `${m}-01` })),
      useFondo: false,
      metodoPago: { id: banco },
      caja: { id: caja },
      noCuenta: '1234',
      referencia: 'SPEI 1',
      payMoratorio: true,
      apply_descuento: 0,
      autorizacion: '',
      autorizacionFecha: '',
      fechaPagoReal: fecha,
    })
  ).recibo.id;
const net = async (id: number) => {
  const { deuda, fondo } = await cashier.header(id);
  return { deuda, fondo };
};

it('a merged month that is paid and cancelled owes what it owed', async () => {
  today('2026-03-15');
  const [a, b] = [await lot(), await lot()];
  await cashier.generateMonths(a.id, ['2026-03']);
  await cashier.setSpecial(b.id, 50);
  await cashier.merge(a.id, b.id);
  expect(await net(b.id)).toEqual({ deuda: 2500, fondo: 0 });
  const recibo = await pay(b.id, ['2026-03'], 2500, '2026-03-15');
  await cashier.cancelReceipt(recibo);
  expect(await net(b.id)).toEqual({ deuda: 2500, fondo: 0 });
});

it('a signed shift says the same by method once the catalogue of methods was edited', async () => {
  today('2026-04-06');
  const { id: lote } = await lot();
  await cashier.generateMonths(lote, ['2026-03']);
  const [cash] = await app.query<{ id: number }>(
    `SELECT min(m.id) AS id FROM ${SCHEMA}.metodo_pago m JOIN ${SCHEMA}.forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id WHERE f.forma_pago = '01' AND m.en_caja`,
  );
  const id = await post<number>('/turno/abrir', { caja: { id: caja }, fondoInicial: 500 });
  await post('/cobromantenimiento/save', {
    id: lote,
    monto: 1000,
    range: [{ date: '2026-03-01' }],
    useFondo: false,
    metodoPago: cash,
    caja: { id: caja },
    noCuenta: '1234',
    referencia: '',
    payMoratorio: false,
    apply_descuento: 0,
    autorizacion: '',
    fechaPagoReal: '2026-04-06',
  });
  const read = async () => (await get<{ metodos: { metodoPago: { id: number } }[] }>(`/turno/get/${id}`)).metodos;
  const conteo = (await read()).map((m) => ({
    metodoPago: m.metodoPago,
    monto: m.metodoPago.id === cash?.id ? 1500 : 0,
  }));
  await post('/turno/contar', { id, conteo });
  await post('/turno/firmar', { id, explicacion: '', password: DEMO_PASSWORD });
  const signed = await read();
  const method = await get<object>(`/metodopago/get/${cash?.id}`);
  await post('/metodopago/save', { ...method, enCaja: false });
  const again = await read();
  await post('/metodopago/save', method);
  expect(again).toEqual(signed);
});

it('what was given before a merge is told of the lot that it was given to', async () => {
  today('2026-06-08');
  const [a, b] = [await lot(), await lot()];
  await cashier.generateMonths(a.id, ['2026-05', '2026-06']);
  await cashier.payMonths(a.id, { meses: ['2026-05'], monto: 2_500, fecha: '2026-06-08' });
  await cashier.payMonths(a.id, { meses: ['2026-06'], monto: 2_250, fecha: '2026-06-08' });
  await cashier.condoneFine(await cashier.fine(a.id, 300), 100);
  await cashier.setSpecial(a.id, 50);
  // June is open again, and bears the special of that day: nobody else tells of it.
  const [june] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.recibo`);
  await cashier.cancelReceipt(june?.id ?? 0);
  const told = async () => ({
    reportes: await Promise.all(
      [1, 2].map(async (tipo) =>
        (
          await get<{ data: Record<string, unknown>[] }>(
            `/reporte/decuentoCancelaciones?tipo=${tipo}&dateIni=2026-06-01&dateFin=2026-06-30`,
          )
        ).data.map(({ referencia, residente, montoDescontado }) => ({ referencia, residente, montoDescontado })),
      ),
    ),
    excepciones: (
      await get<{ excepciones: { tipo: string; lote: { referencia: string }; monto: number }[] }>(
        '/excepcion/all?desde=2026-06-01&hasta=2026-06-30',
      )
    ).excepciones.map(({ tipo, lote, monto }) => ({ tipo, lote: lote.referencia, monto })),
  });
  const before = await told();
  expect(before.excepciones).toContainEqual({ tipo: 'especial_reabierto', lote: a.referencia, monto: 1_250 });
  expect(before.reportes.map((rows) => rows.length)).toEqual([2, 1]);
  today('2026-07-06');
  await post('/periodo/cerrar', closing({ year: 2026, mes: 6 }));
  await cashier.merge(a.id, b.id);
  expect(await told()).toEqual(before);
});

it('what a reopened month gives is told by what it gives besides, of the lot that owed it', async () => {
  today('2026-07-20');
  const [a, b] = [await lot(), await lot()];
  await cashier.generateMonths(a.id, ['2026-07']);
  const told = async (referencia: string) =>
    (
      await get<{ excepciones: { tipo: string; lote: { referencia: string }; monto: number }[] }>(
        '/excepcion/all?desde=2026-07-01&hasta=2026-07-31',
      )
    ).excepciones.flatMap(({ tipo, lote, monto }) =>
      lote.referencia === referencia && tipo.startsWith('especial') ? [monto] : [],
    );
  // Half was told when it was set; with 80 % instead 750.00 more are given, with 20 % then 1,500.00 less.
  await post('/lote/descuentosespeciales/save', { id: a.id, descuento: 50, razon: 'Acuerdo' });
  let recibo = await pay(a.id, ['2026-07'], 1_250, '2026-07-20');
  await post('/lote/descuentosespeciales/save', { id: a.id, descuento: 80, razon: 'Acuerdo' });
  await cashier.cancelReceipt(recibo);
  expect((await told(a.referencia)).filter(Boolean).sort()).toEqual([1_250, 750]);
  recibo = await pay(a.id, ['2026-07'], 500, '2026-07-20');
  // Paid, merged and cancelled: the month is its own lot's when it opens, and moves then.
  today('2026-07-21');
  await cashier.merge(a.id, b.id);
  today('2026-07-22');
  await post('/lote/descuentosespeciales/save', { id: b.id, descuento: 20, razon: 'Otro acuerdo' });
  await cashier.cancelReceipt(recibo);
  expect(await told(b.referencia)).toEqual([0]);
});

it('who gave a special is named whatever lot it is merged into', async () => {
  today('2026-07-25');
  const [a, b] = [await lot(), await lot()];
  await cashier.generateMonths(a.id, ['2026-07']);
  await post('/lote/descuentosespeciales/save', { id: a.id, descuento: 30, razon: 'Acuerdo' });
  today('2026-07-26');
  const other = await app.call('POST', '/lote/descuentosespeciales/save', {
    as: 'director',
    body: { id: b.id, descuento: 30, razon: 'Acuerdo' },
  });
  expect(other.body).toMatchObject({ success: true });
  const named = async () =>
    (
      await get<{ data: { referencia: string; autorizado: string }[] }>(
        '/reporte/decuentoCancelaciones?tipo=1&dateIni=2026-07-25&dateFin=2026-07-31',
      )
    ).data.filter(({ referencia }) => referencia === a.referencia);
  const before = await named();
  expect(before).toHaveLength(1);
  today('2026-07-27');
  await cashier.merge(a.id, b.id);
  expect(await named()).toEqual(before);
});

it('an associate that came after a closing is not on what was closed', async () => {
  const corte = async () =>
    JSON.stringify(await post('/operaciones/cortecaja', { fechaInicial: '2026-06-01', fechaFinal: '2026-06-30' }));
  const before = await corte();
  expect(before).toContain('"pago"');
  today('2026-07-28');
  await app.query(
    `INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado, desde)
     SELECT l.id, (SELECT min(id) FROM ${SCHEMA}.residente), true, $1 FROM ${SCHEMA}.lote l
     WHERE EXISTS (SELECT FROM ${SCHEMA}.recibo r WHERE r.lote_id = l.id)
       AND NOT EXISTS (SELECT FROM ${SCHEMA}.lote_residente t WHERE t.lote_id = l.id AND t.asociado AND t.active)`,
    [app.clock.now()],
  );
  expect(await corte()).toBe(before);
});

it('who gave a special is still named in a closed month after a second merge', async () => {
  today('2026-08-10');
  const [a, b, c] = [await lot(), await lot(), await lot()];
  for (const { id } of [a, b, c])
    await app.query(`UPDATE ${SCHEMA}.lote SET fecha_entrega = '2026-07-20' WHERE id = $1`, [id]);
  await cashier.generateMonths(a.id, ['2026-08']);
  await cashier.merge(a.id, b.id);
  app.clock.advance(60_000);
  await post('/lote/descuentosespeciales/save', { id: b.id, descuento: 20, razon: 'Acuerdo' });
  today('2026-09-03');
  for (const mes of [7, 8]) await post('/periodo/cerrar', closing({ year: 2026, mes }));
  const report = async () =>
    (
      await get<{ data: { montoDescontado: number; autorizado: string }[] }>(
        '/reporte/decuentoCancelaciones?tipo=1&dateIni=2026-08-01&dateFin=2026-08-31',
      )
    ).data.map(({ montoDescontado, autorizado }) => ({ montoDescontado, autorizado }));
  const before = await report();
  await cashier.merge(b.id, c.id);
  expect(before).toEqual([{ montoDescontado: 500, autorizado: expect.stringContaining(' ') }]);
  expect(await report()).toEqual(before);
});

it('the interest that falls with a special is told before and after, and is what the debt falls by', async () => {
  today('2026-11-15');
  const { id } = await lot();
  await cashier.generateMonths(id, ['2026-08', '2026-09', '2026-10']);
  await cashier.generateInterest();
  // Some of August's first entry is paid: what was touched stays.
  await pay(id, [], 10, '2026-11-15');
  const effect = (descuento: number | '') =>
    get<{ perdona: { monto: number }; devuelve: { monto: number }; intereses: number }>(
      `/lote/descuentosespeciales/efecto/${id}?descuento=${descuento}`,
    );
  for (const descuento of [50, 100, 20, ''] as const) {
    const { perdona, devuelve, intereses } = await effect(descuento);
    expect(intereses).not.toBe(0);
    const { deuda } = await net(id);
    app.clock.advance(1000);
    if (descuento === '') {
      const gone = await app.call('DELETE', `/lote/descuentosespeciales/delete/${id}?razon=Fin`, { as: 'superadmin' });
      expect(gone.body).toMatchObject({ success: true });
    } else await post('/lote/descuentosespeciales/save', { id, descuento, razon: 'Acuerdo' });
    const fell = deuda - (await net(id)).deuda;
    expect(fell).toBeCloseTo(perdona.monto - devuelve.monto + intereses, 2);
    const [row] = await app.query<{ perdonado: number; intereses: number }>(
      `SELECT perdonado_centavos::int AS perdonado, intereses_centavos::int AS intereses FROM ${SCHEMA}.descuento_especial
       WHERE lote_id = $1 ORDER BY id DESC LIMIT 1`,
      [id],
    );
    expect(row).toEqual({ perdonado: perdona.monto * 100, intereses: Math.round(intereses * 100) });
  }
  expect((await effect(100)).intereses).toBeGreaterThan(0);
});
