/**
 * Where everything of a plain PDF document stands: pdfmake's rules, as far as such documents go by them. Every node is sized
 * first, how narrow and how wide it can be, and placed then, in the width that this leaves it. Distances are in points from the
 * upper left corner of the page.
 */
import { createRequire } from 'node:module';
import type { ContentTable } from 'pdfmake/interfaces.js';
import { footOf, sinValorOf, TABLE_LAYOUTS } from '../pdf.ts';
import type {
  Lettering,
  PlainColumns,
  PlainContent,
  PlainDocument,
  PlainImage,
  PlainNode,
  PlainQr,
  PlainSvg,
  PlainTable,
  PlainText,
  PlainTitle,
  PlainToc,
} from '../pdf-plain.ts';
import type { Faces } from './pdf-plain-faces.ts';
import { extentOf, type Letters, type Line, linesOf, wordsOf } from './pdf-plain-words.ts';

/** What is drawn. */
export type Mark =
  | { kind: 'text'; x: number; base: number; bold: boolean; size: number; color: string; line: Line }
  | { kind: 'rule'; x: number; y: number; length: number; width: number; color: string }
  | { kind: 'svg'; x: number; y: number; svg: string; width: number; height: number }
  | { kind: 'image'; x: number; y: number; image: string; width: number; height: number }
  | { kind: 'qr'; x: number; y: number; squares: readonly Square[] };

export interface Square {
  x: number;
  y: number;
  w: number;
  h: number;
  color: string;
}

export interface Page {
  width: number;
  height: number;
  marks: Mark[];
}

interface Spot {
  x: number;
  y: number;
  width: number;
}

/** A node of which is known how much room it needs. */
interface Sized {
  min: number;
  max: number;
  /** Notes what is drawn in such a place; gives where it ends below. */
  place(spot: Spot, marks: Mark[]): number;
  /** Of a table that goes on over pages: its head and each of its rows. */
  parts?: { head: Sized['place']; rows: Sized['place'][] };
}

/** What a node has of all that it stands in. */
interface Look {
  styles: PlainDocument['styles'];
  faces: Faces;
  fontSize: number;
  bold: boolean;
  color: string;
  alignment: 'left' | 'right';
  noWrap: boolean;
}

const LETTER = { width: 612, height: 792 };

const require = createRequire(import.meta.url);
/** pdfmake's own, so that both draw the same squares. */
const { default: qr } = require('pdfmake/js/qrEnc.js') as {
  default: { measure(node: PlainQr): { _width: number; _canvas: Square[] } };
};

const lettered = (look: Look, { fontSize, bold, color, alignment, noWrap }: Lettering): Look => ({
  ...look,
  fontSize: fontSize ?? look.fontSize,
  bold: bold ?? look.bold,
  color: color ?? look.color,
  alignment: alignment ?? look.alignment,
  noWrap: noWrap ?? look.noWrap,
});

function lookOf(node: PlainNode, around: Look): Look {
  const named = node.style === undefined ? around : lettered(around, around.styles[node.style] ?? {});
  return lettered(named, node);
}

function sizeOf(content: PlainContent, around: Look): Sized {
  if (typeof content === 'string') return sizeOfText({ text: content }, around);
  const look = lookOf(content, around);
  const sized = sizeWithin(content, look);
  if (!content.margin) return sized;
  const [left, top, right, bottom] = content.margin;
  return {
    ...sized,
    min: sized.min + left + right,
    max: sized.max + left + right,
    place: ({ x, y, width }, marks) =>
      sized.place({ x: x + left, y: y + top, width: width - left - right }, marks) + bottom,
  };
}

function sizeWithin(node: PlainNode, look: Look): Sized {
  if ('text' in node) return sizeOfText(node, look);
  if ('stack' in node) return sizeOfStack(node.stack, look);
  if ('columns' in node) return sizeOfColumns(node, look);
  if ('table' in node) return sizeOfTable(node, look);
  if ('image' in node) return sizeOfImage(node);
  return 'svg' in node ? sizeOfSvg(node) : sizeOfQr(node);
}

function sizeOfText({ text }: Pick<PlainText, 'text'>, look: Look): Sized {
  const { faces, fontSize: size, bold, color, alignment, noWrap } = look;
  const letters: Letters = { face: bold ? faces.bold : faces.normal, size, noWrap };
  const { ascent, lineHeight } = letters.face;
  const words = wordsOf(text, letters);
  return {
    ...extentOf(words, noWrap),
    place({ x, y, width }, marks) {
      let top = y;
      for (const line of linesOf(words, width, letters)) {
        const from = x - line.leading + (alignment === 'right' ? width - line.width : 0);
        marks.push({ kind: 'text', x: from, base: top + ascent * size, bold, size, color, line });
        top += lineHeight * size;
      }
      return top;
    },
  };
}

