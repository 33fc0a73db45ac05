import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CENTAVOS_MAX, divideRounded, isPesos, percentageOf, pesosOf, sumPesos, toCentavos, toPesos } from './money.ts';

const centavos = fc.integer({ min: -CENTAVOS_MAX, max: CENTAVOS_MAX });

describe('money', () => {
  it('survives the way to pesos and back for every amount', () => {
    fc.assert(fc.property(centavos, (c) => toCentavos(toPesos(c)) === c));
  });

  it('adds pesos to the centavo, in any order', () => {
    expect(sumPesos([{ monto: 0.1 }, { monto: 0.2 }], ({ monto }) => monto)).toBe(0.3);
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }));
    fc.assert(
      fc.property(amounts, (list) => {
        const sum = sumPesos(list, (each) => each / 100);
        return (
          toCentavos(sum) === list.reduce((a, b) => a + b, 0) &&
          sum === sumPesos(list.toReversed(), (each) => each / 100)
        );
      }),
    );
  });

  it.each([
    [1.005, false],
    [0.1 + 0.2, false],
    [1234.56, true],
    [-0.01, true],
    [1e13, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('isPesos(%s) is %s', (pesos, expected) => {
    expect(isPesos(pesos)).toBe(expected);
  });

  it('rounds half away from zero', () => {
    expect(divideRounded(5n, 2n)).toBe(3);
    expect(divideRounded(-5n, 2n)).toBe(-3);
    expect(divideRounded(7n, 3n)).toBe(2);
    expect(percentageOf(250_000, 10)).toBe(25_000);
    expect(percentageOf(1, 50)).toBe(1);
    expect(percentageOf(-1, 50)).toBe(-1);
    expect(percentageOf(1_458, 33)).toBe(481);
  });

  it('reads what was written as pesos to the centavo, and nothing else', () => {
    const written = [
      '12.345',
      '$ 1,250.555',
      '12.344',
      '-0.005',
      ' .999 MXN',
      '1.005',
      '-$1,250.5',
      '$-7',
      '12.',
      '−3',
    ];
    expect(written.map(pesosOf)).toEqual([12.35, 1250.56, 12.34, -0.01, 1, 1.01, -1250.5, -7, 12, -3]);
    const others = [
      '1.234,56',
      '1.234.567',
      '1,25',
      '12,34,567',
      '5.5.5',
      '1e3',
      '0x10',
      '(50)',
      '--5',
      '-$-5',
      '100 200',
    ];
    for (const text of [...others, 'mil', '', '$', '.', '-', 'Total: 5', '5 o 6', '99999999999.999']) {
      expect(pesosOf(text), text).toBeNull();
    }
  });

  it('reads every amount as it is shown, and no text that has a letter or a point too many in it', () => {
    const shown = (centavos: number) =>
      `${centavos < 0 ? '-' : ''}$${(Math.abs(centavos) / 100).toLocaleString('es-MX', { minimumFractionDigits: 2 })}`;
    fc.assert(
      fc.property(
        centavos,
        fc.constantFrom('e', 'x', '.', '(', ')', '/', '+', '-', '%', ':'),
        fc.nat(),
        (n, stray, place) => {
          const text = shown(n);
          expect(pesosOf(text)).toBe(n / 100);
          const at = 2 + (place % (text.length - 1));
          expect(pesosOf(`${text.slice(0, at)}${stray}${text.slice(at)}`)).toBeNull();
        },
      ),
    );
  });

  it('is never further than half a centavo from the exact quotient', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.bigInt({ min: 1n, max: 10n ** 7n }),
        (n, d) => {
          const distance = 2n * (BigInt(divideRounded(n, d)) * d - n);
          return distance <= d && distance >= -d;
        },
      ),
    );
  });

  it('gives the whole at 100 % and nothing at 0 %', () => {
    fc.assert(fc.property(centavos, (c) => percentageOf(c, 100) === c && Math.abs(percentageOf(c, 0)) === 0));
  });

  it('refuses what is not an exact amount', () => {
    expect(() => toCentavos(0.001)).toThrow(RangeError);
    expect(() => toPesos(0.5)).toThrow(RangeError);
    expect(() => percentageOf(100, 0.00001)).toThrow(RangeError);
  });
});

it('tells centavos from pesos before anything runs', () => {
  const inCentavos = toCentavos(1);
  const inPesos = toPesos(inCentavos);
  // @ts-expect-error what is in centavos is no amount in pesos
  expect(toCentavos(inCentavos)).toBe(10_000);
  // @ts-expect-error nor the other way round
  expect(toPesos(inPesos)).toBe(0.01);
});
