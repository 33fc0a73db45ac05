/** Files that were made to do harm, and ones of chance, by what they are sent as. */
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { jpegHead, png, pngHead } from './pictures.ts';

export interface HostileFile {
  what: string;
  bytes: Uint8Array;
}

type Parts = Record<string, Uint8Array>;

const SHEET = 'xl/worksheets/sheet1.xml';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const text = (xml: string | Uint8Array): Uint8Array => (typeof xml === 'string' ? strToU8(xml) : xml);
const sheet = (rows: string): string => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

export async function plainBook(data: readonly (readonly (string | number)[])[]): Promise<Uint8Array> {
  const written = writeXlsxFile([{ sheet: 'Hoja', data: data.map((row) => row.map((value) => ({ value }))) }]);
  return new Uint8Array(await written.toBuffer());
}

/** An archive's bytes with 32 or 16 bits of each entry of its directory changed. */
function withDirectory(bytes: Uint8Array, change: (view: DataView, at: number) => void): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 46 < bytes.length; at += 1) if (view.getUint32(at, true) === 0x02014b50) change(view, at);
  return bytes;
}

export const CELL = '<row r="1"><c r="A1"><v>1</v></c></row>';

/** Makes books of one sheet: by its rows, or by any of its parts. */
export async function books() {
  const base: Parts = unzipSync(await plainBook([['a', 1]]));
  const parts = (changes: Record<string, string | Uint8Array>): Uint8Array =>
    zipSync({ ...base, ...Object.fromEntries(Object.entries(changes).map(([name, xml]) => [name, text(xml)])) });
  return {
    parts,
    rows: (rows: string) => parts({ [SHEET]: sheet(rows) }),
    sheet: (xml: string) => parts({ [SHEET]: xml }),
  };
}

