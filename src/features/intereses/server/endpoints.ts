import { toPesos } from '#core/money.ts';
import { monthTitle } from '#core/period.ts';
import { loadLote } from '#libro/server/lotes.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { register } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { interesesContract } from '../contract.ts';
import { GENERATED } from '../rules.ts';
import { generate } from './generate.ts';
import {
  findLastRun,
  findTiie,
  findTiieForUpdate,
  insertTiie,
  listMoratorios,
  listTiies,
  searchLotes,
  updateTiie,
} from './repository.ts';

const UNKNOWN = 'No existe la TIIE solicitada';

export const interesesEndpoints = register(interesesContract, {
  tiies: ({ ctx }) => listTiies(ctx.tx),

  async tiie({ params, ctx }) {
    const tiie = await findTiie(ctx.tx, params.id);
    if (!tiie) throw new NotFound(UNKNOWN);
    return tiie;
  },

  async saveTiie({ body, ctx }) {
    const { mes, year, porcentaje } = body;
    const antes = body.id === null ? undefined : await findTiieForUpdate(ctx.tx, body.id);
    if (body.id !== null && !antes) throw new NotFound(UNKNOWN);
    const rate = { mes, year, porcentaje, updated_at: ctx.clock.now() };
    const titulo = monthTitle({ year, mes });
    await saveRecord(ctx, antes, {
      taken: { uq_tiie_periodo: `Ya existe la TIIE de ${titulo}. Elija otro período o edite la existente` },
      insert: () => insertTiie(ctx.tx, rate),
      update: (id) => updateTiie(ctx.tx, id, rate),
      audited: (id) => ({
        entidad: 'tiie',
        referencia: titulo,
        nota: `TIIE de ${titulo}: ${porcentaje}%`,
        antes,
        despues: { id, mes, year, porcentaje },
      }),
    });
    return undefined;
  },

  async last({ ctx }) {
    const run = await findLastRun(ctx.tx);
    return { createdAt: run?.createdAt.toISOString() ?? null };
  },

  async generate({ ctx }) {
    const { entry } = await generate(ctx.tx, stampOf(ctx));
    await ctx.audit(entry);
    return GENERATED;
  },

  lotes: ({ query, ctx }) => searchLotes(ctx.tx, query.q),

  async moratorios({ params, ctx }) {
    const lote = await loadLote(ctx.tx, params.loteId);
    const rows = await listMoratorios(ctx.tx, lote.id);
    return rows.map(({ interes, costo, pagado, ...row }) => ({
      ...row,
      costo: toPesos(costo),
      pagado: toPesos(pagado),
      interesMoratorio: toPesos(interes),
    }));
  },
});
