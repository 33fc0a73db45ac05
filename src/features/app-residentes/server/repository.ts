import type { Insertable, Updateable } from 'kysely';
import type { UserApp } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { insertedId } from '#platform/server/rows.ts';

function selectUsersApp(tx: Tx) {
  return tx
    .selectFrom('user_app')
    .innerJoin('lote', 'lote.id', 'user_app.lote_id')
    .select([
      'user_app.id',
      'user_app.name',
      'user_app.email',
      'user_app.phone',
      'user_app.status',
      'user_app.token',
      'user_app.lote_id',
      'lote.referencia',
      'lote.etapa',
    ]);
}

export type UserAppRow = Awaited<ReturnType<typeof listUsersApp>>[number];

export function listUsersApp(tx: Tx) {
  return selectUsersApp(tx).orderBy(inSpanish('user_app.name')).orderBy('user_app.id').execute();
}

export function findUserApp(tx: Tx, id: number) {
  return selectUsersApp(tx).where('user_app.id', '=', id).executeTakeFirst();
}

/** The user, locked until the transaction ends, so that two edits of one follow each other. */
export function findUserAppForUpdate(tx: Tx, id: number) {
  return selectUsersApp(tx).where('user_app.id', '=', id).forUpdate('user_app').executeTakeFirst();
}

/** Who reserved, as a reservation's screen shows it. There are no photographs of app users yet. */
export async function findReservante(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('user_app')
    .innerJoin('lote', 'lote.id', 'user_app.lote_id')
    .select(['user_app.name as nombre', 'lote.direccion', 'user_app.phone as telefono'])
    .where('user_app.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, fotoUsuarioUrl: null };
}

export async function hasLote(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('lote').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export const insertUserApp = (tx: Tx, values: Insertable<UserApp>) =>
  insertedId(tx.insertInto('user_app').values(values).returning('id'));

export async function updateUserApp(tx: Tx, id: number, values: Updateable<UserApp>): Promise<void> {
  await tx.updateTable('user_app').set(values).where('id', '=', id).execute();
}

export async function deleteUserApp(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('user_app').where('id', '=', id).execute();
}

/** The users of a lot that are not blocked, held until the transaction ends where they are to be changed. */
export function listUsersAppDe(tx: Tx, loteId: number, locked = false) {
  const query = selectUsersApp(tx)
    .where('user_app.lote_id', '=', loteId)
    .where('user_app.status', '<>', 'bloqueada')
    .orderBy('user_app.id');
  return (locked ? query.forUpdate('user_app') : query).execute();
}
