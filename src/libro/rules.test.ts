import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#core/fecha.ts';
import { type BookingTerms, bookedLater, bookingOf, dateCodeRefusal, isShownLate } from './rules.ts';

const TERMS: BookingTerms = { today: '2026-11-05', cerrado: '2026-10-31', enMano: false, turno: undefined };
const paid = (fechaPago: string, referencia = 'SPEI') => ({ fechaPago, referencia });

describe('the booking date', () => {
  it('is the value date while that month is open, else the first open day', () => {
    expect(bookingOf(TERMS, paid('2026-11-01'))).toEqual({ fechaContable: '2026-11-01' });
    expect(bookingOf(TERMS, paid('2026-10-31'))).toEqual({ fechaContable: '2026-11-01' });
    expect(bookingOf({ ...TERMS, cerrado: undefined }, paid('2020-01-01'))).toEqual({ fechaContable: '2020-01-01' });
  });

  it('is refused to a day to come, to cash of a closed month or before its shift, and to a deposit without reference', () => {
    expect(bookingOf(TERMS, paid('2026-11-06'))).toHaveProperty('motivo');
    expect(bookingOf({ ...TERMS, enMano: true }, paid('2026-10-31'))).toHaveProperty('motivo');
    const turno = { fecha: '2026-11-05' };
    expect(bookingOf({ ...TERMS, enMano: true, turno }, paid('2026-11-04'))).toHaveProperty('motivo');
    expect(bookingOf({ ...TERMS, turno }, paid('2026-11-04'))).toEqual({ fechaContable: '2026-11-04' });
    // The forms call the field by two names, and the sentence by neither.
    expect(bookingOf(TERMS, paid('2026-10-31', ' '))).toHaveProperty(
      'motivo',
      expect.stringMatching(/Escriba la referencia del banco$/),
    );
  });

  it('is never in a closed month, nor before the value date, nor told where both are one', () => {
    const day = fc.integer({ min: -400, max: 400 }).map((n) => addDays(TERMS.today, n));
    fc.assert(
      fc.property(day, day, fc.boolean(), fc.string(), (fechaPago, cerrado, enMano, referencia) => {
        fc.pre(cerrado < TERMS.today);
        const booking = bookingOf({ ...TERMS, cerrado, enMano }, { fechaPago, referencia });
        if ('motivo' in booking) return;
        expect(booking.fechaContable > cerrado).toBe(true);
        expect(booking.fechaContable >= fechaPago).toBe(true);
        expect(bookedLater({ fechaPago, ...booking }) === undefined).toBe(booking.fechaContable === fechaPago);
      }),
    );
  });
});

it.each([
  ['a month within it, its day passed', true, '2026-11-04', false],
  ['a month that is over', true, '2026-10-31', true],
  ['anything else on its day', false, '2026-11-05', false],
  ['anything else a day later', false, '2026-11-04', true],
])('shows %s as late or not', (_what, isMonth, vence, late) => {
  expect(isShownLate(isMonth, vence, TERMS.today)).toBe(late);
});

it('a date needs a code past the limit, on which it needs none, and the refusal says both sums', () => {
  expect(dateCodeRefusal(50_000, 50_000)).toBeUndefined();
  expect(dateCodeRefusal(0, 0)).toBeUndefined();
  expect(dateCodeRefusal(50_001, 50_000)).toMatch(/quita \$500\.01 .* hasta \$500\.00\. Escriba un código/);
});