function sizeOfStack(stack: readonly PlainContent[], look: Look): Sized {
  const sized = stack.map((content) => sizeOf(content, look));
  return {
    min: Math.max(0, ...sized.map(({ min }) => min)),
    max: Math.max(0, ...sized.map(({ max }) => max)),
    place: ({ x, y, width }, marks) => sized.reduce((top, { place }) => place({ x, y: top, width }, marks), y),
  };
}

function sizeOfSvg({ svg, width, height }: PlainSvg): Sized {
  return {
    ...{ min: width, max: width },
    place({ x, y }, marks) {
      marks.push({ kind: 'svg', x, y, svg, width, height });
      return y + height;
    },
  };
}

function sizeOfImage({ image, width, height }: PlainImage): Sized {
  return {
    ...{ min: width, max: width },
    place({ x, y }, marks) {
      marks.push({ kind: 'image', x, y, image, width, height });
      return y + height;
    },
  };
}

function sizeOfQr(node: PlainQr): Sized {
  const { _width: side, _canvas: squares } = qr.measure({ ...node });
  return {
    ...{ min: side, max: side },
    place({ x, y }, marks) {
      marks.push({ kind: 'qr', x, y, squares });
      return y + side;
    },
  };
}

interface Column {
  asked: number | 'auto' | '*';
  min: number;
  max: number;
}

const sumOf = (columns: readonly Column[], of: (column: Column) => number) =>
  columns.reduce((sum, column) => sum + of(column), 0);

/** How narrow and how wide columns can be together. */
function extentOfColumns(columns: readonly Column[]): { min: number; max: number } {
  const stars = columns.filter(({ asked }) => asked === '*');
  const all = (key: 'min' | 'max') =>
    sumOf(columns, ({ asked, [key]: own }) => (asked === '*' ? 0 : asked === 'auto' ? own : asked || own)) +
    stars.length * Math.max(0, ...stars.map(({ [key]: own }) => own));
  return { min: all('min'), max: all('max') };
}

/** Of each column: what was asked for; of those that ask for what they need, and for what is left, as the room allows. */
function widthsOf(columns: readonly Column[], room: number): number[] {
  const autos = columns.filter(({ asked }) => asked === 'auto');
  const stars = columns.filter(({ asked }) => asked === '*');
  const widest = (key: 'min' | 'max') => Math.max(0, ...stars.map(({ [key]: own }) => own));
  const left = room - sumOf(columns, ({ asked }) => (typeof asked === 'number' ? asked : 0));
  const min = sumOf(autos, (column) => column.min) + widest('min') * stars.length;
  const max = sumOf(autos, (column) => column.max) + widest('max') * stars.length;
  const share = max < left ? 1 : min >= left ? 0 : (left - min) / (max - min);
  const autoOf = (column: Column) => column.min + (column.max - column.min) * share;
  const star = min >= left ? widest('min') : (left - sumOf(autos, autoOf)) / stars.length;
  return columns.map((column) => {
    if (typeof column.asked === 'number') return column.asked;
    return column.asked === 'auto' ? autoOf(column) : star;
  });
}

/** Places things beside each other; gives where the longest of them ends. */
function placeBeside(cells: readonly { sized: Sized; x: number; width: number }[], y: number, marks: Mark[]): number {
  return cells.reduce((bottom, { sized, x, width }) => Math.max(bottom, sized.place({ x, y, width }, marks)), y);
}

function sizeOfColumns({ columns, columnGap = 0 }: PlainColumns, look: Look): Sized {
  const sized = columns.map((column) => sizeOf(column, look));
  const asked = sized.map(({ min, max }, at): Column => ({ asked: columns[at]?.width ?? '*', min, max }));
  const { min, max } = extentOfColumns(asked);
  const gaps = columnGap * (columns.length - 1);
  return {
    ...{ min: min + gaps, max: max + gaps },
    place({ x, y, width }, marks) {
      const widths = widthsOf(asked, width - gaps);
      let left = x;
      const cells = sized.map((one, at) => {
        const cell = { sized: one, x: left, width: widths[at] ?? 0 };
        left += cell.width + columnGap;
        return cell;
      });
      return placeBeside(cells, y, marks);
    },
  };
}

