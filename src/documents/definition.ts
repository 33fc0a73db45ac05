/** What all PDF documents share. A definition is plain data: the browser and the server draw the same one. */
import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatMoney } from '#ui/format.ts';

export type PdfDocument = TDocumentDefinitions;

/** Hair lines between rows, a stronger one under the head and above the totals. */
export const LINES: CustomTableLayout = {
  hLineWidth: (line, node) => (line === 0 ? 0 : line === 1 || line === node.table.body.length ? 0.8 : 0.3),
  vLineWidth: () => 0,
  hLineColor: () => '#8a9591',
  paddingLeft: () => 4,
  paddingRight: () => 4,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

export const BASE = {
  defaultStyle: { font: 'Roboto', fontSize: 9, color: '#1c2421' },
  styles: {
    title: { fontSize: 14, bold: true },
    quiet: { color: '#55605c' },
    head: { bold: true, color: '#55605c', fontSize: 8 },
    total: { bold: true },
  },
  language: 'es-MX',
} satisfies Partial<PdfDocument>;

export const head = (text: string, alignment: 'left' | 'right' = 'left'): TableCell => ({
  text,
  style: 'head',
  alignment,
});

/** An amount in pesos, right-aligned: '$1,234.50'. */
export const money = (pesos: number, extra: Record<string, unknown> = {}): TableCell => ({
  text: formatMoney(pesos),
  alignment: 'right',
  noWrap: true,
  ...extra,
});

/** Names with their values, one pair to a line. */
export function facts(pairs: readonly (readonly [string, string])[]): Content {
  return {
    layout: 'noBorders',
    table: {
      widths: ['auto', '*'],
      body: pairs.map(([name, value]) => [{ text: name, style: 'quiet' }, { text: value || '—' }]),
    },
    margin: [0, 4, 0, 10],
  };
}

/** 'Página 1 de 3' at the foot, with a text at the left. */
export function footer(left: string): PdfDocument['footer'] {
  return (page, pages) => ({
    columns: [
      { text: left, style: 'quiet', fontSize: 7 },
      { text: `Página ${page} de ${pages}`, alignment: 'right', style: 'quiet', fontSize: 7 },
    ],
    margin: [40, 12, 40, 0],
  });
}

/** A part of a file's name: what file systems refuse is replaced. */
export function fileSafe(text: string): string {
  return text.replace(/[\\/:*?"<>|\s]+/g, '_');
}
