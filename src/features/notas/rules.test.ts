import { describe, expect, it } from 'vitest';
import { bellText, daysUntil, refusalOfFecha, urgencyOf, whenInWords } from './rules.ts';

const TODAY = '2026-11-21';

describe('urgency', () => {
  it.each([
    ['2025-11-21', 'danger', 'Hace 365 días'],
    ['2026-11-19', 'danger', 'Hace 2 días'],
    ['2026-11-20', 'danger', 'Ayer'],
    ['2026-11-21', 'warning', 'Hoy'],
    ['2026-11-22', 'warning', 'Mañana'],
    ['2026-11-24', 'warning', 'En 3 días'],
    ['2026-11-25', 'danger', 'En 4 días'],
    ['2027-11-21', 'danger', 'En 365 días'],
  ])('of %s is %s: «%s»', (fecha, urgency, words) => {
    expect([urgencyOf(fecha, TODAY), whenInWords(fecha, TODAY)]).toEqual([urgency, words]);
  });

  it('counts days across months, leap days and changes of the clock', () => {
    expect(daysUntil('2028-03-01', '2028-02-28')).toBe(2);
    expect(daysUntil('2026-03-01', '2026-02-28')).toBe(1);
    expect(daysUntil('2026-04-06', '2026-04-04')).toBe(2);
    expect(daysUntil('2027-01-01', '2026-12-31')).toBe(1);
  });
});

describe('the text of the bell', () => {
  it('is whole up to 50 characters and ends in three points beyond', () => {
    const fifty = 'á'.repeat(50);
    expect(bellText('')).toBe('');
    expect(bellText(fifty)).toBe(fifty);
    expect(bellText(`${fifty}é`)).toBe(`${fifty}...`);
  });

  it('cuts no character in two', () => {
    expect(bellText('🏠'.repeat(60))).toBe(`${'🏠'.repeat(50)}...`);
  });
});

describe('the date', () => {
  it('may be today or later', () => {
    expect(refusalOfFecha(TODAY, TODAY)).toBeUndefined();
    expect(refusalOfFecha('2030-01-01', TODAY)).toBeUndefined();
    expect(refusalOfFecha('2026-11-20', TODAY)).toContain('anterior a hoy');
  });

  it('of an old one may stay as it is, and not move to another past day', () => {
    expect(refusalOfFecha('2026-01-10', TODAY, '2026-01-10')).toBeUndefined();
    expect(refusalOfFecha('2026-01-11', TODAY, '2026-01-10')).toContain('anterior a hoy');
  });
});
