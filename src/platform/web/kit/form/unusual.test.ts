import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unusual, usualOf } from './unusual.ts';

const owed = { amount: 2500, what: 'lo que debe', before: 'cobrar' };

it('is said above three times what is usual, with what that is', () => {
  expect(unusual(7500, owed)).toBe('');
  expect(unusual(7500.01, owed)).toBe(
    'El monto es más de tres veces lo que debe ($2,500.00). Revíselo antes de cobrar',
  );
  const rate = { amount: 7.25, what: 'la última', before: 'guardar', noun: 'La tasa', format: (n: number) => `${n} %` };
  expect(unusual(72.5, rate)).toBe('La tasa es más de tres veces la última (7.25 %). Revíselo antes de guardar');
});

it('is not said of what is no amount, nor where nothing is known', () => {
  for (const typed of [null, '', undefined, Number.NaN, '9000', 0]) expect(unusual(typed, owed)).toBe('');
  expect(unusual(9000, { ...owed, amount: 0 })).toBe('');
});

it('goes by centavos: exactly the triple is never said, a centavo more always', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (centavos) => {
      const usual = { ...owed, amount: centavos / 100 };
      expect(unusual((centavos * 3) / 100, usual)).toBe('');
      expect(unusual((centavos * 3 + 1) / 100, usual)).not.toBe('');
    }),
  );
});

it('the usual one of several is theirs in the middle', () => {
  expect([usualOf([]), usualOf([0]), usualOf([500]), usualOf([500, 90_000]), usualOf([2, 1, 3])]).toEqual([
    0, 0, 500, 500, 2,
  ]);
});
