/** Decisions over invoices; pure. */

import { isGenerico, type RelacionDeEgreso } from '#cfdi/catalogos.ts';
import { rechazaTimbre } from '#cfdi/codigos.ts';
import { isGravado, TASAS_IVA, VIGENCIA_HORAS } from '#cfdi/documento.ts';
import { type Plazo, plazoDeCancelacion } from '#cfdi/plazo.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, divideRounded, toPesos } from '#core/money.ts';
import { addMonths, dayOfMonth, monthOf } from '#core/period.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import { folioOf } from '#libro/facturas/rules.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';

const VIGENCIA_MS = VIGENCIA_HORAS * 60 * 60 * 1000;

/** Whether the same bytes may still be stamped: a document's Fecha is at most 72 hours old. Both local, without zone. */
export function mayStillStamp(fechaEmision: string, ahora: string): boolean {
  return Date.parse(`${ahora}Z`) - Date.parse(`${fechaEmision}Z`) < VIGENCIA_MS;
}

/**
 * Whether a person may tell what became of an invoice of which the provider gave no certain answer: it is too old, and refused as
 * such, which says nothing of whether it was stamped in time; or it is refused now for what may not have been so then; or the
 * account serves nobody, and may never again (`detenido`).
 */
export function isUnanswered(
  { estado, codigo, fechaEmision }: { estado: string; codigo: string; fechaEmision: string },
  ahora: string,
  detenido: boolean,
): boolean {
  return estado === 'incierto' && (detenido || rechazaTimbre(codigo) || !mayStillStamp(fechaEmision, ahora));
}

/** How long until the provider is asked again: half a minute, doubled each time, an hour at most. In ms. */
export function retryDelay(intentos: number): number {
  return Math.min(30_000 * 2 ** Math.max(0, intentos - 1), 3_600_000);
}

/** How often the authority says that an invoice stands before whoever asked to cancel it may choose. */
const VIGENTE_VECES = 5;

/** Between two answers that count: the authority takes minutes to hours to show a request, whoever asks however often. */
const CADA_MS = 10 * 60 * 1000;

/** Whether an answer that an invoice stands counts now, by when one was counted last or the cancellation was asked for. */
export const vigenteCuenta = (desde: Date, now: Date): boolean => now.getTime() - desde.getTime() >= CADA_MS;

/** How long nobody tells how an invoice stands before whoever directs may decide on what the authority's portal shows. */
const SIN_RESPUESTA_MS = 72 * 60 * 60 * 1000;

/** How long after a request a refusal is not believed to be its own, unless it was seen in process: nobody answers so soon. */
const REZAGO_MS = 30 * 60 * 1000;

/** What is known of a request when the authority shows a refusal. */
export interface Rechazable {
  /** A refusal was shown before it was asked for. */
  rechazoPrevio: boolean;
  /** It has been shown in process since. */
  procesoVisto: boolean;
  createdAt: Date;
}

/**
 * Whether a refusal that the authority shows is of this request: of one that was seen in process it is; else only where none was
 * shown before, and the time is past in which the authority shows what it had.
 */
export const esRechazoPropio = ({ rechazoPrevio, procesoVisto, createdAt }: Rechazable, now: Date): boolean =>
  procesoVisto || (!rechazoPrevio && now.getTime() - createdAt.getTime() >= REZAGO_MS);

/** Whoever directs: the guard of who decides of an invoice what nobody tells. */
export const DECIDES = 'A';

/** Why a cancellation is stuck. `vigente`: the authority has the invoice in force, with nothing in process. */
export type Atoro = 'vigente' | 'sin_respuesta';

export interface Esperada {
  /** How often the authority said that the invoice stands since anything else was known of it. */
  vigenteVeces: number;
  /** Since when nobody tells anything; null while the last answer told. */
  sinRespuestaAt: Date | null;
}

/** Why a cancellation that waits is stuck, or undefined while it may still end by itself. */
export function atoroOf({ vigenteVeces, sinRespuestaAt }: Esperada, now: Date): Atoro | undefined {
  // First: what was said before the silence decides nothing any more.
  if (sinRespuestaAt !== null && now.getTime() - sinRespuestaAt.getTime() >= SIN_RESPUESTA_MS) return 'sin_respuesta';
  return vigenteVeces >= VIGENTE_VECES ? 'vigente' : undefined;
}

