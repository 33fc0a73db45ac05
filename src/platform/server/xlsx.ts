/**
 * Workbooks that people upload. They come from outside, so nothing of one is believed: what it would unpack to is bounded
 * before anything is unpacked, documents with a DTD are refused, and cells with formulas are told, not computed.
 */
import { strFromU8, unzipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { Refusal } from './errors.ts';

const ENTRIES_MAX = 500;
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;

export type Cell = string | number | boolean | Date | null;

export interface Sheet {
  name: string;
  /** Rows from the first line on, the header included. */
  rows: Cell[][];
  /** Addresses such as 'B7' of cells that hold a formula. */
  formulas: string[];
}

const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;

const notAWorkbook = (): Refusal =>
  new Refusal(
    'El archivo no es un libro de Excel (.xlsx) válido. Ábralo en Excel, guárdelo como .xlsx e intente de nuevo',
  );
const tooLarge = (): Refusal =>
  new Refusal('El libro es demasiado grande al descomprimirlo. Divídalo en libros más pequeños');

/** What the archive's directory says it unpacks to; fflate inflates each entry to no more than that. */
function checkDirectory(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const searchFrom = Math.max(0, bytes.length - 22 - 65_535);
  while (end >= searchFrom && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  if (bytes.length < 22 || end < searchFrom) throw notAWorkbook();
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (entries > ENTRIES_MAX) throw tooLarge();
  let unpacked = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL_HEADER) throw notAWorkbook();
    unpacked += view.getUint32(at + 24, true);
    if (unpacked > UNPACKED_BYTES_MAX) throw tooLarge();
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

function formulasOf(xml: string): string[] {
  return [...xml.matchAll(/<c\b[^>]*\br="([A-Z]{1,3}\d{1,7})"[^>]*>\s*<f\b/g)].map((match) => match[1] ?? '');
}

/**
 * The sheets of a workbook.
 * @throws Refusal in Spanish for anything that is not a plain .xlsx of bounded size
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  checkDirectory(bytes);
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(bytes, { filter: ({ name }) => /\.(xml|rels)$/.test(name) });
  } catch {
    throw notAWorkbook();
  }
  if (!parts['xl/workbook.xml']) throw notAWorkbook();
  const formulas = new Map<string, string[]>();
  for (const [name, content] of Object.entries(parts)) {
    const xml = strFromU8(content);
    // No workbook program writes a DTD; entities are how XML attacks.
    if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw notAWorkbook();
    if (name.startsWith('xl/worksheets/')) formulas.set(name, formulasOf(xml));
  }
  const paths = sheetPaths(parts);
  try {
    const sheets = await readSheets(new Blob([bytes as Uint8Array<ArrayBuffer>]));
    return sheets.map(({ sheet, data }) => ({
      name: sheet,
      rows: data as Cell[][],
      formulas: formulas.get(paths.get(sheet) ?? '') ?? [],
    }));
  } catch {
    throw notAWorkbook();
  }
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Which part holds which sheet: names stand in the workbook, paths in its relations. */
function sheetPaths(parts: Record<string, Uint8Array>): Map<string, string> {
  const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
  const relations = strFromU8(parts['xl/_rels/workbook.xml.rels'] ?? new Uint8Array());
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const targets = new Map(
    [...relations.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [attribute(tag, 'Id'), attribute(tag, 'Target')]),
  );
  return new Map(
    [...workbook.matchAll(/<sheet\b[^>]*>/g)].map(([tag]) => {
      const target = targets.get(attribute(tag, 'r:id')) ?? '';
      return [unescapeXml(attribute(tag, 'name')), target.startsWith('/') ? target.slice(1) : `xl/${target}`];
    }),
  );
}
