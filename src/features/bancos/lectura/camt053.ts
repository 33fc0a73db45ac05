/**
 * ISO 20022 camt.053, bank to customer statement, of any version: what they have differently is looked for in both places.
 */

import { type Fecha, isFecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { centavosDe } from '#core/valores.ts';
import { cita, dato } from '#platform/tabla.ts';
import {
  DE_NUEVO,
  type EstadoDeCuenta,
  exigirPesos,
  exigirPocas,
  type Fallas,
  type Movimiento,
  movimientoDe,
  Rechazo,
} from './estado.ts';
import { enRuta, hijosDe, type Nodo, recorrer, textoEn } from './xml.ts';

const primero = (...textos: readonly string[]): string => textos.map(dato).find((texto) => texto !== '') ?? '';

/** A date, or the day of a time as the bank's clocks tell it. */
function fechaEn(nodo: Nodo | undefined, nombre: string): Fecha | null {
  const fecha = enRuta(nodo, nombre);
  const texto = primero(textoEn(fecha, 'Dt'), textoEn(fecha, 'DtTm')).slice(0, 10);
  return isFecha(texto) ? texto : null;
}

/** Without sign; null where it is no amount. */
const montoEn = (nodo: Nodo | undefined): Centavos | null => {
  const texto = nodo?.texto.trim() ?? '';
  return /^\d{1,18}(\.\d{0,5})?$/.test(texto) ? centavosDe(texto, '1,234.56') : null;
};

/** What goes out is DBIT. */
const conSigno = (monto: Centavos, sentido: string): Centavos => (sentido === 'DBIT' ? 0 - monto : monto);

/** A person or company: its name stands in itself, or since version 04 in what it is. */
const nombreDe = (parte: Nodo | undefined): string => primero(textoEn(parte, 'Nm'), textoEn(parte, 'Pty', 'Nm'));

const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/i;

function rfcDe(parte: Nodo | undefined): string {
  const id = enRuta(parte, 'Id') ?? enRuta(parte, 'Pty', 'Id');
  return (
    ['OrgId', 'PrvtId']
      .flatMap((clase) => hijosDe(enRuta(id, clase), 'Othr'))
      .map((otro) => textoEn(otro, 'Id'))
      .find((texto) => RFC.test(texto)) ?? ''
  );
}

const cuentaDe = (nodo: Nodo | undefined): string =>
  primero(textoEn(nodo, 'Id', 'IBAN'), textoEn(nodo, 'Id', 'Othr', 'Id'));

const esVerdad = (texto: string): boolean => texto === 'true' || texto === '1';

/** What the sender wrote: free text, and references of invoices and creditors. */
function conceptoDe(detalle: Nodo | undefined): string {
  const remesa = enRuta(detalle, 'RmtInf');
  return [
    ...hijosDe(remesa, 'Ustrd').map(({ texto }) => texto),
    ...hijosDe(remesa, 'Strd').flatMap((escrita) => [
      textoEn(escrita, 'CdtrRefInf', 'Ref'),
      ...hijosDe(escrita, 'AddtlRmtInf').map(({ texto }) => texto),
    ]),
    textoEn(detalle, 'AddtlTxInf'),
  ]
    .map(dato)
    .filter((texto) => texto !== '')
    .join(' ');
}

/** What an entry says for all of its payments. */
interface Asiento {
  nodo: Nodo;
  fila: number;
  fecha: Fecha;
  valor: Fecha;
  devolucion: boolean;
}

function movimientoEn(
  { nodo, ...asiento }: Asiento,
  detalle: Nodo | undefined,
  importe: Centavos,
  fallas: Fallas,
): Movimiento {
  const refs = enRuta(detalle, 'Refs');
  const partes = enRuta(detalle, 'RltdPties');
  const [persona, cuenta] = importe < 0 ? (['Cdtr', 'CdtrAcct'] as const) : (['Dbtr', 'DbtrAcct'] as const);
  return movimientoDe(
    {
      ...asiento,
      importe,
      concepto: primero(
        conceptoDe(detalle),
        textoEn(nodo, 'AddtlNtryInf'),
        textoEn(nodo, 'BkTxCd', 'Prtry', 'Cd'),
        textoEn(nodo, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd'),
      ),
      referencia: primero(
        textoEn(refs, 'AcctSvcrRef'),
        textoEn(nodo, 'AcctSvcrRef'),
        textoEn(nodo, 'NtryRef'),
        textoEn(refs, 'InstrId'),
      ),
      rastreo: primero(textoEn(refs, 'ClrSysRef'), textoEn(refs, 'TxId'), textoEn(refs, 'EndToEndId')),
      nombre: nombreDe(enRuta(partes, persona)),
      cuenta: cuentaDe(enRuta(partes, cuenta)),
      rfc: rfcDe(enRuta(partes, persona)),
      devolucion: asiento.devolucion || enRuta(detalle, 'RtrInf') !== undefined,
    },
    fallas,
  );
}

/** The payments of a batch with their amounts, where these are told and add up to the entry. */
function partesDe(detalles: readonly Nodo[], importe: Centavos, sentido: string): Centavos[] | undefined {
  const montos = detalles.map((detalle) => {
    const monto = montoEn(enRuta(detalle, 'Amt') ?? enRuta(detalle, 'AmtDtls', 'TxAmt', 'Amt'));
    return monto === null ? null : conSigno(monto, textoEn(detalle, 'CdtDbtInd') || sentido);
  });
  const dichos = montos.filter((monto) => monto !== null);
  const suma = dichos.reduce((total, monto) => total + monto, 0);
  return detalles.length > 1 && dichos.length === montos.length && suma === importe ? dichos : undefined;
}

/** Entries that are expected or for information are not booked: their code, or the text of older versions. */
const estaAsentado = (nodo: Nodo): boolean =>
  ['', 'BOOK'].includes(primero(textoEn(nodo, 'Sts', 'Cd'), textoEn(nodo, 'Sts')));

class Lector {
  readonly #fallas: Fallas;
  readonly estados: EstadoDeCuenta[] = [];
  #asientos = 0;
  #lineas = 0;

  constructor(fallas: Fallas) {
    this.#fallas = fallas;
  }

  empezar(): void {
    this.estados.push({
      formato: 'camt053',
      cuenta: '',
      moneda: 'MXN',
      desde: null,
      hasta: null,
      saldoInicial: null,
      saldoFinal: null,
      movimientos: [],
    });
  }

  /** A part of a statement. */
  leer(nodo: Nodo): void {
    const estado = this.estados.at(-1);
    if (!estado) return;
    if (nodo.nombre === 'Acct') {
      estado.cuenta = cuentaDe(nodo);
      exigirPesos(textoEn(nodo, 'Ccy'), 0, this.#fallas);
    } else if (nodo.nombre === 'FrToDt') {
      const dia = (nombre: string): Fecha | null => {
        const texto = primero(textoEn(nodo, `${nombre}Tm`), textoEn(nodo, nombre)).slice(0, 10);
        return isFecha(texto) ? texto : null;
      };
      estado.desde = dia('FrDt');
      estado.hasta = dia('ToDt');
    } else if (nodo.nombre === 'Bal') this.#saldo(nodo, estado);
    else if (nodo.nombre === 'Ntry') this.#asiento(nodo, estado);
  }

  #saldo(nodo: Nodo, estado: EstadoDeCuenta): void {
    const clase = textoEn(nodo, 'Tp', 'CdOrPrtry', 'Cd');
    if (!['OPBD', 'PRCD', 'CLBD'].includes(clase)) return;
    const monto = montoEn(enRuta(nodo, 'Amt'));
    if (monto === null) {
      this.#fallas.push(0, `El saldo ${cita(textoEn(nodo, 'Amt'))} no es un monto. ${DE_NUEVO}`);
      return;
    }
    exigirPesos(enRuta(nodo, 'Amt')?.atributos.Ccy ?? '', 0, this.#fallas);
    const saldo = conSigno(monto, textoEn(nodo, 'CdtDbtInd'));
    if (clase === 'CLBD') estado.saldoFinal = saldo;
    else if (clase === 'OPBD' || estado.saldoInicial === null) estado.saldoInicial = saldo;
    const fecha = fechaEn(nodo, 'Dt');
    if (clase === 'CLBD') estado.hasta ??= fecha;
    else if (clase === 'OPBD') estado.desde ??= fecha;
  }

  #asiento(nodo: Nodo, estado: EstadoDeCuenta): void {
    this.#asientos += 1;
    if (!estaAsentado(nodo)) return;
    const fila = this.#asientos;
    const sentido = textoEn(nodo, 'CdtDbtInd');
    const monto = montoEn(enRuta(nodo, 'Amt'));
    const fecha = fechaEn(nodo, 'BookgDt') ?? fechaEn(nodo, 'ValDt');
    if (monto === null || (sentido !== 'CRDT' && sentido !== 'DBIT')) {
      this.#fallas.push(
        fila,
        monto === null
          ? `el importe ${cita(textoEn(nodo, 'Amt'))} no es un monto. ${DE_NUEVO}`
          : `no dice si es cargo o abono. ${DE_NUEVO}`,
      );
      return;
    }
    if (fecha === null) {
      this.#fallas.push(fila, `no tiene una fecha que exista. ${DE_NUEVO}`);
      return;
    }
    exigirPesos(enRuta(nodo, 'Amt')?.atributos.Ccy ?? '', fila, this.#fallas);
    const importe = conSigno(monto, sentido);
    const asiento: Asiento = {
      nodo,
      fila,
      fecha,
      valor: fechaEn(nodo, 'ValDt') ?? fecha,
      devolucion: esVerdad(textoEn(nodo, 'RvslInd')),
    };
    const detalles = hijosDe(nodo, 'NtryDtls').flatMap((uno) => hijosDe(uno, 'TxDtls'));
    const partes = partesDe(detalles, importe, sentido);
    const nuevos = partes
      ? partes.map((parte, index) => movimientoEn(asiento, detalles[index], parte, this.#fallas))
      : [movimientoEn(asiento, detalles.length === 1 ? detalles[0] : undefined, importe, this.#fallas)];
    this.#lineas += nuevos.length;
    exigirPocas(this.#lineas);
    for (const nuevo of nuevos) estado.movimientos.push(nuevo);
  }
}

const OTROS: ReadonlyMap<string, string> = new Map([
  ['BkToCstmrAcctRpt', 'camt.052, de movimientos del día'],
  ['BkToCstmrDbtCdtNtfctn', 'camt.054, de avisos de cargo y abono'],
]);

/** @throws Rechazo for what is no camt.053 */
export function leerCamt053(texto: string, fallas: Fallas): EstadoDeCuenta[] {
  const lector = new Lector(fallas);
  let esEstado = false;
  recorrer(
    texto,
    ['Ccy'],
    (_nombre, dentroDe) => dentroDe === 'Stmt',
    (nodo) => lector.leer(nodo),
    (nombre, dentroDe) => {
      const otro = OTROS.get(nombre);
      if (otro !== undefined) throw new Rechazo(`El archivo es un ${otro}. Pida al banco el estado de cuenta camt.053`);
      if (nombre === 'BkToCstmrStmt') esEstado = true;
      if (nombre === 'Stmt' && dentroDe === 'BkToCstmrStmt') lector.empezar();
    },
  );
  if (!esEstado) throw new Rechazo('El archivo XML no es un estado de cuenta camt.053. Elija otro archivo');
  return lector.estados;
}
