/** The reports: what each counts and leaves out, its refusals, and that they agree with each other and with the ledger. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sumPesos } from '#core/money.ts';
import { addMonths, monthKey, monthRange } from '#core/period.ts';
import { metodosPorCaja } from '#documents/corte.ts';
import { slicesByForma } from '#features/inicio/rules.ts';
import type { ConciliadoRow, CorteRow, DescuentoRow, VencidoRow } from '#features/reportes/contract.ts';
import { loadAddressees } from '#libro/server/letters.ts';
import { previewAhead, previewMonth } from '#libro/server/maintenance-run.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { formatMoney } from '#ui/format.ts';
import { appOfFile } from '../app.ts';
import { Cashier } from '../cashier.ts';
import { NOON as NOW } from '../day.ts';
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
import { envelope, lastAuditId, readRows } from './support.ts';

let cashier: Cashier;
let lote: { id: number; referencia: string };

async function tie(loteId: number, name: string): Promise<void> {
  await app.query(
    `WITH r AS (INSERT INTO ${SCHEMA}.residente (name, tipo) VALUES ($2, 'asociado') RETURNING id)
     INSERT INTO ${SCHEMA}.lote_residente (lote_id, residente_id, asociado) SELECT $1, id, true FROM r`,
    [loteId, name],
  );
}

const app = await appOfFile({ now: NOW, invoices: false });
async function lastReceipt(): Promise<number> {
  const [row] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.recibo`);
  return row?.id ?? 0;
}

const report = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
  const reply = await app.call(method, path, { as: 'consultor', ...(body !== undefined && { body }) });
  expect([path, reply.status]).toEqual([path, 200]);
  return reply.body as T;
};
const asked = (changes: Record<string, unknown> = {}) => ({
  fechaInicial: '2026-11-01',
  fechaFinal: '2026-11-30 23:59:59',
  metodoPago: '0',
  caja: { id: '' },
  ...changes,
});
const corte = async (changes?: Record<string, unknown>) =>
  (await report<{ data: { data: CorteRow[] } }>('POST', '/operaciones/cortecaja', asked(changes))).data.data;

async function bytesOf(method: 'GET' | 'POST', path: string, payload?: object) {
  const reply = await app.server.inject({
    method,
    url: `/api/v1${path}`,
    headers: { host: 'encinos.test', authorization: `Bearer ${await app.tokenOf('consultor')}` },
    ...(payload && { payload }),
  });
  return { headers: reply.headers, sheets: await readWorkbook(new Uint8Array(reply.rawPayload)) };
}

/** The receipts of November by method, as the cut-off counts them and as the home's chart does. */
async function receiptCounts() {
  const { metodos } = metodosPorCaja((await corte()).filter(({ correccion }) => !correccion));
  const { data: chart } = await report<{ data: { name: string; value: number }[] }>(
    'GET',
    '/dashboard/forma-pago/11/2026',
  );
  const { data: totales } = await report<{ data: number[] }>('GET', '/dashboard/totales');
  const counted = metodos.map(({ metodo, recibos }) => ({ name: metodo, value: recibos }));
  return { cutOff: slicesByForma(counted), chart, month: totales[6] };
}

/** What each place told of the demo's late payments, and of what came in on each day of its month, before its ledger was emptied. */
const demo = await lateLots();
const demoCounts = await receiptCounts();
beforeAll(async () => {
  await clearLedger(app);
  cashier = await Cashier.of(app);
  lote = await createDeliveredLote(app, { manzana: '7', lote: '12' });
  await tie(lote.id, '=Ana & Cía');
});

