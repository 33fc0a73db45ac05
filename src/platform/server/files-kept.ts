/**
 * The rows of kept files, and how one is let go: its row and the bytes it names leave in two steps, since a transaction that
 * is rolled back could not bring bytes back. What is let go of stands in `archivo_olvidado` until an errand has emptied it.
 */
import { sql } from 'kysely';
import { type DbPool, inTx, type Tx, type Within } from './db.ts';
import type { FileStore } from './file-store.ts';
import type { Waiting } from './marks.ts';
import { type Asked, faultOf } from './outside.ts';

export function findKeptFile(tx: Tx, id: number) {
  return tx.selectFrom('archivo').select(['id', 'uso', 'usuario_id', 'nombre']).where('id', '=', id).executeTakeFirst();
}

/** Lets go of bytes that no row names: of what was refused after they had been put away. */
export async function forgetBytes(tx: Tx, clave: string, now: Date): Promise<void> {
  await tx.insertInto('archivo_olvidado').values({ clave, created_at: now }).execute();
}

/** Lets a file go that no row names any more, in the transaction of what let go of it. Gives its name. */
export async function forgetFile(tx: Tx, id: number, now: Date): Promise<string | undefined> {
  const row = await tx.deleteFrom('archivo').where('id', '=', id).returning(['clave', 'nombre']).executeTakeFirst();
  if (!row) return undefined;
  await forgetBytes(tx, row.clave, now);
  return row.nombre;
}

/** Whether bytes are left to be deleted. */
export const filesWait: Waiting = sql`EXISTS (SELECT FROM archivo_olvidado)`;

const AT_ONCE = 50;

/**
 * Deletes the bytes that a community let go of; gives how many. A store that fails leaves the rest for the next turn, and
 * a process that dies midway asks for the same bytes to be deleted again, which changes nothing.
 */
export async function emptyForgotten(pool: DbPool, schema: string, files: Asked<FileStore>): Promise<number> {
  const within: Within = (work) => inTx(pool, { schema, role: 'porton_jobs' }, work);
  for (let removed = 0; ; ) {
    const rows = await within((tx) =>
      tx.selectFrom('archivo_olvidado').select('clave').orderBy('created_at').limit(AT_ONCE).execute(),
    );
    if (rows.length === 0) return removed;
    const claves: string[] = [];
    let fault: Error | undefined;
    for (const { clave } of rows) {
      fault = await faultOf(() => files.remove(clave));
      if (fault) break;
      claves.push(clave);
    }
    if (claves.length > 0) {
      await within((tx) => tx.deleteFrom('archivo_olvidado').where('clave', 'in', claves).execute());
    }
    removed += claves.length;
    if (fault) throw fault;
  }
}
