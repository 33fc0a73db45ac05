/** A draft as the document that is built of it. */
import { sql } from 'kysely';
import type { ConceptoDocumento, Documento, DocumentoPagado } from '#cfdi/documento.ts';
import type { Tx } from '#platform/server/db.ts';
import { folioOf, type Relativa } from '../rules.ts';

const FACTURA = [
  'id',
  'clave',
  'tipo',
  'estado',
  'cancelacion',
  'status',
  'lote_id',
  'serie',
  'folio',
  'emisor_rfc',
  'emisor_nombre',
  'emisor_regimen',
  'lugar_expedicion',
  'receptor_rfc',
  'receptor_nombre',
  'receptor_cp',
  'receptor_regimen',
  'uso_cfdi',
  'metodo_pago',
  'forma_pago',
  'periodicidad',
  'periodo_mes',
  'periodo_year',
  'total_centavos',
  'relacion',
  'relacion_uuid',
  'proveedor',
  'uuid',
  'sello',
  'intentos',
  'mensaje',
] as const;

const selectFactura = (tx: Tx) =>
  tx
    .selectFrom('factura')
    .select(FACTURA)
    .select(sql<string | null>`to_char(fecha_emision, 'YYYY-MM-DD"T"HH24:MI:SS')`.as('fecha'));

export async function findFactura(tx: Tx, id: number) {
  return selectFactura(tx).where('id', '=', id).executeTakeFirst();
}

