/** Uploads that nobody ever attached to anything: let go of every night, a day after they came. */
import { type RawBuilder, sql } from 'kysely';
import type { CommunityJob } from '#platform/server/jobs.ts';
import type { Uso } from '../contract.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * By what a file `a` of a use is attached. A use that is not here is kept for good: the photographs of the gate belong to its
 * log, which knows each again by its bytes when a device sends it twice.
 */
const ATTACHED: Partial<Record<Uso, RawBuilder<unknown>>> = {
  constancia: sql`EXISTS (SELECT FROM datos_fiscales d WHERE d.constancia_id = a.id)`,
  amenidad: sql`EXISTS (SELECT FROM tipo_amenidad t WHERE a.id IN (t.icono_id, t.foto_id))`,
  newsletter: sql`EXISTS (SELECT FROM newsletter n WHERE n.archivo_id = a.id)`,
  // A fine keeps the address of its picture.
  sancion: sql`'/api/v1/archivos/' || a.id IN (SELECT c.url FROM cargo c WHERE c.tipo = 'sancion' AND c.url <> '')`,
};

/** The bytes follow with the next turn of the errand that empties what was let go of. */
export const purgeUploads: CommunityJob = {
  name: 'archivos-sueltos',
  cron: '43 8 * * *',
  async run(tx, _community, clock) {
    const now = clock.now();
    const loose = Object.entries(ATTACHED).map(([uso, attached]) => sql`(a.uso = ${uso} AND NOT ${attached})`);
    const { rows } = await sql<{ clave: string }>`
      WITH suelto AS (
        DELETE FROM archivo a
        WHERE a.created_at < ${new Date(now.getTime() - KEPT_MS)} AND (${sql.join(loose, sql` OR `)})
        RETURNING a.clave
      )
      INSERT INTO archivo_olvidado (clave, created_at) SELECT clave, ${now} FROM suelto RETURNING clave`.execute(tx);
    return rows.length > 0 ? { sueltos: rows.length } : undefined;
  },
};
