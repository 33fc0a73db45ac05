import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fecha } from './fecha.ts';
import {
  countsForPayment,
  type DatedAmount,
  type InterestTerms,
  interestAmount,
  interestDueFrom,
  interestEntries,
  type Principal,
  unpaidAt,
} from './interest.ts';
import { addMonths, compareMonths, dayOfMonth, type Month, monthNumber, monthOf } from './period.ts';

// dominio.md#interest: a fee of 2,500.00, cut-off day 10; TIIE Feb 7.25, Mar 7.00, Apr 7.00.
const TIIE = new Map<number, number>([
  [2, 7.25],
  [3, 7],
  [4, 7],
]);
const terms = (today: Fecha, more: Partial<InterestTerms> = {}): InterestTerms => ({
  tiieOf: ({ year, mes }) => (year === 2026 ? TIIE.get(mes) : undefined),
  factor: 1,
  today,
  ...more,
});
const month = (mes: number, reducciones: readonly DatedAmount[] = []): Principal => ({
  monto: 250_000,
  vence: dayOfMonth({ year: 2026, mes }, 10),
  diaCorte: 10,
  siempre: 0,
  reducciones,
});
const amounts = (principal: Principal, of: InterestTerms) => interestEntries(principal, of).map((entry) => entry.monto);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the worked cases', () => {
  it('February paid on or before 10 Feb: nothing', () => {
    const paid = month(2, [
      { fecha: '2026-02-10', monto: 225_000 },
      { fecha: '2026-02-10', monto: 25_000 },
    ]);
    expect(interestEntries(paid, terms('2026-08-31'))).toEqual([]);
  });

  it('February paid 28 Feb: no interest, now or later', () => {
    const paid = month(2, [{ fecha: '2026-02-28', monto: 250_000 }]);
    for (const today of ['2026-02-28', '2026-03-01', '2026-05-20'])
      expect(interestEntries(paid, terms(today))).toEqual([]);
  });

  it('February paid 1 Mar: 15.10', () => {
    const paid = month(2, [{ fecha: '2026-03-01', monto: 250_000 }]);
    expect(interestEntries(paid, terms('2026-03-01'))).toEqual([
      { year: 2026, mes: 2, corte: '2026-02-10', base: 250_000, monto: 1_510 },
    ]);
    expect(amounts(paid, terms('2026-05-20'))).toEqual([1_510]);
  });

  it('an entry is due on the 1st of the next month, not a day before', () => {
    expect(amounts(month(2), terms('2026-02-28'))).toEqual([]);
    expect(amounts(month(2), terms('2026-03-01'))).toEqual([1_510]);
    expect(interestDueFrom({ year: 2026, mes: 12 })).toBe('2027-01-01');
  });

  it('February and March paid 20 May: 15.10 + 4 × 14.58 = 73.42', () => {
    const all = [2, 3].flatMap((mes) => amounts(month(mes), terms('2026-05-20')));
    expect(all).toEqual([1_510, 1_458, 1_458, 1_458, 1_458]);
    expect(sum(all)).toBe(7_342);
  });

  it('the same with factor 2: 30.21 + 4 × 29.17 = 146.89', () => {
    const all = [2, 3].flatMap((mes) => amounts(month(mes), terms('2026-05-20', { factor: 2 })));
    expect(all).toEqual([3_021, 2_917, 2_917, 2_917, 2_917]);
    expect(sum(all)).toBe(14_689);
  });

  it('1,000 of principal paid 15 Mar, the rest 20 May: 15.10 + 14.58 + 8.75 = 38.43', () => {
    const parts = month(2, [
      { fecha: '2026-03-15', monto: 100_000 },
      { fecha: '2026-05-20', monto: 150_000 },
    ]);
    expect(amounts(parts, terms('2026-05-20'))).toEqual([1_510, 1_458, 875]);
    expect(sum(amounts(parts, terms('2026-05-20')))).toBe(3_843);
  });
});

