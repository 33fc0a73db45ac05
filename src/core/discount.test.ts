import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  displacedDiscount,
  earnsPromptDiscount,
  type PromptMonth,
  promptDiscountOn,
  ruleDiscount,
  type SpecialMonth,
  specialDiscountOn,
} from './discount.ts';
import { percentageOf } from './money.ts';

const FEBRUARY: PromptMonth = {
  total: 250_000,
  corte: '2026-02-10',
  pagado: 0,
  pagadoEnTiempo: 0,
  ajustado: 0,
  excluido: false,
};

describe('ruleDiscount', () => {
  it('rounds each rule by itself and never takes more than the total', () => {
    expect(ruleDiscount(250_000, [10])).toBe(25_000);
    // 0.5 centavos twice are two centavos, not one.
    expect(ruleDiscount(50, [1, 1])).toBe(2);
    expect(ruleDiscount(250_000, [60, 60])).toBe(250_000);
    expect(ruleDiscount(250_000, [])).toBe(0);
  });

  it('is the sum of the rounded parts, capped', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 4 }),
        (total, rules) => {
          const sum = rules.reduce((acc, percent) => acc + percentageOf(total, percent), 0);
          expect(ruleDiscount(total, rules)).toBe(Math.min(sum, total));
        },
      ),
    );
  });
});

describe('the prompt-payment discount', () => {
  it('is in reach up to the cut-off day and not a day longer', () => {
    expect(promptDiscountOn(FEBRUARY, '2026-02-09', [10])).toBe(25_000);
    expect(promptDiscountOn(FEBRUARY, '2026-02-10', [10])).toBe(25_000);
    expect(promptDiscountOn(FEBRUARY, '2026-02-11', [10])).toBe(0);
  });

  it('does not apply where another discount stands on the month', () => {
    expect(promptDiscountOn({ ...FEBRUARY, excluido: true }, '2026-02-01', [10])).toBe(0);
    expect(earnsPromptDiscount({ ...FEBRUARY, excluido: true }, '2026-02-01', [10], 250_000)).toBe(false);
  });

  it('is earned when what came in on time covers the discounted total', () => {
    expect(earnsPromptDiscount(FEBRUARY, '2026-02-10', [10], 225_000)).toBe(true);
    expect(earnsPromptDiscount(FEBRUARY, '2026-02-10', [10], 224_999)).toBe(false);
    const half = { ...FEBRUARY, pagado: 100_000, pagadoEnTiempo: 100_000 };
    expect(earnsPromptDiscount(half, '2026-02-10', [10], 125_000)).toBe(true);
    expect(earnsPromptDiscount(half, '2026-02-10', [10], 124_999)).toBe(false);
    // What came late does not count, however much of it there is.
    const late = { ...FEBRUARY, pagado: 100_000 };
    expect(earnsPromptDiscount(late, '2026-02-10', [10], 150_000)).toBe(false);
  });

  it('that later money keeps from being earned is told of money that would have earned it', () => {
    // 2,225.00 came late and left room for 275.00, where 2,250.00 in time would have closed the month.
    const late = { ...FEBRUARY, pagado: 222_500 };
    expect(displacedDiscount(late, '2026-02-08', [10], 225_000)).toBe(25_000);
    expect(displacedDiscount(late, '2026-02-08', [10], 224_999)).toBe(0);
    expect(displacedDiscount(late, '2026-02-11', [10], 250_000)).toBe(0);
    expect(displacedDiscount({ ...late, excluido: true }, '2026-02-08', [10], 250_000)).toBe(0);
    // What came late left less to take off; money in time takes no place away.
    expect(displacedDiscount({ ...FEBRUARY, pagado: 10_000 }, '2026-02-08', [10], 225_000)).toBe(10_000);
    expect(
      displacedDiscount({ ...FEBRUARY, pagado: 100_000, pagadoEnTiempo: 100_000 }, '2026-02-08', [10], 225_000),
    ).toBe(0);
    expect(displacedDiscount(FEBRUARY, '2026-02-08', [10], 225_000)).toBe(0);
  });

  it('never exceeds what is still owed, nor falls below zero', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e7 }),
        fc.nat(100),
        fc.nat(100),
        fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }),
        (total, paidShare, adjustedShare, rules) => {
          const pagado = percentageOf(total, paidShare);
          const ajustado = percentageOf(total - pagado, adjustedShare);
          const month = { ...FEBRUARY, total, pagado, pagadoEnTiempo: pagado, ajustado };
          const discount = promptDiscountOn(month, '2026-02-10', rules);
          expect(discount).toBeGreaterThanOrEqual(0);
          expect(discount).toBeLessThanOrEqual(total - pagado - ajustado);
          expect(discount).toBeLessThanOrEqual(ruleDiscount(total, rules));
        },
      ),
    );
  });
});

describe('a special percentage', () => {
  const month = (changes: Partial<SpecialMonth>): SpecialMonth => ({
    ...{ total: 250_000, saldo: 250_000, especial: 0, firme: false },
    ...changes,
  });

  it.each([
    ['takes its part of the total', month({}), 10, 25_000],
    ['at most what is open', month({ saldo: 50_000 }), 50, 50_000],
    ['counts what it takes already as open', month({ saldo: 0, especial: 125_000 }), 5, 12_500],
    ['gives all back when it is taken away', month({ saldo: 0, especial: 250_000 }), null, 0],
    ['leaves what money closed', month({ saldo: 0, especial: 125_000, firme: true }), 5, 125_000],
    ['changes what is open, whatever came in', month({ saldo: 1, especial: 125_000, firme: true }), 5, 12_500],
  ])('%s', (_what, given, percent, off) => {
    expect(specialDiscountOn(given, percent)).toBe(off);
  });

  it('is the same whatever it was before, and none is as if there had never been one', () => {
    const percent = fc.option(fc.integer({ min: 100, max: 10_000 }).map((value) => value / 100));
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.array(percent), percent, (total, paid, before, last) => {
        const fresh = month({ total, saldo: Math.max(0, total - paid) });
        let changed = fresh;
        for (const each of before) {
          const especial = specialDiscountOn(changed, each);
          changed = { ...changed, especial, saldo: changed.saldo + changed.especial - especial };
        }
        expect(changed.saldo).toBeGreaterThanOrEqual(0);
        expect(specialDiscountOn(changed, last)).toBe(specialDiscountOn(fresh, last));
        expect(specialDiscountOn(changed, null)).toBe(0);
      }),
    );
  });
});
