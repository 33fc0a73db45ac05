/**
 * What each lot owed at the end of a day, by how long it was overdue then. Reckoned back from what is owed today, so that it looks
 * at what is open and at what happened since, not at all that ever was; it comes to what the dated rows up to that day add up to.
 */
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { adjustedSince, paidSince } from './movements.ts';

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
  const since = addDays(hasta, 1);
  return rowsFrom(tx)<AgeingRow>`
    WITH despues AS (
      SELECT cargo_id, sum(monto) AS monto FROM (${paidSince(since)} UNION ALL ${adjustedSince(since)}) j GROUP BY cargo_id
    ), visto AS (
      SELECT id FROM cargo WHERE saldo_centavos > 0
      UNION SELECT cargo_id FROM despues
      UNION SELECT id FROM cargo WHERE fecha >= ${since}::date
    ), saldo AS (
      SELECT c.id AS cargo_id,
        c.saldo_centavos + coalesce(d.monto, 0) - CASE WHEN c.fecha >= ${since}::date THEN c.monto_centavos ELSE 0 END AS monto
      FROM visto v JOIN cargo c ON c.id = v.id LEFT JOIN despues d ON d.cargo_id = c.id
    ), edad AS (
      SELECT c.lote_id, s.monto, ${hasta}::date - c.vence AS dias FROM saldo s JOIN cargo c ON c.id = s.cargo_id WHERE s.monto <> 0
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
    GROUP BY l.id, l.referencia, r.name ORDER BY l.referencia COLLATE ext.es, l.id`;
}
