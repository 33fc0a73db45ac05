import { type Insertable, sql, type Updateable } from 'kysely';
import { SUPERADMIN } from '#platform/roles.ts';
import type { Role, Usuario } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { insertedId } from '#platform/server/rows.ts';

function selectUsers(tx: Tx) {
  return tx
    .selectFrom('usuario')
    .innerJoin('role', 'role.id', 'usuario.role_id')
    .select([
      'usuario.id',
      'usuario.name',
      'usuario.last_name',
      'usuario.email',
      'usuario.username',
      'usuario.enabled',
      'usuario.role_id',
      'role.name as role_name',
    ]);
}

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number];

export function listUsers(tx: Tx) {
  return selectUsers(tx)
    .orderBy(inSpanish('usuario.name'))
    .orderBy(inSpanish('usuario.last_name'))
    .orderBy('usuario.id')
    .execute();
}

export function findUser(tx: Tx, id: number) {
  return selectUsers(tx).where('usuario.id', '=', id).executeTakeFirst();
}

/** The user of a username as typed, locked likewise. */
export function findUserByUsername(tx: Tx, typed: string) {
  return selectUsers(tx)
    .where(sql<boolean>`ext.clave(usuario.username) = ext.clave(${typed})`)
    .forUpdate('usuario')
    .executeTakeFirst();
}

/** The user, locked until the transaction ends, so that two edits of one account follow each other. */
export function findUserForUpdate(tx: Tx, id: number) {
  return selectUsers(tx).where('usuario.id', '=', id).forUpdate('usuario').executeTakeFirst();
}

export const insertUser = (tx: Tx, values: Insertable<Usuario>) =>
  insertedId(tx.insertInto('usuario').values(values).returning('id'));

export async function updateUser(tx: Tx, id: number, values: Updateable<Usuario>): Promise<void> {
  await tx.updateTable('usuario').set(values).where('id', '=', id).execute();
}

/** How many superadministrators may sign in; waits for any other change of one, so that two cannot remove the last. */
export async function enabledSuperadmins(tx: Tx): Promise<number> {
  const role = await tx
    .selectFrom('role')
    .select('id')
    .where('name', '=', SUPERADMIN)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const row = await tx
    .selectFrom('usuario')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role_id', '=', role.id)
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function listRoles(tx: Tx) {
  return tx.selectFrom('role').select(['id', 'name']).orderBy('id').execute();
}

export function findRole(tx: Tx, id: number) {
  return tx.selectFrom('role').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** The role, locked until the transaction ends, so that two edits of it follow each other. */
export function findRoleForUpdate(tx: Tx, id: number) {
  return tx.selectFrom('role').select(['id', 'name']).where('id', '=', id).forUpdate().executeTakeFirst();
}

export const insertRole = (tx: Tx, values: Insertable<Role>) =>
  insertedId(tx.insertInto('role').values(values).returning('id'));

export async function renameRole(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('role').set({ name }).where('id', '=', id).execute();
}
