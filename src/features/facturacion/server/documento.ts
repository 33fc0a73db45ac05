/** A draft as the document that is built of it. */
import { sql } from 'kysely';
import type { ConceptoDocumento, Documento, DocumentoPagado } from '#cfdi/documento.ts';
import type { Tx } from '#platform/server/db.ts';
import type { FacturaRow } from './repository.ts';

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
