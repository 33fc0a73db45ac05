/** Letters to be handed over, one to a page, each with a line for whoever takes it. */
import type { Content } from 'pdfmake/interfaces.js';
import { formatFecha } from '#ui/format.ts';
import { BASE, breakable, footer, type PdfDocument } from './definition.ts';
import { headingOf, type ReportMaking } from './reportes.ts';

export interface CartaImpresa {
  lote: { referencia: string; direccion: string };
  /** To whom it is. */
  nombre: string;
  fecha: string;
  asunto: string;
  /** Its paragraphs, one to a line. */
  texto: string;
}

const paragraph = (text: string): Content => ({ text: breakable(text), fontSize: 10.5, margin: [0, 5, 0, 5] });

function carta({ lote, nombre, fecha, asunto, texto }: CartaImpresa, making: ReportMaking, isFirst: boolean): Content {
  return {
    ...(!isFirst && { pageBreak: 'before' as const }),
    stack: [
      headingOf(making, { title: asunto, subtitle: `Lote ${lote.referencia} · ${formatFecha(fecha)}` }),
      { text: breakable(`Para ${nombre}. ${lote.direccion}`), style: 'quiet', margin: [0, 4, 0, 8] },
      ...texto
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(paragraph),
      { text: '______________________________', margin: [0, 40, 0, 2] },
      { text: `Por la administración de ${making.residencial}`, style: 'quiet', margin: [0, 0, 0, 30] },
      { text: 'Recibí: nombre, firma y fecha', style: 'quiet', margin: [0, 0, 0, 18] },
      { text: '______________________________' },
    ],
  };
}

export function cartasDocument(cartas: readonly CartaImpresa[], making: ReportMaking): PdfDocument {
  return {
    ...BASE,
    pageSize: 'LETTER',
    pageMargins: [56, 48, 56, 56],
    info: { title: 'Cartas de cobranza' },
    footer: footer('Gestión de cobranza', 56),
    content: cartas.map((each, at) => carta(each, making, at === 0)),
  };
}
