/** What came into the bank accounts and was set aside, since nobody claims it: owed to whoever paid. Source: dominio.md#deposits. */
import { sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';

/** Each deposit that was set aside, with what of it is left: id, queda. */
export const SET_ASIDE = sql`
  SELECT id, importe_centavos - entrante_aplicado(id) AS queda FROM deposito_entrante WHERE situacion = 'por_identificar'`;

export async function sumPorIdentificar(tx: Tx): Promise<{ depositos: number; monto: Centavos }> {
  const { rows } = await sql<{ depositos: number; monto: Centavos }>`
    SELECT count(*)::int AS depositos, coalesce(sum(queda), 0)::bigint AS monto FROM (${SET_ASIDE}) d`.execute(tx);
  return rows[0] ?? { depositos: 0, monto: 0 };
}
