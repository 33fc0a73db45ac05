/** What all PDF documents share. A definition is plain data: the browser and the server draw the same one. */
import type { TableCell } from 'pdfmake/interfaces.js';
import { logoSize, type Membrete } from '#core/membrete.ts';
import type { PdfDocument } from '#platform/pdf.ts';
import type {
  PlainDocument,
  PlainImage,
  PlainNode,
  PlainRun,
  PlainSvg,
  PlainTable,
  PlainText,
  TableOf,
} from '#platform/pdf-plain.ts';
import { formatMoney, plain } from '#ui/format.ts';
import { logoSvg } from '#ui/logos/drawings.ts';

export type { PdfDocument, PlainDocument };

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
} satisfies Partial<PlainDocument>;

export const head = (text: string, alignment: 'left' | 'right' = 'left'): PlainText => ({
  text,
  style: 'head',
  alignment,
});

/** A community's logo where others are squares of this side, in points: its own, or the drawing of its code. */
export function logoOf({ codigo, logo }: Pick<Membrete, 'codigo' | 'logo'>, side: number): PlainSvg | PlainImage {
  if (!logo) return { svg: logoSvg(codigo), width: side, height: side };
  return { image: logo.src, ...logoSize(logo, side) };
}

/** An amount in pesos, right-aligned: '$1,234.50'. */
export const money = <Extra extends object>(pesos: number, extra = {} as Extra): PlainText & Extra => ({
  text: formatMoney(pesos),
  alignment: 'right',
  noWrap: true,
  ...extra,
});

/** Longer ones are no words of a language: folios and names that somebody typed without a space. */
const LONG_WORD = /(\S{21,})/;

/**
 * A text that somebody typed, for a column: a word wider than it is broken. The library widens the column instead, and what
 * stands at its right, the amounts and totals, then lies beyond the edge of the paper.
 */
export function breakable(text: string): string | PlainRun[] {
  if (!LONG_WORD.test(text)) return text;
  return text
    .split(LONG_WORD)
    .filter((part) => part !== '')
    .map((part) => (LONG_WORD.test(part) ? { text: part, wordBreak: 'break-all' as const } : { text: part }));
}

/** Names with their values, one pair to a line. */
export function facts(pairs: readonly (readonly [string, string])[]): PlainTable {
  return {
    layout: 'noBorders',
    table: {
      widths: ['auto', '*'],
      body: pairs.map(([name, value]) => [
        { text: name, style: 'quiet', noWrap: true },
        { text: breakable(value || '—') },
      ]),
    },
    margin: [0, 4, 0, 10],
  };
}

/**
 * A table with its totals, which a page's end never parts from the last row: a total alone on a page says of nothing what it
 * is the sum of. The library keeps no two rows together, but does keep one whole, so the last row and the totals are one.
 * @param widths in points, or '*' for what is left; none may depend on the cells, since the last row has a table of its own
 * @param closing the rows below the last one
 */
export function summedTable<Cell extends TableCell>(
  widths: readonly (number | '*')[],
  heads: PlainText[],
  rows: readonly Cell[][],
  closing: readonly Cell[][],
): TableOf<Cell | PlainText | string | TableOf<Cell>> {
  const last: TableOf<Cell> = {
    layout: LINES,
    table: { widths: [...widths], body: [...rows.slice(-1), ...closing] },
    // Over the paddings of the cell that it stands in.
    margin: [-4, -3, -4, -3],
  };
  const spanned = widths.slice(1).map(() => '');
  return {
    layout: LINES,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [...widths],
      body: [heads, ...rows.slice(0, -1), [{ ...last, colSpan: widths.length }, ...spanned]],
    },
  };
}

/** Points of the side of a code that a telephone reads: modules of two points, up to 57 of them. */
const SEAL_SIDE = 116;

/** What a paper is verified by, with what to do with it; nothing where it is not signed. `texto`: an address, or a code alone. */
export function sello(texto: string, { side = SEAL_SIDE, folio = '' } = {}): PlainNode[] {
  if (texto === '') return [];
  const host = /^https?:\/\/([^/]+)/.exec(texto)?.[1];
  return [
    {
      columns: [
        { width: side, stack: [{ qr: texto, fit: side, eccLevel: 'M' }] },
        {
          stack: [
            { text: 'Compruebe este documento', style: 'head' },
            {
              text: breakable(
                `Lea el código con la cámara de su teléfono${host ? `, o ábralo en ${host}/v` : ''}: dice si es válido, se sustituyó o se canceló.`,
              ),
              style: 'quiet',
              margin: [0, 2, 0, 0],
            },
            ...(folio === ''
              ? []
              : [{ text: `Folio ${folio}`, style: 'quiet', margin: [0, 2, 0, 0] } satisfies PlainNode]),
          ],
        },
      ],
      columnGap: 10,
      margin: [0, 0, 0, 8],
    },
  ];
}

/** 'Página 1 de 3' at the foot, with a text at the left. */
export function footer(left: string, margin = 40): PlainDocument['footer'] {
  return { left, margin };
}

/** A part of a file's name: what file systems refuse is replaced. */
export function fileSafe(text: string): string {
  return text.replace(/[\\/:*?"<>|\s]+/g, '_');
}

/**
 * What a file is called that the specification does not name: what it is, in small letters, and whose, of when: 'pagos_M01-L01.pdf'.
 * `src/file-names.test.ts` has the others.
 */
export function fileName(
  kind: 'pdf' | 'xlsx' | 'zip' | 'txt',
  what: string,
  ...of: readonly (string | number)[]
): string {
  // An ñ is no n with an accent.
  const name = fileSafe(what).split(/ñ/i).map(plain).join('ñ');
  return `${[name, ...of.map((each) => fileSafe(String(each)))].join('_')}.${kind}`;
}
