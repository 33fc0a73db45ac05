import { type Insertable, sql } from 'kysely';
import type { Practica } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import type { Waiting } from '#platform/server/marks.ts';
import { rowsFrom } from '#platform/server/rows.ts';

interface KnownHost {
  codigo: string;
  host: string | null;
  practica_de: string | null;
  creada: Date;
}

/** Whose hosts are taken, and by what. */
export const listHosts = (tx: Tx) =>
  rowsFrom(tx)<KnownHost>`SELECT codigo, host, practica_de, creada FROM porton.comunidad`;

export function findUltimo(tx: Tx) {
  return tx
    .selectFrom('practica')
    .leftJoin('usuario', 'usuario.id', 'practica.usuario_id')
    .select(['que', 'estado', 'error', 'practica.created_at', 'terminada_at', 'username'])
    .orderBy('practica.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What waits to be done. */
export function findPendiente(tx: Tx) {
  return tx
    .selectFrom('practica')
    .leftJoin('usuario', 'usuario.id', 'practica.usuario_id')
    .select(['practica.id', 'que', 'host', 'usuario_id', 'username'])
    .where('estado', '=', 'pendiente')
    .executeTakeFirst();
}

/** Whether a practice waits to be made or taken away. */
export const practiceWaits: Waiting = sql`EXISTS (SELECT FROM practica WHERE estado = 'pendiente')`;

export function insertPedida(tx: Tx, values: Insertable<Practica>) {
  return tx.insertInto('practica').values(values).execute();
}

/** Notes how it ended. */
export function finishPedida(tx: Tx, id: number, { error, now }: { error: string; now: Date }) {
  return tx
    .updateTable('practica')
    .set({ estado: error === '' ? 'hecha' : 'fallida', error, terminada_at: now })
    .where('id', '=', id)
    .where('estado', '=', 'pendiente')
    .execute();
}
