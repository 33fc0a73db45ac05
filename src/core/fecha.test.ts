import { describe, expect, it } from 'vitest';
import { daysInMonth, fechaInZone, instantInZone, isFecha, isFechaHora, parseFechaHora } from './fecha.ts';

describe('fecha', () => {
  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2026-11-31', false],
    ['2026-1-01', false],
    ['1899-12-31', false],
    ['', false],
  ])('isFecha(%s) is %s', (text, expected) => {
    expect(isFecha(text)).toBe(expected);
  });

  it.each([
    ['2024-02-29T23:59', true],
    ['2026-11-21T10:00:30.123456-06:00', true],
    ['2026-11-21T10:00Z', true],
    ['2026-11-21T10:00+14:00', true],
    ['2026-02-30T10:00', false],
    ['2023-02-29T10:00Z', false],
    ['2026-04-31T10:00-06:00', false],
    ['2026-11-21T24:00', false],
    ['2026-11-21T10:60', false],
    ['2026-11-21T10:00+14:30', false],
    ['2026-11-21T10:00+23:00', false],
    ['0001-01-01T00:00', false],
    ['9999-12-31T00:00', false],
    ['2026-11-21', false],
    ['2026-11-21 10:00', false],
  ])('isFechaHora(%s) is %s', (text, expected) => {
    expect(isFechaHora(text)).toBe(expected);
  });

  it('knows leap months', () => {
    expect([daysInMonth(2024, 2), daysInMonth(2026, 2), daysInMonth(2026, 12)]).toEqual([29, 28, 31]);
  });

  it('takes the civil date of the zone around midnight', () => {
    const instant = new Date('2026-11-21T05:59:00Z');
    expect(fechaInZone(instant, 'America/Mexico_City')).toBe('2026-11-20');
    expect(fechaInZone(instant, 'America/Cancun')).toBe('2026-11-21');
    expect(fechaInZone(instant, 'America/Tijuana')).toBe('2026-11-20');
  });

  it('finds the instant of a wall-clock time, in winter and in summer time', () => {
    expect(instantInZone('2026-11-21T01:00:00', 'America/Mexico_City').toISOString()).toBe('2026-11-21T07:00:00.000Z');
    expect(instantInZone('2026-07-01T00:00:00', 'America/Tijuana').toISOString()).toBe('2026-07-01T07:00:00.000Z');
    expect(instantInZone('2026-12-01T00:00:00', 'America/Tijuana').toISOString()).toBe('2026-12-01T08:00:00.000Z');
  });

  it.each([
    ['21-11-2026 01:00:00', '2026-11-21T01:00:00'],
    ['31-02-2026 01:00:00', null],
    ['21-11-2026 24:00:00', null],
    ['2026-11-21', null],
  ])('parseFechaHora(%s) is %s', (text, expected) => {
    expect(parseFechaHora(text)).toBe(expected);
  });
});
