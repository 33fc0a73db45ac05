import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { telefonoInternacional } from './telefono.ts';

describe('a telephone number in its international form', () => {
  it.each([
    ['6641234567', '526641234567'],
    ['664 123 4567', '526641234567'],
    ['(664) 123-4567', '526641234567'],
    ['664.123.45.67', '526641234567'],
    // Ten digits are of Mexico, also where they begin as a country does.
    ['5212345678', '525212345678'],
    ['044 55 1234 5678', '525512345678'],
    ['045 664 123 4567', '526641234567'],
    ['01 664 123 4567', '526641234567'],
    ['+52 664 123 4567', '526641234567'],
    ['+52 1 664 123 4567', '526641234567'],
    ['0052 664 123 4567', '526641234567'],
    ['52 664 123 4567', '526641234567'],
    ['+1 (619) 555-0123', '16195550123'],
    ['001 619 555 0123', '16195550123'],
    ['+34 612 34 56 78', '34612345678'],
  ])('%s', (written, expected) => {
    expect(telefonoInternacional(written)).toBe(expected);
  });

  it.each([
    ['', 'nothing'],
    ['123 4567', 'a number without its area'],
    ['0641234567', 'ten digits that begin with 0'],
    ['1641234567', 'ten digits that begin with 1'],
    ['6641234567 ext. 12', 'an extension'],
    ['66412345678', 'eleven digits without a country'],
    ['+52 664 123 456', 'a digit too few'],
    ['+0 664 123 4567', 'no country'],
    ['+1234567890123456', 'more digits than E.164 has'],
    ['664+1234567', 'a plus sign in the middle'],
  ])('%s is none: %s', (written) => {
    expect(telefonoInternacional(written)).toBeUndefined();
  });

  const national = fc
    .tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 0, max: 999_999_999 }))
    .map(([first, rest]) => `${first}${String(rest).padStart(9, '0')}`);
  const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '  '), { minLength: 20, maxLength: 20 });
  const scattered = (digits: string, gaps: readonly string[]) =>
    [...digits].map((digit, at) => `${digit}${gaps[at] ?? ''}`).join('');

  it('is one and the same however the number is set apart or dialled', () => {
    fc.assert(
      fc.property(
        national,
        fc.constantFrom('', '01', '044', '045', '52', '521', '+52', '+521', '0052'),
        separators,
        (number, prefix, gaps) => {
          expect(telefonoInternacional(`${prefix}${scattered(number, gaps)}`)).toBe(`52${number}`);
        },
      ),
    );
  });

  it('is E.164, and read again it is itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: fc.constantFrom(...'0123456789+ ()-') }), fc.string()), (written) => {
        const found = telefonoInternacional(written);
        if (found === undefined) return;
        expect(found).toMatch(/^[1-9]\d{7,14}$/);
        expect(telefonoInternacional(`+${found}`)).toBe(found);
      }),
    );
  });
});
