/**
 * The cash cut-off: the money that came in. Payments in force and, one row each, what a receipt put into the fund; what the
 * fund paid and what was condoned is no money that came in. Source: DOMAIN.md 5.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';

export interface CorteFilter {
  /** By payment date, both days included. */
  fechas?: { desde: Fecha; hasta: Fecha };
  /** By the time of posting, as a shift goes: `hasta` itself is not in it. */
  registro?: { desde: Date; hasta: Date };
  cajaId?: number | null;
  metodoPagoId?: number | null;
}

export interface CorteRow {
  fecha: Fecha;
  referenciaLote: string;
  manzana: string;
  lote: string;
  asociado: string;
  descripcion: string;
  folio_factura: string;
  metodoPago: string;
  pago: Centavos;
}

/** Receipts of money `r` that the filter takes. */
function taken({ fechas, registro, cajaId, metodoPagoId }: CorteFilter): RawBuilder<boolean> {
  const conditions = [
    sql`NOT r.es_fondo`,
    ...(fechas ? [sql`r.fecha_pago BETWEEN ${fechas.desde} AND ${fechas.hasta}`] : []),
    ...(registro ? [sql`r.created_at >= ${registro.desde} AND r.created_at < ${registro.hasta}`] : []),
    ...(cajaId ? [sql`r.caja_id = ${cajaId}`] : []),
    ...(metodoPagoId ? [sql`r.metodo_pago_id = ${metodoPagoId}`] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** What of the receipts in `recibos` counts: recibo_id, pago_id (NULL for the fund), cargo_id, monto. */
const COUNTED = sql`
    SELECT p.recibo_id, p.id AS pago_id, p.cargo_id, p.monto_centavos AS monto
    FROM recibos JOIN pago p ON p.recibo_id = recibos.id
    WHERE p.status <> 'cancelado'
    UNION ALL
    SELECT v.recibo_id, NULL, NULL, v.monto_centavos
    FROM recibos JOIN fondo_movimiento v ON v.recibo_id = recibos.id
    WHERE v.tipo = 'abono' AND NOT EXISTS (SELECT 1 FROM fondo_movimiento x WHERE x.cancela_id = v.id)`;

/** The rows of a cut-off by payment date and posting; amounts in centavos. */
export function corteQuery(filter: CorteFilter): RawBuilder<CorteRow> {
  return sql<CorteRow>`
    WITH recibos AS MATERIALIZED (
      SELECT r.id, r.fecha_pago, r.created_at, r.lote_id, r.metodo_pago_id FROM recibo r WHERE ${taken(filter)}
    ), contado AS (${COUNTED}
    )
    SELECT r.fecha_pago AS fecha, l.referencia AS "referenciaLote", l.manzana, l.lote, coalesce(a.name, '') AS asociado,
      coalesce(c.concepto, 'Abono a fondo') AS descripcion,
      coalesce(CASE WHEN f.serie <> '' THEN f.serie || '-' END || f.folio, f.folio::text, '') AS folio_factura,
      m.name AS "metodoPago", k.monto AS pago
    FROM contado k
    JOIN recibos r ON r.id = k.recibo_id
    JOIN lote l ON l.id = r.lote_id
    JOIN metodo_pago m ON m.id = r.metodo_pago_id
    LEFT JOIN cargo c ON c.id = k.cargo_id
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente a ON a.id = t.residente_id
    LEFT JOIN factura_concepto i ON i.pago_id = k.pago_id AND i.viva
    LEFT JOIN factura f ON f.id = i.factura_id
    ORDER BY r.fecha_pago, r.created_at, r.id, k.pago_id NULLS LAST`;
}

export async function listCorte(tx: Tx, filter: CorteFilter): Promise<CorteRow[]> {
  return (await corteQuery(filter).execute(tx)).rows;
}

/** How many rows a cut-off has and what they come to. */
export async function sumCorte(tx: Tx, filter: CorteFilter): Promise<{ renglones: number; total: Centavos }> {
  const { rows } = await sql<{ renglones: number; total: Centavos }>`
    WITH recibos AS MATERIALIZED (SELECT r.id FROM recibo r WHERE ${taken(filter)}), contado AS (${COUNTED}
    )
    SELECT count(*)::int AS renglones, coalesce(sum(monto), 0)::bigint AS total FROM contado`.execute(tx);
  return rows[0] ?? { renglones: 0, total: 0 };
}
