import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysInMonth, isFecha } from './fecha.ts';
import {
  addMonths,
  compareMonths,
  dayOfMonth,
  firstChargeable,
  firstDayOf,
  isOverdueMonth,
  lastDayOf,
  type Month,
  monthFromNumber,
  monthKey,
  monthName,
  monthNumber,
  monthOf,
  monthRange,
  monthsOfDates,
  monthTitle,
} from './period.ts';

const month = fc.record({ year: fc.integer({ min: 1995, max: 2199 }), mes: fc.integer({ min: 1, max: 12 }) });
const day = fc.integer({ min: 1, max: 31 });
const fecha = fc.tuple(month, day).map(([of, on]) => dayOfMonth(of, on));

describe('months', () => {
  it('of dates count once each, oldest first, whatever the day', () => {
    expect(monthsOfDates(['2026-02-28', '2026-01-01', '2026-02-01'])).toEqual([
      { year: 2026, mes: 1 },
      { year: 2026, mes: 2 },
    ]);
  });

  it('survive the way to a number and back, a year later too', () => {
    fc.assert(
      fc.property(month, (m) => {
        expect(monthFromNumber(monthNumber(m))).toEqual(m);
        expect(addMonths(m, 12)).toEqual({ year: m.year + 1, mes: m.mes });
      }),
    );
  });

  it('survive the way to a text and back, which sorts as they do', () => {
    fc.assert(
      fc.property(month, month, (a, b) => {
        expect(monthOf(monthKey(a))).toEqual(a);
        expect(Math.sign(compareMonths(a, b))).toBe(monthKey(a) < monthKey(b) ? -1 : monthKey(a) > monthKey(b) ? 1 : 0);
      }),
    );
  });

  it('add up: n months and then k are n + k', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: -60, max: 60 }), fc.integer({ min: -60, max: 60 }), (m, n, k) => {
        expect(addMonths(addMonths(m, n), k)).toEqual(addMonths(m, n + k));
        expect(compareMonths(addMonths(m, n), m)).toBe(n);
      }),
    );
  });

  it('range over both ends, without gaps, and are empty backwards', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: 0, max: 40 }), (first, count) => {
        const range = monthRange(first, addMonths(first, count));
        expect(range).toHaveLength(count + 1);
        for (const [index, m] of range.entries()) expect(m).toEqual(addMonths(first, index));
        expect(monthRange(addMonths(first, 1), first)).toEqual([]);
      }),
    );
  });

  it('are titled as on the screens', () => {
    expect(monthTitle({ year: 2026, mes: 2 })).toBe('Febrero - 2026');
    expect(monthTitle(monthOf('2026-12-31'))).toBe('Diciembre - 2026');
    expect(monthName({ mes: 1 })).toBe('Enero');
    expect(monthName({ mes: 13 })).toBe('');
  });
});

describe('dayOfMonth', () => {
  it.each([
    [{ year: 2026, mes: 2 }, 29, '2026-02-28'],
    [{ year: 2028, mes: 2 }, 29, '2028-02-29'],
    [{ year: 2028, mes: 2 }, 31, '2028-02-29'],
    [{ year: 2100, mes: 2 }, 30, '2100-02-28'],
    [{ year: 2026, mes: 4 }, 31, '2026-04-30'],
    [{ year: 2026, mes: 12 }, 31, '2026-12-31'],
    [{ year: 2026, mes: 1 }, 1, '2026-01-01'],
  ])('%o, day %s is %s', (of, on, expected) => {
    expect(dayOfMonth(of, on)).toBe(expected);
  });

  it('is a day of that month, the asked one where it exists', () => {
    fc.assert(
      fc.property(month, day, (m, on) => {
        const result = dayOfMonth(m, on);
        expect(isFecha(result)).toBe(true);
        expect(monthOf(result)).toEqual(m);
        expect(Number(result.slice(8))).toBe(Math.min(on, daysInMonth(m.year, m.mes)));
        expect(firstDayOf(m) <= result && result <= lastDayOf(m)).toBe(true);
      }),
    );
  });
});

describe('firstChargeable', () => {
  it.each([
    // Before the 15th: the month of delivery; from the 15th on: the next.
    ['2026-03-14', 10, null, '2026-03-10'],
    ['2026-03-15', 10, null, '2026-04-10'],
    ['2026-03-01', 31, null, '2026-03-31'],
    ['2026-12-31', 10, null, '2027-01-10'],
    // Cut-off days that a month does not have.
    ['2026-01-31', 30, null, '2026-02-28'],
    ['2028-01-15', 29, null, '2028-02-29'],
    ['2028-01-15', 31, null, '2028-02-29'],
    ['2027-01-15', 29, null, '2027-02-28'],
    ['2026-03-30', 31, null, '2026-04-30'],
    // A start of payments, where it is later.
    ['2026-01-05', 10, '2026-03-20', '2026-04-10'],
    ['2026-01-05', 10, '2026-03-10', '2026-03-10'],
    ['2026-01-05', 10, '2026-03-09', '2026-03-10'],
    ['2026-01-05', 10, '2026-12-11', '2027-01-10'],
    ['2028-01-05', 31, '2028-02-29', '2028-02-29'],
    ['2026-01-05', 31, '2026-02-28', '2026-02-28'],
    ['2026-06-20', 10, '2025-01-01', '2026-07-10'],
    ['2024-02-29', 29, '2024-02-29', '2024-03-29'],
  ])('delivered %s, cut-off day %s, payments from %s: %s', (entrega, corte, inicio, expected) => {
    expect(firstChargeable(entrega, corte, inicio)).toBe(expected);
  });

  it('is a cut-off, the delivery month or the next, and no earlier one would do', () => {
    fc.assert(
      fc.property(fecha, day, fc.option(fecha), (entrega, corte, inicio) => {
        const first = firstChargeable(entrega, corte, inicio);
        const of = monthOf(first);
        expect(first).toBe(dayOfMonth(of, corte));
        const byDelivery = firstChargeable(entrega, corte);
        expect(compareMonths(monthOf(byDelivery), monthOf(entrega))).toBe(Number(entrega.slice(8)) < 15 ? 0 : 1);
        expect(first >= byDelivery && (inicio === null || first >= inicio)).toBe(true);
        const before = dayOfMonth(addMonths(of, -1), corte);
        expect(before < byDelivery || (inicio !== null && before < inicio)).toBe(true);
      }),
    );
  });
});

describe('isOverdueMonth', () => {
  it.each([
    ['2026-10-31', '2026-11-01', true],
    ['2026-11-01', '2026-11-30', false],
    ['2026-12-10', '2026-11-30', false],
    ['2025-12-10', '2026-01-01', true],
  ])('cut-off %s on %s: %s', (corte, today, expected) => {
    expect(isOverdueMonth(corte, today)).toBe(expected);
  });
});

it('compares months by the calendar, not by their text', () => {
  const order: Month[] = [
    { year: 2025, mes: 12 },
    { year: 2026, mes: 2 },
    { year: 2026, mes: 10 },
  ];
  expect([...order].reverse().sort(compareMonths)).toEqual(order);
});
