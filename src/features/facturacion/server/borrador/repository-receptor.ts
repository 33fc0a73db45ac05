import { PUBLICO_EN_GENERAL, RFC_NACIONAL } from '#cfdi/catalogos.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';

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

/** A lot, and the sale with which whoever paid took its tax data away; null: those of today. */
export interface DeQuien {
  loteId: number;
  ventaId: number | null;
}

/**
 * Who receives the invoices of lots, in the order asked, decided here alone: the lot's own tax data, of what was paid before a
 * sale those that it took away, else the default receiver; undefined where neither is. The general public is called so, and its
 * domicile is the place of issue. A default receiver of another RFC is named as tax data somewhere name it; where none do, the
 * validation says what is missing.
 */
export async function listReceptores(tx: Tx, deQuien: readonly DeQuien[]): Promise<(ReceptorDeLote | undefined)[]> {
  if (deQuien.length === 0) return [];
  const rows = await rowsFrom(tx)<ReceptorDeLote & { n: number }>`
    WITH otro AS MATERIALIZED (
      SELECT r.*, CASE WHEN r.rfc = ${RFC_NACIONAL} THEN ${PUBLICO_EN_GENERAL} ELSE coalesce(o.razon_social, '') END AS nombre,
        coalesce(CASE WHEN r.rfc = ${RFC_NACIONAL} THEN e.codigo_postal ELSE o.codigo_postal END, '') AS cp
      FROM receptor_datos_fiscales r
      LEFT JOIN emisor e ON true
      LEFT JOIN LATERAL (
        SELECT razon_social, codigo_postal FROM datos_fiscales WHERE rfc = r.rfc ORDER BY id LIMIT 1
      ) o ON true
    )
    SELECT l.n::int AS n, coalesce(d.rfc, otro.rfc) AS rfc, coalesce(d.razon_social, otro.nombre) AS nombre,
      coalesce(d.codigo_postal, otro.cp) AS cp, g.clave AS regimen, u.uso_cfdi AS uso, coalesce(d.email, '') AS email,
      concat_ws(', ', concat_ws(' ', d.domicilio, d.numero_exterior), d.colonia, d.municipio, d.estado, d.pais) AS direccion,
      concat_ws(', ', nullif(concat_ws(' ', nullif(d.domicilio, ''), nullif(d.numero_exterior, '')), ''), nullif(d.colonia, ''),
        nullif(d.municipio, ''), nullif(d.estado, ''), nullif('C.P. ' || d.codigo_postal, 'C.P. ')) AS domicilio,
      d.id IS NOT NULL AS propio, d.id IS NULL AND otro.sin_datos = 'global' AS "enGlobal",
      m.metodo_pago AS "metodoPago", f.forma_pago AS "formaPago",
      coalesce(d.tipo_documento_id, otro.tipo_documento_id) AS "tipoDocumentoId",
      p.clave_produccion_servicio AS "claveProducto", c.clave_unidad AS "claveUnidad", c.name AS unidad
    FROM unnest(${deQuien.map(({ loteId }) => loteId)}::int[], ${deQuien.map(({ ventaId }) => ventaId)}::int[])
      WITH ORDINALITY AS l (id, venta_id, n)
    LEFT JOIN LATERAL (
      SELECT * FROM datos_fiscales WHERE lote_id = l.id AND l.venta_id IS NULL
      UNION ALL
      SELECT antes.* FROM cambio_propietario v
      CROSS JOIN jsonb_populate_record(NULL::datos_fiscales, v.terminado::jsonb -> 'fiscal' -> 'fila') antes
      WHERE v.id = l.venta_id AND antes.id IS NOT NULL
    ) d ON true
    LEFT JOIN otro ON d.id IS NULL
    JOIN regimen_fiscal g ON g.id = coalesce(d.regimen_fiscal_id, otro.regimen_fiscal_id)
    JOIN uso_cfdi u ON u.id = coalesce(d.uso_cfdi_id, otro.uso_cfdi_id)
    JOIN metodo_pago_cfdi m ON m.id = coalesce(d.metodo_pago_cfdi_id, otro.metodo_pago_cfdi_id)
    JOIN forma_pago_cfdi f ON f.id = coalesce(d.forma_pago_cfdi_id, otro.forma_pago_cfdi_id)
    JOIN clave_producto_servicio p ON p.id = coalesce(d.clave_producto_servicio_id, otro.clave_producto_servicio_id)
    JOIN clave_unidad_cfdi c ON c.id = coalesce(d.clave_unidad_cfdi_id, otro.clave_unidad_cfdi_id)`;
  const found = new Map(rows.map(({ n, ...receptor }) => [n, receptor]));
  return deQuien.map((_, n) => found.get(n + 1));
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
export async function findReceptor(
  tx: Tx,
  loteId: number,
  ventaId: number | null = null,
): Promise<ReceptorDeLote | undefined> {
  const [receptor] = await listReceptores(tx, [{ loteId, ventaId }]);
  return receptor;
}
