/** The payment note: a letter page, or the 80 mm paper of a thermal printer. */
import { toCentavos, toPesos } from '#core/money.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { BASE, breakable, fileSafe, footer, head, money, type PdfDocument, summedTable } from './definition.ts';

export interface NotaLine {
  id: number;
  fecha: string;
  concepto: string;
  monto: number;
  asociado: string;
  referencia: string;
  direccion: string;
  emitido: string;
}

export type NotaFormat = 'carta' | 'ticket';

export interface NotaContext {
  residencial: string;
  /** 'DD-MM-YYYY HH:mm' of the printing. */
  impreso: string;
  /** What the letter's column of amounts is called: 'Importe' after an import, 'Monto' elsewhere. */
  amounts?: 'Monto' | 'Importe' | undefined;
}

const MM = 72 / 25.4;
const TICKET_WIDTH = 80 * MM;

export function totalOf(lines: readonly NotaLine[]): number {
  return toPesos(lines.reduce((sum, line) => sum + toCentavos(line.monto), 0));
}

/** '{asociado}_{DD-MM-YYYY}.pdf' */
export function notaFileName(lines: readonly NotaLine[], hoy: string): string {
  return `${fileSafe(lines[0]?.asociado || 'nota')}_${formatFecha(hoy)}.pdf`;
}

export function notaDocument(lines: readonly NotaLine[], format: NotaFormat, context: NotaContext): PdfDocument {
  return format === 'carta' ? letter(lines, context) : ticket(lines, context);
}

function letter(lines: readonly NotaLine[], { residencial, impreso, amounts = 'Monto' }: NotaContext): PdfDocument {
  const [first] = lines;
  return {
    ...BASE,
    info: { title: 'Nota de pago' },
    pageSize: 'LETTER',
    pageMargins: [40, 40, 40, 48],
    footer: footer(`Emitido por ${first?.emitido ?? ''} · ${impreso}`),
    content: [
      {
        columns: [
          { text: residencial, bold: true },
          { text: 'Nota de pago', style: 'title', alignment: 'right' },
        ],
      },
      { text: first?.asociado || 'Sin asociado', margin: [0, 12, 0, 0], bold: true, fontSize: 11 },
      { text: `${first?.referencia ?? ''}  ${first?.direccion ?? ''}`, style: 'quiet', margin: [0, 2, 0, 12] },
      summedTable(
        [54, 50, '*', 80],
        [head('Identificador'), head('Fecha'), head('Descripción'), head(amounts, 'right')],
        lines.map((line) => [
          String(line.id),
          { text: formatFecha(line.fecha), noWrap: true },
          { text: breakable(line.concepto) },
          money(line.monto),
        ]),
        [
          [
            { text: 'Total', colSpan: 3, style: 'total', alignment: 'right' },
            '',
            '',
            money(totalOf(lines), { bold: true }),
          ],
        ],
      ),
      { text: `Emitido por ${first?.emitido ?? ''}`, margin: [0, 16, 0, 0] },
      { text: impreso, style: 'quiet' },
    ],
  };
}

function ticket(lines: readonly NotaLine[], { residencial, impreso }: NotaContext): PdfDocument {
  const [first] = lines;
  // Made anew for each place: the library keeps positions in the objects it is given.
  const rule = (margin: [number, number, number, number]) => ({
    canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: TICKET_WIDTH - 24, y2: 0, lineWidth: 0.5 }],
    margin,
  });
  return {
    ...BASE,
    info: { title: 'Nota de pago' },
    // As long as it needs to be: the paper comes from a roll.
    pageSize: { width: TICKET_WIDTH, height: 'auto' },
    pageMargins: [12, 12, 12, 16],
    defaultStyle: { ...BASE.defaultStyle, fontSize: 8 },
    content: [
      { text: residencial, bold: true, fontSize: 10, alignment: 'center' },
      { text: 'Nota de pago', alignment: 'center', margin: [0, 0, 0, 6] },
      { text: first?.asociado || 'Sin asociado', bold: true },
      { text: first?.referencia ?? '' },
      { text: first?.direccion ?? '', style: 'quiet', margin: [0, 0, 0, 6] },
      rule([0, 0, 0, 2]),
      ...lines.map((line) => ({
        margin: [0, 4, 0, 0] as [number, number, number, number],
        columns: [
          {
            stack: [
              { text: breakable(line.concepto) },
              { text: `${line.id} · ${formatFecha(line.fecha)}`, style: 'quiet', fontSize: 7 },
            ],
          },
          { text: formatMoney(line.monto), width: 'auto' as const, alignment: 'right' as const },
        ],
        columnGap: 6,
      })),
      rule([0, 6, 0, 4]),
      {
        columns: [
          { text: 'Total', bold: true, fontSize: 11 },
          { text: formatMoney(totalOf(lines)), bold: true, fontSize: 11, alignment: 'right' },
        ],
      },
      { text: `Emitido por ${first?.emitido ?? ''}`, margin: [0, 10, 0, 0] },
      { text: impreso, style: 'quiet' },
    ],
  };
}
