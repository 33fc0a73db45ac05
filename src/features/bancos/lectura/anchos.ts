/** Where the columns of a text of fixed widths are. */
import { COLUMNAS_MAX } from '#platform/tabla.ts';
import { ANCHO_MAX, type Ancho, LARGO_MAX } from './disposicion.ts';

const MUESTRA = 20_000;

/** A blank in every line ends a column for sure where there are so many lines, or where blanks stand side by side. */
const LINEAS_SEGURAS = 4;

/**
 * Where the columns of fixed widths seem to begin: after what is blank in each of the lines that are as long as most. Columns that
 * touch are one, which whoever declares them takes apart.
 */
export function anchosDe(texto: string): Ancho[] {
  const lineas = texto
    .slice(0, MUESTRA)
    .split('\n', 60)
    .map((linea) => linea.trimEnd().slice(0, ANCHO_MAX))
    .filter((linea) => linea !== '');
  const fin = lineas.reduce((max, linea) => Math.max(max, linea.length), 0);
  const largas = lineas.filter((linea) => linea.length * 2 > fin);
  const blanco = (at: number) => largas.every((linea) => (linea[at] ?? ' ') === ' ');
  const inicios = [0];
  for (let at = 1, blancos = 0; at < fin && inicios.length < COLUMNAS_MAX; at += 1) {
    const es = blanco(at);
    if (!es && blancos >= (largas.length < LINEAS_SEGURAS ? 2 : 1)) inicios.push(at);
    blancos = es ? blancos + 1 : 0;
  }
  return anchosDesde(inicios.map((inicio) => inicio + 1));
}

/** Columns that begin at these characters, each as wide as up to the next one. */
export const anchosDesde = (inicios: readonly number[]): Ancho[] =>
  inicios.map((desde, n) => ({
    desde,
    largo: Math.min((inicios[n + 1] ?? Number.POSITIVE_INFINITY) - desde, LARGO_MAX),
  }));
