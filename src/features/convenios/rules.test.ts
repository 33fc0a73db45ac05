import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alongWith, type Debt } from '#core/settlement.ts';
import { condonadoDe, refusalOfChoice, sumasOf } from './rules.ts';

const OWED = 10_050;

const month = (mes: number): Debt => ({
  ...{ clase: 'mes', cargoId: mes, concepto: `Mes ${mes}`, vence: '2026-01-10', saldo: OWED },
  month: {
    ...{ id: mes, year: 2026, mes, total: OWED, corte: '2026-01-10' },
    ...{ pagado: 0, pagadoEnTiempo: 0, ajustado: 0, excluido: true },
  },
});
const entry = (n: number, serie: string): Debt => ({
  ...{ clase: 'interes', cargoId: 100 + n, concepto: `Interés ${n}`, vence: '2026-02-10', saldo: 1_005, serie },
  entry: { id: 100 + n, corte: '2026-02-10', saldo: 1_005 },
});
const fine: Debt = {
  ...{ clase: 'cargo', tipo: 'sancion', cargoId: 200, concepto: 'Ruido', vence: '2026-02-01', saldo: 80_001 },
};
const DEBTS: Debt[] = [entry(1, 'meses'), entry(2, 'meses'), entry(3, '7'), month(1), month(2), month(3), fine];

it('takes older debts along, and leaves later ones out along', () => {
  const [second] = DEBTS.filter(({ cargoId }) => cargoId === 2);
  if (!second) throw new Error('no such month');
  expect(alongWith(DEBTS, [second], true).map(({ cargoId }) => cargoId)).toEqual([1, 2]);
  expect(alongWith(DEBTS, [second], false).map(({ cargoId }) => cargoId)).toEqual([2, 3]);
  expect(alongWith(DEBTS, [fine], false)).toEqual([fine]);
});

it('a choice made by clicks is one that may be agreed on, whatever is clicked', () => {
  const click = fc.record({ which: fc.nat(DEBTS.length - 1), taken: fc.boolean() });
  fc.assert(
    fc.property(fc.array(click, { maxLength: 20 }), (clicks) => {
      let chosen = new Set(DEBTS.map(({ cargoId }) => cargoId));
      for (const { which, taken } of clicks) {
        const along = new Set(alongWith(DEBTS, DEBTS.slice(which, which + 1), taken));
        chosen = new Set(
          DEBTS.filter((debt) => (along.has(debt) ? taken : chosen.has(debt.cargoId))).map(({ cargoId }) => cargoId),
        );
      }
      expect(refusalOfChoice(DEBTS, chosen)).toBeUndefined();
    }),
  );
  expect(refusalOfChoice(DEBTS, new Set([2]))).toContain('«Mes 1»');
});

it('forgives interest and fines, never months, and what is forgiven and agreed on is what is owed', () => {
  expect(DEBTS.map((debt) => condonadoDe(debt, { intereses: 50, cargos: 10 }))).toEqual([
    ...[503, 503, 503, 0, 0, 0, 8_000],
  ]);
  const percent = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100);
  fc.assert(
    fc.property(fc.subarray(DEBTS), percent, percent, (some, intereses, cargos) => {
      const { adeudo, condonado, total } = sumasOf(some, { intereses, cargos });
      expect(total + condonado).toBe(adeudo);
      expect(condonado).toBeLessThanOrEqual(adeudo);
      expect(Math.min(condonado, total)).toBeGreaterThanOrEqual(0);
    }),
  );
});
