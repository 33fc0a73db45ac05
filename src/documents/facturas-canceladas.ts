/** The cancelled invoices of a month, in landscape. */
import { toCentavos, toPesos } from '#core/money.ts';
import { formatFecha, formatMes } from '#ui/format.ts';
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
export function canceladasFileName(mes: number, year: number): string {
  return `facturas_canceladas_${two(mes)}_${year}.pdf`;
}

/** Without the payment complements: what they settle is their invoices' already. */
export function totalOfCanceladas(rows: readonly { tipo: string; total: number }[]): number {
  return toPesos(rows.reduce((sum, { tipo, total }) => sum + (tipo === 'pago' ? 0 : toCentavos(total)), 0));
}

export function canceladasDocument(
  rows: readonly Cancelada[],
  { mes, year }: { mes: number; year: number },
  { residencial, impreso }: CanceladasMaking,
): PdfDocument {
  return {
    ...BASE,
    pageSize: 'LETTER',
    pageOrientation: 'landscape',
    pageMargins: [40, 40, 40, 48],
    info: { title: `Facturas canceladas ${two(mes)}/${year}` },
    footer: footer(`Facturas canceladas · ${formatMes(mes, year)} · ${impreso}`),
    content: [
      {
        columns: [
          { text: residencial, bold: true },
          { text: 'Facturas canceladas', style: 'title', alignment: 'right' },
        ],
      },
      { text: formatMes(mes, year), margin: [0, 4, 0, 10] },
      {
        layout: LINES,
        fontSize: 8,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: ['auto', 'auto', 'auto', '*', 150, 150, 'auto'],
          body: [
            [
              head('Fecha cancelada'),
              head('Folio'),
              head('Referencia'),
              head('Motivo cancelación'),
              head('Folio fiscal a relacionar'),
              head('Folio fiscal'),
              head('Monto', 'right'),
            ],
            ...(rows.length === 0
              ? [[{ text: 'No existen información a mostrar', colSpan: 7 }, '', '', '', '', '', '']]
              : []),
            ...rows.map((row) => [
              { text: formatFecha(row.fechaCancelada), noWrap: true },
              { text: row.folio, noWrap: true },
              row.referencia,
              row.motivoCancelacion,
              { text: row.folioFiscalRelacionar, fontSize: 7 },
              { text: row.folioFiscal, fontSize: 7 },
              money(row.total),
            ]),
            [
              { text: 'Total', colSpan: 6, style: 'total', alignment: 'right' as const },
              '',
              '',
              '',
              '',
              '',
              money(totalOfCanceladas(rows), { bold: true }),
            ],
          ],
        },
      },
    ],
  };
}
