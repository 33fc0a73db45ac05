import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { TipoLote } from '#libro/lotes/contract.ts';
import { lotesOfReference } from '#libro/server/references.ts';
import type { Lote } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { LoteDetail, LoteStatus } from '../contract.ts';
import type { Tie } from '../rules.ts';

/** Lots with the name of their active associate, '' when there is none. */
function withAsociado(tx: Tx) {
  return tx
    .selectFrom('lote')
    .leftJoin('lote_residente as lazo', (join) =>
      join.onRef('lazo.lote_id', '=', 'lote.id').on('lazo.asociado', '=', true).on('lazo.active', '=', true),
    )
    .leftJoin('residente', 'residente.id', 'lazo.residente_id');
}

const asociadoName = sql<string>`coalesce(residente.name, '')`;

export function listByTipo(tx: Tx, tipo: TipoLote) {
  return withAsociado(tx)
    .select(['lote.id', 'lote.referencia', 'lote.direccion', asociadoName.as('residente_name')])
    .where('lote.tipo', '=', tipo)
    .orderBy(inSpanish('lote.referencia'))
    .orderBy('lote.id')
    .execute();
}

export function listByStatus(tx: Tx, status: LoteStatus) {
  return withAsociado(tx)
    .select(['lote.id', 'lote.referencia', 'lote.direccion', asociadoName.as('residente_name')])
    .where('lote.status', '=', status)
    .orderBy(inSpanish('lote.referencia'))
    .orderBy('lote.id')
    .execute();
}

/** 'REF · Asociado · Dirección' with the parts that there are. */
const optionName = sql<string>`concat_ws(' · ', lote.referencia, nullif(residente.name, ''), nullif(lote.direccion, ''))`;

const OPTIONS_MAX = 30;

const wordsOf = (q: string): string[] => q.split(/\s+/).filter(Boolean);

/** A LIKE pattern for a part of a word, escaped after `clave`, which turns some characters into the wildcards of LIKE. */
const patternOf = (word: string) =>
  sql<string>`'%' || regexp_replace(ext.clave(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** Shorter words are no use to a trigram index. */
const TRIGRAM = 3;

const foundByIndex = (pattern: RawBuilder<string>) => sql<boolean>`lote.id IN (
  SELECT l.id FROM lote l WHERE ext.clave(l.referencia) LIKE ${pattern}
  UNION SELECT l.id FROM lote l WHERE ext.clave(l.calle) LIKE ${pattern}
  UNION SELECT t.lote_id FROM residente r JOIN lote_residente t ON t.residente_id = r.id AND t.asociado AND t.active
    WHERE ext.clave(r.name) LIKE ${pattern})`;

const foundInRow = (pattern: RawBuilder<string>) => sql<boolean>`(ext.clave(lote.referencia) LIKE ${pattern}
  OR ext.clave(lote.calle) LIKE ${pattern} OR ext.clave(residente.name) LIKE ${pattern})`;

/**
 * The lots in whose referencia, active associate's name or street every word is found, whatever its accents and case;
 * the one whose payment reference the text is and those whose referencia begins with it first, at most 30. Each place of a longer word is asked through its
 * own trigram index.
 */
export async function searchOptions(tx: Tx, q: string, tipo?: TipoLote) {
  const paid = await lotesOfReference(tx, q);
  const isPaid = sql<boolean>`lote.id = ANY(${paid}::int[])`;
  const found = wordsOf(q).map((word) => {
    const pattern = patternOf(word);
    return word.length < TRIGRAM ? foundInRow(pattern) : foundByIndex(pattern);
  });
  let query = withAsociado(tx).select(['lote.id', optionName.as('name')]);
  if (tipo) query = query.where('lote.tipo', '=', tipo);
  if (paid.length === 0) for (const one of found) query = query.where(one);
  else query = query.where(({ and, or }) => or([and(found), isPaid]));
  return query
    .orderBy(isPaid, 'desc')
    .orderBy(sql`starts_with(ext.clave(lote.referencia), ext.clave(${q}))`, 'desc')
    .orderBy(inSpanish('lote.referencia'))
    .orderBy('lote.id')
    .limit(OPTIONS_MAX)
    .execute();
}

/** The residents of a kind in whose name every word is found, whatever its accents and case; at most 30. */
export function searchResidentes(tx: Tx, tipo: 'asociado' | 'inquilino', q: string) {
  let query = tx.selectFrom('residente').select(['id', 'name']).where('tipo', '=', tipo);
  for (const word of wordsOf(q)) query = query.where(sql<string>`ext.clave(name)`, 'like', patternOf(word));
  return query.orderBy(inSpanish('name')).orderBy('id').limit(OPTIONS_MAX).execute();
}

export function listHabitacionales(tx: Tx) {
  return withAsociado(tx)
    .select(['lote.id', 'lote.referencia', optionName.as('name'), asociadoName.as('residente_name')])
    .where('lote.tipo', '=', 'habitacional')
    .orderBy(inSpanish('lote.referencia'))
    .orderBy('lote.id')
    .execute();
}

/** How many lots there are of each type; a type without lots is missing. */
export function countByTipo(tx: Tx) {
  return tx
    .selectFrom('lote')
    .select(({ fn }) => ['tipo', fn.countAll<number>().as('count')])
    .groupBy('tipo')
    .execute();
}

const residenteLotes = sql<LoteDetail['residenteLotes']>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', t.id, 'active', t.active, 'asociado', t.asociado,
    'residente', jsonb_build_object('id', r.id, 'name', r.name)) ORDER BY t.active DESC, t.asociado DESC, t.desde, t.id)
  FROM lote_residente t JOIN residente r ON r.id = t.residente_id WHERE t.lote_id = lote.id), '[]')`;

