/** What waits for whom on the home: each kind counted, to whom it is told, how urgent it is; and the figures beside it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pendiente } from '#features/inicio/contract.ts';
import type { ClasePendiente } from '#features/inicio/pendientes.ts';
import type { Estado } from '#libro/convenios/rules.ts';
import { insertConvenio, updateEstado } from '../../src/features/convenios/server/repository.ts';
import type { DemoUser, TestApp } from '../app.ts';
import { insertFactura } from '../facturas.ts';
import { Desk } from '../invoicing-desk.ts';
import { clearLedger, createCode, createDeliveredLote, inLedger, insertCharge, SCHEMA } from '../ledger.ts';
import { envelope } from './support.ts';

let desk: Desk;
let app: TestApp;
beforeAll(async () => {
  // Today is Saturday 21 November.
  desk = await Desk.open({ now: '2026-11-21T18:00:00Z' });
  app = desk.app;
  await clearLedger(app);
  await app.query(`DELETE FROM ${SCHEMA}.correo_saliente WHERE gestion_envio_id IS NOT NULL`);
  for (const table of [
    'solicitud_privacidad',
    'gestion_envio',
    'gestion_linea',
    'gestion_corrida',
    'gestion_suceso',
    'nota_alerta',
    'reserva_persona',
    'reserva',
    'recepcion_compra_articulo',
    'recepcion_compra',
    'factura_compra',
    'orden_compra',
  ])
    await app.query(`DELETE FROM ${SCHEMA}.${table}`);
  await app.query(`UPDATE ${SCHEMA}.deposito_entrante SET situacion = 'duplicado' WHERE situacion <> 'aplicado'`);
});
afterAll(() => app.close());

const queue = async (as: DemoUser = 'director') =>
  envelope(await app.call('GET', '/inicio/pendientes', { as })).data as Pendiente[];
const waiting = async (clase: ClasePendiente, as?: DemoUser) =>
  (await queue(as)).find((pendiente) => pendiente.clase === clase);

it('is empty where nothing waits', async () => {
  expect(await queue()).toEqual([]);
});

describe('each kind', () => {
  it('tells the alerts that are due, and opens the lot of the oldest', async () => {
    const { id } = await createDeliveredLote(app);
    const other = await createDeliveredLote(app);
    await app.query(
      `INSERT INTO ${SCHEMA}.nota_alerta (tipo, lote_id, activa, descripcion, fecha_recordatorio)
       VALUES ('alerta', $2, true, 'x', '2026-11-21'), ('alerta', $1, true, 'x', '2026-11-19'),
         ('alerta', $1, true, 'x', '2026-11-22'), ('alerta', $1, false, 'x', '2026-11-19'), ('nota', $1, true, 'x', '2026-11-19')`,
      [id, other.id],
    );
    expect(await waiting('alerta')).toMatchObject({
      urgencia: 'debe',
      cantidad: 2,
      monto: null,
      id,
      fecha: '2026-11-19',
    });
  });

  it('tells a shift of today apart from one that was left open', async () => {
    const open = async (fecha: string) => {
      await app.query(
        `INSERT INTO ${SCHEMA}.caja (name, no_cuenta, no_convenio, no_clabe, banco_id)
         SELECT 'Oficina ' || $1::text, '1', '1', '1', min(id) FROM ${SCHEMA}.banco`,
        [fecha],
      );
      const [row] = await app.query<{ id: number }>(
        `INSERT INTO ${SCHEMA}.turno_caja (caja_id, fondo_inicial_centavos, usuario_id, fecha, created_at)
         SELECT max(id), 50000, (SELECT min(id) FROM ${SCHEMA}.usuario), $1::date, $1::date + interval '15 hours' FROM ${SCHEMA}.caja
         RETURNING id`,
        [fecha],
      );
      return row?.id ?? 0;
    };
    const hoy = await open('2026-11-21');
    expect(await waiting('turno_hoy')).toMatchObject({
      ...{ urgencia: 'aviso', cantidad: 1, monto: null, id: hoy, fecha: '2026-11-21', caja: 'Oficina 2026-11-21' },
    });
    const ayer = await open('2026-11-20');
    expect(await waiting('turno_anterior')).toMatchObject({ urgencia: 'pronto', cantidad: 1, id: ayer });
    await open('2026-11-18');
    expect(await waiting('turno_anterior')).toMatchObject({ cantidad: 2, id: null, caja: '', fecha: '2026-11-18' });
  });

  it('tells the lots that are overdue for more than 90 days, with what they owe since then', async () => {
    const [late, inTime] = await Promise.all([createDeliveredLote(app), createDeliveredLote(app)]);
    // The 91st day before today and earlier; the other lot's is the 90th.
    for (const vence of ['2026-08-22', '2026-08-21', '2026-01-10'])
      await insertCharge(app, late.id, { tipo: 'cuota_inicial_proyecto', monto_centavos: 10_050, vence });
    await insertCharge(app, inTime.id, { tipo: 'cuota_inicial_proyecto', monto_centavos: 100, vence: '2026-08-23' });
    expect(await waiting('moroso')).toMatchObject({ urgencia: 'pronto', cantidad: 1, monto: 301.5 });
    // Where it leads says the same.
    const led = await app.call('GET', '/reporte/pagosatrasados/todos?masDe=90', { as: 'cobranza' });
    expect((led.body as { monto: number }[]).map(({ monto }) => monto)).toEqual([301.5]);
  });

  it('tells the orders that are to be received, whole and the rest', async () => {
    await app.query(
      `INSERT INTO ${SCHEMA}.proveedor (nombre) SELECT 'Herrería' WHERE NOT EXISTS (SELECT FROM ${SCHEMA}.proveedor)`,
    );
    await app.query(
      `INSERT INTO ${SCHEMA}.orden_compra (proveedor_id, estatus, precio_centavos, created_at, updated_at)
       SELECT (SELECT min(id) FROM ${SCHEMA}.proveedor), e, 12345, now(), now()
       FROM unnest(ARRAY['CREADA', 'CREADA', 'CANCELADA', 'RECIBIDA TOTAL', 'RECIBIDA PARCIAL']) e`,
    );
    expect(await waiting('orden_creada')).toMatchObject({ urgencia: 'aviso', cantidad: 2, monto: 246.9 });
    expect(await waiting('orden_parcial')).toMatchObject({ cantidad: 1, monto: 123.45 });
  });

  it('tells the deposits that wait for somebody', async () => {
    await app.query(
      `WITH c AS (
         SELECT min(id) AS id FROM ${SCHEMA}.cuenta_bancaria
       )
       INSERT INTO ${SCHEMA}.deposito_entrante (origen, cuenta_id, fecha, importe_centavos, concepto, referencia, rastreo, nombre, cuenta, situacion, motivo, created_at)
       SELECT 'captura', c.id, '2026-11-20', 12345, 'x', '', '', '', '', s, 'x', now()
       FROM c, unnest(ARRAY['desconocido', 'por_confirmar', 'por_identificar']) s`,
    );
    expect(await waiting('deposito')).toMatchObject({ urgencia: 'pronto', cantidad: 2, monto: 246.9 });
    // What nobody claims is owed, and told apart.
    expect(await waiting('por_identificar')).toMatchObject({ urgencia: 'pronto', cantidad: 1, monto: 123.45 });
  });

  it('tells the reservations of today', async () => {
    const { id } = await createDeliveredLote(app);
    await app.query(
      `WITH a AS (
         INSERT INTO ${SCHEMA}.amenidad_agenda (tipo_amenidad_id, aforo_maximo, dias, inicia_minuto, termina_minuto)
         SELECT min(id), 10, '{1,2,3,4,5,6,7}', 480, 720 FROM ${SCHEMA}.tipo_amenidad RETURNING id
       ), v AS (INSERT INTO ${SCHEMA}.amenidad_variacion (agenda_id, name) SELECT id, 'Uno' FROM a RETURNING id, agenda_id)
       INSERT INTO ${SCHEMA}.reserva (agenda_id, variacion_id, fecha, inicia_minuto, termina_minuto, premium, lugares, lote_id, created_at, eliminada_at)
       SELECT v.agenda_id, v.id, f.fecha::date, 480, 540, false, 1, $1, now(), CASE WHEN f.gone THEN now() END
       FROM v, (VALUES ('2026-11-21', false), ('2026-11-21', false), ('2026-11-21', true), ('2026-11-20', false)) f (fecha, gone)`,
      [id],
    );
    expect(await waiting('reserva')).toMatchObject({ urgencia: 'aviso', cantidad: 2, fecha: '2026-11-21' });
  });

  it('tells an invoice that failed until its payment has one, and those that wait for their stamp', async () => {
    desk.pac.next('stamp', 'reject');
    const failed = await desk.pay();
    const refused = await waiting('factura_rechazada');
    expect(refused).toMatchObject({ urgencia: 'debe', cantidad: 1, monto: 1000 });
    expect((await desk.facturaRow(refused?.id ?? 0)).status).toBe('rechazada');
    const listed = async (query: string) => {
      const { body } = await app.call('GET', `/factura/allpaginable?${encodeURI(query)}`, { as: 'cobranza' });
      return (body as { facturaDTOList: { id: number; status: string }[]; total: number }).facturaDTOList;
    };
    expect(await listed('fallidas=1&dateFin=21-11-2026 23:59:59')).toMatchObject([
      { id: refused?.id, status: 'rechazada' },
    ]);
    expect(await listed('fallidas=1&dateFin=20-11-2026 23:59:59')).toEqual([]);
    expect((await listed('')).map(({ id }) => id)).not.toContain(refused?.id);
    const again = await app.call('POST', '/factura/save', {
      as: 'cobranza',
      body: await desk.saveBody(failed.loteId, [failed.pagoId]),
    });
    expect(envelope(again).success).toBe(true);
    expect(await waiting('factura_rechazada')).toBeUndefined();
    expect(await listed('fallidas=1')).toEqual([]);

    expect(await waiting('factura_pendiente')).toBeUndefined();
    await insertFactura(app, [{ importe: 70_050 }], { estado: 'borrador' });
    expect(await waiting('factura_pendiente')).toMatchObject({ urgencia: 'pronto', cantidad: 1, monto: 700.5 });
  });

  it('tells the complements that are due, the nearer their day the more urgent', async () => {
    const lote = await desk.chargedLote();
    const taxes = { nombre: 'JOSÉ MUÑOZ ÁVILA', rfc: 'MUAJ800101AB1', regimen: '612', uso: 'G03' };
    await desk.giveTaxData(lote.loteId, { ...taxes, metodo: 'PPD' });
    await app.call('POST', '/factura/cargos', { as: 'cobranza', body: { cargos: [lote.cargoId] } });
    desk.pac.next('stamp', 'reject');
    await desk.pay(lote, { pagado: 400 });
    const told = { cantidad: 1, monto: 400, fecha: '2026-12-05' };
    expect(await waiting('complemento')).toMatchObject({ ...told, urgencia: 'aviso' });
    app.clock.set('2026-12-05T18:00:00Z');
    expect(await waiting('complemento')).toMatchObject({ ...told, urgencia: 'pronto' });
    app.clock.set('2026-12-06T18:00:00Z');
    expect(await waiting('complemento')).toMatchObject({ ...told, urgencia: 'debe' });
    app.clock.set('2026-11-21T18:00:00Z');
  });

  it('tells the instalments of today and before that lack something, and the agreements that were broken', async () => {
    const { id: loteId } = await createDeliveredLote(app);
    const debt = { tipo: 'cuota_inicial_proyecto', monto_centavos: 30_000, vence: '2026-10-01' };
    const cargo = await insertCharge(app, loteId, debt);
    const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
    const id = await inLedger(app, (tx, { now }) =>
      insertConvenio(tx, {
        ...{ loteId, fecha: '2026-10-05', interes: 'sigue', tolerancia: 5, firmante: 'Ana', observacion: '' },
        ...{ codigoId: null, usuarioId: null, now, cargos: [{ id: cargo, saldo: 30_000, condonado: 0 }] },
        parcialidades: days.map((vence) => ({ vence, monto: 10_000 })),
      }),
    );
    expect(await waiting('convenio_vence')).toMatchObject({ urgencia: 'pronto', cantidad: 2, monto: 200, id: null });
    const pay = () =>
      app.query(
        `WITH r AS (
           INSERT INTO ${SCHEMA}.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
           SELECT $1, '2026-11-20', (SELECT min(id) FROM ${SCHEMA}.caja), (SELECT min(id) FROM ${SCHEMA}.metodo_pago), 15000, now()
           RETURNING id
         )
         INSERT INTO ${SCHEMA}.pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
         SELECT id, $2, 15000, '2026-11-20', now() FROM r`,
        [loteId, cargo],
      );
    // What is paid fills them in their order.
    await pay();
    expect(await waiting('convenio_vence', 'cobranza')).toMatchObject({ cantidad: 1, monto: 50, id });
    expect(await waiting('convenio_vence', 'consultor')).toBeUndefined();
    expect(await waiting('convenio_roto')).toBeUndefined();

    const turn = (estado: Estado, desde: string) => inLedger(app, (tx) => updateEstado(tx, id, estado, desde));
    await turn('roto', '2026-11-20');
    expect(await waiting('convenio_vence')).toBeUndefined();
    expect(await waiting('convenio_roto', 'cobranza')).toMatchObject({ urgencia: 'pronto', cantidad: 1, id });
    expect(await waiting('convenio_roto', 'consultor')).toBeUndefined();
    // Long ago, or paid since: nobody has to do anything about it.
    await turn('roto', '2026-09-22');
    expect(await waiting('convenio_roto')).toBeUndefined();
    await turn('roto', '2026-09-23');
    expect(await waiting('convenio_roto')).toMatchObject({ cantidad: 1 });
    await pay();
    expect(await waiting('convenio_roto')).toBeUndefined();
  });

  it('tells the exceptions that nobody has ticked off', async () => {
    const { id } = await createDeliveredLote(app);
    const cargo = await insertCharge(app, id, { tipo: 'cuota_inicial_proyecto', monto_centavos: 5_000 });
    await createCode(app);
    await app.query(
      `INSERT INTO ${SCHEMA}.ajuste (cargo_id, tipo, monto_centavos, fecha, razon, created_at)
       VALUES ($1, 'condonacion', 5000, '2026-11-21', 'Convenio', '2026-11-21T17:00:00Z')`,
      [cargo],
    );
    const before = await app.call('GET', '/excepcion/pendientes', { as: 'director' });
    expect((await waiting('excepcion'))?.cantidad).toBe((envelope(before).data as { pendientes: number }).pendientes);
    expect(await waiting('excepcion')).toMatchObject({ urgencia: 'pronto', monto: null });
  });
});

/** After all of the above there is one of each. */
const ALL: ClasePendiente[] = [
  'alerta',
  'turno_anterior',
  'deposito',
  'por_identificar',
  'factura_pendiente',
  'moroso',
  'excepcion',
  'complemento',
  'turno_hoy',
  'reserva',
  'orden_creada',
  'orden_parcial',
];
const but = (...gone: ClasePendiente[]) => ALL.filter((clase) => !gone.includes(clase));

