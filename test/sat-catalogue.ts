/** Workbooks laid out as the tax authority publishes its catalogues, of any size. */
import { strToU8, zipSync } from 'fflate';
import { OFFICIAL, type OfficialCatalogue } from '#platform/server/official-keys.ts';

export type SatCell = string | number | { serial: number };
export interface SatSheet {
  name: string;
  rows: SatCell[][];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const column = (n: number) => String.fromCharCode(65 + n);

/** Texts are shared, as Excel writes them; cells of style 1 are dates. */
export function satBook(sheets: readonly SatSheet[]): Uint8Array {
  const texts = new Map<string, number>();
  const cellOf = (cell: SatCell, place: string): string => {
    if (cell === '') return `<c r="${place}"/>`;
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if (typeof cell === 'object') return `<c r="${place}" s="1"><v>${cell.serial}</v></c>`;
    if (!texts.has(cell)) texts.set(cell, texts.size);
    return `<c r="${place}" t="s"><v>${texts.get(cell)}</v></c>`;
  };
  const parts: Record<string, Uint8Array> = {};
  for (const [n, { rows }] of sheets.entries()) {
    const lines = rows.map(
      (row, r) => `<row r="${r + 1}">${row.map((cell, c) => cellOf(cell, `${column(c)}${r + 1}`)).join('')}</row>`,
    );
    parts[`xl/worksheets/sheet${n + 1}.xml`] = strToU8(
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
    );
  }
  const named = sheets.map(({ name }, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`);
  const related = sheets.map(
    (_sheet, n) => `<Relationship Id="rId${n + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  );
  const rest = ['sharedStrings', 'styles'].map(
    (name, n) => `<Relationship Id="rId${sheets.length + n + 1}" Type="${OFFICE}/${name}" Target="${name}.xml"/>`,
  );
  parts['xl/workbook.xml'] = strToU8(
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets></workbook>`,
  );
  parts['xl/_rels/workbook.xml.rels'] = strToU8(
    `${HEAD}<Relationships xmlns="${PACKAGE}">${[...related, ...rest].join('')}</Relationships>`,
  );
  parts['xl/styles.xml'] = strToU8(
    `${HEAD}<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  );
  parts['xl/sharedStrings.xml'] = strToU8(
    `${HEAD}<sst xmlns="${MAIN}">${[...texts.keys()].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  );
  return zipSync(parts, { level: 6 });
}

const letters = (n: number) => `${column(Math.floor(n / 36) % 26)}${n.toString(36).at(-1)?.toUpperCase()}`;

/** The n-th key of a catalogue that was made up. */
const KEYS: Readonly<Record<OfficialCatalogue, (n: number) => string>> = {
  c_ClaveProdServ: (n) => String(10_000_000 + n),
  c_ClaveUnidad: (n) => `${column(Math.floor(n / 936) % 26)}${letters(n % 936)}`,
  c_FormaPago: (n) => String(n + 1).padStart(2, '0'),
  c_UsoCFDI: (n) => `G${String(n + 1).padStart(2, '0')}`,
  c_RegimenFiscal: (n) => String(601 + n),
};

const DATES = ['Fecha inicio de vigencia', 'Fecha fin de vigencia'];
const HEADINGS: Readonly<Record<OfficialCatalogue, readonly (readonly string[])[]>> = {
  c_ClaveProdServ: [
    ['c_ClaveProdServ', 'Descripción', 'Incluir IVA trasladado', 'Incluir IEPS trasladado', 'Complemento', ...DATES],
  ],
  c_ClaveUnidad: [['c_ClaveUnidad', 'Nombre', 'Descripción', 'Nota', 'Símbolo', ...DATES]],
  c_FormaPago: [['c_FormaPago', 'Descripción', 'Bancarizado', 'Número de operación', 'Patrón', ...DATES]],
  c_UsoCFDI: [
    ['c_UsoCFDI', 'Descripción', 'Aplica para tipo persona', '', 'Régimen', ...DATES],
    ['', '', 'Física', 'Moral'],
  ],
  c_RegimenFiscal: [
    ['c_RegimenFiscal', 'Descripción', 'Física', 'Moral', '', ...DATES],
    ['', '', '(según corresponda)'],
  ],
};

/** The place of the last day in a row. */
export const LAST_DAY = 6;
const TITLES: SatCell[][] = [['Catálogo del SAT.'], ['Versión CFDI', 'Versión catálogo'], ['4.0', '2.0'], []];

/** A sheet of so many keys, those given first. */
export function satSheet(
  catalogo: OfficialCatalogue,
  {
    count = OFFICIAL[catalogo].least,
    first = [],
    name = catalogo,
    from = 0,
  }: { count?: number; first?: readonly string[]; name?: string; from?: number } = {},
): SatSheet {
  const made = Array.from({ length: count }, (_, n) => KEYS[catalogo](from + n)).filter((key) => !first.includes(key));
  return {
    name,
    rows: [
      ...TITLES,
      ...HEADINGS[catalogo].map((row) => [...row]),
      ...[...first, ...made].map((key): SatCell[] => [key, `Texto ${key}`, 'Sí', 'No', '', { serial: 44_562 }, '']),
    ],
  };
}
