/** Statements in columns: text or workbook, as a layout says. */

import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { comparable } from '#core/text.ts';
import { centavosDe, fechaDe } from '#core/valores.ts';
import type { Cell } from '#core/workbook-cell.ts';
import {
  type Columna,
  cita,
  dato,
  FILAS_DE_ENCABEZADO,
  type Fila,
  limpio,
  sinMarca,
  textoDe,
  titulo,
} from '#platform/tabla.ts';
import { columnasDe, type Disposicion } from './disposicion.ts';
import {
  type EstadoDeCuenta,
  exigirPesos,
  exigirPocas,
  Fallas,
  type Formato,
  type Movimiento,
  movimientoDe,
  Rechazo,
} from './estado.ts';
import { enOrden, saldoAntes } from './saldos.ts';

export interface Tabla {
  nombre: string;
  filas: Iterable<Fila<Cell>>;
  /** Cells with a formula, as 'B7'. */
  formulas: readonly string[];
}

/** 'A' is 0, 'AB' is 27. */
const indiceDe = (letras: string): number =>
  [...letras].reduce((suma, letra) => suma * 26 + letra.charCodeAt(0) - 64, 0) - 1;

/** The rows with formulas in columns that are read. */
function filasConFormula(formulas: readonly string[], columnas: ReadonlySet<number>): Map<number, string> {
  const filas = new Map<number, string>();
  for (const celda of formulas) {
    const [, letras = '', fila] = /^([A-Z]{1,3})(\d{1,7})$/.exec(celda) ?? [];
    if (columnas.has(indiceDe(letras))) filas.set(Number(fila), celda);
  }
  return filas;
}

/** An account of the file, as its rows come. */
interface Cuenta {
  movimientos: Movimiento[];
  /** Of rows without an amount: before the first line, and after the last. */
  antes: Centavos | null;
  despues: Centavos | null;
}

const noEsFecha = (texto: string, forma: string): string =>
  `${cita(texto)} no es una fecha como ${forma}. Revise la forma de la fecha, o descargue el archivo de nuevo`;

const SIN_IMPORTE = 'no tiene importe. Complétela o bórrela, o descargue el archivo de nuevo';

/** A row that is none of its account's lines, as long as only such follow. */
interface Dudosa {
  fila: number;
  cuenta: string;
  mensaje: string;
}

const DUDOSAS_MAX = 100;

/** Reads the rows below the titles. */
class Lector {
  readonly #d: Disposicion;
  readonly #fallas: Fallas;
  readonly #titulos: readonly string[];
  /** Where each column is, from 0. */
  readonly #lugares: ReadonlyMap<Columna, number>;
  readonly #formulas: ReadonlyMap<number, string>;
  #dudosas: Dudosa[] = [];
  readonly cuentas = new Map<string, Cuenta>();
  #lineas = 0;
  /** How many columns the last line has, and the one before it, or else the titles. */
  #anchos: readonly [penultima: number, ultima: number];
  #ultima = 0;

