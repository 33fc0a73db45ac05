/**
 * Drafts of invoices: what is to be invoiced, to whom and how, as it stands at this moment, written in the transaction that
 * asks for it. A draft takes no folio and no time of a provider: that is for `timbre`, the storey above.
 */
import { randomUUID } from 'node:crypto';
import { type RelacionDeEgreso, RFC_NACIONAL } from '#cfdi/catalogos.ts';
import { desglosarIva } from '#cfdi/comprobante.ts';
import { isGravado } from '#cfdi/documento.ts';
import { normalizeConcepto } from '#cfdi/nombre.ts';
import type { Centavos } from '#core/money.ts';
import { type Month, monthKey, monthOf } from '#core/period.ts';
import type { Tx } from '#platform/server/db.ts';
import type { InvoicingStamp } from '#platform/server/invoicing.ts';
import { formaOfLargest } from '../../rules.ts';
import { type Emisor, insertFacturas, listDomicilios, type NewConcepto, type PagoPorFacturar } from './repository.ts';
import type { Claves, Receptor } from './repository-receptor.ts';
import { taxColumns } from './tax-data.ts';

/** What a document to the general public tells of its time. */
export type Periodo = Month & { periodicidad: string };

export interface DraftTerms extends Claves {
  tipo: 'ingreso' | 'global' | 'egreso';
  /** What its lines are of; of payments unless told. */
  de?: 'cargos' | 'lineas';
  loteId: number | null;
  emisor: Emisor;
  receptor: Receptor;
  metodoPago: string;
  formaPago: string;
  /** Those of single lines, by their ids, where they are not the invoice's. */
  porPago?: ReadonlyMap<number, Claves> | undefined;
  /** Of a global invoice, and of one to the general public. */
  periodo: Periodo | undefined;
}

/** What a line is of: a payment, a charge that is to be paid, or the line of an invoice. */
export type Linea = Pick<
  PagoPorFacturar,
  'id' | 'tipo' | 'concepto' | 'monto' | 'tratamiento' | 'observacion' | 'noCuenta'
> & {
  /** The VAT within its amount, where it is not the amount's alone to say. */
  iva?: Centavos;
};

export interface NewDraft {
  terms: DraftTerms;
  pagos: readonly Linea[];
  /** The invoice that it takes the place of, whose payments stay there until it is cancelled. */
  sustituye?: { id: number; uuid: string } | undefined;
  /** The invoice that it takes a part of back, and the relation that says so. */
  acredita?: { id: number; uuid: string; relacion: RelacionDeEgreso } | undefined;
}

export const sumOf = (pagos: readonly Pick<Linea, 'monto'>[]): Centavos =>
  pagos.reduce((sum, pago) => sum + pago.monto, 0);

/** Why nobody can say how payments were made, or undefined: a form that is guessed is a wrong one on a document that stays. */
export function refusalOfForma(pagos: readonly PagoPorFacturar[]): string | undefined {
  const metodo = pagos.find((pago) => pago.metodoSinForma !== null)?.metodoSinForma;
  return metodo == null
    ? undefined
    : `El método «${metodo}» no tiene forma de pago CFDI. Complétela en Catálogos, Métodos de pago`;
}

/** What the fund paid without a deposit whose form is known is told as a transfer. */
const FORMA_POR_OMISION = '03';

/** The form of several payments: that of the largest sum. */
export function formaOf(pagos: readonly PagoPorFacturar[]): string {
  const known = pagos.map(({ formaPago, monto }) => ({ formaPago: formaPago ?? FORMA_POR_OMISION, monto }));
  return formaOfLargest(known) || FORMA_POR_OMISION;
}

/** What a document to the general public says of its period: a day's sales, of the month and year of their date. */
export function periodOf(receptor: Receptor, [first]: readonly PagoPorFacturar[]): Periodo | undefined {
  if (receptor.rfc !== RFC_NACIONAL || !first) return undefined;
  return { periodicidad: '01', ...monthOf(first.fechaPago) };
}

/** Writes one draft; answers its invoice's id. */
export async function insertDraft(tx: Tx, draft: NewDraft, stamp: InvoicingStamp): Promise<number> {
  const [id] = await insertDrafts(tx, [draft], stamp);
  if (id === undefined) throw new Error('a draft has its id');
  return id;
}

