/**
 * Late interest, set-based: the SQL twin of core/interest.ts. A principal's expected entries are computed from its payments
 * and adjustments in force; missing ones are created, and entries that nobody touched and whose base or rate changed are
 * closed and made anew. Running it twice changes nothing. Source: dominio.md#interest.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { firstDayOf, MONTH_NAMES, monthOf } from '#core/period.ts';
import type { Tx } from '#platform/server/db.ts';
import { followMerges } from './merge.ts';
import { nextRun, recordRun } from './runs.ts';
import type { Stamp } from './stamp.ts';

/** Any fixed number: keeps two runs over the same community apart. */
const RUN_LOCK = 7_202_612;

const monthNames = sql.raw(`ARRAY[${MONTH_NAMES.map((name) => `'${name}'`).join(', ')}]`);

/** The day from which an adjustment counts. */
export const VALUE_DATE = sql`coalesce(fecha_valor, fecha)`;

const SPECIAL_IN_FORCE = sql`coalesce((
          SELECT sum(monto_centavos) FROM ajuste WHERE cargo_id = c.id AND tipo = 'especial' AND NOT revertido
        ), 0)`;

/** An entry that takes the place of another one keeps its factor, of base `b`: only the base or the rate changed. */
const FACTOR_KEPT = sql`coalesce((
          SELECT interes_factor FROM cargo WHERE base_id = b.id AND year = b.year AND mes = b.mes
            AND tipo = 'interes' AND (cierre IS NULL OR cierre = 'cancelado')
        ), (
          SELECT interes_factor FROM cargo WHERE base_id = b.id AND year = b.year AND mes = b.mes
            AND tipo = 'interes' AND cierre = 'reemplazado' ORDER BY id DESC LIMIT 1
        ), k.factor_moratorio)`;

/**
 * The entries that principals should have up to today: cargo_id, lote_id, year, mes, corte, base, porcentaje, factor, monto.
 * @param principals SQL that selects the ids of the charges to look at
 * @param only `months`: SQL condition over a `principal p` and a `tiie t`, which months are looked at; `special`: SQL of what a
 *   special percentage takes off a charge `c`, as it stands unless another is tried; `keepsFactor`: of an entry of the same month, for
 *   a few charges alone: it is looked up for each
 */
export function expectedInterest(
  principals: RawBuilder<unknown>,
  today: string,
  only: { months?: RawBuilder<unknown>; special?: RawBuilder<unknown>; keepsFactor?: boolean } = {},
): RawBuilder<unknown> {
  const { months = sql`true`, special = SPECIAL_IN_FORCE } = only;
  return sql`
    principal AS (
      SELECT c.id, c.lote_id, c.lote_origen_id, c.concepto, c.vence, coalesce(c.dia_corte, 31) AS dia,
        c.monto_centavos - ${special} AS monto,
        c.pagado_centavos > 0 OR c.ajustado_centavos > 0 AS reducido,
        -- From the day on which it was closed nothing is unpaid: months that end then or later need not be looked at.
        CASE WHEN ${special === SPECIAL_IN_FORCE ? sql`c.saldo_centavos > 0` : sql`true`} THEN 'infinity' ELSE greatest(c.ultimo_pago, (
          SELECT max(${VALUE_DATE}) FROM ajuste WHERE cargo_id = c.id AND c.ajustado_centavos > 0 AND NOT revertido
        )) END AS hasta
      FROM cargo c
      WHERE c.id IN (${principals}) AND c.tipo IN ('mantenimiento', 'cuota_inicial') AND c.cierre IS DISTINCT FROM 'anulado'
    ),
    mes AS (
      SELECT p.*, t.year, t.mes, t.porcentaje, m.fin,
        least(m.inicio + (p.dia - 1), m.fin) AS corte
      FROM principal p
      CROSS JOIN tiie t
      CROSS JOIN LATERAL (
        SELECT make_date(t.year, t.mes, 1) AS inicio,
          (make_date(t.year, t.mes, 1) + interval '1 month' - interval '1 day')::date AS fin
      ) m
      WHERE m.inicio >= date_trunc('month', p.vence::timestamp)::date AND m.fin < ${today}::date AND m.fin < p.hasta
        AND (${months})
    ),
    base AS (
      SELECT m.*,
        m.monto - CASE WHEN m.reducido THEN r.al_corte ELSE 0 END AS base,
        m.monto - CASE WHEN m.reducido THEN r.al_fin ELSE 0 END AS al_fin
      FROM mes m
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(monto) FILTER (WHERE fecha <= m.corte), 0) AS al_corte, coalesce(sum(monto), 0) AS al_fin
        FROM (
          SELECT monto_centavos AS monto, fecha_pago AS fecha FROM pago
          WHERE cargo_id = m.id AND status <> 'cancelado' AND fecha_pago <= m.fin
          UNION ALL
          SELECT monto_centavos, ${VALUE_DATE} FROM ajuste
          WHERE cargo_id = m.id AND tipo <> 'especial' AND NOT revertido AND ${VALUE_DATE} <= m.fin
        ) reduccion
      ) r ON m.reducido
      WHERE NOT EXISTS (
        SELECT 1 FROM lote_inactividad i
        WHERE i.lote_id = m.lote_id AND m.corte >= i.desde AND (i.hasta IS NULL OR m.corte <= i.hasta)
      )
    ),
    esperado AS (
      SELECT b.*, f.factor, round(b.base * b.porcentaje * f.factor / 1200)::bigint AS interes
      FROM base b CROSS JOIN configuracion_residencial k
      CROSS JOIN LATERAL (SELECT ${only.keepsFactor ? FACTOR_KEPT : sql`k.factor_moratorio`} AS factor) f
      WHERE b.al_fin > 0 AND b.base > 0 AND round(b.base * b.porcentaje * f.factor / 1200) > 0
    )`;
}

