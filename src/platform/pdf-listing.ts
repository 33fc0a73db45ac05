/**
 * Long plain tables of a PDF document. pdfmake lays out every word of a table by itself, which for thousands of rows takes
 * seconds; here whole cells are drawn on its document, one below the other, after what it laid out.
 */

type Align = 'left' | 'right';

export interface Listing {
  fontSize: number;
  columns: readonly { header: string; width: number; align: Align }[];
  /** As they are to be read, one text per column. */
  rows: readonly (readonly string[])[];
  /** Rows by their number, from 0, that are written bold: titles and subtotals of blocks. */
  strong?: readonly number[];
  /** Those that tell what the row before them is of: in the quiet ink, and on its page. */
  beneath?: readonly number[];
  /** In the place of the rows where there are none. */
  emptyText: string;
  /** The last row: 'Total' up to the first amount. */
  totals?: readonly (string | null)[];
  /** The line below the table. */
  closing: string;
}

const INK = '#1c2421';
const QUIET = '#55605c';
const LINE = '#8a9591';
const SIDE = 4;
const ABOVE = 3;
const HEAD_SIZE = 8;
const CLOSING_GAP = 10;
const CLOSING_SIZE = 9;

/** The text in lines no wider than `width`; a word that is too long for one is cut. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > 1 && widthOf(line) > width) {
      let fits = line.length - 1;
      while (fits > 1 && widthOf(line.slice(0, fits)) > width) fits -= 1;
      lines.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  return [...lines, line];
}

interface Run {
  glyphs: readonly unknown[];
  positions: readonly unknown[];
  advanceWidth: number;
}

/** A face as pdfmake opened it. */
export interface Face {
  /** What a word looks like, kept for the next time. */
  layoutCached(word: string): Run;
}

const NUMBER = /\d/;

/**
 * Has the face put numbers together from their digits, which have no kerning among them: amounts and references are all
 * different, and shaping each of them takes longer than all else.
 */
function composeNumbers(face: Face): void {
  const shaped = face.layoutCached.bind(face);
  face.layoutCached = (word) => {
    if (word.length === 1 || !NUMBER.test(word)) return shaped(word);
    const glyphs: unknown[] = [];
    const positions: unknown[] = [];
    let advanceWidth = 0;
    for (const character of word) {
      const run = shaped(character);
      glyphs.push(...run.glyphs);
      positions.push(...run.positions);
      advanceWidth += run.advanceWidth;
    }
    return { glyphs, positions, advanceWidth };
  };
}

interface Faces {
  normal: Face;
  bold: Face;
}

/** `font()` takes names and files alone; pdfmake itself puts its opened faces there. */
function setFace(doc: PDFKit.PDFDocument, face: Face): PDFKit.PDFDocument {
  (doc as unknown as { _font: Face })._font = face;
  return doc;
}

interface Place {
  top: number;
  /** Left, top, right, bottom. */
  margins: readonly [number, number, number, number];
  faces: Faces;
}

/** Where each column begins, and where the last one ends. */
function edgesOf(columns: Listing['columns'], left: number): { edges: number[]; end: number } {
  const edges: number[] = [];
  let edge = left;
  for (const { width } of columns) {
    edges.push(edge);
    edge += width + 2 * SIDE;
  }
  return { edges, end: edge };
}

/** Cells of a row with the height that they take. */
function measured(doc: PDFKit.PDFDocument, columns: Listing['columns'], cells: readonly string[]) {
  const widthOf = (text: string) => doc.widthOfString(text);
  const wrapped = cells.map((text, at) => wrapText(text, columns[at]?.width ?? 0, widthOf));
  const lines = Math.max(1, ...wrapped.map((cell) => cell.length));
  return { wrapped, height: lines * doc.currentLineHeight() + 2 * ABOVE };
}