/**
 * Writes several drafts in as many statements as one; answers their ids in the same order. `uq_factura_concepto_pago` refuses a
 * payment that another live invoice has, `uq_factura_concepto_cargo` a charge.
 */
export async function insertDrafts(tx: Tx, drafts: readonly NewDraft[], stamp: InvoicingStamp): Promise<number[]> {
  if (drafts.length === 0) return [];
  const loteIds = drafts.flatMap(({ terms }) => terms.loteId ?? []);
  const lotes = await listDomicilios(tx, loteIds);
  const facturas = drafts.map((draft) => {
    const conceptos = draft.pagos.map((pago, index) => conceptoOf(draft, pago, index));
    return { row: facturaOf(draft, conceptos, lotes, stamp), conceptos };
  });
  return insertFacturas(tx, facturas, stamp.now);
}

type Line = NewConcepto & { iva_centavos: Centavos };

function conceptoOf({ terms, sustituye }: NewDraft, pago: Linea, index: number): Line {
  const { claveProducto, claveUnidad, unidad } = terms.porPago?.get(pago.id) ?? terms;
  const iva = pago.iva ?? (isGravado(pago.tratamiento) ? desglosarIva(pago.monto, pago.tratamiento).iva : 0);
  return {
    numero: index + 1,
    ...(terms.de === 'cargos' && { cargo_id: pago.id }),
    ...(terms.de === undefined && { pago_id: pago.id }),
    ...(terms.de === 'lineas' && { acredita_concepto_id: pago.id }),
    tipo: pago.tipo,
    // Of a global invoice each line is a sale, named by its receipt.
    descripcion: terms.tipo === 'global' ? 'Venta' : normalizeConcepto(pago.concepto),
    clave_producto_servicio: claveProducto,
    clave_unidad: claveUnidad,
    unidad: normalizeConcepto(unidad),
    importe_centavos: pago.monto - iva,
    iva_centavos: iva,
    tratamiento: pago.tratamiento === 'recibo' ? 'no_objeto' : pago.tratamiento,
    viva: sustituye === undefined,
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];

function facturaOf(
  { terms, pagos, sustituye, acredita }: NewDraft,
  conceptos: readonly Line[],
  lotes: Awaited<ReturnType<typeof listDomicilios>>,
  stamp: InvoicingStamp,
) {
  const { emisor, receptor } = terms;
  const lote = terms.loteId === null ? undefined : lotes.get(terms.loteId);
  if (terms.loteId !== null && !lote) throw new Error(`lot ${terms.loteId} does not exist`);
  return {
    clave: randomUUID(),
    tipo: terms.tipo,
    lote_id: terms.loteId,
    referencia_receptor: lote?.referencia ?? '',
    serie: emisor.serie,
    ...taxColumns(emisor, receptor),
    receptor_rfc: receptor.rfc,
    metodo_pago: terms.metodoPago,
    forma_pago: terms.formaPago,
    periodicidad: terms.periodo?.periodicidad ?? null,
    periodo_mes: terms.periodo ? monthKey(terms.periodo).slice(5) : null,
    periodo_year: terms.periodo?.year ?? null,
    subtotal_centavos: conceptos.reduce((sum, { importe_centavos }) => sum + importe_centavos, 0),
    iva_centavos: conceptos.reduce((sum, { iva_centavos }) => sum + iva_centavos, 0),
    total_centavos: sumOf(pagos),
    relacion: sustituye ? '04' : (acredita?.relacion ?? null),
    relacion_uuid: (sustituye ?? acredita)?.uuid ?? null,
    sustituye_id: sustituye?.id ?? null,
    acredita_id: acredita?.id ?? null,
    observacion: distinct(pagos.map((pago) => pago.observacion))
      .join('; ')
      .slice(0, 1000),
    direccion_domicilio: lote?.direccion ?? '',
    numero_cuenta: distinct(pagos.map((pago) => pago.noCuenta)).join(', '),
    usuario_id: stamp.usuarioId,
    created_at: stamp.now,
    proximo_intento: stamp.now,
  };
}
