import { register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { excepcionesContract } from '../contract.ts';
import { read } from './read.ts';
import { countPendientes, insertRevisadas, listKnown } from './repository.ts';

export const excepcionesEndpoints = register(excepcionesContract, {
  all: ({ query, ctx }) => read(ctx, query),

  pendientes: async ({ ctx }) => ({ pendientes: await countPendientes(ctx.tx, ctx.community.timeZone) }),

  async revisar({ body, ctx }) {
    const { filas, nota } = body;
    const known = await listKnown(ctx.tx, filas);
    if (known.length < new Set(filas.map(({ clase, id }) => `${clase} ${id}`)).size) {
      throw new Refusal('Alguna de las excepciones no existe. Actualice la página y elíjalas de nuevo');
    }
    const marked = await insertRevisadas(ctx.tx, known, { nota, usuarioId: ctx.user.id, now: ctx.clock.now() });
    const already = known.length - marked.length;
    await ctx.audit({
      status: 'actualizado',
      entidad: 'excepcion',
      nota: `${marked.length} excepciones revisadas${already > 0 ? `; ${already} ya lo estaban` : ''}${nota === '' ? '' : `. ${nota}`}`,
      despues: { revisadas: marked.map(({ clase, id }) => `${clase} ${id}`), nota },
    });
    return undefined;
  },
});
