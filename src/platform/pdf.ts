/**
 * PDF documents as plain data. A definition holds no function, so that it can be handed to a worker; what pdfmake wants a
 * function for has a name here.
 */
import type { CustomTableLayout, TDocumentDefinitions } from 'pdfmake/interfaces.js';

export interface PdfDocument extends Omit<TDocumentDefinitions, 'header' | 'footer' | 'background'> {
  background?: Exclude<TDocumentDefinitions['background'], (...args: never[]) => unknown>;
  /** The text at the left of each page's foot; 'Página 1 de 3' stands at the right. */
  footer?: { left: string; margin: number };
}

/** The layouts that a table may name. */
export const TABLE_LAYOUTS = {
  /** Hair lines between rows, a stronger one under the head and above the totals. */
  renglones: {
    hLineWidth: (line, node) => (line === 0 ? 0 : line === 1 || line === node.table.body.length ? 0.8 : 0.3),
    vLineWidth: () => 0,
    hLineColor: () => '#8a9591',
    paddingLeft: () => 4,
    paddingRight: () => 4,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
  /** A box of hair lines. */
  cuadro: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
    hLineColor: () => '#8a9591',
    vLineColor: () => '#8a9591',
    paddingLeft: () => 6,
    paddingRight: () => 6,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
} satisfies Record<string, CustomTableLayout>;

const FOOT = { color: '#55605c', fontSize: 7 };

/** What pdfmake draws. */
export function drawable({ footer, ...rest }: PdfDocument): TDocumentDefinitions {
  return {
    ...rest,
    ...(footer && {
      footer: (page: number, pages: number) => ({
        columns: [
          { text: footer.left, ...FOOT },
          { text: `Página ${page} de ${pages}`, alignment: 'right' as const, ...FOOT },
        ],
        margin: [footer.margin, 12, footer.margin, 0] as [number, number, number, number],
      }),
    }),
  };
}
