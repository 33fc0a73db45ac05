/** The tax authority's published workbook of catalogues (catCFDI), as what the installation keeps of it. */
import readSheets from 'read-excel-file/node';
import { isFecha } from '#core/fecha.ts';
import { Obstacle } from '#platform/server/obstacles.ts';
import {
  type LoadedKey,
  OFFICIAL,
  OFFICIAL_CATALOGUES,
  type OfficialCatalogue,
} from '#platform/server/official-keys.ts';

type Cell = unknown;

const textOf = (cell: Cell): string => (cell === null || cell === undefined ? '' : String(cell)).trim();

/** A day, of a cell of dates or of '31/12/2021', as some rows have it. */
function dayOf(cell: Cell): string | null {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(textOf(cell)) ?? [];
  const fecha = `${year}-${month}-${day}`;
  return isFecha(fecha) ? fecha : null;
}

/** Of the heading of a column, written in several ways. */
const plain = (cell: Cell): string =>
  textOf(cell)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z_]/g, '');

/**
 * The keys of one sheet: below the row that begins with the catalogue's name, and the rows that go on with its heading, whose first
 * cell is empty ('Física', 'Moral'), down to the first row without a key.
 * @throws Obstacle where no row does, or there are no keys
 */
export function keysOfSheet(catalogo: OfficialCatalogue, rows: readonly (readonly Cell[])[]): LoadedKey[] {
  const at = rows.findIndex((row) => headed(catalogo, row));
  const column = Math.max(
    0,
    (rows[at] ?? []).findIndex((cell) => textOf(cell) === catalogo),
  );
  const below = at < 0 ? [] : rows.slice(at + 1);
  const first = below.findIndex((row) => textOf(row[column]) !== '');
  const heads = headsOf(rows.slice(at, at + 1 + Math.max(0, first)));
  const named = heads.findIndex((head, n) => n > column && /^(nombre|descripcion)/.test(head));
  const ends = heads.findIndex((head) => head.startsWith('fecha') && head.includes('fin'));
  const keys: LoadedKey[] = [];
  const { digits } = OFFICIAL[catalogo];
  for (const row of first < 0 ? [] : below.slice(first)) {
    const written = textOf(row[column]);
    if (written === '') break;
    // A key that somebody's program took for a number has lost its zeros.
    const clave = /^\d+$/.test(written) ? written.padStart(digits, '0') : written;
    keys.push({ catalogo, clave, texto: textOf(row[named]), hasta: ends < 0 ? null : dayOf(row[ends]) });
  }
  if (keys.length > 0) return keys;
  throw new Obstacle(`La hoja ${catalogo} no tiene claves como las publica el SAT. Descargue de nuevo su catálogo.`);
}

/** A heading's first cell is the catalogue's name, whatever stands in the titles above; some sheets begin with an empty column. */
const headed = (catalogo: OfficialCatalogue, row: readonly Cell[]): boolean =>
  row.map(textOf).find((cell) => cell !== '') === catalogo && row.filter((cell) => textOf(cell) !== '').length > 1;

/** What the columns are called, over all rows of the heading. */
function headsOf(rows: readonly (readonly Cell[])[]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, n) => rows.map((row) => plain(row[n])).join(''));
}

/** The sheets of a catalogue: its own name, or that and a part's: 'c_ClaveProdServ_Parte_2', 'c_ClaveProdServ (2)'. */
const sheetsOf = (catalogo: OfficialCatalogue, names: readonly string[]): string[] =>
  names.filter((name) => {
    const rest = name.trim().toLowerCase();
    return rest.startsWith(catalogo.toLowerCase()) && /^($|[\s_(.-]|parte|\d)/.test(rest.slice(catalogo.length));
  });

/** All that the installation keeps, of the file's bytes. */
export async function keysOfWorkbook(bytes: Buffer): Promise<LoadedKey[]> {
  const sheets = await readSheets(bytes).catch(() => {
    throw new Obstacle(
      'El archivo no es un libro .xlsx. Si lo descargó como .xls, ábralo en Excel o LibreOffice y guárdelo como .xlsx.',
    );
  });
  const names = sheets.map(({ sheet }) => sheet);
  const keys: LoadedKey[] = [];
  for (const catalogo of OFFICIAL_CATALOGUES) {
    const own = sheetsOf(catalogo, names);
    if (own.length === 0) {
      throw new Obstacle(`El libro no tiene la hoja ${catalogo}: no es el catálogo del CFDI 4.0 que publica el SAT.`);
    }
    for (const name of own) keys.push(...keysOfSheet(catalogo, sheets.find(({ sheet }) => sheet === name)?.data ?? []));
  }
  const seen = new Set<string>();
  return keys.filter(({ catalogo, clave }) => {
    const key = `${catalogo} ${clave}`;
    return !seen.has(key) && seen.add(key);
  });
}
