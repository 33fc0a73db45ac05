/**
 * Residents at their own page. A link's token of 256 bits opens a session on a device, which is a cookie of as many bits; of
 * both only the SHA-256 is stored. A session reads what the link shows; one that has shown a code has the rest. It ends with
 * its link, and with what ties the person to the lot.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Guard, LINK } from '../roles.ts';
import type { Cookies } from './cookies.ts';
import { type DbPool, inTx, quotedSchema, type ResidentScope, type Tx } from './db.ts';
import { rowFrom } from './rows.ts';

export type Papel = 'propietario' | 'inquilino' | 'representante';

export interface Resident extends ResidentScope {
  sesionId: number;
  nombre: string;
  papel: Papel;
  /** Whether this device has shown a code. */
  confirmado: boolean;
  /** Of the office, who looks at the page as the resident sees it: reads all, and writes nothing. */
  verComo: { id: number; username: string } | null;
}

export const RESIDENT_COOKIE = 'porton_residente';

const DAY_MS = 86_400_000;
/** How long a device that is not used goes on to be known. */
const KNOWN_DAYS = { enlace: 30, confirmado: 180 };
export const RESIDENT_COOKIE_SECONDS = (KNOWN_DAYS.confirmado * DAY_MS) / 1000;
/** How long the office looks at a page as a resident sees it. */
const LOOK_MS = 30 * 60_000;
/** How old the noted last use may grow, so that not every request writes. */
const TOUCH_AFTER_MS = 3_600_000;
const BROWSER_CHARACTERS_MAX = 300;

const RESIDENT_TOKEN = /^[A-Za-z0-9_-]{43}$/;

const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** The hash of the session that a browser sent, or undefined where there is none of our form. */
export function residentHash(cookie: Cookies['read']): Buffer | undefined {
  const token = cookie(RESIDENT_COOKIE) ?? '';
  return RESIDENT_TOKEN.test(token) ? hashOfToken(token) : undefined;
}

/**
 * Whether a tenant may see the account of a lot: the owner's last word, and yes where nothing was said. `tie` is the alias of
 * what has its lote_id and residente_id; `of` the schema with its dot, or nothing.
 */
export const tenantSees = (of: string, tie: string) => `coalesce((
  SELECT w.permite FROM ${of}permiso_cuenta w
  WHERE w.lote_id = ${tie}.lote_id AND w.residente_id = ${tie}.residente_id ORDER BY w.id DESC LIMIT 1), true)`;

/**
 * What a link is of, where the link stands and its person is of the lot yet, by the tie that there was when the link was made.
 * `e` is the link; `of` the schema with its dot, or nothing.
 */
const standing = (of: string) => `
  SELECT e.id AS "enlaceId", e.lote_id AS "loteId", e.residente_id AS "residenteId", e.representante_id AS "representanteId",
    coalesce(r.name, p.name) AS nombre,
    CASE WHEN e.representante_id IS NOT NULL THEN 'representante' WHEN lr.asociado THEN 'propietario' ELSE 'inquilino' END AS papel,
    e.representante_id IS NOT NULL OR lr.asociado OR ${tenantSees(of, 'e')} AS "veCuenta"
  FROM ${of}enlace e
  LEFT JOIN ${of}residente r ON r.id = e.residente_id
  LEFT JOIN ${of}representante_legal p ON p.id = e.representante_id
  LEFT JOIN LATERAL (
    SELECT lr.asociado FROM ${of}lote_residente lr
    WHERE lr.lote_id = e.lote_id AND lr.residente_id = e.residente_id AND lr.active AND lr.desde <= e.created_at
    ORDER BY lr.asociado DESC LIMIT 1
  ) lr ON true
  WHERE e.revocado_at IS NULL AND (lr.asociado IS NOT NULL OR EXISTS (
    SELECT FROM ${of}representante_lote rl
    WHERE rl.representante_id = e.representante_id AND rl.lote_id = e.lote_id AND (rl.desde IS NULL OR rl.desde <= e.created_at)))`;

const ago = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
const STILL_KNOWN = (now: Date) => sql`s.last_seen_at > CASE WHEN s.confirmada_at IS NULL
  THEN ${ago(now, KNOWN_DAYS.enlace)}::timestamptz ELSE ${ago(now, KNOWN_DAYS.confirmado)} END`;

export type Standing = ResidentScope & Pick<Resident, 'nombre' | 'papel'>;

/** The link that a token opens, if it stands. */
export async function findLink(tx: Tx, token: string): Promise<Standing | undefined> {
  if (!RESIDENT_TOKEN.test(token)) return undefined;
  const hash = hashOfToken(token);
  return rowFrom(tx)<Standing>`${sql.raw(standing(''))} AND e.token_hash = ${hash}`;
}

interface Found extends Standing {
  sesionId: number;
  confirmado: boolean;
  usuarioId: number | null;
  username: string | null;
  lastSeenAt: Date;
}

