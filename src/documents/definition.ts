/** What all PDF documents share. A definition is plain data: the browser and the server draw the same one. */
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { PdfDocument } from '#platform/pdf.ts';
import { formatMoney } from '#ui/format.ts';

export type { PdfDocument };

/** Hair lines between rows, a stronger one under the head and above the totals. */
export const LINES = 'renglones';

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
export function footer(left: string, margin = 40): PdfDocument['footer'] {
  return { left, margin };
}

/** A part of a file's name: what file systems refuse is replaced. */
export function fileSafe(text: string): string {
  return text.replace(/[\\/:*?"<>|\s]+/g, '_');
}
