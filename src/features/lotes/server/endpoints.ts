import type { Updateable } from 'kysely';
import { listVigentesDe } from '#libro/server/agreements.ts';
import { type Moved, moveOpen } from '#libro/server/merge.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { DELETED } from '#platform/messages.ts';
import { type Context, register } from '#platform/server/context.ts';
import { isForeignKeyViolation, refusing } from '#platform/server/database-errors.ts';
import type { Lote } from '#platform/server/database-types.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import { type LoteDetail, type loteSchema, lotesContract } from '../contract.ts';
import {
  activateRefusal,
  agreementsRefusal,
  asociadoRefusal,
  deliveryDate,
  deliveryDateRefusal,
  inactivateRefusal,
  mergeChoiceRefusal,
  mergeRefusal,
  newUnitRefusal,
  numeroViviendasRefusal,
  statusRefusal,
  type Tie,
  tieChanges,
} from '../rules.ts';
import {
  beginInactivity,
  countByTipo,
  countUnits,
  deleteLote,
  endInactivity,
  endTies,
  findDetail,
  findLoteByReferenciaForUpdate,
  findLoteForUpdate,
  findLotesForUpdate,
  findReplacedToday,
  findResidentesForShare,
  goOnWith,
  insertLote,
  insertTies,
  type LockedLote,
  listByStatus,
  listByTipo,
  listHabitacionales,
  listTied,
  listTies,
  mergeInto,
  searchOptions,
  searchResidentes,
  updateLote,
} from './repository.ts';

type LoteBody = z.output<typeof loteSchema>;

const UNKNOWN = 'No existe el lote solicitado';

function refuseIf(refusal: string | undefined): void {
  if (refusal !== undefined) throw new Refusal(refusal);
}

/** A lot that was there a moment ago in this very transaction. */
async function detailOf(ctx: Context, id: number): Promise<LoteDetail> {
  const detail = await findDetail(ctx.tx, id);
  if (!detail) throw new NotFound(UNKNOWN);
  return detail;
}

async function lockedLote(ctx: Context, id: number): Promise<LockedLote> {
  const lote = await findLoteForUpdate(ctx.tx, id);
  if (!lote) throw new NotFound(UNKNOWN);
  return lote;
}

/** '; pasan 3 cargos por $7,500.00 y $120.00 de fondo', or nothing. */
function movedNote({ cargos, deuda, fondo }: Moved): string {
  const parts = [
    ...(cargos > 0 ? [`${cargos} ${cargos === 1 ? 'cargo' : 'cargos'} por ${inPesos(deuda)}`] : []),
    ...(fondo > 0 ? [`${inPesos(fondo)} de fondo`] : []),
  ];
  return parts.length === 0 ? '' : `; pasan ${parts.join(' y ')}`;
}

const taken = (referencia: string) => ({
  uq_lote_referencia: `Ya existe un lote con la referencia «${referencia}». Use otra o edite el lote existente`,
});

/** The columns that a save may write to any lot. */
function columnsOf(body: LoteBody, fechaEntrega: string | null, now: Date) {
  return {
    status: body.status,
    // Only condominal lots hold units.
    numero_viviendas: body.tipo === 'condominal' ? (body.numeroViviendas ?? 1) : 1,
    calle: body.calle,
    manzana: body.manzana,
    lote: body.lote,
    etapa: body.etapa,
    superficie: body.superficie,
    category: body.category || null,
    subestado: body.subestado || null,
    category_hab: body.categoryHab || null,
    sub_category_hab: body.subCategoryHab || null,
    fecha_entrega: fechaEntrega,
    fecha_inicio_pagos: body.fechaInicioPagos,
    latitud: body.latitud,
    longitud: body.longitud,
    is_recurrente: body.isRecurrente,
    acta_entrega: body.u9uuuu9,
    boleta_predial: body.boletaPredial,
    identificacion: body.identificacion,
    chepina: body.chepina,
    num_escrituracion: body.numEscrituracion,
    updated_at: now,
  } satisfies Updateable<Lote>;
}