/** The resident behind a session's hash; notes the use now and then. */
export async function findResident(
  pool: DbPool,
  schema: string,
  hash: Buffer,
  now: Date,
): Promise<Resident | undefined> {
  const of = `${quotedSchema(schema)}.`;
  const [found] = await pool.ask<Found>({
    name: `residente ${schema}`,
    text: `SELECT s.id AS "sesionId", s.confirmada_at IS NOT NULL OR s.usuario_id IS NOT NULL AS confirmado,
        s.usuario_id AS "usuarioId", u.username, s.last_seen_at AS "lastSeenAt", e.*
      FROM ${of}residente_sesion s
      JOIN LATERAL (${standing(of)} AND e.id = s.enlace_id) e ON true
      LEFT JOIN ${of}usuario u ON u.id = s.usuario_id LEFT JOIN ${of}sesion o ON o.id = s.sesion_id
      WHERE s.token_hash = $1 AND s.last_seen_at > CASE WHEN s.confirmada_at IS NULL THEN $2::timestamptz ELSE $3 END
        AND (s.usuario_id IS NULL OR u.enabled AND s.created_at > $4 AND o.id IS NOT NULL
          AND (o.entrada IS NULL OR porton.sesion_vale(o.entrada, $5, u.id, o.created_at, '-infinity')))`,
    values: [
      ...[hash, ago(now, KNOWN_DAYS.enlace), ago(now, KNOWN_DAYS.confirmado), new Date(now.getTime() - LOOK_MS)],
      schema,
    ],
  });
  if (!found) return undefined;
  const { usuarioId, username, lastSeenAt, ...resident } = found;
  if (now.getTime() - lastSeenAt.getTime() > TOUCH_AFTER_MS) {
    await inTx(pool, { schema, work: 'access' }, (tx) =>
      tx
        .updateTable('residente_sesion')
        .set({ last_seen_at: sql`greatest(last_seen_at, ${now})` })
        .where('id', '=', resident.sesionId)
        .execute(),
    );
  }
  return { ...resident, verComo: usuarioId === null ? null : { id: usuarioId, username: username ?? '' } };
}

/** Whether a session passes a guard of the residents'; whoever looks in from the office writes nothing. */
export function passesAsResident(guard: Guard, writes: boolean, { confirmado, verComo }: Resident): boolean {
  return (guard === LINK || confirmado) && !(writes && verComo);
}

/** Why it does not, as whoever asks reads it. */
export function denialOf(resident: Resident | undefined): string {
  if (!resident) return 'Su página se cerró en este equipo. Abra otra vez su enlace';
  return resident.verComo
    ? 'Aquí sólo se lee: esto lo hace la persona en su página'
    : 'Falta el código de este equipo. Vuelva al inicio y abra otra vez la pantalla';
}

export interface Opening {
  enlaceId: number;
  /** Of the office, and the session in which they look: it ends with that one. */
  mira?: { usuarioId: number; sessionHash: Buffer };
  confirmadaAt?: Date | null;
  browser: string;
}

/** Opens a session on a device; gives its token, which exists nowhere else. */
export async function openResidentSession(
  tx: Tx,
  { enlaceId, mira, confirmadaAt = null, browser }: Opening,
  now: Date,
): Promise<string> {
  const { token, hash } = newToken();
  const within = mira && tx.selectFrom('sesion').select('id').where('token_hash', '=', mira.sessionHash);
  await tx
    .insertInto('residente_sesion')
    .values({
      ...{ token_hash: hash, enlace_id: enlaceId, usuario_id: mira?.usuarioId ?? null, sesion_id: within ?? null },
      ...{ created_at: now, last_seen_at: now, confirmada_at: confirmadaAt },
      navegador: browser.slice(0, BROWSER_CHARACTERS_MAX),
    })
    .execute();
  return token;
}

export interface KnownDevice extends Pick<Standing, 'enlaceId' | 'residenteId' | 'representanteId'> {
  confirmadaAt: Date | null;
}

/** What a device is known by: a session that would still be let in. The office's own are none. */
export async function findKnownDevice(tx: Tx, hash: Buffer, now: Date): Promise<KnownDevice | undefined> {
  return rowFrom(tx)<KnownDevice>`
    SELECT e."enlaceId", e."residenteId", e."representanteId", s.confirmada_at AS "confirmadaAt"
    FROM residente_sesion s JOIN LATERAL (${sql.raw(standing(''))} AND e.id = s.enlace_id) e ON true
    WHERE s.token_hash = ${hash} AND s.usuario_id IS NULL AND ${STILL_KNOWN(now)}`;
}

export async function closeResidentSession(tx: Tx, sesionId: number): Promise<void> {
  await tx.deleteFrom('residente_sesion').where('id', '=', sesionId).execute();
}

/** Deletes what has expired, codes with it; a nightly job. */
export async function purgeResidentSessions(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('residente_sesion')
    .where((where) =>
      where.or([
        where('last_seen_at', '<', ago(now, KNOWN_DAYS.confirmado)),
        where.and([where('confirmada_at', 'is', null), where('last_seen_at', '<', ago(now, KNOWN_DAYS.enlace))]),
        where.and([where('usuario_id', 'is not', null), where('created_at', '<', new Date(now.getTime() - LOOK_MS))]),
      ]),
    )
    .execute();
}
