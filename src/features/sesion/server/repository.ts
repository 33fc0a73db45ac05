import { type Insertable, sql } from 'kysely';
import type { LlaveAcceso } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { residencialName } from '#platform/server/residencial.ts';

export interface LoginAccount {
  id: number;
  username: string;
  password_hash: string;
  enabled: boolean;
  role: string;
}

/**
 * The account of a username as typed, without regard to case and accents, and the typed name as names are compared: what
 * is no account is told apart as accounts are.
 */
export async function findForLogin(
  tx: Tx,
  typed: string,
): Promise<{ clave: string; account: LoginAccount | undefined }> {
  const { rows } = await sql<{ clave: string; account: LoginAccount | null }>`
    SELECT k.clave, CASE WHEN u.id IS NULL THEN NULL ELSE json_build_object(
      'id', u.id, 'username', u.username, 'password_hash', u.password_hash, 'enabled', u.enabled, 'role', r.name) END AS account
    FROM (SELECT ext.clave(${typed}) AS clave) k
    LEFT JOIN usuario u ON ext.clave(u.username) = k.clave
    LEFT JOIN role r ON r.id = u.role_id`.execute(tx);
  return { clave: rows[0]?.clave ?? '', account: rows[0]?.account ?? undefined };
}

interface Entering {
  id: number;
  role: string;
}

/** An account that is enabled in that role, locked against changes. */
const enabledAs = (tx: Tx, { id, role }: Entering) =>
  tx
    .selectFrom('usuario')
    .innerJoin('role', 'role.id', 'usuario.role_id')
    .select('usuario.id')
    .where('usuario.id', '=', id)
    .where('enabled', '=', true)
    .where('role.name', '=', role)
    .forShare('usuario');

/**
 * Whether an account still is as it was when its password was proven. Locked against changes until the session stands: one
 * that disables the account or changes its password either comes first and is seen, or comes after and ends the session.
 */
export async function stillStands(tx: Tx, account: LoginAccount): Promise<boolean> {
  const row = await enabledAs(tx, account).where('password_hash', '=', account.password_hash).executeTakeFirst();
  return row !== undefined;
}

/** What a guesser knows of an account: names, mailbox, username, and the community's own names. */
export async function wordsAround(
  tx: Tx,
  { id }: { id: number },
  { codigo }: { codigo: string },
): Promise<(string | undefined)[]> {
  const { username, name, last_name, email } = await tx
    .selectFrom('usuario')
    .select(['username', 'name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [username, name, last_name, email.split('@')[0], await residencialName(tx), codigo];
}

/** Sets another password in place of the proven one; false when that is not the account's any more. */
export async function replacePasswordHash(
  tx: Tx,
  { id, proven, password_hash, now }: { id: number; proven: string; password_hash: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('usuario')
    .set({ password_hash, updated_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', proven)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether an account may still be let in as whom it showed to be. Locked as in `stillStands`: whatever disables it or changes its
 * role comes first and is seen, or comes after and ends the session.
 */
export async function mayStillEnter(tx: Tx, account: Entering): Promise<boolean> {
  return (await enabledAs(tx, account).executeTakeFirst()) !== undefined;
}

/** Keeps the secret that is being set up, in the place of another that was. */
export async function keepNewSecret(tx: Tx, usuarioId: number, nuevo: Buffer, now: Date): Promise<void> {
  await tx
    .insertInto('segundo_factor')
    .values({ usuario_id: usuarioId, nuevo, nuevo_at: now })
    .onConflict((conflict) => conflict.column('usuario_id').doUpdateSet({ nuevo, nuevo_at: now }))
    .execute();
}

/** Puts what was being set up in force, from the step of its first code on. */
export async function putInForce(
  tx: Tx,
  usuarioId: number,
  { secreto, paso, now }: { secreto: Buffer; paso: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('segundo_factor')
    .set({ secreto, activado_at: now, ultimo_paso: paso, nuevo: null, nuevo_at: null })
    .where('usuario_id', '=', usuarioId)
    .execute();
}

/** Has the second factor in force, from now on if it was not before, which is told. */
export async function standFactor(tx: Tx, usuarioId: number, now: Date): Promise<{ isFirst: boolean }> {
  const made = await tx
    .insertInto('segundo_factor')
    .values({ usuario_id: usuarioId, activado_at: now })
    .onConflict((conflict) => conflict.column('usuario_id').doNothing())
    .returning('usuario_id')
    .executeTakeFirst();
  if (made) return { isFirst: true };
  const stood = await tx
    .updateTable('segundo_factor')
    .set({ activado_at: now })
    .where('usuario_id', '=', usuarioId)
    .where('activado_at', 'is', null)
    .returning('usuario_id')
    .executeTakeFirst();
  return { isFirst: stood !== undefined };
}

/** Adds a passkey; false where some account has it already. */
export async function insertPasskey(tx: Tx, values: Insertable<LlaveAcceso>): Promise<boolean> {
  const row = await tx
    .insertInto('llave_acceso')
    .values(values)
    .onConflict((conflict) => conflict.column('credencial').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a passkey of an account away; gives its name, or undefined where there is none. */
export function deletePasskey(tx: Tx, usuarioId: number, id: number) {
  return tx
    .deleteFrom('llave_acceso')
    .where('usuario_id', '=', usuarioId)
    .where('id', '=', id)
    .returning('nombre')
    .executeTakeFirst();
}

/** The recovery codes of an account, each at its place; those of before are gone. */
export async function replaceRecoveryCodes(tx: Tx, usuarioId: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('codigo_recuperacion').where('usuario_id', '=', usuarioId).execute();
  await tx
    .insertInto('codigo_recuperacion')
    .values(hashes.map((hash, lugar) => ({ usuario_id: usuarioId, lugar, hash })))
    .execute();
}

/** The sessions of an account that are alive. */
export function listSessions(
  tx: Tx,
  usuarioId: number,
  { idleSince, openSince }: { idleSince: Date; openSince: Date },
) {
  return tx
    .selectFrom('sesion')
    .select(['id', 'token_hash', 'navegador', 'ip', 'created_at', 'last_seen_at'])
    .where('usuario_id', '=', usuarioId)
    .where('last_seen_at', '>', idleSince)
    .where('created_at', '>', openSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends a session of an account by its number; gives what was known of it, or undefined where there is none. */
export function endSession(tx: Tx, usuarioId: number, id: number) {
  return tx
    .deleteFrom('sesion')
    .where('usuario_id', '=', usuarioId)
    .where('id', '=', id)
    .returning(['token_hash', 'navegador', 'ip'])
    .executeTakeFirst();
}
