/**
 * Draws plain PDF documents, which are made by the thousand: where everything stands is told by `pdf-plain-layout.ts`, letters
 * and logos are kept from one document to the next, and pdfkit, which pdfmake stands on as well, makes the file. Takes some
 * twentieth of the time that pdfmake does.
 */
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { pngOf } from '#core/membrete.ts';
import type { PlainDocument } from '../pdf-plain.ts';
import { bytesOf, readPng } from './logo/png.ts';
import { emptyPdf, facesOf } from './pdf-plain-faces.ts';
import { type Mark, type Page, pagesOf, type Square } from './pdf-plain-layout.ts';

/** To a thousandth of a point. */
const n = (points: number): string => String(Math.round(points * 1000) / 1000);

function colorOf(hex: string): string {
  const short = /^#(.)(.)(.)$/.exec(hex);
  const full = short ? short.slice(1).map((digit) => digit + digit) : (hex.slice(1).match(/../g) ?? []);
  return full.map((part) => Number((Number.parseInt(part, 16) / 255).toFixed(4))).join(' ');
}

const ELEMENT = /<(\/?)(\w+)([^>]*?)\/?>/g;

/** Writes a path as a PDF has it: with what pdfkit, which reads path data, asks of its documents. */
class Pen {
  readonly written: string[] = [];
  #x = 0;
  #y = 0;

  #write(operator: string, ...numbers: number[]): this {
    this.written.push([...numbers.map(n), operator].join(' '));
    [this.#x = this.#x, this.#y = this.#y] = numbers.slice(-2);
    return this;
  }

  moveTo(x: number, y: number): this {
    return this.#write('m', x, y);
  }

