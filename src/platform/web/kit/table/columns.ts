import type { ReactNode } from 'react';
import { formatFecha, formatMomento, formatMoney, formatNumber, plain } from '#ui/format.ts';
import type { CellValue, ColumnKind, FieldOf, ScreenColumn } from '../../../listing.ts';

export interface Column<Row> extends ScreenColumn<Row> {
  /** In place of the words of its heading; it is not sorted by then. */
  head?: ReactNode;
  /** What is shown; left out, the value in the way of its kind. */
  render?: (row: Row) => ReactNode;
  /** The whole of what a column that grows shortens, where it is not the value. */
  whole?: (row: Row) => string;
  /** What else a row is found by. */
  find?: (row: Row) => string;
  /** The box that chooses the row: on a card it stands before what names it. */
  choice?: true;
}

/** A row that stands under an opened one, in the same columns; `wide` begins at a column and takes all that are after it. */
export type LineOfRow = { key: string | number } & (
  | { cells: Readonly<Record<string, ReactNode>>; actions?: ReactNode }
  | { from: string; wide: ReactNode }
);

/** What the rows of a table open to. */
export interface RowLines<Row> {
  /** Names the button that opens them: 'Pagos del recibo 96027'. */
  label: (row: Row) => string;
  of: (row: Row) => readonly LineOfRow[];
}

/** Of a screen's own table: a column without `value` has the field of its key. */
type DeclaredColumn<Row> = Omit<Column<Row>, 'key' | 'value'> &
  (Pick<Column<Row>, 'key' | 'value'> | { key: FieldOf<Row> });

export function columns<Row>(declared: readonly DeclaredColumn<Row>[]): readonly Column<Row>[] {
  return declared.map((column) => ({ value: (row) => row[column.key as keyof Row] as CellValue, ...column }));
}

/** Columns of a listing, some of them shown by something else than their value; by key. */
export function drawn<Row>(
  columns: readonly ScreenColumn<Row>[],
  renders: Readonly<Record<string, (row: Row) => ReactNode>>,
): readonly Column<Row>[] {
  const unknown = Object.keys(renders).find((key) => !columns.some((column) => column.key === key));
  if (unknown !== undefined) throw new Error(`no column ${unknown}`);
  return columns.map((column) => ({ ...column, ...(renders[column.key] && { render: renders[column.key] }) }));
}

/** A total under a column: a number is written in the way of the column's kind. */
export type Totals = Readonly<Record<string, ReactNode>>;

export function formatValue(value: CellValue, kind: ColumnKind | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'date') return formatFecha(String(value));
  if (kind === 'instant') return formatMomento(String(value));
  if (typeof value === 'number') {
    if (kind === 'money') return formatMoney(value);
    // Only what is declared a number gets separators: a plain numeric value may be a year or a folio.
    return kind === 'number' ? formatNumber(value) : String(value);
  }
  return value;
}

/** The first line of a card, where no table says it: what names the row, and at its end its amount. */
export function cardsOf(
  columns: readonly Pick<Column<never>, 'key' | 'kind' | 'choice' | 'total'>[],
): readonly string[] {
  const own = columns.filter(({ choice }) => !choice);
  const name = own.find(({ kind = 'text' }) => kind === 'text') ?? own[0];
  const amounts = own.filter(({ kind }) => kind === 'money');
  const amount = amounts.findLast(({ total }) => total) ?? amounts.at(-1);
  return [name?.key ?? '', amount?.key ?? ''];
}

export function alignOf(column: Pick<Column<never>, 'align' | 'kind'>): 'left' | 'center' | 'right' {
  return column.align ?? (column.kind === 'money' || column.kind === 'number' ? 'right' : 'left');
}

/** All that a row can be found by: values as they are written, and numbers also as they are typed. */
export function searchText<Row>(row: Row, columns: readonly Column<Row>[]): string {
  let text = '';
  for (const { value, kind, find } of columns) {
    if (find) text += `${find(row)}\n`;
    const raw = value(row);
    if (raw === null || raw === undefined || raw === '') continue;
    text += `${formatValue(raw, kind)}\n`;
    if (kind && kind !== 'text') text += `${raw}\n`;
  }
  return plain(text);
}
