/** What of the ledger stands on the day that it is today, for whoever changes which day that is. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import { CLOSED_UNTIL } from './periods.ts';

export interface LedgerDay {
  /** Shifts that are not signed. */
  turnos: { caja: string; usuario: string; desde: Date }[];
  /** Receipts dated after this day. */
  posteriores: number;
  /** The last day of the last closed month; null: none is closed. */
  cerradoHasta: Fecha | null;
}

/** The ledger as it stands to `hoy`. */
export async function ledgerOnDay(tx: Tx, hoy: Fecha): Promise<LedgerDay> {
  const { rows: turnos } = await sql<LedgerDay['turnos'][number]>`
    SELECT c.name AS caja, u.username AS usuario, t.created_at AS desde
    FROM turno_caja t JOIN caja c ON c.id = t.caja_id JOIN usuario u ON u.id = t.usuario_id
    WHERE t.firmado_at IS NULL ORDER BY c.name COLLATE ext.es`.execute(tx);
  const { rows } = await sql<Omit<LedgerDay, 'turnos'>>`
    SELECT (SELECT count(*)::int FROM recibo WHERE fecha_pago > ${hoy}::date) AS posteriores,
      ${CLOSED_UNTIL} AS "cerradoHasta"`.execute(tx);
  return { turnos, posteriores: rows[0]?.posteriores ?? 0, cerradoHasta: rows[0]?.cerradoHasta ?? null };
}
