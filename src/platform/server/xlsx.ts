/**
 * Workbooks that people upload. They come from outside, so nothing of one is believed: what it would unpack to, how its parts
 * are nested and where its cells stand is bounded before the library reads it; documents with a DTD are refused, and cells with
 * formulas are told, not computed. Read in a thread (`file-threads.ts`), never beside requests.
 */
import { crc32 } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { isFecha } from '#core/fecha.ts';
import type { Cell } from '#core/workbook-cell.ts';
import { Refusal } from './errors.ts';
import { scanXml, type XmlLimits, XmlRefused } from './xml-scan.ts';

export type { Cell };

export interface Sheet {
  name: string;
  /** Rows from the first line on, the header included. */
  rows: Cell[][];
  /** Addresses such as 'B7' of cells that hold a formula. */
  formulas: string[];
}

/* No book of people comes near these; each is told by its name where one is met. */
const ENTRIES_MAX = 500;
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;
const SHEETS_MAX = 100;
export const ROWS_MAX = 60_000;
const COLUMNS_MAX = 500;
/** Rows by columns, of all sheets together: the library fills every row up to the last column. */
const AREA_MAX = 1_000_000;
const CELL_CHARACTERS_MAX = 32_767;
/** Of all cells together, as they are read: a text that is kept once may stand in every cell. */
const CHARACTERS_MAX = 20_000_000;
/** Each character may be written in up to ten bytes, as an entity. */
const CELL_BYTES_MAX = CELL_CHARACTERS_MAX * 10;
const XML_LIMITS: XmlLimits = { depth: 64, nodes: 8_000_000, attributes: 200, token: CELL_BYTES_MAX };
/** Excel takes formats of 255 characters and some 250 of them. The library's expressions on one are of its length squared. */
const FORMAT_CHARACTERS_MAX = 255;
const FORMATS_MAX = 1_000;
const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);/gi;

const refused = (what: string, remedy: string): Refusal => new Refusal(`${what}. ${remedy}`);
const notAWorkbook = (): Refusal =>
  refused(
    'El archivo no es un libro de Excel (.xlsx) válido',
    'Ábralo en Excel, guárdelo como .xlsx e intente de nuevo',
  );
const tooLarge = (): Refusal =>
  refused('El libro es demasiado grande al descomprimirlo', 'Divídalo en libros más pequeños');

const damaged = (): Refusal =>
  refused(
    'El libro está dañado: su contenido no es el que se guardó',
    'Descárguelo o cópielo de nuevo e intente otra vez',
  );

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const UTF8_NAME = 0x0800;
const STORED = 0;
const DEFLATED = 8;

/** What the archive's directory says of an entry: fflate inflates to that size at most. */
interface Packed {
  checksum: number;
  size: number;
}

