/**
 * A month of maintenance for the whole community, set-based: the SQL twin of maintenance.ts and of core/period.ts. A test
 * holds both together. Source: dominio.md#maintenance.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import { addMonths, firstDayOf, type Month } from '#core/period.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { conceptOf } from './maintenance.ts';
import { nextRun, recordRun } from './runs.ts';
import { type Stamp, stamped } from './stamp.ts';

/** The cut-off of a month: a day past its end is its last one. `start` is the month's first day, a date. */
function cutoff(start: RawBuilder<unknown>, dia: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`least(${start} + (${dia} - 1), (${start} + interval '1 month' - interval '1 day')::date)`;
}

const monthStart = (fecha: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`date_trunc('month', (${fecha})::timestamp)::date`;
const nextMonth = (start: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${start} + interval '1 month')::date`;

/** `firstChargeable` of core/period.ts over columns: the day of delivery, the cut-off day, the start of payments or NULL. */
export function firstChargeableSql(
  entrega: RawBuilder<unknown>,
  dia: RawBuilder<unknown>,
  inicio: RawBuilder<unknown>,
): RawBuilder<string> {
  const delivered = monthStart(entrega);
  const start = monthStart(inicio);
  // greatest() leaves NULL out: without a start of payments the delivery decides.
  return sql`greatest(
    CASE WHEN extract(day FROM ${entrega}) < 15
      THEN ${cutoff(delivered, dia)} ELSE ${cutoff(nextMonth(delivered), dia)} END,
    CASE WHEN ${cutoff(start, dia)} >= ${inicio}
      THEN ${cutoff(start, dia)} ELSE ${cutoff(nextMonth(start), dia)} END)`;
}

/** Delivered lots that no condominal lot pays for. */
const PAYS = sql`l.status = 'entregado' AND l.parent_id IS NULL`;

/**
 * Every lot that is charged for a month, with the definition that it pays by: lote_id, tipo, mantenimiento_id, cuota, dia, corte,
 * especial, primero (the cut-off of the first month that it is charged for).
 * @param among SQL condition over a `lote l`: which lots are looked at
 */
function chargedLots(month: Month, among: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const first = sql`${firstDayOf(month)}::date`;
  return sql`
    cobrado AS MATERIALIZED (
      SELECT l.id AS lote_id, l.tipo, l.plus_percent_mtto AS especial,
        d.id AS mantenimiento_id, d.cuota_centavos AS cuota, d.dia_corte AS dia, ${cutoff(first, sql`d.dia_corte`)} AS corte,
        p.primero
      FROM lote l
      JOIN LATERAL (
        SELECT id, cuota_centavos, dia_corte FROM mantenimiento m
        WHERE m.tipo_lote = l.tipo AND (m.valido_metros_vivienda IS NULL OR m.valido_metros_vivienda <= l.superficie)
        ORDER BY m.valido_metros_vivienda DESC NULLS LAST LIMIT 1
      ) d ON true
      CROSS JOIN LATERAL (
        SELECT ${firstChargeableSql(sql`l.fecha_entrega`, sql`d.dia_corte`, sql`l.fecha_inicio_pagos`)} AS primero
      ) p
      WHERE ${PAYS} AND (${among}) AND p.primero <= ${cutoff(first, sql`d.dia_corte`)}
    )`;
}

/** A charge `e` is of a month, and stands: cancelled too, undone not. */
const IS_MONTH = sql`e.tipo = 'mantenimiento' AND e.cierre IS DISTINCT FROM 'anulado'`;

const isOfMonth = ({ year, mes }: Month): RawBuilder<unknown> =>
  sql`e.year = ${year} AND e.mes = ${mes} AND ${IS_MONTH}`;

/** The month stands already for a lot. */
const existing = (month: Month, lote: RawBuilder<unknown> = sql`c.lote_id`): RawBuilder<unknown> =>
  sql`SELECT 1 FROM cargo e WHERE e.lote_origen_id = ${lote} AND ${isOfMonth(month)}`;

const especialSql = sql`round(cuota * especial / 100)::bigint`;

/** How many lots that pay have the month already. */
const countExisting = (month: Month): RawBuilder<unknown> =>
  sql`(SELECT count(*) FROM cargo e JOIN lote l ON l.id = e.lote_origen_id WHERE ${PAYS} AND ${isOfMonth(month)})::int`;

export interface MonthPreview {
  /** One row per type of lot that is charged. */
  tipos: { tipo: 'condominal' | 'habitacional' | 'comercial'; nuevos: number; total: Centavos; existentes: number }[];
  /** Delivered lots that pay by themselves but have no definition. */
  sinCuota: number;
}

/** The lots that are charged for a month, by type; `total` is what the new months would owe, special percentages taken off. */
async function previewTipos(tx: Tx, month: Month): Promise<MonthPreview['tipos']> {
  return rowsFrom(tx)<MonthPreview['tipos'][number]>`
    WITH ${chargedLots(month)},
    visto AS (
      SELECT c.tipo, c.cuota - coalesce(${especialSql}, 0) AS neto, EXISTS (${existing(month)}) AS existe
      FROM cobrado c
    )
    SELECT tipo, count(*) FILTER (WHERE NOT existe)::int AS nuevos,
      coalesce(sum(neto) FILTER (WHERE NOT existe), 0)::bigint AS total,
      count(*) FILTER (WHERE existe)::int AS existentes
    FROM visto GROUP BY tipo ORDER BY array_position(ARRAY['condominal', 'habitacional', 'comercial'], tipo)`;
}

/**
 * What each of `count` months from one of the future on would add now, by 'YYYY-MM': lots without the month and what they
 * would owe. Lots are looked at once, for the last month: of those before, the ones that begin later are left out.
 */
export async function previewAhead(tx: Tx, from: Month, count: number) {
  const first = sql`${firstDayOf(from)}::date`;
  const { rows } = await sql<{ mes: string; lotes: number; total: Centavos }>`
    WITH ${chargedLots(addMonths(from, count - 1))},
    visto AS MATERIALIZED (
      SELECT lote_id, ${monthStart(sql`primero`)} AS inicio, cuota - coalesce(${especialSql}, 0) AS neto FROM cobrado
    ), alta AS (
      SELECT inicio, count(*) AS lotes, sum(neto) AS neto FROM visto GROUP BY inicio
    ), hecho AS (
      SELECT e.mes, count(*) AS lotes, sum(v.neto) AS neto
      FROM (
        SELECT DISTINCT lote_origen_id, make_date(year, mes, 1) AS mes FROM cargo e
        WHERE e.vence >= ${first} AND ${IS_MONTH}
      ) e JOIN visto v ON v.lote_id = e.lote_origen_id AND v.inicio <= e.mes
      GROUP BY e.mes
    )
    SELECT to_char(m, 'YYYY-MM') AS mes, (sum(a.lotes) - coalesce(min(h.lotes), 0))::int AS lotes,
      (sum(a.neto) - coalesce(min(h.neto), 0))::bigint AS total
    FROM generate_series(${first}::timestamp, ${first} + ${count - 1} * interval '1 month', interval '1 month') AS m
    JOIN alta a ON a.inicio <= m LEFT JOIN hecho h ON h.mes = m::date
    GROUP BY m`.execute(tx);
  return new Map(rows.map(({ mes, ...row }) => [mes, row]));
}

/** What `generateMonth` would do now. */
export async function previewMonth(tx: Tx, month: Month): Promise<MonthPreview> {
  const tipos = await previewTipos(tx, month);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM lote l
    WHERE ${PAYS} AND NOT EXISTS (
      SELECT 1 FROM mantenimiento m
      WHERE m.tipo_lote = l.tipo AND (m.valido_metros_vivienda IS NULL OR m.valido_metros_vivienda <= l.superficie)
    )`.execute(tx);
  return { tipos, sinCuota: rows[0]?.n ?? 0 };
}

