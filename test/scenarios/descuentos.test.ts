/** What is given away and taken back, over months that are closed one by one: the report tells it all, and keeps to it. */
import { expect, it } from 'vitest';
import type { DescuentoRow } from '#features/reportes/contract.ts';
import { envelope } from '../api/support.ts';
import { closing } from '../closing.ts';
import { createCode, createDeliveredLote, SCHEMA, tenderOf } from '../ledger.ts';
import { openDesk } from './desk.ts';

const SUPERFICIE = 95_500;

const desk = openDesk({ superficie: SUPERFICIE, starts: '2026-01-01' });
const { today } = desk;

const post = async (path: string, body: Record<string, unknown>) => {
  const reply = await desk.app.call('POST', path, { as: 'director', body });
  if (!envelope(reply).success) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
};
const lot = async () =>
  (await createDeliveredLote(desk.app, { superficie: SUPERFICIE, fecha_entrega: '2025-12-20' })).id;
const removeSpecial = async (id: number) => {
  const reply = await desk.app.call('DELETE', `/lote/descuentosespeciales/delete/${id}`, { as: 'director' });
  expect(envelope(reply).success).toBe(true);
};
const correct = async (correction: Record<string, unknown>) =>
  post('/correccion/recibo', { ...correction, codigo: await createCode(desk.app), razon: 'Lo dijo el banco' });
/** The money stays, and another receipt takes it. */
const correctAccount = async (reciboId: number) => {
  const { metodoPago, caja } = await tenderOf(desk.app);
  await correct({ tipo: 'metodo', reciboId, metodoPago, caja, noCuenta: '4321' });
};
const debt = async (id: number) => (await desk.cashier.header(id)).deuda;

async function report(desde: string, hasta: string, clase = ''): Promise<DescuentoRow[]> {
  const path = `/reporte/decuentoCancelaciones?tipo=1&dateIni=${desde}&dateFin=${hasta}&clase=${clase}`;
  const reply = await desk.app.call('GET', path, { as: 'consultor' });
  return (envelope(reply).data as { data: DescuentoRow[] }).data;
}
const sumOf = (rows: readonly DescuentoRow[]) =>
  rows.reduce((sum, row) => sum + Math.round((row.montoDescontado ?? 0) * 100), 0) / 100;

/** Pesos that charges owe less without money: none of them is cancelled here. */
async function given(): Promise<number> {
  const [row] = await desk.app.query<{ pesos: number }>(
    `SELECT coalesce(sum(ajustado_centavos), 0)::float8 / 100 AS pesos FROM ${SCHEMA}.cargo WHERE cierre IS NULL`,
  );
  return row?.pesos ?? Number.NaN;
}

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;
const lastDay = (month: string) => new Date(Date.UTC(2026, Number(month.slice(5)), 0)).toISOString().slice(0, 10);

