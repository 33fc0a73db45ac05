/**
 * Drafts of invoices: what will be invoiced, to whom and how, as it stands at this moment, written in the transaction that
 * asks for it. A draft takes no folio and no time of a provider; that is the pipeline's.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { desglosarIva16 } from '#cfdi/comprobante.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import type { InvoicingStamp } from '#platform/server/invoicing.ts';
import { formaOfLargest } from '../rules.ts';
import type { Claves, Receptor } from './borrador/repository-receptor.ts';

export interface Emisor {
  rfc: string;
  nombre: string;
  regimen: string;
  direccion: string;
  cp: string;
  serie: string;
}

export interface PagoPorFacturar {
  id: number;
  tipo: string;
  concepto: string;
  monto: Centavos;
  status: string;
  fechaPago: string;
  reciboId: number;
  noCuenta: string;
  observacion: string;
  loteId: number;
  /** c_FormaPago of the receipt's method, for the fund's of its last deposit's; null where there is none. */
  formaPago: string | null;
  /** Of a method that the catalogue gives no form, its name; null for the others, and for what the fund paid. */
  metodoSinForma: string | null;
  tratamiento: 'recibo' | 'no_objeto' | 'exento' | 'iva16';
  /** Of its kind of charge, where somebody has confirmed them. */
  claves: Claves | null;
  sistemaAnterior: boolean;
  facturado: boolean;
}

export async function loadEmisor(tx: Tx): Promise<Emisor | undefined> {
  const { rows } = await sql<Emisor>`
    SELECT rfc, compania AS nombre, regimen_fiscal AS regimen, codigo_postal AS cp, upper(btrim(serie)) AS serie,
      concat_ws(', ', concat_ws(' ', direccion, numero_ext), colonia, municipio, estado, pais) AS direccion
    FROM emisor`.execute(tx);
  const [emisor] = rows;
  // The form keeps the regime as its key, or as 'key - name' where somebody typed it so.
  return emisor && { ...emisor, regimen: emisor.regimen.trim().slice(0, 3) };
}

/** Payments with what decides whether and how they are invoiced, in the order of their ids. */
export async function loadPagos(tx: Tx, ids: readonly number[]): Promise<PagoPorFacturar[]> {
  const { rows } = await sql<PagoPorFacturar>`
    SELECT p.id, c.tipo, c.concepto, p.monto_centavos AS monto, p.status, p.fecha_pago AS "fechaPago",
      r.id AS "reciboId", r.no_cuenta AS "noCuenta", r.referencia AS observacion, c.lote_id AS "loteId",
      coalesce(f.forma_pago, (
        -- What the fund pays came in by its last deposit's method.
        SELECT fa.forma_pago
        FROM fondo_movimiento v JOIN recibo ra ON ra.id = v.recibo_id
        JOIN metodo_pago ma ON ma.id = ra.metodo_pago_id JOIN forma_pago_cfdi fa ON fa.id = ma.forma_pago_cfdi_id
        WHERE r.es_fondo AND v.lote_id = r.lote_id AND v.tipo = 'abono' ORDER BY v.id DESC LIMIT 1
      )) AS "formaPago",
      CASE WHEN f.id IS NULL AND NOT r.es_fondo THEN m.name END AS "metodoSinForma",
      t.tratamiento,
      CASE WHEN t.confirmado_at IS NOT NULL THEN jsonb_build_object('claveProducto', t.clave_producto_servicio,
        'claveUnidad', t.clave_unidad, 'unidad', coalesce(u.name, '')) END AS claves,
      EXISTS (SELECT 1 FROM pago_sistema_anterior s WHERE s.pago_id = p.id) AS "sistemaAnterior",
      EXISTS (SELECT 1 FROM factura_concepto x WHERE x.pago_id = p.id AND x.viva) AS facturado
    FROM pago p
    JOIN cargo c ON c.id = p.cargo_id
    JOIN recibo r ON r.id = p.recibo_id
    JOIN tratamiento_fiscal t ON t.tipo = c.tipo
    LEFT JOIN clave_unidad_cfdi u ON u.clave_unidad = t.clave_unidad
    LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    LEFT JOIN forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id
    WHERE p.id = ANY(${[...ids]}::int[])
    ORDER BY p.id`.execute(tx);
  return rows;
}

/** The keys that were confirmed for the kinds of payments, by the payments' ids. */
export function clavesByPago(pagos: readonly PagoPorFacturar[]): Map<number, Claves> {
  return new Map(pagos.flatMap(({ id, claves }) => (claves ? [[id, claves] as const] : [])));
}

export interface DraftTerms extends Claves {
  tipo: 'ingreso' | 'global';
  loteId: number | null;
  emisor: Emisor;
  receptor: Receptor;
  metodoPago: string;
  formaPago: string;
  /** Those of single payments, by their ids, where they are not the invoice's. */
  porPago?: ReadonlyMap<number, Claves> | undefined;
  /** Of a global invoice, and of one to the general public. */
  periodo?: { periodicidad: string; mes: string; year: number } | undefined;
}

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
export function periodOf(fecha: string): { periodicidad: string; mes: string; year: number } {
  return { periodicidad: '01', mes: fecha.slice(5, 7), year: Number(fecha.slice(0, 4)) };
}

export interface NewDraft {
  terms: DraftTerms;
  pagos: readonly PagoPorFacturar[];
  /** The invoice that it takes the place of, whose payments stay there until it is cancelled. */
  sustituye?: { id: number; uuid: string } | undefined;
}