describe('the cash cut-off', () => {
  it('is the money that came in, by payment date: cancelled payments, the fund and condonations are not in it', async () => {
    await insertMonth(app, lote.id, 2026, 10, 250_000);
    await insertMonth(app, lote.id, 2026, 11, 250_000);
    await cashier.payMonths(lote.id, { meses: ['2026-10'], monto: 2500, fecha: '2026-11-05' });
    const multa = await cashier.fine(lote.id, 900);
    await cashier.payFine(multa, 300, '2026-11-06');
    const other = await cashier.fine(lote.id, 400);
    await cashier.condoneFine(other, 100);
    const rows = await corte();
    expect(rows).toEqual([
      expect.objectContaining({
        fecha: '2026-11-05',
        referenciaLote: lote.referencia,
        manzana: '7',
        lote: '12',
        asociado: '=Ana & Cía',
        descripcion: 'Mantenimiento 10 - 2026',
        folio_factura: '',
        pago: 2500,
      }),
      expect.objectContaining({ fecha: '2026-11-06', pago: 300 }),
    ]);

    await cashier.cancelReceipt(await lastReceipt());
    expect(sumPesos(await corte(), (row) => row.pago)).toBe(2500);
  });

  it('has one row for what a receipt put into the fund, and none for what the fund paid', async () => {
    await app.query(
      `WITH r AS (
         INSERT INTO ${SCHEMA}.recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, created_at)
         SELECT $1, '2026-11-07', min(c.id), (SELECT min(id) FROM ${SCHEMA}.metodo_pago), 5050, '2026-11-07T20:00:00Z'
         FROM ${SCHEMA}.caja c WHERE active RETURNING id
       ) INSERT INTO ${SCHEMA}.fondo_movimiento (lote_id, tipo, monto_centavos, recibo_id, fecha, created_at)
         SELECT $1, 'abono', 5050, id, '2026-11-07', '2026-11-07T20:00:00Z' FROM r`,
      [lote.id],
    );
    const multa = await cashier.fine(lote.id, 100);
    await cashier.payFine(multa, 50, '2026-11-08', { conFondo: true });
    const rows = await corte({ fechaInicial: '2026-11-07' });
    expect(rows.map(({ descripcion, pago }) => [descripcion, pago])).toEqual([['Abono a fondo', 50.5]]);
  });

  it('counts the receipts that the home counts, whatever each paid', async () => {
    for (const { cutOff, chart, month } of [demoCounts, await receiptCounts()]) {
      expect(cutOff).not.toEqual([]);
      expect(chart).toEqual(cutOff);
      expect(month).toBe(cutOff.reduce((sum, { value }) => sum + value, 0));
    }
  });

  it('goes by dates, register and method', async () => {
    expect(await corte({ fechaInicial: '2026-11-06', fechaFinal: '2026-11-06' })).toEqual([]);
    const [used] = await app.query<{ metodo: number }>(`SELECT min(metodo_pago_id) AS metodo FROM ${SCHEMA}.recibo`);
    expect((await corte({ metodoPago: used?.metodo })).map((row) => row.pago)).toEqual([50.5]);
    const cajas = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.caja`);
    let ofAll = 0;
    for (const { id } of cajas) ofAll += (await corte({ caja: { id: String(id) } })).length;
    expect(ofAll).toBe(2);
    expect(await corte({ caja: null, metodoPago: 0 })).toHaveLength(2);
  });

  it('refuses what does not exist and what cannot be read', async () => {
    const send = (changes: Record<string, unknown>) =>
      app.call('POST', '/operaciones/cortecaja', { as: 'cobranza', body: asked(changes) });
    expect(refusalOf(await send({ caja: { id: 9_999 } }))).toMatch(/caja elegida no existe/);
    expect(refusalOf(await send({ metodoPago: 9_999 }))).toMatch(/método de pago elegido no existe/);
    for (const [changes, path] of [
      [{ fechaFinal: '2026-10-31' }, 'fechaFinal'],
      [{ fechaInicial: '31/10/2026' }, 'fechaInicial'],
      [{ fechaInicial: '2026-02-30' }, 'fechaInicial'],
      [{ metodoPago: 'todos' }, 'metodoPago'],
    ] as const) {
      const reply = await send(changes);
      expect([changes, reply.status, reply.body]).toMatchObject([changes, 400, { errors: [{ path }] }]);
    }
    expect((await app.call('POST', '/operaciones/cortecaja', { as: 'tags', body: asked() })).status).toBe(403);
  });

  it('is a workbook with the same rows, dates and total; a name that begins with = stays a text', async () => {
    const { headers, sheets } = await bytesOf('POST', '/operaciones/export-to-excel', asked());
    expect(headers['content-disposition']).toContain('CorteDeCaja-21-11-2026_12_0_0.xlsx');
    expect(sheets[0]?.formulas).toEqual([]);
    const rows = sheets[0]?.rows ?? [];
    expect(rows[1]?.[0]).toBe('Rango de fechas: 01-11-2026 al 30-11-2026');
    expect(rows[5]?.[0]).toBe('Fecha');
    expect(rows[6]).toEqual([
      new Date('2026-11-05T00:00:00Z'),
      expect.any(Number),
      lote.referencia,
      '7',
      '12',
      '=Ana & Cía',
      'Mantenimiento 10 - 2026',
      null,
      expect.any(String),
      2500,
    ]);
    expect(rows.at(-1)?.[9]).toBe(2550.5);
    // Row by row the folio that the screen has, so that one receipt's can be filtered.
    const told = rows.slice(6, -1).map((row) => [row[1], row[9]]);
    expect(told).toEqual((await corte()).map(({ recibo, pago }) => [recibo, pago]));
  });
});

/** How many lots pay late, as each place that tells it says; and which ones, with what they owe of it. */
async function lateLots() {
  const { data: totales } = await report<{ data: number[] }>('GET', '/dashboard/totales');
  const { data: chart } = await report<{ data: { name: string; cantidad: number }[] }>(
    'GET',
    '/dashboard/cartera-vencida',
  );
  const { data: cobranza } = await report<{ data: { lotesVencidos: number; vencido: number } }>(
    'GET',
    '/reporte/tablero/cobranza?meses=6',
  );
  const rows = await report<VencidoRow[]>('GET', '/reporte/pagosatrasados/todos');
  const body = { destino: 'vencido', lotes: [] };
  const campaign = await app.call('POST', '/campanaenvio/destinatarios', { as: 'administrador', body });
  const workbook = await bytesOf('GET', '/reporte/carteravencida-to-excel');
  const byReferencia = new Map(rows.map(({ referencia, monto }) => [referencia, monto]));
  const ids = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.lote WHERE referencia = ANY ($1)`, [
    [...byReferencia.keys()],
  ]);
  const today = (await inLedger(app, async (_tx, stamp) => stamp)).today;
  const letters = await inLedger(app, (tx) =>
    loadAddressees(
      tx,
      ids.map(({ id }) => id),
      today,
    ),
  );
  return {
    counts: {
      tile: totales[7],
      chart: chart.find(({ name }) => name === '100')?.cantidad,
      dashboard: cobranza.lotesVencidos,
      report: rows.length,
      campaign: (envelope(campaign).data as { lotes: number }).lotes,
      // Community, day, headings above; the totals below.
      workbook: (workbook.sheets[0]?.rows.length ?? 0) - 5,
    },
    dashboard: cobranza.vencido,
    owed: Object.fromEntries(byReferencia),
    told: Object.fromEntries(letters.map(({ referencia, datos }) => [referencia, datos.vencido])),
  };
}

/** All places count alike, and a letter tells of a lot what the report does. */
function expectAgreed({ counts, dashboard, owed, told }: Awaited<ReturnType<typeof lateLots>>, lots: number): void {
  expect(counts).toEqual({
    tile: lots,
    chart: lots,
    dashboard: lots,
    report: lots,
    campaign: lots,
    workbook: lots,
  });
  expect(dashboard).toBe(sumPesos(Object.values(owed), (monto) => monto));
  expect(told).toEqual(Object.fromEntries(Object.entries(owed).map(([lot, monto]) => [lot, formatMoney(monto)])));
}

describe('the lots that pay late', () => {
  it('are the same ones everywhere, of the demo', () => {
    const lots = Object.keys(demo.owed).length;
    expect(lots).toBeGreaterThan(3);
    expectAgreed(demo, lots);
  });

  it('are those with an overdue open balance of their own', async () => {
    await clearLedger(app);
    await setTiie(app, [2026, 8, 7], [2026, 9, 7], [2026, 10, 7]);
    const month = (loteId: number) => insertMonth(app, loteId, 2026, 8, 250_000);
    const dueOn = (loteId: number, vence: string) =>
      insertCharge(app, loteId, { tipo: 'cuota_inicial_proyecto', monto_centavos: 100_000, vence });

    // A condominal lot is not late for its units; it is for what it owes itself, and only for that.
    const idle = await createDeliveredLote(app, { tipo: 'condominal' });
    const unit = await createDeliveredLote(app, { parent_id: idle.id });
    await month(unit.id);
    const owing = await createDeliveredLote(app, { tipo: 'condominal' });
    const sister = await createDeliveredLote(app, { parent_id: owing.id });
    await Promise.all([month(owing.id), month(sister.id)]);
    // What a merged lot owed is owed by the one that it was merged with.
    const [merged, reference] = [await createDeliveredLote(app), await createDeliveredLote(app)];
    await month(merged.id);
    await cashier.merge(merged.id, reference.id);
    // Who is inactive still owes.
    const inactive = await createDeliveredLote(app);
    await month(inactive.id);
    await app.query(`UPDATE ${SCHEMA}.lote SET status = 'inactivo', status_anterior = 'entregado' WHERE id = $1`, [
      inactive.id,
    ]);
    // Only its interest is left.
    const late = await createDeliveredLote(app);
    await month(late.id);
    await cashier.generateInterest();
    await cashier.payMonths(late.id, { meses: ['2026-08'], monto: 2500, fecha: '2026-11-21' });
    // What falls due today is in time.
    const yesterday = await createDeliveredLote(app);
    await dueOn(yesterday.id, '2026-11-20');
    await dueOn((await createDeliveredLote(app)).id, '2026-11-21');
    // Nothing is owed any more.
    const condoned = await createDeliveredLote(app);
    await cashier.condoneFine(await cashier.fine(condoned.id, 500), 100);

    const found = await lateLots();
    const expected = [unit, owing, sister, reference, inactive, late, yesterday];
    expect(Object.keys(found.owed).toSorted()).toEqual(expected.map(({ referencia }) => referencia).toSorted());
    expectAgreed(found, expected.length);
  });

  it('are told by one piece of SQL', async () => {
    const sources = (await readdir('src', { recursive: true })).filter(
      (path) => path.endsWith('.ts') && path.includes('server/') && path !== 'libro/server/debt.ts',
    );
    expect(sources.length).toBeGreaterThan(100);
    const owes = String.raw`(?:saldo_centavos\s*>\s*0|deuda_lote|debtOfLote)`;
    const late = new RegExp(`${owes}[^;]{0,200}\\bvence\\s*<|\\bvence\\s*<[^;]{0,200}${owes}`);
    expect('WHERE saldo_centavos > 0 AND vence < $1::date').toMatch(late);
    const own: string[] = [];
    for (const path of sources) if (late.test(await readFile(join('src', path), 'utf8'))) own.push(path);
    expect(own).toEqual([]);
  });
});

describe('what is overdue', () => {
  let other: { id: number; referencia: string };
  beforeAll(async () => {
    await clearLedger(app);
    other = await createDeliveredLote(app);
    await tie(other.id, '=Ana & Cía');
    // Overdue by 1, 30, 31, 60, 61 days, and one that falls due today.
    const charge = (loteId: number, vence: string, monto: number, tipo = 'sancion') =>
      insertCharge(app, loteId, {
        tipo,
        monto_centavos: monto,
        fecha: vence,
        vence,
        ...(tipo === 'mantenimiento' && {
          year: Number(vence.slice(0, 4)),
          mes: Number(vence.slice(5, 7)),
          dia_corte: 10,
        }),
        ...(tipo === 'sancion' && { tipo_multa_id: 1 }),
      });
    await charge(lote.id, '2026-11-20', 100_10, 'mantenimiento');
    await charge(lote.id, '2026-10-22', 200_20, 'mantenimiento');
    await charge(other.id, '2026-10-21', 400_40, 'mantenimiento');
    await charge(other.id, '2026-09-22', 800_80, 'mantenimiento');
    await charge(other.id, '2025-08-10', 1600, 'mantenimiento');
    await charge(other.id, '2026-12-10', 3200, 'mantenimiento');
    await charge(other.id, '2026-11-21', 6400, 'sancion');
    await charge(lote.id, '2026-11-20', 12_800, 'sancion');
  });

  it('is told by its age, each boundary on its side', async () => {
    const of = async (atrasado: string) =>
      (await report<VencidoRow[]>('POST', '/reporte/mantenimientovencido', { atrasado })).map((row) => [
        row.referencia,
        row.monto,
      ]);
    expect(await of('30')).toEqual([[lote.referencia, 300.3]]);
    expect(await of('60')).toEqual([[other.referencia, 1201.2]]);
    expect(await of('90')).toEqual([[other.referencia, 16]]);
    expect(await of('100')).toEqual([
      [lote.referencia, 300.3],
      [other.referencia, 1217.2],
    ]);
    const bad = await app.call('POST', '/reporte/mantenimientovencido', { as: 'cobranza', body: { atrasado: '45' } });
    expect(bad.status).toBe(400);
  });

  it('agrees with the reconciliation, which is keyed by associate', async () => {
    const conciliado = await report<Record<string, ConciliadoRow[]>>('GET', '/reporte/mantenimientovencidoconciliado');
    const ana = { asociado: '=Ana & Cía' };
    expect(conciliado).toEqual({
      '=Ana & Cía': [
        { ...ana, loteId: lote.id, referencia: lote.referencia, treinta: 300.3, sesenta: 0, noventa: 0 },
        { ...ana, loteId: other.id, referencia: other.referencia, treinta: 0, sesenta: 1201.2, noventa: 16 },
      ],
    });
  });

  it('is told by kind of charge; all of them together count the lots of the home', async () => {
    const of = (tipo: string) => report<VencidoRow[]>('GET', `/reporte/pagosatrasados/${tipo}`);
    expect(await of('sancion')).toMatchObject([{ referencia: lote.referencia, monto: 128 }]);
    expect(await of('cuotainicial')).toEqual([]);
    const all = await of('todos');
    expect(sumPesos(all, (row) => row.monto)).toBe(1645.5);
    const { data } = await report<{ data: number[] }>('GET', '/dashboard/totales');
    expect(data[7]).toBe(all.length);
    expect((await app.call('GET', '/reporte/pagosatrasados/nada', { as: 'cobranza' })).status).toBe(400);
  });

  it('is a workbook, by lot and charge by charge, with the same total', async () => {
    const { headers, sheets } = await bytesOf('GET', '/reporte/carteravencida-to-excel');
    expect(headers['content-disposition']).toContain('CarteraVencida.xlsx');
    expect(sheets.map(({ name }) => name)).toEqual(['Cartera vencida', 'Detalle']);
    const [porLote, detalle] = sheets;
    expect(porLote?.rows.at(-1)?.at(-1)).toBe(1645.5);
    expect(detalle?.rows.at(-1)?.at(-1)).toBe(1645.5);
    expect(detalle?.rows.slice(4, -1)).toHaveLength(6);
    expect(porLote?.formulas).toEqual([]);
  });

  it('tells what nobody claims, in the dashboards', async () => {
    await app.query(
      `INSERT INTO ${SCHEMA}.deposito_entrante (origen, cuenta_id, fecha, importe_centavos, concepto, referencia, rastreo, nombre, cuenta, situacion, motivo, created_at)
       SELECT 'captura', min(id), '2026-11-20', 12345, 'x', '', '', '', '', 'por_identificar', 'x', now() FROM ${SCHEMA}.cuenta_bancaria`,
    );
    const [aside] = await app.query<{ depositos: number; monto: number }>(
      `SELECT count(*)::int AS depositos, sum(importe_centavos)::float8 / 100 AS monto
       FROM ${SCHEMA}.deposito_entrante WHERE situacion = 'por_identificar'`,
    );
    expect(aside?.depositos).toBeGreaterThan(0);
    for (const path of ['/reporte/tablero/saldos', '/reporte/tablero/cobranza?meses=6']) {
      expect((await report<{ data: unknown }>('GET', path)).data).toMatchObject({ porIdentificar: aside });
    }
  });

  it('is what the dashboards show', async () => {
    const { data: saldos } = await report<{ data: { cierres: { mes: string; vencido: number }[] } }>(
      'GET',
      '/reporte/tablero/saldos',
    );
    expect(saldos).toMatchObject({
      antiguedad: { vigente: 96, d30: 428.3, d60: 1201.2, d90: 16 },
      porMeses: [
        { meses: 2, lotes: 1, monto: 300.3 },
        { meses: 3, lotes: 1, monto: 1217.2 },
      ],
    });
    const { cierres } = saldos;
    expect(cierres).toHaveLength(13);
    expect(cierres.slice(-3)).toEqual([
      { mes: '2026-09', vencido: 816.8 },
      { mes: '2026-10', vencido: 1417.4 },
      { mes: '2026-11', vencido: 1645.5 },
    ]);
    const { data: cobranza } = await report<{ data: { vencido: number; meses: unknown[] } }>(
      'GET',
      '/reporte/tablero/cobranza?meses=6',
    );
    expect([cobranza.vencido, cobranza.meses.length]).toEqual([1645.5, 6]);
    expect((await app.call('GET', '/reporte/tablero/cobranza?meses=600', { as: 'tags' })).status).toBe(400);
  });
});

it('fines of a type are summed by month and by what became of them', async () => {
  await clearLedger(app);
  const fine = async (fecha: string, monto: number, tipo = 1) =>
    insertCharge(app, lote.id, { tipo: 'sancion', monto_centavos: monto, fecha, vence: fecha, tipo_multa_id: tipo });
  await fine('2026-09-30', 10_000);
  await fine('2026-09-01', 5_050);
  await fine('2026-10-01', 7_000, 2);
  const condoned = await fine('2026-11-02', 20_000);
  await cashier.condoneFine(condoned, 100);
  const body = { fechaInicial: '2026-09-01', fechaFinal: '2026-11-30 23:59:59', id: 1 };
  const reply = await app.call('POST', '/reporte/byTipoSancion', { as: 'tags', body });
  expect(reply.body).toEqual([
    { periodo: '9-2026', statusMonto: [{ status: 'vigente', monto: 150.5 }] },
    { periodo: '11-2026', statusMonto: [{ status: 'condonado', monto: 200 }] },
  ]);
  const one = async (year: number, month: number) =>
    (await app.call('GET', `/reporte/byTipoSancion/1/${year}/${month}`, { as: 'tags' })).body;
  const [first, last] = (await one(2026, 9)) as { fecha: string; monto: number }[];
  expect([first, last]).toMatchObject([
    { loteId: lote.id, referencia: lote.referencia, fecha: '2026-09-01', monto: 50.5, status: 'vigente' },
    { fecha: '2026-09-30', monto: 100 },
  ]);
  expect(await one(2026, 10)).toEqual([]);
  expect(await one(2026, 11)).toMatchObject([{ monto: 200, status: 'condonado' }]);
});

it('discounts and cancellations tell who allowed them, never the code', async () => {
  const of = async (query: string) =>
    (await report<{ data: { data: DescuentoRow[] } }>('GET', `/reporte/decuentoCancelaciones?${query}`)).data.data;
  const multa = await cashier.fine(lote.id, 1000);
  await cashier.payFine(multa, 450, '2026-11-21', { descuento: 10 });
  const [discount, condoned] = await of('tipo=1&dateIni=2026-11-21&dateFin=2026-11-21');
  expect(discount).toMatchObject({
    referencia: lote.referencia,
    residente: '=Ana & Cía',
    fechaOperacion: '2026-11-21',
    percentDescuento: 10,
    montoDescontado: 100,
    montoCancelado: null,
    entidad: 'Sanción',
  });
  expect(discount?.autorizado).not.toBe('');
  const [code] = await app.query<{ codigo: string }>(
    `SELECT codigo FROM ${SCHEMA}.codigo_autorizacion ORDER BY id DESC`,
  );
  expect(JSON.stringify(await of('tipo=1'))).not.toContain(code?.codigo);
  expect(condoned).toMatchObject({ percentDescuento: 100, montoDescontado: 200 });
  expect(condoned?.descripcion).toMatch(/^Condonación de /);

  await cashier.cancelReceipt(await lastReceipt());
  expect(await of('tipo=2')).toMatchObject([
    { montoCancelado: 450, entidad: 'Pago de sanción', percentDescuento: null },
  ]);
  // The discount went with its payment.
  expect(await of('tipo=1')).toHaveLength(1);
  expect(await of('tipo=2&referencia=%25')).toEqual([]);
  expect(await of(`tipo=2&referencia=${encodeURIComponent(lote.referencia.toLowerCase())}`)).toHaveLength(1);
  expect(await of('tipo=2&dateFin=2026-11-20')).toEqual([]);

  // A correction puts the money elsewhere: neither its payments nor its excess are cancellations.
  const wrong = await createDeliveredLote(app);
  await insertMonth(app, wrong.id, 2026, 11, 99_950);
  const paid = await cashier.payMonths(wrong.id, { meses: ['2026-11'], monto: 1000, fecha: '2026-11-21' });
  expect(paid.fondo).toBeGreaterThan(0);
  await cashier.moveReceipt(paid.id, (await createDeliveredLote(app)).id);
  expect(await of('tipo=2')).toHaveLength(1);
});

it('the months ahead add what each of them would by itself', async () => {
  await clearLedger(app);
  // Some begin meanwhile, and one has months already.
  const [, early] = await Promise.all([
    createDeliveredLote(app, { fecha_entrega: '2026-11-20' }),
    createDeliveredLote(app),
    createDeliveredLote(app, { fecha_inicio_pagos: '2027-04-01' }),
  ]);
  for (const mes of [1, 3]) await insertMonth(app, early.id, 2027, mes, 70_000);
  const first = { year: 2026, mes: 12 };
  await inLedger(app, async (tx) => {
    const ahead = await previewAhead(tx, first, 12);
    for (const month of monthRange(first, addMonths(first, 11))) {
      const { tipos } = await previewMonth(tx, month);
      const lotes = tipos.reduce((sum, { nuevos }) => sum + nuevos, 0);
      expect(ahead.get(monthKey(month))).toEqual({ lotes, total: tipos.reduce((sum, { total }) => sum + total, 0) });
    }
    const count = (mes: string) => ahead.get(mes)?.lotes ?? 0;
    expect(count('2027-04')).toBe(count('2027-02') + 1);
    expect(count('2027-03')).toBe(count('2027-02') - 1);
  });
});

it('projections add what exists already to what the definitions will charge', async () => {
  await clearLedger(app);
  const before = (
    await report<{ data: { meses: { facturacion: number; lotes: number }[] } }>('GET', '/reporte/tablero/proyecciones')
  ).data;
  expect(before.meses).toHaveLength(12);
  const [origin] = await app.query<{ id: number; cuota: string }>(
    `SELECT l.id, m.cuota_centavos AS cuota FROM ${SCHEMA}.lote l JOIN ${SCHEMA}.mantenimiento m ON m.tipo_lote = l.tipo
     WHERE l.status = 'entregado' AND l.parent_id IS NULL AND l.plus_percent_mtto IS NULL AND l.fecha_entrega < '2026-01-01'
       AND m.valido_metros_vivienda IS NULL
       AND NOT EXISTS (SELECT 1 FROM ${SCHEMA}.mantenimiento x WHERE x.tipo_lote = l.tipo AND x.valido_metros_vivienda <= l.superficie)
     LIMIT 1`,
  );
  if (!origin) throw new Error('the demo has no such lot');
  await insertMonth(app, origin.id, 2026, 12, Number(origin.cuota));
  await cashier.payMonths(origin.id, { meses: ['2026-12'], monto: 100, fecha: '2026-11-21' });
  const after = (
    await report<{ data: { meses: { facturacion: number; lotes: number; anticipado: number }[] } }>(
      'GET',
      '/reporte/tablero/proyecciones',
    )
  ).data;
  expect(after.meses[0]).toMatchObject({
    facturacion: before.meses[0]?.facturacion,
    lotes: before.meses[0]?.lotes,
    anticipado: 100,
  });
});

it('the log knows who read how to find those who owe', async () => {
  for (const path of ['/reporte/carteravencida', '/reporte/carteravencida-to-excel']) {
    const after = await lastAuditId(app);
    expect((await app.call('GET', path, { as: 'consultor' })).status).toBe(200);
    expect(await readRows(app, after)).toMatchObject([
      { status: 'consultado', entidad: 'residente', nota: 'Vio los teléfonos y correos de la cartera vencida' },
    ]);
  }
});
