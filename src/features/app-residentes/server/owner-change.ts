/** Who opens the app for a lot, as a change of owner ends it: the account stays, blocked, and its telephone gets no messages. */
import type { Ending } from '#libro/server/owner-change.ts';
import { STATUS_LABELS, type StatusApp } from '../rules.ts';
import { findUserAppForUpdate, listUsersAppDe, updateUserApp } from './repository.ts';

export const appEnding: Ending<{ id: number; status: StatusApp }[]> = {
  list: async ({ tx }, loteId) =>
    (await listUsersAppDe(tx, loteId)).map(({ id, name, email, status }) => ({
      id,
      texto: `${name}, ${email}${status === 'verificada' ? '' : ` (${STATUS_LABELS[status as StatusApp].toLowerCase()})`}`,
    })),

  async end(ctx, lote) {
    const users = await listUsersAppDe(ctx.tx, lote.id, true);
    for (const { token: _token, ...antes } of users) {
      const despues = { status: 'bloqueada', token: null, updated_at: ctx.clock.now() };
      await updateUserApp(ctx.tx, antes.id, despues);
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'user_app', entidadId: antes.id, referencia: lote.referencia },
        nota: `Usuario de la app «${antes.name}» bloqueado por el cambio de propietario`,
        ...{ antes, despues: { ...antes, status: 'bloqueada' } },
      });
    }
    return users.map(({ id, status }) => ({ id, status: status as StatusApp }));
  },

  async restore(ctx, lote, ended) {
    const left: string[] = [];
    for (const { id, status } of ended) {
      const user = await findUserAppForUpdate(ctx.tx, id);
      if (user?.status !== 'bloqueada' || user.lote_id !== lote.id) {
        left.push(`El usuario de la app ${user?.name ?? id} cambió después y se queda como está`);
        continue;
      }
      await updateUserApp(ctx.tx, id, { status, updated_at: ctx.clock.now() });
      const { token: _token, ...antes } = user;
      await ctx.audit({
        ...{ status: 'actualizado', entidad: 'user_app', entidadId: id, referencia: lote.referencia },
        nota: `Usuario de la app «${user.name}» devuelto al deshacer el cambio de propietario`,
        ...{ antes, despues: { ...antes, status } },
      });
    }
    return left;
  },
};