export async function hostileBooks(): Promise<HostileFile[]> {
  const { parts, rows, sheet: raw } = await books();
  const many = (n: number, row: (r: number) => string) => Array.from({ length: n }, (_, r) => row(r + 1)).join('');
  const nested = zipSync({ 'xl/workbook.xml': zipSync({ 'a.xml': new Uint8Array(10_000_000) }) });
  const lied = withDirectory(rows(CELL), (view, at) => view.setUint32(at + 24, 10, true));
  const encrypted = withDirectory(rows(CELL), (view, at) => view.setUint16(at + 8, 1, true));
  const far = withDirectory(rows(CELL), (view, at) => view.setUint32(at + 42, 0x7fffffff, true));
  const huge = withDirectory(rows(CELL), (view, at) => view.setUint32(at + 20, 0xffffffff, true));
  const twice = withDirectory(
    zipSync({ 'xl/workbook.xml': text('<a/>'), 'xl/workbooK.xml': text('<b/>') }),
    (view, at) => view.setUint8(at + 46 + 'xl/workboo'.length, 'k'.charCodeAt(0)),
  );
  const whole = rows(CELL);
  const withFormats = (formats: string): Uint8Array =>
    parts({
      'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      [SHEET]: sheet('<row r="1"><c r="A1" s="0"><v>1</v></c></row>'),
    });
  const cases: Record<string, Uint8Array> = {
    'a cell in the far corner': rows('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    'a row of four hundred millions': rows('<row r="400000000"><c r="A400000000"><v>1</v></c></row>'),
    'a far row whose cell says another': rows('<row r="400000000"><c r="A1"><v>1</v></c></row>'),
    'a far cell in a near row': rows('<row r="1"><c r="A999999999"><v>1</v></c></row>'),
    'a far empty cell beside one that is near': rows('<row><c r="A400000000"/><c r="B1"><v>1</v></c></row>'),
    'a row within a far row': rows('<row r="400000000"><row><c r="A1"><v>1</v></c></row></row>'),
    'a far column': rows('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'),
    'a negative row': rows('<row r="-1"><c r="A-1"><v>1</v></c></row>'),
    'a row that is no number': rows('<row r="NaN"><c r="A1"><v>1</v></c></row>'),
    'a row in powers of ten': rows('<row r="1e9"><c r="A1"><v>1</v></c></row>'),
    'a row by an entity': rows('<row r="&#52;00000000"><c r="A1"><v>1</v></c></row>'),
    'a place told twice': rows('<row r="1"><c x:r="A900000000" xmlns:x="u" r="A1"><v>1</v></c></row>'),
    'a far cell by a prefix': rows('<x:row xmlns:x="u" x:r="400000000"><c r="A1"><v>1</v></c></x:row>'),
    'cells without a place': rows('<row><c><v>1</v></c></row>'),
    'wide and long': rows(`${CELL}<row r="59999"><c r="RA59999"><v>1</v></c></row>`),
    'a sheet of another name': parts({
      'xl/otra.xml': sheet('<row r="400000000"><c r="A400000000"><v>1</v></c></row>'),
    }),
    'a dimension of everything': raw(
      `<worksheet xmlns="${MAIN}"><dimension ref="A1:XFD1048576"/><sheetData><row r="9000000"><c r="A9000000"><f>1</f></c></row></sheetData></worksheet>`,
    ),
    'a million attributes in an unclosed cell': raw(
      `<worksheet><sheetData><row r="1"><c ${'a="1" '.repeat(1_000_000)}`,
    ),
    'a million unclosed cells': raw(`<worksheet><sheetData><row r="1">${'<c r="A1" '.repeat(1_000_000)}`),
    'a value that is not closed': raw(`<worksheet><sheetData><row r="${'1'.repeat(3_000_000)}`),
    'a tag of one long name': raw(`<${'a'.repeat(5_000_000)}`),
    'a comment that is not closed': raw(`<worksheet><!--${'-'.repeat(3_000_000)}`),
    'nested a hundred thousand deep': raw('<a>'.repeat(100_000) + '</a>'.repeat(100_000)),
    'billion laughs': raw(
      `<!DOCTYPE x [<!ENTITY a "ha">${many(9, (n) => `<!ENTITY ${String.fromCharCode(97 + n)} "${`&${String.fromCharCode(96 + n)};`.repeat(10)}">`)}]>${sheet(`<row r="1"><c r="A1"><v>&j;</v></c></row>`)}`,
    ),
    'an entity of a file': raw(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheet(CELL)}`),
    'in UTF-16': parts({ [SHEET]: Buffer.from(`\ufeff<!DOCTYPE x>${sheet(CELL)}`, 'utf16le') }),
    'in another encoding': raw(`<?xml version="1.0" encoding="UTF-7"?>${sheet(CELL)}`),
    'null bytes': raw(sheet(CELL).replaceAll('<c', '\0<c')),
    'a cell of a million characters': rows(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(1_000_000)}</t></is></c></row>`,
    ),
    'one long text in every cell': parts({
      'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
      [SHEET]: sheet(many(20_000, (r) => `<row r="${r}"><c r="A${r}" t="s"><v>0</v></c></row>`)),
    }),
    'a tag of three million spaces': rows(`<row${' '.repeat(3_000_000)} r="1"><c r="A1"><v>1</v></c></row>`),
    'an end of three million spaces': rows(`<row r="1"><c r="A1"><v>1</v></c></row${' '.repeat(3_000_000)}>`),
    'an attribute of three million characters': rows(`<row r="1" a="${'x'.repeat(3_000_000)}"/>`),
    'three million spaces between tags': rows(`${' '.repeat(3_000_000)}${CELL}`),
    'three million spaces after the end': raw(`${sheet(CELL)}${' '.repeat(3_000_000)}`),
    'a long text in pieces between comments': rows(
      `<row r="1"><c r="A1" t="inlineStr"><is><x>${`${'x'.repeat(60_000)}<!---->`.repeat(500)}</x></is></c></row>`,
    ),
    'a long CDATA': rows(`<![CDATA[${']'.repeat(3_000_000)}]]>${CELL}`),
    'a number format of two hundred thousand brackets': withFormats(
      `<numFmt numFmtId="165" formatCode="${'['.repeat(200_000)}"/>`,
    ),
    'a number format of brackets that look like entities': withFormats(
      `<numFmt numFmtId="165" formatCode="${'&[[[[[[[[[;'.repeat(200)}"/>`,
    ),
    'a hundred thousand number formats': withFormats(
      many(100_000, (n) => `<numFmt numFmtId="${n + 164}" formatCode="${'['.repeat(250)}"/>`),
    ),
    'a day that does not exist': rows('<row r="1"><c r="A1" t="d"><v>2026-02-30</v></c></row>'),
    'four hundred thousand rows': rows(many(400_000, (r) => `<row r="${r}"><c r="A${r}"><v>${r}</v></c></row>`)),
    'thousands of sheets': parts({
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${many(5_000, (n) => `<sheet name="H${n}" sheetId="${n}" r:id="rId1"/>`)}</sheets></workbook>`,
    }),
    'a hundred sheets of one part': parts({
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${many(100, (n) => `<sheet name="H${n}" sheetId="${n}" r:id="rId1"/>`)}</sheets></workbook>`,
      [SHEET]: sheet(many(60_000, (r) => `<row r="${r}"><c r="P${r}"><v>1</v></c></row>`)),
    }),
    'a bomb': zipSync({ 'xl/workbook.xml': new Uint8Array(70_000_000) }),
    'a bomb within an archive': nested,
    'a directory that lies': lied,
    'an encrypted entry': encrypted,
    'an entry beyond the end': far,
    'a size of another directory': huge,
    'two entries of one name': twice,
    'cut in the middle': whole.slice(0, whole.length / 2),
    'cut at the end': whole.slice(0, -5),
    'a line of CSV': strToU8(`REFERENCIA,${'1,'.repeat(2_500_000)}`),
    'null bytes alone': new Uint8Array(1_000_000),
    nothing: new Uint8Array(),
    'an old Excel file': Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...new Array<number>(2_000).fill(0)]),
  };
  return Object.entries(cases).map(([what, bytes]) => ({ what, bytes }));
}

