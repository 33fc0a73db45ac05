/** Sheets of Excel 2003 in XML, which some banks call .xls. */

import { isFecha } from '#core/fecha.ts';
import type { Cell } from '#core/workbook-cell.ts';
import { COLUMNAS_MAX, type Fila } from '#platform/tabla.ts';
import type { Tabla } from './columnas.ts';
import { LINEAS_MAX, Rechazo } from './estado.ts';
import { enRuta, hijosDe, type Nodo, recorrer } from './xml.ts';

function celdaDe(celda: Nodo): Cell {
  const datos = enRuta(celda, 'Data');
  const texto = datos?.texto ?? '';
  const tipo = datos?.atributos.Type;
  if (texto.trim() === '') return null;
  if (tipo === 'Number') return Number(texto);
  // What is no date stays a text, and is told as one: `Date` would move it to another day.
  if (tipo === 'DateTime' && isFecha(texto.slice(0, 10))) return new Date(`${texto.slice(0, 10)}T00:00:00Z`);
  return texto;
}

/** A place that is told, since what is empty is left out; else the one after. */
function lugarDe(nodo: Nodo, siguiente: number, maximo: number): number {
  const { Index } = nodo.atributos;
  const lugar = Index === undefined ? siguiente : Number(Index);
  if (Number.isInteger(lugar) && lugar >= siguiente && lugar <= maximo) return lugar;
  throw new Rechazo('El libro tiene celdas fuera de lugar, o demasiadas. Ábralo en Excel y guárdelo como .xlsx');
}

export function hojasDeXml(texto: string): Tabla[] {
  const tablas: { nombre: string; filas: Fila<Cell>[]; formulas: string[] }[] = [];
  recorrer(
    texto,
    ['Index', 'Type', 'Formula'],
    (nombre, dentroDe) => nombre === 'Row' && dentroDe === 'Table',
    (nodo) => {
      const tabla = tablas.at(-1);
      if (!tabla) return;
      const fila = lugarDe(nodo, (tabla.filas.at(-1)?.fila ?? 0) + 1, 2 * LINEAS_MAX);
      const celdas: Cell[] = [];
      for (const celda of hijosDe(nodo, 'Cell')) {
        const lugar = lugarDe(celda, celdas.length + 1, COLUMNAS_MAX);
        while (celdas.length < lugar - 1) celdas.push(null);
        celdas.push(celdaDe(celda));
        if (celda.atributos.Formula !== undefined) tabla.formulas.push(`${letrasDe(lugar)}${fila}`);
      }
      tabla.filas.push({ fila, celdas });
    },
    (nombre) => {
      if (nombre === 'Worksheet') tablas.push({ nombre: `Hoja${tablas.length + 1}`, filas: [], formulas: [] });
    },
  );
  return tablas;
}

/** 1 is 'A', 28 is 'AB'. */
function letrasDe(lugar: number): string {
  const letra = String.fromCharCode(65 + ((lugar - 1) % 26));
  return lugar > 26 ? `${letrasDe(Math.floor((lugar - 1) / 26))}${letra}` : letra;
}
