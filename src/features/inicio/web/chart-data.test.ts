import { expect, it } from 'vitest';
import { agesOf, mostOf, percentText, shareOf, sorted } from './chart-data.ts';

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
      { name: '60', masAntigua: 4 },
      { name: '100', masAntigua: 9 },
    ]),
  ).toEqual([
    { name: '60', value: 4, label: '31 a 60 días' },
    { name: '100', value: 9, label: 'Todos', whole: true },
  ]);
});

it('sorts by value, those alike in their order, and finds the longest', () => {
  const slices = [
    { name: 'a', value: 1 },
    { name: 'b', value: 3 },
    { name: 'c', value: 1 },
  ];
  expect(sorted(slices).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  expect(mostOf(slices)).toBe(3);
  expect(mostOf([])).toBe(1);
  expect(mostOf([...slices, { name: 'todos', value: 5, whole: true }])).toBe(3);
});
