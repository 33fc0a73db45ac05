import { LOGIN_FAILED } from '#platform/messages.ts';
import { recordAudit } from '#platform/server/audit.ts';
import { type Here, type Preparer, type Registration, register } from '#platform/server/context.ts';
import { LoginFailed, Refusal } from '#platform/server/errors.ts';
import { fateOf, giveUp } from '#platform/server/idempotency.ts';
import { hashPassword, signedIn, verifyPassword } from '#platform/server/password.ts';
import { findFactorState, owedOf } from '#platform/server/second-factor.ts';
import { closeSession, closeSessionsOf } from '#platform/server/session.ts';
import { attemptOf, type Known, knownBy, type Origin, originOf, succeeded } from '#platform/server/sign-in.ts';
import { giveBackAttempt, provenHash, requireAttempt, takeAttempt } from '#platform/server/throttle.ts';
import { requireStrong } from '#platform/server/weak-password.ts';
import { sesionContract } from '../contract.ts';
import { enter, enterHalfway } from './enter.ts';
import { factorEndpoints } from './factor.ts';
import { llavesEndpoints } from './llaves.ts';
import { findForLogin, type LoginAccount, replacePasswordHash, stillStands, wordsAround } from './repository.ts';
import { sesionesEndpoints } from './sesiones.ts';

/** Rows of the audit log that refused names without an account leave within 15 minutes; beyond them they are counted. */
const UNKNOWN_NAMES = { clave: 'bitácora de desconocidos', attempts: 300 };

/** The beginning of a name that no account has: what people type there by mistake may be a password. */
function beginningOf(typed: string): string {
  const name = typed.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return name === '' ? 'sin usuario' : `«${[...name].slice(0, 3).join('')}…», que no existe`;
}

/** Tells the log and the audit log of a sign-in that was refused. */
async function tellRefused(here: Here, account: LoginAccount | undefined, why: string): Promise<void> {
  here.log('acceso fallido', { usuario: account?.username ?? 'desconocido', ip: here.ip });
  await here.separately(async (tx) => {
    if (!account && (await takeAttempt(tx, [UNKNOWN_NAMES], here.clock.now())) > 0) return;
    await recordAudit(
      tx,
      { usuarioId: account?.id ?? null, usuario: account?.username ?? '', requestId: here.requestId },
      {
        status: 'cancelado',
        entidad: 'sesion',
        referencia: account?.username ?? '',
        nota: `Acceso rechazado desde ${here.ip}: ${why}`,
      },
      here.clock.now(),
    );
  });
}

/**
 * Proves a password before the transaction begins: whoever waits for a hash holds no connection, so that signing in, however
 * much of it, keeps nobody else waiting.
 */
const proveLogin: Preparer<
  typeof sesionContract.login,
  { account: LoginAccount; origin: Origin; known: Known }
> = async ({ body, before }) => {
  const origin = originOf(before);
  const { clave, account, known } = await before.read(async ({ tx }) => {
    const found = await findForLogin(tx, body.username);
    return { ...found, known: await knownBy(tx, found.account?.id, origin, before.clock.now()) };
  });
  const attempt = attemptOf(before, { usuarioId: account?.id, typed: clave }, origin, known);
  await requireAttempt(before, attempt.limits);
  const fits = await verifyPassword(account?.password_hash ?? null, body.password, attempt.caller).catch(
    async (error: unknown) => {
      await before.separately((tx) => giveBackAttempt(tx, attempt.limits));
      throw error;
    },
  );
  if (account && fits && account.enabled) {
    // At once, in a transaction of its own: whatever becomes of the sign-in, it was no failure of whoever signs in.
    await before.separately((tx) => succeeded(tx, attempt));
    return { account, origin, known };
  }
  const why = !account ? beginningOf(body.username) : account.enabled ? 'contraseña equivocada' : 'cuenta inactiva';
  await tellRefused(before, account, why);
  throw new LoginFailed(LOGIN_FAILED);
};

const own = register(
  sesionContract,
  {
    async login({ prepared: { account, origin, known }, ctx }) {
      if (!(await stillStands(ctx.tx, account))) {
        await tellRefused(ctx, account, 'la cuenta cambió mientras tanto');
        throw new LoginFailed(LOGIN_FAILED);
      }
      const owes = owedOf(await findFactorState(ctx.tx, account.id));
      return owes ? enterHalfway(ctx, account, owes) : enter(ctx, account, { origin, known });
    },

    async logout({ ctx }) {
      if (ctx.sessionHash) await closeSession(ctx.tx, ctx.sessionHash);
      await ctx.audit({
        status: 'eliminado',
        entidad: 'sesion',
        referencia: ctx.user.username,
        nota: `Cerró su sesión desde ${ctx.ip}`,
      });
      ctx.log('salida', { usuario: ctx.user.username });
      return undefined;
    },

    async current({ ctx }) {
      return { username: ctx.user.username, role: ctx.user.role, comunidad: ctx.community.codigo };
    },

    async peticion({ params, ctx }) {
      return fateOf(ctx.tx, { usuarioId: ctx.user.id, clave: params.clave });
    },

    async descartarPeticion({ params, ctx }) {
      return giveUp(ctx.tx, { usuarioId: ctx.user.id, clave: params.clave }, ctx.clock.now());
    },

    async changePassword({ body, ctx }) {
      const { id, username } = ctx.user;
      const proven = await provenHash(ctx, body.actual, 'cambiar su contraseña');
      if (proven !== undefined) requireStrong(body.nueva, await wordsAround(ctx.tx, ctx.user, ctx.community), 'nueva');
      const password_hash = proven === undefined ? '' : await hashPassword(body.nueva, signedIn(ctx));
      const now = ctx.clock.now();
      if (proven === undefined || !(await replacePasswordHash(ctx.tx, { id, proven, password_hash, now }))) {
        throw new Refusal('La contraseña actual no es correcta. Escríbala de nuevo');
      }
      const ended = await closeSessionsOf(ctx.tx, ctx.user, 'cambió su contraseña', ctx.sessionHash);
      await ctx.audit(
        {
          status: 'actualizado',
          entidad: 'usuario',
          entidadId: id,
          referencia: username,
          nota: `El usuario «${username}» cambió su contraseña`,
        },
        ...ended,
      );
      return 'La contraseña fue cambiada';
    },
  },
  undefined,
  { login: proveLogin },
);

export const sesionEndpoints: readonly Registration[] = [own, factorEndpoints, llavesEndpoints, sesionesEndpoints];
