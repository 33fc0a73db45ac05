import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Acceso } from './contract.ts';
import { conflictoOf } from './listings.ts';
import {
  buscadoOf,
  type Conflicto,
  conflictosOf,
  type Hechos,
  isBloqueo,
  type Marca,
  ROUND_PAUSE_MINUTES,
  type Rondin,
  refusalOfInstant,
  refusalOfPeriod,
  rondinesOf,
  sentidoOf,
  TIPO_LABELS,
  TIPOS,
  tiposOf,
} from './rules.ts';

const MINUTE = 60_000;
const marca = (minute: number, punto: string, guardia = 'Rubén'): Marca => ({
  instante: minute * MINUTE,
  guardia,
  punto,
});
const minutes = ({ guardia, inicio, fin, puntos }: Rondin) => [guardia, inicio / MINUTE, fin / MINUTE, puntos.join('')];

describe('the rounds that marks make', () => {
  it.each<[string, Marca[], unknown[]]>([
    ['none without marks', [], []],
    ['one of a single place', [marca(5, 'A')], [['Rubén', 5, 5, 'A']]],
    ['one, each place once', [marca(0, 'A'), marca(6, 'B'), marca(9, 'B'), marca(12, 'C')], [['Rubén', 0, 12, 'ABC']]],
    ['the same out of order', [marca(12, 'C'), marca(0, 'A'), marca(6, 'B')], [['Rubén', 0, 12, 'ABC']]],
    ['one where the place is scanned twice before leaving it', [marca(0, 'A'), marca(1, 'A')], [['Rubén', 0, 1, 'A']]],
    ['one at the very end of the pause', [marca(0, 'A'), marca(45, 'B')], [['Rubén', 0, 45, 'AB']]],
    [
      'two beyond the pause, the latest first',
      [marca(0, 'A'), marca(46, 'B')],
      [
        ['Rubén', 46, 46, 'B'],
        ['Rubén', 0, 0, 'A'],
      ],
    ],
    [
      'another one where it comes back to its first place',
      [marca(0, 'A'), marca(5, 'B'), marca(10, 'A'), marca(15, 'B')],
      [
        ['Rubén', 10, 15, 'AB'],
        ['Rubén', 0, 5, 'AB'],
      ],
    ],
    [
      'one of each guard, however they cross',
      [marca(0, 'A'), marca(1, 'A', 'Marisol'), marca(2, 'B'), marca(3, 'B', 'Marisol')],
      [
        ['Marisol', 1, 3, 'AB'],
        ['Rubén', 0, 2, 'AB'],
      ],
    ],
  ])('are %s', (_what, marcas, rounds) => {
    expect(rondinesOf(marcas).map(minutes)).toEqual(rounds);
  });

  it('leave no mark out, never overlap for a guard, and depend on no order of arrival', () => {
    const marcas = fc.uniqueArray(
      fc.record({
        instante: fc.integer({ min: 0, max: 600 }).map((minute) => minute * MINUTE),
        guardia: fc.constantFrom('Rubén', 'Marisol'),
        punto: fc.constantFrom('A', 'B', 'C'),
      }),
      { maxLength: 60, selector: ({ instante, guardia }) => `${instante} ${guardia}` },
    );
    fc.assert(
      fc.property(marcas, (all) => {
        const rounds = rondinesOf(all);
        expect([...rondinesOf([...all].reverse())].map(minutes).sort()).toEqual(rounds.map(minutes).sort());
        for (const { instante, guardia, punto } of all) {
          const of = rounds.filter((one) => one.guardia === guardia && one.inicio <= instante && instante <= one.fin);
          expect(of).toHaveLength(1);
          expect(of[0]?.puntos).toContain(punto);
        }
        for (const { guardia, inicio, fin, puntos } of rounds) {
          const own = all.filter((one) => one.guardia === guardia && one.instante >= inicio && one.instante <= fin);
          const instants = own.map(({ instante }) => instante).sort((a, b) => a - b);
          expect([instants[0], instants.at(-1)]).toEqual([inicio, fin]);
          expect(new Set(puntos).size).toBe(puntos.length);
          for (const [index, instant] of instants.entries()) {
            const before = instants[index - 1] ?? instant;
            expect(instant - before).toBeLessThanOrEqual(ROUND_PAUSE_MINUTES * MINUTE);
          }
        }
      }),
    );
  });
});

