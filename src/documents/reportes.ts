/** The reports on paper: A4, a table with its totals, and when it was printed. */
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Membrete } from '#core/membrete.ts';
import { type CellValue, type ColumnKind, type Listing, type PaperColumn, totalsOf } from '#platform/listing.ts';
import type { PlainColumns } from '#platform/pdf-plain.ts';
import { formatFecha, formatMomento, formatMoney, formatNumber } from '#ui/format.ts';
import { BASE, breakable, facts, footer, head, logoOf, type PdfDocument, summedTable } from './definition.ts';

/** What of days that were closed by then was corrected since. */
export const CORRECCIONES = 'Correcciones de días cerrados';

/** Whose report it is and when it was made. */
export interface ReportMaking extends Membrete {
  /** 'DD-MM-YYYY HH:mm' of the printing. */
  impreso: string;
}

export interface Report<Row> {
  title: string;
  subtitle?: string;
  facts?: readonly (readonly [string, string])[];
  /** Before the rows: what they come to in short. */
  summary?: readonly Content[];
  list: Listing<Row>;
  rows: readonly Row[];
  emptyText: string;
  /** Rows after the others, under a title; where there are some, both parts have their subtotals. */
  block?: { title: string; rows: readonly Row[] };
  /** What a row is of, on lines beneath it, which are not summed; in these columns, by their keys. */
  beneath?: { of: (row: Row) => readonly Row[]; keys: readonly string[] };
  /** How the printing is said: with its time, or the day alone. */
  printed?: 'fecha' | 'fechaHora';
  fontSize?: number;
  landscape?: boolean;
}

/** A report and the name of its file, with its ending. */
export interface NamedReport<Row> {
  name: string;
  report: Report<Row>;
}

/** Of an A4 page between the margins, upright and lying, and what stands at the sides of each cell. */
export const INNER_WIDTH = 531;
export const INNER_WIDTH_LYING = 777;
export const PADDING = 8;
const USUAL_WIDTH = { text: undefined, money: 66, date: 50, instant: 76, number: 40 } as const;

/** Widths in points for all: finding them out by measuring every cell takes as long as drawing them. */
function widthsOf(columns: readonly { width?: number; kind?: ColumnKind }[], inner: number): number[] {
  const fixed = columns.map(({ width, kind }) => width ?? USUAL_WIDTH[kind ?? 'text']);
  const open = fixed.filter((width) => width === undefined).length;
  const taken = fixed.reduce<number>((sum, width) => sum + (width ?? 0), columns.length * PADDING);
  return fixed.map((width) => width ?? Math.floor((inner - taken) / open));
}

function shown(kind: ColumnKind | undefined, value: CellValue): string {
  const raw = value ?? '';
  if (kind === 'money') return formatMoney(Number(raw));
  if (kind === 'date') return formatFecha(String(raw));
  if (kind === 'instant') return formatMomento(String(raw));
  return kind === 'number' && typeof raw === 'number' ? formatNumber(raw) : String(raw);
}

/** Under the columns that are summed their sums, under the others null. */
function sumsUnder<Row>(columns: readonly PaperColumn<Row>[], rows: readonly Row[]): (string | null)[] {
  const totals = totalsOf(columns, rows);
  return columns.map(({ key, kind }) => (totals[key] === undefined ? null : shown(kind, totals[key])));
}

/** The rows of a report, those of its block after them, and which of them are titles and subtotals. */
function linesOf<Row>(columns: readonly PaperColumn<Row>[], { rows, block, beneath }: Report<Row>) {
  const line = (row: Row) => columns.map(({ kind, value }) => shown(kind, value(row)));
  const lines = (of: readonly Row[]) => of.map(line);
  const under = (row: Row) =>
    columns.map(({ key, kind, value }) => (beneath?.keys.includes(key) ? shown(kind, value(row)) : ''));
  const first = rows.flatMap((row) => [line(row), ...(beneath?.of(row).map(under) ?? [])]);
  const ofRows = beneath && rows.flatMap((row) => [false, ...beneath.of(row).map(() => true)]);
  const told = ofRows && { beneath: ofRows.flatMap((isBeneath, at) => (isBeneath ? [at] : [])) };
  if (!block?.rows.length) return { rows: first, strong: [], ...told };
  // Words stand before the first sum.
  const at = columns.findIndex(({ total }) => total) - 1;
  const title = columns.map((_, column) => (column === at ? block.title : ''));
  const subtotal = (of: readonly Row[]) =>
    sumsUnder(columns, of).map((sum, column) => sum ?? (column === at ? 'Subtotal' : ''));
  const all = [...first, subtotal(rows), title, ...lines(block.rows), subtotal(block.rows)];
  return { rows: all, strong: [first.length, first.length + 1, all.length - 1], ...told };
}

