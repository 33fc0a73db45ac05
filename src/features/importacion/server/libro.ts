/** What the thread does with an onboarding book: looks at it, or reads it as sheets of our own. */

import { comparable } from '#core/text.ts';
import type { Cell } from '#core/workbook-cell.ts';
import { Refusal } from '#platform/server/errors.ts';
import {
  decodificar,
  empieza,
  filasSeparadas,
  separadorDe,
  XLS,
  XLS_ANTERIOR,
} from '#platform/server/texto-separado.ts';
import { readWorkbook, type Sheet } from '#platform/server/xlsx.ts';
import { dato, textoDe } from '#platform/tabla.ts';
import { SHEETS } from '../layout.ts';
import { encaja, esPlantilla, faltaDe, hojaSinLeer, type Mapa, traducir } from '../mapa.ts';
import { proponer } from '../proponer.ts';
import { parecidaA, type WorkbookSheet } from '../renglon.ts';

const NAMES = new Set(SHEETS.map(({ name }) => comparable(name)));

const OTRO = 'El libro no es la plantilla ni uno que se haya leído antes. Diga qué columna es cuál, o use la plantilla';

const ZIP = [0x50, 0x4b];

const VACIO = 'El archivo está vacío. Expórtelo de nuevo del otro sistema e intente otra vez';
const SIN_COLUMNAS =
  'El archivo no es un libro de Excel (.xlsx) ni un texto en columnas (.csv). Expórtelo de nuevo del otro sistema, o ábralo en Excel y guárdelo como .xlsx';

/** The sheets of a workbook, or of a text in columns as one. */
async function hojasDe(bytes: Uint8Array): Promise<Pick<Sheet, 'name' | 'rows' | 'formulas'>[]> {
  if (empieza(bytes, ...ZIP)) return readWorkbook(bytes);
  if (empieza(bytes, ...XLS)) throw new Refusal(XLS_ANTERIOR);
  const texto = decodificar(bytes);
  if (texto.trim() === '') throw new Refusal(VACIO);
  const rows = [...filasSeparadas(texto, separadorDe(texto))].map(({ celdas }) => [...celdas]);
  if (rows.every((row) => row.length < 2)) throw new Refusal(SIN_COLUMNAS);
  return [{ name: 'CSV', rows, formulas: [] }];
}

/**
 * @param mapas of earlier books: by the first that fits, unless the book is the template; refused where none does
 * @param elegido somebody chose the map for this book: what it leaves out they left out
 */
export async function leerLibro(
  bytes: Uint8Array,
  mapas: readonly Mapa[],
  { elegido }: { elegido: boolean },
): Promise<WorkbookSheet[]> {
  const sheets = await hojasDe(bytes);
  if (esPlantilla(sheets)) return sheets.filter((sheet) => NAMES.has(comparable(sheet.name)) || parecidaA(sheet));
  const mapa = mapas.find((uno) => encaja(sheets, uno));
  if (!mapa) throw new Refusal(mapas.length === 1 && mapas[0] ? (faltaDe(sheets, mapas[0]) ?? OTRO) : OTRO);
  const fuera = elegido ? undefined : hojaSinLeer(sheets, mapa);
  if (fuera !== undefined) {
    throw new Refusal(
      `La hoja «${fuera}» tiene las columnas de otra que sí se lee, y quedaría fuera. Diga qué columna es cuál en las dos`,
    );
  }
  const falta = faltaDe(sheets, mapa);
  if (falta !== undefined) throw new Refusal(falta);
  const steps = traducir(sheets, mapa);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What is shown of each sheet. */
const HOJAS = 20;
const FILAS = 40;
const COLUMNAS = 60;
/** A column of more words than these is none that has ours. */
const VALORES = 25;

export interface LibroVisto {
  plantilla: boolean;
  /** Which of the maps fits, from 0; -1 where none does. */
  cual: number;
  propuesta: Mapa | null;
  hojas: { nombre: string; filas: { fila: number; celdas: string[] }[]; valores: string[][] }[];
}

/** The few different texts of each column; [] of one that has many. */
function valoresDe(rows: readonly Cell[][]): string[][] {
  const width = Math.min(COLUMNAS, Math.max(0, ...rows.map((row) => row.length)));
  return Array.from({ length: width }, (_, at) => {
    const found = new Set<string>();
    for (const row of rows) {
      const text = dato(textoDe(row[at]));
      if (text !== '') found.add(text.slice(0, 100));
      if (found.size > VALORES) return [];
    }
    return [...found];
  });
}

export async function verLibro(bytes: Uint8Array, mapas: readonly Mapa[]): Promise<LibroVisto> {
  const sheets = await hojasDe(bytes);
  const plantilla = esPlantilla(sheets);
  return {
    plantilla,
    cual: plantilla ? -1 : mapas.findIndex((mapa) => encaja(sheets, mapa) && hojaSinLeer(sheets, mapa) === undefined),
    propuesta: plantilla ? null : proponer(sheets),
    hojas: sheets.slice(0, HOJAS).map(({ name, rows }) => ({
      nombre: name,
      filas: rows.slice(0, FILAS).map((row, at) => ({
        fila: at + 1,
        celdas: row.slice(0, COLUMNAS).map((cell) => textoDe(cell).slice(0, 100)),
      })),
      valores: valoresDe(rows),
    })),
  };
}