it('takes a device whose clock is a little ahead or behind by years, and no record of later or long before', () => {
  const now = new Date('2026-11-21T18:00:00Z');
  expect(refusalOfInstant('R-1', new Date('2026-11-21T18:10:00Z'), now)).toBeUndefined();
  expect(refusalOfInstant('R-1', new Date('2026-11-21T18:10:01Z'), now)).toMatch(/«R-1» es futura/);
  expect(refusalOfInstant('R-1', new Date('2021-11-21T18:00:00Z'), now)).toBeUndefined();
  expect(refusalOfInstant('R-1', new Date('2021-11-21T17:59:59Z'), now)).toMatch(/«R-1» es de hace más de 5 años/);
});

it('makes statistics of 92 days at most, in their order', () => {
  expect(refusalOfPeriod('2026-08-22', '2026-11-21')).toBeUndefined();
  expect(refusalOfPeriod('2026-08-21', '2026-11-21')).toMatch(/92 días/);
  expect(refusalOfPeriod('2026-11-22', '2026-11-21')).toMatch(/anterior a la inicial/);
});

it('every kind of access goes in or out, as its words say', () => {
  for (const sentido of ['entrada', 'salida'] as const) {
    for (const tipo of tiposOf(sentido)) {
      expect(TIPO_LABELS[tipo].toLowerCase().startsWith(sentido)).toBe(true);
      expect(sentidoOf(tipo)).toBe(sentido);
    }
  }
  expect([...tiposOf('entrada'), ...tiposOf('salida')].sort()).toEqual(Object.keys(TIPO_LABELS).sort());
});

it('stops entries and exits alike', () => {
  expect(TIPOS.filter(isBloqueo)).toEqual(['EntradaConBloqueo', 'SalidaConBloqueo']);
});

it.each([
  ['M07-L03', { referencia: 'M07-L03' }],
  ['m7 l3', { referencia: 'm7 l3' }],
  ['C-09-05', { referencia: 'C-09-05' }],
  ['UKM-82-14', { placa: 'UKM-82-14' }],
  ['gxt114a', { placa: 'gxt114a' }],
  ['Íñigo Peña', { nombre: 'Íñigo Peña' }],
  [' DHL ', { nombre: ' DHL ' }],
  ['', {}],
])('one field finds %j by what it looks like', (text, found) => {
  expect(buscadoOf(text)).toEqual({ nombre: '', placa: '', referencia: '', ...found });
});

describe('what of a guard’s record does not agree', () => {
  const agreeing: Hechos = {
    ...{ deLista: true, tipo: 'entrada', placas: 'ABC-1', tarjeta: '7', ultimo: null },
    ...{ loteBloqueado: false, tarjetaBloqueada: false, vehiculoBloqueado: false },
    ...{ placaRegistrada: true, tarjetaRegistrada: true, loteRegistrado: true },
    ...{ nombre: '', referencia: 'M07-L03' },
  };

  const nobody = { referencia: '', loteRegistrado: false, placaRegistrada: false, tarjetaRegistrada: false };

  it.each<[Partial<Hechos>, number, string[]]>([
    [{}, 0, []],
    [{ loteBloqueado: true, tarjetaBloqueada: true, vehiculoBloqueado: true }, 0, ['lote', 'vehiculo', 'tarjeta']],
    [{ placaRegistrada: false }, 0, ['quitado']],
    [{ placaRegistrada: false, deLista: false }, 0, []],
    [{ placaRegistrada: false, placas: '' }, 0, []],
    [{ loteRegistrado: false }, 0, ['desconocido']],
    [{ loteRegistrado: false, nombre: 'Íñigo Peña' }, 0, ['desconocido']],
    [{ ...nobody, deLista: false }, 0, ['desconocido']],
    [{ ...nobody, deLista: false, placaRegistrada: true }, 0, []],
    [{ ...nobody, deLista: false, tarjetaRegistrada: true }, 0, []],
    [{ ...nobody, deLista: false, nombre: 'Íñigo Peña' }, 0, []],
    [{ ultimo: 'entradasinsalida' }, 0, ['dentro']],
    [{ ultimo: 'EntradaConBloqueo' }, 0, []],
    [{ ultimo: 'salida' }, 0, []],
    [{ ultimo: 'entrada', tipo: 'salida' }, 0, []],
    [{}, 300, []],
    [{}, 301, ['reloj']],
    [{}, -301, ['reloj']],
  ])('%j with a clock %d s ahead: %j', (changes, seconds, expected) => {
    expect(conflictosOf({ ...agreeing, ...changes }, seconds)).toEqual(expected);
  });
});

it.each([
  [[], ''],
  [['desconocido'], 'Desconocido'],
  [['lote', 'reloj'], 'Conflicto: lote fuera de uso, reloj distinto'],
  [['desconocido', 'reloj'], 'Desconocido · Conflicto: reloj distinto'],
] as [Conflicto[], string][])('tells %j as %j', (conflictos, words) => {
  expect(conflictoOf({ conflictos } as Acceso)).toBe(words);
});
