import { expect, it } from 'vitest';
import type { SearchRow } from '../contract.ts';
import { merge } from './find-lotes.ts';

const rows = (...ids: number[]) => ids.map((id_lote) => ({ id_lote }) as SearchRow);
const ids = (found: readonly SearchRow[]) => found.map(({ id_lote }) => id_lote);

it('takes turns between the searches and names no lot twice', () => {
  expect(ids(merge([rows(1, 2, 3), rows(4, 1), rows(5)], 8))).toEqual([1, 4, 5, 2, 3]);
  expect(ids(merge([rows(1, 2, 3), rows(4, 5)], 3))).toEqual([1, 4, 2]);
  expect(merge([[], []], 8)).toEqual([]);
});
