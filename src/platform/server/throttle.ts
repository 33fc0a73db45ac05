/** Attempts, counted per key in windows; kept in PostgreSQL, so that replicas share them. Only failures stay counted. */
import { sql } from 'kysely';
import { recordAudit } from './audit.ts';
import type { Context, Here } from './context.ts';
import type { Tx } from './db.ts';
import { TooManyAttempts } from './errors.ts';
import { signedIn, verifyPassword } from './password.ts';

export interface Limit {
  clave: string;
  attempts: number;
}

/** How long failures count. */
const WINDOW_MS = 15 * 60_000;

/** Wrong passwords, or codes, that a session may sign with within the window. */
const ATTEMPTS_PER_SESSION = 10;

/**
 * Takes one attempt from each key, before the costly check, so that parallel attempts cannot slip past. Returns the
 * seconds to wait when a key has none left, else 0. What is refused is counted nowhere: a key tells its failures and what is
 * under way, so that successes give back exactly what they took. Callers that share keys name them in one order, or they would deadlock. Runs in a transaction of its
 * own, which no refusal rolls back.
 */
export async function takeAttempt(tx: Tx, limits: readonly Limit[], now: Date): Promise<number> {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  for (const [index, { clave, attempts }] of limits.entries()) {
    const row = await tx
      .insertInto('intento_acceso')
      .values({ clave, ventana_inicia: now, fallos: 1 })
      .onConflict((conflict) =>
        conflict.column('clave').doUpdateSet({
          fallos: sql`CASE WHEN intento_acceso.ventana_inicia > ${windowStart} THEN intento_acceso.fallos + 1 ELSE 1 END`,
          ventana_inicia: sql`CASE WHEN intento_acceso.ventana_inicia > ${windowStart} THEN intento_acceso.ventana_inicia ELSE ${now} END`,
        }),
      )
      .returning(['fallos', 'ventana_inicia'])
      .executeTakeFirstOrThrow();
    if (row.fallos > attempts) {
      await giveBackAttempt(tx, limits.slice(0, index + 1));
      return Math.max(Math.ceil((row.ventana_inicia.getTime() + WINDOW_MS - now.getTime()) / 1000), 1);
    }
  }
  return 0;
}

/**
 * Takes the attempts, or throws `TooManyAttempts`. Nothing may be locked before: the attempts are counted on a connection of
 * their own, and the database cannot see a wait that goes through two of ours.
 */
export async function requireAttempt(here: Here, limits: readonly Limit[]): Promise<void> {
  const waitSeconds = await here.separately((tx) => takeAttempt(tx, limits, here.clock.now()));
  if (waitSeconds === 0) return;
  here.log('acceso frenado', { claves: limits.map((limit) => limit.clave) });
  throw new TooManyAttempts(waitSeconds);
}

/** What somebody signed in may get wrong within the window, of one kind: it counts by session. */
export const sessionLimits = ({ sessionHash }: Pick<Context, 'sessionHash'>, kind = ''): Limit[] => [
  { clave: `sesion:${kind}${sessionHash?.toString('hex', 0, 16) ?? ''}`, attempts: ATTEMPTS_PER_SESSION },
];

/**
 * The hash of the password of whoever is signed in, if this is that password: who signs something with it, or changes it.
 * Attempts count by session, apart from those of signing in: a stranger at the sign-in closes nothing here, and a stolen
 * session guesses no further than its own limit. A wrong one is a row of the audit log. Nothing may be locked before.
 */
export const provenHash = (ctx: Context, password: string, purpose: string): Promise<string | undefined> =>
  provenHashOf(ctx, ctx.user, password, purpose);

/** The same of somebody who signs beside them at the same screen; undefined also for an account that there is not. */
export async function provenHashOf(
  ctx: Context,
  account: { id: number } | undefined,
  password: string,
  purpose: string,
): Promise<string | undefined> {
  const limits = sessionLimits(ctx);
  await requireAttempt(ctx, limits);
  const row = await ctx.tx
    .selectFrom('usuario')
    .select('password_hash')
    .where('id', '=', account?.id ?? null)
    .executeTakeFirst();
  const fits = await verifyPassword(row?.password_hash ?? null, password, signedIn(ctx));
  await ctx.separately(async (tx) => {
    if (fits) return giveBackAttempt(tx, limits);
    const { id, username } = ctx.user;
    return recordAudit(
      tx,
      { usuarioId: id, usuario: username, requestId: ctx.requestId },
      {
        status: 'cancelado',
        entidad: 'sesion',
        referencia: username,
        nota: `Contraseña equivocada al ${purpose}, desde ${ctx.ip}`,
      },
      ctx.clock.now(),
    );
  });
  return fits ? row?.password_hash : undefined;
}

/** Gives the attempts back after a success: only failures count. The keys in the order in which they were taken. */
export async function giveBackAttempt(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const { clave } of limits) {
    await tx
      .updateTable('intento_acceso')
      .set({ fallos: sql`greatest(fallos - 1, 0)` })
      .where('clave', '=', clave)
      .execute();
  }
}

/** Forgets attempts that count no longer; a nightly job. */
export async function purgeAttempts(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('intento_acceso')
    .where('ventana_inicia', '<', new Date(now.getTime() - WINDOW_MS))
    .execute();
}
