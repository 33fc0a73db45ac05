/** The sessions of whoever is signed in: told in words, and each to be ended. */
import { register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { closeSessionsOf, sinceOf } from '#platform/server/session.ts';
import { networkOf } from '#platform/server/sign-in.ts';
import { sesionesContract } from '../contract.ts';
import { browserWords, placeWords } from '../rules.ts';
import { endSession, listSessions } from './repository.ts';

export const sesionesEndpoints = register(sesionesContract, {
  async lista({ ctx }) {
    const alive = sinceOf(ctx.sessionLimits, ctx.clock.now());
    const here = networkOf(ctx.ip);
    return (await listSessions(ctx.tx, ctx.user.id, alive)).map(({ token_hash, ...row }) => ({
      id: row.id,
      navegador: browserWords(row.navegador),
      ip: row.ip,
      lugar: placeWords(row.ip, networkOf(row.ip) === here),
      desde: row.created_at.toISOString(),
      ultimoUso: row.last_seen_at.toISOString(),
      esta: ctx.sessionHash?.equals(token_hash) === true,
    }));
  },

  async terminar({ params, ctx }) {
    const ended = await endSession(ctx.tx, ctx.user.id, params.id);
    if (!ended) throw new NotFound('Esa sesión ya terminó');
    if (ctx.sessionHash?.equals(ended.token_hash)) {
      throw new Refusal('Es la sesión en la que está. Para terminarla use «Cerrar sesión»');
    }
    const { username } = ctx.user;
    const nota = `Terminó una sesión de «${username}», de ${browserWords(ended.navegador)} desde ${ended.ip}: la cerró en «Mi cuenta»`;
    await ctx.audit({ status: 'eliminado', entidad: 'sesion', referencia: username, nota });
    return 'La sesión terminó';
  },

  async terminarDemas({ ctx }) {
    const ended = await closeSessionsOf(ctx.tx, ctx.user, 'las cerró en «Mi cuenta»', ctx.sessionHash);
    if (ended.length === 0) throw new Refusal('No hay otras sesiones abiertas');
    await ctx.audit(...ended);
    return 'Las demás sesiones terminaron';
  },
});
