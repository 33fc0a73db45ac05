/**
 * What every reader of bank statements gives, whatever the bank sent, and how a file is refused. Source:
 * docs/adr/0041-statement-lines.md.
 */

import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { cita, dato, limpio } from '#platform/tabla.ts';

export const FORMATOS = ['camt053', 'mt940', 'bbva', 'santander', 'banorte', 'citibanamex', 'columnas'] as const;
export type Formato = (typeof FORMATOS)[number];

/** As users are told them. */
export const NOMBRES: Readonly<Record<Formato, string>> = {
  camt053: 'camt.053 (ISO 20022)',
  mt940: 'MT940 (SWIFT)',
  bbva: 'BBVA',
  santander: 'Santander',
  banorte: 'Banorte',
  citibanamex: 'Citibanamex',
  columnas: 'columnas declaradas',
};

export const BYTES_MAX = 25 * 1024 * 1024;
export const LINEAS_MAX = 100_000;
/** More faults than these help nobody; their number is told. */
export const FALLAS_MAX = 20;
/** Characters of a text of a line; no bank has longer ones. */
const LARGOS = { concepto: 2_000, referencia: 100, rastreo: 100, nombre: 300, cuenta: 60, rfc: 60 } as const;

/** A line of an account as the bank tells it; what came in is positive. */
export interface Movimiento {
  /** Line or row of the file; in XML, which has none, the entry's number. */
  fila: number;
  /** The bank's booking date. */
  fecha: Fecha;
  /** The value date; the booking date where the bank tells none. */
  valor: Fecha;
  importe: Centavos;
  /** The balance after it, where the file has one. */
  saldo: Centavos | null;
  /** The bank's description, whole, without control characters and runs of blanks. */
  concepto: string;
  /** The bank's reference as printed; '' where there is none. */
  referencia: string;
  /** The clave de rastreo of a SPEI; '' where there is none. */
  rastreo: string;
  /** Who paid, and of what went out who was paid, as far as told. */
  ordenante: { nombre: string; cuenta: string; rfc: string };
  /** A returned SPEI or a reversal, where the format says so. */
  devolucion: boolean;
}

export interface EstadoDeCuenta {
  formato: Formato;
  /** The number or CLABE as the file has it; '' where it has none. */
  cuenta: string;
  /** 'MXN': another one is refused. */
  moneda: string;
  desde: Fecha | null;
  hasta: Fecha | null;
  saldoInicial: Centavos | null;
  saldoFinal: Centavos | null;
  /** The oldest first, in the order in which they made the balance. */
  movimientos: Movimiento[];
}

export interface Falla {
  /** As `Movimiento.fila`; 0 where the fault is the file's. */
  fila: number;
  /** With its place, and what to do. */
  mensaje: string;
}

export interface Rechazado {
  /** One sentence or two, for whoever shows no list. */
  rechazo: string;
  /** At most FALLAS_MAX, by row. */
  fallas: Falla[];
  fallasTotal: number;
}

export type Lectura = { estado: EstadoDeCuenta[] } | Rechazado;

/** A file that cannot be read on: the sentence is the user's to see. */
export class Rechazo extends Error {}

export const DE_NUEVO = 'Descárguelo de nuevo del banco e intente otra vez';

export function rechazado(fallas: readonly Falla[], fallasTotal: number): Rechazado {
  const [primera] = fallas;
  const rechazo = primera?.mensaje ?? `El archivo no se pudo leer. ${DE_NUEVO}`;
  return {
    rechazo: fallasTotal > 1 ? `El archivo tiene ${fallasTotal} fallas. ${rechazo}` : rechazo,
    fallas: [...fallas],
    fallasTotal,
  };
}

/** The faults of a file under reading. */
export class Fallas {
  readonly #lugar: string;
  readonly lista: Falla[] = [];
  total = 0;

  constructor(lugar: 'Fila' | 'Movimiento') {
    this.#lugar = lugar;
  }

  push(fila: number, mensaje: string): void {
    this.total += 1;
    if (this.lista.length < FALLAS_MAX) {
      this.lista.push({ fila, mensaje: fila > 0 ? `${this.#lugar} ${fila}: ${mensaje}` : mensaje });
    }
  }
}

export interface Dicho {
  fila: number;
  fecha: Fecha;
  valor?: Fecha | null;
  importe: Centavos;
  saldo?: Centavos | null;
  concepto: string;
  referencia?: string;
  rastreo?: string;
  nombre?: string;
  cuenta?: string;
  rfc?: string;
  devolucion?: boolean;
}

/** A line of what a file says of it, its texts cleaned; one that no bank writes is a fault. */
export function movimientoDe(dicho: Dicho, fallas: Fallas): Movimiento {
  const texto = (campo: keyof typeof LARGOS): string => {
    const claro = campo === 'concepto' ? limpio(dicho.concepto) : dato(dicho[campo] ?? '');
    if (claro.length <= LARGOS[campo]) return claro;
    fallas.push(
      dicho.fila,
      `el texto ${cita(claro)} tiene más de ${LARGOS[campo]} caracteres. Revise qué columna es la de ${campo}`,
    );
    return '';
  };
  const { fila, fecha, importe } = dicho;
  return {
    fila,
    fecha,
    valor: dicho.valor ?? fecha,
    importe,
    saldo: dicho.saldo ?? null,
    concepto: texto('concepto'),
    referencia: texto('referencia'),
    rastreo: texto('rastreo').toUpperCase(),
    ordenante: { nombre: texto('nombre'), cuenta: texto('cuenta'), rfc: texto('rfc').toUpperCase() },
    devolucion: dicho.devolucion ?? false,
  };
}

/** The line after the last that is read. */
export function exigirPocas(lineas: number): void {
  if (lineas <= LINEAS_MAX) return;
  throw new Rechazo(
    `El archivo tiene más de ${LINEAS_MAX.toLocaleString('es-MX')} movimientos. Descargue del banco un período más corto`,
  );
}

const PESOS = new Set(['', 'MXN', 'MXP', 'MN', 'M.N.', 'PESOS', 'NACIONAL', 'MONEDA NACIONAL', 'PESO MEXICANO']);

/** Notes another currency than pesos. */
export function exigirPesos(moneda: string, fila: number, fallas: Fallas): void {
  const claro = limpio(moneda).toUpperCase();
  if (PESOS.has(claro)) return;
  const sentence = `en ${cita(claro)} y sólo se leen cuentas en pesos (MXN). Elija el archivo de otra cuenta`;
  // Account, balances and lines say the same: it is told once.
  if (fallas.lista.some(({ mensaje }) => mensaje.endsWith(sentence))) return;
  fallas.push(fila, `${fila > 0 ? 'está' : 'La cuenta está'} ${sentence}`);
}
