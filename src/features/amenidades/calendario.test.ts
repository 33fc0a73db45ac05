import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#core/fecha.ts';
import { columnasDe, enCarriles, horasDe, intervalOfHorario, monthFrom, weekOf, weeksOfMonth } from './calendario.ts';
import { dayCodeOf } from './rules.ts';

describe('the days', () => {
  it('of a week begin with its Monday', () => {
    expect(weekOf('2026-11-21')).toEqual([
      ...['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
    ]);
    expect(weekOf('2026-11-22')[0]).toBe('2026-11-16');
    expect(weekOf('2026-11-23')[0]).toBe('2026-11-23');
  });

  it('of a month are whole weeks, each of its days once', () => {
    expect(weeksOfMonth('2026-11-21').map(([first]) => first)).toEqual([
      ...['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'],
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
        const fecha = addDays('1990-01-01', days);
        const all = weeksOfMonth(fecha).flat();
        const month = fecha.slice(0, 7);
        expect(all.length % 7).toBe(0);
        expect(dayCodeOf(all[0] ?? '')).toBe(2);
        expect(all.every((day, at) => at === 0 || addDays(all[at - 1] ?? '', 1) === day)).toBe(true);
        expect(all.slice(0, 7).some((day) => day === `${month}-01`)).toBe(true);
        expect(all).toContain(addDays(monthFrom(fecha, 1), -1));
        expect(all.length).toBeLessThanOrEqual(42);
      }),
    );
  });

  it('go on by months over the end of a year', () => {
    expect(monthFrom('2026-11-21', 1)).toBe('2026-12-01');
    expect(monthFrom('2026-11-21', 2)).toBe('2027-01-01');
    expect(monthFrom('2026-01-31', -1)).toBe('2025-12-01');
  });
});

describe('a day', () => {
  const at = (amenidad: string, horario: string, name = '') => ({ amenidad, horario, name });

  it('has a column for each amenity, in which what is booked and offered at one time is one block', () => {
    const columns = columnasDe(
      [at('Ñandú', '09:00 - 10:00', 'a'), at('Alberca', '09:00 - 10:00', 'b'), at('Alberca', '09:00 - 10:00', 'c')],
      [at('Alberca', '09:00 - 10:00', 'o'), at('Alberca', '23:00 - 24:00', 'p')],
    );
    expect(columns.map(({ amenidad }) => amenidad)).toEqual(['Alberca', 'Ñandú']);
    expect(columns[0]?.bloques).toMatchObject([
      { inicia: 540, termina: 600, reservas: [{ name: 'b' }, { name: 'c' }], ofertas: [{ name: 'o' }] },
      { inicia: 1380, termina: 1440, reservas: [], ofertas: [{ name: 'p' }] },
    ]);
  });

  it('lays side by side what overlaps, and gives the whole width to what does not', () => {
    const lanes = (...horarios: string[]) =>
      enCarriles(horarios.map(intervalOfHorario)).map(({ inicia, carril, carriles }) => [
        inicia / 60,
        carril,
        carriles,
      ]);
    expect(lanes('10:00 - 11:00', '09:00 - 11:00', '11:00 - 12:00')).toEqual([
      [9, 0, 2],
      [10, 1, 2],
      [11, 0, 1],
    ]);
    expect(lanes('09:00 - 10:00', '09:00 - 10:00', '09:00 - 12:00', '10:00 - 11:00')).toEqual([
      [9, 0, 3],
      [9, 1, 3],
      [9, 2, 3],
      [10, 0, 3],
    ]);
  });

  it('never lays two of one time over each other, and loses none', () => {
    const interval = fc
      .tuple(fc.nat(95), fc.integer({ min: 1, max: 20 }))
      .map(([start, length]) => ({ inicia: start * 15, termina: Math.min(1440, (start + length) * 15) }));
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 25 }), (intervals) => {
        const placed = enCarriles(intervals);
        expect(placed).toHaveLength(intervals.length);
        for (const [index, a] of placed.entries()) {
          expect(a.carril).toBeLessThan(a.carriles);
          for (const b of placed.slice(index + 1)) {
            if (a.inicia >= b.termina || b.inicia >= a.termina) continue;
            expect(a.carril).not.toBe(b.carril);
            expect(a.carriles).toBe(b.carriles);
          }
        }
      }),
    );
  });

  it('has whole hours, from the first beginning to the last end', () => {
    expect(horasDe([])).toEqual([]);
    expect(horasDe([intervalOfHorario('09:30 - 11:15')])).toEqual([540, 600, 660, 720]);
  });
});
