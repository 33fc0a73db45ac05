import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#core/fecha.ts';
import { limiteDeCancelacion, plazoDeCancelacion } from './plazo.ts';

const MORAL = 'ERE150312KJ4';
const FISICA = 'PEPJ800101AB1';

describe('the limit for cancelling', () => {
  it.each([
    ['2025-01-01T00:00:00', MORAL, '2026-03-31'],
    ['2025-12-31T23:59:59', MORAL, '2026-03-31'],
    ['2025-12-31T23:59:59', FISICA, '2026-04-30'],
    ['2026-01-01', FISICA, '2027-04-30'],
    // A leap year moves neither.
    ['2027-02-28', MORAL, '2028-03-31'],
    // Ñ and & are one character each.
    ['2026-11-21', 'ÑAN010101AB1', '2027-03-31'],
    ['2026-11-21', 'A&BC800101AB1', '2027-04-30'],
  ])('of %s by %s is %s', (emision, rfc, limite) => {
    expect(limiteDeCancelacion(emision, rfc)).toBe(limite);
  });

  it.each([
    ['2026-03-30', 1],
    ['2026-03-31', 0],
    ['2026-04-01', -1],
    ['2025-06-15', 289],
  ])('seen on %s has %s days left', (hoy, dias) => {
    expect(plazoDeCancelacion('2025-06-15T10:00:00', MORAL, hoy)).toEqual({ limite: '2026-03-31', dias });
  });

  const fecha = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days));

  it('is the same for all of a year, in the next one, and later for natural persons', () => {
    fc.assert(
      fc.property(fecha, (emision) => {
        const [moral, fisica] = [MORAL, FISICA].map((rfc) => limiteDeCancelacion(emision, rfc));
        expect(moral).toBe(limiteDeCancelacion(`${emision.slice(0, 4)}-01-01`, MORAL));
        expect(moral?.slice(0, 4)).toBe(String(Number(emision.slice(0, 4)) + 1));
        expect((fisica ?? '') > (moral ?? '')).toBe(true);
        expect((moral ?? '') > emision).toBe(true);
      }),
    );
  });

  it('is so many days from today, whichever day that is', () => {
    fc.assert(
      fc.property(fecha, fecha, (emision, hoy) => {
        const { limite, dias } = plazoDeCancelacion(emision, MORAL, hoy);
        expect(addDays(hoy, dias)).toBe(limite);
        expect(dias < 0).toBe(hoy > limite);
      }),
    );
  });
});
