/** Accounts of several communities that are one person's: joined, parted, gone over between, and summed up (ADR 66). */
import { mayManage } from '#features/usuarios/rules.ts';
import { type Context, type Preparer, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { findFactorState } from '#platform/server/second-factor.ts';
import { endUnion, findJoined, findJoinedForUpdate, partFrom } from '#platform/server/unions.ts';
import { empresasContract } from '../contract.ts';
import { entrar, pasar, takePase } from './pasar.ts';
import * as repository from './repository.ts';
import { type Home, resumenOf } from './resumen.ts';
import { unir } from './unir.ts';

async function mias(ctx: Context) {
  const { tx, user, community } = ctx;
  const joined = await findJoined(tx, user.id);
  const empresa = await repository.findEmpresa(tx);
  const { activadoAt } = await findFactorState(tx, user.id);
  const codigos = new Set(joined.map(({ codigo }) => codigo));
  return {
    empresa: empresa?.nombre ?? '',
    cuentas: joined.map(({ codigo, nombre, usuario, unidaAt, schema }) => ({
      ...{ codigo, nombre, usuario, desde: unidaAt.toISOString(), esta: schema === community.schema },
    })),
    porUnir: (empresa?.otras ?? []).filter(({ codigo }) => !codigos.has(codigo)),
    conFactor: activadoAt !== null,
  };
}

async function separar(ctx: Context, codigo: string): Promise<string> {
  const members = await findJoinedForUpdate(ctx.tx, ctx.user.id);
  const gone = members.find((member) => member.codigo === codigo.toUpperCase());
  if (!gone) throw new Refusal('No tiene una cuenta unida en esa comunidad');
  await ctx.audit(...(await partFrom(ctx, members, gone, { why: 'lo pidió su dueño', actor: 'propia' })));
  return `Su cuenta «${gone.usuario}» de ${gone.nombre} ya no está unida`;
}

/** An account of this community; 404 also for one that the asker may not know of. */
async function managed(ctx: Context, id: number): Promise<repository.Account> {
  const account = await repository.findAccountForShare(ctx.tx, id);
  if (!account || !mayManage(ctx.user.role, account.role)) throw new NotFound('No existe el usuario solicitado');
  return account;
}

/** Used up before the transaction: no refusal gives it back. */
const preparePase: Preparer<typeof empresasContract.entrar, repository.Pase> = ({ body, before }) =>
  takePase(before, body.codigo);

export const empresasEndpoints = (home: Home): Registration =>
  register(
    empresasContract,
    {
      mias: ({ ctx }) => mias(ctx),

      unir: ({ body, ctx }) => unir(ctx, body),

      separar: ({ body, ctx }) => separar(ctx, body.comunidad),

      pasar: ({ body, ctx }) => pasar(ctx, body.comunidad),

      entrar: ({ prepared, ctx }) => entrar(ctx, prepared),

      resumen: ({ ctx }) => resumenOf(ctx, home),

      async unida({ params, ctx }) {
        const account = await repository.findAccount(ctx.tx, params.id);
        if (!account || !mayManage(ctx.user.role, account.role)) throw new NotFound('No existe el usuario solicitado');
        const members = await findJoined(ctx.tx, account.id);
        const own = members.find(({ schema }) => schema === ctx.community.schema);
        return {
          desde: own?.unidaAt.toISOString() ?? null,
          comunidades: members.filter((member) => member !== own).map(({ nombre }) => nombre),
        };
      },

      async separarCuenta({ body, ctx }) {
        const account = await managed(ctx, body.id);
        const told = await endUnion(ctx, account, body.razon);
        if (told.length === 0) throw new Refusal(`«${account.username}» no está unida a cuentas de otras comunidades`);
        await ctx.audit(...told);
        return `«${account.username}» ya no está unida a cuentas de otras comunidades`;
      },
    },
    undefined,
    { entrar: preparePase },
  );
