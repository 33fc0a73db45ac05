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
import { countFrom } from '#platform/server/rows.ts';
import { followMerges } from './merge.ts';
import { nextRun, recordRun } from './runs.ts';
import type { Stamp } from './stamp.ts';

/** Keeps two runs over the same community apart; whoever pays shares it, so that a run knows whom it did not see (migration 0050). */
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

/** What of the past is looked at: the months from `desde` on, and all of those of the principals that changed. */
interface Scope {
  desde: Fecha;
  cambiados: readonly number[];
  /** Runs have made entries of those months already: something that counts for them changed for everybody. */
  generados: boolean;
}

/** Every month of every principal. */
const ALL: Scope = { desde: '-infinity', cambiados: [], generados: true };

/** From which day on the months of a principal, by its id, are in the scope. */
const since = ({ desde, cambiados }: Scope, id: RawBuilder<unknown>) =>
  cambiados.length === 0
    ? sql`${desde}::date`
    : sql`CASE WHEN ${id} = ANY(${[...cambiados]}::int[]) THEN '-infinity' ELSE ${desde}::date END`;

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
  only: { scope?: Scope; months?: RawBuilder<unknown>; special?: RawBuilder<unknown>; keepsFactor?: boolean } = {},
): RawBuilder<unknown> {
  const { scope = ALL, months = sql`true`, special = SPECIAL_IN_FORCE } = only;
  return sql`
    -- Once: what a rate's month is made of is the same for every principal.
    tasa AS MATERIALIZED (
      SELECT t.year, t.mes, t.porcentaje, m.inicio, m.fin
      FROM tiie t CROSS JOIN LATERAL (
        SELECT make_date(t.year, t.mes, 1) AS inicio,
          (make_date(t.year, t.mes, 1) + interval '1 month' - interval '1 day')::date AS fin
      ) m
      WHERE m.fin < ${today}::date
    ),
    principal AS (
      SELECT c.id, c.lote_id, c.lote_origen_id, c.concepto, c.vence, coalesce(c.dia_corte, 31) AS dia,
        c.monto_centavos - ${special} AS monto,
        c.pagado_centavos > 0 OR c.ajustado_centavos > 0 AS reducido,
        -- What had grown before came in as a balance of its own.
        greatest(date_trunc('month', c.vence::timestamp)::date, c.interes_desde, ${since(scope, sql`c.id`)}) AS desde,
        -- From the day on which it was closed nothing is unpaid: months that end then or later need not be looked at.
        CASE WHEN ${special === SPECIAL_IN_FORCE ? sql`c.saldo_centavos > 0` : sql`true`} THEN 'infinity' ELSE greatest(c.ultimo_pago, (
          SELECT max(${VALUE_DATE}) FROM ajuste WHERE cargo_id = c.id AND c.ajustado_centavos > 0 AND NOT revertido
        )) END AS hasta
      FROM cargo c
      WHERE c.id IN (${principals}) AND c.tipo IN ('mantenimiento', 'cuota_inicial') AND c.cierre IS DISTINCT FROM 'anulado'
    ),
    mes AS (
      SELECT p.*, t.year, t.mes, t.porcentaje, t.fin,
        least(t.inicio + (p.dia - 1), t.fin) AS corte
      FROM principal p JOIN tasa t ON t.inicio >= p.desde AND t.fin < p.hasta
      WHERE (${months})
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
      AND NOT EXISTS (SELECT FROM interes_detenido d WHERE d.cargo_id = m.id AND m.fin >= d.desde)
    ),
    esperado AS (
      SELECT b.*, f.factor, round(b.base * b.porcentaje * f.factor / 1200)::bigint AS interes
      FROM base b CROSS JOIN configuracion_residencial k
      CROSS JOIN LATERAL (SELECT ${only.keepsFactor ? FACTOR_KEPT : sql`k.factor_moratorio`} AS factor) f
      WHERE b.al_fin > 0 AND b.base > 0 AND round(b.base * b.porcentaje * f.factor / 1200) > 0
    )`;
}

/** An entry `i` that nobody paid of or lowered. */
const UNTOUCHED = sql`i.tipo = 'interes' AND i.cierre IS NULL AND i.pagado_centavos = 0 AND i.ajustado_centavos = 0`;