export interface MonthRun {
  generacionId: number;
  creados: number;
  existentes: number;
  /** What the created months owe, special percentages taken off. */
  total: Centavos;
}

/** Creates what is missing of a month; run twice it creates nothing. A run without new charges leaves no row. */
export async function generateMonth(tx: Tx, stamp: Stamp, month: Month): Promise<MonthRun> {
  // Whoever sets a special percentage, merges or inactivates a lot has to come before or after. Only lots that lack the
  // month are locked and charged, so that a second run disturbs nobody.
  const { rows: found } = await sql<{ existentes: number; lotes: number[] }>`
    WITH ${chargedLots(month, sql`NOT EXISTS (${existing(month, sql`l.id`)})`)},
    bloqueado AS (
      SELECT l.id FROM lote l WHERE l.id IN (SELECT lote_id FROM cobrado) ORDER BY l.id FOR NO KEY UPDATE
    )
    SELECT coalesce((SELECT array_agg(id) FROM bloqueado), '{}') AS lotes,
      ${countExisting(month)} AS existentes`.execute(tx);
  const { existentes: antes, lotes } = found[0] ?? { existentes: 0, lotes: [] };
  const generacionId = await nextRun(tx);
  if (lotes.length === 0) return { generacionId, creados: 0, existentes: antes, total: 0 };
  const { usuario_id, fecha, created_at } = stamped(stamp);
  const { rows } = await sql<{ creados: number; existentes: number; total: Centavos }>`
    WITH ${chargedLots(month, sql`l.id = ANY(${lotes}::int[])`)},
    creado AS (
      INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte,
        mantenimiento_id, generacion_id, usuario_id, created_at)
      SELECT c.lote_id, c.lote_id, 'mantenimiento', ${conceptOf(month)}, c.cuota, ${fecha}::date, c.corte,
        ${month.year}, ${month.mes}, c.dia, c.mantenimiento_id, ${generacionId}::int, ${usuario_id}::int, ${created_at}
      FROM cobrado c
      WHERE NOT EXISTS (${existing(month)})
      ORDER BY c.lote_id
      ON CONFLICT DO NOTHING
      RETURNING id, lote_id, monto_centavos
    ),
    rebajado AS (
      INSERT INTO ajuste (cargo_id, tipo, monto_centavos, porcentaje, razon, usuario_id, fecha, created_at)
      SELECT n.id, 'especial', ${especialSql}, c.especial,
        'Descuento especial del lote: ' || c.especial::float8 || '%', ${usuario_id}::int, ${fecha}::date, ${created_at}
      FROM creado n JOIN cobrado c USING (lote_id)
      WHERE ${especialSql} > 0
      RETURNING monto_centavos
    )
    -- Counted anew: while the lots were waited for another run may have charged them.
    SELECT (SELECT count(*) FROM creado)::int AS creados, ${countExisting(month)} AS existentes,
      (coalesce((SELECT sum(monto_centavos) FROM creado), 0)
        - coalesce((SELECT sum(monto_centavos) FROM rebajado), 0))::bigint AS total`.execute(tx);
  const { creados, existentes, total } = rows[0] ?? { creados: 0, existentes: 0, total: 0 };
  if (creados > 0) {
    await recordRun(tx, stamp, { id: generacionId, tipo: 'mantenimiento', ...month, creados, existentes });
  }
  return { generacionId, creados, existentes, total };
}

