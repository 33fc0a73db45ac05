/** Sessions: opaque 256-bit tokens of which only the SHA-256 is stored; idle and absolute expiry; revoked at once. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditEntry } from './audit.ts';
import { type DbPool, inTx, quotedSchema, type Tx } from './db.ts';

export interface SessionUser {
  id: number;
  username: string;
  role: string;
}

export interface SessionLimits {
  idleMinutes: number;
  maxHours: number;
}

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

/** The sessions that an account may have at once: many people may share one, and each session may prove passwords. */
export const SESSIONS_MAX = 50;

/**
 * Opens a session and returns its token, which exists nowhere else, with the rows of the audit log of those that end for it:
 * the ones unused for longest, where the account has too many.
 */
export async function openSession(
  tx: Tx,
  user: { id: number; username: string },
  ip: string,
  now: Date,
): Promise<{ token: string; ended: AuditEntry[] }> {
  // Sign-ins of one account come one after the other from here on, or each would see too few.
  await sql`SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' sesiones'), ${user.id})`.execute(tx);
  const token = randomBytes(32).toString('base64url');
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
    .values({ token_hash: hashOf(token), usuario_id: user.id, created_at: now, last_seen_at: now, ip })
    .execute();
  return { token, ended: endedRows(user, Number(ended.numDeletedRows), `tenía ya ${SESSIONS_MAX}`) };
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
  const idleSince = new Date(now.getTime() - idleMinutes * 60_000);
  const openSince = new Date(now.getTime() - maxHours * 3_600_000);
  // Every request begins with it, so it is one statement and no transaction.
  const of = quotedSchema(schema);
  const [found] = await pool.ask<SessionUser & { lastSeenAt: Date }>({
    name: `sesion ${schema}`,
    text: `SELECT u.id, u.username, r.name AS role, s.last_seen_at AS "lastSeenAt"
      FROM ${of}.sesion s JOIN ${of}.usuario u ON u.id = s.usuario_id JOIN ${of}.role r ON r.id = u.role_id
      WHERE s.token_hash = $1 AND s.last_seen_at > $2 AND s.created_at > $3 AND u.enabled`,
    values: [hash, idleSince, openSince],
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

/** Ends one session. */
export async function closeSession(tx: Tx, hash: Buffer): Promise<void> {
  await tx.deleteFrom('sesion').where('token_hash', '=', hash).execute();
}

/** Ends all sessions of a user, but one if it is named; with the rows of the audit log, none where there was none. */
export async function closeSessionsOf(
  tx: Tx,
  user: { id: number; username: string },
  reason: string,
  exceptHash?: Buffer,
): Promise<AuditEntry[]> {
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
export async function purgeSessions(tx: Tx, now: Date, { idleMinutes, maxHours }: SessionLimits): Promise<void> {
  await tx
    .deleteFrom('sesion')
    .where((where) =>
      where.or([
        where('last_seen_at', '<', new Date(now.getTime() - idleMinutes * 60_000)),
        where('created_at', '<', new Date(now.getTime() - maxHours * 3_600_000)),
      ]),
    )
    .execute();
}