/** What whoever is about to cancel an invoice is told, by what the authority says of it. */
export const AVISOS = {
  sin_aceptacion: 'El SAT la cancela sin pedir permiso al receptor',
  con_aceptacion:
    'El receptor tiene que aceptarla: tiene tres días hábiles y, si no contesta, el SAT la cancela. Mientras tanto queda en cancelación',
  no_cancelable:
    'El SAT no la cancela mientras tenga otras relacionadas: cancele antes la relacionada (su complemento de pago, o la que la sustituye)',
  en_proceso: 'El SAT ya tiene una solicitud de cancelación en proceso',
  cancelada: 'El SAT ya la tiene por cancelada: aquí quedará igual en cuanto la cancele',
  no_encontrada: 'El SAT aún no la tiene: puede tardar hasta 48 horas en aparecer. Si no urge, cancélela mañana',
  pregunta_no_valida:
    'El SAT no entendió la pregunta por la factura (601), así que no dice qué pide para cancelarla. Puede pedirlo de todos modos; si se repite, avise a soporte',
  sin_respuesta: 'El SAT no contestó qué pide para cancelarla. Puede pedir la cancelación de todos modos',
} as const;

const SAT_ESTADOS: Readonly<Record<string, string>> = {
  valid: 'vigente',
  rejected: 'vigente',
  in_process: 'en_proceso',
  cancelled: 'cancelada',
  missing: 'no_encontrada',
};

const quedan = (dias: number): string =>
  dias === 0 ? 'hoy es el último día' : dias === 1 ? 'queda 1 día' : `quedan ${dias} días`;

/** What is said of the legal limit for cancelling: until when, or what can be done instead. Nothing is forbidden by it. */
export function avisoDePlazo({ limite, dias }: Plazo): string {
  return dias < 0
    ? `El plazo legal para cancelarla terminó el ${formatFecha(limite)} y el SAT puede rechazarla. En su lugar se corrige con un CFDI de egreso relacionado (01, nota de crédito, o 03, devolución); confirme con su contador`
    : `Por ley se puede cancelar hasta el ${formatFecha(limite)}: ${quedan(dias)}. Confirme con su contador`;
}

/** The legal limit of a stamped invoice, by its own date and issuer, as it stands on a day. */
export function plazoOf(emision: string, rfcEmisor: string, hoy: string) {
  const plazo = plazoDeCancelacion(emision, rfcEmisor, hoy);
  return { ...plazo, vencido: plazo.dias < 0, aviso: avisoDePlazo(plazo) };
}

/** Whether an answer of the authority's shows that a request to cancel was refused, whichever. */
export const muestraRechazo = (told: { kind: string; rechazoPrevio?: boolean } | undefined): boolean =>
  told?.kind === 'rejected' || told?.rechazoPrevio === true;

/** How an answer of the authority's, or its confirmation, is kept; undefined for none, and one that tells nothing. */
export const satEstadoOf = (told: { kind: string } | undefined): string | undefined => told && SAT_ESTADOS[told.kind];

/** How the authority has an invoice, as it is told to whoever asked. */
export const ESTADOS_SAT = {
  sin_aceptacion: 'El SAT la tiene vigente',
  con_aceptacion: 'El SAT la tiene vigente',
  no_cancelable: 'El SAT la tiene vigente, con otras relacionadas',
  en_proceso: 'El SAT la tiene vigente, con su cancelación en proceso',
  cancelada: 'El SAT la tiene cancelada',
  no_encontrada: 'El SAT no la encuentra: puede tardar hasta 48 horas en aparecer',
  pregunta_no_valida:
    'El SAT no entendió la pregunta por la factura (601) y no dice en qué está. Si se repite, avise a soporte',
} as const;

/** The same of what was kept; '' while it was never asked. */
export const ESTADO_SAT_GUARDADO: Readonly<Record<string, string>> = {
  vigente: 'Vigente',
  en_proceso: 'Vigente, con su cancelación en proceso',
  cancelada: 'Cancelada',
  no_encontrada: 'No encontrada',
};

/** What people call it: its folio, or its number while it has none. */
export function nameOf(row: { id: number; serie: string; folio: number | null }): string {
  return folioOf(row.serie, row.folio) || `#${row.id}`;
}

const LABELS: Readonly<Record<string, string>> = {
  facturada: 'facturada',
  cancelada: 'cancelada',
  pendiente: 'pendiente',
  en_cancelacion: 'en cancelación',
  rechazada: 'rechazada',
};

/** What a status is called; a word that is none is 'no tiene estado'. */
export function statusLabel(status: string): string {
  return LABELS[status] ?? 'no tiene estado';
}

