/**
 * The rows of kept files, and how one is let go: its row and the bytes it names leave in two steps, since a transaction that
 * is rolled back could not bring bytes back. What is let go of stands in `archivo_olvidado` until an errand has emptied it.
 */
import type pg from 'pg';
import { inTx, type Tx } from './db.ts';
import type { FileStore } from './files.ts';

export function findKeptFile(tx: Tx, id: number) {
  return tx.selectFrom('archivo').select(['id', 'uso', 'usuario_id', 'nombre']).where('id', '=', id).executeTakeFirst();
}

/** Lets a file go that no row names any more, in the transaction of what let go of it. Gives its name. */
export async function forgetFile(tx: Tx, id: number, now: Date): Promise<string | undefined> {
  const row = await tx.deleteFrom('archivo').where('id', '=', id).returning(['clave', 'nombre']).executeTakeFirst();
  if (!row) return undefined;
  await tx.insertInto('archivo_olvidado').values({ clave: row.clave, created_at: now }).execute();
  return row.nombre;
}

const AT_ONCE = 50;

/**
 * Deletes the bytes that a community let go of; gives how many. A store that fails leaves the rest for the next turn, and
 * a process that dies midway asks for the same bytes to be deleted again, which changes nothing.
 */
export async function emptyForgotten(pool: pg.Pool, schema: string, files: FileStore): Promise<number> {
  for (let removed = 0; ; ) {
    const done = await inTx(pool, { schema, role: 'porton_jobs' }, async (tx) => {
      const rows = await tx
        .selectFrom('archivo_olvidado')
        .select('clave')
        .orderBy('created_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const { clave } of rows) {
        await files.remove(clave);
        await tx.deleteFrom('archivo_olvidado').where('clave', '=', clave).execute();
      }
      return rows.length;
    });
    removed += done;
    if (done < AT_ONCE) return removed;
  }
}
