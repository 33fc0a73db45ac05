/**
 * XML of banks, element by element: one look over its bytes (`xml-scan.ts`, no document type, no entities but those of XML),
 * which builds only the elements that are read and lets go of each once it is.
 */
import { scanXml, type XmlLimits, XmlRefused } from '#platform/server/xml-scan.ts';
import { DE_NUEVO, Rechazo } from './estado.ts';

/** A statement of 100,000 entries has some four million elements. */
const LIMITES: XmlLimits = { depth: 32, nodes: 8_000_000, attributes: 50, token: 64 * 1024 };
/** Elements of one entry: some hundred are usual, and each payment of a batch has as many. */
const NODOS_MAX = 500_000;

export interface Nodo {
  nombre: string;
  texto: string;
  hijos: Nodo[];
  /** Those that are read. */
  atributos: Readonly<Partial<Record<string, string>>>;
}

const SIN_ATRIBUTOS = {};

const ENTIDADES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const sinEntidades = (texto: string): string =>
  texto.includes('&')
    ? texto.replace(
        /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
        (todo, decimal, hexadecimal, nombre) => {
          if (nombre !== undefined) return ENTIDADES[nombre] ?? todo;
          const codigo = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
          return codigo > 0 && codigo <= 0x10ffff ? String.fromCodePoint(codigo) : ' ';
        },
      )
    : texto;

/**
 * Calls for each element that is wanted, once it ends: by its name and that of the one around it. Names are without a prefix.
 * @param atributos those that elements keep
 * @throws Rechazo for what is no XML that is read
 */
export function recorrer(
  texto: string,
  atributos: readonly string[],
  esBuscado: (nombre: string, dentroDe: string) => boolean,
  visitar: (nodo: Nodo, dentroDe: string) => void,
  alAbrir: (nombre: string, dentroDe: string) => void = () => {},
): void {
  const abiertos: string[] = [];
  const nodos: Nodo[] = [];
  let cuenta = 0;
  // What it says of its encoding was true of the bytes that it was read from.
  const sinDeclaracion = texto.replace(/^\ufeff?\s{0,99}<\?xml[^>]{0,200}\?>/, '');
  try {
    scanXml(Buffer.from(sinDeclaracion), LIMITES, {
      open(nombre, atributo) {
        const dentroDe = abiertos.at(-1) ?? '';
        abiertos.push(nombre);
        alAbrir(nombre, dentroDe);
        if (nodos.length === 0 && !esBuscado(nombre, dentroDe)) return;
        if (nodos.length === 0) cuenta = 0;
        cuenta += 1;
        if (cuenta > NODOS_MAX) throw new XmlRefused('too many nodes in one element', true);
        const dichos = atributos.filter((uno) => atributo(uno) !== undefined);
        const nodo: Nodo = {
          nombre,
          texto: '',
          hijos: [],
          atributos:
            dichos.length === 0 ? SIN_ATRIBUTOS : Object.fromEntries(dichos.map((uno) => [uno, atributo(uno)])),
        };
        nodos.at(-1)?.hijos.push(nodo);
        nodos.push(nodo);
      },
      text(bytes) {
        const nodo = nodos.at(-1);
        if (nodo) nodo.texto += sinEntidades(bytes.toString('utf8'));
      },
      close() {
        abiertos.pop();
        const nodo = nodos.pop();
        if (nodo && nodos.length === 0) visitar(nodo, abiertos.at(-1) ?? '');
      },
    });
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    throw new Rechazo(
      error.excessive
        ? 'El archivo XML es demasiado grande o tiene elementos demasiado largos. Descargue del banco un período más corto'
        : `El archivo XML está cortado o dañado. ${DE_NUEVO}`,
    );
  }
}

/** The first element at a path below another. */
export function enRuta(nodo: Nodo | undefined, ...ruta: readonly string[]): Nodo | undefined {
  return ruta.reduce<Nodo | undefined>((actual, nombre) => actual?.hijos.find((hijo) => hijo.nombre === nombre), nodo);
}

export const hijosDe = (nodo: Nodo | undefined, nombre: string): Nodo[] =>
  nodo?.hijos.filter((hijo) => hijo.nombre === nombre) ?? [];

/** The text at a path; '' where there is none. */
export const textoEn = (nodo: Nodo | undefined, ...ruta: readonly string[]): string =>
  enRuta(nodo, ...ruta)?.texto.trim() ?? '';
