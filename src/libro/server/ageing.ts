/** What each lot owed at the end of a day, by how long it was overdue then: from dated rows alone, as the closing's balances are. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';

export interface AgeingRow {
  loteId: number;
  referencia: string;
  asociado: string;
  porVencer: Centavos;
  d30: Centavos;
  d60: Centavos;
  d90: Centavos;
  mas: Centavos;
  total: Centavos;
}

/** By referencia. What was paid beyond a charge's amount stands as negative, so that the sums are the closing's. */
export async function listAgeing(tx: Tx, hasta: Fecha): Promise<AgeingRow[]> {
  const { rows } = await sql<AgeingRow>`
    WITH movimiento AS (
      SELECT id AS cargo_id, monto_centavos AS monto, fecha FROM cargo
      UNION ALL SELECT cargo_id, -monto_centavos, fecha_contable FROM pago
      UNION ALL SELECT p.cargo_id, p.monto_centavos, x.fecha FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id
      UNION ALL SELECT cargo_id, -monto_centavos, fecha FROM ajuste
      UNION ALL SELECT a.cargo_id, a.monto_centavos, x.fecha FROM ajuste_reverso x JOIN ajuste a ON a.id = x.ajuste_id
    ), saldo AS (
      SELECT cargo_id, sum(monto) AS monto FROM movimiento WHERE fecha <= ${hasta}::date
      GROUP BY cargo_id HAVING sum(monto) <> 0
    ), edad AS (
      SELECT c.lote_id, s.monto, ${hasta}::date - c.vence AS dias FROM saldo s JOIN cargo c ON c.id = s.cargo_id
    )
    SELECT l.id AS "loteId", l.referencia, coalesce(r.name, '') AS asociado,
      coalesce(sum(e.monto) FILTER (WHERE e.dias <= 0), 0)::bigint AS "porVencer",
      coalesce(sum(e.monto) FILTER (WHERE e.dias BETWEEN 1 AND 30), 0)::bigint AS d30,
      coalesce(sum(e.monto) FILTER (WHERE e.dias BETWEEN 31 AND 60), 0)::bigint AS d60,
      coalesce(sum(e.monto) FILTER (WHERE e.dias BETWEEN 61 AND 90), 0)::bigint AS d90,
      coalesce(sum(e.monto) FILTER (WHERE e.dias > 90), 0)::bigint AS mas,
      sum(e.monto)::bigint AS total
    FROM edad e JOIN lote l ON l.id = e.lote_id
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente r ON r.id = t.residente_id
    GROUP BY l.id, l.referencia, r.name ORDER BY l.referencia COLLATE ext.es, l.id`.execute(tx);
  return rows;
}
