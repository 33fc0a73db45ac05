/** The community in the directory of the installation, its name and its host, and its colour and its logo. */
import type { Upload } from '#platform/endpoint.ts';
import { CommunityRefused, changePresence, findPresence } from '#platform/server/communities.ts';
import { type Before, type Context, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { uploadThread } from '#platform/server/file-threads.ts';
import type { Logo } from '#platform/server/logo/logo.ts';
import { orden } from '#platform/server/orden.ts';
import { changeAccent, changeLogo, findResidencial } from '#platform/server/residencial.ts';
import { callsOf } from '#platform/server/thread.ts';
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

/** A practice looks as its community does: whoever changed it there would lose it with the next copy. */
function refusePractice({ codigo, practicaDe }: Context['community']): void {
  if (practicaDe !== null)
    throw new Refusal(`${codigo} es una práctica y tiene el logotipo de su comunidad. Cambie el de aquélla`);
}

const calls = callsOf<typeof import('#platform/server/logo/logo.ts')>(
  new URL('../../../platform/server/logo/logo.ts', import.meta.url),
);

/** Drawn anew in a thread, of what somebody sent. */
const drawLogo = ({ body: { file }, before }: { body: { file: Upload }; before: Before }): Promise<Logo> =>
  uploadThread.read(calls('readLogo', file.bytes), before.asker);

export const comunidadEndpoints = register(
  comunidadContract,
  {
    async get({ ctx }) {
      const { codigo, timeZone: zonaHoraria } = ctx.community;
      const { nombre, host, unica } = await findPresence(ctx.tx, codigo);
      const { accent, logo } = await findResidencial(ctx.tx, ctx.community);
      return {
        ...{ codigo, nombre, host, unica, zonaHoraria, llaves: await countPasskeys(ctx.tx, host) },
        ...{ color: accent ?? '', logo },
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

    async logo({ prepared, ctx }) {
      refusePractice(ctx.community);
      await changeLogo(ctx.tx, ctx.community, prepared, (entry) => ctx.audit(entry));
      const { huella, width, height, ground: fondo } = prepared;
      return { logo: { huella, width, height }, fondo };
    },

    async quitarLogo({ ctx }) {
      refusePractice(ctx.community);
      await changeLogo(ctx.tx, ctx.community, null, (entry) => ctx.audit(entry));
      return undefined;
    },
  },
  {},
  { logo: drawLogo },
);
