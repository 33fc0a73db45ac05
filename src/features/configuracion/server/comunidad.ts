/** The community in the directory of the installation, its name and its host, and its colour. */
import { CommunityRefused, changePresence, findPresence } from '#platform/server/communities.ts';
import { register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { orden } from '#platform/server/orden.ts';
import { changeAccent, findResidencial } from '#platform/server/residencial.ts';
import { comunidadContract } from '../contract.ts';
import { countPasskeys } from './repository.ts';

/** What of a community is refused by the rules that the command has is refused here at its field. */
async function inItsWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CommunityRefused ? new Refusal(error.message, error.field) : error;
  }
}

export const comunidadEndpoints = register(comunidadContract, {
  async get({ ctx }) {
    const { codigo, timeZone: zonaHoraria } = ctx.community;
    const { nombre, host, unica } = await findPresence(ctx.tx, codigo);
    const { accent } = await findResidencial(ctx.tx, ctx.community);
    return {
      ...{ codigo, nombre, host, unica, zonaHoraria, llaves: await countPasskeys(ctx.tx, host) },
      color: accent ?? '',
      orden: orden(`comunidad zona ${codigo} America/Tijuana`),
    };
  },

  async save({ body: { visto, ...nuevo }, ctx }) {
    const { codigo } = ctx.community;
    return inItsWords(async () => {
      const presencia = await changePresence(ctx.tx, codigo, { visto, nuevo });
      const colour = { text: nuevo.color, visto: visto.color };
      const color = await changeAccent(ctx.tx, codigo, colour, (entry) => ctx.audit(entry));
      const { nombre, host } = visto;
      const nota = `La comunidad ${codigo} se llama «${presencia.nombre}» y responde en ${presencia.host ?? 'cualquier host'}`;
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'comunidad', entidadId: codigo, referencia: codigo, nota },
        ...{ antes: { nombre, host }, despues: presencia },
      });
      return { ...presencia, color };
    });
  },
});
