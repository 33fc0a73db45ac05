/**
 * What an invoice says, before it is XML: the input of the builder, which computes every sum of the document from it.
 * Amounts are integer centavos; codes are those of the tax authority's catalogues.
 */
import type { Centavos } from '#core/money.ts';

/** A document is stamped at most so long after its Fecha. */
export const VIGENCIA_HORAS = 72;

/** Rates of VAT in percent, in the order in which a document sums them up: the general one, the border's, and zero. */
export const TASAS_IVA = { iva16: 16, iva8: 8, iva0: 0 } as const;
export type Gravado = keyof typeof TASAS_IVA;

/** no_objeto: ObjetoImp 01. exento: 02, exempt from VAT. The others: 02, with the rate of TASAS_IVA. */
export type Tratamiento = 'no_objeto' | 'exento' | Gravado;

export const GRAVADOS = Object.keys(TASAS_IVA) as Gravado[];
export const isGravado = (tratamiento: string): tratamiento is Gravado => Object.hasOwn(TASAS_IVA, tratamiento);

export const isTratamiento = (text: string): text is Tratamiento =>
  text === 'no_objeto' || text === 'exento' || isGravado(text);

export interface ConceptoDocumento {
  claveProdServ: string;
  claveUnidad: string;
  /** 'Servicio'; not sent where it is ''. */
  unidad: string;
  /** The receipt or payment that it comes from; not sent where it is ''. */
  noIdentificacion: string;
  cantidad: number;
  descripcion: string;
  /** Of all units, before tax. */
  importe: Centavos;
  /**
   * The VAT within what was paid: 0 unless the treatment has a rate. Told and not computed, so that importe + iva is the payment
   * to the centavo; the authority allows one centavo beside importe × rate.
   */
  iva: Centavos;
  tratamiento: Tratamiento;
}

export interface ParteEmisor {
  rfc: string;
  nombre: string;
  regimenFiscal: string;
}

export interface ParteReceptor {
  rfc: string;
  nombre: string;
  /** Postal code of the receptor's tax domicile. */
  cp: string;
  regimenFiscal: string;
  usoCFDI: string;
}

export interface Relacion {
  /** c_TipoRelacion: 01 to 07. */
  tipo: string;
  uuids: readonly string[];
}

interface Comun {
  serie: string;
  folio: string;
  /** Local to the place of issue: 'YYYY-MM-DDTHH:mm:ss'. */
  fecha: string;
  /** Postal code. */
  lugarExpedicion: string;
  emisor: ParteEmisor;
  receptor: ParteReceptor;
  relacion?: Relacion | undefined;
}

/**
 * An invoice of payments (TipoDeComprobante I), also the global one; or a credit note (E), which takes back a part of the invoice
 * that it is related to, and is written like it.
 */
export interface DocumentoIngreso extends Comun {
  tipo: 'ingreso' | 'egreso';
  formaPago: string;
  metodoPago: 'PUE' | 'PPD';
  conceptos: readonly ConceptoDocumento[];
  /** To the general public: c_Periodicidad, c_Meses, year. */
  global?: { periodicidad: string; meses: string; anio: string } | undefined;
}

/** One document that a payment settles, whole or in part. */
export interface DocumentoPagado {
  uuid: string;
  serie: string;
  folio: string;
  parcialidad: number;
  saldoAnterior: Centavos;
  pagado: Centavos;
  /** What was paid of it by treatment; bases and VAT add up to `pagado`. */
  partes: Partes;
}

/** What was paid of one treatment: what is before VAT, and its VAT, which is 0 unless the treatment has a rate. */
export interface Parte {
  base: Centavos;
  iva: Centavos;
}

export type Partes = Readonly<Partial<Record<Tratamiento, Parte>>>;

/** A payment complement (TipoDeComprobante P, Pagos 2.0). */
export interface DocumentoPago extends Comun {
  tipo: 'pago';
  pagos: readonly {
    /** 'YYYY-MM-DDTHH:mm:ss'. */
    fecha: string;
    /** c_FormaPago, never 99. */
    formaPago: string;
    documentos: readonly DocumentoPagado[];
  }[];
}

export type Documento = DocumentoIngreso | DocumentoPago;

/** What the tax authority would reject: its code, and in Spanish what to correct and where. */
export interface FallaFiscal {
  /** 'CFDI40147'; '' for a rule of our own. */
  codigo: string;
  mensaje: string;
}
