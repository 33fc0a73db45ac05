import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMask, caretAfter, maskLength, unmask } from './mask.ts';

const PHONE = '(000)-000-00-00';

describe('mask', () => {
  it.each([
    [PHONE, '', ''],
    [PHONE, '5', '(5'],
    [PHONE, '55123', '(551)-23'],
    [PHONE, '5512345678', '(551)-234-56-78'],
    [PHONE, '551234567899', '(551)-234-56-78'],
    [PHONE, 'a5b', '(5'],
    ['99/99', '1226', '12/26'],
    ['0000', '12a34', '1234'],
    ['0000-0000-0000-0000', '41111111', '4111-1111'],
  ])('%s shows %j as %j', (mask, digits, shown) => {
    expect(applyMask(mask, digits)).toBe(shown);
  });

  it('gives back the digits that were shown, and is at rest when applied again', () => {
    const mask = fc.constantFrom(PHONE, '99/99', '0000', '0000-0000-0000-0000');
    fc.assert(
      fc.property(mask, fc.string(), (pattern, text) => {
        const digits = unmask(pattern, text);
        const shown = applyMask(pattern, digits);
        expect(unmask(pattern, shown)).toBe(digits);
        expect(applyMask(pattern, shown)).toBe(shown);
        expect(digits.length).toBeLessThanOrEqual(maskLength(pattern));
        expect(caretAfter(shown, digits.length)).toBe(shown.length);
      }),
    );
  });

  it('puts the cursor after the same digits', () => {
    expect(caretAfter('(551)-23', 3)).toBe(4);
    expect(caretAfter('(551)-23', 4)).toBe(7);
    expect(caretAfter('(551)-23', 0)).toBe(0);
  });
});
