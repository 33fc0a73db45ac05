/** The community in the directory of the installation: its name and its host. */
import { CommunityRefused, changePresence, findPresence } from '#platform/server/communities.ts';
import { register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { orden } from '#platform/server/orden.ts';
import { comunidadContract } from '../contract.ts';
import { countPasskeys } from './repository.ts';

export const comunidadEndpoints = register(comunidadContract, {
  async get({ ctx }) {
    const { codigo, timeZone: zonaHoraria } = ctx.community;
    const { nombre, host, unica } = await findPresence(ctx.tx, codigo);
    return {
      ...{ codigo, nombre, host, unica, zonaHoraria, llaves: await countPasskeys(ctx.tx, host) },
      orden: orden(`comunidad zona ${codigo} America/Tijuana`),
    };
  },

  async save({ body: { visto, ...nuevo }, ctx }) {
    const { codigo } = ctx.community;
    const despues = await changePresence(ctx.tx, codigo, { visto, nuevo }).catch((error: unknown) => {
      throw error instanceof CommunityRefused ? new Refusal(error.message, error.field) : error;
    });
    const nota = `La comunidad ${codigo} se llama «${despues.nombre}» y responde en ${despues.host ?? 'cualquier host'}`;
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'comunidad', entidadId: codigo, referencia: codigo, nota },
      ...{ antes: visto, despues },
    });
    return despues;
  },
});
