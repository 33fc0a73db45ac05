import { instantInZone } from '#core/fecha.ts';
import { SUPERADMIN } from '#platform/roles.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { bitacoraContract, selloAnotado } from '../contract.ts';
import { countOf, findEntry, pageOf } from './repository.ts';

/** Midnight at which a civil date begins in the community's zone, `days` later. */
function startOfDay(ctx: Context, fecha: string, days = 0): Date {
  const date = new Date(`${fecha}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return instantInZone(`${date.toISOString().slice(0, 10)}T00:00:00`, ctx.community.timeZone);
}

const isSuperadmin = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'role_name' in state && state.role_name === SUPERADMIN;

export const bitacoraEndpoints = register(bitacoraContract, {
  async allpaginable({ query, ctx }) {
    const filter = {
      from: query.dateIni ? startOfDay(ctx, query.dateIni) : null,
      until: query.dateFin ? startOfDay(ctx, query.dateFin, 1) : null,
      referencia: query.referencia ?? '',
    };
    const rows = await pageOf(ctx.tx, filter, query.page, query.size);
    const totalElements = await countOf(ctx.tx, filter);
    return {
      content: rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() })),
      first: query.page === 0,
      last: (query.page + 1) * query.size >= totalElements,
      totalElements,
    };
  },

  async get({ params, ctx }) {
    const row = await findEntry(ctx.tx, params.id);
    if (!row) throw new NotFound();
    const { created_at, entidad_id, orden, ...entry } = row;
    // Only a superadministrator sees superadministrators; others learn that something happened, not the account's data.
    const hidden =
      entry.entidad === 'usuario' && ctx.user.role !== SUPERADMIN && [entry.antes, entry.despues].some(isSuperadmin);
    return {
      ...entry,
      ...(hidden && { antes: null, despues: null }),
      createdAt: created_at.toISOString(),
      entidadId: entidad_id,
      sellado: orden !== null,
    };
  },

  async verify({ body, ctx }) {
    const { schema } = ctx.community;
    const now = ctx.clock.now();
    const result = await ctx.services.seals.verify(ctx.tx, { schema, now, expected: selloAnotado(body.sello) });
    if (!result.ok) ctx.log('bitácora alterada', { ...result.fault });
    return result;
  },
});