/** What goes down the pages and draws: rows with the rules between them, and the heading anew on each page. */
function penOf(doc: PDFKit.PDFDocument, { columns, fontSize }: Listing, { top, margins, faces }: Place) {
  const { width: pageWidth, height: pageHeight } = doc.page;
  const [left, marginTop, right, bottom] = margins;
  const end = pageHeight - bottom;
  const { edges, end: tableEnd } = edgesOf(columns, left);
  const tableRight = Math.min(tableEnd, pageWidth - right);
  let y = top;
  const use = (face: keyof Faces, size: number, color: string) =>
    setFace(doc, faces[face]).fontSize(size).fillColor(color);
  const rule = (at: number, width: number) =>
    doc.lineWidth(width).moveTo(left, at).lineTo(tableRight, at).strokeColor(LINE).stroke();
  const draw = (line: string, column: number, at: number, align: Align, width: number) => {
    const x = (edges[column] ?? left) + SIDE + (align === 'right' ? width - doc.widthOfString(line) : 0);
    doc.text(line, x, at, { lineBreak: false });
  };
  const measure = (cells: readonly string[]) => measured(doc, columns, cells);
  const put = ({ wrapped, height }: ReturnType<typeof measure>, all?: Align) => {
    const lineHeight = doc.currentLineHeight();
    for (const [column, lines] of wrapped.entries()) {
      const { align = 'left', width = 0 } = columns[column] ?? {};
      for (const [at, line] of lines.entries()) {
        if (line !== '') draw(line, column, y + ABOVE + at * lineHeight, all ?? align, width);
      }
    }
    y += height;
  };
  const heading = () => {
    use('bold', HEAD_SIZE, QUIET);
    put(measure(columns.map(({ header }) => header)));
    rule(y, 0.8);
  };
  const nextPage = () => {
    rule(y, 0.8);
    doc.addPage({ size: [pageWidth, pageHeight], margin: 0 });
    y = marginTop;
    heading();
  };
  const row = (
    cells: readonly string[],
    face: keyof Faces,
    { ruled, align, below = 0, ink = INK }: { ruled: boolean; align?: Align; below?: number; ink?: string },
  ) => {
    use(face, fontSize, ink);
    const measured = measure(cells);
    if (y + measured.height + below > end) {
      nextPage();
      use(face, fontSize, ink);
    } else if (ruled) rule(y, 0.3);
    put(measured, align);
  };
  const words = (text: string) => {
    use('normal', fontSize, QUIET);
    doc.text(text, left + SIDE, y + ABOVE, { lineBreak: false });
    y += doc.currentLineHeight() + 2 * ABOVE;
  };
  const close = (closing: string) => {
    rule(y, 0.8);
    use('normal', CLOSING_SIZE, QUIET);
    if (y + CLOSING_GAP + doc.currentLineHeight() > end) {
      doc.addPage({ size: [pageWidth, pageHeight], margin: 0 });
      y = marginTop - CLOSING_GAP;
    }
    doc.text(closing, left, y + CLOSING_GAP, { lineBreak: false });
  };
  const heightOf = (cells: readonly string[], face: keyof Faces) => {
    use(face, fontSize, INK);
    return measure(cells).height;
  };
  return { heading, row, words, close, heightOf };
}

/** Draws the listing from `top` on; new pages have the size and the margins of the first. */
export function drawListing(doc: PDFKit.PDFDocument, listing: Listing, place: Place): void {
  const { rows, totals } = listing;
  composeNumbers(place.faces.normal);
  const pen = penOf(doc, listing, place);
  pen.heading();
  if (rows.length === 0) pen.words(listing.emptyText);
  const firstTotal = totals?.findIndex((total) => total !== null) ?? -1;
  const totalCells = totals?.map((total, at) => total ?? (at === firstTotal - 1 ? 'Total' : ''));
  const totalsHeight = totalCells ? pen.heightOf(totalCells, 'bold') : 0;
  const strong = new Set(listing.strong);
  const beneath = new Set(listing.beneath);
  for (const [at, cells] of rows.entries()) {
    const isBeneath = beneath.has(at);
    const next = !isBeneath && beneath.has(at + 1) ? rows[at + 1] : undefined;
    const nextHeight = next ? pen.heightOf(next, 'normal') : 0;
    // The totals stay with the last row: alone on a page they say of nothing what they are the sum of.
    const below = nextHeight + (at + (next ? 2 : 1) === rows.length ? totalsHeight : 0);
    const face = strong.has(at) ? 'bold' : 'normal';
    pen.row(cells, face, { ruled: at > 0 && !isBeneath, below, ...(isBeneath && { ink: QUIET }) });
  }
  if (totalCells) pen.row(totalCells, 'bold', { ruled: true, align: 'right' });
  pen.close(listing.closing);
}

/** 'Página 1 de 3' on every page, with a text at the left. */
export function drawFooters(
  doc: PDFKit.PDFDocument,
  footer: { left: string; margin: number },
  { bottom, face }: { bottom: number; face: Face },
): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page);
    setFace(doc, face).fontSize(7).fillColor(QUIET);
    const y = doc.page.height - bottom + 12;
    doc.text(footer.left, footer.margin, y, { lineBreak: false });
    const number = `Página ${page + 1} de ${count}`;
    doc.text(number, doc.page.width - footer.margin - doc.widthOfString(number), y, { lineBreak: false });
  }
}

/** The mark of a practice on every page. */
export function drawSinValor(
  doc: PDFKit.PDFDocument,
  {
    text,
    fontSize,
    color,
    margin: [, top, right],
  }: { text: string; fontSize: number; color: string; margin: number[] },
  face: Face,
): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page);
    setFace(doc, face).fontSize(fontSize).fillColor(color);
    doc.text(text, doc.page.width - (right ?? 0) - doc.widthOfString(text), top, { lineBreak: false });
  }
}
