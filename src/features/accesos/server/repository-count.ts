/** The counts of the gate's log by day and hour, which stand on the community's clock. */
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

/** The clock of the community whose schema this is, as it is at this statement: counts and log change together. */
export const COMMUNITY_ZONE = sql`(SELECT zona_horaria FROM porton.comunidad WHERE esquema = current_schema())`;

/** Counts the whole log anew; meanwhile no device adds to it. */
export async function recountAccesos(tx: Tx): Promise<void> {
  await sql`LOCK TABLE acceso IN SHARE MODE`.execute(tx);
  await sql`DELETE FROM acceso_hora`.execute(tx);
  await sql`DELETE FROM acceso_dia`.execute(tx);
  await sql`
    INSERT INTO acceso_hora (dia, hora, tipo, tipo_visita, punto, total)
    SELECT local::date, extract(hour FROM local), tipo, tipo_visita, punto, count(*)
    FROM (SELECT fecha AT TIME ZONE ${COMMUNITY_ZONE} AS local, tipo, tipo_visita, punto FROM acceso) a
    GROUP BY 1, 2, 3, 4, 5`.execute(tx);
  await sql`
    INSERT INTO acceso_dia (dia, tipo, tipo_visita, total)
    SELECT dia, tipo, tipo_visita, sum(total) FROM acceso_hora GROUP BY 1, 2, 3`.execute(tx);
}
