import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateMaintenance, ceilPeso, codedDiscount, maintenanceDue, type PayableMonth } from './allocation.ts';
import type { Centavos } from './money.ts';
import { addMonths, dayOfMonth, lastDayOf } from './period.ts';
import {
  type Debt,
  inOrder,
  type OwedCharge,
  type OwedInterest,
  type OwedMonth,
  passedOver,
  settle,
  settlementDue,
  type Wanted,
} from './settlement.ts';

const FECHA = '2026-11-22';
const TERMS = { rules: [10], fechaPago: FECHA, interestPercent: 0 };
const START = { year: 2026, mes: 1 };

const payable = (id: number, n: number, more: Partial<PayableMonth> = {}): PayableMonth => {
  const month = addMonths(START, n);
  return {
    ...{ id, ...month, total: 250_000, corte: dayOfMonth(month, 25) },
    ...{ pagado: 0, pagadoEnTiempo: 0, ajustado: 0, excluido: false },
    ...more,
  };
};
const mes = (cargoId: number, n: number, more: Partial<PayableMonth> = {}): OwedMonth => {
  const month = payable(cargoId, n, more);
  const saldo = month.total - month.pagado - month.ajustado;
  return { clase: 'mes', cargoId, concepto: `mes ${n}`, vence: month.corte, saldo, month };
};
const inicial = (cargoId: number, monto: Centavos): OwedMonth => {
  const month = payable(cargoId, 2, { total: monto, excluido: true, corte: lastDayOf(addMonths(START, 2)) });
  return { clase: 'cuota_inicial', cargoId, concepto: 'inicial', vence: month.corte, saldo: monto, month };
};
const interes = (cargoId: number, n: number, saldo: Centavos, serie = 'meses'): OwedInterest => {
  const corte = dayOfMonth(addMonths(START, n), 25);
  return {
    clase: 'interes',
    cargoId,
    concepto: `interés ${n}`,
    vence: corte,
    saldo,
    entry: { id: cargoId, corte, saldo },
    serie,
  };
};
const cargo = (cargoId: number, saldo: Centavos, vence = '2026-05-05'): OwedCharge => ({
  ...{ clase: 'cargo', tipo: 'sancion', cargoId, concepto: 'multa', vence, saldo },
});
const all = (debts: readonly Debt[], percent = 0): Wanted[] =>
  inOrder(debts).map((debt) => ({ debt, tope: null, percent: debt.clase === 'cargo' ? percent : 0 }));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the order', () => {
  it('is interest, months oldest first, and the rest by when it fell due', () => {
    const debts = [
      cargo(9, 1, '2020-01-01'),
      mes(2, 3),
      mes(1, 2),
      interes(5, 4, 10),
      interes(4, 3, 10),
      cargo(8, 1, '2019-01-01'),
    ];
    expect(inOrder(debts).map(({ cargoId }) => cargoId)).toEqual([4, 5, 1, 2, 8, 9]);
  });
});

