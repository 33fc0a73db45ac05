import { describe, expect, it } from 'vitest';
import {
  futureRefusal,
  generatedMessage,
  periodDefaults,
  periodsMessage,
  periodsRefusal,
  rangeDates,
} from './rules.ts';

const TODAY = '2026-11-21';

describe('a month for everybody', () => {
  it('may be this one or an earlier one, never a later one', () => {
    expect(futureRefusal({ year: 2026, mes: 11 }, TODAY)).toBeUndefined();
    expect(futureRefusal({ year: 2019, mes: 12 }, TODAY)).toBeUndefined();
    expect(futureRefusal({ year: 2026, mes: 12 }, TODAY)).toMatch(/^Diciembre - 2026 todavía no empieza/);
    expect(futureRefusal({ year: 2027, mes: 1 }, '2026-12-31')).toMatch(/^Enero - 2027/);
  });

  it('tells how many were created and how many existed', () => {
    const month = { year: 2026, mes: 11 };
    expect(generatedMessage(month, 1, 0)).toBe('Mantenimientos generado con éxito. Se creó 1 de Noviembre - 2026.');
    expect(generatedMessage(month, 1200, 1)).toBe(
      'Mantenimientos generado con éxito. Se crearon 1,200 de Noviembre - 2026; 1 ya existía.',
    );
    expect(generatedMessage(month, 0, 3)).toBe('No se creó ningún mantenimiento de Noviembre - 2026: 3 ya existían.');
    expect(periodsMessage(2, 0)).toBe('Mantenimientos generado con éxito. Se crearon 2.');
  });
});

describe('the months of one lot', () => {
  it('begin by default a month after the first chargeable one', () => {
    expect(periodDefaults('2026-12-10')).toEqual({
      min: { year: 2026, mes: 12 },
      start: { year: 2027, mes: 1 },
      end: { year: 2027, mes: 1 },
    });
  });

  it('are a date each, on the cut-off day', () => {
    expect(rangeDates({ year: 2027, mes: 12 }, { year: 2028, mes: 2 }, 31)).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
    ]);
    expect(rangeDates({ year: 2027, mes: 2 }, { year: 2027, mes: 1 }, 10)).toEqual([]);
  });

  it('are refused before the first chargeable one', () => {
    const first = '2026-08-10';
    expect(periodsRefusal([], first)).toBe('Elija al menos un mes');
    expect(
      periodsRefusal(
        [
          { year: 2026, mes: 9 },
          { year: 2026, mes: 7 },
        ],
        first,
      ),
    ).toMatch(/^El lote paga desde Agosto - 2026/);
    expect(
      periodsRefusal(
        [
          { year: 2026, mes: 8 },
          { year: 2027, mes: 11 },
        ],
        first,
      ),
    ).toBeUndefined();
  });
});
