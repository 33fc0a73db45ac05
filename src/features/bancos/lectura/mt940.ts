/**
 * SWIFT MT940, customer statement message: fields :20: :25: :28C: :60F/M: :61: :86: :62F/M:, also of several pages and several
 * messages, with or without the blocks of the network around them.
 */

import { type Fecha, isFecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { centavosDe, fechaDe } from '#core/valores.ts';
import { lineasDe } from '#platform/server/texto-separado.ts';
import { cita, limpio } from '#platform/tabla.ts';
import {
  DE_NUEVO,
  type EstadoDeCuenta,
  exigirPesos,
  exigirPocas,
  type Fallas,
  movimientoDe,
  Rechazo,
} from './estado.ts';
import { DEL_BANCO } from './texto.ts';

interface Campo {
  fila: number;
  nombre: string;
  lineas: string[];
}

/** No field has more lines; the longest, 86, has six. */
const LINEAS_DE_CAMPO = 50;

/** The fields one after the other, each with the lines that continue it. */
function* camposDe(texto: string): Generator<Campo> {
  let campo: Campo | undefined;
  for (const { fila, linea } of lineasDe(texto, DEL_BANCO)) {
    // Behind the head of a message its first field may follow on the same line.
    const bloque = linea.startsWith('{') ? linea.lastIndexOf('{4:') : -1;
    const clara = bloque < 0 ? linea : linea.slice(bloque + 3);
    const [inicio = '', nombre] = /^:(\d{2}[A-Z]?):/.exec(clara) ?? [];
    if (nombre !== undefined) {
      if (campo) yield campo;
      campo = { fila, nombre, lineas: [clara.slice(inicio.length)] };
    } else if (linea.startsWith('{') || (/^-\}?/.test(clara) && clara.length <= 2)) {
      if (campo) yield campo;
      campo = undefined;
    } else if (campo && clara.trim() !== '') {
      if (campo.lineas.length >= LINEAS_DE_CAMPO) {
        throw new Rechazo(`Fila ${fila}: el campo :${campo.nombre}: no termina. ${DE_NUEVO}`);
      }
      campo.lineas.push(clara);
    }
  }
  if (campo) yield campo;
}

const aaaa = (aammdd: string): Fecha | null => fechaDe(`20${aammdd}`, 'aaaammdd');

/** The booking date has no year: the one that is next to the value date. */
function fechaDeAsiento(mmdd: string | undefined, valor: Fecha): Fecha | null {
  if (mmdd === undefined) return valor;
  const año = Number(valor.slice(0, 4));
  const meses = Number(mmdd.slice(0, 2)) - Number(valor.slice(5, 7));
  const fecha = `${meses > 6 ? año - 1 : meses < -6 ? año + 1 : año}-${mmdd.slice(0, 2)}-${mmdd.slice(2)}`;
  return isFecha(fecha) ? fecha : null;
}

interface Saldo {
  fecha: Fecha;
  centavos: Centavos;
}

const SALDO = /^([CD])(\d{6})([A-Z]{3})([\d,]{1,20})$/;

function saldoDe({ fila, nombre, lineas: [texto = ''] }: Campo, fallas: Fallas): Saldo | null {
  const [, signo, aammdd = '', moneda = '', monto = ''] = SALDO.exec(texto.trim()) ?? [];
  const fecha = aaaa(aammdd);
  const centavos = centavosDe(monto, '1.234,56');
  if (fecha === null || centavos === null) {
    fallas.push(fila, `el saldo ${cita(texto)} del campo :${nombre}: no se puede leer. ${DE_NUEVO}`);
    return null;
  }
  exigirPesos(moneda, fila, fallas);
  return { fecha, centavos: signo === 'D' ? 0 - centavos : centavos };
}

/** Value date, booking date or blanks, mark, a letter of the currency, amount, type; the rest are references. */
const LINEA = /^(\d{6})(?:(\d{4})| {4})?(RC|RD|C|D)([A-Z])?(\d{1,15},?\d{0,2})([A-Z][A-Z0-9 ]{3})/;

/** Subfields of :86: as German banks number them: the text of the posting, then of the payment. */
const DE_TEXTO = ['00', ...Array.from({ length: 10 }, (_, i) => String(20 + i)), '60', '61', '62', '63'];
/** Words between slashes, as others write them. */
const CLAVES = /\/(ORDP|BENM|NAME|ACCT|IBAN|EREF|REMI|RTRN|TRCD|CREF|MARF|PREF|CSID|ISDT|ID)\//g;