/** Logo, community and title, alike on all papers of the office. */
export function headingOf(
  { residencial, ...whose }: Membrete,
  { title, subtitle, fontSize = 8 }: { title: string; subtitle?: string | undefined; fontSize?: number },
): PlainColumns {
  return {
    columns: [
      logoOf(whose, 40),
      {
        stack: [
          { text: residencial, bold: true, fontSize: 11 },
          { text: title, style: 'title', fontSize: Math.max(12, fontSize), margin: [0, 3, 0, 0] },
          ...(subtitle === undefined
            ? []
            : [{ text: subtitle, margin: [0, 3, 0, 0] as [number, number, number, number] }]),
        ],
        margin: [10, 2, 0, 0],
      },
    ],
    margin: [0, 0, 0, 8],
  };
}

/** What stands above the table of a workbook, alike in all: whose it is and of what, and then its period, or when it was made. */
export const sheetHeading = (
  { residencial }: Pick<ReportMaking, 'residencial'>,
  title: string,
  ...lines: readonly string[]
): string[] => [[residencial, title].filter((part) => part !== '').join(' · '), ...lines.filter((line) => line !== '')];

/** Of paper and workbook, where nothing else says of which day they are. */
export const printedOn = (impreso: string): string => `Fecha de impresión ${impreso}`;

/** More amounts are not beside each other on an upright page: the table goes on in another one below. */
const SUMMARY_AMOUNTS_MAX = 6;

/**
 * A short table with its sums, for before the rows of a report.
 * @param list its first column names the rows
 */
export function summaryOf<Row>(title: string, list: Listing<Row>, rows: readonly Row[]): Content[] {
  const [naming, ...counting] = list.paper;
  if (!naming || rows.length === 0) return [];
  const cell = (column: PaperColumn<Row>, text: string, extra: Record<string, unknown> = {}): TableCell =>
    column === naming ? { text: breakable(text), ...extra } : { text, alignment: 'right', noWrap: true, ...extra };
  const tableOf = (columns: readonly PaperColumn<Row>[]): Content => ({
    ...summedTable<TableCell>(
      ['*', ...widthsOf(columns.slice(1), INNER_WIDTH)],
      columns.map((column) => head(column.header, column === naming ? 'left' : 'right')),
      rows.map((row) => columns.map((column) => cell(column, shown(column.kind, column.value(row))))),
      [
        sumsUnder(columns, rows).map((sum, at) =>
          cell(columns[at] ?? naming, sum ?? (at === 0 ? 'Total' : ''), { bold: true }),
        ),
      ],
    ),
    fontSize: 8,
    margin: [0, 0, 0, 10],
  });
  const parts = Array.from({ length: Math.ceil(counting.length / SUMMARY_AMOUNTS_MAX) }, (_, part) =>
    tableOf([naming, ...counting.slice(part * SUMMARY_AMOUNTS_MAX, (part + 1) * SUMMARY_AMOUNTS_MAX)]),
  );
  return [{ text: title, bold: true, margin: [0, 0, 0, 2] }, ...parts];
}

export function reportDocument<Row>(report: Report<Row>, making: ReportMaking): PdfDocument {
  const { residencial, impreso } = making;
  const { title, subtitle, emptyText, fontSize = 8, landscape = false } = report;
  const columns = report.list.paper;
  const lines = linesOf(columns, report);
  const printed = report.printed === 'fecha' ? impreso.slice(0, 10) : impreso;
  const widths = widthsOf(columns, landscape ? INNER_WIDTH_LYING : INNER_WIDTH);
  return {
    ...BASE,
    pageSize: 'A4',
    ...(landscape && { pageOrientation: 'landscape' as const }),
    pageMargins: [32, 32, 32, 44],
    info: { title },
    footer: footer(`${title} · ${residencial}`, 32),
    content: [
      headingOf(making, { title, subtitle, fontSize }),
      ...(report.facts?.length ? [facts(report.facts)] : []),
      ...(report.summary ?? []),
    ],
    listing: {
      fontSize,
      columns: columns.map(({ header, kind }, at) => ({
        header,
        width: widths[at] ?? 0,
        align: kind === 'money' || kind === 'number' ? 'right' : 'left',
      })),
      ...lines,
      emptyText,
      ...(columns.some(({ total }) => total) &&
        lines.rows.length > 0 && { totals: sumsUnder(columns, [...report.rows, ...(report.block?.rows ?? [])]) }),
      closing: printedOn(printed),
    },
  };
}
