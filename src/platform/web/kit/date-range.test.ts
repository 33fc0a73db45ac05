import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DateRange, rangeParams, withDesde, withHasta, withOpenDesde, withOpenHasta } from './date-range.ts';

const range = (desde: string, hasta: string): DateRange => ({ desde, hasta });

describe('the date filters of a search', () => {
  it('clears the end with the start', () => {
    expect(withDesde(range('2026-11-01', '2026-11-05'), '')).toEqual(range('', ''));
  });

  it('moves the end when the start goes past it, and only then', () => {
    expect(withDesde(range('2026-11-01', '2026-11-05'), '2026-11-09')).toEqual(range('2026-11-09', '2026-11-09'));
    expect(withDesde(range('2026-11-01', '2026-11-05'), '2026-11-05')).toEqual(range('2026-11-05', '2026-11-05'));
    expect(withDesde(range('', ''), '2026-11-05')).toEqual(range('2026-11-05', ''));
  });

  it('sets a cleared end to the start', () => {
    expect(withHasta(range('2026-11-01', '2026-11-05'), '')).toEqual(range('2026-11-01', '2026-11-01'));
    expect(withHasta(range('', ''), '')).toEqual(range('', ''));
  });

  it('sets the start too when the end is picked without one', () => {
    expect(withHasta(range('', ''), '2026-11-05')).toEqual(range('2026-11-05', '2026-11-05'));
  });

  it('does not take an end before the start', () => {
    expect(withHasta(range('2026-11-05', '2026-11-07'), '2026-11-04')).toEqual(range('2026-11-05', '2026-11-07'));
  });

  it('is in order after any sequence of changes', () => {
    const day = fc.constantFrom('', '2026-10-31', '2026-11-01', '2026-11-02', '2026-12-24', '2027-01-01');
    const change = fc.tuple(fc.constantFrom(withDesde, withHasta), day);
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const { desde, hasta } = changes.reduce((before, [apply, value]) => apply(before, value), range('', ''));
        return (desde !== '' || hasta === '') && (hasta === '' || desde <= hasta);
      }),
    );
  });

  it('leaves ends open where they may be, and still keeps them in order', () => {
    expect(withOpenHasta(range('', ''), '2026-11-05')).toEqual(range('', '2026-11-05'));
    expect(withOpenHasta(range('2026-11-01', '2026-11-05'), '')).toEqual(range('2026-11-01', ''));
    expect(withOpenHasta(range('2026-11-05', ''), '2026-11-04')).toEqual(range('2026-11-05', ''));
    expect(withOpenDesde(range('2026-11-01', '2026-11-05'), '')).toEqual(range('', '2026-11-05'));
    expect(withOpenDesde(range('', '2026-11-05'), '2026-11-09')).toEqual(range('2026-11-09', '2026-11-09'));
  });

  it('is sent as whole days', () => {
    expect(rangeParams(range('2026-11-01', '2026-11-05'))).toEqual({
      dateIni: '01-11-2026 01:00:00',
      dateFin: '05-11-2026 23:59:59',
    });
    expect(rangeParams(range('', ''))).toEqual({ dateIni: '', dateFin: '' });
  });
});
