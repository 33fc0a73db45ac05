import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Tratamiento } from '#cfdi/documento.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Facturar } from '#libro/facturas/contract.ts';
import { REFUSED, TO_REDO } from '#libro/server/failed-invoices.ts';
import { reciboDeCuando } from '#libro/server/owners.ts';
import type { ComplementoDocumento, Factura, FacturaConcepto } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertRows, type NewRow } from '#platform/server/insert-rows.ts';
import type { InvoicingStamp } from '#platform/server/invoicing.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { PagoInvoiceable } from '../../rules.ts';
import type { Claves } from './repository-receptor.ts';

export interface Emisor {
  rfc: string;
  nombre: string;
  regimen: string;
  direccion: string;
  cp: string;
  serie: string;
}

export async function findEmisor(tx: Tx): Promise<Emisor | undefined> {
  const { rows } = await sql<Emisor>`
    SELECT rfc, compania AS nombre, regimen_fiscal AS regimen, codigo_postal AS cp, upper(btrim(serie)) AS serie,
      concat_ws(', ', concat_ws(' ', direccion, numero_ext), colonia, municipio, estado, pais) AS direccion
    FROM emisor`.execute(tx);
  const [emisor] = rows;
  // The form keeps the regime as its key, or as 'key - name' where somebody typed it so.
  return emisor && { ...emisor, regimen: emisor.regimen.trim().slice(0, 3) };
}

export interface PagoPorFacturar extends PagoInvoiceable {
  id: number;
  tipo: string;
  monto: Centavos;
  fechaPago: Fecha;
  reciboId: number;
  noCuenta: string;
  observacion: string;
  /** c_FormaPago of the receipt's method, for the fund's of its last deposit's; null where there is none. */
  formaPago: string | null;
  /** Of a method that the catalogue gives no form, its name; null for the others, and for what the fund paid. */
  metodoSinForma: string | null;
  tratamiento: 'recibo' | Tratamiento;
  /** Of its kind of charge, where somebody has confirmed them. */
  claves: Claves | null;
  /** How the line of its charge's own invoice is treated; null where it has none. */
  tratado: Tratamiento | null;
  /** The sale with which whoever paid took the lot's tax data away; null where those of today are of who paid. */
  ventaId: number | null;
}

/** Payments with what decides whether and how they are invoiced, in the order of their ids. */
export const listPagos = (tx: Tx, ids: readonly number[]): Promise<PagoPorFacturar[]> =>
  selectPagos(tx, sql`p.id = ANY(${[...ids]}::int[])`);

/** Those of the receipt that this connection booked last. */
export const listPagosOfLast = (tx: Tx): Promise<PagoPorFacturar[]> =>
  selectPagos(tx, sql`p.recibo_id = (SELECT currval('recibo_id_seq'))`);

const selectPagos = (tx: Tx, which: RawBuilder<unknown>) =>
  rowsFrom(tx)<PagoPorFacturar>`
    SELECT p.id, c.tipo, c.concepto, p.monto_centavos AS monto, p.status, p.fecha_pago AS "fechaPago",
      r.id AS "reciboId", r.no_cuenta AS "noCuenta", r.referencia AS observacion, c.lote_id AS "loteId",
      coalesce(f.forma_pago, (
        -- What the fund pays came in by its last deposit's method.
        SELECT fa.forma_pago
        FROM fondo_movimiento v JOIN recibo ra ON ra.id = v.recibo_id
        JOIN metodo_pago ma ON ma.id = ra.metodo_pago_id JOIN forma_pago_cfdi fa ON fa.id = ma.forma_pago_cfdi_id AND fa.forma_pago <> '99'
        WHERE r.es_fondo AND v.lote_id = r.lote_id AND v.tipo = 'abono' ORDER BY v.id DESC LIMIT 1
      )) AS "formaPago",
      CASE WHEN f.id IS NULL AND NOT r.es_fondo THEN m.name END AS "metodoSinForma",
      t.tratamiento,
      CASE WHEN t.confirmado_at IS NOT NULL THEN jsonb_build_object('claveProducto', t.clave_producto_servicio,
        'claveUnidad', t.clave_unidad, 'unidad', coalesce(u.name, '')) END AS claves,
      EXISTS (SELECT 1 FROM pago_sistema_anterior s WHERE s.pago_id = p.id) AS "sistemaAnterior",
      EXISTS (SELECT 1 FROM factura_concepto x WHERE x.pago_id = p.id AND x.viva) AS facturado,
      k.factura_id AS "facturaDeCargo", k.tratamiento AS tratado,
      (SELECT min(v.id) FROM cambio_propietario v WHERE v.lote_id = c.lote_id AND v.created_at > ${reciboDeCuando('r')}
        -- What was recorded before this was told says it by what it kept of them.
        AND coalesce(v.terminado ->> 'receptor', CASE WHEN v.terminado ->> 'fiscal' IS NULL THEN 'conservar' END, '') <> 'conservar'
        AND NOT EXISTS (SELECT FROM cambio_propietario_reverso d WHERE d.cambio_id = v.id)) AS "ventaId"
    FROM pago p
    JOIN cargo c ON c.id = p.cargo_id
    LEFT JOIN factura_concepto k ON k.cargo_id = c.id AND k.viva
    JOIN recibo r ON r.id = p.recibo_id
    JOIN tratamiento_fiscal t ON t.tipo = c.tipo
    LEFT JOIN clave_unidad_cfdi u ON u.clave_unidad = t.clave_unidad
    LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    -- 99 is of what is not paid yet: a method that has it has none.
    LEFT JOIN forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id AND f.forma_pago <> '99'
    WHERE ${which}
    ORDER BY p.id`;

