/**
 * The tax authority's published workbook of catalogues (catCFDI), as what the installation keeps of it. Read in a thread
 * (`file-threads.ts`), as every book is.
 */
import { isFecha } from '#core/fecha.ts';
import { type Cell, dayOfCell } from '#core/workbook-cell.ts';
import { Refusal } from '#platform/server/errors.ts';
import {
  type LoadedKey,
  OFFICIAL,
  OFFICIAL_CATALOGUES,
  type OfficialCatalogue,
} from '#platform/server/official-keys.ts';
import { readWorkbook, type Sheet } from '#platform/server/xlsx.ts';

const TEXT_MAX = 1_000;

/** How the authority writes its keys. What stands above them, or below, is none. */
const SHAPE: Readonly<Record<OfficialCatalogue, RegExp>> = {
  c_ClaveProdServ: /^\d{8}$/,
  c_ClaveUnidad: /^[A-Z0-9]{2,3}$/,
  c_FormaPago: /^\d{2}$/,
  c_UsoCFDI: /^[A-Z]{1,2}\d{2}$/,
  c_RegimenFiscal: /^\d{3}$/,
};

const textOf = (cell: Cell | undefined): string => String(cell ?? '').trim();

const AGAIN = 'Descargue de nuevo el catálogo del SAT';

/** A day, of a cell of dates or of '31/12/2021', as some rows have it; null for an empty cell, undefined for what is no day. */
function dayOf(cell: Cell | undefined): string | null | undefined {
  if (textOf(cell) === '') return null;
  if (cell instanceof Date) {
    const day = dayOfCell(cell);
    return isFecha(day) ? day : undefined;
  }
  const [, day, month, year] = /^(\d{2})[/-](\d{2})[/-](\d{4})$/.exec(textOf(cell)) ?? [];
  const fecha = year === undefined ? textOf(cell) : `${year}-${month}-${day}`;
  return isFecha(fecha) ? fecha : undefined;
}

/** Of the heading of a column, written in several ways. */
const plain = (cell: Cell): string =>
  textOf(cell)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z_]/g, '');

/** Of a text from outside, what the database takes. */
const kept = (cell: Cell | undefined): string =>
  textOf(cell)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, TEXT_MAX)
    .toWellFormed();

/**
 * The keys of one sheet, below the row that begins with the catalogue's name: titles stand above that, further headings below
 * it, and nothing else among the keys.
 * @throws Refusal that names sheet and row
 */
export function keysOfSheet(catalogo: OfficialCatalogue, { name, rows }: Pick<Sheet, 'name' | 'rows'>): LoadedKey[] {
  const at = rows.findIndex(([first]) => textOf(first) === catalogo);
  const heads = (rows[at] ?? []).map(plain);
  const named = heads.findIndex((head, n) => n > 0 && (head === 'nombre' || head === 'descripcion'));
  const ends = heads.findIndex((head) => head.startsWith('fecha') && head.includes('fin'));
  const keys: LoadedKey[] = [];
  const { digits } = OFFICIAL[catalogo];
  let stranger: { line: number; written: string } | undefined;
  for (const [n, row] of at < 0 ? [] : rows.slice(at + 1).entries()) {
    const written = textOf(row[0]);
    if (written === '') continue;
    const line = at + n + 2;
    // A key that somebody's program took for a number has lost its zeros.
    const clave = /^\d+$/.test(written) ? written.padStart(digits, '0') : written;
    if (!SHAPE[catalogo].test(clave)) {
      if (keys.length > 0) stranger ??= { line, written: written.slice(0, 40) };
      continue;
    }
    if (stranger) {
      throw new Refusal(
        `En la hoja ${name}, fila ${stranger.line}, «${stranger.written}» no es una clave del SAT y le siguen otras. ${AGAIN}`,
      );
    }
    const hasta = ends < 0 ? null : dayOf(row[ends]);
    if (hasta === undefined) {
      throw new Refusal(`En la hoja ${name}, fila ${line}, el fin de vigencia no es una fecha que exista. ${AGAIN}`);
    }
    keys.push({ catalogo, clave, texto: kept(row[named]), hasta });
  }
  if (keys.length > 0) return keys;
  throw new Refusal(`La hoja ${name} no tiene claves como las publica el SAT. ${AGAIN}`);
}

/** The sheets of a catalogue: of its name, or parts that it is split into, as c_CodigoPostal_Parte_1 and C_Colonia_1 are. */
const isSheetOf = (catalogo: OfficialCatalogue, sheet: string): boolean =>
  new RegExp(`^${catalogo}(_(Parte_?)?\\d{1,3})?$`, 'i').test(sheet.trim());

/**
 * All that the installation keeps, of the file's bytes.
 * @throws Refusal in Spanish
 */
export async function keysOfWorkbook(bytes: Uint8Array): Promise<LoadedKey[]> {
  const isKept = (sheet: string) => OFFICIAL_CATALOGUES.some((catalogo) => isSheetOf(catalogo, sheet));
  const sheets = await readWorkbook(bytes, isKept);
  const keys = new Map<string, LoadedKey>();
  for (const catalogo of OFFICIAL_CATALOGUES) {
    const parts = sheets.filter(({ name }) => isSheetOf(catalogo, name));
    if (parts.length === 0) {
      throw new Refusal(`El libro no tiene la hoja ${catalogo}: no es el catálogo del CFDI 4.0 que publica el SAT`);
    }
    for (const key of parts.flatMap((part) => keysOfSheet(catalogo, part))) {
      const name = `${catalogo} ${key.clave}`;
      if (!keys.has(name)) keys.set(name, key);
    }
  }
  return [...keys.values()];
}
