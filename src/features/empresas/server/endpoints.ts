/** Accounts of several communities that are one person's: joined, parted, gone over between, and summed up (ADR 66). */
import { type Context, type Preparer, type Registration, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { findFactorState } from '#platform/server/second-factor.ts';
import { findJoined, findJoinedForUpdate, partFrom } from '#platform/server/unions.ts';
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
    },
    undefined,
    { entrar: preparePase },
  );
