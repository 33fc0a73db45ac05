/** Four months of two lots that become one: a special percentage, a merge, and a payment that comes back after it. */
import { expect, it } from 'vitest';
import { createDeliveredLote } from '../ledger.ts';
import { openDesk } from './desk.ts';

const SUPERFICIE = 95_300;

// A TIIE of 12% is 1% a month.
const desk = openDesk({ superficie: SUPERFICIE, starts: '2026-01-01' });
const { today } = desk;

it('what a merged lot owes, and what comes back to it later, is the reference lot’s', async () => {
  const { app, cashier } = desk;
  const newLote = () => createDeliveredLote(app, { superficie: SUPERFICIE, fecha_entrega: '2025-12-20' });
  const [{ id: grande }, { id: chico }] = [await newLote(), await newLote()];
  const debtOf = async (lote: number) => {
    const { deuda, deuda_moratorio } = await cashier.header(lote);
    return { deuda, deuda_moratorio };
  };

  await cashier.generateMonth('2026-01');
  today('2026-01-09');
  await cashier.payMonths(grande, { meses: ['2026-01'], monto: 2250, fecha: '2026-01-09' });

  // The small lot has not paid: 1% of 2,500.00.
  today('2026-02-01');
  await cashier.generateMonth('2026-02');
  await cashier.saveTiie('2026-01', 12);
  await cashier.generateInterest();
  expect(await debtOf(chico)).toEqual({ deuda: 5025, deuda_moratorio: 25 });

  // 20% off its maintenance: January and February 2,000.00 each, and the interest is 1% of 2,000.00.
  today('2026-02-05');
  await cashier.setSpecial(chico, 20);
  expect(await debtOf(chico)).toEqual({ deuda: 4020, deuda_moratorio: 20 });

  // 1,000.00: the interest, then 980.00 of January, which owes 1,020.00.
  today('2026-02-20');
  const partial = await cashier.payMonths(chico, { meses: ['2026-01'], monto: 1000, fecha: '2026-02-20' });
  expect(await debtOf(chico)).toEqual({ deuda: 3020, deuda_moratorio: 0 });

  // At February's cut-off January owed 2,000.00 (20.00), February 2,000.00 (20.00) and the large lot's 2,500.00 (25.00).
  today('2026-03-01');
  await cashier.saveTiie('2026-02', 12);
  await cashier.generateInterest();
  expect(await debtOf(chico)).toEqual({ deuda: 3060, deuda_moratorio: 40 });
  expect(await debtOf(grande)).toEqual({ deuda: 2525, deuda_moratorio: 25 });

  // Merged: one debt. Of March only the large lot is charged.
  today('2026-03-02');
  await cashier.merge(chico, grande);
  await cashier.generateMonth('2026-03');
  expect(await debtOf(chico)).toEqual({ deuda: 0, deuda_moratorio: 0 });
  expect(await debtOf(grande)).toEqual({ deuda: 8085, deuda_moratorio: 65 });

  // Everything on the cut-off: 65 + 1,020 + 2,500 + 2,000 and March with its discount, 2,250: 7,835.
  today('2026-03-10');
  const meses = ['2026-01', '2026-02', '2026-03'];
  expect(await cashier.payMonths(grande, { meses, monto: 7835, fecha: '2026-03-10' })).toMatchObject({ fondo: 0 });
  expect(await debtOf(grande)).toEqual({ deuda: 0, deuda_moratorio: 0 });

  // The 1,000.00 of February come back from the bank: 980.00 of January and 20.00 of interest are the large lot's debt.
  today('2026-03-12');
  await cashier.cancelReceipt(partial.id);
  expect(await debtOf(chico)).toEqual({ deuda: 0, deuda_moratorio: 0 });
  expect(await debtOf(grande)).toEqual({ deuda: 1000, deuda_moratorio: 20 });

  // At March's cut-off those 980.00 were unpaid: 9.80.
  today('2026-04-01');
  await cashier.saveTiie('2026-03', 12);
  await cashier.generateInterest();
  expect(await debtOf(grande)).toEqual({ deuda: 1009.8, deuda_moratorio: 29.8 });
  expect(await cashier.payMonths(grande, { meses: ['2026-01'], monto: 1010, fecha: '2026-04-01' })).toMatchObject({
    fondo: 0.2,
  });
  expect(await debtOf(grande)).toEqual({ deuda: 0, deuda_moratorio: 0 });
});
