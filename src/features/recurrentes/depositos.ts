/**
 * The deposits of a bank's workbook: how it is read; pure. What a row cannot be taken for is told with it.
 */
import { type Fecha, isFecha } from '#core/fecha.ts';
import { type Centavos, centavosOfReckoned } from '#core/money.ts';
import { comparable } from '#core/text.ts';
import { type Cell, dayOfCell, numberOfCell } from '#core/workbook-cell.ts';
import type { WorkbookSheet } from '#features/importacion/rules.ts';
import { formatFecha } from '#ui/format.ts';
import { DEPOSITOS_MAX } from './contract.ts';
import { HOJA_IMPORTACION } from './workbook.ts';

export interface DepositoLeido {
  /** As the workbook counts, the first row being 1. */
  fila: number;
  referencia: string;
  /** null where the cell is no amount that can be deposited. */
  monto: Centavos | null;
  fecha: Fecha | null;
  observacion: string;
  /** Why the row cannot be applied; empty when it can. */
  faltas: string[];
}

/** A file that cannot be taken at all. */
export class LibroRechazado extends Error {}

interface Columna {
  titulo: string;
  nombres: readonly string[];
  opcional?: boolean;
}

const COLUMNAS = {
  referencia: { titulo: 'REFERENCIA', nombres: ['referencia', 'ref', 'lote'] },
  monto: {
    titulo: 'MANTTO',
    nombres: ['mantto', 'mtto', 'mantenimiento', 'monto', 'importe', 'deposito', 'depositado', 'abono'],
  },
  fecha: { titulo: 'FECHA PAGO', nombres: ['fecha pago', 'fecha de pago', 'fecha', 'fecha deposito'] },
  observacion: {
    titulo: 'OBSERVACION',
    nombres: ['observacion', 'observaciones', 'concepto', 'descripcion'],
    opcional: true,
  },
} as const satisfies Record<string, Columna>;

type Campo = keyof typeof COLUMNAS;
const CAMPOS = Object.keys(COLUMNAS) as Campo[];

/** Statements of banks begin with lines of their own. */
const FILAS_DE_ENCABEZADO = 20;

interface Tabla {
  sheet: WorkbookSheet;
  encabezado: number;
  columnas: Partial<Record<Campo, number>>;
}

function columnasDe(fila: WorkbookSheet['rows'][number]): Tabla['columnas'] {
  const titulos = fila.map((cell) => (typeof cell === 'string' ? comparable(cell) : ''));
  const found: Tabla['columnas'] = {};
  for (const campo of CAMPOS) {
    // The names in their order: a column 'MANTTO' is taken before one 'ABONO'.
    const at = COLUMNAS[campo].nombres.map((nombre) => titulos.indexOf(nombre)).find((index) => index >= 0);
    if (at !== undefined) found[campo] = at;
  }
  return found;
}

const faltantes = (columnas: Tabla['columnas']): string[] =>
  CAMPOS.filter((campo) => columnas[campo] === undefined && !('opcional' in COLUMNAS[campo])).map(
    (campo) => COLUMNAS[campo].titulo,
  );

/** Refuses a header that has a column's name twice: which of the two is meant, nobody knows. */
function exigirUnaVez(fila: WorkbookSheet['rows'][number], columnas: Tabla['columnas']): void {
  const titulos = fila.map((cell) => (typeof cell === 'string' ? comparable(cell) : ''));
  for (const at of Object.values(columnas)) {
    if (titulos.indexOf(titulos[at] ?? '', at + 1) < 0) continue;
    throw new LibroRechazado(
      `La columna «${String(fila[at])}» está dos veces en el libro, y no se sabe cuál vale. Borre la que sobra e intente de nuevo`,
    );
  }
}

/** The sheet that is meant, and where its columns are. */
function tablaDe(sheets: readonly WorkbookSheet[]): Tabla {
  const named = sheets.filter(({ name }) => comparable(name) === comparable(HOJA_IMPORTACION));
  let nearest: string[] | undefined;
  for (const sheet of named.length > 0 ? named : sheets) {
    for (const [encabezado, fila] of sheet.rows.slice(0, FILAS_DE_ENCABEZADO).entries()) {
      const columnas = columnasDe(fila);
      const missing = faltantes(columnas);
      if (missing.length === 0) {
        exigirUnaVez(fila, columnas);
        return { sheet, encabezado, columnas };
      }
      if (missing.length < (nearest?.length ?? 3)) nearest = missing;
    }
  }
  throw new LibroRechazado(
    nearest
      ? `Faltan columnas en el libro: ${nearest.join(', ')}. Descargue el libro de ejemplo y compárelo con el suyo`
      : 'El libro no tiene las columnas REFERENCIA, MANTTO y FECHA PAGO. Descargue el libro de ejemplo y compárelo con el suyo',
  );
}