const u32 = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
export function hostilePictures(): HostileFile[] {
  const filled = new Uint8Array(4_000_000).fill(0xff);
  filled.set([0xff, 0xd8, 0xff]);
  const segments = new Uint8Array(4_000_000);
  segments.set([0xff, 0xd8]);
  for (let at = 2; at + 4 < segments.length; at += 4) segments.set([0xff, 0xe1, 0, 2], at);
  const cases: Record<string, Uint8Array> = {
    'of four thousand million pixels a side': png(0xffffffff, 0xffffffff),
    'without a width': png(0, 100),
    'cut in its head': png(10, 10).slice(0, 20),
    'cut in the midst': png(10, 10).slice(0, 40),
    'a PNG of chunks without a picture': Uint8Array.from([...pngHead(10, 10), ...new Uint8Array(4_000_000)]),
    'a JPEG of a head and what is almost its end': Uint8Array.from([
      ...jpegHead(9, 9),
      ...[0xff, 0xda],
      ...new Uint8Array(4_000_000).fill(0xd9),
    ]),
    'a JPEG of 65,535 by 65,535': Uint8Array.from([
      0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 255, 255, 255, 255, 1, 1, 0x11, 0,
    ]),
    'a JPEG of filling alone': filled,
    'a JPEG of a million segments': segments,
    'a JPEG that is cut': Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]),
    'an SVG with a script': strToU8('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'a GIF': strToU8('GIF89a'),
    'a page': strToU8('<html><script>alert(1)</script>'),
    nothing: new Uint8Array(),
  };
  return Object.entries(cases).map(([what, bytes]) => ({ what, bytes }));
}

export function hostilePdfs(): HostileFile[] {
  return [
    { what: 'a page', bytes: strToU8('<html>%PDF-1.7') },
    { what: 'cut off', bytes: strToU8(`%PDF-1.7${'%%EO '.repeat(500_000)}`) },
    { what: 'a program', bytes: strToU8(`MZ${'\0'.repeat(1000)}`) },
    { what: 'nothing', bytes: new Uint8Array() },
    { what: 'null bytes', bytes: new Uint8Array(1_000_000) },
  ];
}

/* Certificates: DER. */

const node = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const length = body.length < 0x80 ? [body.length] : [0x84, ...u32(body.length)];
  return Buffer.concat([Uint8Array.from([tag, ...length]), body]);
};
const OIDS = {
  pbes2: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 13],
  pbkdf2: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 12],
  scrypt: [0x2b, 6, 1, 4, 1, 0xda, 0x47, 4, 11],
  aes256: [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 1, 42],
} as const;
const oid = (name: keyof typeof OIDS): Buffer => node(0x06, Uint8Array.from(OIDS[name]));
const integer = (...bytes: number[]): Buffer => node(0x02, Uint8Array.from(bytes));

