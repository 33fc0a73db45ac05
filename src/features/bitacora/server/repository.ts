import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

export interface BitacoraFilter {
  /** Instants: from (inclusive) and until (exclusive). */
  from: Date | null;
  until: Date | null;
  referencia: string;
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

function filtered(tx: Tx, { from, until, referencia }: BitacoraFilter) {
  let query = tx.selectFrom('bitacora');
  if (from) query = query.where('created_at', '>=', from);
  if (until) query = query.where('created_at', '<', until);
  if (referencia) {
    query = query.where(
      sql<string>`ext.clave(referencia)`,
      'like',
      sql<string>`'%' || ext.clave(${escapeLike(referencia)}) || '%'`,
    );
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
