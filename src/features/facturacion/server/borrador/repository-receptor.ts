import { sql } from 'kysely';
import { PUBLICO_EN_GENERAL, RFC_NACIONAL } from '#cfdi/catalogos.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowFrom } from '#platform/server/rows.ts';

/** What a line is told to be: product or service, and unit with its name. */
export interface Claves {
  claveProducto: string;
  claveUnidad: string;
  unidad: string;
}

/** Whom a document names as its receiver. */
export interface Receptor {
  rfc: string;
  nombre: string;
  cp: string;
  regimen: string;
  uso: string;
  direccion: string;
  email: string;
}

/** The same with what its invoices usually say. */
export interface ReceptorDeLote extends Receptor, Claves {
  /** As the screens show it; `direccion` is how the document does. */
  domicilio: string;
  metodoPago: string;
  formaPago: string;
  tipoDocumentoId: number;
  /** Of the lot's own tax data, and not the default receiver's. */
  propio: boolean;
  /** Without tax data, where such payments are left to the month's global invoice. */
  enGlobal: boolean;
}

/**
 * Who receives the invoices of lots, by the lots' ids, decided here alone: the lot's own tax data, else the default receiver; a
 * lot is missing where neither is. The general public is called so, and its domicile is the place of issue. A default receiver
 * of another RFC is named as tax data somewhere name it; where none do, the validation says what is missing.
 */
export async function listReceptores(tx: Tx, loteIds: readonly number[]): Promise<Map<number, ReceptorDeLote>> {
  if (loteIds.length === 0) return new Map();
  const { rows } = await sql<ReceptorDeLote & { loteId: number }>`
    WITH otro AS MATERIALIZED (
      SELECT r.*, CASE WHEN r.rfc = ${RFC_NACIONAL} THEN ${PUBLICO_EN_GENERAL} ELSE coalesce(o.razon_social, '') END AS nombre,
        coalesce(CASE WHEN r.rfc = ${RFC_NACIONAL} THEN e.codigo_postal ELSE o.codigo_postal END, '') AS cp
      FROM receptor_datos_fiscales r
      LEFT JOIN emisor e ON true
      LEFT JOIN LATERAL (
        SELECT razon_social, codigo_postal FROM datos_fiscales WHERE rfc = r.rfc ORDER BY id LIMIT 1
      ) o ON true
    )
    SELECT l.id AS "loteId", coalesce(d.rfc, otro.rfc) AS rfc, coalesce(d.razon_social, otro.nombre) AS nombre,
      coalesce(d.codigo_postal, otro.cp) AS cp, g.clave AS regimen, u.uso_cfdi AS uso, coalesce(d.email, '') AS email,
      concat_ws(', ', concat_ws(' ', d.domicilio, d.numero_exterior), d.colonia, d.municipio, d.estado, d.pais) AS direccion,
      concat_ws(', ', nullif(concat_ws(' ', nullif(d.domicilio, ''), nullif(d.numero_exterior, '')), ''), nullif(d.colonia, ''),
        nullif(d.municipio, ''), nullif(d.estado, ''), nullif('C.P. ' || d.codigo_postal, 'C.P. ')) AS domicilio,
      d.id IS NOT NULL AS propio, d.id IS NULL AND otro.sin_datos = 'global' AS "enGlobal",
      m.metodo_pago AS "metodoPago", f.forma_pago AS "formaPago",
      coalesce(d.tipo_documento_id, otro.tipo_documento_id) AS "tipoDocumentoId",
      p.clave_produccion_servicio AS "claveProducto", c.clave_unidad AS "claveUnidad", c.name AS unidad
    FROM unnest(${[...new Set(loteIds)]}::int[]) AS l (id)
    LEFT JOIN datos_fiscales d ON d.lote_id = l.id
    LEFT JOIN otro ON d.id IS NULL
    JOIN regimen_fiscal g ON g.id = coalesce(d.regimen_fiscal_id, otro.regimen_fiscal_id)
    JOIN uso_cfdi u ON u.id = coalesce(d.uso_cfdi_id, otro.uso_cfdi_id)
    JOIN metodo_pago_cfdi m ON m.id = coalesce(d.metodo_pago_cfdi_id, otro.metodo_pago_cfdi_id)
    JOIN forma_pago_cfdi f ON f.id = coalesce(d.forma_pago_cfdi_id, otro.forma_pago_cfdi_id)
    JOIN clave_producto_servicio p ON p.id = coalesce(d.clave_producto_servicio_id, otro.clave_producto_servicio_id)
    JOIN clave_unidad_cfdi c ON c.id = coalesce(d.clave_unidad_cfdi_id, otro.clave_unidad_cfdi_id)`.execute(tx);
  return new Map(rows.map(({ loteId, ...receptor }) => [loteId, receptor]));
}

/** What tax data of an RFC say today: those of its lot first, else what somebody saved last; undefined where no lot has it. */
export const findDatosDe = (tx: Tx, rfc: string, loteId: number | null) =>
  rowFrom(tx)<Receptor>`
    SELECT d.rfc, d.razon_social AS nombre, d.codigo_postal AS cp, g.clave AS regimen, u.uso_cfdi AS uso,
      coalesce(d.email, '') AS email,
      concat_ws(', ', concat_ws(' ', d.domicilio, d.numero_exterior), d.colonia, d.municipio, d.estado, d.pais) AS direccion
    FROM datos_fiscales d
    JOIN regimen_fiscal g ON g.id = d.regimen_fiscal_id
    JOIN uso_cfdi u ON u.id = d.uso_cfdi_id
    WHERE d.rfc = ${rfc} ORDER BY d.lote_id IS NOT DISTINCT FROM ${loteId}::int DESC, d.updated_at DESC, d.id LIMIT 1`;

/** The same of one lot. */
export async function findReceptor(tx: Tx, loteId: number): Promise<ReceptorDeLote | undefined> {
  return (await listReceptores(tx, [loteId])).get(loteId);
}
