/**
 * Plain PDF documents: a part of pdfmake's definitions that is small enough to be drawn by ourselves as well. The browser draws
 * them with pdfmake; the server, which makes thousands of them at a month's end, with `server/pdf-plain-draw.ts`. A test holds
 * the two against each other. What is not typed here one of them would not draw.
 */

/** How letters look; what a node says holds for all that stands in it. */
export interface Lettering {
  fontSize?: number;
  bold?: boolean;
  /** '#1c2421'. */
  color?: string;
  alignment?: 'left' | 'right';
  /** In one line, however long. */
  noWrap?: boolean;
}

interface Node extends Lettering {
  /** Of the document's `styles`; what the node says itself comes before. */
  style?: string;
  /** Left, top, right, bottom. */
  margin?: [number, number, number, number];
  /** Among columns: in points; without it, what is left. */
  width?: number;
  /** Of a table's cell; those that it covers are ''. */
  colSpan?: number;
}

/** A piece of a text; `break-all`: between any two letters. */
export interface PlainRun {
  text: string;
  wordBreak?: 'break-all';
}

export interface PlainText extends Node {
  text: string | PlainRun[];
}

/** A title of the document's own content, which its table of contents names; it begins a page where it says so. */
export interface PlainTitle extends PlainText {
  text: string;
  tocItem: true;
  pageBreak?: 'before';
}

/** A table of contents: a line for each title with its page. The server alone draws it. */
export interface PlainToc {
  toc: { title: PlainText };
}

/** A file that goes within the document, which a reader of it shows as attached. The server alone puts it there. */
export interface PlainFile {
  name: string;
  description: string;
  mime: string;
  bytes: Uint8Array;
}

export interface PlainStack extends Node {
  stack: PlainContent[];
}

export interface PlainColumns extends Node {
  columns: PlainNode[];
  columnGap?: number;
}

/** A logo of ours: paths that are filled or drawn as lines, on a square. */
export interface PlainSvg extends Node {
  svg: string;
  width: number;
  height: number;
}

/** A community's own logo: a PNG, as a data: address, or under a name that the document has among its `images`. */
export interface PlainImage extends Node {
  image: string;
  width: number;
  height: number;
}

export interface PlainQr extends Node {
  qr: string;
  fit: number;
  eccLevel: 'M';
}

/** A table; one with `headerRows` goes on over pages, row by row, under its head. */
export interface TableOf<Cell> extends Node {
  layout: 'noBorders' | 'renglones';
  table: {
    headerRows?: 1;
    dontBreakRows?: true;
    widths: (number | 'auto' | '*')[];
    body: Cell[][];
  };
}

export interface PlainTable extends TableOf<PlainContent> {}

export type PlainNode = PlainText | PlainStack | PlainColumns | PlainSvg | PlainImage | PlainQr | PlainTable;
export type PlainContent = string | PlainNode;

export interface PlainDocument {
  plain: true;
  pageSize: 'LETTER';
  /** Left, top, right, bottom. */
  pageMargins: [number, number, number, number];
  defaultStyle: Lettering & { font: 'Roboto'; fontSize: number; color: string };
  styles: Record<string, Lettering>;
  language: string;
  info: { title: string };
  footer: { left: string; margin: number };
  content: (PlainContent | PlainTitle | PlainToc)[];
  adjuntos?: PlainFile[];
}