describe('what is to be paid', () => {
  it('takes the discount of a month in time, and rounds once to a whole peso', () => {
    const due = settlementDue(all([mes(1, 10), cargo(2, 85_025)]), TERMS);
    expect(due.lines).toMatchObject([{ pagar: 225_000, descuento: 25_000 }, { pagar: 85_025 }]);
    expect(due).toMatchObject({ exact: 310_025, total: 310_100, whole: false });
  });

  it('rounds nothing where fines and fees alone are paid, and takes whole pesos with an initial fee', () => {
    expect(settlementDue(all([cargo(2, 85_025)]), TERMS)).toMatchObject({ exact: 85_025, total: 85_025, whole: false });
    expect(settlementDue(all([inicial(3, 100_050)]), TERMS)).toMatchObject({ total: 100_100, whole: true });
  });

  it('gives a month that is paid in part no discount, and a fine its own whatever is paid', () => {
    const wanted = [
      { debt: mes(1, 10), tope: 100_000, percent: 0 },
      { debt: cargo(2, 100_000), tope: 20_000, percent: 50 },
    ];
    const due = settlementDue(wanted, TERMS);
    expect(due.lines).toMatchObject([
      { pagar: 100_000, descuento: 0, neto: 225_000 },
      { pagar: 20_000, descuento: 50_000, neto: 50_000 },
    ]);
    expect(settle(due, TERMS, due.exact).settled).toMatchObject([
      { pago: 100_000, descuento: 0 },
      { pago: 20_000, descuento: 50_000 },
    ]);
  });

  it('leaves out interest of after the payment date', () => {
    const due = settlementDue(all([interes(1, 2, 100), interes(2, 9, 200)]), { ...TERMS, fechaPago: '2026-05-20' });
    expect(due.lines.map(({ debt }) => debt.cargoId)).toEqual([1]);
  });

  it('closes what a discount of all of it leaves nothing of, without money', () => {
    const due = settlementDue(all([cargo(1, 30_000)], 100), TERMS);
    expect(due).toMatchObject({ exact: 0, total: 0 });
    expect(settle(due, TERMS, 0)).toMatchObject({ settled: [{ pago: 0, descuento: 30_000 }], excedente: 0 });
  });
});

describe('what may not be passed over', () => {
  const owed = [mes(1, 2), mes(2, 3), interes(5, 3, 100), interes(6, 4, 100), interes(7, 3, 100, '99'), cargo(9, 500)];
  const paying = (ids: readonly number[], topes: Record<number, number> = {}) => {
    const wanted = inOrder(owed)
      .filter(({ cargoId }) => ids.includes(cargoId))
      .map((debt) => ({ debt, tope: topes[debt.cargoId] ?? null, percent: 0 }));
    const due = settlementDue(wanted, TERMS);
    const found = passedOver(owed, settle(due, TERMS, due.exact).settled, FECHA);
    return found && [found.debt.cargoId, found.for.cargoId];
  };

  it('is an older month and an older entry of the same charge or months', () => {
    expect(paying([2])).toEqual([1, 2]);
    expect(paying([1, 2], { 1: 100 })).toEqual([1, 2]);
    expect(paying([6])).toEqual([5, 6]);
  });

  it('is nothing else: fines alone, a month without its interest, an initial fee’s interest without the months’', () => {
    for (const ids of [[9], [1], [1, 2], [5, 9], [7], [5, 6, 7, 1, 2, 9]]) expect(paying(ids)).toBeUndefined();
    expect(paying([1, 2], { 2: 100 })).toBeUndefined();
  });
});

const monto = fc.integer({ min: 1, max: 300_000 });
/** A lot's debts of every kind; the last month is in time for its discount. */
const owedByLote = fc
  .record({
    months: fc.array(fc.record({ part: fc.integer({ min: 0, max: 99 }), exempt: fc.boolean() }), { maxLength: 11 }),
    interest: fc.array(monto, { maxLength: 6 }),
    fees: fc.array(monto, { maxLength: 2 }),
    charges: fc.array(monto, { maxLength: 4 }),
    percent: fc.constantFrom(0, 1, 33, 100),
    interestPercent: fc.constantFrom(0, 33, 100),
  })
  .map(({ months, interest, fees, charges, percent, interestPercent }) => {
    const debts: Debt[] = [
      ...interest.map((saldo, n) => interes(500 + n, n, saldo)),
      ...months.map(({ part, exempt }, n) =>
        mes(100 + n, n, { pagado: (250_000 * part) / 100, pagadoEnTiempo: 0, excluido: exempt }),
      ),
      ...fees.map((saldo, n) => inicial(200 + n, saldo)),
      ...charges.map((saldo, n) => cargo(300 + n, saldo)),
    ];
    return { wanted: all(debts, percent), terms: { ...TERMS, interestPercent } };
  });

