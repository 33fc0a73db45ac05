import { expect, it } from 'vitest';
import { FORMAS_PAGO, PAGADOS, TIPOS_PAGO } from '../rules.ts';
import { agesOf, percentText, shareOf } from './chart-data.ts';
import { colourOf } from './colours.ts';

it('writes shares with a decimal where there is one', () => {
  expect([0, 1 / 3, 0.25, 1].map(percentText)).toEqual(['0%', '33.3%', '25%', '100%']);
  expect(shareOf(0, [])).toBe(0);
  expect(
    shareOf(1, [
      { name: 'a', value: 1 },
      { name: 'b', value: 3 },
    ]),
  ).toBe(0.25);
});

it('names the ages of debts', () => {
  expect(
    agesOf([
      { name: '60', cantidad: 4 },
      { name: '100', cantidad: 9 },
    ]),
  ).toEqual([
    { name: '60', value: 4, label: '31 a 60 días' },
    { name: '100', value: 9, label: 'Todos' },
  ]);
});

it.each([FORMAS_PAGO, TIPOS_PAGO, PAGADOS, ['30', '60', '90', '100']])(
  'gives each category of a chart a colour of its own',
  (...names) => {
    expect(new Set(names.map((name) => colourOf(String(name)))).size).toBe(names.length);
  },
);

/** Contrast by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  const [a = 0, b = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

it('keeps every colour visible on the surfaces of both themes', () => {
  for (const name of [...FORMAS_PAGO, ...TIPOS_PAGO, ...PAGADOS, '30', '60', '90', '100']) {
    for (const surface of ['#ffffff', '#1a211f'])
      expect([name, contrast(colourOf(name), surface) >= 3]).toEqual([name, true]);
  }
});
