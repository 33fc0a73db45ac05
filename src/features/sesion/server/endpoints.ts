import { LOGIN_FAILED } from '#platform/messages.ts';
import { type Context, register } from '#platform/server/context.ts';
import { LoginFailed, Refusal, TooManyAttempts } from '#platform/server/errors.ts';
import { hashPassword, verifyPassword } from '#platform/server/password.ts';
import { closeSession, closeSessionsOf, openSession } from '#platform/server/session.ts';
import { forgetAttempts, giveBackAttempt, type Limit, takeAttempt } from '#platform/server/throttle.ts';
import { sesionContract } from '../contract.ts';
import { findForLogin, passwordHashOf, setPasswordHash } from './repository.ts';

/** Failures within 15 minutes after which a user, or an address that tries many users, has to wait. */
const ATTEMPTS_PER_USER = 10;
const ATTEMPTS_PER_ADDRESS = 60;

const userKey = (username: string): string => `usuario:${username.trim().toLowerCase().slice(0, 100)}`;

async function throttled<T>(ctx: Context, limits: readonly Limit[], attempt: () => Promise<T>): Promise<T> {
  const waitSeconds = await ctx.separately((tx) => takeAttempt(tx, limits, ctx.clock.now()));
  if (waitSeconds > 0) {
    ctx.log('acceso frenado', { claves: limits.map((limit) => limit.clave) });
    throw new TooManyAttempts(waitSeconds);
  }
  return attempt();
}

export const sesionEndpoints = register(sesionContract, {
  async login({ body, ctx }) {
    const limits = [
      { clave: userKey(body.username), attempts: ATTEMPTS_PER_USER },
      { clave: `direccion:${ctx.ip}`, attempts: ATTEMPTS_PER_ADDRESS },
    ];
    return throttled(ctx, limits, async () => {
      const user = await findForLogin(ctx.tx, body.username);
      const fits = await verifyPassword(user?.password_hash ?? null, body.password);
      if (!user || !fits || !user.enabled) {
        ctx.log('acceso fallido', { usuario: body.username.slice(0, 50), ip: ctx.ip });
        throw new LoginFailed(LOGIN_FAILED);
      }
      await forgetAttempts(ctx.tx, userKey(body.username));
      await giveBackAttempt(ctx.tx, limits);
      const access_token = await openSession(ctx.tx, user.id, ctx.ip, ctx.clock.now());
      ctx.log('acceso', { usuario: user.username, ip: ctx.ip });
      return { access_token, role: user.role, username: user.username };
    });
  },

  async logout({ ctx }) {
    if (ctx.sessionHash) await closeSession(ctx.tx, ctx.sessionHash);
    ctx.log('salida', { usuario: ctx.user.username });
    return undefined;
  },

  async current({ ctx }) {
    return { username: ctx.user.username, role: ctx.user.role, comunidad: ctx.community.codigo };
  },

  async changePassword({ body, ctx }) {
    const limits = [{ clave: userKey(ctx.user.username), attempts: ATTEMPTS_PER_USER }];
    return throttled(ctx, limits, async () => {
      const hash = await passwordHashOf(ctx.tx, ctx.user.id);
      if (!(await verifyPassword(hash, body.actual))) {
        throw new Refusal('La contraseña actual no es correcta. Escríbala de nuevo');
      }
      await giveBackAttempt(ctx.tx, limits);
      await setPasswordHash(ctx.tx, ctx.user.id, await hashPassword(body.nueva), ctx.clock.now());
      await closeSessionsOf(ctx.tx, ctx.user.id, ctx.sessionHash);
      await ctx.audit({
        status: 'actualizado',
        entidad: 'usuario',
        entidadId: ctx.user.id,
        referencia: ctx.user.username,
        nota: `El usuario «${ctx.user.username}» cambió su contraseña`,
      });
      return 'La contraseña fue cambiada';
    });
  },
});
