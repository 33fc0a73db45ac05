/** What was recovered after each step. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { DIAS_DE_RECUPERACION } from '../rules.ts';

export interface RecuperadoRow {
  pasoId: number;
  enviados: number;
  pagaron: number;
  recuperado: Centavos;
}

/** Of what went out within these days: what its lots paid on their charges until the next step, or within the days that count. */
export const listRecuperado = (tx: Tx, desde: Fecha, hasta: Fecha) =>
  rowsFrom(tx)<RecuperadoRow>`
    WITH enviada AS (
      SELECT n.paso_id, n.lote_id, n.fecha,
        least(lead(n.fecha) OVER (PARTITION BY n.lote_id ORDER BY n.fecha, n.id), n.fecha + ${sql.lit(DIAS_DE_RECUPERACION)}) AS fin
      FROM gestion_linea n WHERE n.estado = 'enviada' AND n.fecha >= ${desde}::date
    ), pagado AS (
      SELECT e.paso_id, coalesce((
        SELECT sum(g.monto_centavos) FROM cargo c JOIN pago g ON g.cargo_id = c.id AND g.status = 'recibido'
        WHERE c.lote_id = e.lote_id AND g.fecha_pago >= e.fecha AND g.fecha_pago < e.fin), 0)::bigint AS monto
      FROM enviada e WHERE e.fecha <= ${hasta}::date
    )
    SELECT paso_id AS "pasoId", count(*)::int AS enviados, (count(*) FILTER (WHERE monto > 0))::int AS pagaron,
      sum(monto)::bigint AS recuperado
    FROM pagado GROUP BY paso_id`;
