/** The sessions of whoever is signed in: told in words, and each to be ended. */
import { knownName } from '#core/residenciales.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { closeSessionsOf, endEntrada, sinceOf } from '#platform/server/session.ts';
import { networkOf } from '#platform/server/sign-in.ts';
import { tellEnded } from '#platform/server/unions.ts';
import { sesionesContract } from '../contract.ts';
import { browserWords, placeWords } from '../rules.ts';
import { endSession, listSessions } from './repository.ts';

/** Ends what came of the same sign-in in other communities; gives where, in words. */
async function endThere(ctx: Context, entrada: string): Promise<string> {
  await endEntrada(ctx.tx, entrada);
  return tellEnded(ctx, entrada);
}

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
      otras: row.otras.map(({ codigo, nombre }) => nombre ?? knownName(codigo)),
      esta: ctx.sessionHash?.equals(token_hash) === true,
    }));
  },

  async terminar({ params, ctx }) {
    const ended = await endSession(ctx.tx, ctx.user.id, params.id);
    if (!ended) throw new NotFound('Esa sesión ya terminó');
    if (ctx.sessionHash?.equals(ended.token_hash)) {
      throw new Refusal('Es la sesión en la que está. Para terminarla use «Cerrar sesión»');
    }
    const others = ended.entrada ? await endThere(ctx, ended.entrada) : '';
    const { username } = ctx.user;
    const nota = `Terminó una sesión de «${username}», de ${browserWords(ended.navegador)} desde ${ended.ip}: la cerró en «Mi cuenta»${others && `, y con ella las de ${others}`}`;
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
