import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { barredByCollection, isOverdue } from '#libro/server/debt.ts';
import type { AmenidadAgenda, ReglaAmenidad, TipoAmenidad } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import type { Reserva } from '../contract.ts';
import type { Category, Interval } from '../rules.ts';

/* Types */

const TIPO = ['id', 'name', 'active', 'icono_id', 'foto_id'] as const;

export function listTipos(tx: Tx) {
  return tx.selectFrom('tipo_amenidad').select(TIPO).orderBy(inSpanish('name')).orderBy('id').execute();
}

export function listTiposActivos(tx: Tx) {
  return tx
    .selectFrom('tipo_amenidad')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy(inSpanish('name'))
    .orderBy('id')
    .execute();
}

export function findTipo(tx: Tx, id: number) {
  return tx.selectFrom('tipo_amenidad').select(TIPO).where('id', '=', id).executeTakeFirst();
}

/** The type, locked until the transaction ends, so that two edits follow each other. */
export function findTipoForUpdate(tx: Tx, id: number) {
  return tx.selectFrom('tipo_amenidad').select(TIPO).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertTipo(tx: Tx, values: Insertable<TipoAmenidad>) {
  return tx.insertInto('tipo_amenidad').values(values).returning(TIPO).executeTakeFirstOrThrow();
}

export function updateTipo(tx: Tx, id: number, values: Insertable<TipoAmenidad>) {
  return tx.updateTable('tipo_amenidad').set(values).where('id', '=', id).returning(TIPO).executeTakeFirstOrThrow();
}

/* Rules */

const REGLA = ['id', 'name', 'category', 'active'] as const;

/** The table's check allows just the words that the contract names. */
const asRegla = <Row extends { category: string }>(row: Row) => ({ ...row, category: row.category as Category });

export async function listReglas(tx: Tx) {
  const rows = await tx.selectFrom('regla_amenidad').select(REGLA).orderBy(inSpanish('name')).orderBy('id').execute();
  return rows.map(asRegla);
}

export async function findRegla(tx: Tx, id: number) {
  const row = await tx.selectFrom('regla_amenidad').select(REGLA).where('id', '=', id).executeTakeFirst();
  return row && asRegla(row);
}

export async function findReglaForUpdate(tx: Tx, id: number) {
  const row = await tx.selectFrom('regla_amenidad').select(REGLA).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && asRegla(row);
}

export function insertRegla(tx: Tx, values: Insertable<ReglaAmenidad>) {
  return tx.insertInto('regla_amenidad').values(values).returning(REGLA).executeTakeFirstOrThrow();
}

export function updateRegla(tx: Tx, id: number, values: Insertable<ReglaAmenidad>) {
  return tx.updateTable('regla_amenidad').set(values).where('id', '=', id).returning(REGLA).executeTakeFirstOrThrow();
}

/* Agendas */

const variaciones = sql<{ id: number; name: string }[]>`coalesce((
  SELECT json_agg(json_build_object('id', v.id, 'name', v.name) ORDER BY v.id)
  FROM amenidad_variacion v WHERE v.agenda_id = a.id AND NOT v.eliminada), '[]')`;

const premium = sql<(Interval & { id: number })[]>`coalesce((
  SELECT json_agg(json_build_object('id', p.id, 'inicia', p.inicia_minuto, 'termina', p.termina_minuto) ORDER BY p.inicia_minuto)
  FROM amenidad_horario_premium p WHERE p.agenda_id = a.id), '[]')`;

/** Every active rule, with its number where the agenda applies it. */
const reglas = sql<{ id: number; category: Category; title: string; valor: number | null }[]>`coalesce((
  SELECT json_agg(json_build_object('id', r.id, 'category', r.category, 'title', r.name, 'valor', g.valor)
    ORDER BY r.name COLLATE ext.es, r.id)
  FROM regla_amenidad r LEFT JOIN amenidad_agenda_regla g ON g.regla_id = r.id AND g.agenda_id = a.id
  WHERE r.active), '[]')`;

function selectAgendas(tx: Tx) {
  return tx
    .selectFrom('amenidad_agenda as a')
    .innerJoin('tipo_amenidad as t', 't.id', 'a.tipo_amenidad_id')
    .leftJoin('lote as l', 'l.id', 'a.lote_id')
    .select([
      'a.id',
      'a.tipo_amenidad_id',
      't.name as tipo_name',
      't.active as tipo_active',
      'a.lote_id',
      'l.referencia as lote_referencia',
      'a.aforo_maximo',
      'a.ventana_desde_horas',
      'a.ventana_hasta_horas',
      'a.duracion_minutos',
      'a.dias',
      'a.inicia_minuto',
      'a.termina_minuto',
      'a.permite_visita',
      'a.activa',
      variaciones.as('variaciones'),
      premium.as('premium'),
    ]);
}

function selectAgendasWithRules(tx: Tx) {
  return selectAgendas(tx).select(reglas.as('reglas'));
}
export type AgendaRow = Awaited<ReturnType<ReturnType<typeof selectAgendasWithRules>['executeTakeFirstOrThrow']>>;

/** The agendas of a condominal lot, or the general ones. */
export function listAgendas(tx: Tx, loteId: number | null) {
  return selectAgendasWithRules(tx)
    .where('a.lote_id', loteId === null ? 'is' : '=', loteId)
    .orderBy(inSpanish('t.name'))
    .orderBy('a.id')
    .execute();
}

/** The agendas that are open to whoever reads them: in a resident's own transaction the general ones and those of their condominium. */
export function listAgendasActivas(tx: Tx) {
  return selectAgendas(tx)
    .where('a.activa', '=', true)
    .where('t.active', '=', true)
    .orderBy(inSpanish('t.name'))
    .orderBy('a.inicia_minuto')
    .orderBy('a.id')
    .execute();
}

export function findAgenda(tx: Tx, id: number) {
  return selectAgendasWithRules(tx).where('a.id', '=', id).executeTakeFirst();
}

/**
 * The agenda, locked until the transaction ends: whoever books it or changes it follows one after the other, so that what
 * is counted after the lock is what there is. Its parts are read after the lock.
 */
export async function findAgendaForUpdate(tx: Tx, id: number) {
  const locked = await tx
    .selectFrom('amenidad_agenda')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked && findAgenda(tx, id);
}

export const insertAgenda = (tx: Tx, values: Insertable<AmenidadAgenda>) =>
  insertedId(tx.insertInto('amenidad_agenda').values(values).returning('id'));

export async function updateAgenda(tx: Tx, id: number, values: Insertable<AmenidadAgenda>): Promise<void> {
  await tx.updateTable('amenidad_agenda').set(values).where('id', '=', id).execute();
}

export async function insertVariaciones(tx: Tx, agendaId: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insertInto('amenidad_variacion')
    .values(names.map((name) => ({ agenda_id: agendaId, name })))
    .execute();
}

/** A variation that is still offered, and its agenda. */
export function findVariacion(tx: Tx, id: number) {
  return tx
    .selectFrom('amenidad_variacion')
    .select(['id', 'agenda_id', 'name'])
    .where('id', '=', id)
    .where('eliminada', '=', false)
    .executeTakeFirst();
}

/** Takes a variation away: wholly when nobody ever booked it, otherwise from what is offered. */
export async function deleteVariacion(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE amenidad_variacion SET eliminada = true WHERE id = ${id}
    AND EXISTS (SELECT FROM reserva WHERE variacion_id = ${id})`.execute(tx);
  await tx.deleteFrom('amenidad_variacion').where('id', '=', id).where('eliminada', '=', false).execute();
}

/** How many reservations of a variation are still to come, and the first of their dates. */
export function pendingReservas(tx: Tx, variacionId: number, hoy: Fecha) {
  return tx
    .selectFrom('reserva')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Fecha | null>('fecha').as('first')])
    .where('variacion_id', '=', variacionId)
    .where('fecha', '>=', hoy)
    .where('eliminada_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function insertPremium(tx: Tx, agendaId: number, times: readonly Interval[]): Promise<void> {
  if (times.length === 0) return;
  await tx
    .insertInto('amenidad_horario_premium')
    .values(
      times.map(({ inicia, termina }) => ({ agenda_id: agendaId, inicia_minuto: inicia, termina_minuto: termina })),
    )
    .execute();
}

export function findPremium(tx: Tx, id: number) {
  return tx
    .selectFrom('amenidad_horario_premium')
    .select(['id', 'agenda_id', 'inicia_minuto as inicia', 'termina_minuto as termina'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function deletePremium(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('amenidad_horario_premium').where('id', 'in', ids).execute();
}

/** Makes these the active rules that an agenda applies; rules that are not active now stay as they were. */
export async function replaceReglas(
  tx: Tx,
  agendaId: number,
  values: readonly { regla_id: number; valor: number }[],
): Promise<void> {
  await tx
    .deleteFrom('amenidad_agenda_regla')
    .where('agenda_id', '=', agendaId)
    .where('regla_id', 'in', tx.selectFrom('regla_amenidad').select('id').where('active', '=', true))
    .execute();
  if (values.length === 0) return;
  await tx
    .insertInto('amenidad_agenda_regla')
    .values(values.map((value) => ({ agenda_id: agendaId, ...value })))
    .execute();
}

/** The condominal lot that an agenda may be of. */
export function findCondominal(tx: Tx, id: number) {
  return tx
    .selectFrom('lote')
    .select(['id', 'referencia'])
    .where('id', '=', id)
    .where('tipo', '=', 'condominal')
    .executeTakeFirst();
}

export async function loteExists(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('lote').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The units of a condominal lot with the names of their active associates, '' for none. */
export function listUnidades(tx: Tx, loteId: number) {
  return tx
    .selectFrom('lote')
    .leftJoin('lote_residente as lazo', (join) =>
      join.onRef('lazo.lote_id', '=', 'lote.id').on('lazo.asociado', '=', true).on('lazo.active', '=', true),
    )
    .leftJoin('residente', 'residente.id', 'lazo.residente_id')
    .select(['lote.id', 'lote.referencia', sql<string>`coalesce(residente.name, '')`.as('residente_name')])
    .where('lote.parent_id', '=', loteId)
    .orderBy(inSpanish('lote.referencia'))
    .orderBy('lote.id')
    .execute();
}

/* Availability */

/** The active agendas of an active type, or of all of them, that are open on a day of the week. */
export function listOpenAgendas(tx: Tx, wanted: { tipoId: number | null; loteId: number | null; day: number }) {
  const agendas = selectAgendas(tx);
  return (wanted.tipoId === null ? agendas : agendas.where('a.tipo_amenidad_id', '=', wanted.tipoId))
    .where('a.lote_id', wanted.loteId === null ? 'is' : '=', wanted.loteId)
    .where('a.activa', '=', true)
    .where('t.active', '=', true)
    .where(sql<boolean>`${wanted.day}::smallint = ANY (a.dias)`)
    .orderBy('a.id')
    .execute();
}

/** Places that are taken of a variation, from when to when. */
export type Booked = Interval & { lugares: number };

/**
 * What is booked on a date, of an agenda, of all of an amenity or of the general ones, by variation: one row each, for a day of many agendas has
 * some thousand reservations.
 */
export async function listOcupacion(
  tx: Tx,
  of: { agendaId: number } | { tipoId: number } | 'general',
  fecha: Fecha,
): Promise<ReadonlyMap<number, readonly Booked[]>> {
  const rows = await tx
    .selectFrom('reserva')
    .select([
      'variacion_id',
      sql<[number, number, number][]>`json_agg(json_build_array(inicia_minuto, termina_minuto, lugares))`.as(
        'reservas',
      ),
    ])
    .where(({ eb, selectFrom }) => {
      const agendas = selectFrom('amenidad_agenda').select('id');
      if (of === 'general') return eb('agenda_id', 'in', agendas.where('lote_id', 'is', null));
      return 'agendaId' in of
        ? eb('agenda_id', '=', of.agendaId)
        : eb('agenda_id', 'in', agendas.where('tipo_amenidad_id', '=', of.tipoId));
    })
    .where('fecha', '=', fecha)
    .where('eliminada_at', 'is', null)
    .groupBy('variacion_id')
    .execute();
  return new Map(
    rows.map(({ variacion_id, reservas }) => [
      variacion_id,
      reservas.map(([inicia, termina, lugares]) => ({ inicia, termina, lugares })),
    ]),
  );
}

/* Reservations */

/** The lots of a reservation, with what bars them. */
export function listLotesForReserva(tx: Tx, ids: readonly number[], hoy: Fecha) {
  return tx
    .selectFrom('lote as l')
    .select([
      'l.id',
      'l.referencia',
      'l.status',
      'l.parent_id',
      // A unit's condominal lot pays its maintenance.
      sql<number>`(SELECT coalesce(sum(c.saldo_centavos), 0)::bigint FROM cargo c
        WHERE c.lote_id IN (l.id, l.parent_id) AND ${isOverdue('c', hoy)})`.as('vencido'),
      barredByCollection('l', hoy).as('bloqueado'),
    ])
    .where('l.id', 'in', ids)
    .execute();
}

/** Whether lots with an amount overdue are barred. */
export async function bloqueaAdeudo(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('configuracion_residencial').select('reserva_bloquea_adeudo').executeTakeFirst();
  return row?.reserva_bloquea_adeudo === true;
}

export interface UsoRow {
  lote_id: number;
  enHorario: number;
  enDia: number;
  premium: Fecha[];
}

/**
 * What lots already have of an agenda: places in a slot, reservations of the date, and the dates of their premium
 * reservations less than `days` from it. Who comes without a lot counts with the reservation's own. Lots without any are
 * left out.
 */
export async function listUsos(
  tx: Tx,
  wanted: { agendaId: number; lotes: readonly number[]; fecha: Fecha; slot: Interval; days: number },
): Promise<UsoRow[]> {
  const { agendaId, lotes, fecha, slot, days } = wanted;
  return rowsFrom(tx)<UsoRow>`
    SELECT coalesce(p.lote_id, r.lote_id) AS lote_id,
      (count(*) FILTER (WHERE r.fecha = ${fecha}::date AND r.inicia_minuto < ${slot.termina} AND r.termina_minuto > ${slot.inicia}))::int AS "enHorario",
      (count(DISTINCT r.id) FILTER (WHERE r.fecha = ${fecha}::date))::int AS "enDia",
      coalesce(array_agg(DISTINCT r.fecha::text) FILTER (WHERE r.premium), '{}') AS premium
    FROM reserva r JOIN reserva_persona p ON p.reserva_id = r.id
    WHERE r.agenda_id = ${agendaId} AND r.eliminada_at IS NULL
      AND r.fecha BETWEEN ${fecha}::date - ${days}::int AND ${fecha}::date + ${days}::int
      AND coalesce(p.lote_id, r.lote_id) IN (${sql.join(lotes)})
    GROUP BY 1`;
}

/** The app user of a lot who may be called about its reservation. */
export async function findUserApp(tx: Tx, loteId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('user_app')
    .select('id')
    .where('lote_id', '=', loteId)
    .where('status', '=', 'verificada')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export interface NewReserva {
  agenda_id: number;
  variacion_id: number;
  fecha: Fecha;
  slot: Interval & { premium: boolean };
  lote_id: number;
  user_app_id: number | null;
  usuario_id: number | null;
  created_at: Date;
  personas: readonly { name: string; lote: number | null; isVisita: boolean }[];
}

export async function insertReserva(tx: Tx, { slot, personas, ...values }: NewReserva): Promise<number> {
  const { id } = await tx
    .insertInto('reserva')
    .values({
      ...values,
      inicia_minuto: slot.inicia,
      termina_minuto: slot.termina,
      premium: slot.premium,
      lugares: personas.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('reserva_persona')
    .values(personas.map(({ name, lote, isVisita }) => ({ reserva_id: id, name, lote_id: lote, visita: isVisita })))
    .execute();
  return id;
}

function selectReservas(tx: Tx) {
  return tx
    .selectFrom('reserva as r')
    .innerJoin('amenidad_agenda as a', 'a.id', 'r.agenda_id')
    .innerJoin('tipo_amenidad as t', 't.id', 'a.tipo_amenidad_id')
    .innerJoin('lote as l', 'l.id', 'r.lote_id')
    .select([
      'r.id',
      'r.checked',
      'r.lote_id',
      'r.variacion_id',
      'r.lugares',
      'r.fecha',
      'r.inicia_minuto as inicia',
      'r.termina_minuto as termina',
      'r.user_app_id',
      'r.agenda_id',
      't.name as tipo_name',
      'l.direccion',
      'l.referencia',
      // Also a variation that was deleted since, when this reservation is of it.
      sql<{ id: number; name: string }[]>`(
        SELECT json_agg(json_build_object('id', v.id, 'name', v.name) ORDER BY v.id) FROM amenidad_variacion v
        WHERE v.agenda_id = a.id AND (NOT v.eliminada OR v.id = r.variacion_id))`.as('variaciones'),
      sql<Reserva['personas']>`(
        SELECT json_agg(json_build_object('name', p.name, 'referencia', pl.referencia, 'isVisita', p.visita) ORDER BY p.id)
        FROM reserva_persona p LEFT JOIN lote pl ON pl.id = p.lote_id WHERE p.reserva_id = r.id)`.as('personas'),
    ])
    .where('r.eliminada_at', 'is', null);
}
export type ReservaRow = Awaited<ReturnType<ReturnType<typeof selectReservas>['executeTakeFirstOrThrow']>>;

const inOrder = (query: ReturnType<typeof selectReservas>) =>
  query.orderBy('r.fecha').orderBy('r.inicia_minuto').orderBy(inSpanish('t.name')).orderBy('r.id').execute();

export function listReservasBetween(tx: Tx, start: Fecha, end: Fecha) {
  return inOrder(selectReservas(tx).where('r.fecha', '>=', start).where('r.fecha', '<=', end));
}

/** The reservations of a date in which a lot or one of its units takes part. */
export function listReservasOfLote(tx: Tx, loteId: number, fecha: Fecha) {
  const takesPart: RawBuilder<boolean> = sql`EXISTS (
    SELECT FROM lote m WHERE (m.id = ${loteId} OR m.parent_id = ${loteId})
      AND (m.id = r.lote_id OR EXISTS (SELECT FROM reserva_persona p WHERE p.reserva_id = r.id AND p.lote_id = m.id)))`;
  return inOrder(selectReservas(tx).where('r.fecha', '=', fecha).where(takesPart));
}

export function findReservaForUpdate(tx: Tx, id: number) {
  return selectReservas(tx).where('r.id', '=', id).forUpdate('r').executeTakeFirst();
}

export async function deleteReserva(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('reserva').set({ eliminada_at: now }).where('id', '=', id).execute();
}

/** The reservations that a lot answers for, from a day on, whose guests have not come yet. */
export function listReservasPorVenir(tx: Tx, loteId: number, desde: Fecha, locked = false) {
  const query = selectReservas(tx)
    .where('r.lote_id', '=', loteId)
    .where('r.fecha', '>=', desde)
    .where('r.checked', '=', false)
    .orderBy('r.fecha')
    .orderBy('r.inicia_minuto')
    .orderBy('r.id');
  return (locked ? query.forUpdate('r') : query).execute();
}