/** Looks over the archive's directory: every entry is one that plain workbooks have. */
function directoryOf(bytes: Uint8Array): Map<string, Packed> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const searchFrom = Math.max(0, bytes.length - 22 - 65_535);
  while (end >= searchFrom && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  if (bytes.length < 22 || end < searchFrom) throw notAWorkbook();
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  // 65,535 entries or an offset of all ones stand for a directory elsewhere, which is of archives beyond 4 GiB.
  if (entries > ENTRIES_MAX || at === 0xffffffff) throw tooLarge();
  const directory = new Map<string, Packed>();
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL_HEADER) throw notAWorkbook();
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const packed = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    if ((flags & 1) !== 0) {
      throw refused('El libro está protegido con contraseña', 'Quítesela en Excel, guárdelo e intente de nuevo');
    }
    // Sizes of 4 GiB and more, which stand elsewhere, are of no workbook.
    if (packed === 0xffffffff || local === 0xffffffff) throw tooLarge();
    if ((method !== STORED && method !== DEFLATED) || local + 30 > bytes.length) throw notAWorkbook();
    if (view.getUint32(local, true) !== LOCAL_HEADER) throw notAWorkbook();
    const name = Buffer.from(bytes.subarray(at + 46, at + 46 + nameLength)).toString(
      flags & UTF8_NAME ? 'utf8' : 'latin1',
    );
    if (directory.has(name)) throw notAWorkbook();
    directory.set(name, {
      checksum: view.getUint32(at + 16, true),
      size: method === STORED ? packed : view.getUint32(at + 24, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return directory;
}

/** Unpacks entries, together of bounded size, each as its checksum says. */
function unpack(
  bytes: Uint8Array,
  directory: ReadonlyMap<string, Packed>,
  wanted: (name: string) => boolean,
): Record<string, Uint8Array> {
  let unpacked = 0;
  for (const [name, { size }] of directory) if (wanted(name)) unpacked += size;
  if (unpacked > UNPACKED_BYTES_MAX) throw tooLarge();
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(bytes, { filter: ({ name }) => READ.test(name) && wanted(name) });
  } catch {
    throw notAWorkbook();
  }
  // A digit that a bad disk or line has turned is another amount.
  if (Object.entries(parts).some(([name, content]) => crc32(content) !== directory.get(name)?.checksum)) {
    throw damaged();
  }
  return parts;
}

/** 'B7' as its column and row, from 1; undefined for anything else. */
function addressOf(text: string | undefined): { column: number; row: number } | undefined {
  const [, letters = '', row] = /^([A-Z]{1,3})([1-9]\d{0,9})$/.exec(text ?? '') ?? [];
  if (row === undefined) return undefined;
  return { column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0), row: Number(row) };
}

const COPY = 'Copie los datos a un libro nuevo e intente de nuevo';
const COPY_VALUES = 'Copie los datos, solo sus valores, a un libro nuevo e intente de nuevo';
const CUT = 'Borre las que sobran, o copie los datos a un libro nuevo, e intente de nuevo';

interface PartFacts {
  formulas: string[];
  /** Rows by columns, as far as there are values. */
  area: number;
  /**
   * Without comments and instructions, and without rows beyond the last that is read, where they hold nothing: some programs
   * end every sheet with them.
   */
  content: Uint8Array;
  sheets: { name: string; relation: string }[];
  targets: [id: string, target: string][];
}

/** Bytes that pieces are cut out of as they are looked over, in place: any number of pieces costs no memory. */
class Cut {
  readonly #bytes: Uint8Array;
  #kept = 0;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Keeps what comes before, and tells where it ends. */
  keep(to: number): number {
    if (this.#kept !== this.#at) this.#bytes.copyWithin(this.#kept, this.#at, to);
    this.#kept += to - this.#at;
    this.#at = to;
    return this.#kept;
  }

  /** Leaves out what is from here, as `keep` told it, to there. */
  drop(kept: number, to: number): void {
    this.#kept = kept;
    this.#at = to;
  }

  rest(): Uint8Array {
    return this.#bytes.subarray(0, this.keep(this.#bytes.length));
  }
}

/** How far the cells of a sheet reach. */
class Extent {
  rows = 0;
  columns = 0;

