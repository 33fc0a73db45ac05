/** The reports on paper: A4, a table with its totals, and when it was printed. */
import type { Content } from 'pdfmake/interfaces.js';
import { toCentavos, toPesos } from '#core/money.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { logoSvg } from '#ui/logos/drawings.ts';
import { BASE, facts, fileSafe, footer, type PdfDocument } from './definition.ts';

/** What of days that were closed by then was corrected since. */
export const CORRECCIONES = 'Correcciones de días cerrados';

/** Whose report it is and when it was made. */
export interface ReportMaking {
  /** Code of the community, which picks the logo, and its name. */
  codigo: string;
  residencial: string;
  /** 'DD-MM-YYYY HH:mm' of the printing. */
  impreso: string;
}

export interface ReportColumn<Row> {
  header: string;
  /** Pesos of a money column, 'YYYY-MM-DD' of a date. */
  value: (row: Row) => string | number;
  kind?: 'text' | 'money' | 'date';
  /** In points; the columns without one share what is left. */
  width?: number;
}

export interface Report<Row> {
  title: string;
  subtitle?: string;
  facts?: readonly (readonly [string, string])[];
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  emptyText: string;
  /** Rows after the others, under a title; both parts then have their subtotals, by column as the totals. */
  block?: {
    title: string;
    rows: readonly Row[];
    subtotals: readonly [before: readonly (number | null)[], own: readonly (number | null)[]];
  };
  /** By column, in pesos; the others stay empty. */
  totals?: readonly (number | null)[];
  /** How the printing is said: with its time, or the day alone. */
  printed?: 'fecha' | 'fechaHora';
  fontSize?: number;
}

/** Of an A4 page between the margins, and what stands at the sides of each cell. */
const INNER_WIDTH = 531;
const PADDING = 8;
const USUAL_WIDTH = { text: undefined, money: 66, date: 50 } as const;

/** Widths in points for all: finding them out by measuring every cell takes as long as drawing them. */
function widthsOf(columns: readonly { width?: number; kind?: 'text' | 'money' | 'date' }[]): number[] {
  const fixed = columns.map(({ width, kind }) => width ?? USUAL_WIDTH[kind ?? 'text']);
  const open = fixed.filter((width) => width === undefined).length;
  const taken = fixed.reduce<number>((sum, width) => sum + (width ?? 0), columns.length * PADDING);
  return fixed.map((width) => width ?? Math.floor((INNER_WIDTH - taken) / open));
}

function shown<Row>({ kind, value }: ReportColumn<Row>, row: Row): string {
  const raw = value(row);
  if (kind === 'money') return formatMoney(Number(raw));
  if (kind === 'date') return formatFecha(String(raw));
  return String(raw);
}

/** The rows of a report, those of its block after them, and which of them are titles and subtotals. */
function linesOf<Row>({ columns, rows, block }: Report<Row>): { rows: string[][]; strong: number[] } {
  const lines = (of: readonly Row[]) => of.map((row) => columns.map((column) => shown(column, row)));
  const first = lines(rows);
  if (!block) return { rows: first, strong: [] };
  const at = block.subtotals[0].findIndex((sum) => sum !== null) - 1;
  const title = columns.map((_, column) => (column === at ? block.title : ''));
  const subtotal = (sums: readonly (number | null)[]) =>
    sums.map((sum, column) => (sum === null ? (column === at ? 'Subtotal' : '') : formatMoney(sum)));
  const all = [...first, subtotal(block.subtotals[0]), title, ...lines(block.rows), subtotal(block.subtotals[1])];
  return { rows: all, strong: [first.length, first.length + 1, all.length - 1] };
}

