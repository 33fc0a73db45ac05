import { toCentavos, toPesos } from '#core/money.ts';
import { type Month, monthNumber, monthsOfDates, monthTitle } from '#core/period.ts';
import { loadHeader } from '#libro/server/header.ts';
import { type LedgerLote, loadLote, lockLoteOfBody, refuseClosedLote } from '#libro/server/lotes.ts';
import {
  createMonths,
  type Definition,
  definitionFor,
  firstChargeableOf,
  monthsOf,
  noDefinition,
} from '#libro/server/maintenance.ts';
import { generateMonth, listRuns, previewMonth, undoRun } from '#libro/server/maintenance-run.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { nextRun, recordRun } from '#libro/server/runs.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import type { z } from '#platform/zod.ts';
import { type Mantenimiento, mantenimientoContract, type mantenimientoSchema } from '../contract.ts';
import { futureRefusal, generatedMessage, periodsMessage, periodsRefusal, undoneMessage } from '../rules.ts';
import {
  countMonth,
  findDefinition,
  findDefinitionForUpdate,
  findMonth,
  insertDefinition,
  listDefinitions,
  listMonth,
  listMonthsOfLote,
  replaceRules,
  updateDefinition,
} from './repository.ts';

type DefinitionBody = z.output<typeof mantenimientoSchema>;

const RUNS_SHOWN = 24;

function refuseIf(refusal: string | undefined): void {
  if (refusal !== undefined) throw new Refusal(refusal);
}

async function definitionOf(ctx: Context, id: number): Promise<Mantenimiento> {
  const found = await findDefinition(ctx.tx, id);
  if (!found) throw new NotFound();
  return found;
}

/** Two definitions of one name, or for the same lots, would leave it to chance what a lot pays. */
const conflicts = ({ name, tipoLote, validoMetrosVivienda }: DefinitionBody) => ({
  uq_mantenimiento_name: `Ya existe otro mantenimiento con el nombre «${name}». Use otro o edite el existente`,
  uq_mantenimiento_alcance: `Ya existe otro mantenimiento ${tipoLote} ${validoMetrosVivienda === null ? 'sin metros' : `desde ${validoMetrosVivienda} m²`}. Edite el existente o cambie los metros`,
  mantenimiento_regla_regla_id_fkey:
    'Una de las reglas de descuento ya no existe. Actualice la página y elija de nuevo',
});

async function saveDefinition(ctx: Context, body: DefinitionBody): Promise<number> {
  const columns = {
    name: body.name,
    cuota_centavos: toCentavos(body.cuota),
    description: body.description,
    dia_corte: body.diaCorte,
    tipo_lote: body.tipoLote,
    valido_metros_vivienda: body.validoMetrosVivienda,
    updated_at: ctx.clock.now(),
  };
  const antes = body.id === null ? undefined : await findDefinitionForUpdate(ctx.tx, body.id);
  if (body.id !== null && !antes) throw new NotFound();
  const reglas = body.reglasList.map((regla) => regla.id);
  return saveRecord(ctx, antes, {
    taken: conflicts(body),
    async insert() {
      const id = await insertDefinition(ctx.tx, columns);
      await replaceRules(ctx.tx, id, reglas);
      return id;
    },
    async update(id) {
      await updateDefinition(ctx.tx, id, columns);
      await replaceRules(ctx.tx, id, reglas);
    },
    audited: async (id) => ({
      entidad: 'mantenimiento',
      referencia: body.name,
      nota: `Mantenimiento ordinario «${body.name}»`,
      antes,
      despues: await definitionOf(ctx, id),
    }),
  });
}

/** A lot with what its months are made of. Refuses one that is not charged for maintenance. */
async function chargeable(ctx: Context, lote: LedgerLote): Promise<{ definition: Definition; first: string }> {
  refuseClosedLote(lote);
  if (lote.parentId !== null) {
    throw new Refusal(`El lote ${lote.referencia} es una vivienda: su lote condominal paga el mantenimiento`);
  }
  const definition = await definitionFor(ctx.tx, lote);
  if (!definition) throw new Refusal(noDefinition(lote));
  const first = firstChargeableOf(lote, definition.diaCorte);
  if (first === null) {
    throw new Refusal(`El lote ${lote.referencia} no está entregado. Registre su entrega para generar mantenimientos`);
  }
  return { definition, first };
}

async function generatePeriods(ctx: Context, loteId: number, months: readonly Month[]): Promise<string> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const lote = await lockLoteOfBody(tx, loteId);
  const { first } = await chargeable(ctx, lote);
  refuseIf(periodsRefusal(months, first));
  const existing = new Set((await monthsOf(tx, lote.id)).map(monthNumber));
  const missing = months.filter((month) => !existing.has(monthNumber(month)));
  if (missing.length === 0) {
    throw new Refusal('Los meses elegidos ya están generados. Elija otros');
  }
  const generacionId = await nextRun(tx);
  const created = await createMonths(tx, stamp, lote, missing, { generacionId });
  const existentes = months.length - missing.length;
  const [only] = missing;
  await recordRun(tx, stamp, {
    id: generacionId,
    tipo: 'periodos',
    ...(missing.length === 1 && only && { year: only.year, mes: only.mes }),
    creados: created.size,
    existentes,
  });
  await ctx.audit({
    status: 'creado',
    entidad: 'generacion',
    entidadId: generacionId,
    referencia: lote.referencia,
    nota: `Generación de ${created.size} ${created.size === 1 ? 'período' : 'períodos'} de mantenimiento`,
    despues: { lote: lote.referencia, meses: missing.map(monthTitle), creados: created.size, existentes },
  });
  return periodsMessage(created.size, existentes);
}

