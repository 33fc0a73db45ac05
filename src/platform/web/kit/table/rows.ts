/** Searching and sorting of a table's rows, pure. */
import { plain } from '#ui/format.ts';
import type { CellValue } from '../../../listing.ts';
import { type Column, searchText } from './columns.ts';

export interface Sort {
  key: string;
  descending: boolean;
}

export type PageSize = number | 'All';

/** A function that filters by words (all of them, anywhere in the row), reading each row only once. */
export function searcher<Row>(rows: readonly Row[], columns: readonly Column<Row>[]) {
  let texts: readonly string[] | undefined;
  return (query: string): readonly Row[] => {
    const words = plain(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return rows;
    texts ??= rows.map((row) => searchText(row, columns));
    const of = texts;
    return rows.filter((_, i) => words.every((word) => of[i]?.includes(word)));
  };
}

const collator = new Intl.Collator('es', { numeric: true, sensitivity: 'base' });

function isEmpty(value: CellValue): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

function compare(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/** Stable, Spanish, numbers inside text by their size; empty values stand last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const column = sort && columns.find(({ key }) => key === sort.key);
  if (!column) return rows;
  const sign = sort.descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: column.value(row) }));
  // ISO dates sort as plain text, a good deal faster than by collation.
  const order =
    column.kind === 'date' || column.kind === 'instant'
      ? (a: CellValue, b: CellValue) => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0)
      : compare;
  keyed.sort((a, b) => {
    if (isEmpty(a.value)) return isEmpty(b.value) ? 0 : 1;
    if (isEmpty(b.value)) return -1;
    return sign * order(a.value, b.value);
  });
  return keyed.map(({ row }) => row);
}

export interface PageOf<Row> {
  rows: readonly Row[];
  /** 1-based, inside what exists. */
  page: number;
  pages: number;
  /** Index of the first row in the whole list. */
  from: number;
}

/** The rows of a page; a page past the end is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: PageSize): PageOf<Row> {
  if (size === 'All') return { rows, page: 1, pages: 1, from: 0 };
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const current = Math.min(Math.max(1, page), pages);
  const from = (current - 1) * size;
  return { rows: rows.slice(from, from + size), page: current, pages, from };
}

/** A click on a heading: ascending, descending, and back to the order the rows came in. */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, descending: false };
  return sort.descending ? null : { key, descending: true };
}

export type Keys = ReadonlySet<string | number>;

/** With the key if it is not among them, else without it. */
export const turned = (keys: Keys, key: string | number): Keys =>
  new Set(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key]);
