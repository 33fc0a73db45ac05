/** How somebody who has shown who they are is let in: all the way, or as far as the second factor. */
import type { Owed } from '../roles.ts';
import type { Context } from './context.ts';
import { Denied } from './errors.ts';
import { BY_PASSWORD, type Came, closeHalfSession, openHalfSession, openSession } from './session.ts';
import { type Known, knownBy, type Origin, originOf, rememberOrigin } from './sign-in.ts';

export interface Entering {
  id: number;
  username: string;
  role: string;
}

/** Opens the session of somebody who owes nothing more, and remembers from where. */
export async function enter(
  ctx: Context,
  account: Entering,
  { origin, known, how = '', came = BY_PASSWORD }: { origin: Origin; known: Known; how?: string; came?: Came },
) {
  const now = ctx.clock.now();
  const { id, username, role } = account;
  const { token: access_token, ended } = await openSession(ctx.tx, account, ctx, now, came);
  await rememberOrigin(ctx.tx, id, { origin, known, cookies: ctx.cookies, now });
  const autor = { id, username };
  await ctx.audit(
    {
      ...{ status: 'creado', entidad: 'sesion', referencia: username, autor },
      nota: `Inició sesión${how} desde ${ctx.ip}${known === undefined ? ', por primera vez desde ahí' : ''}`,
    },
    ...ended.map((entry) => ({ ...entry, autor })),
  );
  ctx.log('acceso', { usuario: username, ip: ctx.ip });
  return { access_token, role, username };
}

export const STILL_TO_COME: Record<Owed, string> = {
  codigo: 'falta su segundo factor',
  alta: 'su rol pide un segundo factor y falta que lo active',
};

/**
 * Opens half a session, for the second factor. From where it was is not remembered yet: whoever knows the password alone would
 * else be known there.
 */
export async function enterHalfway(ctx: Context, { id, username, role }: Entering, owes: Owed) {
  const access_token = await openHalfSession(ctx.tx, id, owes, ctx.clock.now());
  await ctx.audit({
    ...{ status: 'creado', entidad: 'sesion', referencia: username, autor: { id, username } },
    nota: `Dio su contraseña desde ${ctx.ip}; ${STILL_TO_COME[owes]}`,
  });
  ctx.log('primer factor', { usuario: username, ip: ctx.ip, falta: owes });
  return { access_token, role, username };
}

/** Takes the place of half a session, which is over by it. */
export async function enterWhole(ctx: Context, how: string) {
  const half = ctx.sessionHash && (await closeHalfSession(ctx.tx, ctx.sessionHash));
  if (!half) throw new Denied();
  const came = { entrada: half.entrada, conFactor: true };
  const origin = originOf(ctx);
  const known = await knownBy(ctx.tx, ctx.user.id, origin, ctx.clock.now());
  return enter(ctx, ctx.user, { origin, known, how, came });
}
