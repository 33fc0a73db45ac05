import { LOGIN_FAILED } from '#platform/messages.ts';
import { type Preparer, type Registration, register } from '#platform/server/context.ts';
import { enter, enterHalfway } from '#platform/server/enter.ts';
import { LoginFailed, Refusal } from '#platform/server/errors.ts';
import { fateOf, giveUp } from '#platform/server/idempotency.ts';
import { hashPassword, signedIn } from '#platform/server/password.ts';
import { type Proven, provePassword, stillStands, tellRefused } from '#platform/server/proof.ts';
import { findFactorState, owedOf } from '#platform/server/second-factor.ts';
import { closeSession, closeSessionsOf } from '#platform/server/session.ts';
import { provenHash } from '#platform/server/throttle.ts';
import { tellEnded } from '#platform/server/unions.ts';
import { requireStrong } from '#platform/server/weak-password.ts';
import { sesionContract } from '../contract.ts';
import { factorEndpoints } from './factor.ts';
import { llavesEndpoints } from './llaves.ts';
import { replacePasswordHash, wordsAround } from './repository.ts';
import { sesionesEndpoints } from './sesiones.ts';

/** Before the transaction begins: whoever waits for a hash holds no connection, so that signing in keeps nobody else waiting. */
const proveLogin: Preparer<typeof sesionContract.login, Proven> = ({ body, before }) =>
  provePassword(before, (work) => before.read(({ tx }) => work(tx)), body);

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
      const entrada = ctx.sessionHash && (await closeSession(ctx.tx, ctx.sessionHash));
      const others = entrada ? await tellEnded(ctx, entrada) : '';
      await ctx.audit({
        status: 'eliminado',
        entidad: 'sesion',
        referencia: ctx.user.username,
        nota: `Cerró su sesión desde ${ctx.ip}${others && `, y con ella las de ${others}`}`,
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