  constructor(d: Disposicion, titulos: readonly string[], formulas: readonly string[], fallas: Fallas) {
    this.#d = d;
    this.#titulos = titulos;
    this.#fallas = fallas;
    const ancho = titulos.findLastIndex((uno) => uno !== '') + 1;
    this.#anchos = [ancho, ancho];
    this.#lugares = new Map(
      columnasDe(d).map((columna) => [
        columna,
        typeof columna === 'number' ? columna - 1 : titulos.indexOf(titulo(columna)),
      ]),
    );
    this.#formulas = filasConFormula(formulas, new Set(this.#lugares.values()));
  }

  #indice(columna: Columna): number {
    return this.#lugares.get(columna) ?? -1;
  }

  #fecha({ celdas }: Fila<Cell>, columna: Columna): { texto: string; fecha: Fecha | null } {
    const celda = celdas[this.#indice(columna)];
    const texto = textoDe(celda);
    return { texto, fecha: fechaDe(typeof celda === 'string' ? texto : celda, this.#d.formaFecha) };
  }

  #texto({ fila, celdas }: Fila<Cell>, columna: Columna | undefined): string {
    if (columna === undefined) return '';
    const celda = celdas[this.#indice(columna)];
    if (typeof celda === 'number' && Math.abs(celda) > Number.MAX_SAFE_INTEGER) {
      this.#fallas.push(
        fila,
        `Excel redondeó el número ${cita(String(celda))}. Descargue el archivo en CSV o TXT, sin abrirlo en Excel`,
      );
    }
    return textoDe(celda);
  }

  leer(fila: Fila<Cell>): void {
    const { celdas } = fila;
    if (![...this.#lugares.values()].some((indice) => textoDe(celdas[indice]) !== '')) return;
    const tituloFecha = this.#titulos[this.#indice(this.#d.fecha)] ?? '';
    // Printed pages have the titles again.
    if (tituloFecha !== '' && titulo(celdas[this.#indice(this.#d.fecha)]) === tituloFecha) return;
    const { texto, fecha } = this.#fecha(fila, this.#d.fecha);
    if (this.#sinImporte(fila)) this.#sinMovimiento(fila, fecha);
    else if (fecha === null && /^(sub)?total/.test(comparable(texto || this.#texto(fila, this.#d.concepto[0])))) {
      this.#dudar(fila, 'es un total en medio de los movimientos. Bórrela, o descargue el archivo de nuevo');
    } else this.#movimiento(fila, fecha, texto);
  }

  /** A file that was cut off in its last line has less of it than of the others. */
  terminar(): void {
    const [penultima, ultima] = this.#anchos;
    if (ultima >= penultima) return;
    this.#fallas.push(
      this.#ultima,
      `tiene ${ultima} columnas y las demás ${penultima}: el archivo está cortado. Descárguelo de nuevo`,
    );
  }

  #sinImporte(fila: Fila<Cell>): boolean {
    const { importe } = this.#d;
    const columnas = importe.forma === 'dos' ? [importe.cargo, importe.abono] : [importe.columna];
    return columnas.every((columna) => dato(this.#texto(fila, columna)) === '');
  }

  #nombre(fila: Fila<Cell>): string {
    return limpio(this.#texto(fila, this.#d.cuenta));
  }

  #cuenta(nombre: string): Cuenta {
    let cuenta = this.cuentas.get(nombre);
    if (!cuenta) {
      cuenta = { movimientos: [], antes: null, despues: null };
      this.cuentas.set(nombre, cuenta);
    }
    return cuenta;
  }

  /** A balance without a line, or a text of the bank's; with a day and no balance it was a line, and its amount is lost. */
  #sinMovimiento(fila: Fila<Cell>, fecha: Fecha | null): void {
    const { saldo, formaNumero } = this.#d;
    const celda = saldo === undefined ? null : fila.celdas[this.#indice(saldo)];
    const centavos = centavosDe(typeof celda === 'string' ? sinMarca(celda) : celda, formaNumero);
    if (fecha !== null && (centavos === null || !this.#diceSaldo(fila))) {
      this.#fallas.push(fila.fila, this.#formula(fila) ?? SIN_IMPORTE);
      return;
    }
    const cuenta = centavos === null ? undefined : this.#cuenta(this.#nombre(fila));
    if (cuenta?.movimientos.length === 0) {
      cuenta.antes ??= centavos;
      return;
    }
    if (cuenta) cuenta.despues = centavos;
    this.#dudar(fila, SIN_IMPORTE);
  }

  #diceSaldo(fila: Fila<Cell>): boolean {
    const concepto = comparable(this.#d.concepto.map((columna) => this.#texto(fila, columna)).join(' ')).trim();
    return concepto === '' || /saldo|balance/.test(concepto);
  }

  #formula({ fila }: Fila<Cell>): string | undefined {
    const celda = this.#formulas.get(fila);
    return celda && `la celda ${celda} lleva una fórmula. Use el archivo como lo descargó del banco`;
  }

  #dudar(fila: Fila<Cell>, mensaje: string): void {
    if (this.#lineas === 0 || this.#dudosas.length >= DUDOSAS_MAX) return;
    this.#dudosas.push({ fila: fila.fila, cuenta: this.#nombre(fila), mensaje });
  }

  /** What stands before a line of its account was none of the bank's last words. */
  #confirmar(nombre: string): void {
    if (this.#dudosas.length === 0) return;
    const esSuya = ({ cuenta }: Dudosa): boolean => cuenta === nombre || cuenta === '';
    for (const { fila, mensaje } of this.#dudosas.filter(esSuya)) this.#fallas.push(fila, mensaje);
    this.#dudosas = this.#dudosas.filter((dudosa) => !esSuya(dudosa));
  }

  #movimiento(fila: Fila<Cell>, fecha: Fecha | null, textoFecha: string): void {
    const nombre = this.#nombre(fila);
    this.#confirmar(nombre);
    this.#lineas += 1;
    exigirPocas(this.#lineas);
    this.#anchos = [this.#anchos[1], fila.celdas.length];
    this.#ultima = fila.fila;
    const formula = this.#formula(fila);
    if (formula !== undefined) this.#fallas.push(fila.fila, formula);
    if (fecha === null) {
      this.#fallas.push(
        fila.fila,
        textoFecha === ''
          ? 'no tiene fecha. Revise la columna de la fecha, o descargue el archivo de nuevo'
          : noEsFecha(textoFecha, this.#d.formaFecha),
      );
    }
    const importe = this.#importe(fila);
    if (fecha === null || importe === null) return;
    this.#cuenta(nombre).movimientos.push(this.#movimientoDe(fila, fecha, importe));
  }

  #movimientoDe(fila: Fila<Cell>, fecha: Fecha, importe: Centavos): Movimiento {
    const d = this.#d;
    const texto = (columna: Columna | undefined): string => this.#texto(fila, columna);
    const concepto = d.concepto
      .map(texto)
      .filter((parte) => dato(parte) !== '')
      .join(' ');
    // Of what went out the payer is the account's own holder.
    const otra = importe < 0 && Object.keys(d.beneficiario).length > 0 ? d.beneficiario : d.ordenante;
    const dicho = {
      referencia: dato(texto(d.referencia)),
      rastreo: dato(texto(d.rastreo)),
      nombre: dato(texto(otra.nombre)),
      cuenta: dato(texto(otra.cuenta)),
      rfc: dato(texto(otra.rfc)),
    };
    for (const { campo, tras, hasta } of d.rotulos) dicho[campo] ||= trasRotulo(concepto, tras, hasta);
    exigirPesos(texto(d.moneda), fila.fila, this.#fallas);
    return movimientoDe(
      {
        ...dicho,
        fila: fila.fila,
        fecha,
        importe,
        concepto,
        valor: d.valor === undefined ? null : this.#valor(fila, d.valor),
        saldo: d.saldo === undefined ? null : this.#numero(fila, d.saldo, 'el saldo'),
        devolucion: dato(texto(d.devolucion)) !== '',
      },
      this.#fallas,
    );
  }

  #valor(fila: Fila<Cell>, columna: Columna): Fecha | null {
    const { texto, fecha } = this.#fecha(fila, columna);
    if (fecha === null && dato(texto) !== '') {
      this.#fallas.push(fila.fila, noEsFecha(texto, this.#d.formaFecha));
    }
    return fecha;
  }

  /** What a column holds; null where that is nothing, or no amount. */
  #numero(fila: Fila<Cell>, columna: Columna, nombre: string): Centavos | null {
    const celda = fila.celdas[this.#indice(columna)];
    const texto = textoDe(celda);
    if (dato(texto) === '') return null;
    const centavos = centavosDe(typeof celda === 'string' ? texto : celda, this.#d.formaNumero);
    if (centavos === null) {
      this.#fallas.push(
        fila.fila,
        `${nombre} ${cita(texto)} no es un monto como ${this.#d.formaNumero}. Revise la forma de los números, o descargue el archivo de nuevo`,
      );
    }
    return centavos;
  }

  #importe(fila: Fila<Cell>): Centavos | null {
    const { importe } = this.#d;
    if (importe.forma === 'dos') return this.#deDosColumnas(fila, importe);
    const monto = this.#numero(fila, importe.columna, 'el importe');
    if (importe.forma === 'signo' || monto === null) return monto;
    const sentido = comparable(this.#texto(fila, importe.sentido));
    const signo = sentido === comparable(importe.abono) ? 1 : sentido === comparable(importe.cargo) ? -1 : 0;
    if (signo === 0 || monto < 0) {
      this.#fallas.push(
        fila.fila,
        signo === 0
          ? `${cita(sentido)} no dice si es cargo (${importe.cargo}) o abono (${importe.abono}). Revise esa columna`
          : 'el importe ya tiene signo. Elija «un importe con signo» en la disposición de las columnas',
      );
      return null;
    }
    return signo * monto + 0;
  }

  #deDosColumnas(fila: Fila<Cell>, importe: Extract<Disposicion['importe'], { forma: 'dos' }>): Centavos | null {
    const antes = this.#fallas.total;
    const cargo = this.#numero(fila, importe.cargo, 'el cargo') ?? 0;
    const abono = this.#numero(fila, importe.abono, 'el abono') ?? 0;
    if (this.#fallas.total > antes) return null;
    const salida = importe.cargoNegativo ? -cargo : cargo;
    if (cargo !== 0 && abono !== 0) {
      this.#fallas.push(
        fila.fila,
        'tiene cargo y abono a la vez. Revise qué columnas son, o descargue el archivo de nuevo',
      );
      return null;
    }
    if (salida < 0 || abono < 0) {
      this.#fallas.push(
        fila.fila,
        `${abono < 0 ? 'el abono' : 'el cargo'} tiene el signo contrario. Revise en la disposición si los cargos llevan signo menos`,
      );
      return null;
    }
    return abono - salida + 0;
  }
}

/** The word that follows a text, or all that follows up to another one. */
function trasRotulo(concepto: string, tras: string, hasta: string): string {
  const at = concepto.indexOf(tras);
  if (at < 0) return '';
  const resto = concepto.slice(at + tras.length).trimStart();
  const fin = hasta === '' ? resto.search(/[\s,;]/) : resto.indexOf(hasta);
  return dato(fin < 0 ? resto : resto.slice(0, fin));
}

/** The account's number in what stands above the titles: behind its words, or in the next cell. */
function cuentaDe(previas: readonly Fila<Cell>[], rotulo: string): string {
  const buscado = titulo(rotulo);
  if (buscado === '') return '';
  for (const { celdas } of previas) {
    for (const [indice, celda] of celdas.entries()) {
      const texto = limpio(textoDe(celda));
      const dosPuntos = texto.indexOf(':');
      if (titulo(dosPuntos < 0 ? texto : texto.slice(0, dosPuntos)) !== buscado) continue;
      const detras = dosPuntos < 0 ? '' : texto.slice(dosPuntos + 1).trim();
      return detras || limpio(textoDe(celdas.slice(indice + 1).find((otra) => textoDe(otra) !== '')));
    }
  }
  return '';
}

/** The titles that a layout names and a row has not. */
export function faltantes(d: Disposicion, celdas: readonly Cell[]): string[] {
  const titulos = new Set(celdas.map(titulo));
  return columnasDe(d).filter((columna) => typeof columna === 'string' && !titulos.has(titulo(columna))) as string[];
}

function exigirUnaVez(d: Disposicion, { fila, celdas }: Fila<Cell>): void {
  const titulos = celdas.map(titulo);
  for (const columna of columnasDe(d)) {
    if (typeof columna === 'number' || titulos.indexOf(titulo(columna)) === titulos.lastIndexOf(titulo(columna)))
      continue;
    throw new Rechazo(
      `Fila ${fila}: el título ${cita(columna)} está dos veces y no se sabe cuál vale. Diga esa columna por su número`,
    );
  }
}

/** The table's titles, and what stands above them; undefined where it has not those of the layout. */
function encabezadoDe(filas: Iterator<Fila<Cell>>, d: Disposicion) {
  const previas: Fila<Cell>[] = [];
  if (d.encabezado === 0) return { titulos: [], previas };
  for (let paso = filas.next(); !paso.done; paso = filas.next()) {
    const fila = paso.value;
    if (fila.fila > FILAS_DE_ENCABEZADO) return undefined;
    if ((d.encabezado === null || d.encabezado === fila.fila) && faltantes(d, fila.celdas).length === 0) {
      exigirUnaVez(d, fila);
      return { titulos: fila.celdas.map(titulo), previas };
    }
    if (d.encabezado === fila.fila) return undefined;
    previas.push(fila);
  }
  return undefined;
}

/** Whether a table has the titles of a layout; where that has none, whether its first row is a line in it. */
export function encaja({ filas, formulas }: Tabla, d: Disposicion): boolean {
  const cursor = filas[Symbol.iterator]();
  const encabezado = encabezadoDe(cursor, d);
  if (!encabezado || d.encabezado !== 0) return encabezado !== undefined;
  const fallas = new Fallas('Fila');
  const lector = new Lector(d, [], formulas, fallas);
  for (let paso = cursor.next(); !paso.done && lector.cuentas.size === 0; paso = cursor.next()) {
    lector.leer(paso.value);
    if (fallas.total > 0 || paso.value.fila > FILAS_DE_ENCABEZADO) return false;
  }
  return lector.cuentas.size > 0;
}

/** @throws Rechazo for a file that is not of this layout at all */
export function leerColumnas(
  tablas: readonly Tabla[],
  d: Disposicion,
  formato: Formato,
  fallas: Fallas,
): EstadoDeCuenta[] {
  const buscadas = tablas.filter(({ nombre }) => d.hoja === '' || comparable(nombre) === comparable(d.hoja));
  const halladas = buscadas.flatMap((tabla) => {
    const cursor = tabla.filas[Symbol.iterator]();
    const encabezado = encabezadoDe(cursor, d);
    return encabezado ? [{ ...encabezado, cursor, tabla }] : [];
  });
  const [hallada, otra] = halladas;
  if (hallada && otra) {
    throw new Rechazo(
      `Los títulos están en las hojas ${cita(hallada.tabla.nombre)} y ${cita(otra.tabla.nombre)}. Diga en la disposición cuál se lee, o borre las demás`,
    );
  }
  if (hallada) {
    const { cursor, titulos, previas, tabla } = hallada;
    const lector = new Lector(d, titulos, tabla.formulas, fallas);
    for (let paso = cursor.next(); !paso.done; paso = cursor.next()) lector.leer(paso.value);
    lector.terminar();
    const deArriba = cuentaDe(previas, d.rotuloCuenta);
    return [...lector.cuentas]
      .map(([cuenta, leida]) => estadoDe(cuenta || deArriba, leida, formato))
      .filter(({ movimientos, saldoInicial }) => movimientos.length > 0 || saldoInicial !== null);
  }
  throw new Rechazo(
    d.hoja !== '' && buscadas.length === 0
      ? `El libro no tiene la hoja ${cita(d.hoja)}. Revise la disposición de las columnas, o elija otro archivo`
      : `El archivo no tiene los títulos ${columnasDe(d)
          .filter((columna) => typeof columna === 'string')
          .map(cita)
          .join(
            ', ',
          )}${d.encabezado ? ` en la fila ${d.encabezado}` : ''}. Revise qué banco y formato es, o descárguelo de nuevo`,
  );
}

function estadoDe(cuenta: string, leida: Cuenta, formato: Formato): EstadoDeCuenta {
  const { movimientos, alReves } = enOrden(leida.movimientos);
  const [antes, despues] = alReves ? [leida.despues, leida.antes] : [leida.antes, leida.despues];
  const fechas = movimientos.map(({ fecha }) => fecha).sort();
  return {
    formato,
    cuenta,
    moneda: 'MXN',
    desde: fechas[0] ?? null,
    hasta: fechas.at(-1) ?? null,
    saldoInicial: antes ?? saldoAntes(movimientos),
    saldoFinal: despues ?? (movimientos.length > 0 ? (movimientos.at(-1)?.saldo ?? null) : antes),
    movimientos,
  };
}