/** Entries without payment or adjustment whose base or rate is no longer what they were computed from. */
function stale(principals: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    caduco AS (
      SELECT i.id, i.lote_id, i.saldo_centavos
      FROM cargo i
      WHERE i.tipo = 'interes' AND i.cierre IS NULL AND i.pagado_centavos = 0 AND i.ajustado_centavos = 0
        AND i.base_id IN (${principals})
        AND NOT EXISTS (
          SELECT 1 FROM esperado e
          WHERE e.id = i.base_id AND e.year = i.year AND e.mes = i.mes
            AND e.base = i.interes_base_centavos AND e.porcentaje = i.interes_porcentaje
        )
    )`;
}

/** Closes entries that are no longer what is expected; answers their ids. */
async function closeStale(tx: Tx, stamp: Stamp, principals: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH ${expectedInterest(principals, stamp.today)}, ${stale(principals)}
    INSERT INTO ajuste (cargo_id, tipo, monto_centavos, razon, usuario_id, fecha, created_at)
    SELECT id, 'reemplazo', saldo_centavos, 'Cambió la base o la tasa del interés', ${stamp.usuarioId}::int, ${stamp.today}::date, ${stamp.now}
    FROM caduco
    RETURNING cargo_id AS id`.execute(tx);
  return rows.map((row) => row.id);
}