/** What stands around the cells of a table. */
interface Frame {
  left(column: number): number;
  right(column: number): number;
  above: number;
  below: number;
  /** Of the line below the rows before it; 0: none. */
  rule(line: number): number;
  color: string;
}

function frameOf(node: PlainTable): Frame {
  const columns = node.table.widths.length;
  if (node.layout === 'noBorders') {
    return {
      left: (column) => (column === 0 ? 0 : 4),
      right: (column) => (column === columns - 1 ? 0 : 4),
      ...{ above: 2, below: 2, color: '' },
      rule: () => 0,
    };
  }
  const { renglones } = TABLE_LAYOUTS;
  return {
    ...{ left: renglones.paddingLeft, right: renglones.paddingRight },
    ...{ above: renglones.paddingTop(), below: renglones.paddingBottom(), color: renglones.hLineColor() },
    rule: (line) => renglones.hLineWidth(line, node as ContentTable),
  };
}

/** A cell of a table and the columns that it stands in. */
interface Cell {
  sized: Sized;
  column: number;
  span: number;
}

function cellsOf(row: readonly PlainContent[], look: Look): Cell[] {
  const cells: Cell[] = [];
  for (let column = 0; column < row.length; column += cells.at(-1)?.span ?? 1) {
    const content = row[column] ?? '';
    const span = typeof content === 'string' ? 1 : (content.colSpan ?? 1);
    cells.push({ sized: sizeOf(content, look), column, span });
  }
  return cells;
}

/** How much room each column of a table needs; what a cell over several needs besides is shared among them. */
function columnsOf(
  widths: PlainTable['table']['widths'],
  rows: readonly Cell[][],
  offsets: readonly number[],
): Column[] {
  const columns = widths.map((asked): Column => ({ asked, min: 0, max: 0 }));
  const spans: Cell[] = [];
  for (const cell of rows.flat()) {
    const column = columns[cell.column];
    if (cell.span > 1) spans.push(cell);
    else if (column) {
      column.min = Math.max(column.min, cell.sized.min);
      column.max = Math.max(column.max, cell.sized.max);
    }
  }
  for (const { sized, column, span } of spans.toSorted((a, b) => a.column - b.column)) {
    const covered = columns.slice(column, column + span);
    const between = offsets.slice(column + 1, column + span).reduce((sum, offset) => sum + offset, 0);
    for (const key of ['min', 'max'] as const) {
      const more = sized[key] - sumOf(covered, ({ [key]: own }) => own) - between;
      if (more > 0) for (const one of covered) one[key] += more / span;
    }
  }
  return columns;
}

function sizeOfTable(node: PlainTable, look: Look): Sized {
  const { widths: asked, body, headerRows } = node.table;
  const frame = frameOf(node);
  /** From the end of the column before, or of the table. */
  const offsets = asked.map((_, at) => frame.left(at) + (at === 0 ? 0 : frame.right(at - 1)));
  const around = offsets.reduce((sum, offset) => sum + offset, frame.right(asked.length - 1));
  const rows = body.map((row) => cellsOf(row, look));
  const columns = columnsOf(asked, rows, offsets);
  const { min, max } = extentOfColumns(columns);
  const rowOf =
    (cells: readonly Cell[], at: number): Sized['place'] =>
    ({ x, y, width }, marks) => {
      const widths = widthsOf(columns, width - around);
      const edge = (column: number) =>
        offsets.slice(0, column + 1).reduce((sum, offset, before) => sum + offset + (widths[before - 1] ?? 0), x);
      const placed = cells.map(({ sized, column, span }) => ({
        sized,
        x: edge(column),
        width: edge(column + span - 1) + (widths[column + span - 1] ?? 0) - edge(column),
      }));
      const bottom = placeBeside(placed, y + frame.above, marks) + frame.below;
      const rule = frame.rule(at + 1);
      const length = widths.reduce((sum, one) => sum + one, around);
      if (rule > 0) marks.push({ kind: 'rule', x, y: bottom + rule / 2, length, width: rule, color: frame.color });
      return bottom + rule;
    };
  const [head, ...others] = rows.map(rowOf);
  return {
    ...{ min: min + around, max: max + around },
    place: (spot, marks) => rows.reduce((y, cells, at) => rowOf(cells, at)({ ...spot, y }, marks), spot.y),
    ...(headerRows && head && { parts: { head, rows: others } }),
  };
}

