import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

/** Facts that the database knows about itself and this community. */
export async function databaseStatus(tx: Tx) {
  const { rows } = await sql<{
    postgres: string;
    migracion: number;
    bytes: number;
    sesiones: number;
    bitacora_total: number;
    sin_sellar: number;
    ultimo_sello: Date | null;
  }>`
    SELECT current_setting('server_version') AS postgres,
      (SELECT max(version) FROM migracion) AS migracion,
      pg_database_size(current_database()) AS bytes,
      (SELECT count(*) FROM sesion) AS sesiones,
      (SELECT count(*) FROM bitacora) AS bitacora_total,
      (SELECT count(*) FROM bitacora) - (SELECT count(*) FROM bitacora_sello) AS sin_sellar,
      (SELECT max(sellado_at) FROM bitacora_sello) AS ultimo_sello`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a SELECT without FROM has one row');
  return row;
}
