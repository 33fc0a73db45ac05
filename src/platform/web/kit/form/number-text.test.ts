import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canBecomeNumber } from './number-text.ts';

const ANY = { decimals: 2, negative: true };

it('lets every number be typed letter by letter', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.constantFrom('', '$'), (number, sign) => {
      const text = `${sign}${number.toFixed(2)}`;
      for (let end = 0; end <= text.length; end++) expect(canBecomeNumber(text.slice(0, end), ANY)).toBe(true);
    }),
  );
});

it('takes nothing that the library would drop to make another number', () => {
  for (const text of ['1e', '1..', '1.2.', '5-', '--', '-$-', '1$', '(', '0x', '5%'])
    expect(canBecomeNumber(text, ANY), text).toBe(false);
  expect(canBecomeNumber('1.', { decimals: 0, negative: true })).toBe(false);
  expect(canBecomeNumber('-', { decimals: 2, negative: false })).toBe(false);
});
