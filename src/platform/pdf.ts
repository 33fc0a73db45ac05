/**
 * PDF documents as plain data. A definition holds no function, so that it can be handed to a worker; what pdfmake wants a
 * function for has a name here.
 */
import type { CustomTableLayout, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { SIN_VALOR } from '#core/residenciales.ts';
import { drawFooters, drawListing, drawSinValor, type Face, type Listing } from './pdf-listing.ts';
import type { PlainColumns, PlainDocument, PlainText } from './pdf-plain.ts';

export interface PdfDocument extends Omit<TDocumentDefinitions, 'header' | 'footer' | 'background'> {
  background?: Exclude<TDocumentDefinitions['background'], (...args: never[]) => unknown>;
  /** The text at the left of each page's foot; 'Página 1 de 3' stands at the right. */
  footer?: { left: string; margin: number };
  /** A plain table after the content, of any length. The document then has its margins as four numbers. */
  listing?: Listing;
  /** It is a `PlainDocument`. */
  plain?: true;
}

export const isPlain = (document: PdfDocument): document is PdfDocument & PlainDocument => document.plain === true;

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

/** What stands at the foot of a page, below its margin. */
export const footOf = (
  { left, margin }: { left: string; margin: number },
  page: number,
  pages: number,
): PlainColumns => ({
  columns: [
    { text: left, ...FOOT },
    { text: `Página ${page} de ${pages}`, alignment: 'right', ...FOOT },
  ],
  margin: [margin, 12, margin, 0],
});

const MARK = { text: SIN_VALOR, bold: true, color: '#b45309', alignment: 'right' } as const;
/** Of pages that leave room for it above what they say. */
const MARK_TOP_MIN = 24;

const isTold = (node: unknown): boolean =>
  typeof node === 'string'
    ? node.includes(SIN_VALOR)
    : typeof node === 'object' && node !== null && !ArrayBuffer.isView(node) && Object.values(node).some(isTold);

interface SinValor extends PlainText {
  text: string;
  fontSize: number;
  color: string;
  margin: [number, number, number, number];
}

/** What stands at the head of each page where a paper is of a practice: all bear their community's name, and a practice's says it. */
export function sinValorOf({
  content,
  footer,
  pageMargins,
}: Pick<PdfDocument, 'content' | 'footer' | 'pageMargins'>): SinValor | undefined {
  if (!isTold(footer) && !isTold(content)) return undefined;
  const [side = 0, top = 0] = Array.isArray(pageMargins) ? pageMargins : [];
  return top < MARK_TOP_MIN
    ? { ...MARK, fontSize: 7, margin: [side, 1, side, 0] }
    : { ...MARK, fontSize: 11, margin: [side, 10, side, 0] };
}

/** What pdfmake draws by itself. */
function drawable(document: PdfDocument): TDocumentDefinitions {
  const { footer, listing, plain: _plain, ...rest } = document;
  const header = listing ? undefined : sinValorOf(document);
  return {
    ...rest,
    ...(header && { header }),
    ...(footer && { footer: (page: number, pages: number) => footOf(footer, page, pages) }),
  };
}

/** A document as pdfmake gives it, which is finished with the first `getBuffer()` or `getBlob()`. */
interface Output {
  getStream(): Promise<PDFKit.PDFDocument>;
}

/** pdfmake's own subclass of the document, where its faces are. */
interface WithFaces {
  provideFont(family: string, bold: boolean, italics: boolean): Face;
}

/** Has pdfmake make the document, and draws on it what is drawn here. */
export async function createPdf<Made extends Output>(
  create: (definition: TDocumentDefinitions, options: { bufferPages: boolean }) => Made,
  document: PdfDocument,
): Promise<Made> {
  const { listing, footer, content, pageMargins } = document;
  if (!listing) return create(drawable(document), { bufferPages: false });
  if (!Array.isArray(pageMargins) || pageMargins.length !== 4) throw new Error('a listing without four margins');
  const margins = pageMargins as [number, number, number, number];
  // pdfmake tells of a node where it came to stand.
  const end: { text: string; fontSize: number; positions?: { top: number }[] } = { text: ' ', fontSize: 1 };
  const { footer: _, ...unfooted } = document;
  const made = create(drawable({ ...unfooted, content: [content, end] }), { bufferPages: true });
  const doc = await made.getStream();
  const { provideFont } = doc as unknown as WithFaces;
  const face = (bold: boolean) => provideFont.call(doc, 'Roboto', bold, false);
  const faces = { normal: face(false), bold: face(true) };
  drawListing(doc, listing, { top: end.positions?.[0]?.top ?? margins[1], margins, faces });
  if (footer) drawFooters(doc, footer, { bottom: margins[3], face: faces.normal });
  const mark = sinValorOf(document);
  if (mark) drawSinValor(doc, mark, faces.bold);
  return made;
}
