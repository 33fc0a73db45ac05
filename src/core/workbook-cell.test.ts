import { expect, test } from 'vitest';
import { dayOfCell, numberOfCell } from './workbook-cell.ts';

test.each([
  ['2500', 2500],
  ['$1,250.50', 1250.5],
  ['$ 1,234,567.89 ', 1234567.89],
  ['1 250.50', 1250.5],
  ['-500', -500],
  ['-$500.00', -500],
  ['.5', 0.5],
  ['1250.', 1250],
])('%s is %d', (text, value) => {
  expect(numberOfCell(text)).toBe(value);
});

test.each([
  '12,50',
  '1,5',
  '1.200,00',
  '1,2345',
  '12,50,000',
  ',500',
  '0x10',
  '1e3',
  '(500)',
  'mucho',
  '$',
  '.',
  '',
  '5 5',
])('«%s» is read in no way', (text) => {
  expect(numberOfCell(text)).toBeNull();
});

test('a number is itself, and what is no number is none', () => {
  expect(numberOfCell(-12.5)).toBe(-12.5);
  for (const cell of [Number.NaN, Number.POSITIVE_INFINITY, null, true, new Date(0)])
    expect(numberOfCell(cell)).toBeNull();
});

test('a date is its day, and a date that is none is no day', () => {
  expect(dayOfCell(new Date('2026-05-20T00:00:00Z'))).toBe('2026-05-20');
  expect(dayOfCell(new Date(Number.NaN))).toBe('');
});