interface Detalle {
  concepto: string;
  nombre: string;
  cuenta: string;
  rastreo: string;
  devolucion: boolean;
}

/** A piece that is full goes on in the next one, in the middle of a word, where that does not begin with a key. */
const PIEZA = 27;

const unidas = (piezas: readonly string[]): string =>
  piezas.reduce((texto, pieza, index) => {
    const seguida = (piezas[index - 1]?.length ?? 0) >= PIEZA && !/^[A-Z]{4}\+/.test(pieza);
    return `${texto}${seguida ? '' : ' '}${pieza}`;
  }, '');

function conNumeros(texto: string): Detalle {
  const partes = new Map<string, string>();
  for (const parte of texto.slice(4).split('?')) {
    const numero = parte.slice(0, 2);
    partes.set(numero, (partes.get(numero) ?? '') + parte.slice(2));
  }
  const parte = (numero: string): string => partes.get(numero) ?? '';
  const concepto = limpio(unidas(DE_TEXTO.map(parte).filter((pieza) => pieza !== '')));
  return {
    concepto,
    nombre: limpio(`${parte('32')}${parte('33')}`),
    cuenta: limpio(parte('31')),
    rastreo: limpio(/\bEREF\+([^ ]{1,40})/.exec(concepto)?.[1] ?? ''),
    devolucion: /\bRETURN\b|\bDEVOLUCION\b/i.test(parte('00')),
  };
}

function conPalabras(texto: string): Detalle {
  const valores = new Map<string, string>();
  const halladas = [...texto.matchAll(CLAVES)];
  for (const [index, hallada] of halladas.entries()) {
    const [todo, clave = ''] = hallada;
    const valor = limpio(texto.slice(hallada.index + todo.length, halladas[index + 1]?.index).replace(/\/$/, ''));
    if (!valores.get(clave)) valores.set(clave, valor);
  }
  const valor = (...claves: string[]): string => claves.map((clave) => valores.get(clave)).find(Boolean) ?? '';
  return {
    concepto: limpio(texto),
    nombre: valor('ORDP', 'BENM', 'NAME'),
    cuenta: valor('ACCT', 'IBAN'),
    rastreo: valor('EREF'),
    devolucion: valores.has('RTRN'),
  };
}