describe('properties', () => {
  it('what the lines get and what is left over is what was received, and nobody pays more than is owed', () => {
    fc.assert(
      fc.property(owedByLote, fc.double({ min: 0, max: 1, noNaN: true }), ({ wanted, terms }, share) => {
        const due = settlementDue(wanted, terms);
        const received = Math.round(due.total * share);
        const { settled, excedente } = settle(due, terms, received);
        expect(sum(settled.map(({ pago }) => pago)) + excedente).toBe(received);
        expect(excedente).toBeLessThan(100);
        for (const { debt, pago, descuento } of settled) {
          expect(pago).toBeGreaterThanOrEqual(0);
          expect(pago + descuento).toBeGreaterThan(0);
          expect(pago + descuento).toBeLessThanOrEqual(debt.saldo);
        }
        expect(new Set(settled.map(({ debt }) => debt.cargoId)).size).toBe(settled.length);
      }),
    );
  });

  it('what is wanted of each line is what it gets when all of it is paid, and never passes over an older one', () => {
    fc.assert(
      fc.property(owedByLote, ({ wanted, terms }) => {
        const due = settlementDue(wanted, terms);
        const { settled, excedente } = settle(due, terms, due.exact);
        const got = new Map(settled.map(({ debt, ...line }) => [debt.cargoId, line]));
        for (const { debt, pagar, descuento } of due.lines) {
          const { pago, descuento: off } = got.get(debt.cargoId) ?? { pago: 0, descuento: 0 };
          expect([pago, off]).toEqual([pagar, descuento]);
        }
        expect(excedente).toBe(0);
        const owed = wanted.map(({ debt }) => debt);
        expect(passedOver(owed, settled, terms.fechaPago)).toBeUndefined();
      }),
    );
  });

  it('is asked again by the amounts that it told, and does the same: what the server compares', () => {
    fc.assert(
      fc.property(owedByLote, fc.double({ min: 0, max: 1, noNaN: true }), ({ wanted, terms }, share) => {
        const due = settlementDue(wanted, terms);
        const { settled } = settle(due, terms, Math.round(due.exact * share));
        const again = settlementDue(
          settled.map(({ debt, percent, pago }) => ({ debt, percent, tope: pago })),
          terms,
        );
        expect(settle(again, terms, sum(settled.map(({ pago }) => pago))).settled).toEqual(settled);
      }),
    );
  });

  it('one receipt settles each charge as receipts of each alone do, in the same order', () => {
    fc.assert(
      fc.property(owedByLote, ({ wanted, terms }) => {
        const due = settlementDue(wanted, terms);
        const together = settle(due, terms, due.total).settled.map(({ debt, pago, descuento }) => [
          debt.cargoId,
          pago,
          descuento,
        ]);
        const months = wanted.flatMap(({ debt }) => (debt.clase === 'mes' ? [debt.month] : []));
        const interest = wanted.flatMap(({ debt }) => (debt.clase === 'interes' ? [debt.entry] : []));
        const alone = (payment: Parameters<typeof maintenanceDue>[0]) => {
          const owed = maintenanceDue(payment);
          const { interest: entries, months: paid } = allocateMaintenance(owed, payment, ceilPeso(owed.exact));
          return [
            ...entries.map(({ entry, pago, descuento }) => [entry.id, pago, descuento]),
            ...paid.map(({ month, pago, descuento }) => [month.id, pago, descuento]),
          ];
        };
        const singly = [
          ...alone({ ...terms, months, interest }),
          ...wanted.flatMap(({ debt, percent }) => {
            if (debt.clase === 'cuota_inicial')
              return alone({ ...terms, rules: [], months: [debt.month], interest: [] });
            if (debt.clase !== 'cargo') return [];
            const off = codedDiscount(debt.saldo, percent);
            return [[debt.cargoId, debt.saldo - off, off]];
          }),
        ];
        const byId = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);
        expect(together.toSorted(byId)).toEqual(singly.toSorted(byId));
      }),
    );
  });
});