export interface SinFacturar {
  id: number;
  amount: Centavos;
  noCuenta: string | null;
  fechaPago: Fecha;
  description: string;
  tipo: string;
  formaPago: string;
  loteId: number;
  referencia: string;
  reciboId: number;
}

/** A payment `p` of charge `c` that may be invoiced: in force, on no live invoice, nor its charge, and of a kind that gets invoices. */
const UNINVOICED = sql`p.status = 'recibido'
      AND NOT EXISTS (SELECT 1 FROM factura_concepto k WHERE k.pago_id = p.id AND k.viva)
      AND NOT EXISTS (SELECT 1 FROM factura_concepto k WHERE k.cargo_id = p.cargo_id AND k.viva)
      AND NOT EXISTS (SELECT 1 FROM pago_sistema_anterior s WHERE s.pago_id = p.id)
      AND NOT EXISTS (SELECT 1 FROM tratamiento_fiscal t WHERE t.tipo = c.tipo AND t.tratamiento = 'recibo')`;

const OFFERED = sql`
    SELECT p.id, p.monto_centavos AS amount, nullif(r.no_cuenta, '') AS "noCuenta", p.fecha_pago AS "fechaPago",
      c.concepto AS description, c.tipo, coalesce(fp.forma_pago, '') AS "formaPago", c.lote_id AS "loteId", l.referencia,
      r.id AS "reciboId"
    FROM pago p
    JOIN cargo c ON c.id = p.cargo_id
    JOIN recibo r ON r.id = p.recibo_id
    JOIN lote l ON l.id = c.lote_id
    LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    LEFT JOIN forma_pago_cfdi fp ON fp.id = m.forma_pago_cfdi_id`;

const listOffered = (tx: Tx, where: RawBuilder<unknown>) => rowsFrom(tx)<SinFacturar>`${OFFERED} WHERE ${where}`;

/** The payments of a lot that nobody has invoiced, oldest first. */
export function listSinFacturar(tx: Tx, loteId: number): Promise<SinFacturar[]> {
  return listOffered(tx, sql`c.lote_id = ${loteId} AND ${UNINVOICED} ORDER BY p.fecha_pago, p.id`);
}

/** The same of everybody, paid between two days. */
export function listSinFacturarOf(tx: Tx, desde: Fecha, hasta: Fecha): Promise<SinFacturar[]> {
  const paid = sql`r.fecha_pago BETWEEN ${desde} AND ${hasta}`;
  return listOffered(tx, sql`${paid} AND ${UNINVOICED} ORDER BY p.fecha_pago, l.referencia COLLATE ext.es, p.id`);
}

/** How many those are, and their sum. */
export async function countSinFacturarOf(tx: Tx, desde: Fecha, hasta: Fecha) {
  const { rows } = await sql<{ cantidad: number; monto: Centavos }>`
    SELECT count(*)::int AS cantidad, coalesce(sum(o.amount), 0)::bigint AS monto
    FROM (${OFFERED} WHERE r.fecha_pago BETWEEN ${desde} AND ${hasta} AND ${UNINVOICED}) o`.execute(tx);
  return rows[0] ?? { cantidad: 0, monto: 0 };
}

/** Invoices that failed before an instant, the oldest, and payments whose invoice fell. */
export async function countFallidas(tx: Tx, antes: Date) {
  const { rows } = await sql<{ rechazadas: number; porRehacer: number; primera: number | null }>`
    SELECT (SELECT count(*)::int FROM (${REFUSED}) f WHERE f.created_at < ${antes}) AS rechazadas,
      (SELECT min(f.id) FROM (${REFUSED}) f WHERE f.created_at < ${antes}) AS primera,
      (SELECT count(*)::int FROM (${TO_REDO}) p WHERE p.created_at < ${antes}) AS "porRehacer"`.execute(tx);
  return rows[0] ?? { rechazadas: 0, porRehacer: 0, primera: null };
}

/** One payment, whatever its state. */
export async function findPago(tx: Tx, id: number): Promise<SinFacturar | undefined> {
  return (await listOffered(tx, sql`p.id = ${id}`))[0];
}

type Names = { comprobante: string | null; unidad: string | null };

