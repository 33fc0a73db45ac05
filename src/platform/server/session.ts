/**
 * Sessions: opaque 256-bit tokens of which only the SHA-256 is stored; idle and absolute expiry; revoked at once. Whoever has
 * shown the password and still owes the second factor has half a session, which is a row of another table.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Owed } from '../roles.ts';
import type { AuditEntry } from './audit.ts';
import { type DbPool, inTx, quotedSchema, type Tx } from './db.ts';

export interface SessionUser {
  id: number;
  username: string;
  role: string;
  /** What this half of a session still owes; a whole one owes nothing. */
  owes?: Owed;
}

export interface SessionLimits {
  idleMinutes: number;
  maxHours: number;
}

/** Since when a session must have been used, and opened, to be alive. */
export const sinceOf = ({ idleMinutes, maxHours }: SessionLimits, now: Date) => ({
  idleSince: new Date(now.getTime() - idleMinutes * 60_000),
  openSince: new Date(now.getTime() - maxHours * 3_600_000),
});

/** How old the noted last use of a session may grow: a minute, less for short limits, so not every request writes. */
const touchAfterMs = (idleMinutes: number): number => Math.min(60_000, idleMinutes * 15_000);

const TOKEN = /^Bearer ([A-Za-z0-9_-]{43})$/;

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The hash of the token in an Authorization header, or undefined when there is none of our form. */
export function tokenHash(header: string | undefined): Buffer | undefined {
  const token = TOKEN.exec(header ?? '')?.[1];
  return token === undefined ? undefined : hashOf(token);
}

/** Of what a browser says it is: enough to tell it by. */
const BROWSER_CHARACTERS_MAX = 300;

/** The sessions that an account may have at once: many people may share one, and each session may prove passwords. */
export const SESSIONS_MAX = 50;

/** How a session came to be: of which sign-in that goes over to other communities, and whether a second factor was given in it. */
export interface Came {
  entrada: string | null;
  conFactor: boolean;
}

export const BY_PASSWORD: Came = { entrada: null, conFactor: false };

/** A token, and what is kept of it: what is handed out once and stored nowhere. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
}

/**
 * Opens a session and returns its token, which exists nowhere else, with the rows of the audit log of those that end for it:
 * the ones unused for longest, where the account has too many. Of one sign-in an account has one session: the one before goes.
 */
export async function openSession(
  tx: Tx,
  user: { id: number; username: string },
  { ip, browser }: { ip: string; browser: string },
  now: Date,
  { entrada, conFactor }: Came = BY_PASSWORD,
): Promise<{ token: string; ended: AuditEntry[] }> {
  // Sign-ins of one account come one after the other from here on, or each would see too few.
  await sql`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' sesiones'), ${user.id})`.execute(tx);
  const { token, hash } = newToken();
  if (entrada !== null)
    await tx.deleteFrom('sesion').where('usuario_id', '=', user.id).where('entrada', '=', entrada).execute();
  const ended = await tx
    .deleteFrom('sesion')
    .where('token_hash', 'in', (sessions) =>
      sessions
        .selectFrom('sesion')
        .select('token_hash')
        .where('usuario_id', '=', user.id)
        .orderBy('last_seen_at', 'desc')
        .orderBy('token_hash')
        .offset(SESSIONS_MAX - 1),
    )
    .executeTakeFirst();
  await tx
    .insertInto('sesion')
    .values({
      ...{ token_hash: hash, usuario_id: user.id, created_at: now, last_seen_at: now, ip, entrada },
      ...{ con_factor: conFactor, navegador: browser.slice(0, BROWSER_CHARACTERS_MAX) },
    })
    .execute();
  if (entrada !== null && conFactor) await strengthen(tx, entrada, user.id);
  return { token, ended: endedRows(user, Number(ended.numDeletedRows), `tenía ya ${SESSIONS_MAX}`) };
}

/**
 * Whether what an account's second factor gives counts in the communities that it is joined to: one that was shown when it was
 * joined does. One that was set up since may be of whoever knows the password alone, and counts where it is.
 */