/** 'A' is 0, 'AB' is 27. */
const columnIndex = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function leerMonto(cell: Cell | undefined, faltas: string[]): Centavos | null {
  const text = cell === null || cell === undefined ? '' : String(cell).trim();
  if (text === '' || cell instanceof Date || typeof cell === 'boolean') {
    faltas.push('Falta el monto del depósito');
    return null;
  }
  const value = numberOfCell(cell ?? null);
  const centavos = value === null ? null : centavosOfReckoned(value);
  if (value === null) faltas.push(`«${text}» no es un monto; escríbalo como 1,250.50`);
  else if (value <= 0) faltas.push('El depósito debe ser mayor a cero');
  else if (centavos === null) faltas.push(`«${text}» no es un monto con dos decimales como máximo`);
  else return centavos;
  return null;
}

const TEXTO_CON_DIAGONALES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const dos = (text: string | undefined): string => (text ?? '').padStart(2, '0');

/** A date written as text; `diaPrimero` where its order is the other one. */
function leerTexto(text: string): { fecha: Fecha | null; diaPrimero: boolean; ambigua: boolean } {
  if (isFecha(text)) return { fecha: text, diaPrimero: false, ambigua: false };
  const [, first, second, year] = TEXTO_CON_DIAGONALES.exec(text) ?? [];
  const mesPrimero = `${year}-${dos(first)}-${dos(second)}`;
  const diaPrimero = `${year}-${dos(second)}-${dos(first)}`;
  if (isFecha(mesPrimero))
    return { fecha: mesPrimero, diaPrimero: false, ambigua: isFecha(diaPrimero) && first !== second };
  return { fecha: null, diaPrimero: isFecha(diaPrimero), ambigua: false };
}

const ORDEN = 'Escríbala como mes/día/año, o dele en Excel formato de fecha';

function leerFecha(cell: Cell | undefined, hoy: Fecha, otroOrden: boolean, faltas: string[]): Fecha | null {
  if (cell === null || cell === undefined || String(cell).trim() === '') {
    faltas.push('Falta la fecha de pago');
    return null;
  }
  let fecha: Fecha | null = null;
  if (cell instanceof Date) {
    const iso = dayOfCell(cell);
    if (isFecha(iso)) fecha = iso;
    else faltas.push('La fecha de pago no existe');
  } else {
    const text = String(cell).trim();
    const leida = typeof cell === 'string' ? leerTexto(text) : undefined;
    if (leida?.diaPrimero) faltas.push(`La fecha «${text}» viene como día/mes/año. ${ORDEN}`);
    else if (leida?.ambigua && otroOrden) {
      faltas.push(`La fecha «${text}» puede ser día/mes/año, como otras de este libro. ${ORDEN}`);
    } else if (!leida?.fecha) faltas.push(`La fecha «${text}» no se puede leer. ${ORDEN}`);
    else fecha = leida.fecha;
  }
  if (fecha !== null && fecha > hoy) {
    faltas.push(`La fecha ${formatFecha(fecha)} es futura. Revise el orden de día y mes`);
    return null;
  }
  return fecha;
}

/**
 * The deposits of a workbook, row by row, each with what is wrong with it.
 * @throws LibroRechazado for a workbook without the columns or without rows
 */
export function leerDepositos(sheets: readonly WorkbookSheet[], hoy: Fecha): DepositoLeido[] {
  const { sheet, encabezado, columnas } = tablaDe(sheets);
  const usadas = new Set(Object.values(columnas));
  const formulas = new Map<number, string>();
  for (const address of sheet.formulas) {
    const [, letters = '', row] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
    if (usadas.has(columnIndex(letters))) formulas.set(Number(row), address);
  }
  const filas = sheet.rows
    .map((cells, index) => ({ fila: index + 1, cells }))
    .slice(encabezado + 1)
    .filter(({ cells }) => [...usadas].some((at) => String(cells[at] ?? '').trim() !== ''));
  if (filas.length === 0) throw new LibroRechazado('El libro no tiene depósitos que importar');
  if (filas.length > DEPOSITOS_MAX) {
    throw new LibroRechazado(
      `El libro tiene ${filas.length} depósitos y se importan ${DEPOSITOS_MAX} a la vez. Divídalo en libros más pequeños`,
    );
  }
  const at = (cells: readonly Cell[], campo: Campo): Cell | undefined => {
    const index = columnas[campo];
    return index === undefined ? undefined : cells[index];
  };
  // One date that can only be day/month tells how all of them were written.
  const otroOrden = filas.some(({ cells }) => {
    const cell = at(cells, 'fecha');
    return typeof cell === 'string' && leerTexto(cell.trim()).diaPrimero;
  });
  return filas.map(({ fila, cells }) => {
    const faltas: string[] = [];
    const formula = formulas.get(fila);
    if (formula !== undefined) faltas.push(`La celda ${formula} lleva una fórmula. Péguela como valor`);
    const referencia = textoDe(at(cells, 'referencia')).slice(0, 100);
    if (referencia === '') faltas.push('Falta la referencia');
    return {
      fila,
      referencia,
      monto: leerMonto(at(cells, 'monto'), faltas),
      fecha: leerFecha(at(cells, 'fecha'), hoy, otroOrden, faltas),
      observacion: textoDe(at(cells, 'observacion')).slice(0, 500),
      faltas,
    };
  });
}

const textoDe = (cell: Cell | undefined): string =>
  cell instanceof Date ? dayOfCell(cell) : String(cell ?? '').trim();
