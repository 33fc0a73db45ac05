import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CENTAVOS_MAX } from '#core/money.ts';
import { importeEnLetras } from './letras.ts';

/** Reads the words back; an own grammar, so that a slip in the writer shows. */
function leer(words: string): number {
  const VALUES: Record<string, number> = {};
  const units =
    'CERO UN DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ONCE DOCE TRECE CATORCE QUINCE DIECISÉIS DIECISIETE DIECIOCHO DIECINUEVE VEINTE VEINTIÚN VEINTIDÓS VEINTITRÉS VEINTICUATRO VEINTICINCO VEINTISÉIS VEINTISIETE VEINTIOCHO VEINTINUEVE TREINTA';
  units.split(' ').forEach((word, value) => {
    VALUES[word] = value;
  });
  'CUARENTA CINCUENTA SESENTA SETENTA OCHENTA NOVENTA CIENTO'.split(' ').forEach((word, index) => {
    VALUES[word] = 40 + index * 10;
  });
  'CIENTO DOSCIENTOS TRESCIENTOS CUATROCIENTOS QUINIENTOS SEISCIENTOS SETECIENTOS OCHOCIENTOS NOVECIENTOS'
    .split(' ')
    .forEach((word, index) => {
      VALUES[word] = (index + 1) * 100;
    });
  VALUES.CIEN = 100;
  let millions = 0;
  let thousands = 0;
  let rest = 0;
  for (const word of words.split(' ')) {
    if (word === 'Y') continue;
    if (word === 'MIL') {
      thousands += (rest || 1) * 1000;
      rest = 0;
    } else if (word === 'MILLÓN' || word === 'MILLONES') {
      millions = (thousands + rest) * 1_000_000;
      thousands = 0;
      rest = 0;
    } else {
      const value = VALUES[word];
      if (value === undefined) throw new Error(`not a word: ${word}`);
      rest += value;
    }
  }
  return millions + thousands + rest;
}

describe('an amount in words', () => {
  it.each([
    [0, 'CERO PESOS 00/100 M.N.'],
    [50, 'CERO PESOS 50/100 M.N.'],
    [100, 'UN PESO 00/100 M.N.'],
    [2_199, 'VEINTIÚN PESOS 99/100 M.N.'],
    [3_100, 'TREINTA Y UN PESOS 00/100 M.N.'],
    [10_000, 'CIEN PESOS 00/100 M.N.'],
    [10_101, 'CIENTO UN PESOS 01/100 M.N.'],
    [100_000, 'MIL PESOS 00/100 M.N.'],
    [123_450, 'MIL DOSCIENTOS TREINTA Y CUATRO PESOS 50/100 M.N.'],
    [2_100_000, 'VEINTIÚN MIL PESOS 00/100 M.N.'],
    [10_000_000, 'CIEN MIL PESOS 00/100 M.N.'],
    [100_000_000, 'UN MILLÓN DE PESOS 00/100 M.N.'],
    [100_000_100, 'UN MILLÓN UN PESOS 00/100 M.N.'],
    [200_000_050, 'DOS MILLONES DE PESOS 50/100 M.N.'],
    [100_000_000_000, 'MIL MILLONES DE PESOS 00/100 M.N.'],
    [
      CENTAVOS_MAX,
      'NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE MILLONES NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE PESOS 99/100 M.N.',
    ],
  ])('%i centavos', (centavos, words) => {
    expect(importeEnLetras(centavos)).toBe(words);
  });

  it('is read back as the same amount', () => {
    const amounts = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 0, max: CENTAVOS_MAX }));
    fc.assert(
      fc.property(amounts, (centavos) => {
        const parts = /^(.+?)(?: DE)? PESOS? (\d\d)\/100 M\.N\.$/.exec(importeEnLetras(centavos));
        expect(leer(parts?.[1] ?? '') * 100 + Number(parts?.[2])).toBe(centavos);
      }),
      { numRuns: 500 },
    );
  });

  it.each([-1, 0.5, Number.NaN, CENTAVOS_MAX + 1])('refuses %d', (value) => {
    expect(() => importeEnLetras(value)).toThrow(RangeError);
  });
});
