import { expect, it } from 'vitest';
import type { SearchRow } from '../contract.ts';
import { actIn, merge } from './find-lotes.ts';

const rows = (...ids: number[]) => ids.map((id_lote) => ({ id_lote }) as SearchRow);
const ids = (found: readonly SearchRow[]) => found.map(({ id_lote }) => id_lote);

it('takes turns between the searches and names no lot twice', () => {
  expect(ids(merge([rows(1, 2, 3), rows(4, 1), rows(5)], 8))).toEqual([1, 4, 5, 2, 3]);
  expect(ids(merge([rows(1, 2, 3), rows(4, 5)], 3))).toEqual([1, 4, 2]);
  expect(merge([[], []], 8)).toEqual([]);
});

it('hears what is to be done with a lot', () => {
  const heard = (query: string) => [actIn(query).act?.label, actIn(query).q];
  expect(heard('pagar M01-L10')).toEqual(['Pagar', 'M01-L10']);
  expect(heard('pagar todo M01-L10')).toEqual(['Pagar todo de', 'M01-L10']);
  expect(heard('cobrar todo de M01-L10')).toEqual(['Pagar todo de', 'M01-L10']);
  expect(heard('Deudas de M01-L10')).toEqual(['Deudas de', 'M01-L10']);
  expect(heard('pagos M01')).toEqual(['Pagos de', 'M01']);
  expect(heard('estado de cuenta M01')).toEqual(['Estado de cuenta de', 'M01']);
  // A name, a street, or nothing after it.
  expect(heard('pagar')).toEqual([undefined, 'pagar']);
  expect(heard('Pagaza')).toEqual([undefined, 'Pagaza']);
});
