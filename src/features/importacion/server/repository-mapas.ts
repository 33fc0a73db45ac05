/** How workbooks of other systems are read, kept by their layouts. */
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { Mapa } from '../mapa.ts';

/** The one that was used last first. */
export const listMapas = (tx: Tx) =>
  rowsFrom(tx)<{ id: number; mapa: Mapa }>`
    SELECT id, mapa FROM importacion_mapa ORDER BY updated_at DESC, id DESC`;

/** Takes the place of what was kept for the layout. */
export async function saveMapa(
  tx: Tx,
  values: { firma: string; archivo: string; mapa: Mapa; usuario_id: number; updated_at: Date },
): Promise<{ id: number; antes: Mapa | null }> {
  const { rows } = await sql<{ mapa: Mapa }>`
    SELECT mapa FROM importacion_mapa WHERE firma = ${values.firma} FOR UPDATE`.execute(tx);
  const { id } = await tx
    .insertInto('importacion_mapa')
    .values({ ...values, mapa: JSON.stringify(values.mapa) })
    .onConflict((conflict) =>
      conflict.column('firma').doUpdateSet(({ ref }) => ({
        archivo: ref('excluded.archivo'),
        mapa: ref('excluded.mapa'),
        usuario_id: ref('excluded.usuario_id'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, antes: rows[0]?.mapa ?? null };
}