export async function findFacturaForUpdate(tx: Tx, id: number) {
  return selectFactura(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

export type FacturaRow = NonNullable<Awaited<ReturnType<typeof findFactura>>>;

/**
 * The invoice, locked after the one whose place it takes: what becomes of either depends on the other, so that everything that
 * is decided of two such invoices waits for the older one.
 */
export async function lockWithSustituida(tx: Tx, id: number): Promise<FacturaRow | undefined> {
  await sql`
    SELECT 1 FROM factura WHERE id = (SELECT sustituye_id FROM factura WHERE id = ${id}) FOR UPDATE`.execute(tx);
  return findFacturaForUpdate(tx, id);
}

/** The invoice that takes another's place, and the one whose place that takes; null for none, or a substitute that fell. */
export async function findRelativas(
  tx: Tx,
  id: number,
): Promise<{ sustituta: Relativa | null; sustituida: Relativa | null }> {
  // By the words of `uq_factura_sustituye`, which lets one stand.
  const { rows } = await sql<{ sustituta: boolean; id: number; serie: string; folio: number | null; status: string }>`
    SELECT true AS sustituta, id, serie, folio, status FROM factura
    WHERE sustituye_id = ${id} AND status NOT IN ('rechazada', 'cancelada')
    UNION ALL
    SELECT false, o.id, o.serie, o.folio, o.status FROM factura f JOIN factura o ON o.id = f.sustituye_id
    WHERE f.id = ${id}`.execute(tx);
  const relativa = (which: boolean): Relativa | null => {
    const row = rows.find(({ sustituta }) => sustituta === which);
    return row ? { folio: nameOf(row), status: row.status } : null;
  };
  return { sustituta: relativa(true), sustituida: relativa(false) };
}

async function conceptosOf(tx: Tx, { id, tipo }: Pick<FacturaRow, 'id' | 'tipo'>): Promise<ConceptoDocumento[]> {
  const { rows } = await sql<ConceptoDocumento>`
    SELECT c.clave_producto_servicio AS "claveProdServ", c.clave_unidad AS "claveUnidad", c.unidad,
      -- In a global invoice each line names its own receipt.
      CASE WHEN ${tipo} = 'global' THEN concat_ws('-', p.recibo_id, p.id) ELSE coalesce(p.recibo_id::text, '') END AS "noIdentificacion", c.cantidad, c.descripcion,
      c.importe_centavos AS importe, c.iva_centavos AS iva, c.tratamiento
    FROM factura_concepto c LEFT JOIN pago p ON p.id = c.pago_id
    WHERE c.factura_id = ${id} ORDER BY c.numero`.execute(tx);
  return rows;
}

interface SettledRow extends DocumentoPagado {
  fecha: string;
  formaPago: string;
}

async function settledBy(tx: Tx, facturaId: number): Promise<SettledRow[]> {
  const { rows } = await sql<Omit<SettledRow, 'folio' | 'serie'> & { serie: string; folio: number | null }>`
    SELECT f.uuid, f.serie, f.folio, d.parcialidad, d.saldo_anterior_centavos AS "saldoAnterior",
      d.pagado_centavos AS pagado, d.forma_pago AS "formaPago",
      -- Noon: the hour of a payment is not kept, and the authority asks for one.
      to_char(d.fecha_pago, 'YYYY-MM-DD') || 'T12:00:00' AS fecha,
      -- Complements of before kept no parts: their invoice had one treatment.
      coalesce(d.partes, jsonb_build_object(
        coalesce((SELECT min(c.tratamiento) FROM factura_concepto c WHERE c.factura_id = f.id), 'no_objeto'),
        d.pagado_centavos)) AS partes
    FROM complemento_documento d JOIN factura f ON f.id = d.relacionada_id
    WHERE d.factura_id = ${facturaId} ORDER BY d.fecha_pago, d.forma_pago, d.id`.execute(tx);
  return rows.map((row) => ({ ...row, folio: String(row.folio ?? '') }));
}

/** @param folio and `fecha` are those that the document is going to bear */
export async function documentoOf(tx: Tx, row: FacturaRow, folio: number, fecha: string): Promise<Documento> {
  const common = {
    serie: row.serie,
    folio: String(folio),
    fecha,
    lugarExpedicion: row.lugar_expedicion,
    emisor: { rfc: row.emisor_rfc, nombre: row.emisor_nombre, regimenFiscal: row.emisor_regimen },
    receptor: {
      rfc: row.receptor_rfc,
      nombre: row.receptor_nombre,
      cp: row.receptor_cp,
      regimenFiscal: row.receptor_regimen,
      usoCFDI: row.uso_cfdi,
    },
    ...(row.relacion !== null &&
      row.relacion_uuid !== null && { relacion: { tipo: row.relacion, uuids: [row.relacion_uuid] } }),
  };
  if (row.tipo === 'pago') {
    const rows = await settledBy(tx, row.id);
    const keys = [...new Set(rows.map(({ fecha: day, formaPago }) => `${day} ${formaPago}`))];
    return {
      ...common,
      tipo: 'pago',
      pagos: keys.map((key) => {
        const documentos = rows.filter(({ fecha: day, formaPago }) => `${day} ${formaPago}` === key);
        return { fecha: key.slice(0, 19), formaPago: key.slice(20), documentos };
      }),
    };
  }
  return {
    ...common,
    tipo: 'ingreso',
    formaPago: row.forma_pago,
    metodoPago: row.metodo_pago === 'PPD' ? 'PPD' : 'PUE',
    conceptos: await conceptosOf(tx, row),
    ...(row.periodicidad !== null && {
      global: { periodicidad: row.periodicidad, meses: row.periodo_mes ?? '', anio: String(row.periodo_year ?? '') },
    }),
  };
}

/** What people call it: its folio, or its number while it has none. */
export function nameOf(row: Pick<FacturaRow, 'id' | 'serie' | 'folio'>): string {
  return folioOf(row.serie, row.folio) || `#${row.id}`;
}

export async function keepDocument(
  tx: Tx,
  facturaId: number,
  clase: 'sellado' | 'timbrado' | 'acuse',
  contenido: Buffer,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('factura_documento')
    .values({
      factura_id: facturaId,
      clase,
      contenido,
      huella: sql<Buffer>`sha256(${contenido}::bytea)`,
      created_at: now,
    })
    // What was kept once stays: the provider's second copy of the same document adds nothing. Acknowledgements are several,
    // since a cancellation that was refused may be asked for again.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findDocument(
  tx: Tx,
  facturaId: number,
  clase: 'sellado' | 'timbrado',
): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('factura_documento')
    .select('contenido')
    .where('factura_id', '=', facturaId)
    .where('clase', '=', clase)
    .executeTakeFirst();
  return row?.contenido;
}