/** Pages that are filled from above; what does not fit on one stands on the next, whole. */
class Sheets {
  readonly pages: Page[] = [];
  readonly #margins: PlainDocument['pageMargins'];
  #y = 0;
  /** Where what was placed last begins. */
  #last: { spot: Spot; from: number } = { spot: { x: 0, y: 0, width: 0 }, from: 0 };

  constructor(margins: PlainDocument['pageMargins']) {
    this.#margins = margins;
    this.#turn();
  }

  #turn(): void {
    this.pages.push({ ...LETTER, marks: [] });
    this.#y = this.#margins[1];
  }

  /** Goes on upon a new page, unless this one is empty still. */
  turn(): void {
    if (this.pages.at(-1)?.marks.length !== 0) this.#turn();
  }

  /** @param again what a further page begins with */
  put(place: Sized['place'], again?: Sized['place']): void {
    if (this.#place(place, true)) return;
    this.#turn();
    if (again) this.#place(again, false);
    this.#place(place, false);
  }

  /** Keeps the room of something; what is returned writes it there. */
  keep(room: Sized['place']): (place: Sized['place']) => void {
    this.put(room);
    const page = this.pages.at(-1);
    const kept = this.#last;
    page?.marks.splice(kept.from);
    return (place) => void (page && place(kept.spot, page.marks));
  }

  /** False: it does not fit, and nothing has been placed. */
  #place(place: Sized['place'], ifItFits: boolean): boolean {
    const [left, , right, bottom] = this.#margins;
    const marks: Mark[] = [];
    const spot = { x: left, y: this.#y, width: LETTER.width - left - right };
    const end = place(spot, marks);
    // A sum of many heights is not exact.
    if (ifItFits && end > LETTER.height - bottom + 1e-6) return false;
    const page = this.pages.at(-1);
    this.#last = { spot, from: page?.marks.length ?? 0 };
    page?.marks.push(...marks);
    this.#y = end;
    return true;
  }
}

const isToc = (node: PlainDocument['content'][number]): node is PlainToc => typeof node !== 'string' && 'toc' in node;
const isTitle = (node: PlainDocument['content'][number]): node is PlainTitle =>
  typeof node !== 'string' && 'tocItem' in node;

/** The lines of a table of contents, which are as high whatever page they name. */
const contentsOf = (
  { toc }: PlainToc,
  titles: readonly PlainTitle[],
  pageOf: (title: PlainTitle) => number,
): PlainNode => ({
  stack: [
    toc.title,
    ...titles.map(
      (title): PlainNode => ({
        columns: [{ text: title.text }, { text: String(pageOf(title)), alignment: 'right', width: 40 }],
        margin: [0, 2, 0, 2],
      }),
    ),
  ],
});

/** The pages of a document, each with its foot. */
export function pagesOf(document: PlainDocument, faces: Faces): Page[] {
  const { defaultStyle, styles, pageMargins, footer, content } = document;
  const look: Look = { styles, faces, bold: false, alignment: 'left', noWrap: false, ...defaultStyle };
  const sheets = new Sheets(pageMargins);
  const titles = content.filter(isTitle);
  const found = new Map<PlainTitle, number>();
  let contents = (): void => undefined;
  for (const node of content) {
    if (isToc(node)) {
      // Its room is kept, and it is written once every title has its page.
      const lines = (pageOf: (title: PlainTitle) => number) => sizeOf(contentsOf(node, titles, pageOf), look).place;
      const write = sheets.keep(lines(() => 0));
      contents = () => write(lines((title) => found.get(title) ?? 0));
      continue;
    }
    if (isTitle(node) && node.pageBreak) sheets.turn();
    const { parts, place } = sizeOf(node, look);
    if (parts)
      for (const part of [parts.head, ...parts.rows]) sheets.put(part, part === parts.head ? undefined : parts.head);
    else sheets.put(place);
    if (isTitle(node)) found.set(node, sheets.pages.length);
  }
  contents();
  const { pages } = sheets;
  const sinValor = sinValorOf(document);
  const mark = sinValor && sizeOf(sinValor, look);
  for (const [at, { width, height, marks }] of pages.entries()) {
    const foot = sizeOf(footOf(footer, at + 1, pages.length), look);
    foot.place({ x: 0, y: height - pageMargins[3], width }, marks);
    mark?.place({ x: 0, y: 0, width }, marks);
  }
  return pages;
}
