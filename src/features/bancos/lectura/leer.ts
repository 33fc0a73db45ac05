/**
 * A bank's file to its statements, and a file to what it is. Called in a thread (`uploadThread`): what is given and what comes
 * back is plain data, and no file makes it throw. The thread bounds time and memory; workbooks, which may unpack to more than
 * they are, are looked over by `readWorkbook` before they are unpacked.
 */

import type { Centavos } from '#core/money.ts';
import type { Cell } from '#core/workbook-cell.ts';
import { Refusal } from '#platform/server/errors.ts';
import {
  COMO_XLSX,
  decodificar,
  empieza,
  filasSeparadas,
  lineasDe,
  separadorDe,
  XLS,
  XLS_ANTERIOR,
} from '#platform/server/texto-separado.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { type Codificacion, type Fila, textoDe } from '#platform/tabla.ts';
import { anchosDe } from './anchos.ts';
import { enCadena } from './cadena.ts';
import { leerCamt053 } from './camt053.ts';
import { encaja, leerColumnas, type Tabla } from './columnas.ts';
import { ANCHOS, type Corte, type CortePedido, type Disposicion } from './disposicion.ts';
import {
  BYTES_MAX,
  DE_NUEVO,
  type EstadoDeCuenta,
  Fallas,
  type Formato,
  type Lectura,
  type Movimiento,
  NOMBRES,
  type Rechazado,
  Rechazo,
  rechazado,
} from './estado.ts';
import { hojasDeXml } from './hojas-xml.ts';
import { leerMt940 } from './mt940.ts';
import { PRESETS, type Preset } from './presets.ts';
import { proponer } from './proponer.ts';
import { enOrden, huecoEntre, revisarSaldos } from './saldos.ts';
import { DEL_BANCO, filasDeAnchos } from './texto.ts';

type Fuente =
  | { clase: 'camt053' | 'mt940' | 'texto'; texto: string }
  /** Of Excel, in either of its ways. */
  | { clase: 'libro'; tablas: readonly Tabla[] };

/** What is no text, by how it begins. */
const PDF = [0x25, 0x50, 0x44, 0x46] as const;
const ZIP = [0x50, 0x4b, 0x03, 0x04] as const;

async function libroDe(bytes: Uint8Array): Promise<Fuente> {
  const hojas = await readWorkbook(bytes);
  const tablas = hojas.map(({ name, rows, formulas }) => ({
    nombre: name,
    formulas,
    filas: rows.map((celdas, index) => ({ fila: index + 1, celdas })),
  }));
  return { clase: 'libro', tablas };
}

/** Of this reader, or of what any file that is sent is read by. */
const esRechazo = (error: unknown): error is Error => error instanceof Rechazo || error instanceof Refusal;

function deXml(texto: string): Fuente {
  if (/^\s{0,99}<(?:!doctype\s{1,9}html|html|table)/i.test(texto.slice(0, 200))) {
    throw new Rechazo(`El archivo es una página web con otro nombre. ${COMO_XLSX}`);
  }
  if (!texto.slice(0, 2_000).includes('urn:schemas-microsoft-com:office:spreadsheet'))
    return { clase: 'camt053', texto };
  return { clase: 'libro', tablas: hojasDeXml(texto) };
}