const TIPOS: Readonly<Record<string, string>> = {
  egreso: 'Nota de crédito',
  pago: 'Complemento de pago',
  global: 'Factura global',
};

/** What a document is called by its kind. */
export const nombreDeTipo = (tipo: string | undefined): string => TIPOS[tipo ?? ''] ?? 'Factura';

/** Why an invoice has no XML, PDF or letter yet. */
export const UNSTAMPED = 'La factura todavía no está timbrada';

/** Something is still on its way to the provider: the screens ask again. */
export function isWaiting(status: string): boolean {
  return status === 'pendiente' || status === 'en_cancelacion';
}

export interface InvoicedPayment {
  amount: number;
  status: string;
  facturaId: number | null;
  isFacturado: boolean;
  tipo: string;
}

/** Whether a listed payment is offered to be invoiced; what went to the fund and condonations are no payments of a charge. */
export function isInvoiceable(pago: InvoicedPayment): boolean {
  const { amount, status, facturaId, isFacturado, tipo } = pago;
  return (
    amount > 0 &&
    status === 'recibido' &&
    facturaId === null &&
    !isFacturado &&
    tipo !== 'fondo' &&
    tipo !== 'condonacion'
  );
}

/** The form of several payments: that of the largest sum; '' where none is known. Amounts in one unit, whichever. */
export function formaOfLargest(pagos: readonly { formaPago: string; monto: number }[]): string {
  const sums = new Map<string, number>();
  for (const { formaPago, monto } of pagos) {
    if (formaPago !== '') sums.set(formaPago, (sums.get(formaPago) ?? 0) + monto);
  }
  return [...sums].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

/** What payments without an account number are offered under. */
export const WITHOUT_ACCOUNT = 'Sin número de cuenta';

/** Of 'YYYY-MM-DDTHH:mm:ss', local as the document says: 'DD-MM-YYYY HH:mm:ss'; '' for none. */
export function documentTime(text: string): string {
  return text === '' ? '' : `${formatFecha(text)} ${text.slice(11, 19)}`;
}

/** 'Reporte de facturas del …': what the workbook says of its filter. Without dates the month so far is meant. */
export function workbookTitle(
  product: string,
  { desde, hasta, referencia }: { desde: string; hasta: string; referencia: string },
  hoy: string,
): string {
  const from = formatFecha(desde || `${hoy.slice(0, 8)}01`);
  const to = formatFecha(hasta || hoy);
  if (referencia === '') return `Reporte de facturas del ${product} del periodo ${from} a ${to}`;
  const head = `Reporte de facturas del ${product} de la referencia: ${referencia}`;
  return desde === '' && hasta === '' ? head : `${head} dentro del periodo ${from} a ${to}`;
}

/** An invoice that takes the place of another, or whose place is taken. */
export interface Relativa {
  folio: string;
  status: string;
}

export interface ConRelativas {
  folio: string;
  /** Null where there is none, or it was rejected or cancelled. */
  sustituta: Relativa | null;
  sustituida: Relativa | null;
}

/** What a substitute cannot do yet: until the invoice whose place it takes is cancelled, its payments are that one's. */
export function whileSustituidaStands({ folio, sustituida }: Pick<ConRelativas, 'folio' | 'sustituida'>) {
  return sustituida && sustituida.status !== 'cancelada'
    ? `La factura ${folio} sustituye a la ${sustituida.folio}, que aún no está cancelada. Cancele primero la ${sustituida.folio}`
    : undefined;
}

/** Why no other invoice may take an invoice's place now, or undefined when one may. */
export function refusalToSubstitute({ folio, sustituta, sustituida }: ConRelativas): string | undefined {
  if (sustituta) {
    const has = `La factura ${folio} ya tiene la sustituta ${sustituta.folio}`;
    if (sustituta.status === 'pendiente') return `${has}. Espere a que se timbre`;
    if (sustituta.status === 'en_cancelacion')
      return `${has}, que está en cancelación. Espere la respuesta del proveedor`;
    return `${has}. Cancele la ${folio} con el motivo 01`;
  }
  // Of three in a row the payments would be two's once the second falls.
  return whileSustituidaStands({ folio, sustituida });
}

/**
 * Why an invoice with a substitute, or that is one, may not be cancelled now. Its payments are its substitute's once it falls:
 * alone and by motive 01 it may, once that one is stamped.
 */
export function refusalToCancel(
  { folio, sustituta, sustituida }: ConRelativas,
  porSustitucion: boolean,
): string | undefined {
  if (sustituida?.status === 'en_cancelacion') {
    return `La factura ${folio} sustituye a la ${sustituida.folio}, que está en cancelación. Espere la respuesta del proveedor`;
  }
  if (!sustituta) return undefined;
  const has = `La factura ${folio} tiene la sustituta ${sustituta.folio}`;
  if (sustituta.status === 'pendiente')
    return `${has}, que todavía se está timbrando. Espere un momento e intente de nuevo`;
  if (sustituta.status === 'en_cancelacion')
    return `${has}, que está en cancelación. Espere la respuesta del proveedor`;
  return porSustitucion
    ? undefined
    : `${has}: cancélela primero, o cancele la ${folio} sola con el motivo 01 y el folio fiscal de su sustituta`;
}

/** Why an invoice may neither fall nor be substituted while credit notes of it stand; undefined where none does. */
export function refusalForNotas(folio: string, [nota]: readonly Relativa[]): string | undefined {
  return nota && `La factura ${folio} tiene la nota de crédito ${nota.folio}. Cancélela primero`;
}

/** What decides how much of a line may be taken back. Amounts in centavos, VAT included. */
export interface LineaDeFactura {
  total: Centavos;
  /** What its credit notes took back: of discounts and errors (01), and of what is given back (03). */
  descontado: Centavos;
  devuelto: Centavos;
  /** Of a charge: what is owed of it, what was paid since it was invoiced, and how much of that complements tell. Null of a payment. */
  debe: Centavos | null;
  pagado: Centavos;
  dicho: Centavos;
}

/**
 * How much a credit note may take back of a line. Of a charge a discount (01) is what is neither owed nor paid, and what was paid
 * is given back (03); of a payment both are what is left.
 */
export function acreditableDe(linea: LineaDeFactura): Record<RelacionDeEgreso, Centavos> {
  const { total, descontado, devuelto, debe, pagado, dicho } = linea;
  const queda = Math.max(0, total - descontado - devuelto);
  if (debe === null) return { '01': queda, '03': queda };
  // More given back than was paid took what was forgiven.
  const forgiven = total - descontado - Math.max(0, devuelto - pagado) - debe - pagado;
  return {
    '01': Math.min(queda, Math.max(0, forgiven)),
    '03': Math.max(0, Math.min(dicho - devuelto, queda - debe)),
  };
}

/** What decides what is told of the credit note of an invoice. */
export interface Acreditable {
  folio: string;
  lineas: readonly LineaDeFactura[];
  /** A PPD invoice of payments that were received, without its complement. */
  faltaComplemento: boolean;
  /** Its complement whose cancellation waits. */
  enCancelacion: string | undefined;
}

/** Why a credit note may not be of more; '' where the whole invoice may be taken back. `nada`: of nothing at all. */
export function limiteDeNota({ folio, lineas, faltaComplemento, enCancelacion }: Acreditable): {
  nada: boolean;
  motivo: string;
} {
  if (faltaComplemento) {
    return { nada: true, motivo: `La factura ${folio} es PPD y sus pagos no tienen complemento. Emítalo primero` };
  }
  if (enCancelacion !== undefined) {
    return { nada: true, motivo: `El complemento de pago ${enCancelacion} está en cancelación. Espere su respuesta` };
  }
  const sums = { '01': 0, '03': 0, debe: 0, cargos: 0 };
  for (const linea of lineas) {
    const most = acreditableDe(linea);
    sums['01'] += most['01'];
    sums['03'] += most['03'];
    sums.debe += linea.debe ?? 0;
    sums.cargos += linea.debe === null ? 0 : 1;
  }
  const nada = sums['01'] + sums['03'] === 0;
  if (sums.debe > 0) {
    const motivo = `De la factura ${folio} se deben todavía ${formatMoney(toPesos(sums.debe))}: la nota de crédito es de lo que ya no se debe. Aplique antes el descuento, la condonación o la cancelación del cargo`;
    return { nada, motivo };
  }
  if (nada) return { nada, motivo: `Las notas de crédito de la factura ${folio} ya la cubren toda` };
  const motivo =
    sums.cargos === 0
      ? ''
      : `Con la relación 01 se acredita lo que se descontó de la factura ${folio}; lo que se pagó de ella se acredita como devolución (03)`;
  return { nada: false, motivo };
}

/** Whether lines have several treatments, so that an amount alone does not say what VAT it takes back. */
export const isMixta = (lineas: readonly { tratamiento: string }[]): boolean =>
  new Set(lineas.map(({ tratamiento }) => tratamiento)).size > 1;

/** An amount over several parts in proportion to what is left of each, to the centavo; what gets nothing is left out. */
export function repartir<Parte extends { queda: Centavos }>(
  monto: Centavos,
  partes: readonly Parte[],
): (Omit<Parte, 'queda'> & { monto: Centavos })[] {
  let rest = BigInt(partes.reduce((sum, { queda }) => sum + queda, 0));
  let left = BigInt(monto);
  if (left > rest) throw new RangeError(`${monto} is more than there is`);
  return partes.flatMap(({ queda, ...parte }) => {
    // Of what is left over what is left to bear it: the last one takes the rest, and none more than it has.
    const share = queda === 0 ? 0 : divideRounded(left * BigInt(queda), rest);
    left -= BigInt(share);
    rest -= BigInt(queda);
    return share === 0 ? [] : [{ ...parte, monto: share }];
  });
}

export interface PagoInvoiceable {
  concepto: string;
  status: string;
  loteId: number;
  tratamiento: string;
  sistemaAnterior: boolean;
  facturado: boolean;
  /** The invoice that its charge got before it was paid (PPD). */
  facturaDeCargo: number | null;
}

/** Why a payment cannot be invoiced, or undefined when it can. `loteId`: the lot asked for; absent where any will do. */
export function refusalToInvoice(pago: PagoInvoiceable, loteId?: number): string | undefined {
  const name = `El pago de «${pago.concepto}»`;
  if (loteId !== undefined && pago.loteId !== loteId) return `${name} no es de este lote. Actualice la página`;
  if (pago.status === 'en_cancelacion') return `${name} está en cancelación. Espere la respuesta del proveedor`;
  if (pago.status !== 'recibido') return `${name} está cancelado. Actualice la página`;
  if (pago.facturado) return `${name} ya está facturado. Actualice la página`;
  if (pago.facturaDeCargo !== null) {
    return `${name} es de un cargo ya facturado (PPD) y lleva complemento. Emítalo en Cobranza, Complementos pendientes`;
  }
  if (pago.sistemaAnterior) return `${name} se facturó en el sistema anterior`;
  if (pago.tratamiento === 'recibo') return `${name} lleva sólo recibo según su tratamiento fiscal`;
  return undefined;
}

export interface CargoInvoiceable {
  concepto: string;
  referencia: string;
  tipo: string;
  tratamiento: string;
  ppd: boolean;
  facturado: boolean;
  pagoSinFactura: boolean;
}

/** Why a charge cannot be invoiced before it is paid, or undefined when it can. */
export function refusalToInvoiceCharge(cargo: CargoInvoiceable): string | undefined {
  const name = `«${cargo.concepto}» del lote ${cargo.referencia}`;
  if (cargo.facturado) return `${name} ya está facturado. Actualice la página`;
  if (!cargo.ppd) {
    return `El lote ${cargo.referencia} no paga en parcialidades o diferido (PPD) según sus datos fiscales: sus pagos se facturan al recibirse`;
  }
  if (cargo.tipo === 'interes') return `${name} es interés moratorio: se factura al pagarse`;
  if (cargo.tratamiento === 'recibo') return `${name} lleva sólo recibo según su tratamiento fiscal`;
  if (cargo.pagoSinFactura) {
    return `${name} tiene un pago que nadie ha facturado. Factúrelo primero en Generar Factura, y después lo que falta del cargo`;
  }
  return undefined;
}

export interface PorComplementar {
  saldo: number;
  monto: number;
  metodoSinForma: string | null;
}

/** Why a payment of an invoiced charge has no complement yet; '' where nothing stands in its way. Amounts in centavos. */
export function faltaParaComplemento({ saldo, monto, metodoSinForma }: PorComplementar): string {
  if (metodoSinForma !== null) {
    return `El método «${metodoSinForma}» no tiene forma de pago CFDI. Complétela en Catálogos, Métodos de pago`;
  }
  return monto > saldo
    ? 'El pago es mayor que lo que falta de la factura. Cancele su nota de crédito si tiene, o la factura y sus complementos, y facture de nuevo'
    : '';
}

/** What to know of a complement whose invoice is of an RFC that no lot has any more; '' of any other. */
export function avisoDeReceptor({ receptorRfc, rfcHoy }: { receptorRfc: string; rfcHoy: string | null }): string {
  if (rfcHoy === null || isGenerico(receptorRfc)) return '';
  const hoy = rfcHoy === '' ? 'no tiene hoy datos fiscales' : `tiene hoy los de ${rfcHoy}`;
  return `La factura es de ${receptorRfc} y el lote ${hoy}: el complemento sale a ${receptorRfc} con los datos de entonces. Si el SAT lo rechaza, capture en los datos fiscales del lote los que ${receptorRfc} tiene hoy, emítalo y regrese los de antes`;
}

/** An invoice that a complement settles. */
export interface Liquidada {
  id: number;
  serie: string;
  folio: number | null;
  status: string;
  satEstado: string;
}

/** Why a complement of these invoices is not sealed now, or undefined where it may be: it would stand for what falls. */
export function esperaDeComplemento(facturas: readonly Liquidada[]): string | undefined {
  const fallen = facturas.find(({ status }) => status === 'cancelada' || status === 'rechazada');
  if (fallen) return `La factura ${nameOf(fallen)} no está vigente`;
  if (facturas.some(({ status }) => status === 'pendiente')) return 'El complemento espera a que se timbre su factura';
  const inCancellation = facturas.find(({ status }) => status === 'en_cancelacion');
  if (inCancellation) {
    return `La factura ${nameOf(inCancellation)} está en cancelación: el complemento espera lo que resuelva el SAT`;
  }
  const elsewhere = facturas.find(({ satEstado }) => satEstado === 'cancelada');
  return (
    elsewhere &&
    `El SAT tiene cancelada la factura ${nameOf(elsewhere)}: cancélela aquí con su motivo y el pago se factura de nuevo`
  );
}

/** Why a complement in force has to be cancelled, and what becomes of its payments then. */
export const CORRECCION_DE_COMPLEMENTO = {
  impuestos:
    'Se timbró sin los impuestos de su factura (ObjetoImpDR 01). Cancélelo con el motivo 02: sus pagos vuelven a Complementos por emitir y el que se emita los lleva',
  factura:
    'Su factura está cancelada. Cancélelo también, con el motivo 02, y facture sus pagos en Generar Factura; si el cargo ya está en otra factura, vuelven a Complementos por emitir',
} as const;

/** Until when a complement is to be issued: the fifth of the month after the payment's (RMF 2.7.1.32). */
export function limiteDeComplemento(fechaPago: Fecha): Fecha {
  return dayOfMonth(addMonths(monthOf(fechaPago), 1), 5);
}

/** A line's base and VAT, in centavos. */
export interface Linea {
  tratamiento: string;
  importe: Centavos;
  iva: Centavos;
}

const EXENTOS: Readonly<Record<string, string>> = { exento: 'IVA exento', no_objeto: 'IVA no objeto' };

/** How a line is taxed, on paper. */
export const impuestoDe = (tratamiento: string): string =>
  isGravado(tratamiento) ? `IVA ${TASAS_IVA[tratamiento]}%` : (EXENTOS[tratamiento] ?? 'IVA');

/** The VAT of an invoice by rate (CFF 29-A, VII a), the highest first; what has no rate is told beside others only. */
export function impuestosDe(lineas: readonly Linea[]): { nombre: string; base: Centavos; importe: Centavos }[] {
  const groups = [...Map.groupBy(lineas, ({ tratamiento }) => tratamiento)];
  const rateOf = (tratamiento: string) => (isGravado(tratamiento) ? TASAS_IVA[tratamiento] : -1);
  const alone = groups.length === 1;
  return groups
    .sort(([a], [b]) => rateOf(b) - rateOf(a) || (a < b ? -1 : 1))
    .map(([tratamiento, own]) => {
      const base = own.reduce((sum, { importe }) => sum + importe, 0);
      const name = alone && tratamiento === 'no_objeto' ? 'IVA' : impuestoDe(tratamiento);
      return {
        nombre: alone ? name : `${name} sobre ${formatMoney(toPesos(base))}`,
        base,
        importe: own.reduce((sum, { iva }) => sum + iva, 0),
      };
    });
}

/** The payments that an invoice is of, as their note asks for them. */
export function cobrosOf({ facturaConceptosList }: Pick<Factura, 'facturaConceptosList'>) {
  return facturaConceptosList.flatMap(({ referenciaId, referenciaTipo }) =>
    referenciaId === null ? [] : [{ id: referenciaId, name: referenciaTipo }],
  );
}