  /** @throws Refusal */
  reach(row: number, column: number): void {
    if (row > ROWS_MAX) {
      throw refused(`El libro llega hasta la fila ${row} y se leen ${ROWS_MAX} por hoja`, CUT);
    }
    if (column > COLUMNS_MAX) {
      throw refused(`El libro tiene más de ${COLUMNS_MAX} columnas en una hoja`, CUT);
    }
    this.rows = Math.max(this.rows, row);
    this.columns = Math.max(this.columns, column);
  }
}

/**
 * What no calendar has, or is told for another place, would be moved to another day by whoever reads it.
 * @throws Refusal
 */
function checkDate(address: string, date: string): void {
  const [, day = '', moved] = ISO_DATE.exec(date) ?? [];
  if (!isFecha(day)) {
    throw refused(`La celda ${address} tiene una fecha que no existe`, 'Corríjala e intente de nuevo');
  }
  if (moved) throw refused(`La celda ${address} tiene una fecha con zona horaria`, 'Escriba sólo el día');
}

/**
 * Looks over a part of the book, and cuts out of its bytes what says nothing. What stands in it decides, not what it is called:
 * a sheet may have any name.
 * @throws Refusal, naming the limit that it goes beyond
 */
function scanPart(xml: Uint8Array): PartFacts {
  const facts: PartFacts = { formulas: [], area: 0, content: xml, sheets: [], targets: [] };
  const cut = new Cut(xml);
  let formats = 0;
  let inSheet = false;
  let line: { number: number; kept: number; holds: boolean } | undefined;
  const extent = new Extent();
  let cell: { address: string; row: number; column: number; isDate: boolean } | undefined;
  let within: 'v' | 'text' | undefined;
  let date = '';
  let characters = 0;
  scanXml(xml, XML_LIMITS, {
    open(name, attribute, from) {
      if (name === 'sheet') facts.sheets.push({ name: attribute('name') ?? '', relation: attribute('id') ?? '' });
      else if (name === 'Relationship') facts.targets.push([attribute('Id') ?? '', attribute('Target') ?? '']);
      else if (name === 'sheetData') inSheet = true;
      else if (name === 'si' || name === 'c') characters = 0;
      else if (name === 't') within = 'text';
      else if (name === 'numFmt') {
        formats += 1;
        const code = attribute('formatCode') ?? '';
        if (formats > FORMATS_MAX || code.replaceAll(ENTITY, '.').length > FORMAT_CHARACTERS_MAX) {
          throw refused('El libro tiene un formato de número demasiado largo, o demasiados', COPY_VALUES);
        }
      }
      if (!inSheet) return;
      if ((name === 'row' && line) || (name === 'c' && cell)) throw notAWorkbook();
      if (name === 'row') {
        const number = attribute('r');
        if (number !== undefined && !/^[1-9]\d{0,9}$/.test(number)) throw notAWorkbook();
        line = { number: Number(number ?? 0), kept: cut.keep(from), holds: false };
      } else if (name === 'c') {
        const text = attribute('r');
        const address = addressOf(text);
        if (!address || text === undefined) throw notAWorkbook();
        // A row without a number has that of its cells, be they empty.
        if (line) line.number = Math.max(line.number, address.row);
        cell = { address: text, ...address, isDate: attribute('t') === 'd' };
      } else if (cell && (name === 'v' || name === 'is' || name === 'f')) {
        extent.reach(Math.max(cell.row, line?.number ?? 0), cell.column);
        if (line) line.holds = true;
        if (name === 'f') facts.formulas.push(cell.address);
        if (name === 'v') within = 'v';
        date = '';
      }
    },
    text(bytes) {
      if (!within) return;
      characters += bytes.length;
      if (characters > CELL_BYTES_MAX) {
        throw refused(
          `Una celda del libro tiene más de ${CELL_CHARACTERS_MAX} caracteres`,
          'Acórtela e intente de nuevo',
        );
      }
      if (cell?.isDate && within === 'v') date += bytes.toString('latin1');
    },
    close(name, to) {
      if (name === 't' || name === 'v') within = undefined;
      if (name === 'v' && cell?.isDate && date.trim() !== '') checkDate(cell.address, date.trim());
      if (name === 'c') cell = undefined;
      if (name === 'row' && line) {
        if (!line.holds && line.number > ROWS_MAX) cut.drop(line.kept, to);
        line = undefined;
      }
    },
    leaveOut: (from, to) => cut.drop(cut.keep(from), to),
  });
  return { ...facts, area: extent.rows * extent.columns, content: cut.rest() };
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** A day, what comes after it, and there the difference to universal time. */
const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:T[\d:.,]{0,20}(Z|[+-][\d:]{1,6})?)?$/i;

/** What the library may see: no copies of other books' cells, and nothing of other programs. */
const READ = /^xl\/(?!externalLinks\/|pivot).*\.(xml|rels)$/;

const BOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
/** In the place of a sheet that is not read. */
const EMPTY_SHEET = Buffer.from(
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>',
);

/** Each part, looked over, and without what says nothing. */
function scanParts(parts: Record<string, Uint8Array>): Map<string, PartFacts> {
  try {
    return new Map(Object.entries(parts).map(([name, content]) => [name, scanPart(content)]));
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    if (!error.excessive) throw notAWorkbook();
    throw refused('El libro tiene demasiados elementos, demasiado largos, o unos dentro de otros', COPY);
  }
}

/** The sheets with the parts that hold them: names stand in the workbook, paths in its relations. */
function sheetsOf(facts: ReadonlyMap<string, PartFacts>): { name: string; path: string }[] {
  const targets = new Map(facts.get(RELATIONS)?.targets);
  return (facts.get(BOOK)?.sheets ?? []).map(({ name, relation }) => {
    const target = targets.get(relation) ?? '';
    return { name: unescapeXml(name), path: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
  });
}

/** Every part of the book that is read, unpacked and looked over; a sheet that is not wanted is neither, and stands there empty. */
function openBook(
  bytes: Uint8Array,
  wanted: (sheet: string) => boolean,
): { parts: Record<string, Uint8Array>; facts: Map<string, PartFacts> } {
  const directory = directoryOf(bytes);
  if (!directory.has(BOOK)) throw notAWorkbook();
  const heads = scanParts(unpack(bytes, directory, (name) => name === BOOK || name === RELATIONS));
  const leftOut = new Set(
    sheetsOf(heads)
      .filter(({ name, path }) => !wanted(name) && path !== BOOK && path !== RELATIONS)
      .map(({ path }) => path),
  );
  const parts = unpack(bytes, directory, (name) => !leftOut.has(name));
  for (const path of leftOut) if (directory.has(path)) parts[path] = EMPTY_SHEET;
  const facts = scanParts(parts);
  for (const [name, { content }] of facts) parts[name] = content;
  const area = [...facts.values()].reduce((sum, part) => sum + part.area, 0);
  if (area > AREA_MAX) {
    throw refused(`El libro abarca ${area} celdas, filas por columnas, y se leen ${AREA_MAX}`, CUT);
  }
  return { parts, facts };
}

function checkCharacters(sheets: readonly Sheet[]): void {
  let characters = 0;
  for (const { rows } of sheets) {
    for (const row of rows) {
      for (const cell of row) {
        if (typeof cell !== 'string') continue;
        characters += cell.length;
        if (cell.length > CELL_CHARACTERS_MAX || characters > CHARACTERS_MAX) {
          throw refused('El libro tiene demasiado texto', 'Divídalo en libros más pequeños');
        }
      }
    }
  }
}

/**
 * The sheets of a workbook; of those that are wanted, where that is told.
 * @throws Refusal in Spanish for anything that is not a plain .xlsx of bounded size
 */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted: (sheet: string) => boolean = () => true,
): Promise<Sheet[]> {
  const { parts, facts } = openBook(bytes, wanted);
  const named = sheetsOf(facts);
  if (named.length > SHEETS_MAX) {
    throw refused(`El libro tiene más de ${SHEETS_MAX} hojas`, 'Divídalo en libros más pequeños');
  }
  // One part that is read for each of many sheets would be as many times as large as it was when it was looked over.
  if (new Set(named.map(({ path }) => path)).size < named.length) throw notAWorkbook();
  const formulas = new Map(named.map(({ name, path }) => [name, facts.get(path)?.formulas ?? []]));
  let sheets: Sheet[];
  try {
    // Packed anew: the library sees just what was looked over, and starts no threads of its own to unpack it.
    const read = await readSheets(new Blob([zipSync(parts, { level: 0 })]));
    sheets = read
      .filter(({ sheet }) => wanted(sheet))
      .map(({ sheet, data }) => ({ name: sheet, rows: data as Cell[][], formulas: formulas.get(sheet) ?? [] }));
  } catch {
    throw notAWorkbook();
  }
  checkCharacters(sheets);
  return sheets;
}