function detalleDe(lineas: readonly string[]): Detalle {
  // Lines of numbered subfields and of words are cut where 65 characters are, others between words.
  const seguido = lineas.join('');
  if (/^\d{3}\?\d{2}/.test(seguido)) return conNumeros(seguido);
  const escrito = lineas.join(' ');
  return conPalabras(/^\/[A-Z]{2,4}\//.test(seguido) ? seguido : escrito);
}

/** A message, or pages of one, under reading. */
interface Abierto {
  fila: number;
  estado: EstadoDeCuenta;
  /** What the next page must begin with; undefined where a page is open. */
  siguiente: Centavos | null | undefined;
}

class Lector {
  readonly #fallas: Fallas;
  readonly #estados: EstadoDeCuenta[] = [];
  #abierto: Abierto | undefined;
  #cuenta = '';
  #linea: Campo | undefined;
  #lineas = 0;

  constructor(fallas: Fallas) {
    this.#fallas = fallas;
  }

  leer(campos: Iterable<Campo>): EstadoDeCuenta[] {
    for (const campo of campos) {
      // A field 86 belongs to the line before it, and elsewhere to the statement.
      if (campo.nombre === '86') {
        if (this.#linea) this.#movimiento(this.#linea, campo.lineas);
        this.#linea = undefined;
        continue;
      }
      this.#sinDetalle();
      this.#campo(campo);
    }
    this.#sinDetalle();
    if (this.#abierto) this.#cortado();
    return this.#estados;
  }

  #campo(campo: Campo): void {
    const texto = limpio(campo.lineas[0] ?? '');
    // Before a bar stands the bank, after the number the currency.
    if (campo.nombre === '25' || campo.nombre === '25P') {
      this.#cuenta = texto.slice(texto.lastIndexOf('/') + 1).replace(/\s?MXN$/, '');
    } else if (campo.nombre === '60F' || campo.nombre === '60M') this.#empezar(campo);
    else if (campo.nombre === '62F' || campo.nombre === '62M') this.#terminar(campo);
    else if (campo.nombre === '34F') {
      throw new Rechazo('El archivo es un MT942, de movimientos del día. Pida al banco el estado de cuenta MT940');
    } else if (campo.nombre === '61') {
      this.#lineas += 1;
      exigirPocas(this.#lineas);
      this.#linea = campo;
    }
  }

  #cortado(): void {
    this.#fallas.push(
      this.#abierto?.fila ?? 0,
      `el estado de cuenta que empieza aquí no tiene su saldo final: el archivo está cortado. ${DE_NUEVO}`,
    );
    this.#abierto = undefined;
  }

  #empezar(campo: Campo): void {
    const saldo = saldoDe(campo, this.#fallas);
    const pagina = this.#abierto;
    if (campo.nombre === '60M' && pagina?.siguiente !== undefined && pagina.estado.cuenta === this.#cuenta) {
      if (pagina.siguiente !== null && saldo && saldo.centavos !== pagina.siguiente) {
        this.#fallas.push(campo.fila, `la página no empieza con el saldo con que terminó la anterior. ${DE_NUEVO}`);
      }
      pagina.siguiente = undefined;
      return;
    }
    if (pagina) this.#cortado();
    if (campo.nombre === '60M') {
      this.#fallas.push(campo.fila, `falta la primera página de este estado de cuenta. ${DE_NUEVO}`);
    }
    this.#abierto = {
      fila: campo.fila,
      siguiente: undefined,
      estado: {
        formato: 'mt940',
        cuenta: this.#cuenta,
        moneda: 'MXN',
        desde: saldo?.fecha ?? null,
        hasta: null,
        saldoInicial: saldo?.centavos ?? null,
        saldoFinal: null,
        movimientos: [],
      },
    };
  }

  #terminar(campo: Campo): void {
    const saldo = saldoDe(campo, this.#fallas);
    if (this.#abierto?.siguiente !== undefined || !this.#abierto) {
      this.#fallas.push(campo.fila, `hay un saldo final sin saldo inicial: el archivo está cortado. ${DE_NUEVO}`);
    } else if (campo.nombre === '62M') this.#abierto.siguiente = saldo?.centavos ?? null;
    else {
      const { estado } = this.#abierto;
      this.#estados.push({ ...estado, hasta: saldo?.fecha ?? null, saldoFinal: saldo?.centavos ?? null });
      this.#abierto = undefined;
    }
  }

  #sinDetalle(): void {
    if (this.#linea) this.#movimiento(this.#linea, []);
    this.#linea = undefined;
  }

  #movimiento({ fila, lineas }: Campo, detalles: readonly string[]): void {
    const [primera = '', ...mas] = lineas;
    const partes = LINEA.exec(primera.trim());
    const [todo = '', aammdd = '', mmdd, marca = '', , monto = '', tipo = ''] = partes ?? [];
    const valor = aaaa(aammdd);
    const fecha = valor && fechaDeAsiento(mmdd, valor);
    const centavos = centavosDe(monto, '1.234,56');
    if (!fecha || centavos === null) {
      this.#fallas.push(
        fila,
        partes && !fecha
          ? `el movimiento ${cita(primera)} tiene una fecha que no existe. ${DE_NUEVO}`
          : `el movimiento ${cita(primera)} no se puede leer. ${DE_NUEVO}`,
      );
      return;
    }
    if (!this.#abierto || this.#abierto.siguiente !== undefined) {
      this.#fallas.push(fila, `hay un movimiento antes del saldo inicial: el archivo está cortado. ${DE_NUEVO}`);
      return;
    }
    const [propia = '', delBanco = ''] = primera.trim().slice(todo.length).split('//', 2);
    const detalle = detalleDe(detalles);
    // A credit that is taken back goes out.
    const entra = marca === 'C' || marca === 'RD';
    this.#abierto.estado.movimientos.push(
      movimientoDe(
        {
          ...detalle,
          fila,
          fecha,
          valor,
          importe: entra ? centavos : 0 - centavos,
          concepto: detalle.concepto || limpio(mas.join(' ')) || tipo,
          referencia: limpio(delBanco) || limpio(propia),
          devolucion: detalle.devolucion || marca.startsWith('R'),
        },
        this.#fallas,
      ),
    );
  }
}

export const leerMt940 = (texto: string, fallas: Fallas): EstadoDeCuenta[] => new Lector(fallas).leer(camposDe(texto));
