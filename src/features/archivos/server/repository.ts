import type { Insertable } from 'kysely';
import type { Archivo } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';

export function findArchivo(tx: Tx, id: number) {
  return tx
    .selectFrom('archivo')
    .select(['id', 'uso', 'clave', 'nombre', 'mime'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertArchivo(tx: Tx, values: Insertable<Archivo>): Promise<number> {
  const row = await tx.insertInto('archivo').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}
