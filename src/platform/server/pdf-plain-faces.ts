/**
 * The two faces of plain PDF documents, opened once for all of them. Opening a face, shaping words and cutting out letters take
 * longer than all else of a short document: words are shaped once while they are remembered, and the letters of Spanish are cut
 * out once, of which a document has those that it needs. Others are cut out when they first come.
 */
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { OutlineFile } from './pdf-plain-cut.ts';

const require = createRequire(import.meta.url);

/** The letters that are cut out at once. A face has signs of its own for the last two. */
const LETTERS = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...'áéíóúüñÁÉÍÓÚÜÑ¿¡°ªº·–—‘’“”«»…•',
  ...['fi', 'fl'],
];
const REMEMBERED_MAX = 4_000;
const DIGIT = /\d/;
/** A digit, or what stands between digits. */
const PIECE = /\d|\D+/g;
/** The library shapes up to each of them, and so do we, or kerning would differ. */
const UP_TO_SPACE = /[^ \t]*[ \t]|[^ \t]+/g;

interface Glyph {
  id: number;
  advanceWidth: number;
  codePoints: number[];
}

/** What is used of a face as pdfkit opens it. */
interface Opened {
  ascender: number;
  descender: number;
  scale: number;
  font: {
    postscriptName: string;
    bbox: Record<'minX' | 'minY' | 'maxX' | 'maxY', number>;
    italicAngle: number;
    capHeight: number;
    xHeight: number;
    getGlyph(id: number): Glyph;
    layout(text: string): { glyphs: Glyph[]; positions: { xAdvance: number }[] };
    createSubset(): { includeGlyph(id: number): number; encode(): Uint8Array };
  };
}

/** A shaped text. */
export interface Shaped {
  /** At a size of 1,000. */
  width: number;
  /** What shows it, between '[<' and '>] TJ'. */
  shown: string;
  /** Of its letters. */
  codes: readonly number[];
}

/** Letters cut out of a face. */
interface Cut {
  count: number;
  file: OutlineFile;
  /** What their codes stand for, packed. */
  unicode: Buffer;
}

const NOTHING: Shaped = { width: 0, shown: '', codes: [] };
const hex = (code: number): string => code.toString(16).padStart(4, '0');

const together = (pieces: readonly Shaped[]): Shaped => ({
  width: pieces.reduce((sum, { width }) => sum + width, 0),
  shown: pieces.map(({ shown }) => shown).join(''),
  codes: pieces.flatMap(({ codes }) => codes),
});

/** A document without pdfkit's usual face, which it would open each time and nothing is written in. */
export const emptyPdf = (options: PDFKit.PDFDocumentOptions = {}): PDFKit.PDFDocument =>
  new PDFDocument({ autoFirstPage: false, ...options, font: null as unknown as string });

function open(file: string): Opened {
  const doc = emptyPdf().font(require.resolve(`pdfmake/fonts/Roboto/${file}`));
  return (doc as unknown as { _font: Opened })._font;
}

