import type { CSSProperties, ReactNode } from 'react';
import { formatFecha, formatMoney, formatNumber, plain } from '#ui/format.ts';

export type CellValue = string | number | null | undefined;
export type ColumnKind = 'text' | 'money' | 'date' | 'number';

export interface Column<Row> {
  /** Unique in the table; also names the column in the address ('orden'). */
  key: string;
  header: string;
  /** What is searched and sorted by: pesos for money, 'YYYY-MM-DD' for dates. */
  value: (row: Row) => CellValue;
  /** What is shown; left out, the value in the way of its kind. */
  render?: (row: Row) => ReactNode;
  align?: 'left' | 'center' | 'right';
  kind?: ColumnKind;
  width?: CSSProperties['width'];
  sortable?: boolean;
}

/** A total under a column: a number is written in the way of the column's kind. */
export type Totals = Readonly<Record<string, ReactNode>>;

export function formatValue(value: CellValue, kind: ColumnKind | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'date') return formatFecha(String(value));
  if (typeof value === 'number') {
    if (kind === 'money') return formatMoney(value);
    // Only what is declared a number gets separators: a plain numeric value may be a year or a folio.
    return kind === 'number' ? formatNumber(value) : String(value);
  }
  return value;
}

export function alignOf(column: Pick<Column<never>, 'align' | 'kind'>): 'left' | 'center' | 'right' {
  return column.align ?? (column.kind === 'money' || column.kind === 'number' ? 'right' : 'left');
}

/** All that a row can be found by: values as they are written, and numbers also as they are typed. */
export function searchText<Row>(row: Row, columns: readonly Column<Row>[]): string {
  let text = '';
  for (const { value, kind } of columns) {
    const raw = value(row);
    if (raw === null || raw === undefined || raw === '') continue;
    text += `${formatValue(raw, kind)}\n`;
    if (kind && kind !== 'text') text += `${raw}\n`;
  }
  return plain(text);
}
