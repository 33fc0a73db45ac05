/** Bytes to text, and text to rows, in one pass each. */
import { COLUMNAS_MAX, cita, type Fila } from '#platform/tabla.ts';
import { LINEAS_MAX, Rechazo } from './estado.ts';

export const CODIFICACIONES = ['auto', 'utf-8', 'windows-1252'] as const;
export type Codificacion = (typeof CODIFICACIONES)[number];

export const SEPARADORES = [',', ';', '\t', '|'] as const;
export type Separador = (typeof SEPARADORES)[number];

export const ANCHO_MAX = 5_000;
export const LARGO_MAX = 1_000;
const CAMPO_MAX = 5_000;
/** Empty lines and what stands around the table are rows too. */
const FILAS_MAX = 10 * LINEAS_MAX;

/** Part of a line of fixed widths; the first character is 1. */
export interface Ancho {
  desde: number;
  largo: number;
}

function codificacionDe(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * The text of a file, its lines ended by '\n': by its mark of order where it has one; else UTF-8 where it is that, and
 * Windows-1252, of which any bytes are text, where not.
 */
export function decodificar(bytes: Uint8Array, codificacion: Codificacion = 'auto'): string {
  const declarada = codificacion === 'auto' ? codificacionDe(bytes) : codificacion;
  let texto: string;
  try {
    texto = new TextDecoder(declarada, { fatal: true }).decode(bytes);
  } catch {
    if (codificacion === 'utf-8' || declarada !== 'utf-8') {
      throw new Rechazo(`El archivo no está en ${declarada.toUpperCase()}. Elija otra codificación`);
    }
    texto = new TextDecoder('windows-1252').decode(bytes);
  }
  if (texto.includes('\u0000')) {
    throw new Rechazo('El archivo no es de texto. Descargue del banco el de movimientos en CSV, TXT o Excel (.xlsx)');
  }
  return texto.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

function exigirPocasFilas(fila: number): void {
  if (fila > FILAS_MAX) {
    throw new Rechazo(
      `El archivo tiene más de ${FILAS_MAX.toLocaleString('es-MX')} renglones. Descargue del banco un período más corto`,
    );
  }
}

export function* lineasDe(texto: string): Generator<{ fila: number; linea: string }> {
  for (let at = 0, fila = 1; at <= texto.length; fila += 1) {
    exigirPocasFilas(fila);
    const fin = texto.indexOf('\n', at);
    yield { fila, linea: texto.slice(at, fin < 0 ? texto.length : fin) };
    if (fin < 0) return;
    at = fin + 1;
  }
}

const largo = (fila: number, inicio: string, de: 'comillas' | 'campo'): Rechazo =>
  new Rechazo(
    de === 'comillas'
      ? `Fila ${fila}: las comillas de ${cita(inicio)} no se cierran. Descargue de nuevo el archivo, o revise el separador`
      : `Fila ${fila}: el campo ${cita(inicio)} tiene más de ${CAMPO_MAX} caracteres. Revise el separador de las columnas`,
  );

/** Where a field that begins with quotes closes them; those that stand twice are one of its characters. */
function cierreDe(texto: string, desde: number, fila: number): number {
  for (let at = desde + 1; at - desde <= CAMPO_MAX; ) {
    const comillas = texto.indexOf('"', at);
    if (comillas < 0) break;
    if (texto[comillas + 1] !== '"') {
      if (comillas - desde > CAMPO_MAX) break;
      return comillas;
    }
    at = comillas + 2;
  }
  throw largo(fila, texto.slice(desde, desde + 60), 'comillas');
}

/** Rows of a text whose columns are separated by a sign; what stands in quotes may hold it, and ends of lines. */
export function* filasSeparadas(texto: string, separador: Separador): Generator<Fila> {
  let at = 0;
  for (let linea = 1; at < texto.length; linea += 1) {
    exigirPocasFilas(linea);
    const fila = linea;
    const celdas: string[] = [];
    for (let termina = false; !termina; at += 1) {
      let entrecomillado = '';
      if (texto[at] === '"') {
        const cierre = cierreDe(texto, at, fila);
        const dentro = texto.slice(at + 1, cierre);
        for (let fin = dentro.indexOf('\n'); fin >= 0; fin = dentro.indexOf('\n', fin + 1)) linea += 1;
        entrecomillado = dentro.replaceAll('""', '"');
        at = cierre + 1;
      }
      const desde = at;
      while (at < texto.length && texto[at] !== separador && texto[at] !== '\n') at += 1;
      if (at - desde > CAMPO_MAX) throw largo(fila, texto.slice(desde, desde + 60), 'campo');
      celdas.push(entrecomillado + texto.slice(desde, at));
      if (celdas.length > COLUMNAS_MAX) {
        throw new Rechazo(`Fila ${fila}: tiene más de ${COLUMNAS_MAX} columnas. Revise el separador de las columnas`);
      }
      termina = texto[at] !== separador;
    }
    yield { fila, celdas };
  }
}

/** Rows of a text whose columns are so wide each; a line that ends before a column has nothing in it. */
export function* filasDeAnchos(texto: string, anchos: readonly Ancho[]): Generator<Fila> {
  for (const { fila, linea } of lineasDe(texto)) {
    yield { fila, celdas: anchos.map(({ desde, largo: n }) => linea.slice(desde - 1, desde - 1 + n)) };
  }
}

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

/** The sign that separates the columns: of which most lines have equally many, outside of quotes, and the more the likelier. */
export function separadorDe(texto: string): Separador {
  const lineas = texto
    .slice(0, MUESTRA)
    .split('\n', 60)
    .map((linea) => linea.replaceAll(/"[^"]{0,500}"/g, ''))
    .filter((linea) => linea.trim() !== '');
  const columnas = (separador: Separador): number => {
    const veces = Map.groupBy(
      lineas.map((linea) => Math.min(linea.split(separador).length - 1, 20)).filter((cuantos) => cuantos > 0),
      (cuantos) => cuantos,
    );
    return Math.max(0, ...[...veces].map(([cuantos, iguales]) => cuantos * iguales.length));
  };
  return [...SEPARADORES].sort((a, b) => columnas(b) - columnas(a))[0] ?? ',';
}
