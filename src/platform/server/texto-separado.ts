/** Text that people upload as a table: bytes to text, and text to rows, in one pass each. */
import { COLUMNAS_MAX, type Codificacion, cita, type Fila, SEPARADORES, type Separador } from '#platform/tabla.ts';
import { Refusal } from './errors.ts';

/** What is told of a book that an earlier Excel wrote, which begins so. */
export const XLS = [0xd0, 0xcf, 0x11, 0xe0] as const;
export const COMO_XLSX = 'Ábralo en Excel, guárdelo como libro de Excel (.xlsx) e intente de nuevo';
export const XLS_ANTERIOR = `El archivo es de una versión anterior de Excel (.xls). ${COMO_XLSX}`;

export const empieza = (bytes: Uint8Array, ...inicio: readonly number[]): boolean =>
  inicio.every((byte, index) => bytes[index] === byte);

const CAMPO_MAX = 5_000;

/** How long a file may be, and what to do about one that is longer or no text; of where it comes from. */
export interface Remedios {
  filasMax: number;
  menos: string;
  otro: string;
}

const AL_SUBIR: Remedios = {
  filasMax: 60_000,
  menos: 'Divídalo en archivos más cortos',
  otro: 'Guárdelo como CSV o como libro de Excel (.xlsx) e intente de nuevo',
};

function codificacionDe(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * The text of a file, its lines ended by '\n': by its mark of order where it has one; else UTF-8 where it is that, and
 * Windows-1252, of which any bytes are text, where not.
 */
export function decodificar(bytes: Uint8Array, codificacion: Codificacion = 'auto', { otro } = AL_SUBIR): string {
  const declarada = codificacion === 'auto' ? codificacionDe(bytes) : codificacion;
  let texto: string;
  try {
    texto = new TextDecoder(declarada, { fatal: true }).decode(bytes);
  } catch {
    if (codificacion === 'utf-8' || declarada !== 'utf-8') {
      throw new Refusal(`El archivo no está en ${declarada.toUpperCase()}. Elija otra codificación`);
    }
    texto = new TextDecoder('windows-1252').decode(bytes);
  }
  if (texto.includes('\u0000')) {
    throw new Refusal(`El archivo no es de texto. ${otro}`);
  }
  return texto.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

function exigirPocasFilas(fila: number, { filasMax, menos }: Remedios): void {
  if (fila > filasMax) {
    throw new Refusal(`El archivo tiene más de ${filasMax.toLocaleString('es-MX')} renglones. ${menos}`);
  }
}

export function* lineasDe(texto: string, remedios = AL_SUBIR): Generator<{ fila: number; linea: string }> {
  for (let at = 0, fila = 1; at <= texto.length; fila += 1) {
    exigirPocasFilas(fila, remedios);
    const fin = texto.indexOf('\n', at);
    yield { fila, linea: texto.slice(at, fin < 0 ? texto.length : fin) };
    if (fin < 0) return;
    at = fin + 1;
  }
}

const largo = (fila: number, inicio: string, de: 'comillas' | 'campo'): Refusal =>
  new Refusal(
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
export function* filasSeparadas(texto: string, separador: Separador, remedios = AL_SUBIR): Generator<Fila> {
  let at = 0;
  for (let linea = 1; at < texto.length; linea += 1) {
    exigirPocasFilas(linea, remedios);
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
        throw new Refusal(`Fila ${fila}: tiene más de ${COLUMNAS_MAX} columnas. Revise el separador de las columnas`);
      }
      termina = texto[at] !== separador;
    }
    yield { fila, celdas };
  }
}

const MUESTRA = 20_000;

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
