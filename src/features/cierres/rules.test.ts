import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DENOMINACIONES, sumOfDenominations } from './rules.ts';

describe('a drawer', () => {
  it('is the sum of its pieces', () => {
    expect(sumOfDenominations({})).toBe(0);
    expect(sumOfDenominations({ 50000: 3, 2000: 2, 50: 1 })).toBe(154_050);
  });

  it('counts whole pieces alone', () => {
    expect(sumOfDenominations({ 1000: 2.9, 500: -4 })).toBe(2_000);
  });

  it('adds drawers', () => {
    const drawer = fc.dictionary(fc.constantFrom(...DENOMINACIONES.map(String)), fc.nat(1_000));
    fc.assert(
      fc.property(drawer, drawer, (a, b) => {
        const both = Object.fromEntries(DENOMINACIONES.map((d) => [d, (a[d] ?? 0) + (b[d] ?? 0)]));
        expect(sumOfDenominations(both)).toBe(sumOfDenominations(a) + sumOfDenominations(b));
      }),
    );
  });
});
