import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

const hasUsername = (username: string) => sql<boolean>`ext.clave(usuario.username) = ext.clave(${username})`;

/** The username of an account as it is stored, found as typed: without regard to case and accents. */
export async function findUsername(tx: Tx, typed: string): Promise<string | undefined> {
  const row = await tx.selectFrom('usuario').select('username').where(hasUsername(typed)).executeTakeFirst();
  return row?.username;
}

/**
 * The account of a username as typed. Locked against changes until the session stands: one that disables the account
 * or changes its password either comes first and is seen, or comes after and ends the session.
 */
export function findForLogin(tx: Tx, username: string) {
  return tx
    .selectFrom('usuario')
    .innerJoin('role', 'role.id', 'usuario.role_id')
    .select(['usuario.id', 'usuario.username', 'usuario.password_hash', 'usuario.enabled', 'role.name as role'])
    .where(hasUsername(username))
    .forShare('usuario')
    .executeTakeFirst();
}

/** The password's hash of an account that is about to get another one. */
export async function passwordHashForUpdate(tx: Tx, id: number): Promise<string> {
  const row = await tx
    .selectFrom('usuario')
    .select('password_hash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

export async function setPasswordHash(tx: Tx, id: number, password_hash: string, now: Date): Promise<void> {
  await tx.updateTable('usuario').set({ password_hash, updated_at: now }).where('id', '=', id).execute();
}

/** What a user sent with this Idempotency-Key and was carried out, with the receipt that it gave; undefined where nothing was. */
export async function findPeticion(
  tx: Tx,
  usuarioId: number,
  clave: string,
): Promise<{ reciboId: number | null } | undefined> {
  const { rows } = await sql<{ reciboId: number | null }>`
    SELECT (respuesta #>> '{recibo,id}')::int AS "reciboId" FROM peticion_idempotente
    WHERE usuario_id = ${usuarioId} AND clave = ${clave} AND respuesta IS NOT NULL
    LIMIT 1`.execute(tx);
  return rows[0];
}
