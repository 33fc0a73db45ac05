import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

export interface BitacoraFilter {
  /** Instants: from (inclusive) and until (exclusive). */
  from: Date | null;
  until: Date | null;
  referencia: string;
}

function filtered(tx: Tx, { from, until, referencia }: BitacoraFilter) {
  let query = tx.selectFrom('bitacora');
  if (from) query = query.where('created_at', '>=', from);
  if (until) query = query.where('created_at', '<', until);
  if (referencia) {
    // Escaped after `clave`, which turns some characters into the wildcards of LIKE.
    const pattern = sql<string>`'%' || regexp_replace(ext.clave(${referencia}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
    query = query.where(sql<string>`ext.clave(referencia)`, 'like', pattern);
  }
  return query;
}

export function pageOf(tx: Tx, filter: BitacoraFilter, page: number, size: number) {
  return filtered(tx, filter)
    .select(['id', 'created_at', 'usuario', 'referencia', 'status', 'nota'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
}

export async function countOf(tx: Tx, filter: BitacoraFilter): Promise<number> {
  const row = await filtered(tx, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findEntry(tx: Tx, id: number) {
  return tx
    .selectFrom('bitacora')
    .leftJoin('bitacora_sello', 'bitacora_sello.bitacora_id', 'bitacora.id')
    .select([
      'bitacora.id',
      'created_at',
      'usuario',
      'referencia',
      'status',
      'nota',
      'entidad',
      'entidad_id',
      'antes',
      'despues',
      'bitacora_sello.orden',
    ])
    .where('bitacora.id', '=', id)
    .executeTakeFirst();
}
