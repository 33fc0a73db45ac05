/** The people of a change of owner: whoever buys, and who spoke for whoever sells. */
import type { Ending } from '#libro/server/owner-change.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { CorreoInput, TelefonoInput } from '../contract.ts';
import {
  deleteRepresentaciones,
  findResidenteForUpdate,
  insertRepresentaciones,
  insertResidente,
  listRepresentantesDe,
  residenteDetail,
} from './repository.ts';
import { saveContacts } from './repository-contacts.ts';

export interface NewResidente {
  name: string;
  tipo: 'asociado' | 'inquilino';
  telefonoList: readonly TelefonoInput[];
  correoElectronicoList: readonly CorreoInput[];
}

const NOTHING = { telefonoList: [], correoElectronicoList: [] };

/** A resident with phones and e-mails, and its audit row; gives its id. */
export async function createResidente(ctx: Context, { name, tipo, ...contacts }: NewResidente): Promise<number> {
  const id = await insertResidente(ctx.tx, { name, tipo });
  await saveContacts(ctx.tx, 'residente', id, NOTHING, contacts);
  await ctx.audit({
    status: 'creado',
    entidad: 'residente',
    entidadId: id,
    referencia: name,
    nota: `${tipo === 'asociado' ? 'Asociado' : 'Inquilino'} «${name}»`,
    despues: await residenteDetail(ctx.tx, { id, name, tipo, consentimiento: null }),
  });
  return id;
}

/** Whoever buys, from those that there are: what is added to his phones and e-mails is. Refuses who is no associate. */
export async function buyerOf(
  ctx: Context,
  id: number,
  contacts: Pick<NewResidente, 'telefonoList' | 'correoElectronicoList'>,
): Promise<{ id: number; name: string }> {
  const found = await findResidenteForUpdate(ctx.tx, id);
  if (!found) throw new Refusal('El propietario elegido no existe. Elija otro o capture uno nuevo', 'residente');
  if (found.tipo !== 'asociado') {
    throw new Refusal(
      `«${found.name}» está registrado como ${found.tipo}. Captúrelo como propietario nuevo`,
      'residente',
    );
  }
  if (contacts.telefonoList.length + contacts.correoElectronicoList.length > 0) {
    const antes = await residenteDetail(ctx.tx, found);
    await saveContacts(ctx.tx, 'residente', id, antes, contacts);
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'residente', entidadId: id, referencia: found.name },
      ...{ nota: `Asociado «${found.name}»`, antes, despues: await residenteDetail(ctx.tx, found) },
    });
  }
  return { id, name: found.name };
}

/** Since when he represented the lot; a sale of before that was kept has his id alone. */
type Representacion = number | { id: number; desde: string | null };

export const representantesEnding: Ending<Representacion[]> = {
  list: async ({ tx }, loteId) => (await listRepresentantesDe(tx, loteId)).map(({ id, name }) => ({ id, texto: name })),

  async end(ctx, lote) {
    const found = await listRepresentantesDe(ctx.tx, lote.id);
    await deleteRepresentaciones(ctx.tx, lote.id);
    for (const { id, name } of found) {
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'representante_legal', entidadId: id, referencia: lote.referencia },
        nota: `Representante legal «${name}» ya no representa al lote, por el cambio de propietario`,
        ...{ antes: { lote: lote.referencia }, despues: { lote: null } },
      });
    }
    return found.map(({ id, desde }) => ({ id, desde: desde?.toISOString() ?? null }));
  },

  async restore(ctx, lote, ended) {
    const antes = ended.map((one) => (typeof one === 'number' ? { id: one, desde: null } : one));
    const back = await insertRepresentaciones(ctx.tx, lote.id, antes);
    for (const id of back) {
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'representante_legal', entidadId: id, referencia: lote.referencia },
        nota: 'Representante legal devuelto al deshacer el cambio de propietario',
        despues: { lote: lote.referencia },
      });
    }
    return back.length === ended.length ? [] : ['Un representante legal se eliminó después y no vuelve'];
  },
};
