import { expect, test } from 'vitest';
import { readNumber } from './written-number.ts';

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
  expect(readNumber(text)).toBe(value);
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
  expect(readNumber(text)).toBeNull();
});