export const countsElsewhere = (usuarioId: number) => sql<boolean>`EXISTS (
  SELECT FROM porton.cuenta_unida c JOIN segundo_factor f ON f.usuario_id = c.usuario_id
  WHERE c.esquema = current_schema() AND c.usuario_id = ${usuarioId} AND f.activado_at < c.unida_at)`;

/** A second factor was given in a sign-in that goes over. */
async function strengthen(tx: Tx, entrada: string, usuarioId: number): Promise<void> {
  await sql`
    UPDATE porton.entrada SET con_factor = true
    WHERE id = ${entrada}::uuid AND NOT con_factor AND ${countsElsewhere(usuarioId)}`.execute(tx);
}

/** A second factor was given in an open session: it is as if it had come with the sign-in. */
export async function noteFactor(tx: Tx, hash: Buffer): Promise<void> {
  const session = await tx
    .updateTable('sesion')
    .set({ con_factor: true })
    .where('token_hash', '=', hash)
    .returning(['entrada', 'usuario_id'])
    .executeTakeFirst();
  if (session?.entrada) await strengthen(tx, session.entrada, session.usuario_id);
}

export interface SessionUse {
  now: Date;
  limits: SessionLimits;
  /** False for what a page asks for by itself: it is answered, but the session goes on growing idle. */
  isUse: boolean;
}

/** The user behind a token hash, if the session is alive and the user enabled; notes the use now and then. */
export async function findSession(
  pool: DbPool,
  schema: string,
  hash: Buffer,
  { now, limits: { idleMinutes, maxHours }, isUse }: SessionUse,
): Promise<SessionUser | undefined> {
  const { idleSince, openSince } = sinceOf({ idleMinutes, maxHours }, now);
  // Every request begins with it, so it is one statement and no transaction.
  const of = quotedSchema(schema);
  const [found] = await pool.ask<SessionUser & { lastSeenAt: Date }>({
    name: `sesion ${schema}`,
    text: `SELECT u.id, u.username, r.name AS role, s.last_seen_at AS "lastSeenAt"
      FROM ${of}.sesion s JOIN ${of}.usuario u ON u.id = s.usuario_id JOIN ${of}.role r ON r.id = u.role_id
      WHERE s.token_hash = $1 AND s.last_seen_at > $2 AND s.created_at > $3 AND u.enabled
        AND (s.entrada IS NULL OR porton.sesion_vale(s.entrada, $4, u.id, s.created_at, $3))`,
    values: [hash, idleSince, openSince, schema],
  });
  if (!found) return undefined;
  if (isUse && now.getTime() - found.lastSeenAt.getTime() > touchAfterMs(idleMinutes)) {
    await inTx(pool, { schema, work: 'access' }, (tx) =>
      tx
        .updateTable('sesion')
        .set({ last_seen_at: sql`greatest(last_seen_at, ${now})` })
        .where('token_hash', '=', hash)
        .execute(),
    );
  }
  return { id: found.id, username: found.username, role: found.role };
}

/** How long whoever has shown the password may take for the second factor; setting one up needs a telephone and some reading. */
const HALF_MINUTES: Record<Owed, number> = { codigo: 10, alta: 30 };

/** The halves that an account may have at once; the oldest goes. Whoever knows a password alone ends no session by them. */
const HALVES_MAX = 10;

/** Opens half a session and returns its token, which opens nothing but the calls that give or set up the second factor. */
export async function openHalfSession(
  tx: Tx,
  usuarioId: number,
  owes: Owed,
  now: Date,
  entrada: string | null = null,
): Promise<string> {
  const { token, hash } = newToken();
  await tx
    .deleteFrom('sesion_a_medias')
    .where('token_hash', 'in', (halves) =>
      halves
        .selectFrom('sesion_a_medias')
        .select('token_hash')
        .where('usuario_id', '=', usuarioId)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .offset(HALVES_MAX - 1),
    )
    .execute();
  await tx
    .insertInto('sesion_a_medias')
    .values({ token_hash: hash, usuario_id: usuarioId, debe: owes, created_at: now, entrada })
    .execute();
  return token;
}

