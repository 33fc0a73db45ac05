/** Attempts, counted per key (user, address, code) in windows; kept in PostgreSQL, so that replicas share them. */
import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Tx } from './db.ts';
import { TooManyAttempts } from './errors.ts';
import { verifyPassword } from './password.ts';

export interface Limit {
  clave: string;
  attempts: number;
}

/** The key under which the attempts on an account are counted. */
export function accountKey(username: string): string {
  return `usuario:${username.slice(0, 100)}`;
}

const WINDOW_MS = 15 * 60_000;
/** Failures of a user's password within the window, after which the next one has to wait. */
export const ATTEMPTS_PER_USER = 10;

/**
 * Takes one attempt from each key, before the costly check, so that parallel attempts cannot slip past. Returns the
 * seconds to wait when a key has none left, else 0. Runs in a transaction of its own, which no refusal rolls back.
 */
export async function takeAttempt(tx: Tx, limits: readonly Limit[], now: Date): Promise<number> {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  let waitSeconds = 0;
  // In a fixed order, so that two attempts with the same keys cannot deadlock.
  for (const { clave, attempts } of [...limits].sort((a, b) => (a.clave < b.clave ? -1 : 1))) {
    const row = await tx
      .insertInto('intento_acceso')
      .values({ clave, ventana_inicia: now, fallos: 1 })
      .onConflict((conflict) =>
        conflict.column('clave').doUpdateSet({
          fallos: sql`CASE WHEN intento_acceso.ventana_inicia > ${windowStart} THEN least(intento_acceso.fallos + 1, 1000000) ELSE 1 END`,
          ventana_inicia: sql`CASE WHEN intento_acceso.ventana_inicia > ${windowStart} THEN intento_acceso.ventana_inicia ELSE ${now} END`,
        }),
      )
      .returning(['fallos', 'ventana_inicia'])
      .executeTakeFirstOrThrow();
    if (row.fallos > attempts) {
      waitSeconds = Math.max(
        waitSeconds,
        Math.ceil((row.ventana_inicia.getTime() + WINDOW_MS - now.getTime()) / 1000),
        1,
      );
    }
  }
  return waitSeconds;
}

/**
 * Takes the attempts, then runs `attempt`. Nothing may be locked before: the attempts are counted on a connection of
 * their own, and the database cannot see a wait that goes through two of ours.
 */
export async function throttled<T>(ctx: Context, limits: readonly Limit[], attempt: () => Promise<T>): Promise<T> {
  const waitSeconds = await ctx.separately((tx) => takeAttempt(tx, limits, ctx.clock.now()));
  if (waitSeconds > 0) {
    ctx.log('acceso frenado', { claves: limits.map((limit) => limit.clave) });
    throw new TooManyAttempts(waitSeconds);
  }
  return attempt();
}

/**
 * Whether this is the password of whoever is signed in, who signs something with it. Attempts count with those of signing in;
 * nothing may be locked before.
 */
export async function fitsOwnPassword(ctx: Context, password: string): Promise<boolean> {
  const limits = [{ clave: accountKey(ctx.user.username), attempts: ATTEMPTS_PER_USER }];
  return throttled(ctx, limits, async () => {
    const { password_hash } = await ctx.tx
      .selectFrom('usuario')
      .select('password_hash')
      .where('id', '=', ctx.user.id)
      .executeTakeFirstOrThrow();
    const fits = await verifyPassword(password_hash, password);
    if (fits) await ctx.separately((tx) => giveBackAttempt(tx, limits));
    return fits;
  });
}

/** Gives the attempts back after a success: only failures count. */
export async function giveBackAttempt(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const { clave } of [...limits].sort((a, b) => (a.clave < b.clave ? -1 : 1))) {
    await tx
      .updateTable('intento_acceso')
      .set({ fallos: sql`greatest(fallos - 1, 0)` })
      .where('clave', '=', clave)
      .execute();
  }
}

/** Forgets a key altogether. */
export async function forgetAttempts(tx: Tx, clave: string): Promise<void> {
  await tx.deleteFrom('intento_acceso').where('clave', '=', clave).execute();
}
