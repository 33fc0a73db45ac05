import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clabeCheckDigit, clabeRange, clabesIn, isClabe } from './clabe.ts';

const first17 = fc.stringMatching(/^\d{17}$/);

describe('a CLABE', () => {
  it('has the check digit of published examples', () => {
    for (const known of ['032180000118359719', '002010077777777771', '646180110400000007'])
      expect(isClabe(known)).toBe(true);
    for (const bad of ['', '03218000011835971', '0321800001183597190', '03218000011835971X', '032180000118359718']) {
      expect(isClabe(bad)).toBe(false);
    }
  });

  it('property: every single wrong digit is told', () => {
    fc.assert(
      fc.property(first17, fc.nat(17), fc.integer({ min: 1, max: 9 }), (first, at, by) => {
        const clabe = first + clabeCheckDigit(first);
        const wrong = clabe.slice(0, at) + ((Number(clabe[at]) + by) % 10) + clabe.slice(at + 1);
        expect(isClabe(clabe)).toBe(true);
        expect(isClabe(wrong)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is found where it stands by itself, and in no longer number', () => {
    const clabe = '646180110400000007';
    expect(clabesIn(`SPEI A ${clabe}/MTTO ${clabe}`)).toEqual([clabe]);
    expect(clabesIn(`${clabe}1 X${clabe} 032180000118359718`)).toEqual([]);
  });
});

describe('a range', () => {
  it('counts behind its prefix, each with its own check digit', () => {
    expect(clabeRange('6461801104', 0, 2)).toEqual(['646180110400000007', '646180110400000010']);
    expect(clabeRange('6461801104', 9_999_999, 2)).toBeUndefined();
    expect(clabeRange('64618011040000000', 1, 1)).toBeUndefined();
    expect(clabeRange('64A', 1, 1)).toBeUndefined();
  });

  it('property: no CLABE of it is another one’s, and all are right', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{6,13}$/),
        fc.nat(900),
        fc.integer({ min: 1, max: 99 }),
        (prefijo, desde, n) => {
          const range = clabeRange(prefijo, desde, n) ?? [];
          expect(new Set(range).size).toBe(n);
          expect(range.every((one) => isClabe(one) && one.startsWith(prefijo))).toBe(true);
        },
      ),
    );
  });
});