const childrenLotes = sql<LoteDetail['childrenLotes']>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('referencia', c.referencia, 'status', c.status)
    ORDER BY c.referencia COLLATE ext.es, c.id)
  FROM lote c WHERE c.parent_id = lote.id), '[]')`;

/** A lot with all that the contract tells of it, in one query. */
export async function findDetail(tx: Tx, id: number): Promise<LoteDetail | undefined> {
  const row = await tx
    .selectFrom('lote')
    .leftJoin('lote as parent', 'parent.id', 'lote.parent_id')
    .leftJoin('lote as fusion', 'fusion.id', 'lote.fusion_lote_id')
    .selectAll('lote')
    .select([
      'parent.referencia as parent_referencia',
      'fusion.referencia as fusion_referencia',
      residenteLotes.as('residenteLotes'),
      childrenLotes.as('childrenLotes'),
    ])
    .where('lote.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  // The table's checks allow just the words that the contract's types name.
  return {
    id: row.id,
    tipo: row.tipo,
    referencia: row.referencia,
    status: row.status,
    numeroViviendas: row.numero_viviendas,
    calle: row.calle,
    manzana: row.manzana,
    lote: row.lote,
    etapa: row.etapa,
    superficie: Number(row.superficie),
    category: row.category ?? '',
    subestado: row.subestado ?? '',
    categoryHab: row.category_hab ?? '',
    subCategoryHab: row.sub_category_hab ?? '',
    fechaEntrega: row.fecha_entrega ?? '',
    fechaInicioPagos: row.fecha_inicio_pagos ?? '',
    latitud: row.latitud,
    longitud: row.longitud,
    isRecurrente: row.is_recurrente,
    u9uuuu9: row.acta_entrega,
    boletaPredial: row.boleta_predial,
    identificacion: row.identificacion,
    chepina: row.chepina,
    numEscrituracion: row.num_escrituracion,
    plusPercentMtto: row.plus_percent_mtto === null ? null : Number(row.plus_percent_mtto),
    residenteLotes: row.residenteLotes,
    parentLote: row.parent_referencia === null ? null : { referencia: row.parent_referencia },
    childrenLotes: row.childrenLotes,
    fusionLote: row.fusion_referencia === null ? null : { referencia: row.fusion_referencia },
  } as LoteDetail;
}

export interface LockedLote {
  id: number;
  referencia: string;
  tipo: TipoLote;
  status: LoteStatus;
  status_anterior: LoteStatus | null;
  numero_viviendas: number;
  fecha_entrega: string | null;
  parent_id: number | null;
  calle: string;
  manzana: string;
  etapa: string;
}

const locked = (tx: Tx) =>
  tx
    .selectFrom('lote')
    .select([
      'id',
      'referencia',
      'tipo',
      'status',
      'status_anterior',
      'numero_viviendas',
      'fecha_entrega',
      'parent_id',
      'calle',
      'manzana',
      'etapa',
    ])
    .$castTo<LockedLote>()
    .forUpdate();

/** The lot, locked until the transaction ends, so that two changes of it follow each other. */
export function findLoteForUpdate(tx: Tx, id: number) {
  return locked(tx).where('id', '=', id).executeTakeFirst();
}

export function findLoteByReferenciaForUpdate(tx: Tx, referencia: string) {
  return locked(tx).where(sql`ext.clave(referencia)`, '=', sql`ext.clave(${referencia})`).executeTakeFirst();
}

/** The lots of these ids, locked in the order of their ids, so that two merges never wait for each other. */
export function findLotesForUpdate(tx: Tx, ids: readonly number[]) {
  return locked(tx).where('id', 'in', ids).orderBy('id').execute();
}

export async function countUnits(tx: Tx, parentId: number): Promise<number> {
  const row = await tx
    .selectFrom('lote')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('parent_id', '=', parentId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export const insertLote = (tx: Tx, values: Insertable<Lote>) =>
  insertedId(tx.insertInto('lote').values(values).returning('id'));

export async function updateLote(tx: Tx, id: number, values: Updateable<Lote>): Promise<void> {
  await tx.updateTable('lote').set(values).where('id', '=', id).execute();
}

export async function deleteLote(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('lote_inactividad').where('lote_id', '=', id).execute();
  await tx.deleteFrom('lote').where('id', '=', id).execute();
}

/** What is tied to a lot and would be orphaned if it went: Spanish nouns with their counts, only those above 0. */
export const listTied = (tx: Tx, id: number) =>
  rowsFrom(tx)<{ what: string; count: number }>`
    SELECT what, count FROM (
      SELECT 1 AS place, 'residentes' AS what, count(*) FROM lote_residente WHERE lote_id = ${id}
      UNION ALL SELECT 2, 'representantes legales', count(*) FROM representante_lote WHERE lote_id = ${id}
      UNION ALL SELECT 3, 'vehículos', count(*) FROM vehiculo WHERE lote_id = ${id}
      UNION ALL SELECT 4, 'notas o alertas', count(*) FROM nota_alerta WHERE lote_id = ${id}
      UNION ALL SELECT 5, 'usuarios de la app', count(*) FROM user_app WHERE lote_id = ${id}
      UNION ALL SELECT 6, 'lotes fusionados en ella', count(*) FROM lote WHERE fusion_lote_id = ${id}
      UNION ALL SELECT 7, 'cargos', count(*) FROM cargo WHERE lote_id = ${id} OR lote_origen_id = ${id}
      UNION ALL SELECT 8, 'pagos', count(*) FROM recibo WHERE lote_id = ${id}
      UNION ALL SELECT 9, 'movimientos de fondo', count(*) FROM fondo_movimiento WHERE lote_id = ${id}
    ) tied WHERE count > 0 ORDER BY place`;

/** Residents of these ids that exist, held so that none is deleted or retyped before the transaction ends. */
export function findResidentesForShare(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('residente')
    .select(['id', 'name', 'tipo'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute();
}

export function listTies(tx: Tx, loteId: number) {
  return tx
    .selectFrom('lote_residente')
    .select(['id', 'residente_id as residenteId', 'asociado', 'active'])
    .where('lote_id', '=', loteId)
    .execute();
}

/** Ends ties: they stay as history. */
export async function endTies(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.updateTable('lote_residente').set({ active: false, hasta: now }).where('id', 'in', ids).execute();
}

export async function insertTies(tx: Tx, loteId: number, ties: readonly Tie[], now: Date): Promise<void> {
  await tx
    .insertInto('lote_residente')
    .values(
      ties.map(({ residenteId, asociado }) => ({
        lote_id: loteId,
        residente_id: residenteId,
        asociado,
        desde: now,
      })),
    )
    .execute();
}

/** A lot's inactivity begins: no late interest grows from this day on. */
export async function beginInactivity(tx: Tx, loteId: number, today: Fecha): Promise<void> {
  await tx.insertInto('lote_inactividad').values({ lote_id: loteId, desde: today }).execute();
}

/** Its inactivity ended yesterday; one that began today never was. */
export async function endInactivity(tx: Tx, loteId: number, today: Fecha): Promise<void> {
  await sql`DELETE FROM lote_inactividad WHERE lote_id = ${loteId} AND hasta IS NULL AND desde >= ${today}::date`.execute(
    tx,
  );
  await sql`UPDATE lote_inactividad SET hasta = ${today}::date - 1 WHERE lote_id = ${loteId} AND hasta IS NULL`.execute(
    tx,
  );
}

/** Makes lots part of a reference lot. */
export async function mergeInto(tx: Tx, referenceId: number, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .updateTable('lote')
    .set({ status: 'fusionado', fusion_lote_id: referenceId, updated_at: now })
    .where('id', 'in', ids)
    .execute();
}

/** The tenants of a lot, by name. */
export function listInquilinosDe(tx: Tx, loteId: number) {
  return tx
    .selectFrom('lote_residente')
    .innerJoin('residente', 'residente.id', 'lote_residente.residente_id')
    .select(['lote_residente.id', 'residente.id as residenteId', 'residente.name'])
    .where('lote_residente.lote_id', '=', loteId)
    .where('lote_residente.active', '=', true)
    .where('lote_residente.asociado', '=', false)
    .orderBy(inSpanish('residente.name'))
    .orderBy('lote_residente.id')
    .execute();
}

/** Ties that were ended by mistake, as if they had not been. */
export async function reviveTies(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.updateTable('lote_residente').set({ active: true, hasta: null }).where('id', 'in', ids).execute();
}

/** The tie of an associate that ended on this day, where nothing has been made out to anybody else since; undefined where none did. */
export const findReplacedToday = (
  tx: Tx,
  of: { loteId: number; residenteId: number; today: Fecha; timeZone: string },
) =>
  rowFrom(tx)<{ id: number }>`
    SELECT t.id FROM lote_residente t
    WHERE t.lote_id = ${of.loteId} AND t.residente_id = ${of.residenteId} AND t.asociado AND t.hasta > t.desde
      AND (t.hasta AT TIME ZONE ${of.timeZone}::text)::date = ${of.today}::date
      AND NOT EXISTS (SELECT FROM cambio_propietario WHERE lote_id = t.lote_id AND created_at >= t.hasta)
      AND NOT EXISTS (SELECT FROM recibo WHERE lote_id = t.lote_id AND created_at >= t.hasta)
      AND NOT EXISTS (SELECT FROM factura WHERE lote_id = t.lote_id AND created_at >= t.hasta)
      AND NOT EXISTS (SELECT FROM convenio WHERE lote_id = t.lote_id AND created_at >= t.hasta)
      AND NOT EXISTS (SELECT FROM no_adeudo WHERE lote_id = t.lote_id AND created_at >= t.hasta)
    ORDER BY t.hasta DESC LIMIT 1`;

/** Whoever was the associate since that tie ended was so by mistake: it goes on as if it had not ended. */
export async function goOnWith(tx: Tx, loteId: number, id: number): Promise<void> {
  await sql`UPDATE lote_residente SET active = false, hasta = desde
    WHERE lote_id = ${loteId} AND asociado AND desde >= (SELECT hasta FROM lote_residente WHERE id = ${id})`.execute(
    tx,
  );
  await reviveTies(tx, [id]);
}

/** A tie that was a mistake: it ends when it began, so that on no day anybody was two. */
export async function voidTie(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE lote_residente SET active = false, hasta = desde WHERE id = ${id}`.execute(tx);
}