export interface RunRow {
  id: number;
  tipo: 'mantenimiento' | 'periodos';
  year: number | null;
  mes: number | null;
  creados: number;
  existentes: number;
  /** Who ran it; '' for a job. */
  usuario: string;
  created_at: Date;
  anulada: Date | null;
  /** Some of its months was paid, condoned, cancelled or adjusted. */
  tocada: boolean;
  /** Of a run over one lot. */
  referencia: string | null;
}

/** A charge that something besides its special percentage happened to. Late interest that nobody touched goes with it. */
const TOUCHED = sql`
  (c.pagado_centavos > 0 OR c.condonado_centavos > 0 OR c.cierre IS NOT NULL
    OR c.ajustado_centavos > 0 AND EXISTS (
      SELECT 1 FROM ajuste a WHERE a.cargo_id = c.id AND a.tipo <> 'especial' AND NOT a.revertido)
    OR EXISTS (
      SELECT 1 FROM cargo i WHERE i.base_id = c.id AND i.tipo = 'interes'
        AND (i.cierre IS NULL OR i.cierre = 'cancelado') AND (i.pagado_centavos > 0 OR i.ajustado_centavos > 0)))`;

/** The last runs of maintenance, the latest first. */
export const listRuns = (tx: Tx, limit: number) =>
  rowsFrom(tx)<RunRow>`
    SELECT g.id, g.tipo, g.year, g.mes, g.creados, g.existentes, ${fullName('u')} AS usuario, g.created_at,
      n.created_at AS anulada,
      n.generacion_id IS NULL AND EXISTS (SELECT 1 FROM cargo c WHERE c.generacion_id = g.id AND ${TOUCHED}) AS tocada,
      CASE WHEN g.tipo = 'periodos' THEN (
        SELECT l.referencia FROM cargo c JOIN lote l ON l.id = c.lote_origen_id WHERE c.generacion_id = g.id LIMIT 1
      ) END AS referencia
    FROM (
      SELECT * FROM generacion WHERE tipo IN ('mantenimiento', 'periodos') ORDER BY id DESC LIMIT ${limit}
    ) g
    LEFT JOIN usuario u ON u.id = g.usuario_id
    LEFT JOIN generacion_anulacion n ON n.generacion_id = g.id
    ORDER BY g.id DESC`;