/** Of an entry `i`: its month is in the scope. Of months that no run has come to, what others made is told as changed. */
const inScope = (scope: Scope) =>
  scope.generados
    ? sql`make_date(i.year, i.mes, 1) >= ${since(scope, sql`i.base_id`)}`
    : sql`i.base_id = ANY(${[...scope.cambiados]}::int[])`;

/** Entries in the scope without payment or adjustment whose base or rate is no longer what they were computed from. */
function stale(principals: RawBuilder<unknown>, scope: Scope): RawBuilder<unknown> {
  return sql`
    caduco AS (
      SELECT i.id, i.lote_id, i.saldo_centavos
      FROM cargo i
      WHERE ${UNTOUCHED} AND ${inScope(scope)} AND i.base_id IN (${principals})
        AND NOT EXISTS (
          SELECT 1 FROM esperado e
          WHERE e.id = i.base_id AND e.year = i.year AND e.mes = i.mes
            AND e.base = i.interes_base_centavos AND e.porcentaje = i.interes_porcentaje
        )
    )`;
}

/** Closes entries that are no longer what is expected; answers their ids. */
async function closeStale(
  tx: Tx,
  stamp: Stamp,
  principals: RawBuilder<unknown>,
  scope: Scope = ALL,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH ${expectedInterest(principals, stamp.today, { scope })}, ${stale(principals, scope)}
    INSERT INTO ajuste (cargo_id, tipo, monto_centavos, razon, usuario_id, fecha, created_at)
    SELECT id, 'reemplazo', saldo_centavos, 'Cambió la base o la tasa del interés', ${stamp.usuarioId}::int, ${stamp.today}::date, ${stamp.now}
    FROM caduco
    RETURNING cargo_id AS id`.execute(tx);
  return rows.map((row) => row.id);
}

/** The month of `tiie t` has no entry on `principal p`. */
const MISSING = sql`NOT EXISTS (
    SELECT 1 FROM cargo i
    WHERE i.base_id = p.id AND i.year = t.year AND i.mes = t.mes AND i.tipo = 'interes'
      AND (i.cierre IS NULL OR i.cierre = 'cancelado')
  )`;

interface Missing {
  /** Null where entries take the place of others, in no run. */
  generacionId: number | null;
  scope?: Scope;
  /** SQL condition over a `principal p` and a `tiie t`: which of the missing entries are created. */
  only?: RawBuilder<unknown>;
}

async function createMissing(
  tx: Tx,
  stamp: Stamp,
  principals: RawBuilder<unknown>,
  { generacionId, scope = ALL, only = sql`true` }: Missing,
): Promise<number> {
  // Months that have their entry are left out before anything is computed: of a ledger of years nearly all of them.
  const months = sql`(${only}) AND ${MISSING}`;
  return countFrom(tx)`
    WITH ${expectedInterest(principals, stamp.today, { scope, months, keepsFactor: generacionId === null })},
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
    SELECT count(*)::int AS n FROM creado`;
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
  await createMissing(tx, stamp, principals, {
    generacionId: null,
    only: sql`EXISTS (SELECT 1 FROM cargo v WHERE v.base_id = p.id AND v.year = t.year AND v.mes = t.mes
      AND v.tipo = 'interes' AND v.cierre = 'reemplazado')`,
  });
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

/**
 * Brings these principals in line with all that they should have up to today, and makes what no run has made: once no agreement
 * stops their interest any more. The caller has locked their lots.
 */
export async function resumeInterest(tx: Tx, stamp: Stamp, cargoIds: readonly number[]): Promise<void> {
  if (cargoIds.length === 0) return;
  const principals = sql`SELECT unnest(${[...cargoIds]}::int[])`;
  await closeStale(tx, stamp, principals);
  await createMissing(tx, stamp, principals, { generacionId: null });
}

/** Principals with entries that may have to be replaced. */
const untouched = (scope: Scope) => sql`SELECT i.base_id FROM cargo i WHERE ${UNTOUCHED} AND ${inScope(scope)}`;

const LATE = sql`ultimo_pago >= (date_trunc('month', vence::timestamp) + interval '1 month')::date`;

/** Those, and what late interest may grow on: owed still, paid late, or owed until it was cancelled. */
export const INTEREST_CANDIDATES = sql`
  SELECT id FROM cargo WHERE tipo IN ('mantenimiento', 'cuota_inicial') AND (saldo_centavos > 0 OR ${LATE})
  UNION SELECT cargo_id FROM ajuste WHERE tipo = 'cancelacion' AND NOT revertido
  UNION ${untouched(ALL)}`;

/** The same of charges `c` alone. */
const IS_CANDIDATE = sql<boolean>`(saldo_centavos > 0 OR ${LATE}
  OR EXISTS (SELECT FROM ajuste WHERE cargo_id = c.id AND tipo = 'cancelacion' AND NOT revertido)
  OR EXISTS (SELECT FROM cargo i WHERE i.base_id = c.id AND ${UNTOUCHED}))`;

/**
 * Those candidates alone that may lack an entry in the scope: what changed, what is open, and what was closed after the first
 * month of the scope. Whatever was closed before has no month in it.
 */
function candidates(scope: Scope, today: Fecha): RawBuilder<unknown> {
  const { desde, cambiados } = scope;
  if (scope === ALL) return INTEREST_CANDIDATES;
  const despues = sql`(${desde}::date + interval '1 month')::date`;
  const recent = sql`
      UNION SELECT id FROM cargo WHERE tipo IN ('mantenimiento', 'cuota_inicial') AND saldo_centavos > 0
      UNION SELECT id FROM cargo WHERE tipo IN ('mantenimiento', 'cuota_inicial') AND NOT saldo_centavos > 0 AND ${LATE}
        AND ultimo_pago >= ${despues}
      UNION SELECT cargo_id FROM ajuste WHERE fecha_valor >= ${despues} OR fecha_valor IS NULL AND fecha >= ${despues}
      UNION ${untouched(scope)}`;
  return sql`
    SELECT id FROM cargo c WHERE ${IS_CANDIDATE} AND id IN (
      SELECT unnest(${[...cambiados]}::int[])${desde < firstDayOf(monthOf(today)) ? recent : sql``}
    )`;
}

/**
 * What a run has to look at: what stood to be looked at is taken, and the months since the last run stand until it is done. The
 * caller holds the lock of runs, so that of every payment it sees the sums, or is told of it next time.
 */
async function takeScope(tx: Tx, today: Fecha): Promise<Scope> {
  const [{ rows: settled }, { rows: changed }] = await Promise.all([
    sql<{ hasta: Fecha; generado: Fecha }>`SELECT hasta, generado FROM interes_revisado FOR UPDATE`.execute(tx),
    sql<{ id: number }>`
      WITH tomado AS (DELETE FROM interes_por_revisar RETURNING cargo_id)
      SELECT DISTINCT cargo_id AS id FROM tomado`.execute(tx),
  ]);
  const { hasta, generado } = settled[0] ?? { hasta: ALL.desde, generado: ALL.desde };
  // Of months that are not over yet there are no entries: what a clock made that went before this one falls.
  if (hasta === ALL.desde || hasta > firstDayOf(monthOf(today))) return ALL;
  return { desde: hasta, cambiados: changed.map(({ id }) => id), generados: hasta < generado };
}

/** Everything before this month is settled; what the run itself wrote changes nothing of it. */
async function settleUntil(tx: Tx, today: Fecha): Promise<void> {
  const hasta = firstDayOf(monthOf(today));
  await Promise.all([
    sql`UPDATE interes_revisado SET hasta = ${hasta}::date, generado = ${hasta}::date
      WHERE hasta <> ${hasta}::date`.execute(tx),
    sql`DELETE FROM interes_por_revisar WHERE xmin = pg_current_xact_id()::xid`.execute(tx),
  ]);
}

export interface InterestRun {
  generacionId: number;
  creados: number;
  reemplazados: number;
}

/** Brings the entries of a scope in line; answers how many it closed and made. */
async function settle(
  tx: Tx,
  stamp: Stamp,
  generacionId: number,
  scope: Scope,
): Promise<Pick<InterestRun, 'creados' | 'reemplazados'>> {
  const { today } = stamp;
  if (scope.desde >= firstDayOf(monthOf(today)) && scope.cambiados.length === 0) return { creados: 0, reemplazados: 0 };
  const withEntries = untouched(scope);
  // Whoever pays an entry that is about to be replaced has to come before or after.
  const { rows: concerned } = await sql`
    WITH ${expectedInterest(withEntries, today, { scope })}, ${stale(withEntries, scope)}
    SELECT id FROM lote WHERE id IN (SELECT lote_id FROM caduco) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const closed = concerned.length === 0 ? [] : await closeStale(tx, stamp, withEntries, scope);
  // A principal that owes nothing is looked at for the sake of its entries, and the last of them may just have been closed.
  const principals = sql`${candidates(scope, today)} UNION SELECT base_id FROM cargo WHERE id = ANY(${closed}::int[])`;
  const creados = await createMissing(tx, stamp, principals, { generacionId, scope });
  return { creados, reemplazados: closed.length };
}

