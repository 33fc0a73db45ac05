import { LOGIN_FAILED } from '#platform/messages.ts';
import { type Context, register } from '#platform/server/context.ts';
import { LoginFailed, Refusal, TooManyAttempts } from '#platform/server/errors.ts';
import { hashPassword, verifyPassword } from '#platform/server/password.ts';
import { closeSession, closeSessionsOf, openSession } from '#platform/server/session.ts';
import { accountKey, forgetAttempts, giveBackAttempt, type Limit, takeAttempt } from '#platform/server/throttle.ts';
import { sesionContract } from '../contract.ts';
import { findForLogin, findUsername, passwordHashForUpdate, setPasswordHash } from './repository.ts';

/** Failures within 15 minutes after which a user, or an address that tries many users, has to wait. */
const ATTEMPTS_PER_USER = 10;
const ATTEMPTS_PER_ADDRESS = 60;

/**
 * Takes the attempts, then runs `attempt`. Nothing may be locked before: the attempts are counted on a connection of
 * their own, and the database cannot see a wait that goes through two of ours.
 */
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
    // By the name of the account: spellings that sign in to the same one share their attempts.
    const user: Limit = {
      clave: accountKey((await findUsername(ctx.tx, body.username)) ?? body.username),
      attempts: ATTEMPTS_PER_USER,
    };
    const address: Limit = { clave: `direccion:${ctx.ip}`, attempts: ATTEMPTS_PER_ADDRESS };
    return throttled(ctx, [user, address], async () => {
      const account = await findForLogin(ctx.tx, body.username);
      const fits = await verifyPassword(account?.password_hash ?? null, body.password);
      if (!account || !fits || !account.enabled) {
        // Only a known name is logged: what people type there by mistake may be a password.
        ctx.log('acceso fallido', { usuario: account?.username ?? 'desconocido', ip: ctx.ip });
        throw new LoginFailed(LOGIN_FAILED);
      }
      // The address first, in the order in which attempts are taken: parallel sign-ins would deadlock otherwise.
      await giveBackAttempt(ctx.tx, [address]);
      await forgetAttempts(ctx.tx, user.clave);
      const access_token = await openSession(ctx.tx, account.id, ctx.ip, ctx.clock.now());
      ctx.log('acceso', { usuario: account.username, ip: ctx.ip });
      return { access_token, role: account.role, username: account.username };
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
    const limits = [{ clave: accountKey(ctx.user.username), attempts: ATTEMPTS_PER_USER }];
    return throttled(ctx, limits, async () => {
      const hash = await passwordHashForUpdate(ctx.tx, ctx.user.id);
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