async function abrir(bytes: Uint8Array, codificacion?: Codificacion): Promise<Fuente> {
  if (bytes.length > BYTES_MAX) {
    throw new Rechazo(
      `El archivo tiene más de ${BYTES_MAX / 1024 / 1024} MB. Descargue del banco un período más corto`,
    );
  }
  if (bytes.length === 0) throw new Rechazo(`El archivo está vacío. ${DE_NUEVO}`);
  if (empieza(bytes, ...PDF)) {
    throw new Rechazo('El archivo es un PDF. Descargue del banco el de movimientos en CSV, TXT o Excel (.xlsx)');
  }
  if (empieza(bytes, ...XLS)) throw new Rechazo(XLS_ANTERIOR);
  if (empieza(bytes, ...ZIP)) return libroDe(bytes);
  const texto = decodificar(bytes, codificacion, DEL_BANCO);
  if (texto.trim() === '') throw new Rechazo(`El archivo está vacío. ${DE_NUEVO}`);
  if (texto.slice(0, 200).trimStart().startsWith('<')) return deXml(texto);
  // Blocks of the network may stand before the first field.
  const inicio = texto.slice(0, 5_000);
  return { clase: /^(?:\{.{0,300}\{4:)?:20:/m.test(inicio) && /^:25P?:/m.test(inicio) ? 'mt940' : 'texto', texto };
}

function tablasDe(fuente: Fuente, { separador }: Pick<Disposicion, 'separador'>): readonly Tabla[] {
  if (fuente.clase === 'libro') return typeof separador === 'string' ? fuente.tablas : [];
  const filas: Iterable<Fila> =
    typeof separador === 'string'
      ? filasSeparadas(fuente.texto, separador, DEL_BANCO)
      : filasDeAnchos(fuente.texto, separador);
  return [{ nombre: '', filas, formulas: [] }];
}

/** The presets whose columns the file has. One by which it cannot be cut into columns is none of them. */
const presetsDe = (fuente: Fuente, presets: readonly Preset[]): Preset[] =>
  presets.filter(({ disposicion }) => {
    try {
      return tablasDe(fuente, disposicion).some((tabla) => encaja(tabla, disposicion));
    } catch (error) {
      if (esRechazo(error)) return false;
      throw error;
    }
  });

/** Whether two statements of one file are one and the same. */
const firma = ({ cuenta, desde, hasta, saldoInicial, saldoFinal, movimientos }: EstadoDeCuenta): string =>
  JSON.stringify([
    cuenta,
    desde,
    hasta,
    saldoInicial,
    saldoFinal,
    movimientos.map(({ fecha, importe }) => [fecha, importe]),
  ]);

function revisar(estados: readonly EstadoDeCuenta[], fallas: Fallas): void {
  const firmas = new Set<string>();
  const anteriores = new Map<string, EstadoDeCuenta>();
  for (const estado of estados) {
    revisarSaldos(estado, fallas);
    const propia = firma(estado);
    const anterior = anteriores.get(estado.cuenta);
    if (firmas.has(propia)) {
      fallas.push(
        0,
        `El estado de cuenta de ${estado.cuenta || 'la cuenta'} del ${estado.desde ?? '—'} al ${estado.hasta ?? '—'} está dos veces en el archivo. ${DE_NUEVO}`,
      );
    } else {
      const hueco = anterior && huecoEntre(anterior, estado);
      if (hueco !== undefined) fallas.push(0, hueco);
    }
    firmas.add(propia);
    anteriores.set(estado.cuenta, estado);
  }
}

/** Each account's by their days; of several cuts of one day the balances tell which comes first. */
function seguidos(leidos: readonly EstadoDeCuenta[]): EstadoDeCuenta[] {
  const porDia = leidos.toSorted((a, b) => ((a.desde ?? '') < (b.desde ?? '') ? -1 : Number(a.desde !== b.desde)));
  return [...Map.groupBy(porDia, ({ cuenta }) => cuenta).values()].flatMap((propios) => {
    let saldo: Centavos | null = null;
    return [...Map.groupBy(propios, ({ desde, hasta }) => `${desde} ${hasta}`).values()].flatMap((mismos) => {
      const cortes = mismos.map((estado) => ({ estado, abre: estado.saldoInicial, cierra: estado.saldoFinal }));
      const orden = enCadena(cortes, saldo).map(({ estado }) => estado);
      saldo = orden.at(-1)?.saldoFinal ?? null;
      return orden;
    });
  });
}

function cerrar(leidos: readonly EstadoDeCuenta[], fallas: Fallas): Lectura {
  // What could not be read would make every balance wrong.
  if (fallas.total === 0) {
    const estado = seguidos(leidos.map((uno) => ({ ...uno, movimientos: enOrden(uno.movimientos).movimientos })));
    revisar(estado, fallas);
    if (estado.length === 0) fallas.push(0, 'El archivo no tiene movimientos. Elija otro, o descargue otro período');
    if (fallas.total === 0) return { estado };
  }
  return rechazado(fallas.lista, fallas.total);
}

/** @throws what is no refusal */
function rechazadoPor(error: unknown): Rechazado {
  if (esRechazo(error)) return rechazado([{ fila: 0, mensaje: error.message }], 1);
  throw error;
}

function leerDisposicion(fuente: Fuente, disposicion: Disposicion, formato: Formato): Lectura {
  const fallas = new Fallas('Fila');
  try {
    return cerrar(leerColumnas(tablasDe(fuente, disposicion), disposicion, formato, fallas), fallas);
  } catch (error) {
    return rechazadoPor(error);
  }
}

const leerPreset = (fuente: Fuente, { disposicion, formato }: Preset): Lectura =>
  leerDisposicion(fuente, disposicion, formato);

/** The first sheets and rows that are shown of a file. */
const MUESTRA = 60;

/** Lines that are shown as they stand, and how much of them. */
const RENGLONES = 8;
const RENGLON_MAX = 400;

function renglonesDe(texto: string): string[] {
  const renglones: string[] = [];
  for (const { linea } of lineasDe(texto, DEL_BANCO)) {
    if (linea.trim() !== '') renglones.push(linea.trimEnd().slice(0, RENGLON_MAX));
    if (renglones.length === RENGLONES) break;
  }
  return renglones;
}

interface Muestra {
  filas: Fila<Cell>[];
  /** How they were cut: as it was asked for, or as it was found. */
  corte: Corte;
  hojas: string[];
  /** The first lines as they stand, of columns of fixed widths. */
  renglones: string[];
}

function muestraDe(fuente: Fuente, { separador: separado, ...pedido }: CortePedido): Muestra {
  if (fuente.clase === 'libro') {
    const tablas = fuente.tablas.map(({ nombre, filas }) => ({ nombre, filas: [...filas].slice(0, MUESTRA) }));
    const hojas = tablas.map(({ nombre }) => nombre);
    const buscada = pedido.hoja ? tablas.find(({ nombre }) => nombre === pedido.hoja) : undefined;
    const hallada = buscada ?? tablas.find(({ filas }) => proponer(filas, pedido) !== null) ?? tablas[0];
    // Of one sheet alone its name says nothing, and may be another one's next time.
    const hoja = tablas.length > 1 ? (hallada?.nombre ?? '') : '';
    return { filas: hallada?.filas ?? [], corte: { ...pedido, separador: ',', hoja }, hojas, renglones: [] };
  }
  const separador = separado === ANCHOS ? anchosDe(fuente.texto) : (separado ?? separadorDe(fuente.texto));
  const corte = { ...pedido, separador, hoja: '' };
  const filas: Fila[] = [];
  for (const tabla of tablasDe(fuente, corte)) {
    for (const fila of tabla.filas as Iterable<Fila>) {
      filas.push(fila);
      if (filas.length >= MUESTRA) break;
    }
  }
  return { filas, corte, hojas: [], renglones: typeof separador === 'string' ? [] : renglonesDe(fuente.texto) };
}

/** Where no sign separates what can be read, fixed widths may: nobody has to say so. */
function muestraOf(fuente: Fuente, pedido: CortePedido): Muestra {
  const muestra = muestraDe(fuente, pedido);
  if (fuente.clase !== 'texto' || pedido.separador !== undefined || proponer(muestra.filas, muestra.corte))
    return muestra;
  const deAnchos = muestraDe(fuente, { ...pedido, separador: ANCHOS });
  return proponer(deAnchos.filas, deAnchos.corte) ? deAnchos : muestra;
}

/** What a layout makes of a file, for whoever declares it: its first lines, or why it is refused. */
export interface Prueba {
  lineas: Movimiento[];
  total: number;
  fallas: string[];
}

/** Lines and faults of a trial that are told. */
const PROBADAS = 12;
const FALLAS_DICHAS = 4;

function probar(fuente: Fuente, disposicion: Disposicion): Prueba {
  const lectura = leerDisposicion(fuente, disposicion, 'columnas');
  if ('rechazo' in lectura) {
    const [first, ...rest] = lectura.fallas.map(({ mensaje }) => mensaje);
    return { lineas: [], total: 0, fallas: [first ?? lectura.rechazo, ...rest].slice(0, FALLAS_DICHAS) };
  }
  const lineas = lectura.estado.flatMap(({ movimientos }) => movimientos);
  return { lineas: lineas.slice(0, PROBADAS), total: lineas.length, fallas: [] };
}

export interface Reconocido {
  formato: Formato;
  /** Which of the bank's files, as `Preset` calls it; '' where it is no bank's. */
  archivo: string;
  /** How its columns are read: a preset's, or for 'columnas' a proposal, null where its titles do not tell. */
  disposicion: Disposicion | null;
  /** How it was cut into `filas`. */
  corte: Corte;
  /** Of a workbook. */
  hojas: string[];
  renglones: string[];
  /** It rests on little: the user looks whether it is right. */
  porConfirmar: boolean;
  /** The first rows as texts, for whoever declares the columns; none of the two standards. */
  filas: { fila: number; celdas: string[] }[];
  /** What comes of it by `disposicion`; null where there is none. */
  prueba: Prueba | null;
}

/** What somebody declares on a file: how it is cut, and once they are told its columns. */
export interface Declarado {
  corte?: CortePedido | undefined;
  disposicion?: Disposicion | undefined;
}

async function sinExcepcion<T>(hacer: () => Promise<T>): Promise<T | Rechazado> {
  try {
    return await hacer();
  } catch (error) {
    return rechazadoPor(error);
  }
}

/** The preset that a file is of; of several with the same titles the one that reads it. */
function presetDe(fuente: Fuente): Preset | undefined {
  const presets = presetsDe(fuente, PRESETS);
  return (presets.length > 1 && presets.find((preset) => 'estado' in leerPreset(fuente, preset))) || presets[0];
}

/**
 * What a file is, by its contents: its name says nothing, since banks call text .xls and XML .txt. What somebody declares of it is
 * not found out, and what comes of that is tried.
 */
export const reconocer = (bytes: Uint8Array, declarado: Declarado = {}): Promise<Reconocido | Rechazado> =>
  sinExcepcion(async (): Promise<Reconocido> => {
    const { disposicion: declarada } = declarado;
    const pedido = declarada ?? declarado.corte;
    const fuente = await abrir(bytes, pedido?.codificacion);
    const ninguna = { archivo: '', disposicion: null, corte: {}, hojas: [], renglones: [], filas: [], prueba: null };
    if (fuente.clase === 'camt053' || fuente.clase === 'mt940') {
      return { ...ninguna, formato: fuente.clase, porConfirmar: false };
    }
    const { codificacion, separador, hoja, encabezado } = pedido ?? {};
    const asked = { codificacion, separador, hoja, encabezado } satisfies Record<keyof CortePedido, unknown>;
    const told = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as CortePedido;
    const { filas: muestra, corte, hojas, renglones } = muestraOf(fuente, told);
    const filas = muestra.map(({ fila, celdas }) => ({ fila, celdas: celdas.map(textoDe) }));
    const hallado = pedido ? undefined : presetDe(fuente);
    if (hallado) {
      const { formato, archivo, disposicion, porConfirmar } = hallado;
      return { ...ninguna, formato, archivo, disposicion, corte, hojas, porConfirmar, filas };
    }
    const disposicion = declarada ?? proponer(muestra, corte);
    const prueba = disposicion && probar(fuente, disposicion);
    return {
      formato: 'columnas',
      archivo: '',
      disposicion,
      corte,
      hojas,
      renglones,
      porConfirmar: true,
      filas,
      prueba,
    };
  });

/** What is read, and how: nothing where the file's contents tell. */
export interface Pedido {
  formato: Formato;
  /** Of 'columnas'; of a bank one that the user changed. */
  disposicion?: Disposicion;
}

/** The two standards are told by their contents; columns may be anybody's. */
function exigirFormato({ clase }: Fuente, pedido: Formato): void {
  const es = clase === 'camt053' || clase === 'mt940' ? clase : undefined;
  if (es === pedido || (es === undefined && pedido !== 'camt053' && pedido !== 'mt940')) return;
  throw new Rechazo(
    `El archivo ${es ? `es ${NOMBRES[es]}` : `no es ${NOMBRES[pedido]}`}. Elija su formato, u otro archivo`,
  );
}

async function leer(bytes: Uint8Array, pedido: Pedido | undefined): Promise<Lectura> {
  const fuente = await abrir(bytes, pedido?.disposicion?.codificacion);
  const fallas = new Fallas(fuente.clase === 'camt053' ? 'Movimiento' : 'Fila');
  if (pedido) exigirFormato(fuente, pedido.formato);
  if (fuente.clase === 'camt053') return cerrar(leerCamt053(fuente.texto, fallas), fallas);
  if (fuente.clase === 'mt940') return cerrar(leerMt940(fuente.texto, fallas), fallas);
  if (pedido?.disposicion) return leerDisposicion(fuente, pedido.disposicion, pedido.formato);
  const presets = presetsDe(
    fuente,
    PRESETS.filter(({ formato }) => pedido === undefined || pedido.formato === formato),
  );
  const lecturas = presets.map((preset) => leerPreset(fuente, preset));
  const lectura = lecturas.find((una) => 'estado' in una) ?? lecturas[0];
  if (lectura) return lectura;
  throw new Rechazo(
    `El archivo no tiene las columnas de ${pedido ? `los archivos de ${NOMBRES[pedido.formato]}` : 'ningún banco que se conozca'}. Elija otro formato, o diga sus columnas`,
  );
}

/** The statements of a file, or every reason why it is none: it is taken whole or not at all. */
export const leerEstado = (bytes: Uint8Array, pedido?: Pedido): Promise<Lectura> =>
  sinExcepcion(() => leer(bytes, pedido));