  lineTo(x: number, y: number): this {
    return this.#write('l', x, y);
  }

  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): this {
    return this.#write('c', ax, ay, bx, by, x, y);
  }

  /** pdfkit's own comes to another curve. */
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): this {
    const towards = (from: number, control: number) => from + ((control - from) * 2) / 3;
    return this.bezierCurveTo(towards(this.#x, cx), towards(this.#y, cy), towards(x, cx), towards(y, cy), x, y);
  }

  closePath(): this {
    return this.#write('h');
  }
}

/** In the coordinates of the drawing. */
function pathOf(d: string): string {
  const pen = new Pen();
  PDFDocument.prototype.path.call(pen as unknown as PDFKit.PDFDocument, d);
  return pen.written.join('\n');
}

/** Our logos have nothing else: closed shapes, and lines with round ends. Throws where one has. */
function logoOf(svg: string): { side: number; content: string } {
  let side = 0;
  const content: string[] = [];
  for (const [whole, closing, name, attributes = ''] of svg.matchAll(ELEMENT)) {
    const of = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    if (closing || name === 'title') continue;
    if (name === 'svg') side = Number(of('viewBox').split(' ')[2]);
    else if (name !== 'path') throw new Error(`a logo with ${whole}`);
    else if (of('stroke') === '') content.push(`${colorOf(of('fill'))} rg`, pathOf(of('d')), 'f');
    else content.push(`${colorOf(of('stroke'))} RG ${of('stroke-width')} w 1 j 1 J`, pathOf(of('d')), 'S');
  }
  return { side, content: content.join('\n') };
}

/** There is one of a community. */
const logos = new Map<string, ReturnType<typeof logoOf>>();

function drawnSvg({ svg, x, y, width, height }: Extract<Mark, { kind: 'svg' }>, pageHeight: number): string {
  const { side, content } = logos.get(svg) ?? logoOf(svg);
  logos.set(svg, { side, content });
  return `q ${width / side} 0 0 ${-height / side} ${n(x)} ${n(pageHeight - y)} cm\n${content}\nQ`;
}

/** A PNG as a document has it: on white, which paper is, and packed. There is one of a community. */
const images = new Map<string, { width: number; height: number; packed: Buffer }>();
const IMAGES_MAX = 50;

function imageOf(src: string): { width: number; height: number; packed: Buffer } {
  const known = images.get(src);
  if (known) return known;
  const picture = readPng(pngOf(src));
  const { width, height } = picture;
  const made = { width, height, packed: deflateSync(bytesOf(picture, false)) };
  if (images.size >= IMAGES_MAX) images.clear();
  images.set(src, made);
  return made;
}

/** The names that pages call pictures by. */
function namesOf(pages: readonly Page[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { marks } of pages) {
    for (const mark of marks)
      if (mark.kind === 'image') names.set(mark.image, names.get(mark.image) ?? `L${names.size}`);
  }
  return names;
}

/** Puts a picture into the document. */
function embedded(doc: PDFKit.PDFDocument, src: string): PDFKit.PDFKitReference {
  const { width, height, packed } = imageOf(src);
  const ref = doc.ref({
    ...{ Type: 'XObject', Subtype: 'Image', Width: width, Height: height },
    ...{ ColorSpace: 'DeviceRGB', BitsPerComponent: 8, Filter: 'FlateDecode' },
  });
  ref.end(packed);
  return ref;
}

const drawnImage = (
  { x, y, image, width, height }: Extract<Mark, { kind: 'image' }>,
  pageHeight: number,
  names: ReadonlyMap<string, string>,
): string => `q ${n(width)} 0 0 ${n(height)} ${n(x)} ${n(pageHeight - y - height)} cm /${names.get(image)} Do Q`;

/** Squares in a row are one rectangle. */
function drawnQr({ x, y, squares }: Extract<Mark, { kind: 'qr' }>, pageHeight: number): string {
  const written: string[] = [];
  let color = '';
  let run: Square | undefined;
  const end = () => {
    if (run) written.push(`${n(x + run.x)} ${n(pageHeight - y - run.y - run.h)} ${n(run.w)} ${n(run.h)} re`);
  };
  for (const square of squares) {
    if (run && run.color === square.color && run.y === square.y && run.x + run.w === square.x) {
      run.w += square.w;
      continue;
    }
    end();
    if (square.color !== color) {
      if (color !== '') written.push('f');
      color = square.color;
      written.push(`${colorOf(color)} rg`);
    }
    run = { ...square };
  }
  end();
  return ['q', ...written, 'f', 'Q'].join('\n');
}

const drawnRule = ({ x, y, length, width, color }: Extract<Mark, { kind: 'rule' }>, pageHeight: number): string =>
  `${n(width)} w ${colorOf(color)} RG ${n(x)} ${n(pageHeight - y)} m ${n(x + length)} ${n(pageHeight - y)} l S`;

/** Names of the faces in a file. */
const NAMES = { normal: 'F1', bold: 'F2' } as const;

function drawnText({ x, base, bold, size, color, line }: Extract<Mark, { kind: 'text' }>, pageHeight: number): string {
  const shown = line.words.map(({ shaped }) => shaped.shown).join('');
  if (shown === '') return '';
  const face = bold ? NAMES.bold : NAMES.normal;
  return `BT ${colorOf(color)} rg /${face} ${n(size)} Tf ${n(x)} ${n(pageHeight - base)} Td [<${shown}>] TJ ET`;
}

function drawnPage({ marks, height }: Page, names: ReadonlyMap<string, string>): string {
  const drawn = marks.map((mark) => {
    if (mark.kind === 'text') return drawnText(mark, height);
    if (mark.kind === 'rule') return drawnRule(mark, height);
    if (mark.kind === 'image') return drawnImage(mark, height, names);
    return mark.kind === 'svg' ? drawnSvg(mark, height) : drawnQr(mark, height);
  });
  // pdfkit counts from above and turns the page over; letters stand upright as it was.
  return [`1 0 0 -1 0 ${n(height)} cm`, ...drawn].join('\n');
}

/** The codes of the letters that are used of a face. */
function usedOf(pages: readonly Page[], bold: boolean): Set<number> {
  const used = new Set<number>();
  for (const mark of pages.flatMap(({ marks }) => marks)) {
    if (mark.kind !== 'text' || mark.bold !== bold) continue;
    for (const { shaped } of mark.line.words) for (const code of shaped.codes) used.add(code);
  }
  return used;
}

export async function drawPlain(document: PlainDocument): Promise<Buffer> {
  const faces = facesOf();
  const pages = pagesOf(document, faces);
  const doc = emptyPdf({ pdfVersion: '1.3', lang: document.language, info: { Title: document.info.title } });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  const fonts = {
    [NAMES.normal]: faces.normal.embed(doc, 'PLAINA', usedOf(pages, false)),
    [NAMES.bold]: faces.bold.embed(doc, 'PLAINB', usedOf(pages, true)),
  };
  const names = namesOf(pages);
  const pictures = Object.fromEntries([...names].map(([src, name]) => [name, embedded(doc, src)]));
  for (const page of pages) {
    doc.addPage({ size: [page.width, page.height], margin: 0 });
    const own = doc.page as unknown as { fonts: typeof fonts; xobjects: typeof pictures };
    Object.assign(own.fonts, fonts);
    // A page without any has no such entry.
    if (names.size > 0) Object.assign(own.xobjects, pictures);
    doc.addContent(drawnPage(page, names));
  }
  for (const { name, description, mime, bytes } of document.adjuntos ?? [])
    doc.file(Buffer.from(bytes), { name, description, type: mime });
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
