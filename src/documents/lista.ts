/** A list of the office as a file, from the columns of its screen: each as wide as what stands in it. */
import type { CellValue, Listing, ScreenColumn, SheetColumn } from '#platform/listing.ts';
import { type ListingSheet, sheetOf } from '#platform/listing-sheet.ts';
import { formatFecha, formatMomento, formatMoney } from '#ui/format.ts';
import { fileName } from './definition.ts';
import {
  INNER_WIDTH,
  INNER_WIDTH_LYING,
  type NamedReport,
  PADDING,
  printedOn,
  type ReportMaking,
  sheetHeading,
} from './reportes.ts';

/** Of the text of a report, about, in points. */
const CHARACTER = 4.4;
/** A text that is longer goes on in the next line. */
const LINE_MAX = 42;
const SHEET_MAX = 60;
/** Of more rows the first say how wide a column is. */
const MEASURED_MAX = 2_000;

export interface Lista<Row> {
  title: string;
  columns: readonly ScreenColumn<Row>[];
  rows: readonly Row[];
  /** What the rows were searched by; '' for nothing. */
  query: string;
}

function lengthOf({ kind }: Pick<ScreenColumn<never>, 'kind'>, value: CellValue): number {
  if (value === null || value === undefined) return 0;
  if (kind === 'money') return formatMoney(Number(value)).length;
  if (kind === 'instant') return formatMomento(String(value)).length;
  return (kind === 'date' ? formatFecha(String(value)) : String(value)).length;
}

/** In characters, the heading included. */
const measured = <Row>(column: ScreenColumn<Row>, rows: readonly Row[]): number =>
  rows
    .slice(0, MEASURED_MAX)
    .reduce((most, row) => Math.max(most, lengthOf(column, column.value(row))), column.header.length);

/** In a workbook the day of an instant is a date, and its hour stands beside it. */
export function withHours<Row>({ sheet, ...list }: Listing<Row>): Listing<Row> {
  const said = (value: CellValue): string => (value ? formatMomento(String(value)) : '');
  const split = ({ kind, value, ...column }: SheetColumn<Row>): SheetColumn<Row>[] => [
    {
      ...{ ...column, kind: 'date', width: 12 },
      value: (row) => said(value(row)).slice(0, 10).split('-').toReversed().join('-'),
    },
    { key: `${column.key} hora`, header: 'Hora', width: 8, value: (row) => said(value(row)).slice(11) },
  ];
  return { ...list, sheet: sheet.flatMap((column) => (column.kind === 'instant' ? split(column) : [column])) };
}

/** The listing of a table's files, and whether its paper has to lie. */
function listaOf<Row>({ columns, rows }: Pick<Lista<Row>, 'columns' | 'rows'>): {
  list: Listing<Row>;
  landscape: boolean;
} {
  const lengths = columns.map((column) => measured(column, rows));
  const wanted = lengths.map((length) => Math.min(length, LINE_MAX) * CHARACTER + 4);
  const sum = wanted.reduce((all, one) => all + one, 0);
  const room = (inner: number) => inner - columns.length * PADDING;
  const landscape = sum > room(INNER_WIDTH);
  const stretch = room(landscape ? INNER_WIDTH_LYING : INNER_WIDTH) / sum;
  const at = <Value>(values: readonly Value[], index: number, otherwise: Value): Value => values[index] ?? otherwise;
  return {
    landscape,
    list: {
      screen: columns,
      paper: columns.map((column, index) => ({ ...column, width: Math.floor(at(wanted, index, 0) * stretch) })),
      sheet: columns.map((column, index) => ({
        ...column,
        width: Math.min(Math.max(at(lengths, index, 0) + 2, 8), SHEET_MAX),
      })),
    },
  };
}

const subtitleOf = (query: string) => (query.trim() === '' ? undefined : `Búsqueda: «${query.trim()}»`);

export function listaReport<Row>({ title, columns, rows, query }: Lista<Row>): NamedReport<Row> {
  const { list, landscape } = listaOf({ columns, rows });
  const subtitle = subtitleOf(query);
  return {
    name: fileName('pdf', title),
    report: {
      title,
      list,
      rows,
      landscape,
      emptyText: 'No hay renglones',
      ...(subtitle !== undefined && { subtitle }),
    },
  };
}

interface ListaDeLibro<Row> {
  title: string;
  /** Of the sheet, where it is another than the title. */
  name?: string;
  list: Listing<Row>;
  rows: readonly Row[];
  /** What the list is of, in words; '' for nothing. */
  of?: string;
}

/** A list as a sheet of a workbook, under whose it is, what, and when it was made. */
export const listaSheet = <Row>(
  { title, name = title, list, rows, of = '' }: ListaDeLibro<Row>,
  making: Pick<ReportMaking, 'residencial' | 'impreso'>,
): ListingSheet =>
  sheetOf(withHours(list), { name, heading: sheetHeading(making, title, of, printedOn(making.impreso)) }, [rows]);

/** The file of a table that comes whole. */
export const listaWorkbook = <Row>({ title, columns, rows, query }: Lista<Row>, making: ReportMaking) => ({
  name: fileName('xlsx', title),
  sheet: listaSheet({ title, list: listaOf({ columns, rows }).list, rows, of: subtitleOf(query) ?? '' }, making),
});