/** Brings the active ties of a lot to what the body lists; whoever is no longer listed stays as history. */
async function saveTies(ctx: Context, loteId: number, list: LoteBody['residenteLoteList']): Promise<void> {
  const ties = await listTies(ctx.tx, loteId);
  // One that ended since the form was opened is not begun again by it: the house may be sold meanwhile.
  if (list.some(({ id }) => id !== null && !ties.some((tie) => tie.id === id && tie.active))) {
    throw new Refusal('Un residente de la lista ya no está ligado a este lote. Actualice la página e intente de nuevo');
  }
  const wanted = list.map(({ resident, asociado }) => ({ residenteId: resident.id, asociado }));
  const { end, begin } = tieChanges(
    ties.filter((tie) => tie.active),
    wanted,
  );
  if (begin.length > 0) {
    const ids = begin.map((tie) => tie.residenteId);
    const residentes = new Map((await findResidentesForShare(ctx.tx, ids)).map((found) => [found.id, found]));
    for (const { residenteId, asociado } of begin) {
      const residente = residentes.get(residenteId);
      if (!residente) throw new Refusal('Un residente de la lista no existe. Elija otro');
      const tipo = asociado ? 'asociado' : 'inquilino';
      if (residente.tipo !== tipo) {
        throw new Refusal(`«${residente.name}» está registrado como ${residente.tipo}, no como ${tipo}. Elija otro`);
      }
    }
  }
  const isBack = await putBack(ctx, loteId, begin);
  const left = <T extends { asociado: boolean }>(all: readonly T[]) => all.filter((tie) => !(isBack && tie.asociado));
  const [ending, beginning] = [left(end), left(begin)];
  // Before the new ones: only one associate may be active at any moment.
  if (ending.length > 0) {
    await endTies(
      ctx.tx,
      ending.map((tie) => tie.id),
      ctx.clock.now(),
    );
  }
  if (beginning.length > 0) await insertTies(ctx.tx, loteId, beginning, ctx.clock.now());
}

/** The associate whom the form put somebody else in the place of today is so again: by a new tie he would begin without his past. */
async function putBack(ctx: Context, loteId: number, begin: readonly Tie[]): Promise<boolean> {
  const wanted = begin.find(({ asociado }) => asociado);
  if (!wanted) return false;
  const of = { loteId, residenteId: wanted.residenteId, today: ctx.today(), timeZone: ctx.community.timeZone };
  const replaced = await findReplacedToday(ctx.tx, of);
  if (replaced) await goOnWith(ctx.tx, loteId, replaced.id);
  return replaced !== undefined;
}

async function createLote(ctx: Context, body: LoteBody): Promise<void> {
  refuseIf(statusRefusal(undefined, body.status));
  const fechaEntrega = deliveryDate(body.status, body.fechaEntrega ?? null, null, ctx.today());
  const { referencia, tipo } = body;
  const id = await refusing(taken(referencia), () =>
    insertLote(ctx.tx, {
      ...columnsOf(body, fechaEntrega, ctx.clock.now()),
      referencia,
      tipo,
      created_at: ctx.clock.now(),
    }),
  );
  await saveTies(ctx, id, body.residenteLoteList);
  await ctx.audit({
    status: 'creado',
    entidad: 'lote',
    entidadId: id,
    referencia,
    nota: `Lote ${tipo} «${referencia}»`,
    despues: await detailOf(ctx, id),
  });
}

