import { LOGIN_FAILED } from '#platform/messages.ts';
import { register } from '#platform/server/context.ts';
import { LoginFailed, Refusal } from '#platform/server/errors.ts';
import { hashPassword, verifyPassword } from '#platform/server/password.ts';
import { closeSession, closeSessionsOf, openSession } from '#platform/server/session.ts';
import {
  ATTEMPTS_PER_USER,
  accountKey,
  forgetAttempts,
  giveBackAttempt,
  type Limit,
  throttled,
} from '#platform/server/throttle.ts';
import { sesionContract } from '../contract.ts';
import { findForLogin, findPeticion, findUsername, passwordHashForUpdate, setPasswordHash } from './repository.ts';

/** Failures within 15 minutes after which an address that tries many users has to wait. */
const ATTEMPTS_PER_ADDRESS = 60;

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

  async peticion({ params, ctx }) {
    const found = await findPeticion(ctx.tx, ctx.user.id, params.clave);
    return { hecha: found !== undefined, reciboId: found?.reciboId ?? null };
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