/** @param only SQL condition over a `principal p` and a `tiie t`: which of the missing entries are created */
async function createMissing(
  tx: Tx,
  stamp: Stamp,
  principals: RawBuilder<unknown>,
  generacionId: number | null,
  only: RawBuilder<unknown> = sql`true`,
): Promise<number> {
  // Months that have their entry are left out before anything is computed: of a ledger of years nearly all of them.
  const missing = sql`(${only}) AND NOT EXISTS (
    SELECT 1 FROM cargo i
    WHERE i.base_id = p.id AND i.year = t.year AND i.mes = t.mes AND i.tipo = 'interes'
      AND (i.cierre IS NULL OR i.cierre = 'cancelado')
  )`;
  const { rows } = await sql<{ n: number }>`
    WITH ${expectedInterest(principals, stamp.today, { months: missing, keepsFactor: generacionId === null })},
    creado AS (
      INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, base_id,
        interes_base_centavos, interes_porcentaje, interes_factor, generacion_id, usuario_id, created_at)
      SELECT e.lote_id, e.lote_id, 'interes',
        'Interés moratorio ' || (${monthNames})[e.mes] || ' - ' || e.year || ' (' || e.concepto || ')',
        e.interes, ${stamp.today}::date, e.corte, e.year, e.mes, e.dia, e.id,
        e.base, e.porcentaje, e.factor, ${generacionId}::int, ${stamp.usuarioId}::int, ${stamp.now}
      FROM esperado e
      ORDER BY e.id, e.year, e.mes
      ON CONFLICT DO NOTHING
      RETURNING 1
    )
    SELECT count(*)::int AS n FROM creado`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Whether what is dated so may change an entry: there are entries of months that are over alone, and those that ended before
 * do not depend on it.
 */
export function mayChangeInterest({ today }: Pick<Stamp, 'today'>, fecha: Fecha): boolean {
  return fecha < firstDayOf(monthOf(today));
}

/**
 * Brings the untouched entries of these principals in line with their payments and adjustments; of an entry that may have just
 * become untouched, those of its own principal. Creates no entry for a month that had none: that is the generation's. The
 * caller has locked the lots.
 */
export async function replaceInterest(tx: Tx, stamp: Stamp, cargoIds: readonly number[]): Promise<void> {
  if (cargoIds.length === 0) return;
  const bases = sql`SELECT coalesce(base_id, id) FROM cargo WHERE id = ANY(${[...new Set(cargoIds)]}::int[])`;
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT base_id AS id FROM cargo
    WHERE base_id IN (${bases}) AND tipo = 'interes' AND cierre IS NULL
      AND pagado_centavos = 0 AND ajustado_centavos = 0
    UNION
    SELECT base_id FROM cargo WHERE base_id IN (${bases}) AND tipo = 'interes' AND cierre = 'reemplazado'`.execute(tx);
  if (rows.length === 0) return;
  const principals = sql`SELECT unnest(${rows.map((row) => row.id)}::int[])`;
  await closeStale(tx, stamp, principals);
  await createMissing(
    tx,
    stamp,
    principals,
    null,
    sql`EXISTS (SELECT 1 FROM cargo v WHERE v.base_id = p.id AND v.year = t.year AND v.mes = t.mes
      AND v.tipo = 'interes' AND v.cierre = 'reemplazado')`,
  );
}

/** Entries that are replaced when their base changes: untouched, or replaced before and not made again. */
const REPLACEABLE = sql`v.tipo = 'interes' AND (v.cierre = 'reemplazado'
  OR v.cierre IS NULL AND v.pagado_centavos = 0 AND v.ajustado_centavos = 0)`;

/** By how much the interest of months falls once a special percentage takes these amounts off them; negative where it grows. */
export async function interestSpared(
  tx: Tx,
  { today }: Pick<Stamp, 'today'>,
  specials: readonly { cargoId: number; monto: Centavos }[],
): Promise<Centavos> {
  if (specials.length === 0) return 0;
  const ids = sql`${specials.map(({ cargoId }) => cargoId)}::int[]`;
  const montos = sql`${specials.map(({ monto }) => monto)}::bigint[]`;
  const months = sql`EXISTS (
      SELECT FROM cargo v WHERE v.base_id = p.id AND v.year = t.year AND v.mes = t.mes AND ${REPLACEABLE})
    AND NOT EXISTS (
      SELECT FROM cargo v WHERE v.base_id = p.id AND v.year = t.year AND v.mes = t.mes AND v.tipo = 'interes'
        AND (v.cierre = 'cancelado' OR v.cierre IS NULL AND (v.pagado_centavos > 0 OR v.ajustado_centavos > 0)))`;
  const { rows } = await sql<{ menos: Centavos }>`
    WITH ${expectedInterest(sql`SELECT unnest(${ids})`, today, {
      months,
      keepsFactor: true,
      special: sql`(SELECT n.monto FROM unnest(${ids}, ${montos}) AS n (id, monto) WHERE n.id = c.id)`,
    })}
    SELECT (coalesce((
        SELECT sum(v.saldo_centavos) FROM cargo v WHERE v.base_id = ANY(${ids}) AND v.cierre IS NULL AND ${REPLACEABLE}), 0)
      - coalesce((SELECT sum(interes) FROM esperado), 0))::bigint AS menos`.execute(tx);
  return rows[0]?.menos ?? 0;
}

/** What has entries that may have to be replaced. */
const UNTOUCHED = sql`
  SELECT base_id FROM cargo
  WHERE tipo = 'interes' AND cierre IS NULL AND pagado_centavos = 0 AND ajustado_centavos = 0`;

/** That, and what late interest may grow on: owed still, paid late, or owed until it was cancelled. */
export const INTEREST_CANDIDATES = sql`
  SELECT id FROM cargo
  WHERE tipo IN ('mantenimiento', 'cuota_inicial')
    AND (saldo_centavos > 0 OR ultimo_pago >= (date_trunc('month', vence::timestamp) + interval '1 month')::date)
  UNION SELECT cargo_id FROM ajuste WHERE tipo = 'cancelacion' AND NOT revertido
  UNION ${UNTOUCHED}`;

export interface InterestRun {
  generacionId: number;
  creados: number;
  reemplazados: number;
}

/** One run over the whole community, up to today. Two at once follow each other, and the second finds nothing to do. */
export async function generateInterest(tx: Tx, stamp: Stamp): Promise<InterestRun> {
  await sql`SELECT pg_advisory_xact_lock(${RUN_LOCK}, hashtext(current_schema()))`.execute(tx);
  // Whoever pays an entry that is about to be replaced has to come before or after.
  const { rows: concerned } = await sql`
    WITH ${expectedInterest(UNTOUCHED, stamp.today)}, ${stale(UNTOUCHED)}
    SELECT id FROM lote WHERE id IN (SELECT lote_id FROM caduco) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const closed = concerned.length === 0 ? [] : await closeStale(tx, stamp, UNTOUCHED);
  const generacionId = await nextRun(tx);
  // A principal that owes nothing is looked at for the sake of its entries, and the last of them may just have been closed.
  const principals = sql`${INTEREST_CANDIDATES} UNION SELECT base_id FROM cargo WHERE id = ANY(${closed}::int[])`;
  const creados = await createMissing(tx, stamp, principals, generacionId);
  // A month that was paid late stays on a lot that was merged since; its interest is the reference lot's to pay.
  const { rows: merged } = await sql<{ id: number }>`
    SELECT DISTINCT l.id FROM cargo c JOIN lote l ON l.id = c.lote_id
    WHERE c.generacion_id = ${generacionId} AND l.fusion_lote_id IS NOT NULL`.execute(tx);
  await followMerges(
    tx,
    stamp,
    merged.map((lote) => lote.id),
  );
  await recordRun(tx, stamp, { id: generacionId, tipo: 'intereses', creados, existentes: 0 });
  return { generacionId, creados, reemplazados: closed.length };
}
