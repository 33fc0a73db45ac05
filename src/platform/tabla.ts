/**
 * Tables of files from outside, whoever made them: what a cell says, how titles are compared, and which column a title is of.
 */

import { comparable } from '#core/text.ts';
import { type Cell, dayOfCell } from '#core/workbook-cell.ts';
import { z } from './zod.ts';

export const COLUMNAS_MAX = 200;

/** Statements of banks and reports of other systems begin with lines of their own. */
export const FILAS_DE_ENCABEZADO = 50;

/** How a text is written and its columns are separated; 'auto': as it seems. */
export const CODIFICACIONES = ['auto', 'utf-8', 'windows-1252'] as const;
export type Codificacion = (typeof CODIFICACIONES)[number];

export const SEPARADORES = [',', ';', '\t', '|'] as const;
export type Separador = (typeof SEPARADORES)[number];

export interface Fila<C = string> {
  fila: number;
  celdas: readonly C[];
}

/** By its title, capitals and accents aside, or by its place, the first being 1. */
export const columna = z.union([z.number().int().min(1).max(COLUMNAS_MAX), z.string().trim().min(1).max(100)]);
export type Columna = z.output<typeof columna>;

/** What a quotation of the file shows of it. */
export const cita = (texto: string): string => `«${texto.length > 40 ? `${texto.slice(0, 40)}…` : texto}»`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const DE_CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b\ufeff]/g;
/** Letters, digits and signs of every day, with single blanks between: most texts, which need no cleaning. */
const YA_LIMPIO = /^(?:[!-~\u00a1-\u00ff] ?)*(?<! )$/;

/** On one line, without control characters; halves of characters, which UTF-8 cannot write, become U+FFFD. */
export const limpio = (texto: string): string =>
  YA_LIMPIO.test(texto) ? texto : texto.replace(DE_CONTROL, ' ').replace(/\s+/g, ' ').trim().toWellFormed();

/** What a file says where it has nothing to say. */
const SIN_DATO = new Set(['-', '--', 'NO APLICA', 'N/A', 'NA', 'NOTPROVIDED', 'NONREF', 'NULL']);
const SIN_DATO_MAX = 11;

export const dato = (texto: string): string => {
  const claro = limpio(texto);
  return claro.length <= SIN_DATO_MAX && SIN_DATO.has(claro.toUpperCase()) ? '' : claro;
};

/** What a text program adds so that a spreadsheet leaves a number alone: an apostrophe before it, around it, or ="…". */
export function sinMarca(texto: string): string {
  const claro = texto.trim();
  if (claro.startsWith('="') && claro.endsWith('"') && claro.length > 3) return claro.slice(2, -1).trim();
  if (!claro.startsWith("'")) return claro;
  return claro.slice(1, claro.length > 1 && claro.endsWith("'") ? -1 : undefined).trim();
}

export const textoDe = (celda: Cell | undefined): string =>
  celda instanceof Date ? dayOfCell(celda) : sinMarca(String(celda ?? ''));

/** Titles are alike without capitals, accents, a colon, and what stands in parentheses, which is the currency. */
export function titulo(celda: Cell | undefined): string {
  if (typeof celda !== 'string') return '';
  const claro = comparable(limpio(celda));
  const parentesis = claro.indexOf('(');
  return (parentesis > 0 ? claro.slice(0, parentesis) : claro).replace(/:$/, '').trim();
}

const esLargo = (uno: string, titulo: string): boolean => titulo.startsWith(`${uno} `) || titulo.endsWith(` ${uno}`);

/**
 * Where the fields of a row's titles are: by whole titles first, then by longer ones that nothing else took, such as
 * 'Descripción larga'.
 * @param titulos of each field, as `titulo` gives them, the likeliest first
 * @param largos the fields that a longer title may be of
 */
export function lugaresDeTitulos<Campo extends string>(
  celdas: readonly Cell[],
  titulos: Readonly<Record<Campo, readonly string[]>>,
  largos: readonly Campo[],
): Partial<Record<Campo, number>> {
  const hay = celdas.map(titulo);
  const hallados: Partial<Record<Campo, number>> = {};
  const toma = (campo: Campo, es: (uno: string, titulo: string) => boolean): void => {
    if (hallados[campo] !== undefined) return;
    const tomados = new Set(Object.values(hallados));
    const at = titulos[campo]
      .map((uno) => hay.findIndex((otro, lugar) => es(uno, otro) && !tomados.has(lugar)))
      .find((lugar) => lugar >= 0);
    if (at !== undefined) hallados[campo] = at;
  };
  for (const campo of Object.keys(titulos) as Campo[]) toma(campo, (uno, otro) => uno === otro);
  for (const campo of largos) toma(campo, esLargo);
  return hallados;
}