it.each<[DemoUser, ClasePendiente[]]>([
  ['superadmin', ALL],
  ['director', ALL],
  ['administrador', ALL],
  ['cobranza', but('excepcion', 'reserva', 'orden_creada', 'orden_parcial')],
  ['tags', ['factura_pendiente', 'complemento']],
  ['consultor', ['moroso']],
  ['obras', []],
])('%s is told what the role may open, the urgent first', async (user, clases) => {
  expect((await queue(user)).map(({ clase }) => clase)).toEqual(clases);
});

it('is nothing of the gate’s staff', async () => {
  for (const path of ['/inicio/pendientes', '/inicio/cifras'])
    expect((await app.call('GET', path, { as: 'seguridad' })).status).toBe(403);
  for (const user of ['tags', 'obras'] as const)
    expect((await app.call('GET', '/inicio/cifras', { as: user })).status).toBe(403);
});

it('gives what was collected as the cash cut-off does, what is overdue, and the lots that are in time', async () => {
  const cifras = async () =>
    envelope(await app.call('GET', '/inicio/cifras', { as: 'consultor' })).data as Record<string, number>;
  const before = await cifras();
  const [{ vencido, atrasados, entregados }] = (await app.query(
    `SELECT (SELECT sum(saldo_centavos)::float8 / 100 FROM ${SCHEMA}.cargo WHERE saldo_centavos > 0 AND vence < '2026-11-21') AS vencido,
       (SELECT count(DISTINCT c.lote_id)::int FROM ${SCHEMA}.cargo c JOIN ${SCHEMA}.lote l ON l.id = c.lote_id
        WHERE c.saldo_centavos > 0 AND c.vence < '2026-11-21' AND l.status = 'entregado') AS atrasados,
       (SELECT count(*)::int FROM ${SCHEMA}.lote WHERE status = 'entregado') AS entregados`,
  )) as [{ vencido: number; atrasados: number; entregados: number }];
  expect(before).toMatchObject({ vencido, entregados, alCorriente: entregados - atrasados });
  // Booked yesterday: of the month, and not of today.
  await desk.pay();
  expect(await cifras()).toMatchObject({
    cobradoHoy: before.cobradoHoy,
    cobradoMes: (before.cobradoMes ?? 0) + 1000,
  });
});
