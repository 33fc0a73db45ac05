/**
 * The parts of a workbook, as whoever zips them asks for them: the server while its rows are read, the browser at once. Texts
 * are cells of type text, whatever they begin with; no cell is a formula.
 */

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
  /** Lines above the table; the first one is the title. The logo stands before them. */
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
  under: 9,
} as const;

const stylesOf = (indent: number): string =>
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3EFEC"/></patternFill></fill></fills><borders count="2"><border/><border><top style="thin"/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="10"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf fontId="2" applyFont="1" applyAlignment="1"><alignment horizontal="left" indent="${indent}"/></xf><xf numFmtId="49" fontId="1" borderId="1" applyNumberFormat="1" applyFont="1" applyBorder="1"/><xf numFmtId="164" fontId="1" borderId="1" applyNumberFormat="1" applyFont="1" applyBorder="1"/><xf applyAlignment="1"><alignment horizontal="left" indent="${indent}"/></xf></cellXfs></styleSheet>`;

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

/** A PNG, and how wide it is for its height. */
export interface SheetLogo {
  png: Uint8Array;
  width: number;
  height: number;
}

/** The logo in the corner of a sheet, as high as its first two lines, in units of the format; a wide one is lower. */
const LOGO_SIZE = 361_950;
const LOGO_WIDTH_MAX = 3 * LOGO_SIZE;
/** By so many units a heading begins further right. */
const INDENT = 72_390;

function sizeOf({ width, height }: SheetLogo): { cx: number; cy: number } {
  const scale = Math.min(LOGO_SIZE / height, LOGO_WIDTH_MAX / width);
  return { cx: Math.round(width * scale), cy: Math.round(height * scale) };
}

const drawingOf = ({ cx, cy }: { cx: number; cy: number }): string =>
  `${XML}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>38100</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>38100</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="Logotipo" descr="Logotipo de la comunidad"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${OFFICE}" r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`;

/** The logo stands before a heading: on a table alone it would lie over the first cells. */
const hasLogo = ({ heading = [] }: XlsxSheet): boolean => heading.length > 0;

async function* sheetXml({ heading = [], columns, rows, totals }: XlsxSheet, isDrawn: boolean): AsyncGenerator<string> {
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
  yield `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headAt}" topLeftCell="A${headAt + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>${heading
    .map(
      (text, at) =>
        `<row r="${at + 1}">${cell(`A${at + 1}`, text, 'text', at === 0 ? STYLE.title : STYLE.under)}</row>`,
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
  yield `${totals ? line(last + 1, totals(), true) : ''}</sheetData>${filter}${isDrawn ? '<drawing r:id="rId1"/>' : ''}</worksheet>`;
}

const relations = (...each: readonly string[]): string =>
  `${XML}<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`;
const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

const override = (path: string, type: string): string => `<Override PartName="/${path}" ContentType="${type}"/>`;
const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';

/** A part and what it holds, of which a sheet is read while it is written. */
export type XlsxPart = [name: string, chunks: Iterable<string | Uint8Array> | AsyncIterable<string>];

/** The parts that draw the logo: one picture, and for each sheet that it stands on where. */
function logoParts(numbers: readonly number[], logo: SheetLogo): XlsxPart[] {
  if (numbers.length === 0) return [];
  return [
    ['xl/media/image1.png', [logo.png]],
    ...numbers.flatMap((n): XlsxPart[] => [
      [`xl/worksheets/_rels/sheet${n}.xml.rels`, [relations(relation(1, 'drawing', `../drawings/drawing${n}.xml`))]],
      [`xl/drawings/drawing${n}.xml`, [drawingOf(sizeOf(logo))]],
      [`xl/drawings/_rels/drawing${n}.xml.rels`, [relations(relation(1, 'image', '../media/image1.png'))]],
    ]),
  ];
}

/** @param logo for the corner of each sheet that has a heading */
export function workbookParts(sheets: readonly XlsxSheet[], logo: SheetLogo): XlsxPart[] {
  const numbers = sheets.map((_, at) => at + 1);
  const drawn = numbers.filter((n) => sheets.some((sheet, at) => at + 1 === n && hasLogo(sheet)));
  const types = [
    override('xl/workbook.xml', `${TYPES}.sheet.main+xml`),
    override('xl/styles.xml', `${TYPES}.styles+xml`),
    ...numbers.map((n) => override(`xl/worksheets/sheet${n}.xml`, `${TYPES}.worksheet+xml`)),
    ...drawn.map((n) => override(`xl/drawings/drawing${n}.xml`, DRAWING_TYPE)),
  ];
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return [
    [
      '[Content_Types].xml',
      [
        `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${types.join('')}</Types>`,
      ],
    ],
    ['_rels/.rels', [relations(relation(1, 'officeDocument', 'xl/workbook.xml'))]],
    [
      'xl/workbook.xml',
      [`${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`],
    ],
    [
      'xl/_rels/workbook.xml.rels',
      [
        relations(
          ...numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)),
          relation(sheets.length + 1, 'styles', 'styles.xml'),
        ),
      ],
    ],
    ['xl/styles.xml', [stylesOf(Math.ceil(sizeOf(logo).cx / INDENT))]],
    ...logoParts(drawn, logo),
    ...sheets.map((sheet, at): XlsxPart => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet, hasLogo(sheet))]),
  ];
}
