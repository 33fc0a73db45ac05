import { type Insertable, sql } from 'kysely';
import type { LlaveAcceso } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { residencialName } from '#platform/server/residencial.ts';
import { rowsFrom } from '#platform/server/rows.ts';

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
    // Another telephone is given by the one before: it has been in force since that.
    .set({ secreto, activado_at: sql`coalesce(activado_at, ${now})`, ultimo_paso: paso, nuevo: null, nuevo_at: null })
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

/** The sessions of an account that are alive, each with the other communities that its sign-in went over to or came from. */
export const listSessions = (
  tx: Tx,
  usuarioId: number,
  { idleSince, openSince }: { idleSince: Date; openSince: Date },
) =>
  rowsFrom(tx)<{
    id: number;
    token_hash: Buffer;
    navegador: string;
    ip: string;
    created_at: Date;
    last_seen_at: Date;
    otras: { codigo: string; nombre: string | null }[];
  }>`
    SELECT s.id, s.token_hash, s.navegador, s.ip, s.created_at, s.last_seen_at,
      (SELECT coalesce(json_agg(json_build_object('codigo', k.codigo, 'nombre', k.nombre) ORDER BY k.codigo), '[]')
        FROM porton.comunidad k WHERE k.esquema <> current_schema() AND (
          EXISTS (SELECT FROM porton.entrada e WHERE e.id = s.entrada AND e.esquema = k.esquema)
          OR EXISTS (SELECT FROM porton.pase p WHERE p.entrada_id = s.entrada AND p.a_esquema = k.esquema AND p.usado_at IS NOT NULL)
        )) AS otras
    FROM sesion s
    WHERE s.usuario_id = ${usuarioId} AND s.last_seen_at > ${idleSince} AND s.created_at > ${openSince}
      AND (s.entrada IS NULL OR porton.sesion_vale(s.entrada, current_schema(), s.usuario_id, s.created_at, ${openSince}))
    ORDER BY s.last_seen_at DESC, s.id DESC`;

/** Ends a session of an account by its number; gives what was known of it, or undefined where there is none. */
export function endSession(tx: Tx, usuarioId: number, id: number) {
  return tx
    .deleteFrom('sesion')
    .where('usuario_id', '=', usuarioId)
    .where('id', '=', id)
    .returning(['token_hash', 'navegador', 'ip', 'entrada'])
    .executeTakeFirst();
}