/** What the catalogues hold of chosen codes. */
export const findChosen = (tx: Tx, chosen: Facturar) =>
  rowFrom(tx)<Names & Record<'producto' | 'metodo' | 'forma' | 'uso', boolean>>`
    SELECT
      (SELECT c.tipo_comprobante FROM tipo_documento d JOIN tipo_comprobante c ON c.id = d.tipo_comprobante_id
       WHERE d.id = ${chosen.tipoDocumentoId}) AS comprobante,
      (SELECT name FROM clave_unidad_cfdi WHERE clave_unidad = ${chosen.claveUnidad}) AS unidad,
      EXISTS (SELECT 1 FROM clave_producto_servicio WHERE clave_produccion_servicio = ${chosen.claveProductoUnidad}) AS producto,
      EXISTS (SELECT 1 FROM metodo_pago_cfdi WHERE metodo_pago = ${chosen.metodoPagoCFDI}) AS metodo,
      EXISTS (SELECT 1 FROM forma_pago_cfdi WHERE forma_pago = ${chosen.formaPagoCFDI}) AS forma,
      EXISTS (SELECT 1 FROM uso_cfdi WHERE uso_cfdi = ${chosen.usoCFDI}) AS uso`;

/** What lots are called and where they lie, by their ids. */
export async function listDomicilios(
  tx: Tx,
  loteIds: readonly number[],
): Promise<Map<number, { referencia: string; direccion: string }>> {
  if (loteIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; referencia: string; direccion: string }>`
    SELECT id, referencia, direccion FROM lote WHERE id = ANY(${[...loteIds]}::int[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export type NewConcepto = Omit<Insertable<FacturaConcepto>, 'factura_id'>;

/** Invoices with their lines, in as many statements as one; answers their ids in the same order. */
export async function insertFacturas(
  tx: Tx,
  facturas: readonly { row: Insertable<Factura>; conceptos: readonly NewConcepto[] }[],
  now: Date,
): Promise<number[]> {
  const rows = facturas.map(({ row }) => row);
  const ids = await insertRows(tx, 'factura', rows);
  const lines = facturas.flatMap(({ conceptos }, n) =>
    conceptos.map((line) => ({ factura_id: ids[n] as number, ...line })),
  );
  const events = ids.map((id) => ({ factura_id: id, evento: 'borrador', created_at: now }));
  await Promise.all([insertRows(tx, 'factura_concepto', lines), insertRows(tx, 'factura_evento', events)]);
  return ids;
}

/** The lines of an invoice, in their order. */
export function listConceptos(tx: Tx, facturaId: number) {
  return tx
    .selectFrom('factura_concepto')
    .select(['pago_id', 'cargo_id', 'tratamiento', 'viva', 'clave_producto_servicio', 'clave_unidad', 'unidad'])
    .where('factura_id', '=', facturaId)
    .orderBy('numero')
    .execute();
}

export interface NewComplemento {
  /** The invoice whose issuer and receiver it has. */
  facturaId: number;
  emisor: Emisor;
  total: Centavos;
  /** The payments that it tells of, which are its own from then on; null for those that their invoice has. */
  pagos: readonly { id: number | null; concepto: string }[];
  settled: readonly Omit<NewRow<ComplementoDocumento>, 'factura_id'>[];
}

/** A payment complement. It says 0; what is kept is what it settles. */
export async function insertComplemento(
  tx: Tx,
  { facturaId, emisor, total, pagos, settled }: NewComplemento,
  stamp: InvoicingStamp,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO factura (clave, tipo, lote_id, referencia_receptor, serie, emisor_rfc, emisor_nombre, emisor_regimen,
      emisor_direccion, lugar_expedicion, receptor_rfc, receptor_nombre, receptor_cp, receptor_regimen, receptor_direccion,
      receptor_email, uso_cfdi, metodo_pago, forma_pago, subtotal_centavos, total_centavos, direccion_domicilio, numero_cuenta,
      usuario_id, created_at, proximo_intento)
    SELECT gen_random_uuid(), 'pago', lote_id, referencia_receptor,
      -- Of the invoice's issuer, whoever issues now. The tax data of both are those of the day on which it is sealed.
      CASE WHEN emisor_rfc = ${emisor.rfc} THEN ${emisor.serie} ELSE serie END, emisor_rfc, emisor_nombre, emisor_regimen,
      emisor_direccion, lugar_expedicion, receptor_rfc, receptor_nombre, receptor_cp, receptor_regimen, receptor_direccion,
      receptor_email, 'CP01', '', '', ${total}::bigint, ${total}::bigint, direccion_domicilio, numero_cuenta,
      ${stamp.usuarioId}::int, ${stamp.now}::timestamptz, ${stamp.now}::timestamptz
    FROM factura WHERE id = ${facturaId}
    RETURNING id`.execute(tx);
  const [inserted] = rows;
  if (!inserted) throw new Error(`invoice ${facturaId} is gone`);
  const { id } = inserted;
  const lines = pagos.map((pago, index) => ({
    factura_id: id,
    numero: index + 1,
    pago_id: pago.id,
    tipo: 'complemento',
    descripcion: pago.concepto,
    clave_producto_servicio: '84111506',
    clave_unidad: 'ACT',
    unidad: '',
    importe_centavos: 0,
    tratamiento: 'no_objeto',
  }));
  await Promise.all([
    insertRows(tx, 'factura_concepto', lines),
    insertRows(
      tx,
      'complemento_documento',
      settled.map((document) => ({ ...document, factura_id: id })),
    ),
  ]);
  return id;
}