describe('interestEntries', () => {
  it('skips months without TIIE, and takes them in once it is known', () => {
    expect(interestEntries(month(2), terms('2026-09-01')).map(({ mes }) => mes)).toEqual([2, 3, 4]);
    const withoutMarch = terms('2026-09-01', { tiieOf: ({ mes }) => (mes === 3 ? undefined : TIIE.get(mes)) });
    expect(interestEntries(month(2), withoutMarch).map(({ mes }) => mes)).toEqual([2, 4]);
  });

  it('skips the cut-offs at which the lot was inactive', () => {
    const inactive = terms('2026-05-20', { inactivoEn: (fecha) => fecha >= '2026-03-10' && fecha <= '2026-04-09' });
    expect(interestEntries(month(2), inactive).map(({ mes }) => mes)).toEqual([2, 4]);
  });

  it('bases on what the special percentage left from the first day', () => {
    expect(amounts({ ...month(2), siempre: 125_000 }, terms('2026-03-01'))).toEqual([755]);
    expect(amounts({ ...month(2), siempre: 250_000 }, terms('2026-05-20'))).toEqual([]);
  });

  it('puts the cut-off of a short month on its last day', () => {
    const endOfMonth: Principal = { ...month(2), diaCorte: 31, vence: '2026-02-28' };
    expect(interestEntries(endOfMonth, terms('2026-05-20')).map(({ corte }) => corte)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  it('leaves an amount out that rounds to nothing', () => {
    expect(interestEntries({ ...month(2), monto: 50 }, terms('2026-03-01'))).toEqual([]);
  });

  const fecha = fc
    .tuple(fc.integer({ min: 2025 * 12, max: 2028 * 12 }), fc.integer({ min: 1, max: 31 }))
    .map(([number, day]) => dayOfMonth({ year: Math.floor(number / 12), mes: (number % 12) + 1 }, day));
  const principal = fc
    .record({
      monto: fc.integer({ min: 1, max: 5_000_000 }),
      vence: fecha,
      diaCorte: fc.integer({ min: 1, max: 31 }),
      shares: fc.array(fc.record({ fecha, percent: fc.integer({ min: 1, max: 100 }) }), { maxLength: 4 }),
    })
    .map(({ monto, vence, diaCorte, shares }): Principal => {
      let left = monto;
      const reducciones = shares.map(({ fecha: on, percent }) => {
        const part = Math.floor((left * percent) / 100);
        left -= part;
        return { fecha: on, monto: part };
      });
      return { monto, vence: dayOfMonth(monthOf(vence), diaCorte), diaCorte, siempre: 0, reducciones };
    });
  const rates = fc.array(fc.integer({ min: 10_000, max: 1_000_000 }), { minLength: 60, maxLength: 60 });
  const openTerms = (today: Fecha, tenThousandths: readonly number[]): InterestTerms => ({
    factor: 1,
    today,
    tiieOf: (of: Month) => (tenThousandths[(monthNumber(of) - 2025 * 12) % 60] ?? 10_000) / 10_000,
  });

  it('gives at most one entry per month, from the cut-off month to the one before today', () => {
    fc.assert(
      fc.property(principal, fecha, rates, (of, today, tiie) => {
        const entries = interestEntries(of, openTerms(today, tiie));
        const numbers = entries.map(monthNumber);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        for (const entry of entries) {
          expect(compareMonths(entry, monthOf(of.vence))).toBeGreaterThanOrEqual(0);
          expect(compareMonths(entry, monthOf(today))).toBeLessThan(0);
          expect(entry.base).toBe(unpaidAt(of, entry.corte));
          expect(entry.base).toBeGreaterThan(0);
          expect(entry.base).toBeLessThanOrEqual(of.monto);
          expect(unpaidAt(of, dayOfMonth(entry, 31))).toBeGreaterThan(0);
          expect(entry.monto).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('never changes an entry as time goes by: a later day only adds', () => {
    fc.assert(
      fc.property(principal, fecha, fc.integer({ min: 0, max: 18 }), rates, (of, today, later, tiie) => {
        const before = interestEntries(of, openTerms(today, tiie));
        const after = interestEntries(of, openTerms(dayOfMonth(addMonths(monthOf(today), later), 28), tiie));
        expect(after.slice(0, before.length)).toEqual(before);
      }),
    );
  });

  it('never grows by paying', () => {
    fc.assert(
      fc.property(principal, fecha, fecha, rates, (of, today, paidOn, tiie) => {
        const more = { ...of, reducciones: [...of.reducciones, { fecha: paidOn, monto: unpaidAt(of, '2199-12-31') }] };
        const without = sum(amounts(of, openTerms(today, tiie)));
        expect(sum(amounts(more, openTerms(today, tiie)))).toBeLessThanOrEqual(without);
      }),
    );
  });
});

describe('interestAmount', () => {
  it('rounds half up, exactly', () => {
    // 0.5 centavos: 120 × 5% / 12.
    expect(interestAmount(120, 5, 1)).toBe(1);
    expect(interestAmount(119, 5, 1)).toBe(0);
    // The largest amount that any field takes.
    expect(interestAmount(999_999_999_999, 7.2537, 1.333)).toBe(8_057_651_750);
  });

  it('is the nearest centavo of base × rate × factor / 1200', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e11 }),
        fc.integer({ min: 10_000, max: 1_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (base, rate, factor) => {
          const exact = BigInt(base) * BigInt(rate) * BigInt(factor);
          const unit = 12_000_000_000n;
          const distance = 2n * (BigInt(interestAmount(base, rate / 10_000, factor / 1_000)) * unit - exact);
          expect(distance <= unit && distance > -unit).toBe(true);
        },
      ),
    );
  });
});

describe('countsForPayment', () => {
  it.each([
    ['2026-02-10', '2026-02-28', false],
    ['2026-02-28', '2026-03-01', true],
    ['2025-12-31', '2026-01-01', true],
    ['2026-03-10', '2026-02-28', false],
  ])('an entry of %s in a payment of %s: %s', (corte, fechaPago, expected) => {
    expect(countsForPayment(corte, fechaPago)).toBe(expected);
  });
});
