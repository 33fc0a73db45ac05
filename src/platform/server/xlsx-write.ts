/**
 * Workbooks written while their rows are read: nothing but the batch at hand and the compressed bytes is ever in memory.
 * Texts are cells of type text, whatever they begin with; no cell is a formula.
 */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** Of a sheet, its headings included. */
export const XLSX_ROWS_MAX = 1_048_576;

/** A date is 'YYYY-MM-DD', money in pesos; null and '' leave the cell empty. */
export type XlsxValue = string | number | null;

export interface XlsxColumn {
  header: string;
  /** In characters. */
  width: number;
  kind?: 'text' | 'money' | 'date' | 'number';
}

/** A line; one that is `strong` looks like the totals. */
export type XlsxLine = readonly XlsxValue[] | { strong: readonly XlsxValue[] };

export interface XlsxSheet {
  /** At most 31 characters, without : \ / ? * [ ]. */
  name: string;
  /** Lines above the table; the first one is the title. */
  heading?: readonly string[];
  columns: readonly XlsxColumn[];
  rows: AsyncIterable<readonly XlsxLine[]> | Iterable<readonly XlsxLine[]>;
  /** The last line, asked for when all rows are written. */
  totals?: () => readonly XlsxValue[];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Of the cell formats below, in their order. */
const STYLE = {
  plain: 0,
  text: 1,
  money: 2,
  date: 3,
  number: 4,
  head: 5,
  title: 6,
  totalText: 7,
  totalMoney: 8,
} as const;

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3EFEC"/></patternFill></fill></fills><borders count="2"><border/><border><top style="thin"/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="9"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf fontId="2" applyFont="1"/><xf numFmtId="49" fontId="1" borderId="1" applyNumberFormat="1" applyFont="1" applyBorder="1"/><xf numFmtId="164" fontId="1" borderId="1" applyNumberFormat="1" applyFont="1" applyBorder="1"/></cellXfs></styleSheet>`;

/** What no XML 1.0 document may hold. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
/** Excel reads _x000D_ as a character, so the sign that begins it is written in that way itself. */
const ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** What may have to be written otherwise; few texts have any of it. */
const SPECIAL = /[^\t\n\r !#-%'-;=?-^`-~\xa0-\ud7ff\ue000-\ufffd]/;

function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replace(FORBIDDEN, '')
    .replace(ESCAPED, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** 0 → A, 26 → AA. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return (rest < 0 ? '' : columnName(rest)) + String.fromCharCode(65 + (index % 26));
}

const EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

function cell(at: string, value: XlsxValue, kind: XlsxColumn['kind'], style: number): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return `<c r="${at}" s="${style}"><v>${value}</v></c>`;
  if (kind === 'date') {
    const days = (Date.parse(`${value.slice(0, 10)}T00:00:00Z`) - EPOCH) / DAY_MS;
    return Number.isNaN(days) ? '' : `<c r="${at}" s="${style}"><v>${days}</v></c>`;
  }
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

const styleOf = (kind: XlsxColumn['kind'], isTotal: boolean): number => {
  if (isTotal) return kind === 'money' ? STYLE.totalMoney : STYLE.totalText;
  return STYLE[kind ?? 'text'];
};

async function* sheetXml({ heading = [], columns, rows, totals }: XlsxSheet): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index));
  const line = (number: number, values: readonly XlsxValue[], isTotal = false) => {
    let cells = '';
    for (let at = 0; at < columns.length; at += 1) {
      const kind = columns[at]?.kind;
      cells += cell(`${names[at]}${number}`, values[at] ?? null, kind, styleOf(kind, isTotal));
    }
    return `<row r="${number}">${cells}</row>`;
  };
  // An empty line between the heading and the table.
  const headAt = heading.length === 0 ? 1 : heading.length + 2;
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headAt}" topLeftCell="A${headAt + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>${heading
    .map(
      (text, at) =>
        `<row r="${at + 1}">${cell(`A${at + 1}`, text, 'text', at === 0 ? STYLE.title : STYLE.plain)}</row>`,
    )
    .join('')}<row r="${headAt}">${columns
    .map(({ header }, at) => cell(`${names[at]}${headAt}`, header, 'text', STYLE.head))
    .join('')}</row>`;
  let last = headAt;
  for await (const batch of rows) {
    let text = '';
    for (const values of batch) {
      last += 1;
      text += 'strong' in values ? line(last, values.strong, true) : line(last, values);
    }
    yield text;
  }
  const filter = last > headAt ? `<autoFilter ref="A${headAt}:${names.at(-1)}${last}"/>` : '';
  yield `${totals ? line(last + 1, totals(), true) : ''}</sheetData>${filter}</worksheet>`;
}

/** The first day that an archive can tell: the same rows are the same bytes, whenever they are written. */
const NO_TIME = new Date(1980, 0, 1);

/** A part of the archive, deflated in the thread pool; `zip` writes what stands around it. */
async function* part(
  zip: Zip,
  filename: string,
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<undefined> {
  const file: ZipInputFile = { filename, size: 0, crc: 0, compression: 8, mtime: NO_TIME };
  zip.add(file);
  async function* counted() {
    for await (const text of texts) {
      const bytes = Buffer.from(text);
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
  }
  // Half the processor of the usual level, for a twentieth more of bytes.
  const deflated = createDeflateRaw({ level: 3 });
  // A failure of either end destroys the other, and the loop below throws it.
  pipeline(Readable.from(counted()), deflated, () => undefined);
  for await (const chunk of deflated) {
    file.ondata?.(null, chunk as Uint8Array<ArrayBuffer>, false);
    yield;
  }
  file.ondata?.(null, new Uint8Array(0), true);
  yield;
}

function parts(sheets: readonly XlsxSheet[]): [name: string, texts: Iterable<string> | AsyncIterable<string>][] {
  const each = <T>(make: (sheet: XlsxSheet, number: number) => T) => sheets.map((sheet, at) => make(sheet, at + 1));
  return [
    [
      '[Content_Types].xml',
      [
        `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
      ],
    ],
    [
      '_rels/.rels',
      [
        `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    ],
    [
      'xl/workbook.xml',
      [
        `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(({ name }, n) => `<sheet name="${escapeXml(name)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
      ],
    ],
    [
      'xl/_rels/workbook.xml.rels',
      [
        `${XML}<Relationships xmlns="${RELATIONS}">${each((_, n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ],
    ],
    ['xl/styles.xml', [STYLES]],
    ...each((sheet, n): [string, AsyncIterable<string>] => [`xl/worksheets/sheet${n}.xml`, sheetXml(sheet)]),
  ];
}

/** The bytes of a workbook, sheet by sheet, each row read when its turn comes. */
export async function* writeWorkbook(sheets: readonly XlsxSheet[]): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    if (chunk?.length) ready.push(chunk);
  });
  for (const [name, texts] of parts(sheets)) {
    for await (const _ of part(zip, name, texts)) {
      if (failure) throw failure;
      const chunks = ready;
      ready = [];
      yield* chunks;
    }
  }
  zip.end();
  if (failure) throw failure;
  yield* ready;
}
