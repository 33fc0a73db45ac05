/** The reports on paper: A4, a table with its totals, and when it was printed. */
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { logoSvg } from '#ui/logos/drawings.ts';
import { BASE, facts, fileSafe, footer, head, LINES, type PdfDocument } from './definition.ts';

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
  width?: number | 'auto' | '*';
}

export interface Report<Row> {
  title: string;
  subtitle?: string;
  facts?: readonly (readonly [string, string])[];
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  emptyText: string;
  /** By column, in pesos; the others stay empty. */
  totals?: readonly (number | null)[];
  /** How the printing is said: with its time, or the day alone. */
  printed?: 'fecha' | 'fechaHora';
  fontSize?: number;
}

function shown<Row>({ kind, value }: ReportColumn<Row>, row: Row): TableCell {
  const raw = value(row);
  if (kind === 'money') return { text: formatMoney(Number(raw)), alignment: 'right', noWrap: true };
  if (kind === 'date') return { text: formatFecha(String(raw)), noWrap: true };
  return String(raw);
}

/** The last row: 'Total' up to the first amount, then the amounts. */
function totalsRow(totals: readonly (number | null)[]): TableCell[] {
  const first = totals.findIndex((total) => total !== null);
  return totals.map((total, at): TableCell => {
    if (total !== null) return { text: formatMoney(total), alignment: 'right', noWrap: true, bold: true };
    if (at === 0 && first > 0) return { text: 'Total', colSpan: first, alignment: 'right', bold: true };
    return '';
  });
}

export function reportDocument<Row>(report: Report<Row>, { codigo, residencial, impreso }: ReportMaking): PdfDocument {
  const { title, subtitle, columns, rows, emptyText, totals, fontSize = 8 } = report;
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
  const empty: TableCell[] = [{ text: emptyText, colSpan: columns.length, style: 'quiet' }];
  return {
    ...BASE,
    pageSize: 'A4',
    pageMargins: [32, 32, 32, 44],
    info: { title },
    footer: footer(`${title} · ${residencial}`, 32),
    content: [
      heading,
      ...(report.facts ? [facts(report.facts)] : []),
      {
        layout: LINES,
        fontSize,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: columns.map(({ width, kind }) => width ?? (kind === undefined || kind === 'text' ? '*' : 'auto')),
          body: [
            columns.map(({ header, kind }) => head(header, kind === 'money' ? 'right' : 'left')),
            ...(rows.length === 0 ? [[...empty, ...columns.slice(1).map(() => '')]] : []),
            ...rows.map((row) => columns.map((column) => shown(column, row))),
            ...(totals && rows.length > 0 ? [totalsRow(totals)] : []),
          ],
        },
      },
      { text: `Fecha de impresión ${printed}`, style: 'quiet', margin: [0, 10, 0, 0] },
    ],
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

export function corteDocument(corte: Corte, making: ReportMaking): PdfDocument {
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
      rows: corte.rows,
      emptyText: 'Seleccione nuevas fechas para generar corte de caja',
      totals: [null, null, null, null, null, null, corte.total],
    },
    making,
  );
}