/** What a code stands for, so that text can be searched and copied. */
function unicodeOf(glyphs: readonly Glyph[]): string {
  const inUtf16 = ({ codePoints }: Glyph) =>
    [...String.fromCodePoint(...codePoints)].flatMap((sign) =>
      Array.from({ length: sign.length }, (_, at) => hex(sign.charCodeAt(at))),
    );
  const lines: string[] = [];
  for (let at = 0; at < glyphs.length; at += 256) {
    const some = glyphs.slice(at, at + 256);
    const texts = some.map((glyph) => `<${inUtf16(glyph).join('')}>`).join(' ');
    lines.push(`1 beginbfrange\n<${hex(at)}> <${hex(at + some.length - 1)}> [${texts}]\nendbfrange`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...lines,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

export class Face {
  readonly #opened: Opened;
  /** Above the base line, and of a line, at a size of 1. */
  readonly ascent: number;
  readonly lineHeight: number;
  /** By their codes, which never change: first what has no letter, then those of Spanish, then others as they come. */
  readonly #glyphs: Glyph[];
  readonly #codes = new Map<number, number>([[0, 0]]);
  #cut: Cut;
  readonly #remembered = new Map<string, Shaped>();

  constructor(file: string) {
    this.#opened = open(file);
    const { ascender, descender, font } = this.#opened;
    this.ascent = ascender / 1000;
    this.lineHeight = (ascender - descender) / 1000;
    this.#glyphs = [{ id: 0, advanceWidth: font.getGlyph(0).advanceWidth, codePoints: [0] }];
    for (const letter of LETTERS) this.#shape(letter);
    this.#cut = this.#cutOut();
  }

  /** Shapes a text as pdfmake would have it. */
  shaped(text: string): Shaped {
    const words = text.match(UP_TO_SPACE);
    if (!words) return NOTHING;
    return words.length === 1 ? this.#word(text) : together(words.map((word) => this.#word(word)));
  }

  /** Digits have no kerning: what has some is put together from them, since no two amounts are alike. */
  #word(word: string): Shaped {
    if (word.length === 1 || !DIGIT.test(word)) return this.#piece(word);
    return together((word.match(PIECE) ?? []).map((piece) => this.#piece(piece)));
  }

  #piece(piece: string): Shaped {
    const known = this.#remembered.get(piece);
    if (known) return known;
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    const shaped = this.#shape(piece);
    this.#remembered.set(piece, shaped);
    return shaped;
  }

  #shape(text: string): Shaped {
    const { font, scale } = this.#opened;
    const { glyphs, positions } = font.layout(text);
    const codes: number[] = [];
    let [width, shown] = [0, ''];
    for (const [at, glyph] of glyphs.entries()) {
      const code = this.#codeOf(glyph);
      const advance = positions[at]?.xAdvance ?? glyph.advanceWidth;
      const kern = Math.round((glyph.advanceWidth - advance) * scale);
      width += advance * scale;
      shown += kern === 0 ? hex(code) : `${hex(code)}>${kern}<`;
      codes.push(code);
    }
    return { width, shown, codes };
  }

  #codeOf({ id, advanceWidth, codePoints }: Glyph): number {
    const known = this.#codes.get(id);
    if (known !== undefined) return known;
    const code = this.#glyphs.length;
    this.#codes.set(id, code);
    this.#glyphs.push({ id, advanceWidth, codePoints });
    return code;
  }

  #cutOut(): Cut {
    const subset = this.#opened.font.createSubset();
    for (const { id } of this.#glyphs) subset.includeGlyph(id);
    return {
      count: this.#glyphs.length,
      file: new OutlineFile(Buffer.from(subset.encode())),
      unicode: deflateSync(unicodeOf(this.#glyphs)),
    };
  }

  /** Widths of letters, each row of codes with the first of them before it. */
  #widthsOf(codes: readonly number[]): (number | number[])[] {
    const rows: (number | number[])[] = [];
    let row: number[] = [];
    for (const [at, code] of codes.entries()) {
      if (code - 1 !== codes[at - 1]) {
        row = [];
        rows.push(code, row);
      }
      row.push(Math.round((this.#glyphs[code]?.advanceWidth ?? 0) * this.#opened.scale * 100) / 100);
    }
    return rows;
  }

  /**
   * Puts the face into a document.
   * @param used the codes of its letters
   */
  embed(doc: PDFKit.PDFDocument, tag: string, used: ReadonlySet<number>): PDFKit.PDFKitReference {
    const { font, scale, ascender, descender } = this.#opened;
    const codes = [...used].sort((a, b) => a - b);
    if ((codes.at(-1) ?? 0) >= this.#cut.count) this.#cut = this.#cutOut();
    const file = this.#cut.file.of(codes);
    const put = (data: object, content?: Buffer) => {
      const ref = doc.ref(data);
      ref.end(content);
      return ref;
    };
    const BaseFont = `${tag}+${font.postscriptName}`;
    const { minX, minY, maxX, maxY } = font.bbox;
    const descriptor = put({
      ...{ Type: 'FontDescriptor', FontName: BaseFont, Flags: 4, StemV: 0 },
      FontBBox: [minX, minY, maxX, maxY].map((edge) => edge * scale),
      ...{ ItalicAngle: font.italicAngle, Ascent: ascender, Descent: descender },
      ...{ CapHeight: font.capHeight * scale, XHeight: font.xHeight * scale },
      FontFile2: put({ Length1: file.length }, file),
    });
    const descendant = put({
      ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont, CIDToGIDMap: 'Identity' },
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      ...{ FontDescriptor: descriptor, W: this.#widthsOf(codes) },
    });
    return put({
      ...{ Type: 'Font', Subtype: 'Type0', BaseFont, Encoding: 'Identity-H', DescendantFonts: [descendant] },
      ToUnicode: put({ Filter: 'FlateDecode' }, this.#cut.unicode),
    });
  }
}

export interface Faces {
  normal: Face;
  bold: Face;
}

let faces: Faces | undefined;

/** Opened with the first document. */
export function facesOf(): Faces {
  faces ??= { normal: new Face('Roboto-Regular.ttf'), bold: new Face('Roboto-Medium.ttf') };
  return faces;
}