/**
 * One run over the whole community, up to today, in proportion to what is open and to what changed since the last: see migration
 * 0050. Two at once follow each other, and the second finds nothing to do.
 */
export async function generateInterest(tx: Tx, stamp: Stamp): Promise<InterestRun> {
  await sql`SELECT pg_advisory_xact_lock(${RUN_LOCK}, hashtext(current_schema()))`.execute(tx);
  const scope = await takeScope(tx, stamp.today);
  const generacionId = await nextRun(tx);
  const { creados, reemplazados } = await settle(tx, stamp, generacionId, scope);
  await settleUntil(tx, stamp.today);
  if (creados > 0) await followMerged(tx, stamp, generacionId);
  await recordRun(tx, stamp, { id: generacionId, tipo: 'intereses', creados, existentes: 0 });
  return { generacionId, creados, reemplazados };
}

/** A month that was paid late stays on a lot that was merged since; its interest is the reference lot's to pay. */
async function followMerged(tx: Tx, stamp: Stamp, generacionId: number): Promise<void> {
  const { rows: merged } = await sql<{ id: number }>`
    SELECT DISTINCT l.id FROM cargo c JOIN lote l ON l.id = c.lote_id
    WHERE c.generacion_id = ${generacionId} AND l.fusion_lote_id IS NOT NULL`.execute(tx);
  await followMerges(
    tx,
    stamp,
    merged.map((lote) => lote.id),
  );
}

