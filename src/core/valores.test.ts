import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { addDays } from './fecha.ts';
import { CENTAVOS_MAX } from './money.ts';
import { centavosDe, type FormaFecha, type FormaNumero, fechaDe } from './valores.ts';

test.each<[string | number | Date, FormaFecha, string | null]>([
  ['05/03/2026', 'dd/mm/aaaa', '2026-03-05'],
  ['5-3-26', 'dd/mm/aaaa', '2026-03-05'],
  ['05/03/2026 14:05:59', 'dd/mm/aaaa', '2026-03-05'],
  ['31/02/2026', 'dd/mm/aaaa', null],
  ['2026-03-05', 'dd/mm/aaaa', null],
  ['03/05/2026', 'mm/dd/aaaa', '2026-03-05'],
  ['2026-03-05T00:00:00', 'aaaa-mm-dd', '2026-03-05'],
  ['05-MAR-2026', 'dd-mmm-aaaa', '2026-03-05'],
  ['5 sept. 26', 'dd-mmm-aaaa', '2026-09-05'],
  ['05/Diciembre/2026', 'dd-mmm-aaaa', '2026-12-05'],
  ['05-XYZ-2026', 'dd-mmm-aaaa', null],
  ['05032026', 'ddmmaaaa', '2026-03-05'],
  [5032026, 'ddmmaaaa', '2026-03-05'],
  ['03052026', 'mmddaaaa', '2026-03-05'],
  ['20260305', 'aaaammdd', '2026-03-05'],
  [46086, 'excel', '2026-03-05'],
  ['46086.75', 'excel', '2026-03-05'],
  [0, 'excel', null],
  [new Date('2026-03-05T00:00:00Z'), 'mm/dd/aaaa', '2026-03-05'],
  [new Date(Number.NaN), 'excel', null],
  ['', 'dd/mm/aaaa', null],
])('%s as %s is %s', (celda, forma, fecha) => {
  expect(fechaDe(celda, forma)).toBe(fecha);
});

test.each<[string | number, FormaNumero, number | null]>([
  ['$1,234.56', '1,234.56', 123_456],
  ['-1,234.5 MXN', '1,234.56', -123_450],
  ['(1,234.56)', '1,234.56', -123_456],
  ['1,234.56-', '1,234.56', -123_456],
  ['+ 10', '1,234.56', 1_000],
  ['10.500', '1,234.56', 1_050],
  ['10.505', '1,234.56', null],
  ['(-5)', '1,234.56', null],
  ['12,50', '1,234.56', null],
  ['1.234,56', '1,234.56', null],
  ['1.234,56', '1.234,56', 123_456],
  ['12,5', '1.234,56', 1_250],
  ['1,234.56', '1.234,56', null],
  ['000000010289', 'centavos', 10_289],
  ['102.89', 'centavos', null],
  [0.1 + 0.2, '1,234.56', 30],
  [10.005, '1,234.56', null],
  ['10,000,000,000.00', '1,234.56', null],
  ['1e5', '1,234.56', null],
  ['', '1,234.56', null],
  ['-', '1,234.56', null],
])('%s as %s is %s centavos', (celda, forma, centavos) => {
  expect(centavosDe(celda, forma)).toBe(centavos);
});

const FECHAS: Readonly<Record<Exclude<FormaFecha, 'excel'>, (a: string, m: string, d: string) => string>> = {
  'dd/mm/aaaa': (a, m, d) => `${d}/${m}/${a}`,
  'mm/dd/aaaa': (a, m, d) => `${m}-${d}-${a}`,
  'aaaa-mm-dd': (a, m, d) => `${a}.${m}.${d}`,
  'dd-mmm-aaaa': (a, m, d) =>
    `${d}-${['ENE', 'Feb', 'mar', 'ABR', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'][Number(m) - 1]}-${a}`,
  ddmmaaaa: (a, m, d) => d + m + a,
  mmddaaaa: (a, m, d) => m + d + a,
  aaaammdd: (a, m, d) => a + m + d,
};

it('reads every day that it is written as, in each form', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 70_000 }),
      fc.constantFrom(...(Object.keys(FECHAS) as (keyof typeof FECHAS)[])),
      (dias, forma) => {
        const fecha = addDays('1950-01-01', dias);
        const [a = '', m = '', d = ''] = fecha.split('-');
        expect(fechaDe(FECHAS[forma](a, m, d), forma)).toBe(fecha);
      },
    ),
  );
});

it('reads every amount that it is written as, to the centavo', () => {
  fc.assert(
    fc.property(fc.integer({ min: -CENTAVOS_MAX, max: CENTAVOS_MAX }), (centavos) => {
      const [entero = '', decimales = ''] = (Math.abs(centavos) / 100).toFixed(2).split('.');
      const conMiles = entero.replace(/\B(?=(\d{3})+$)/g, ',');
      const signo = centavos < 0 ? '-' : '';
      expect(centavosDe(`${signo}$${conMiles}.${decimales}`, '1,234.56')).toBe(centavos);
      expect(centavosDe(`${signo}${conMiles.replaceAll(',', '.')},${decimales}`, '1.234,56')).toBe(centavos);
      expect(centavosDe(`${signo}${Math.abs(centavos)}`, 'centavos')).toBe(centavos);
    }),
  );
});
