/** The counts of the gate's log by day and hour, which stand on the community's clock. */
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

/** The clock of the community whose schema this is, as it is at this statement: counts and log change together. */
export const COMMUNITY_ZONE = sql`(SELECT zona_horaria FROM porton.comunidad WHERE esquema = current_schema())`;

/** Counts the whole log anew; meanwhile no device adds to it. By a function of the owner's: others may not delete a count. */
export async function recountAccesos(tx: Tx): Promise<void> {
  await sql`SELECT recontar_accesos()`.execute(tx);
}
