import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFecha } from '#ui/format.ts';
import { fechaDe, formatMesCorto, parseFecha, parseMes } from './fecha-corta.ts';

const hoy = '2026-11-21';

const fecha = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('parseFecha', () => {
  it.each([
    ['hoy', '2026-11-21'],
    [' HOY ', '2026-11-21'],
    ['ayer', '2026-11-20'],
    ['mañana', '2026-11-22'],
    ['-3', '2026-11-18'],
    ['−3', '2026-11-18'],
    ['+2', '2026-11-23'],
    ['+10', '2026-12-01'],
    ['-21', '2026-10-31'],
    ['5', '2026-11-05'],
    ['05', '2026-11-05'],
    ['5-2', '2026-02-05'],
    ['5/2', '2026-02-05'],
    ['5.2', '2026-02-05'],
    ['5 2', '2026-02-05'],
    ['5-2-26', '2026-02-05'],
    ['05-02-2026', '2026-02-05'],
    ['5 - 2 - 2026', '2026-02-05'],
    ['0502', '2026-02-05'],
    ['050226', '2026-02-05'],
    ['05022026', '2026-02-05'],
    ['2026-02-05', '2026-02-05'],
    ['29-2-2024', '2024-02-29'],
  ])('%s is %s', (text, expected) => {
    expect(parseFecha(text, hoy)).toBe(expected);
  });

  it.each(['', ' ', '31', '0', '32', '29-2', '5-13', '5-2-202', '5-2-1899', 'nunca', '1-1-1-1', '--3', '5-', '+'])(
    '%j is none',
    (text) => {
      expect(parseFecha(text, hoy)).toBeNull();
    },
  );

  it('reads back every date as it is shown and as it is sent', () => {
    fc.assert(
      fc.property(fecha, fecha, (date, today) => {
        expect(parseFecha(formatFecha(date), today)).toBe(date);
        expect(parseFecha(date, today)).toBe(date);
      }),
    );
  });

  it('counts days as the calendar does', () => {
    fc.assert(
      fc.property(fecha, fc.integer({ min: 1, max: 9999 }), (today, days) => {
        const later = parseFecha(`+${days}`, today);
        // Past the last year that is known there is none.
        fc.pre(later !== null);
        expect((Date.parse(later ?? '') - Date.parse(today)) / 86_400_000).toBe(days);
        expect(parseFecha(`-${days}`, later ?? '')).toBe(today);
      }),
    );
  });

  it('takes no word that an object happens to have', () => {
    for (const word of ['__proto__', 'constructor', 'toString']) expect(parseFecha(word, '2026-05-20')).toBeNull();
  });

  it('gives a real date or none, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[+-]?\d{0,4}([-/. ]\d{0,4}){0,3}$/));
    fc.assert(
      fc.property(typed, fecha, (text, today) => {
        const date = parseFecha(text, today);
        if (date !== null) expect(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date);
      }),
    );
  });

  it('keeps a lone day in the month of today', () => {
    fc.assert(
      fc.property(fecha, fc.integer({ min: 1, max: 31 }), (today, day) => {
        const date = parseFecha(String(day), today);
        const [year = 0, month = 0] = today.split('-').map(Number);
        expect(date).toBe(fechaDe(year, month, day));
      }),
    );
  });
});

describe('parseMes', () => {
  it.each([
    ['hoy', '2026-11-01'],
    ['-1', '2026-10-01'],
    ['-11', '2025-12-01'],
    ['+2', '2027-01-01'],
    ['5', '2026-05-01'],
    ['5-26', '2026-05-01'],
    ['05/2026', '2026-05-01'],
    ['052026', '2026-05-01'],
    ['2026-05', '2026-05-01'],
    ['2026-05-17', '2026-05-01'],
    ['nov', '2026-11-01'],
    ['Noviembre 2025', '2025-11-01'],
    ['noviembre de 2025', '2025-11-01'],
    ['mar-27', '2027-03-01'],
  ])('%s is %s', (text, expected) => {
    expect(parseMes(text, hoy)).toBe(expected);
  });

  it.each(['', '13', '0', 'xyz', '5-202', 'no', '5-5-5'])('%j is none', (text) => {
    expect(parseMes(text, hoy)).toBeNull();
  });

  it('reads back every month as it is shown', () => {
    fc.assert(
      fc.property(fecha, fecha, (date, today) => {
        const month = `${date.slice(0, 7)}-01`;
        expect(parseMes(formatMesCorto(month), today)).toBe(month);
      }),
    );
  });
});
