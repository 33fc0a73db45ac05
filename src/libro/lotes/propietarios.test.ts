import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#core/fecha.ts';
import { type LazoDeDueno, periodosOf } from './propietarios.ts';

const lazo = (id: number, desde: string, hasta: string | null, vendio: string | null = null): LazoDeDueno => ({
  ...{ id, desde, hasta, vendio },
});

it('a sale ends one owner and begins the next on its day; a change without one on the day that it was recorded', () => {
  const periodos = periodosOf([
    lazo(1, '2020-01-01', '2026-11-20', '2026-11-05'),
    lazo(2, '2026-11-20', '2026-12-01'),
    lazo(3, '2026-12-03', null),
  ]);
  expect(periodos.map(({ primero, ultimo }) => [primero, ultimo])).toEqual([
    ['2020-01-01', '2026-11-05'],
    ['2026-11-05', '2026-12-01'],
    ['2026-12-01', null],
  ]);
  expect(periodosOf([])).toEqual([]);
});

it('leaves no day between owners, whatever was recorded when', () => {
  const steps = fc.array(fc.record({ stays: fc.nat(900), late: fc.nat(60), sold: fc.boolean() }), { maxLength: 6 });
  fc.assert(
    fc.property(steps, (of) => {
      let day = '2015-01-01';
      const lazos = of.map(({ stays, late, sold }, id) => {
        const desde = day;
        const vendio = addDays(desde, stays);
        day = addDays(vendio, late);
        return lazo(id, desde, day, sold ? vendio : null);
      });
      const periodos = periodosOf([...lazos, lazo(99, day, null)]);
      for (const [at, periodo] of periodos.entries()) {
        const next = periodos[at + 1];
        expect(periodo.ultimo).toBe(next ? next.primero : null);
        if (periodo.ultimo !== null) expect(periodo.primero <= periodo.ultimo).toBe(true);
      }
    }),
  );
});
