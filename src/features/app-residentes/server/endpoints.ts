import { consultedAll } from '#libro/server/consultado.ts';
import { DELETED } from '#platform/messages.ts';
import { register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { findPhoneOfLote } from '#platform/server/push.ts';
import { findResidencial } from '#platform/server/residencial.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { appResidentesContract } from '../contract.ts';
import { refusalOfNotification, type StatusApp } from '../rules.ts';
import {
  deleteUserApp,
  findReservante,
  findUserApp,
  findUserAppForUpdate,
  hasLote,
  insertUserApp,
  listUsersApp,
  type UserAppRow,
  updateUserApp,
} from './repository.ts';

const MISSING = 'No existe el usuario de la app solicitado';

function toUserApp({ lote_id, referencia, etapa, status, token, ...user }: UserAppRow) {
  return { ...user, status: status as StatusApp, token, lote: { id: lote_id, referencia, etapa } };
}

/** What the audit log keeps of a user; the token is a secret, whether there is one is not. */
function audited(user: UserAppRow | undefined) {
  return user && { ...user, conToken: user.token !== null };
}

const TAKEN = {
  uq_user_app_email: 'Ya existe un usuario de la app con ese correo electrónico. Use otro o edite el existente',
};

export const appResidentesEndpoints = register(appResidentesContract, {
  async all({ ctx }) {
    await consultedAll(ctx, 'user_app', 'los usuarios de la app con sus correos y teléfonos');
    return (await listUsersApp(ctx.tx)).map(toUserApp);
  },

  async get({ params, ctx }) {
    const user = await findUserApp(ctx.tx, params.id);
    if (!user) throw new NotFound(MISSING);
    await ctx.audit({
      ...{ status: 'consultado', entidad: 'user_app', entidadId: user.id, referencia: user.referencia },
      nota: `Vio los datos del usuario de la app «${user.name}»`,
    });
    return toUserApp(user);
  },

  async save({ body, ctx }) {
    const { id, token, lote, ...person } = body;
    if (!(await hasLote(ctx.tx, lote.id))) throw new Refusal('El lote elegido no existe. Elija otro');
    const antes = id === null ? undefined : await findUserAppForUpdate(ctx.tx, id);
    if (id !== null && !antes) throw new Refusal('El usuario de la app ya no existe. Vuelva a la lista');
    // The token is the phone's own: a form that does not know it takes it from nobody.
    const values = { ...person, lote_id: lote.id, updated_at: ctx.clock.now(), ...(token && { token }) };
    await saveRecord(ctx, antes, {
      taken: TAKEN,
      insert: () => insertUserApp(ctx.tx, { ...values, created_at: ctx.clock.now() }),
      update: (known) => updateUserApp(ctx.tx, known, values),
      async audited(saved) {
        const despues = await findUserApp(ctx.tx, saved);
        const nota = `Usuario de la app «${person.name}»`;
        const referencia = despues?.referencia ?? '';
        return { entidad: 'user_app', referencia, nota, antes: audited(antes), despues: audited(despues) };
      },
    });
    return undefined;
  },

  async delete({ params, ctx }) {
    const antes = await findUserAppForUpdate(ctx.tx, params.id);
    if (!antes) throw new NotFound(MISSING);
    await deleteUserApp(ctx.tx, params.id);
    await ctx.audit({
      status: 'eliminado',
      entidad: 'user_app',
      entidadId: params.id,
      referencia: antes.referencia,
      nota: `Usuario de la app «${antes.name}»`,
      antes: audited(antes),
    });
    return DELETED;
  },

  async byLote({ params, ctx }) {
    if (!(await hasLote(ctx.tx, params.id))) throw new NotFound('No existe el lote solicitado');
    return { token: (await findPhoneOfLote(ctx.tx, params.id))?.token ?? null };
  },

  async userData({ query, ctx }) {
    const user = await findReservante(ctx.tx, query.id);
    return user ? [user] : [];
  },

  async notify({ params, body, ctx }) {
    const user = await findUserAppForUpdate(ctx.tx, params.id);
    if (!user) throw new NotFound(MISSING);
    const refusal = refusalOfNotification(user.token);
    if (refusal || !user.token) throw new Refusal(refusal);
    const residencial = await findResidencial(ctx.tx, ctx.community);
    const titulo = residencial.name || 'Portón';
    const pushId = await ctx.push.enqueue({ userAppId: user.id, token: user.token, titulo, cuerpo: body.mensaje });
    await ctx.audit({
      status: 'creado',
      entidad: 'notificacion_push',
      entidadId: pushId,
      referencia: user.referencia,
      nota: `Notificación al usuario de la app «${user.name}»`,
      despues: { userAppId: user.id, titulo, cuerpo: body.mensaje },
    });
    return undefined;
  },
});