/**
 * Charges that are told to be settled and are not, by the whole computation over one part of the lots: nothing, or a trigger of
 * migration 0050 is wanting. They are looked at by the next run. Call it in a run's transaction, once that is done.
 * @param part which part, and of how many
 */
export async function findUnsettled(
  tx: Tx,
  { today }: Pick<Stamp, 'today'>,
  [n, of]: readonly [number, number],
): Promise<number[]> {
  const sample = sql`SELECT id FROM cargo c
    WHERE tipo IN ('mantenimiento', 'cuota_inicial') AND lote_id % ${of} = ${n} AND ${IS_CANDIDATE}`;
  const { rows } = await sql<{ id: number }>`
    WITH ${expectedInterest(sample, today)}, ${stale(sample, ALL)},
    distinto AS (
      SELECT i.base_id AS id FROM caduco JOIN cargo i ON i.id = caduco.id
      UNION SELECT p.id FROM esperado p JOIN tiie t ON t.year = p.year AND t.mes = p.mes WHERE ${MISSING}
    )
    SELECT id FROM distinto WHERE id NOT IN (SELECT cargo_id FROM interes_por_revisar) ORDER BY id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await sql`SELECT libro_interes_cambio(VARIADIC ${ids}::int[])`.execute(tx);
  return ids;
}

/** Late interest that grew on a lot's charges in months that were over before a day, and that no run has made yet. */
export async function missingInterest(tx: Tx, loteId: number, fecha: Fecha): Promise<Centavos> {
  const principals = sql`SELECT id FROM cargo c
    WHERE lote_id = ${loteId} AND tipo IN ('mantenimiento', 'cuota_inicial') AND ${IS_CANDIDATE}`;
  const { rows } = await sql<{ monto: Centavos }>`
    WITH ${expectedInterest(principals, fecha, { months: MISSING, keepsFactor: true })}
    SELECT coalesce(sum(interes), 0)::bigint AS monto FROM esperado`.execute(tx);
  return rows[0]?.monto ?? 0;
}
