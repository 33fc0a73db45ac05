import { consulted, consultedAll } from '#libro/server/consultado.ts';
import { DELETED } from '#platform/messages.ts';
import { register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { representantesContract, residentesContract } from '../contract.ts';
import type { Owner } from '../rules.ts';
import { createResidente } from './owner-change.ts';
import {
  deleteRepresentante,
  findRepresentante,
  findRepresentanteForUpdate,
  findResidente,
  findResidenteForUpdate,
  insertRepresentante,
  listInquilinos,
  listRepresentantes,
  listRepresentantesByLote,
  listResidentes,
  lockLotes,
  loteExists,
  replaceLotes,
  residenteDetail,
  updateRepresentante,
  updateResidente,
} from './repository.ts';
import { contactsOfOne, deleteCorreo, deleteTelefono, saveContacts, withContacts } from './repository-contacts.ts';

const NO_RESIDENTE = 'No existe el residente solicitado';
const NO_REPRESENTANTE = 'No existe el representante legal solicitado';
const NO_LOTE = 'No existe el lote solicitado';

/** The table behind an owner, as the audit log names it. */
const ENTIDAD: Record<Owner, string> = { residente: 'residente', representante: 'representante_legal' };

const NOTHING = { telefonoList: [], correoElectronicoList: [] };

export const residentesEndpoints = register(residentesContract, {
  all: ({ params, ctx }) => listResidentes(ctx.tx, params.tipo),

  async get({ params, ctx }) {
    const residente = await findResidente(ctx.tx, params.id);
    if (!residente) throw new NotFound(NO_RESIDENTE);
    await consulted(ctx, [{ entidad: 'residente', ...residente }], 'los datos de contacto');
    return residenteDetail(ctx.tx, residente);
  },

  async save({ body, ctx }) {
    const { name, tipo } = body;
    if (body.id === null) {
      const id = await createResidente(ctx, body);
      return { id };
    }
    const id = body.id;
    const before = await findResidenteForUpdate(ctx.tx, id);
    if (!before) throw new NotFound(NO_RESIDENTE);
    if (before.tipo !== tipo) {
      throw new Refusal(
        `«${before.name}» está registrado como ${before.tipo} y eso no se cambia. Edítelo en la lista de ${before.tipo}s`,
      );
    }
    const antes = await residenteDetail(ctx.tx, before);
    await updateResidente(ctx.tx, id, { name, updated_at: ctx.clock.now() });
    await saveContacts(ctx.tx, 'residente', id, antes, body);
    await ctx.audit({
      status: 'actualizado',
      entidad: 'residente',
      entidadId: id,
      referencia: name,
      nota: `${tipo === 'asociado' ? 'Asociado' : 'Inquilino'} «${name}»`,
      antes,
      despues: await residenteDetail(ctx.tx, { ...before, name }),
    });
    return { id };
  },

  async deleteTelefono({ params, ctx }) {
    const deleted = await deleteTelefono(ctx.tx, params.id);
    if (!deleted) throw new NotFound('No existe el teléfono solicitado');
    const { owner, ownerId, ownerName, item } = deleted;
    await ctx.audit({
      status: 'eliminado',
      entidad: 'telefono',
      entidadId: item.id,
      referencia: ownerName,
      nota: `Teléfono ${item.tipoNumeroTelefono.name} ${item.numero} de «${ownerName}»`,
      antes: { ...item, [ENTIDAD[owner]]: ownerId },
    });
    return DELETED;
  },

  async deleteCorreo({ params, ctx }) {
    const deleted = await deleteCorreo(ctx.tx, params.id);
    if (!deleted) throw new NotFound('No existe el correo electrónico solicitado');
    const { owner, ownerId, ownerName, item } = deleted;
    await ctx.audit({
      status: 'eliminado',
      entidad: 'correo_electronico',
      entidadId: item.id,
      referencia: ownerName,
      nota: `Correo electrónico ${item.correo} de «${ownerName}»`,
      antes: { ...item, [ENTIDAD[owner]]: ownerId },
    });
    return DELETED;
  },

  async datosContacto({ params, ctx }) {
    const { tx } = ctx;
    if (!(await loteExists(tx, params.idLote))) throw new NotFound(NO_LOTE);
    const residente = params.id === 0 ? undefined : await findResidente(tx, params.id);
    if (params.id !== 0 && !residente) throw new NotFound(NO_RESIDENTE);
    const [representante] = await listRepresentantesByLote(tx, params.idLote);
    const inquilinos = await listInquilinos(tx, params.idLote);
    const seen = [
      ...(residente ? [residente, ...inquilinos] : inquilinos).map((one) => ({
        entidad: 'residente' as const,
        ...one,
      })),
      ...(representante ? [{ entidad: 'representante_legal' as const, ...representante }] : []),
    ];
    if (seen.length > 0) await consulted(ctx, seen, 'los datos de contacto');
    else await consultedAll(ctx, 'lote', 'los datos de contacto de un lote sin residentes');
    return {
      name: residente?.name ?? '',
      ...(residente ? await contactsOfOne(tx, 'residente', residente.id) : NOTHING),
      inquilinosList: await withContacts(tx, 'residente', inquilinos),
      representanteLegal: representante ?? null,
    };
  },
});

export const representantesEndpoints = register(representantesContract, {
  async all({ ctx }) {
    await consultedAll(ctx, 'representante_legal', 'la lista de representantes legales con sus datos de contacto');
    return listRepresentantes(ctx.tx);
  },

  async get({ params, ctx }) {
    const representante = await findRepresentante(ctx.tx, params.id);
    if (!representante) throw new NotFound(NO_REPRESENTANTE);
    await consulted(ctx, [{ entidad: 'representante_legal', ...representante }], 'los datos de contacto');
    return representante;
  },

  async save({ body, ctx }) {
    const { tx } = ctx;
    const { name } = body;
    const values = { name, tipo_poder: body.tipoPoder };
    const antes = body.id === null ? undefined : await findRepresentanteForUpdate(tx, body.id);
    if (body.id !== null && !antes) throw new NotFound(NO_REPRESENTANTE);
    const loteIds = [...new Set(body.loteList.map((lote) => lote.id))];
    if ((await lockLotes(tx, loteIds)).length < loteIds.length) {
      throw new Refusal('Uno de los lotes elegidos no existe. Actualice la página y elija otro');
    }
    const id = antes?.id ?? (await insertRepresentante(tx, values));
    if (antes) await updateRepresentante(tx, id, { ...values, updated_at: ctx.clock.now() });
    await replaceLotes(tx, { representanteId: id, loteIds, now: ctx.clock.now() });
    await saveContacts(tx, 'representante', id, antes ?? NOTHING, body);
    const despues = await findRepresentante(tx, id);
    await ctx.audit({
      status: antes ? 'actualizado' : 'creado',
      entidad: 'representante_legal',
      entidadId: id,
      referencia: (despues?.loteList ?? []).map(({ referencia }) => referencia).join(', '),
      nota: `Representante legal «${name}»`,
      antes,
      despues,
    });
    return { id };
  },

  async remove({ params, ctx }) {
    const antes = await findRepresentanteForUpdate(ctx.tx, params.id);
    if (!antes) throw new NotFound(NO_REPRESENTANTE);
    await deleteRepresentante(ctx.tx, params.id);
    await ctx.audit({
      status: 'eliminado',
      entidad: 'representante_legal',
      entidadId: params.id,
      referencia: antes.loteList.map(({ referencia }) => referencia).join(', '),
      nota: `Representante legal «${antes.name}»`,
      antes,
    });
    return DELETED;
  },

  async byLote({ params, ctx }) {
    if (!(await loteExists(ctx.tx, params.id))) throw new NotFound(NO_LOTE);
    const found = await listRepresentantesByLote(ctx.tx, params.id);
    if (found.length === 0) await consultedAll(ctx, 'lote', 'que un lote no tiene representante legal');
    await consulted(
      ctx,
      found.map((one) => ({ entidad: 'representante_legal', ...one })),
      'los datos de contacto',
    );
    return found;
  },
});
