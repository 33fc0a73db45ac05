/** Uploads that nobody ever attached to anything: let go of every night, a day after they came. */
import { sql } from 'kysely';
import type { CommunityJob } from '#platform/server/jobs.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** The bytes follow with the next turn of the errand that empties what was let go of. */
export const purgeUploads: CommunityJob = {
  name: 'archivos-sueltos',
  cron: '43 8 * * *',
  async run(tx, _community, clock) {
    const now = clock.now();
    const { rows } = await sql<{ clave: string }>`
      WITH suelto AS (
        DELETE FROM archivo a
        WHERE a.created_at < ${new Date(now.getTime() - KEPT_MS)}
          AND NOT EXISTS (SELECT FROM datos_fiscales d WHERE d.constancia_id = a.id)
          AND NOT EXISTS (SELECT FROM tipo_amenidad t WHERE a.id IN (t.icono_id, t.foto_id))
          AND NOT EXISTS (SELECT FROM newsletter n WHERE n.archivo_id = a.id)
          -- A fine keeps the address of its picture.
          AND '/api/v1/archivos/' || a.id NOT IN (SELECT c.url FROM cargo c WHERE c.tipo = 'sancion' AND c.url <> '')
        RETURNING a.clave
      )
      INSERT INTO archivo_olvidado (clave, created_at) SELECT clave, ${now} FROM suelto RETURNING clave`.execute(tx);
    return rows.length > 0 ? { sueltos: rows.length } : undefined;
  },
};