/** The user behind the token hash of half a session, if it is alive and the user enabled; with what is owed. */
export async function findHalfSession(
  pool: DbPool,
  schema: string,
  hash: Buffer,
  now: Date,
): Promise<SessionUser | undefined> {
  const of = quotedSchema(schema);
  const since = (owed: Owed) => new Date(now.getTime() - HALF_MINUTES[owed] * 60_000);
  const [found] = await pool.ask<SessionUser>({
    name: `sesion a medias ${schema}`,
    text: `SELECT u.id, u.username, r.name AS role, s.debe AS owes
      FROM ${of}.sesion_a_medias s JOIN ${of}.usuario u ON u.id = s.usuario_id JOIN ${of}.role r ON r.id = u.role_id
      WHERE s.token_hash = $1 AND s.created_at > CASE s.debe WHEN 'codigo' THEN $2::timestamptz ELSE $3 END AND u.enabled
        AND (s.entrada IS NULL OR porton.sesion_vale(s.entrada, $4, u.id, s.created_at, '-infinity'))`,
    values: [hash, since('codigo'), since('alta'), schema],
  });
  return found;
}

/** Ends half a session, for a whole one to take its place; undefined where it has ended meanwhile. Gives the sign-in that it is of. */
export function closeHalfSession(tx: Tx, hash: Buffer): Promise<{ entrada: string | null } | undefined> {
  return tx.deleteFrom('sesion_a_medias').where('token_hash', '=', hash).returning('entrada').executeTakeFirst();
}

/** Ends one session, and with it those that came of the same sign-in, in whatever community. Gives that sign-in. */
export async function closeSession(tx: Tx, hash: Buffer): Promise<string | null> {
  const closed = await tx.deleteFrom('sesion').where('token_hash', '=', hash).returning('entrada').executeTakeFirst();
  if (!closed?.entrada) return null;
  await endEntrada(tx, closed.entrada);
  return closed.entrada;
}

/** Ends a sign-in that went over: no session of it stands any more, in no community. */
export async function endEntrada(tx: Tx, entrada: string): Promise<void> {
  await sql`UPDATE porton.entrada SET terminada_at = now() WHERE id = ${entrada}::uuid AND terminada_at IS NULL`.execute(
    tx,
  );
}

/**
 * Ends all sessions of a user, halves too, but one if it is named; with the rows of the audit log, none where there was none. Where
 * they went over to other communities, those that came of them end too.
 */
export async function closeSessionsOf(
  tx: Tx,
  user: { id: number; username: string },
  reason: string,
  exceptHash?: Buffer,
): Promise<AuditEntry[]> {
  await tx.deleteFrom('sesion_a_medias').where('usuario_id', '=', user.id).execute();
  await sql`
    UPDATE porton.entrada SET terminada_at = now()
    WHERE esquema = current_schema() AND usuario_id = ${user.id} AND terminada_at IS NULL
      AND id NOT IN (SELECT entrada FROM sesion WHERE token_hash = ${exceptHash ?? null} AND entrada IS NOT NULL)`.execute(
    tx,
  );
  let query = tx.deleteFrom('sesion').where('usuario_id', '=', user.id);
  if (exceptHash) query = query.where('token_hash', '!=', exceptHash);
  return endedRows(user, Number((await query.executeTakeFirst()).numDeletedRows), reason);
}

function endedRows(user: { username: string }, ended: number, reason: string): AuditEntry[] {
  if (ended === 0) return [];
  const nota = `${ended === 1 ? 'Terminó 1 sesión' : `Terminaron ${ended} sesiones`} de «${user.username}»: ${reason}`;
  return [{ status: 'eliminado', entidad: 'sesion', referencia: user.username, nota }];
}

/** Deletes what has expired; a nightly job. */
export async function purgeSessions(tx: Tx, now: Date, limits: SessionLimits): Promise<void> {
  const { idleSince, openSince } = sinceOf(limits, now);
  await tx
    .deleteFrom('sesion')
    .where((where) => where.or([where('last_seen_at', '<', idleSince), where('created_at', '<', openSince)]))
    .execute();
  await tx
    .deleteFrom('sesion_a_medias')
    .where('created_at', '<', new Date(now.getTime() - HALF_MINUTES.alta * 60_000))
    .execute();
  // With them go the codes that they went over by.
  await sql`DELETE FROM porton.entrada WHERE esquema = current_schema() AND creada < ${openSince}`.execute(tx);
}