export const mantenimientoEndpoints = register(mantenimientoContract, {
  all: ({ ctx }) => listDefinitions(ctx.tx),

  get: ({ params, ctx }) => definitionOf(ctx, params.id),

  async save({ body, ctx }) {
    return { id: await saveDefinition(ctx, body) };
  },

  async generated({ params: { month: mes, year }, ctx }) {
    const month = { year, mes };
    return { ...(await countMonth(ctx.tx, month)), loteList: await listMonth(ctx.tx, month, 'todos') };
  },

  async generatedByStatus({ params: { month: mes, year, status }, ctx }) {
    const month = { year, mes };
    const { countByStatus } = await countMonth(ctx.tx, month);
    return { countByStatus, loteList: await listMonth(ctx.tx, month, status) };
  },

  async generate({ body, ctx }) {
    refuseIf(futureRefusal(body, ctx.today()));
    const month = { year: body.year, mes: body.mes };
    const run = await generateMonth(ctx.tx, stampOf(ctx), month);
    if (run.creados === 0 && run.existentes === 0) {
      throw new Refusal(
        `Ningún lote paga mantenimiento en ${monthTitle(month)}. Revise las fechas de entrega y las cuotas de Mantenimiento ordinario`,
      );
    }
    await ctx.audit({
      status: 'creado',
      entidad: 'generacion',
      entidadId: run.creados > 0 ? run.generacionId : null,
      referencia: monthTitle(month),
      nota: `Generación de mantenimiento: ${run.creados} creados por ${inPesos(run.total)}, ${run.existentes} ya existían`,
      despues: { ...month, creados: run.creados, existentes: run.existentes, total: run.total },
    });
    return generatedMessage(month, run.creados, run.existentes);
  },

  async preview({ body, ctx }) {
    refuseIf(futureRefusal(body, ctx.today()));
    const { tipos, sinCuota } = await previewMonth(ctx.tx, { year: body.year, mes: body.mes });
    const sum = (of: (row: (typeof tipos)[number]) => number): number =>
      tipos.reduce((total, row) => total + of(row), 0);
    return {
      tipos: tipos.map((row) => ({ ...row, total: toPesos(row.total) })),
      nuevos: sum((row) => row.nuevos),
      total: toPesos(sum((row) => row.total)),
      existentes: sum((row) => row.existentes),
      sinCuota,
    };
  },

  async runs({ ctx }) {
    const runs = await listRuns(ctx.tx, RUNS_SHOWN);
    return runs.map(({ created_at, anulada, tocada, ...run }) => ({
      ...run,
      create_at: created_at.toISOString(),
      anulada: anulada?.toISOString() ?? null,
      anulable: anulada === null && !tocada,
    }));
  },

  async undo({ params, ctx }) {
    const undone = await undoRun(ctx.tx, Object.assign(stampOf(ctx), { usuarioId: ctx.user.id }), params.id);
    if (!undone) throw new NotFound();
    const what = undone.year && undone.mes ? monthTitle({ year: undone.year, mes: undone.mes }) : 'varios meses';
    await ctx.audit({
      status: 'cancelado',
      entidad: 'generacion',
      entidadId: params.id,
      referencia: what,
      nota: `Se deshizo una generación de mantenimiento: ${undone.anulados} cargos por ${inPesos(undone.total)}`,
      despues: { anulados: undone.anulados, total: undone.total },
    });
    return undoneMessage(undone.anulados);
  },

  async forPeriods({ params, ctx }) {
    const lote = await loadLote(ctx.tx, params.loteId);
    const { definition } = await chargeable(ctx, lote);
    return {
      idLote: lote.id,
      referencia: lote.referencia,
      fechaEntrega: lote.fechaEntrega ?? '',
      fechaInicioPagos: lote.fechaInicioPagos,
      diaCorte: definition.diaCorte,
      mantenimientos: await monthsOf(ctx.tx, lote.id),
    };
  },

  generatePeriods: ({ body, ctx }) => generatePeriods(ctx, body.id, monthsOfDates(body.range)),

  async lote({ params, ctx }) {
    const header = await loadHeader(ctx.tx, params.id);
    return { ...header, mantenimientoList: await listMonthsOfLote(ctx.tx, params.id) };
  },

  async loteMonths({ params, ctx }) {
    await loadLote(ctx.tx, params.id);
    return listMonthsOfLote(ctx.tx, params.id, params.solo === '1');
  },

  async month({ params, ctx }) {
    const month = await findMonth(ctx.tx, params.id);
    if (!month) throw new NotFound('No existe el mantenimiento solicitado');
    return month;
  },
});