async function changeLote(ctx: Context, id: number, body: LoteBody): Promise<void> {
  const lote = await lockedLote(ctx, id);
  const antes = await detailOf(ctx, id);
  if (body.tipo !== lote.tipo) {
    throw new Refusal(`El lote «${lote.referencia}» es ${lote.tipo} y su tipo no se puede cambiar`);
  }
  if (body.referencia !== lote.referencia) {
    throw new Refusal(`La referencia «${lote.referencia}» no se puede cambiar después de crear el lote`);
  }
  refuseIf(statusRefusal(lote.status, body.status));
  refuseIf(
    asociadoRefusal(
      { ...lote, statusAnterior: lote.status_anterior },
      body.residenteLoteList.some((tie) => tie.asociado),
    ),
  );
  const chosen = body.fechaEntrega === undefined ? lote.fecha_entrega : body.fechaEntrega;
  refuseIf(deliveryDateRefusal(lote.fecha_entrega, chosen));
  const fechaEntrega = deliveryDate(body.status, chosen, lote.fecha_entrega, ctx.today());
  const columns = columnsOf(body, fechaEntrega, ctx.clock.now());
  refuseIf(
    numeroViviendasRefusal(ctx.user.role, {
      saved: lote.numero_viviendas,
      next: columns.numero_viviendas,
      units: antes.childrenLotes.length,
    }),
  );
  await updateLote(ctx.tx, id, columns);
  await saveTies(ctx, id, body.residenteLoteList);
  await ctx.audit({
    status: 'actualizado',
    entidad: 'lote',
    entidadId: id,
    referencia: lote.referencia,
    nota: `Lote ${lote.tipo} «${lote.referencia}»`,
    antes,
    despues: await detailOf(ctx, id),
  });
}

