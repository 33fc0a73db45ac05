/**
 * Four months at the cash desk: the worked cases of dominio.md#interest, each lot living its own, figures to the centavo.
 */
import { expect, it } from 'vitest';
import { createDeliveredLote, SCHEMA } from '../ledger.ts';
import { openDesk } from './desk.ts';

const SUPERFICIE = 95_100;

const desk = openDesk({ superficie: SUPERFICIE, starts: '2026-02-01' });
const { today } = desk;
const lotWith = async (...months: string[]) => {
  const { id } = await createDeliveredLote(desk.app, { superficie: SUPERFICIE, fecha_entrega: '2026-01-20' });
  await desk.cashier.generateMonths(id, months);
  return id;
};
/** The late interest that a lot was ever charged, oldest first, in pesos. */
const interestOf = async (loteId: number) =>
  (await desk.cashier.statement(loteId))
    .filter(({ descripcion }) => descripcion.startsWith('Interés'))
    .map(({ cargo }) => cargo);
const owes = async (loteId: number) => (await desk.cashier.header(loteId)).deuda;

it('late interest over four months', async () => {
  const { cashier } = desk;
  const enTiempo = await lotWith('2026-02');
  const finDeFebrero = await lotWith('2026-02');
  const enMarzo = await lotWith('2026-02');
  const enMayo = await lotWith('2026-02', '2026-03');
  const enPartes = await lotWith('2026-02');
  const conDescuento = await lotWith('2026-02', '2026-03');

  // On the cut-off day: 2,500.00 − 250.00.
  today('2026-02-10');
  expect(await cashier.payMonths(enTiempo, { meses: ['2026-02'], monto: 2250, fecha: '2026-02-10' })).toMatchObject({
    total: 2250,
    fondo: 0,
  });
  expect(await owes(enTiempo)).toBe(0);

  // On the last day of February: late, but the month is not over.
  today('2026-02-28');
  await cashier.payMonths(finDeFebrero, { meses: ['2026-02'], monto: 2500, fecha: '2026-02-28' });
  await cashier.saveTiie('2026-02', 7.25);
  await cashier.generateInterest();
  expect(await interestOf(enMarzo)).toEqual([]);

  // On 1 March: 2,500.00 × 7.25% / 12 = 15.104…; 2,515.10 is 2,516 in whole pesos, 0.90 to the fund.
  today('2026-03-01');
  await cashier.generateInterest();
  expect(await interestOf(enMarzo)).toEqual([15.1]);
  expect(await owes(enMarzo)).toBe(2515.1);
  expect(await cashier.payMonths(enMarzo, { meses: ['2026-02'], monto: 2516, fecha: '2026-03-01' })).toMatchObject({
    total: 2516,
    fondo: 0.9,
  });

  // 1,000.00 of principal, the interest left for later.
  today('2026-03-15');
  await cashier.payMonths(enPartes, { meses: ['2026-02'], monto: 1000, fecha: '2026-03-15', conInteres: false });

  today('2026-04-01');
  await cashier.saveTiie('2026-03', 7);
  await cashier.generateInterest();
  today('2026-05-01');
  await cashier.saveTiie('2026-04', 7);
  await cashier.generateInterest();

  today('2026-05-20');
  // February bears 15.10, then 2,500.00 × 7% / 12 = 14.58 of March and of April; March bears 14.58 of each:
  // 15.10 + 4 × 14.58 = 73.42; 5,073.42 is 5,074, 0.58 to the fund.
  expect(await interestOf(enMayo)).toEqual([15.1, 14.58, 14.58, 14.58, 14.58]);
  expect(
    await cashier.payMonths(enMayo, { meses: ['2026-02', '2026-03'], monto: 5074, fecha: '2026-05-20' }),
  ).toMatchObject({ total: 5074, fondo: 0.58 });

  // 2,500.00 was unpaid on 10 March, 1,500.00 on 10 April: 15.10 + 14.58 + 1,500.00 × 7% / 12 = 8.75, in all 38.43.
  expect(await interestOf(enPartes)).toEqual([15.1, 14.58, 8.75]);
  expect(await owes(enPartes)).toBe(1538.43);
  expect(await cashier.payMonths(enPartes, { meses: ['2026-02'], monto: 1539, fecha: '2026-05-20' })).toMatchObject({
    fondo: 0.57,
  });

  // 33% off each entry: 15.10 − 4.98 and 4 × (14.58 − 4.81) = 49.20; 5,049.20 is 5,050, 0.80 to the fund.
  expect(
    await cashier.payMonths(conDescuento, {
      meses: ['2026-02', '2026-03'],
      monto: 5050,
      fecha: '2026-05-20',
      descuento: 33,
    }),
  ).toMatchObject({ total: 5050, fondo: 0.8 });

  // Nobody owes anything, and nothing grows on what is paid.
  today('2026-07-01');
  await cashier.saveTiie('2026-05', 7);
  await cashier.saveTiie('2026-06', 7);
  await cashier.generateInterest();
  for (const lote of [enTiempo, finDeFebrero, enMarzo, enMayo, enPartes, conDescuento])
    expect(await owes(lote)).toBe(0);
  expect(await interestOf(enTiempo)).toEqual([]);
  expect(await interestOf(finDeFebrero)).toEqual([]);
  expect(await interestOf(enMarzo)).toEqual([15.1]);
});

it('with a factor of 2', async () => {
  const { app, cashier } = desk;
  await app.query(`UPDATE ${SCHEMA}.configuracion_residencial SET factor_moratorio = 2`);
  await app.query(`DELETE FROM ${SCHEMA}.tiie WHERE year = 2026 AND mes > 4`);
  today('2026-05-20');
  const lote = await lotWith('2026-02', '2026-03');
  await cashier.generateInterest();
  // 30.208… and 4 × 29.166…: 30.21 + 4 × 29.17 = 146.89; 5,146.89 is 5,147, 0.11 to the fund.
  expect(await interestOf(lote)).toEqual([30.21, 29.17, 29.17, 29.17, 29.17]);
  expect(
    await cashier.payMonths(lote, { meses: ['2026-02', '2026-03'], monto: 5147, fecha: '2026-05-20' }),
  ).toMatchObject({ total: 5147, fondo: 0.11 });
});