/**
 * Writes the draft. `uq_factura_concepto_pago` refuses a payment that another live invoice has.
 * @returns the invoice's id
 */
export async function insertDraft(
  tx: Tx,
  terms: DraftTerms,
  pagos: readonly PagoPorFacturar[],
  stamp: InvoicingStamp,
  sustituye?: NewDraft['sustituye'],
): Promise<number> {
  const [id] = await insertDrafts(tx, [{ terms, pagos, sustituye }], stamp);
  if (id === undefined) throw new Error('a draft has its id');
  return id;
}

interface Line {
  pago: PagoPorFacturar;
  importe: Centavos;
  iva: Centavos;
}

function lineOf(pago: PagoPorFacturar): Line {
  const iva = pago.tratamiento === 'iva16' ? desglosarIva16(pago.monto).iva : 0;
  return { pago, iva, importe: pago.monto - iva };
}

type LinedDraft = NewDraft & { lines: readonly Line[] };

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];

function invoiceRow(
  { terms, pagos, sustituye, lines }: LinedDraft,
  lotes: Awaited<ReturnType<typeof loadDomiciles>>,
  stamp: InvoicingStamp,
) {
  const { emisor, receptor } = terms;
  const lote = terms.loteId === null ? undefined : lotes.get(terms.loteId);
  if (terms.loteId !== null && !lote) throw new Error(`lot ${terms.loteId} does not exist`);
  const sum = (of: (line: Line) => Centavos) => lines.reduce((total, line) => total + of(line), 0);
  const cuentas = distinct(pagos.map((pago) => pago.noCuenta));
  const observaciones = distinct(pagos.map((pago) => pago.observacion));
  return {
    clave: randomUUID(),
    tipo: terms.tipo,
    lote_id: terms.loteId,
    referencia_receptor: lote?.referencia ?? '',
    serie: emisor.serie,
    emisor_rfc: emisor.rfc,
    emisor_nombre: emisor.nombre,
    emisor_regimen: emisor.regimen,
    emisor_direccion: emisor.direccion,
    lugar_expedicion: emisor.cp,
    receptor_rfc: receptor.rfc,
    receptor_nombre: receptor.nombre,
    receptor_cp: receptor.cp,
    receptor_regimen: receptor.regimen,
    receptor_direccion: receptor.direccion,
    receptor_email: receptor.email,
    uso_cfdi: receptor.uso,
    metodo_pago: terms.metodoPago,
    forma_pago: terms.formaPago,
    periodicidad: terms.periodo?.periodicidad ?? null,
    periodo_mes: terms.periodo?.mes ?? null,
    periodo_year: terms.periodo?.year ?? null,
    subtotal_centavos: sum((line) => line.importe),
    iva_centavos: sum((line) => line.iva),
    total_centavos: sum((line) => line.pago.monto),
    relacion: sustituye ? '04' : null,
    relacion_uuid: sustituye?.uuid ?? null,
    sustituye_id: sustituye?.id ?? null,
    observacion: observaciones.join('; ').slice(0, 1000),
    direccion_domicilio: lote?.direccion ?? '',
    numero_cuenta: cuentas.join(', '),
    usuario_id: stamp.usuarioId,
    created_at: stamp.now,
    proximo_intento: stamp.now,
  };
}

function conceptRow(facturaId: number, { terms, sustituye }: LinedDraft, { pago, importe, iva }: Line, index: number) {
  const { claveProducto, claveUnidad, unidad } = terms.porPago?.get(pago.id) ?? terms;
  return {
    factura_id: facturaId,
    numero: index + 1,
    pago_id: pago.id,
    tipo: pago.tipo,
    descripcion: pago.concepto,
    clave_producto_servicio: claveProducto,
    clave_unidad: claveUnidad,
    unidad,
    importe_centavos: importe,
    iva_centavos: iva,
    tratamiento: pago.tratamiento === 'recibo' ? ('no_objeto' as const) : pago.tratamiento,
    viva: sustituye === undefined,
  };
}

/** Writes several drafts in as many statements as one; answers their ids in the same order. */
export async function insertDrafts(tx: Tx, drafts: readonly NewDraft[], stamp: InvoicingStamp): Promise<number[]> {
  if (drafts.length === 0) return [];
  const lotes = await loadDomiciles(
    tx,
    drafts.flatMap(({ terms }) => terms.loteId ?? []),
  );
  const lined = drafts.map((draft) => ({ ...draft, lines: draft.pagos.map(lineOf) }));
  const ids = await insertRows(
    tx,
    'factura',
    lined.map((draft) => invoiceRow(draft, lotes, stamp)),
  );
  await Promise.all([
    insertRows(
      tx,
      'factura_concepto',
      lined.flatMap((draft, n) => draft.lines.map((line, index) => conceptRow(ids[n] as number, draft, line, index))),
    ),
    insertRows(
      tx,
      'factura_evento',
      ids.map((id) => ({ factura_id: id, evento: 'borrador', created_at: stamp.now })),
    ),
  ]);
  return ids;
}

async function loadDomiciles(
  tx: Tx,
  loteIds: readonly number[],
): Promise<Map<number, { referencia: string; direccion: string }>> {
  if (loteIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; referencia: string; direccion: string }>`
    SELECT id, referencia, direccion FROM lote WHERE id = ANY(${[...loteIds]}::int[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