export const lotesEndpoints = register(lotesContract, {
  all: ({ params, ctx }) => listByTipo(ctx.tx, params.type_lote),

  habitacionales: ({ ctx }) => listHabitacionales(ctx.tx),

  get: ({ params, ctx }) => detailOf(ctx, params.id),

  async save({ body, ctx }) {
    if (body.id === null) await createLote(ctx, body);
    else await changeLote(ctx, body.id, body);
    return undefined;
  },

  async saveUnidad({ params, body, ctx }) {
    const parent = await lockedLote(ctx, params.parentLotId);
    if (body.id !== null) {
      throw new Refusal('Esta acción sólo agrega viviendas. Edite una existente en Lotes habitacionales');
    }
    const { numero_viviendas: numeroViviendas } = parent;
    refuseIf(newUnitRefusal({ ...parent, numeroViviendas, units: await countUnits(ctx.tx, parent.id) }));
    const { referencia } = body;
    const now = ctx.clock.now();
    const id = await refusing(taken(referencia), () =>
      insertLote(ctx.tx, {
        referencia,
        tipo: 'habitacional',
        parent_id: parent.id,
        calle: parent.calle,
        manzana: parent.manzana,
        etapa: parent.etapa,
        // The least that a lot may have, until its own form tells the true one.
        superficie: 1,
        created_at: now,
        updated_at: now,
      }),
    );
    const despues = await detailOf(ctx, id);
    await ctx.audit({
      status: 'creado',
      entidad: 'lote',
      entidadId: id,
      referencia,
      nota: `Vivienda «${referencia}» del lote condominal «${parent.referencia}»`,
      despues,
    });
    return despues;
  },

  async deleteUnidad({ params, ctx }) {
    const lote = await findLoteByReferenciaForUpdate(ctx.tx, params.referencia);
    if (!lote) throw new NotFound(UNKNOWN);
    const { id, referencia } = lote;
    if (lote.parent_id === null) {
      throw new Refusal(`El lote «${referencia}» no es una vivienda de un lote condominal y no se puede eliminar`);
    }
    if (lote.status === 'fusionado') {
      throw new Refusal(`La vivienda «${referencia}» se encuentra fusionada y no se puede eliminar`);
    }
    const tied = await listTied(ctx.tx, id);
    if (tied.length > 0) {
      const reasons = tied.map(({ what, count }) => `${what} (${count})`).join(', ');
      throw new Refusal(`La vivienda «${referencia}» no se puede eliminar porque tiene o tuvo ${reasons}`);
    }
    const antes = await detailOf(ctx, id);
    try {
      await deleteLote(ctx.tx, id);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new Refusal(
        `La vivienda «${referencia}» no se puede eliminar porque hay registros que dependen de ella, como cargos o pagos`,
      );
    }
    await ctx.audit({
      status: 'eliminado',
      entidad: 'lote',
      entidadId: id,
      referencia,
      nota: `Vivienda «${referencia}» del lote condominal «${antes.parentLote?.referencia ?? ''}»`,
      antes,
    });
    return DELETED;
  },

  async fusionar({ body, ctx }) {
    const ids = [...new Set(body.lotesFusiones.map((lote) => lote.id))];
    const referenceId = body.loteReferencia?.id ?? null;
    refuseIf(mergeChoiceRefusal(ids, referenceId));
    const lotes = await findLotesForUpdate(ctx.tx, ids);
    const reference = lotes.find((lote) => lote.id === referenceId);
    if (!reference || lotes.length < ids.length) {
      throw new Refusal('Uno de los lotes seleccionados no existe. Actualice la página y selecciónelos de nuevo');
    }
    for (const lote of lotes) refuseIf(mergeRefusal(lote));
    refuseIf(agreementsRefusal(await listVigentesDe(ctx.tx, ids)));
    const merged = lotes.filter((lote) => lote !== reference);
    const before = new Map<number, LoteDetail>();
    for (const { id } of merged) before.set(id, await detailOf(ctx, id));
    await mergeInto(
      ctx.tx,
      reference.id,
      merged.map((lote) => lote.id),
      ctx.clock.now(),
    );
    const stamp = stampOf(ctx);
    const notas: string[] = [];
    for (const { id, referencia } of merged) {
      const moved = await moveOpen(ctx.tx, stamp, id, reference.id);
      const nota = `Lote «${referencia}» fusionado en el lote «${reference.referencia}»${movedNote(moved)}`;
      notas.push(nota);
      await ctx.audit({
        status: 'actualizado',
        entidad: 'lote',
        entidadId: id,
        referencia,
        nota,
        antes: before.get(id),
        despues: await detailOf(ctx, id),
      });
    }
    await ctx.audit({
      status: 'actualizado',
      entidad: 'lote',
      entidadId: reference.id,
      referencia: reference.referencia,
      nota: `El lote «${reference.referencia}» recibió la fusión de ${merged.map((lote) => `«${lote.referencia}»`).join(', ')}`,
    });
    return notas.join('\n');
  },

  async inactivar({ params, ctx }) {
    const lote = await lockedLote(ctx, params.loteId);
    refuseIf(inactivateRefusal(lote));
    const antes = await detailOf(ctx, lote.id);
    await updateLote(ctx.tx, lote.id, {
      status: 'inactivo',
      status_anterior: lote.status,
      updated_at: ctx.clock.now(),
    });
    await beginInactivity(ctx.tx, lote.id, ctx.today());
    await ctx.audit({
      status: 'actualizado',
      entidad: 'lote',
      entidadId: lote.id,
      referencia: lote.referencia,
      nota: `Lote «${lote.referencia}» inactivado; su estado era ${lote.status}`,
      antes,
      despues: await detailOf(ctx, lote.id),
    });
    return undefined;
  },

  async activar({ params, ctx }) {
    const lote = await lockedLote(ctx, params.loteId);
    refuseIf(activateRefusal(lote));
    const antes = await detailOf(ctx, lote.id);
    const status = lote.status_anterior ?? 'disponible';
    await updateLote(ctx.tx, lote.id, { status, status_anterior: null, updated_at: ctx.clock.now() });
    await endInactivity(ctx.tx, lote.id, ctx.today());
    await ctx.audit({
      status: 'actualizado',
      entidad: 'lote',
      entidadId: lote.id,
      referencia: lote.referencia,
      nota: `Lote «${lote.referencia}» activado; su estado es ${status}`,
      antes,
      despues: await detailOf(ctx, lote.id),
    });
    return undefined;
  },

  forVehicles: ({ query, ctx }) => searchOptions(ctx.tx, query.q),

  referenciaLote: ({ query, ctx }) => searchOptions(ctx.tx, query.q, query.tipo),

  residentes: ({ params, query, ctx }) => searchResidentes(ctx.tx, params.tipo, query.q),

  async counts({ ctx }) {
    const counts = new Map((await countByTipo(ctx.tx)).map(({ tipo, count }) => [tipo, count]));
    return {
      condominal: counts.get('condominal') ?? 0,
      habitacional: counts.get('habitacional') ?? 0,
      comercial: counts.get('comercial') ?? 0,
    };
  },

  byStatus: ({ params, ctx }) => listByStatus(ctx.tx, params.status),
});
