import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, formatValue, searchText } from './columns.ts';
import { nextSort, pageOf, searcher, sortRows } from './rows.ts';

interface Row {
  name: string;
  debt: number | null;
  since: string;
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Nombre', value: (row) => row.name },
  { key: 'debt', header: 'Deuda', value: (row) => row.debt, kind: 'money' },
  { key: 'since', header: 'Desde', value: (row) => row.since, kind: 'date' },
];

const rows: Row[] = [
  { name: 'Muñoz Peña, José', debt: 1234.5, since: '2026-11-21' },
  { name: 'Ávila 10', debt: null, since: '2024-01-05' },
  { name: 'avila 9', debt: -20, since: '' },
  { name: 'Zúñiga', debt: 0, since: '2025-06-30' },
];

const names = (found: readonly Row[]) => found.map((row) => row.name);

describe('search', () => {
  const search = searcher(rows, columns);
  it.each([
    ['', 4],
    ['munoz', 1],
    ['JOSÉ muñoz', 1],
    ['1,234.50', 1],
    ['1234.5', 1],
    ['21-11-2026', 1],
    ['2026-11', 1],
    ['ÁVILA', 2],
    ['avila 2024', 1],
    ['nadie', 0],
  ])('finds by %s', (query, count) => {
    expect(search(query)).toHaveLength(count);
  });

  it('finds every row by its own name', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (all) => {
        const made = all.map((name) => ({ name, debt: null, since: '' }));
        for (const row of made) expect(searcher(made, columns)(row.name)).toContain(row);
      }),
    );
  });
});

describe('sort', () => {
  it('is Spanish and numeric, with empty values last in both directions', () => {
    expect(names(sortRows(rows, columns, { key: 'name', descending: false }))).toEqual([
      'avila 9',
      'Ávila 10',
      'Muñoz Peña, José',
      'Zúñiga',
    ]);
    expect(sortRows(rows, columns, { key: 'debt', descending: false }).map((row) => row.debt)).toEqual([
      -20,
      0,
      1234.5,
      null,
    ]);
    expect(sortRows(rows, columns, { key: 'debt', descending: true }).map((row) => row.debt)).toEqual([
      1234.5,
      0,
      -20,
      null,
    ]);
    expect(sortRows(rows, columns, { key: 'since', descending: true }).map((row) => row.since)).toEqual([
      '2026-11-21',
      '2025-06-30',
      '2024-01-05',
      '',
    ]);
  });

  it('leaves the rows alone without a sort or with one that is not a column', () => {
    expect(sortRows(rows, columns, null)).toBe(rows);
    expect(sortRows(rows, columns, { key: 'x', descending: true })).toBe(rows);
  });

  it('goes round by clicks', () => {
    const up = nextSort(null, 'a');
    const down = nextSort(up, 'a');
    expect([up, down, nextSort(down, 'a')]).toEqual([
      { key: 'a', descending: false },
      { key: 'a', descending: true },
      null,
    ]);
    expect(nextSort(down, 'b')).toEqual({ key: 'b', descending: false });
  });
});

describe('pages', () => {
  it('cover every row once, whatever page was asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 40 }), fc.integer(), (all, size, asked) => {
        const { page, pages, rows: shown } = pageOf(all, asked, size);
        expect(page).toBeGreaterThanOrEqual(1);
        expect(page).toBeLessThanOrEqual(pages);
        expect(shown.length > 0 || all.length === 0).toBe(true);
        expect(Array.from({ length: pages }, (_, i) => pageOf(all, i + 1, size).rows).flat()).toEqual(all);
      }),
    );
    expect(pageOf([1, 2, 3], 9, 'All')).toEqual({ rows: [1, 2, 3], page: 1, pages: 1, from: 0 });
  });
});

it('writes values in the way of their kind', () => {
  expect(formatValue(2026, undefined)).toBe('2026');
  expect(formatValue(12345, 'number')).toBe('12,345');
  expect(formatValue(-1, 'money')).toBe('-$1.00');
  expect(formatValue('2026-11-21', 'date')).toBe('21-11-2026');
  expect(formatValue(null, 'money')).toBe('');
  expect(searchText({ name: 'Ñu', debt: 5, since: '' }, columns)).toContain('nu\n$5.00\n5');
});
