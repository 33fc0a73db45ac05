/**
 * Accounts of several communities that were shown to be one person's (porton.cuenta_unida, ADR 66): found, and parted. What is done
 * about them stands in the logs of all their communities, or in none.
 */
import { sql } from 'kysely';
import { knownName } from '#core/residenciales.ts';
import { type AuditEntry, recordAudit, recordAuditIn } from './audit.ts';
import type { Context } from './context.ts';
import type { Tx } from './db.ts';

/** An account among those of one person. */
export interface Joined {
  personaId: number;
  schema: string;
  codigo: string;
  nombre: string;
  host: string | null;
  usuarioId: number;
  usuario: string;
  unidaAt: Date;
}

/** 'Los Encinos (ENCINOS)', as logs tell of a community. */
export const communityWords = ({ nombre, codigo }: { nombre: string; codigo: string }): string =>
  nombre === '' ? codigo : `${nombre} (${codigo})`;

/** All accounts of the person whose account of this community it is, their own among them; none where it is joined to nobody. */
export async function findJoined(tx: Tx, usuarioId: number): Promise<Joined[]> {
  const { rows } = await sql<Omit<Joined, 'nombre'> & { nombre: string | null }>`
    SELECT c.persona_id AS "personaId", c.esquema AS schema, k.codigo, k.nombre, k.host, c.usuario_id AS "usuarioId", c.usuario,
      c.unida_at AS "unidaAt"
    FROM porton.cuenta_unida yo JOIN porton.cuenta_unida c ON c.persona_id = yo.persona_id
      JOIN porton.comunidad k ON k.esquema = c.esquema
    WHERE yo.esquema = current_schema() AND yo.usuario_id = ${usuarioId}
    ORDER BY k.codigo`.execute(tx);
  return rows.map((row) => ({ ...row, nombre: row.nombre ?? knownName(row.codigo) }));
}

/** The same, locked: of what changes the accounts of one person one follows the other. */
export async function findJoinedForUpdate(tx: Tx, usuarioId: number): Promise<Joined[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM porton.persona p
    WHERE p.id = (SELECT persona_id FROM porton.cuenta_unida WHERE esquema = current_schema() AND usuario_id = ${usuarioId})
    FOR UPDATE`.execute(tx);
  return rows.length === 0 ? [] : findJoined(tx, usuarioId);
}

/** Who did it, as the log of another community tells: themselves by their account there, anybody else by where they are. */
export type Actor = 'propia' | { usuario: string };

/** What telling of it needs: a request's context, or a tool's. */
export type Telling = Pick<Context, 'tx' | 'clock'> & { community: { schema: string }; requestId: string | null };

/** Tells the logs of these accounts' communities the same; gives the row of this one, for whoever writes it. */
export async function tellAll(
  ctx: Telling,
  members: readonly Joined[],
  entry: Pick<AuditEntry, 'status' | 'nota'>,
  actor: Actor,
): Promise<AuditEntry[]> {
  const own: AuditEntry[] = [];
  for (const { schema, usuarioId, usuario } of members) {
    const row = { ...entry, entidad: 'cuenta_unida', entidadId: usuarioId, referencia: usuario };
    if (schema === ctx.community.schema) {
      own.push(row);
      continue;
    }
    const author = actor === 'propia' ? { usuarioId, usuario } : { usuarioId: null, usuario: actor.usuario };
    await recordAuditIn(ctx.tx, schema, { ...author, requestId: ctx.requestId }, row, ctx.clock.now());
  }
  return own;
}

/** Takes one of these accounts away from the others; of two none is left. Gives the rows of this community's log. */
export async function partFrom(
  ctx: Telling,
  members: readonly Joined[],
  gone: Joined,
  { why, actor }: { why: string; actor: Actor },
): Promise<AuditEntry[]> {
  const { tx } = ctx;
  await sql`DELETE FROM porton.cuenta_unida WHERE esquema = ${gone.schema} AND usuario_id = ${gone.usuarioId}`.execute(
    tx,
  );
  // One account by itself is joined to nothing.
  if (members.length <= 2) await sql`DELETE FROM porton.persona WHERE id = ${gone.personaId}`.execute(tx);
  const others = members.filter((member) => member !== gone);
  const nota = `La cuenta «${gone.usuario}» de ${communityWords(gone)} dejó de estar unida a las de ${others
    .map((other) => `«${other.usuario}» de ${communityWords(other)}`)
    .join(', ')}: ${why}`;
  return tellAll(ctx, members, { status: 'eliminado', nota }, actor);
}

/**
 * Ends what joins an account of this community to others, with the rows of the log: it left, may not sign in, or was given another
 * password. Sessions that went over by it are none any more.
 */
export async function endUnion(
  ctx: Context,
  { id }: { id: number },
  why: string,
  by: string = ctx.user.username,
): Promise<AuditEntry[]> {
  const members = await findJoinedForUpdate(ctx.tx, id);
  const gone = members.find(({ schema }) => schema === ctx.community.schema);
  if (!gone) return [];
  return partFrom(ctx, members, gone, { why, actor: { usuario: `${by} (${ctx.community.codigo})` } });
}

/** The accounts of other communities that a sign-in has sessions in. */
async function findOthersOf(tx: Tx, entrada: string): Promise<Omit<Joined, 'personaId' | 'unidaAt'>[]> {
  const { rows } = await sql<Omit<Joined, 'nombre' | 'personaId' | 'unidaAt'> & { nombre: string | null }>`
    SELECT c.esquema AS schema, k.codigo, k.nombre, k.host, c.usuario_id AS "usuarioId", c.usuario
    FROM (SELECT esquema, usuario_id FROM porton.entrada WHERE id = ${entrada}::uuid
      UNION SELECT a_esquema, a_usuario_id FROM porton.pase WHERE entrada_id = ${entrada}::uuid AND usado_at IS NOT NULL) s
      JOIN porton.cuenta_unida c ON c.esquema = s.esquema AND c.usuario_id = s.usuario_id
      JOIN porton.comunidad k ON k.esquema = c.esquema
    WHERE c.esquema <> current_schema() ORDER BY k.codigo`.execute(tx);
  return rows.map((row) => ({ ...row, nombre: row.nombre ?? knownName(row.codigo) }));
}

/**
 * Tells the logs of the other communities that a sign-in ended there too. It has ended whatever becomes of that: a community that
 * does not answer keeps nobody signed in. Gives how it is told here, '' where there is no other.
 */
export async function tellEnded(ctx: Context, entrada: string): Promise<string> {
  const others = await findOthersOf(ctx.tx, entrada);
  const known = await ctx.beyond.communities();
  const nota = `Terminó su sesión: la cerró en ${communityWords(ctx.community)}, desde ${ctx.ip}`;
  for (const { schema, codigo, usuarioId, usuario } of others) {
    const community = known.find((one) => one.schema === schema);
    if (!community) continue;
    const author = { usuarioId, usuario, requestId: ctx.requestId };
    const entry = { status: 'eliminado', entidad: 'sesion', referencia: usuario, nota } as const;
    await ctx.beyond
      .separately(community, (tx) => recordAudit(tx, author, entry, ctx.clock.now()))
      .catch((error: unknown) => ctx.logError('salida sin registro', { comunidad: codigo, err: error }));
  }
  return others.map(communityWords).join(', ');
}
