/** The tax authority's published workbook of catalogues (catCFDI), as what the installation keeps of it. */
import { readSheet } from 'read-excel-file/node';
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
 * The keys of one sheet: below the row that begins with the catalogue's name, down to the first without a key.
 * @throws Obstacle where no row does, or there are no keys
 */
export function keysOfSheet(catalogo: OfficialCatalogue, rows: readonly (readonly Cell[])[]): LoadedKey[] {
  const at = rows.findIndex(([first]) => textOf(first) === catalogo);
  const heads = (rows[at] ?? []).map(plain);
  const named = heads.findIndex((head, n) => n > 0 && (head === 'nombre' || head === 'descripcion'));
  const ends = heads.findIndex((head) => head.startsWith('fecha') && head.includes('fin'));
  const keys: LoadedKey[] = [];
  const { digits } = OFFICIAL[catalogo];
  for (const row of at < 0 ? [] : rows.slice(at + 1)) {
    const written = textOf(row[0]);
    if (written === '') break;
    // A key that somebody's program took for a number has lost its zeros.
    const clave = /^\d+$/.test(written) ? written.padStart(digits, '0') : written;
    keys.push({ catalogo, clave, texto: textOf(row[named]), hasta: ends < 0 ? null : dayOf(row[ends]) });
  }
  if (keys.length > 0) return keys;
  throw new Obstacle(`La hoja ${catalogo} no tiene claves como las publica el SAT. Descargue de nuevo su catálogo.`);
}

/** All that the installation keeps, of the file's bytes. */
export async function keysOfWorkbook(bytes: Buffer): Promise<LoadedKey[]> {
  const keys: LoadedKey[] = [];
  for (const catalogo of OFFICIAL_CATALOGUES) {
    const rows = await readSheet(bytes, catalogo).catch((error: unknown) => {
      throw new Obstacle(
        error instanceof Error && error.name === 'SheetNotFoundError'
          ? `El libro no tiene la hoja ${catalogo}: no es el catálogo del CFDI 4.0 que publica el SAT.`
          : 'El archivo no es un libro .xlsx. Si lo descargó como .xls, ábralo en Excel o LibreOffice y guárdelo como .xlsx.',
      );
    });
    keys.push(...keysOfSheet(catalogo, rows));
  }
  const seen = new Set<string>();
  return keys.filter(({ catalogo, clave }) => {
    const key = `${catalogo} ${clave}`;
    return !seen.has(key) && seen.add(key);
  });
}
