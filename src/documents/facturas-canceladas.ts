/** The cancelled invoices of a month, in landscape. */
import type { TableCell } from 'pdfmake/interfaces.js';
import { type Month, monthTitle } from '#core/period.ts';
import { listing, type PaperColumn, totalsOf } from '#platform/listing.ts';
import { formatFecha } from '#ui/format.ts';
import { BASE, footer, head, LINES, money, type PdfDocument } from './definition.ts';

export interface Cancelada {
  tipo: string;
  /** 'YYYY-MM-DDTHH:mm:ss'. */
  fechaCancelada: string;
  folio: string;
  referencia: string;
  motivoCancelacion: string;
  folioFiscalRelacionar: string;
  folioFiscal: string;
  total: number;
}

export interface CanceladasMaking {
  residencial: string;
  /** 'DD-MM-YYYY HH:mm' of the printing. */
  impreso: string;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** 'facturas_canceladas_{MM}_{YYYY}.pdf' */
export function canceladasFileName({ mes, year }: Month): string {
  return `facturas_canceladas_${two(mes)}_${year}.pdf`;
}

export const CANCELADAS = listing<Cancelada>([
  { key: 'fechaCancelada', header: 'Fecha cancelada', paper: { value: (row) => formatFecha(row.fechaCancelada) } },
  { key: 'folio', header: 'Folio' },
  { key: 'referencia', header: 'Referencia' },
  { key: 'motivoCancelacion', header: 'Motivo cancelación', grow: 24 },
  { key: 'folioFiscalRelacionar', header: 'Folio fiscal a relacionar', paper: { width: 150 } },
  { key: 'folioFiscal', header: 'Folio fiscal', paper: { width: 150 } },
  {
    key: 'total',
    header: 'Monto',
    kind: 'money',
    // Without the payment complements: what they settle is their invoices' already. A credit note takes back.
    value: ({ tipo, total }) => (tipo === 'egreso' ? -total : total),
    total: ({ tipo, total }) => (tipo === 'pago' ? 0 : tipo === 'egreso' ? -total : total),
  },
]);

/** What is not plain text in a cell. */
const LOOKS: Readonly<Record<string, object>> = {
  fechaCancelada: { noWrap: true },
  folio: { noWrap: true },
  folioFiscalRelacionar: { fontSize: 7 },
  folioFiscal: { fontSize: 7 },
};

function cellOf({ key, kind, value }: PaperColumn<Cancelada>, row: Cancelada): TableCell {
  const raw = value(row) ?? '';
  if (kind === 'money') return money(Number(raw));
  return LOOKS[key] ? { text: String(raw), ...LOOKS[key] } : String(raw);
}

export function canceladasDocument(
  rows: readonly Cancelada[],
  month: Month,
  { residencial, impreso }: CanceladasMaking,
): PdfDocument {
  const columns = CANCELADAS.paper;
  return {
    ...BASE,
    pageSize: 'LETTER',
    pageOrientation: 'landscape',
    pageMargins: [40, 40, 40, 48],
    info: { title: `Facturas canceladas ${two(month.mes)}/${month.year}` },
    footer: footer(`Facturas canceladas · ${monthTitle(month)} · ${impreso}`),
    content: [
      {
        columns: [
          { text: residencial, bold: true },
          { text: 'Facturas canceladas', style: 'title', alignment: 'right' },
        ],
      },
      { text: monthTitle(month), margin: [0, 4, 0, 10] },
      {
        layout: LINES,
        fontSize: 8,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: columns.map(({ key, width }) => width ?? (key === 'motivoCancelacion' ? '*' : 'auto')),
          body: [
            columns.map(({ header, kind }) => head(header, kind === 'money' ? 'right' : 'left')),
            ...(rows.length === 0
              ? [[{ text: 'No existen información a mostrar', colSpan: 7 }, '', '', '', '', '', '']]
              : []),
            ...rows.map((row) => columns.map((column) => cellOf(column, row))),
            [
              { text: 'Total', colSpan: 6, style: 'total', alignment: 'right' as const },
              '',
              '',
              '',
              '',
              '',
              money(totalsOf(columns, rows).total ?? 0, { bold: true }),
            ],
          ],
        },
      },
    ],
  };
}
