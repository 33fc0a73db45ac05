/** A whole year of one lot, from its delivery to the last peso of December, every figure worked out by hand. */
import { expect, it } from 'vitest';
import { totalsOf } from '#features/estado-cuenta/rules.ts';
import { createDeliveredLote } from '../ledger.ts';
import { openDesk } from './desk.ts';

const SUPERFICIE = 95_200;

const desk = openDesk({ superficie: SUPERFICIE, starts: '2026-01-01' });
const { today } = desk;

it('charges, collects and explains a year to the centavo', async () => {
  const { app, cashier } = desk;
  // Delivered on the 20th, so January's cut-off is the first; delivered on 14 January would be the same.
  const { id: lote } = await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2025-12-20' });
  const { id: vecino } = await createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2026-10-20' });
  const pay = (monto: number, fecha: string, ...meses: string[]) => cashier.payMonths(lote, { meses, monto, fecha });
  /** The first of a month: its charge, the rate of the month before, the late interest. */
  const newMonth = async (month: string, rateOf?: string) => {
    today(`${month}-01`);
    await cashier.generateMonth(month);
    if (rateOf) await cashier.saveTiie(rateOf, 7.2);
    await cashier.generateInterest();
  };
  /** 'net amount, paid, status' of each charge on the statement. */
  const rows = async (conocido: string | null = null) =>
    (await cashier.statement(lote, conocido)).map(({ cargo, abono, estado }) => `${cargo} ${abono} ${estado}`);

  // January is paid two days early and February on the cut-off day: 2 × 2,250.00. Received: 4,500.
  await newMonth('2026-01');
  today('2026-01-08');
  await pay(2250, '2026-01-08', '2026-01');
  await newMonth('2026-02');
  today('2026-02-10');
  await pay(2250, '2026-02-10', '2026-02');

  // March is forgotten: 2,500.00 × 7.2% / 12 = 15.00 on 1 April. The rate is then corrected to 8.4%: 17.50 takes its place.
  await newMonth('2026-03');
  await newMonth('2026-04', '2026-03');
  expect(await rows()).toEqual([
    '2250 2250 pagado',
    '2250 2250 pagado',
    '2500 0 vigente',
    '15 0 vigente',
    '2500 0 vigente',
  ]);
  today('2026-04-15');
  await cashier.saveTiie('2026-03', 8.4);
  await cashier.generateInterest();

  // March with its interest, 2,517.50: 2,518 in whole pesos, 0.50 to the fund. Received: 7,018.
  today('2026-04-20');
  expect(await pay(2518, '2026-04-20', '2026-03')).toMatchObject({ fondo: 0.5 });

  // April is late too, 15.00; 50% off with a code leaves 7.50. May is in time: 2,500 + 7.50 + 2,250 = 4,757.50, that is
  // 4,758 and 0.50 to the fund. Received: 11,776; in the fund: 1.00.
  await newMonth('2026-05', '2026-04');
  today('2026-05-05');
  const multa = await cashier.fine(lote, 1000);
  today('2026-05-09');
  const april = { meses: ['2026-04', '2026-05'], monto: 4758, fecha: '2026-05-09', descuento: 50 };
  expect(await cashier.payMonths(lote, april)).toMatchObject({ fondo: 0.5 });

  // Of the fine 40% is condoned; of the 600.00 that are left a code takes 50% off: 300.00. Received: 12,076.
  today('2026-05-12');
  await cashier.condoneFine(multa, 40);
  await cashier.payFine(multa, 300, '2026-05-12', { descuento: 50 });

  // June is paid in time by a cheque that comes back: the month owes 2,500.00 again. Received: still 12,076.
  await newMonth('2026-06', '2026-05');
  today('2026-06-09');
  const cheque = await pay(2250, '2026-06-09', '2026-06');
  today('2026-06-25');
  await cashier.cancelReceipt(cheque.id);
  expect((await cashier.header(lote)).deuda).toBe(2500);

  // June with its 15.00 and July in time: 4,765.00. Received: 16,841.
  await newMonth('2026-07', '2026-06');
  today('2026-07-10');
  await pay(4765, '2026-07-10', '2026-06', '2026-07');

  // August was deposited on the 10th, but the bank tells in September, when 15.00 of interest stand on it. They go, the
  // discount comes. Received: 19,091.
  await newMonth('2026-08', '2026-07');
  await newMonth('2026-09', '2026-08');
  expect(await cashier.header(lote)).toMatchObject({ deuda: 5015, deuda_moratorio: 15 });
  today('2026-09-03');
  await pay(2250, '2026-08-10', '2026-08');
  expect(await cashier.header(lote)).toMatchObject({ deuda: 2500, deuda_moratorio: 0 });

  // September and the rest of the year at once: 4 × 2,250.00. Received: 28,091. Later runs find those months charged.
  today('2026-09-10');
  await pay(9000, '2026-09-10', '2026-09', '2026-10', '2026-11', '2026-12');
  await newMonth('2026-10', '2026-09');

  // A fine of 250.50, of which 100.00 are paid. Received: 28,191.
  today('2026-10-06');
  const ruido = await cashier.fine(lote, 250.5);
  await cashier.payFine(ruido, 100, '2026-10-06');

  // 2,250.00 of this lot's owner were collected for the neighbour: the money comes over to the fund. Received: 30,441.
  await newMonth('2026-11', '2026-10');
  today('2026-11-03');
  const wrong = await cashier.payMonths(vecino, { meses: ['2026-11'], monto: 2250, fecha: '2026-11-03' });
  await cashier.moveReceipt(wrong.id, lote);
  expect((await cashier.header(vecino)).deuda).toBe(2500);
  // The fund, 2,251.00, pays the 150.50 of the fine, whatever amount is sent; of the 2,100.50 left 100.50 are paid back.
  await cashier.payFine(ruido, 200, '2026-11-03', { conFondo: true });
  await cashier.refundFund(lote, 100.5);
  await newMonth('2026-12', '2026-11');

  today('2026-12-31');
  expect(await rows()).toEqual([
    '2250 2250 pagado', // January
    '2250 2250 pagado', // February
    '2500 2500 pagado', // March
    '17.5 17.5 pagado', // its interest
    '2500 2500 pagado', // April
    '7.5 7.5 pagado', // its interest, 50% off
    '300 300 pagado', // the fine
    '2250 2250 pagado', // May
    '2500 2500 pagado', // June
    '15 15 pagado', // its interest
    '2250 2250 pagado', // July
    '2250 2250 pagado', // August
    '2250 2250 pagado', // September
    '250.5 250.5 pagado', // the second fine
    '2250 2250 pagado', // October
    '2250 2250 pagado', // November
    '2250 2250 pagado', // December
  ]);
  // 9 × 2,250 + 3 × 2,500 + 17.50 + 7.50 + 15 + 300 + 250.50.
  expect(totalsOf(await cashier.statement(lote))).toEqual({ cargo: 28_340.5, abono: 28_340.5, deuda: 0 });
  expect(await cashier.header(lote)).toEqual({ deuda: 0, deuda_moratorio: 0, fondo: 2000 });
  // What came in is what was charged, what was paid back and what the fund holds: 28,340.50 + 100.50 + 2,000.00.
  expect(await cashier.received(lote)).toBe(30_441);

  // As it was known: before the rate was corrected; while the cheque was good, and after; before August's deposit was told.
  expect((await rows('2026-04-14')).slice(2)).toEqual(['2500 0 vigente', '15 0 vigente', '2500 0 vigente']);
  expect((await rows('2026-04-15')).slice(2)).toEqual(['2500 0 vigente', '17.5 0 vigente', '2500 0 vigente']);
  expect((await rows('2026-06-24')).at(-1)).toBe('2250 2250 pagado');
  expect((await rows('2026-06-25')).at(-1)).toBe('2500 0 vigente');
  expect((await rows('2026-09-02')).slice(-3)).toEqual(['2500 0 vigente', '15 0 vigente', '2500 0 vigente']);
  expect((await rows('2026-09-03')).slice(-2)).toEqual(['2250 2250 pagado', '2500 0 vigente']);
  expect(totalsOf(await cashier.statement(lote, '2026-09-02')).deuda).toBe(5015);
});