export function reportDocument<Row>(report: Report<Row>, { codigo, residencial, impreso }: ReportMaking): PdfDocument {
  const { title, subtitle, columns, emptyText, totals, fontSize = 8 } = report;
  const lines = linesOf(report);
  const printed = report.printed === 'fecha' ? impreso.slice(0, 10) : impreso;
  const heading: Content = {
    columns: [
      { svg: logoSvg(codigo), width: 40, height: 40 },
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
  const widths = widthsOf(columns);
  return {
    ...BASE,
    pageSize: 'A4',
    pageMargins: [32, 32, 32, 44],
    info: { title },
    footer: footer(`${title} · ${residencial}`, 32),
    content: [heading, ...(report.facts ? [facts(report.facts)] : [])],
    listing: {
      fontSize,
      columns: columns.map(({ header, kind }, at) => ({
        header,
        width: widths[at] ?? 0,
        align: kind === 'money' ? 'right' : 'left',
      })),
      ...lines,
      emptyText,
      ...(totals &&
        lines.rows.length > 0 && { totals: totals.map((total) => (total === null ? null : formatMoney(total))) }),
      closing: `Fecha de impresión ${printed}`,
    },
  };
}

export interface CorteLine {
  fecha: string;
  referenciaLote: string;
  manzana: string;
  lote: string;
  asociado: string;
  descripcion: string;
  pago: number;
  correccion: boolean;
}

export interface Corte {
  /** Civil dates. */
  desde: string;
  hasta: string;
  caja: string;
  noConvenio: string;
  noCuenta: string;
  metodo: string;
  rows: readonly CorteLine[];
  total: number;
}

/** 'corte_caja_{register label}_{from}_{to}.pdf' */
export function corteFileName({ caja, desde, hasta }: Pick<Corte, 'caja' | 'desde' | 'hasta'>): string {
  return `corte_caja_${fileSafe(caja)}_${formatFecha(desde)}_${formatFecha(hasta)}.pdf`;
}

/** A sum under the last of the seven columns that both cut-offs have, of days and of a shift. */
export const lastOfSeven = (pesos: number): (number | null)[] => [null, null, null, null, null, null, pesos];

/** The block of what corrects closed days. `total`: of all rows, in pesos. */
export function correctionsBlock<Row>(
  rows: readonly Row[],
  { total, amountOf }: { total: number; amountOf: (row: Row) => number },
): NonNullable<Report<Row>['block']> {
  const own = rows.reduce((sum, row) => sum + toCentavos(amountOf(row)), 0);
  const before = toPesos(toCentavos(total) - own);
  return { title: CORRECCIONES, rows, subtotals: [lastOfSeven(before), lastOfSeven(toPesos(own))] };
}

export function corteDocument(corte: Corte, making: ReportMaking): PdfDocument {
  const corrections = corte.rows.filter((row) => row.correccion);
  return reportDocument<CorteLine>(
    {
      title: 'REPORTE DE CORTE DE CAJA',
      subtitle: `RANGO DE FECHAS: ${formatFecha(corte.desde)} al ${formatFecha(corte.hasta)}`,
      facts: [
        ['No. De Convenio:', corte.noConvenio],
        ['No. De Cuenta:', corte.noCuenta],
        ['Método de pago:', corte.metodo],
      ],
      columns: [
        { header: 'Fecha', kind: 'date', value: (row) => row.fecha, width: 48 },
        { header: 'Referencia', value: (row) => row.referenciaLote, width: 58 },
        { header: 'Manzana', value: (row) => row.manzana, width: 40 },
        { header: 'Lote', value: (row) => row.lote, width: 30 },
        { header: 'Asociado', value: (row) => row.asociado },
        { header: 'Descripción', value: (row) => row.descripcion },
        { header: 'Monto', kind: 'money', value: (row) => row.pago, width: 62 },
      ],
      rows: corte.rows.filter((row) => !row.correccion),
      ...(corrections.length > 0 && {
        block: correctionsBlock(corrections, { total: corte.total, amountOf: ({ pago }) => pago }),
      }),
      emptyText: 'Seleccione nuevas fechas para generar corte de caja',
      totals: lastOfSeven(corte.total),
    },
    making,
  );
}
