import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canBecomeNumber, rangeFault, STRAY, typingFault } from './number-text.ts';

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

it('takes no digit that would be dropped, and a zero that only fills up', () => {
  expect(typingFault('1.555', ANY)).toBe('Escriba 2 decimales como máximo');
  for (const text of ['$1,250.55', '200.500', '.5', '-1.05']) expect(typingFault(text, ANY), text).toBe('');
  expect(typingFault('1e', ANY)).toBe(STRAY);
});

it('tells what is out of range, and nothing of what is not', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), fc.integer(), (min, more, number) => {
      const max = min + more;
      expect(rangeFault(number, min, max) === '').toBe(number >= min && number <= max);
      expect(rangeFault(number, min, undefined) === '').toBe(number >= min);
      expect(rangeFault(number, undefined, max) === '').toBe(number <= max);
    }),
  );
  expect(rangeFault(null, 1, 2)).toBe('');
  expect(rangeFault(150, 0, 100)).toBe('Escriba un número de 0 a 100');
  expect(rangeFault(0, 1, undefined)).toBe('Escriba 1 o más');
});