/** A PKCS#8 key under a password, whose key derivation is as told. */
const keyWith = (kdf: Buffer, ...values: Buffer[]): Buffer =>
  node(
    0x30,
    node(
      0x30,
      oid('pbes2'),
      node(0x30, node(0x30, kdf, node(0x30, ...values)), node(0x30, oid('aes256'), node(0x04, new Uint8Array(16)))),
    ),
    node(0x04, new Uint8Array(1_024)),
  );

const salt = node(0x04, new Uint8Array(8));

export const hostileKeys = (): HostileFile[] => [
  { what: 'a thousand million rounds', bytes: keyWith(oid('pbkdf2'), salt, integer(0x3b, 0x9a, 0xca, 0)) },
  {
    what: 'more rounds than numbers have',
    bytes: keyWith(oid('pbkdf2'), salt, integer(...new Array<number>(200).fill(0x7f))),
  },
  { what: 'no rounds', bytes: keyWith(oid('pbkdf2'), salt) },
  {
    what: 'scrypt with a million of memory',
    bytes: keyWith(oid('scrypt'), salt, integer(0x40, 0, 0), integer(0x40, 0), integer(1)),
  },
  {
    what: 'nested',
    bytes: Array.from({ length: 2_000 }).reduce<Buffer>((inner) => node(0x30, inner), Buffer.alloc(0)),
  },
  { what: 'a length beyond the end', bytes: Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]) },
  { what: 'null bytes', bytes: new Uint8Array(20_000) },
];

export function hostileXml(): HostileFile[] {
  const cases: Record<string, string | Uint8Array> = {
    'ten megabytes deep': '<a>'.repeat(3_000_000),
    'closed as deep': '<a>'.repeat(1_000_000) + '</a>'.repeat(1_000_000),
    'two million elements': `<a>${'<b/>'.repeat(2_000_000)}</a>`,
    'a million attributes': `<a ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
    'an unclosed attribute': `<a b="${'x'.repeat(5_000_000)}`,
    'a million unclosed tags': '<a '.repeat(1_000_000),
    laughs: `<!DOCTYPE a [<!ENTITY x "${'ha'.repeat(1_000)}">]><a>&x;</a>`,
    'laughs in UTF-16': Buffer.from('\ufeff<!DOCTYPE a [<!ENTITY x "ha">]><a b="&x;"/>', 'utf16le'),
    'a far file': '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    'null bytes': new Uint8Array(1_000_000),
    nothing: '',
  };
  return Object.entries(cases).map(([what, bytes]) => ({ what, bytes: text(bytes) }));
}

/** Files of chance: bytes, pieces of XML within a book, and files that are well but for some bytes. */
export function randomFiles(whole: readonly Uint8Array[]): fc.Arbitrary<HostileFile> {
  const piece = fc.constantFrom(
    ...[
      '<row r="',
      '<c r="',
      'A1"',
      '">',
      '<v>',
      '</v>',
      '</c>',
      '</row>',
      '<f>',
      '&',
      '"',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?xml',
      '?>',
      '999999999',
      ' t="d"',
      ' t="s"',
      '\0',
      'é',
      '<is><t>',
    ],
  );
  const changed = fc
    .tuple(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 30 }),
      fc.nat(),
    )
    .map(([bytes, changes, cut]) => {
      const copy = Uint8Array.from(bytes);
      for (const [at, value] of changes) copy[at % copy.length] = value;
      return cut % 4 === 0 ? copy.slice(0, cut % copy.length) : copy;
    });
  return fc.oneof(
    fc.uint8Array({ maxLength: 5_000 }).map((bytes) => ({ what: 'bytes', bytes })),
    changed.map((bytes) => ({ what: 'a changed file', bytes })),
    fc.array(piece, { maxLength: 60 }).map((pieces) => ({
      what: 'a book of pieces',
      bytes: zipSync({
        'xl/workbook.xml': text('<workbook><sheets><sheet name="Hoja" sheetId="1" r:id="rId1"/></sheets></workbook>'),
        'xl/_rels/workbook.xml.rels': text(
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
        [SHEET]: text(sheet(pieces.join(''))),
      }),
    })),
  );
}