it('reports what was given, month by month, and no closed month changes', async () => {
  const { app, cashier } = desk;
  // Of the demo's own lots, which are charged too.
  await app.query(`UPDATE ${SCHEMA}.lote SET plus_percent_mtto = NULL`);
  const [ana, beto, caro] = [await lot(), await lot(), await lot()];
  /** As each month was signed: its rows, and what had been given by then. */
  const signed = new Map<string, { rows: DescuentoRow[]; given: number }>();
  const closeMonth = async (month: string) => {
    signed.set(month, { rows: await report(`${month}-01`, lastDay(month)), given: await given() });
    await post('/periodo/cerrar', closing({ year: 2026, mes: Number(month.slice(5)) }));
  };
  const pay = (lote: number, fecha: string, ...meses: string[]) =>
    cashier.payMonths(lote, { meses, monto: 2250 * meses.length, fecha });

  // January: two in time, 250.00 each; of a fine 40% is condoned, 400.00, and half of the rest taken off with a code, 300.00.
  await cashier.generateMonth('2026-01');
  today('2026-01-08');
  const [anas, betos] = [await pay(ana, '2026-01-08', '2026-01'), await pay(beto, '2026-01-08', '2026-01')];
  const multa = await cashier.fine(ana, 1000);
  await cashier.condoneFine(multa, 40);
  await cashier.payFine(multa, 300, '2026-01-08', { descuento: 50 });
  today('2026-02-01');
  await closeMonth('2026-01');
  expect(sumOf(signed.get('2026-01')?.rows ?? [])).toBe(1200);

  // February: Beto has 10% from now on, 250.00 of February. Both payments of January come back: 250.00 each are taken back of
  // a closed month; Ana owes all of January, Beto gets 10% of it and no rule.
  await cashier.generateMonth('2026-02');
  today('2026-02-03');
  await cashier.setSpecial(beto, 10);
  today('2026-02-04');
  await cashier.cancelReceipt(anas.id);
  await cashier.cancelReceipt(betos.id);
  expect([await debt(ana), await debt(beto)]).toEqual([5000, 4500]);
  // 50 typed for 5, seen the same week: 2,500.00 that never stood in a signed report.
  today('2026-02-05');
  await cashier.setSpecial(beto, 50);
  expect(await debt(beto)).toBe(2500);
  today('2026-02-06');
  await cashier.setSpecial(beto, 5);
  expect(await debt(beto)).toBe(4750);
  today('2026-03-01');
  await closeMonth('2026-02');
  // −250.00 twice, and 125.00 of January and of February.
  expect(signed.get('2026-02')?.rows.map(({ montoDescontado, clase }) => [montoDescontado, clase])).toEqual([
    [125, 'especial'],
    [125, 'especial'],
    [-250, 'regla'],
    [-250, 'regla'],
  ]);
  expect(signed.get('2026-02')?.rows[2]?.descripcion).toMatch(/^Se quita: Mantenimiento Enero - 2026\. /);

  // March: Caro's three months, 7,500.00, are forgiven and given back in April; Beto's 5% ends, and what it took from January
  // and February comes back.
  await cashier.generateMonth('2026-03');
  today('2026-03-05');
  await cashier.setSpecial(caro, 100);
  expect(await debt(caro)).toBe(0);
  await removeSpecial(beto);
  expect(await debt(beto)).toBe(7500);
  today('2026-04-01');
  await closeMonth('2026-03');
  await cashier.generateMonth('2026-04');
  today('2026-04-02');
  await removeSpecial(caro);
  // April was born with nothing to pay and stays so.
  expect(await debt(caro)).toBe(7500);
  today('2026-05-01');
  await closeMonth('2026-04');
  expect([...signed.values()].map(({ rows }) => sumOf(rows))).toEqual([1200, -250, 7250, -5000]);

  let before = 0;
  for (const month of MONTHS) {
    const then = signed.get(month);
    expect(await report(`${month}-01`, lastDay(month))).toEqual(then?.rows);
    expect([month, sumOf(then?.rows ?? [])]).toEqual([month, (then?.given ?? 0) - before]);
    before = then?.given ?? 0;
  }
  const all = await report('2026-01-01', '2026-12-31');
  expect(sumOf(all)).toBe(await given());
  // Any range is the sum of its parts, and the kinds are the whole.
  for (const cut of ['2026-01-08', '2026-02-04', '2026-02-05', '2026-03-31']) {
    const next = new Date(Date.parse(`${cut}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    expect((await report('2026-01-01', cut)).length + (await report(next, '2026-12-31')).length).toBe(all.length);
  }
  const kinds = await Promise.all(
    ['especial', 'regla', 'descuento', 'condonacion'].map((clase) => report('2026-01-01', '2026-12-31', clase)),
  );
  expect(kinds.map(sumOf)).toEqual([2500, 0, 300, 400]);
  expect(kinds.flat()).toHaveLength(all.length);
  // Who gave it away.
  expect(new Set(all.filter(({ clase }) => clase === 'especial').map(({ autorizado }) => autorizado !== ''))).toEqual(
    new Set([true]),
  );
});

it('gives a month that is open again the special percentage of that day and no rule, however it came to be open', async () => {
  const { app, cashier } = desk;
  today('2026-05-02');
  const [dora, other] = [await lot(), await lot()];
  const meses = ['2026-05', '2026-06', '2026-07', '2026-08'];
  await cashier.generateMonths(dora, ['2026-01', '2026-02', '2026-03', '2026-04'].concat(meses));
  today('2026-05-03');
  await cashier.payMonths(dora, { meses: MONTHS, monto: 10_000, fecha: '2026-05-03' });
  const receipts: { id: number }[] = [];
  for (const mes of meses)
    receipts.push(await cashier.payMonths(dora, { meses: [mes], monto: 2250, fecha: '2026-05-03' }));
  expect(await debt(dora)).toBe(0);
  today('2026-05-04');
  await cashier.setSpecial(dora, 20);
  // Money closed them: nothing is given.
  expect(await debt(dora)).toBe(0);

  const [cancelled, returned, moved, corrected] = receipts.map(({ id }) => id);
  today('2026-05-05');
  await cashier.cancelReceipt(cancelled ?? 0);
  expect(await debt(dora)).toBe(2000);
  await correct({ tipo: 'devuelto', reciboId: returned });
  expect(await debt(dora)).toBe(4000);
  await cashier.moveReceipt(moved ?? 0, other);
  expect(await debt(dora)).toBe(6000);
  await correctAccount(corrected ?? 0);
  // The money stays, and its rule.
  expect(await debt(dora)).toBe(6000);

  // In time, and yet no rule: 2,000.00 are owed of each.
  today('2026-05-06');
  await cashier.payMonths(dora, { meses: ['2026-05'], monto: 2000, fecha: '2026-05-06' });
  expect(await debt(dora)).toBe(4000);
  // What was never received had no percentage of another day either.
  today('2026-05-07');
  await cashier.setSpecial(dora, 30);
  expect(await debt(dora)).toBe(3500);
  const [last] = await app.query<{ id: number }>(`SELECT max(id) AS id FROM ${SCHEMA}.recibo WHERE lote_id = $1`, [
    dora,
  ]);
  today('2026-05-08');
  await cashier.cancelReceipt(last?.id ?? 0);
  expect(await debt(dora)).toBe(5250);
});

it('gives back what it closed a partly paid month with, also where the receipt was corrected since', async () => {
  const { cashier } = desk;
  today('2026-05-02');
  const fede = await lot();
  await cashier.generateMonths(fede, ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05']);
  today('2026-05-03');
  await cashier.payMonths(fede, { meses: MONTHS, monto: 10_000, fecha: '2026-05-03' });
  const part = await cashier.payMonths(fede, { meses: ['2026-05'], monto: 2000, fecha: '2026-05-03' });
  today('2026-05-04');
  await cashier.setSpecial(fede, 50);
  expect(await debt(fede)).toBe(0);
  today('2026-05-05');
  await correctAccount(part.id);
  today('2026-05-06');
  await removeSpecial(fede);
  expect(await debt(fede)).toBe(500);
});

it('takes back what a run forgave when it is undone, in its month or later', async () => {
  const { app, cashier } = desk;
  const eva = await lot();
  const undo = async (mes: number) => {
    const [run] = await app.query<{ id: number }>(
      `SELECT max(id) AS id FROM ${SCHEMA}.generacion WHERE tipo = 'mantenimiento' AND mes = $1`,
      [mes],
    );
    await post(`/mtto-generado/anular/${run?.id}`, {});
  };
  today('2026-09-01');
  await cashier.setSpecial(eva, 10);
  await cashier.generateMonth('2026-09');
  today('2026-10-01');
  for (const mes of [5, 6, 7, 8, 9]) await post('/periodo/cerrar', closing({ year: 2026, mes }));
  const september = () => report('2026-09-01', '2026-09-30');
  const signed = await september();
  expect(sumOf(signed)).toBeGreaterThanOrEqual(250);
  await cashier.generateMonth('2026-10');
  expect(sumOf(await report('2026-10-01', '2026-10-31'))).toBe(sumOf(signed));
  await undo(10);
  expect(await report('2026-10-01', '2026-10-31')).toEqual([]);

  await undo(9);
  expect(await september()).toEqual(signed);
  expect(sumOf(await report('2026-10-01', '2026-10-31'))).toBe(-sumOf(signed));
});
