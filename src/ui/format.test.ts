import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fechaOf,
  formatFecha,
  formatFechaHora,
  formatFechaHoraConMes,
  formatMoney,
  formatNumber,
  plain,
} from './format.ts';

describe('formatMoney', () => {
  it.each([
    [1234.5, '$1,234.50'],
    [0, '$0.00'],
    [-0, '$0.00'],
    [-0.001, '$0.00'],
    [-1, '-$1.00'],
    [1234567.891, '$1,234,567.89'],
    [0.1 + 0.2, '$0.30'],
  ])('writes %s as %s', (pesos, text) => {
    expect(formatMoney(pesos)).toBe(text);
  });

  it('always shows two decimals and reads back to the same centavos', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (centavos) => {
        const text = formatMoney(centavos / 100);
        expect(text).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d{2}$/);
        expect(Math.round(Number(text.replace(/[$,]/g, '')) * 100)).toBe(centavos);
      }),
    );
  });
});

describe('dates and months', () => {
  it('writes dates DD-MM-YYYY', () => {
    expect(formatFecha('2026-11-21')).toBe('21-11-2026');
    expect(formatFecha('2026-11-21T14:05:00Z')).toBe('21-11-2026');
    expect(formatFecha('')).toBe('');
    expect(formatFecha(null)).toBe('');
    expect(formatFecha('pendiente')).toBe('pendiente');
  });

  it('writes instants on the wall clock of the community', () => {
    expect(formatFechaHora('2026-11-21T20:05:00Z', 'America/Mexico_City')).toBe('21-11-2026 14:05');
    expect(formatFechaHora('2026-11-21T06:00:00Z', 'America/Mexico_City')).toBe('21-11-2026 00:00');
    expect(formatFechaHora('2026-11-21T05:59:00Z', 'America/Mexico_City')).toBe('20-11-2026 23:59');
    expect(fechaOf('2026-11-21T05:59:00Z', 'America/Mexico_City')).toBe('2026-11-20');
    expect(formatFechaHora(undefined)).toBe('');
    expect(formatFechaHora('ayer')).toBe('ayer');
  });

  it('names the month of an instant in short', () => {
    expect(formatFechaHoraConMes('2026-11-21T20:05:00Z', 'America/Mexico_City')).toBe('21-nov-2026 14:05');
    expect(formatFechaHoraConMes('2026-09-01T05:59:00Z', 'America/Mexico_City')).toBe('31-ago-2026 23:59');
    expect(formatFechaHoraConMes(null)).toBe('');
    expect(formatFechaHoraConMes('ayer')).toBe('ayer');
  });
});

it('writes numbers with separators', () => {
  expect(formatNumber(12345.5)).toBe('12,345.5');
});

it('compares without accents and case', () => {
  expect(plain('Ñandú ÁÉÍÓÚ Güera')).toBe('nandu aeiou guera');
  expect(plain('ABC 123')).toBe('abc 123');
});
