import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

/** The account of a username as typed, without regard to case and accents. */
export function findForLogin(tx: Tx, username: string) {
  return tx
    .selectFrom('usuario')
    .innerJoin('role', 'role.id', 'usuario.role_id')
    .select(['usuario.id', 'usuario.username', 'usuario.password_hash', 'usuario.enabled', 'role.name as role'])
    .where(sql`ext.clave(usuario.username)`, '=', sql`ext.clave(${username})`)
    .executeTakeFirst();
}

export async function passwordHashOf(tx: Tx, id: number): Promise<string> {
  const row = await tx.selectFrom('usuario').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow();
  return row.password_hash;
}

export async function setPasswordHash(tx: Tx, id: number, password_hash: string, now: Date): Promise<void> {
  await tx.updateTable('usuario').set({ password_hash, updated_at: now }).where('id', '=', id).execute();
}