export interface UndoneRun {
  tipo: 'mantenimiento' | 'periodos';
  year: number | null;
  mes: number | null;
  anulados: number;
  /** What they owed. */
  total: Centavos;
}

/**
 * Takes back a run of maintenance whose months nobody paid, condoned, cancelled or adjusted: they close by a row each, and
 * the untouched late interest on them with them. Undefined when there is no such run. Refuses where something happened.
 */
export async function undoRun(
  tx: Tx,
  stamp: Stamp & { usuarioId: number },
  id: number,
): Promise<UndoneRun | undefined> {
  const { rows: found } = await sql<{ tipo: UndoneRun['tipo']; year: number | null; mes: number | null }>`
    SELECT tipo, year, mes FROM generacion WHERE id = ${id} AND tipo IN ('mantenimiento', 'periodos')`.execute(tx);
  const [run] = found;
  if (!run) return undefined;
  await sql`
    SELECT 1 FROM lote WHERE id IN (SELECT lote_id FROM cargo WHERE generacion_id = ${id})
    ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const { rows: done } = await sql`
    SELECT 1 FROM generacion_anulacion WHERE generacion_id = ${id}`.execute(tx);
  if (done.length > 0) throw new Refusal('Esta generación ya se deshizo. Actualice la página');
  const { rows: touched } = await sql<{ referencia: string; concepto: string; n: number }>`
    SELECT l.referencia, c.concepto, count(*) OVER ()::int AS n
    FROM cargo c JOIN lote l ON l.id = c.lote_id
    WHERE c.generacion_id = ${id} AND ${TOUCHED}
    ORDER BY l.referencia COLLATE ext.es LIMIT 1`.execute(tx);
  const [obstacle] = touched;
  if (obstacle) throw new Refusal(touchedMessage(obstacle));
  const { usuario_id, fecha, created_at } = stamped(stamp);
  const razon = `Generación ${id} deshecha`;
  // What was forgiven with them is forgiven no more.
  const { rows: forgiven } = await sql<{ monto: Centavos }>`
    WITH revertido AS (
      INSERT INTO ajuste_reverso (ajuste_id, razon, usuario_id, fecha, created_at)
      SELECT a.id, ${razon}, ${usuario_id}::int, ${fecha}::date, ${created_at}
      FROM ajuste a JOIN cargo c ON c.id = a.cargo_id
      WHERE c.generacion_id = ${id} AND a.tipo = 'especial' AND NOT a.revertido
      ORDER BY a.id
      RETURNING ajuste_id
    )
    SELECT coalesce(sum(monto_centavos), 0)::bigint AS monto FROM revertido JOIN ajuste ON id = ajuste_id`.execute(tx);
  const { rows } = await sql<{ anulados: number; total: Centavos }>`
    WITH mes AS (SELECT id, saldo_centavos FROM cargo WHERE generacion_id = ${id}),
    anulado AS (
      INSERT INTO ajuste (cargo_id, tipo, monto_centavos, razon, usuario_id, fecha, created_at)
      SELECT id, 'anulacion', saldo_centavos, ${razon}, ${usuario_id}::int, ${fecha}::date, ${created_at}
      FROM (
        SELECT id, saldo_centavos FROM mes
        UNION ALL
        SELECT i.id, i.saldo_centavos FROM cargo i JOIN mes ON mes.id = i.base_id
        WHERE i.tipo = 'interes' AND i.cierre IS NULL
      ) abierto
      ORDER BY id
      RETURNING 1
    )
    SELECT count(*)::int AS anulados, coalesce(sum(saldo_centavos), 0)::bigint AS total
    FROM mes WHERE (SELECT count(*) FROM anulado) > 0`.execute(tx);
  await tx
    .insertInto('generacion_anulacion')
    .values({ generacion_id: id, usuario_id: stamp.usuarioId, fecha, created_at })
    .execute();
  const { anulados, total } = rows[0] ?? { anulados: 0, total: 0 };
  return { ...run, anulados, total: total - (forgiven[0]?.monto ?? 0) };
}

function touchedMessage({ referencia, concepto, n }: { referencia: string; concepto: string; n: number }): string {
  const rest = n > 1 ? ` y en ${n - 1} ${n === 2 ? 'mes' : 'meses'} más` : '';
  return `No se puede deshacer: «${concepto}» del lote ${referencia} ya tiene pagos, condonaciones o cancelaciones${rest}. Cancélelos primero o corrija cada lote por separado`;
}
