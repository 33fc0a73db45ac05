/** The community in the directory of the installation, its name, host and zone, and its colour and its logo. */
import type { Upload } from '#platform/endpoint.ts';
import {
  CommunityRefused,
  changePresence,
  changeTimeZone,
  checkZoneChange,
  findPresence,
  presenceWords,
} from '#platform/server/communities.ts';
import { type Before, type Context, type Registration, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { uploadThread } from '#platform/server/file-threads.ts';
import type { Logo } from '#platform/server/logo/logo.ts';
import { changeAccent, changeLogo, findResidencial } from '#platform/server/residencial.ts';
import { callsOf } from '#platform/server/thread.ts';
import { comunidadContract } from '../contract.ts';
import { countPasskeys } from './repository.ts';
import { lookAtZone, type OnTheClock } from './zona.ts';

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

/** Changes the zone over what whoever asks has seen; what it means is looked at again, since hours may have passed. */
function changeZone(ctx: Context, zona: string, visto: string, { codigoPostalOf, recount }: OnTheClock) {
  return inItsWords(async () => {
    const change = await checkZoneChange(ctx.tx, ctx.community.codigo, zona);
    if (change.from !== visto) {
      throw new CommunityRefused('Otra persona cambió la zona horaria. Vuelva a abrir la pantalla para verla.');
    }
    const entry = await changeTimeZone(ctx.tx, change);
    await lookAtZone(ctx.tx, change, { now: ctx.clock.now(), codigoPostalOf });
    await recount(ctx.tx);
    await ctx.audit(entry);
    return { zonaHoraria: change.to };
  });
}

export const comunidadEndpoints = (clock: OnTheClock): Registration =>
  register(
    comunidadContract,
    {
      async get({ ctx }) {
        const { codigo } = ctx.community;
        const { nombre, host, unica, zonaHoraria } = await findPresence(ctx.tx, codigo);
        const { accent, logo } = await findResidencial(ctx.tx, ctx.community);
        return {
          ...{ codigo, nombre, host, unica, zonaHoraria, llaves: await countPasskeys(ctx.tx, host) },
          ...{ color: accent ?? '', logo, practicaDe: ctx.community.practicaDe ?? '' },
        };
      },

      async save({ body: { visto, ...nuevo }, ctx }) {
        const { codigo } = ctx.community;
        return inItsWords(async () => {
          const presencia = await changePresence(ctx.tx, codigo, { visto, nuevo });
          const colour = { text: nuevo.color, visto: visto.color };
          const color = await changeAccent(ctx.tx, codigo, colour, (entry) => ctx.audit(entry));
          const { nombre, host } = visto;
          const nota = presenceWords(codigo, presencia);
          await ctx.audit({
            ...{ status: 'actualizado', entidad: 'comunidad', entidadId: codigo, referencia: codigo, nota },
            ...{ antes: { nombre, host }, despues: presencia },
          });
          return { ...presencia, color };
        });
      },

      zonaVista: ({ query, ctx }) =>
        inItsWords(async () => {
          const change = await checkZoneChange(ctx.tx, ctx.community.codigo, query.zona);
          const consecuencias = await lookAtZone(ctx.tx, change, { ...clock, now: ctx.clock.now() });
          return { de: change.from, a: change.to, consecuencias };
        }),

      zona: ({ body: { zona, visto }, ctx }) => changeZone(ctx, zona, visto.zona, clock),

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
