/** What random operations beside the model (modelo.test.ts) found, each as a plain example. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkLaws } from '#libro/server/laws.ts';
import { startApp, type TestApp } from '../app.ts';
import { Cashier } from '../cashier.ts';
import {
  chargeSums,
  clearLedger,
  createCode,
  createDefinition,
  createDeliveredLote,
  inLedger,
  refusalOf,
  SCHEMA,
} from '../ledger.ts';
import { envelope } from './support.ts';

const SUPERFICIE = 95_400;

let app: TestApp;
let cashier: Cashier;

beforeAll(async () => {
  app = await startApp({
    invoices: false,
    now: '2026-02-01T18:00:00Z',
    sessionLimits: { idleMinutes: 10_000_000, maxHours: 200_000 },
  });
  cashier = await Cashier.of(app);
  await clearLedger(app);
  // 2,500.00 a month, cut-off on the 10th, 10% for promptness. A TIIE of 12% is 1% a month.
  await createDefinition(app, { desde: SUPERFICIE, cuota: 250_000, diaCorte: 10, rules: [10] });
  await cashier.saveTiie('2026-02', 12);
  await cashier.saveTiie('2026-03', 12);
});
beforeEach(() => today('2026-02-01'));
afterAll(async () => {
  expect(await inLedger(app, checkLaws)).toEqual([]);
  await app.close();
});

const today = (fecha: string) => app.clock.set(`${fecha}T18:00:00Z`);

/** A lot that owes February. */
async function february(): Promise<{ lote: number; cargo: number }> {
  const { id: lote } = await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2026-01-20' });
  await cashier.generateMonths(lote, ['2026-02']);
  const [row] = await app.query<{ id: number }>(`SELECT id FROM ${SCHEMA}.cargo WHERE lote_id = $1`, [lote]);
  return { lote, cargo: row?.id ?? 0 };
}
const pay = (lote: number, monto: number, fecha: string) =>
  cashier.payMonths(lote, { meses: ['2026-02'], monto, fecha, conInteres: false });

it('the late interest of a cancelled charge does not depend on whether it was generated before or after', async () => {
  const cancel = async (cargo: number) => {
    const body = { tipo: 'mantenimiento', id: cargo, codigo: await createCode(app), razon: 'Acuerdo' };
    const reply = await app.call('POST', '/lote/cancelardeudaglobal', { as: 'superadmin', body });
    expect(envelope(reply).success).toBe(true);
  };
  const [before, after] = [await february(), await february()];
  today('2026-03-20');
  await cancel(after.cargo);
  await cashier.generateInterest();
  await cancel(before.cargo);
  // It was unpaid at the end of February, 1% of 2,500.00; at the end of March it was no debt any more.
  today('2026-04-02');
  await cashier.generateInterest();
  expect(await cashier.header(before.lote)).toMatchObject({ deuda: 25, deuda_moratorio: 25 });
  expect(await cashier.header(after.lote)).toMatchObject({ deuda: 25, deuda_moratorio: 25 });
});

it('interest that is generated after a merge is the reference lot’s, of months paid before it too', async () => {
  const [merged, reference] = [await february(), await february()];
  today('2026-03-05');
  await cashier.payMonths(merged.lote, { meses: ['2026-02'], monto: 2500, fecha: '2026-03-05' });
  await cashier.payMonths(reference.lote, { meses: ['2026-02'], monto: 2500, fecha: '2026-02-28' });
  await cashier.merge(merged.lote, reference.lote);
  await cashier.generateInterest();
  expect(await cashier.header(merged.lote)).toMatchObject({ deuda: 0 });
  expect(await cashier.header(reference.lote)).toMatchObject({ deuda: 25 });
  // Of which somebody can take the payment.
  expect(await cashier.payMonths(reference.lote, { meses: [], monto: 25, fecha: '2026-03-05' })).toMatchObject({
    total: 25,
    fondo: 0,
  });
});

it('a payment in time takes the discount although something was received late before it was known', async () => {
  const { lote, cargo } = await february();
  today('2026-02-20');
  await pay(lote, 100, '2026-02-15');
  // 2,250.00 deposited on the 5th cover the discounted total; of the 250.00 the 100.00 leave 150.00 to take off.
  await pay(lote, 2250, '2026-02-05');
  expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 0, pagado: 235_000, ajustado: 15_000, status: 'pagado' });
});

it('the last centavos of the discounted total, paid in time, take the discount although something came late', async () => {
  const { lote, cargo } = await february();
  today('2026-02-20');
  await pay(lote, 2200, '2026-02-05');
  await pay(lote, 200, '2026-02-15');
  await pay(lote, 50, '2026-02-10');
  expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 0, pagado: 245_000, ajustado: 5_000, status: 'pagado' });
});

it('cancelling a payment that was late leaves the discount of those in time', async () => {
  const { lote, cargo } = await february();
  today('2026-02-20');
  const late = await pay(lote, 100, '2026-02-15');
  await pay(lote, 2250, '2026-02-05');
  await cashier.cancelReceipt(late.id);
  expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 10_000, pagado: 225_000, ajustado: 15_000 });
  // It is not granted a second time: what is left is owed.
  await pay(lote, 100, '2026-02-05');
  expect(await chargeSums(app, cargo)).toMatchObject({ saldo: 0, ajustado: 15_000, status: 'pagado' });
});

it('the fund is not asked to pay nothing', async () => {
  const { lote } = await february();
  today('2026-02-05');
  await cashier.setSpecial(lote, 100);
  const payment = { meses: ['2026-03'], monto: 1, fecha: '2026-02-05', conFondo: true };
  expect(refusalOf(await cashier.tryPayMonths(lote, payment))).toContain('No hay nada que cobrar');
});
