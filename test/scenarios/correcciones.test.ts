/** Receipts that are corrected after their month was closed, their shift counted, or a discount set: what was signed holds. */
import { expect, it } from 'vitest';
import type { CorteRow } from '#features/reportes/contract.ts';
import { envelope } from '../api/support.ts';
import { closing } from '../closing.ts';
import { createCode, createDeliveredLote, SCHEMA, tenderOf } from '../ledger.ts';
import { openDesk } from './desk.ts';

const SUPERFICIE = 95_600;

const desk = openDesk({ superficie: SUPERFICIE, starts: '2026-01-01' });
const { today } = desk;

const post = async (path: string, body: Record<string, unknown>): Promise<unknown> => {
  const reply = await desk.app.call('POST', path, { as: 'director', body });
  if (!envelope(reply).success) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
  return envelope(reply).data;
};
const get = async (path: string): Promise<unknown> =>
  envelope(await desk.app.call('GET', path, { as: 'director' })).data;
const lot = async () =>
  (await createDeliveredLote(desk.app, { superficie: SUPERFICIE, fecha_entrega: '2025-12-20' })).id;
const correct = async (reciboId: number, correction: Record<string, unknown>) =>
  post('/correccion/recibo', {
    reciboId,
    codigo: await createCode(desk.app),
    razon: 'Lo dijo el banco',
    ...correction,
  });
let accounts = 4320;
/** The money stays, and another receipt takes it, each time of another account; answers its number. */
async function correctAccount(reciboId: number): Promise<number> {
  const { metodoPago, caja } = await tenderOf(desk.app);
  await correct(reciboId, { tipo: 'metodo', metodoPago, caja, noCuenta: String(++accounts) });
  const [row] = await desk.app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.recibo WHERE corrige_id = ${reciboId}`);
  return row?.id ?? Number.NaN;
}
async function corte(month: string): Promise<CorteRow[]> {
  const body = { fechaInicial: `${month}-01`, fechaFinal: `${month}-28 23:59:59`, metodoPago: '0', caja: { id: '' } };
  return ((await post('/operaciones/cortecaja', body)) as { data: CorteRow[] }).data;
}
const sumOf = (rows: readonly CorteRow[]) => rows.reduce((sum, { pago }) => sum + pago, 0);

it('a receipt of a closed month that is corrected twice stands among the corrections, and is no further payment', async () => {
  const { cashier } = desk;
  const id = await lot();
  today('2026-02-02');
  await cashier.generateMonths(id, ['2026-02']);
  const receipt = await cashier.payMonths(id, { meses: ['2026-02'], monto: 500, fecha: '2026-02-02' });
  today('2026-03-02');
  await post('/periodo/cerrar', closing({ year: 2026, mes: 2 }));
  const closed = await corte('2026-02');
  const second = await correctAccount(await correctAccount(receipt.id));
  const march = await corte('2026-03');
  expect(march.map(({ correccion, pago, recibo }) => [correccion, pago, recibo])).toEqual([
    [true, -500, receipt.id],
    [true, 500, second],
  ]);
  expect(await corte('2026-02')).toEqual(closed);
});

it('a shift that is not signed holds both halves of a correction, also once its month is closed', async () => {
  const { cashier } = desk;
  const [one, other, third] = [await lot(), await lot(), await lot()];
  today('2026-03-30');
  const { caja } = await tenderOf(desk.app);
  const turno = Number(await post('/turno/abrir', { caja, fondoInicial: 0 }));
  const receipts: number[] = [];
  for (const id of [one, other]) {
    await cashier.generateMonths(id, ['2026-03']);
    receipts.push((await cashier.payMonths(id, { meses: ['2026-03'], monto: 300, fecha: '2026-03-30' })).id);
  }
  const expected = async () => {
    const { metodos } = (await get(`/turno/get/${turno}`)) as { metodos: { esperado: number | null }[] };
    return metodos.reduce((sum, { esperado }) => sum + (esperado ?? 0), 0);
  };
  const { metodos } = (await get(`/turno/get/${turno}`)) as { metodos: { metodoPago: { id: number } }[] };
  await post('/turno/contar', { id: turno, conteo: metodos.map(({ metodoPago }) => ({ metodoPago, monto: 0 })) });
  const before = await expected();
  today('2026-04-01');
  await post('/periodo/cerrar', closing({ year: 2026, mes: 3 }));
  await correctAccount(receipts[0] ?? 0);
  await correct(receipts[1] ?? 0, { tipo: 'lote', lote: { id: third } });
  expect(before).toBe(600);
  expect(await expected()).toBe(before);
  // In the cut-offs nothing came in twice, and nothing left.
  expect(sumOf((await corte('2026-04')).filter(({ correccion }) => correccion))).toBe(0);
});

it('a special discount that closed a month gives it back, also where the receipt before it was corrected since', async () => {
  const { cashier } = desk;
  const id = await lot();
  today('2026-04-03');
  await cashier.generateMonths(id, ['2026-04']);
  const cuota = (await cashier.header(id)).deuda;
  const receipt = await cashier.payMonths(id, { meses: ['2026-04'], monto: cuota * 0.8, fecha: '2026-04-03' });
  today('2026-04-04');
  await post('/lote/descuentosespeciales/save', { id, descuento: 20, razon: 'Acuerdo de asamblea' });
  expect((await cashier.header(id)).deuda).toBe(0);
  today('2026-04-05');
  await correctAccount(receipt.id);
  const removed = await desk.app.call('DELETE', `/lote/descuentosespeciales/delete/${id}?razon=Fue+un+error`, {
    as: 'director',
  });
  expect(envelope(removed).success).toBe(true);
  expect((await cashier.header(id)).deuda).toBe(cuota * 0.2);
});
