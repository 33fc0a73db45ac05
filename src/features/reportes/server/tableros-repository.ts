import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { cashMovements, NO_REGISTER } from '#libro/server/corte.ts';
import { isOverdue, lotesAtrasados } from '#libro/server/debt.ts';
import { adjustedSince, COUNTS_FROM, chargesWithin, paidSince } from '#libro/server/movements.ts';
import type { Tx } from '#platform/server/db.ts';
import { countFrom, rowsFrom } from '#platform/server/rows.ts';
import { overdueByAge } from './repository.ts';

/**
 * The figures of the dashboards. Those of a month go by booking date, from rows alone: what is cancelled, given back or
 * corrected later counts on its own day, and a closed month says the same for ever. The others are of the present, and their
 * labels say so.
 */

/** 'YYYY-MM' of a date. */
const mesDe = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM')`;

/** Days from the first of a month on. Of the months before `vivo`, a first too, the sums are kept; from it on rows are summed. */
export interface Span {
  desde: Fecha;
  vivo: Fecha;
  hasta: Fecha;
}

export async function spanOf(tx: Tx, desde: Fecha, hasta: Fecha): Promise<Span> {
  const { rows } = await sql<{ vivo: Fecha }>`
    SELECT coalesce(min(m), date_trunc('month', ${hasta}::timestamp) + interval '1 month')::date AS vivo
    FROM generate_series(${desde}::timestamp, ${hasta}::timestamp, interval '1 month') AS m
    WHERE NOT EXISTS (SELECT FROM tablero_mes t WHERE t.mes = m::date)`.execute(tx);
  return { desde, vivo: rows[0]?.vivo ?? desde, hasta };
}

/** A span of which nothing is taken as kept. */
export const unkept = (desde: Fecha, hasta: Fecha): Span => ({ desde, vivo: desde, hasta });

const isKept = ({ desde, vivo }: Span) => sql`mes >= ${desde}::date AND mes < ${vivo}::date`;

/**
 * Charges by month, net: what was taken off a charge up to its day counts on that, what was taken off later, or given back, on
 * the day of that.
 */
export async function sumFacturado(tx: Tx, span: Span) {
  const { vivo, hasta } = span;
  return rowsFrom(tx)<{ mes: string; facturado: Centavos }>`
    WITH tarde AS MATERIALIZED (
      SELECT j.fecha, ${COUNTS_FROM} AS dia, j.monto
      FROM (${adjustedSince(vivo)}) j JOIN cargo c ON c.id = j.cargo_id
      WHERE j.fecha > ${COUNTS_FROM}
    ), por_dia AS (
      SELECT c.dia, sum(c.monto_centavos - c.ajustado_centavos) AS monto FROM (${chargesWithin(vivo, hasta)}) c GROUP BY 1
      UNION ALL
      SELECT dia, sum(monto) FROM tarde WHERE dia >= ${vivo}::date GROUP BY 1
      UNION ALL
      SELECT fecha, -sum(monto) FROM tarde GROUP BY 1
      UNION ALL
      SELECT mes, facturado_centavos FROM tablero_mes WHERE ${isKept(span)}
    )
    SELECT ${mesDe('dia')} AS mes, sum(monto)::bigint AS facturado FROM por_dia GROUP BY 1`;
}

/** What is paid by now of the charges of each month. */
export const sumPagado = (tx: Tx, { desde, hasta }: Omit<Span, 'vivo'>) =>
  rowsFrom(tx)<{ mes: string; pagado: Centavos }>`
    WITH por_dia AS (SELECT c.dia, sum(c.pagado_centavos) AS pagado FROM (${chargesWithin(desde, hasta)}) c GROUP BY 1)
    SELECT ${mesDe('dia')} AS mes, sum(pagado)::bigint AS pagado FROM por_dia GROUP BY 1`;

/** Money by month, as the cash cut-off counts it. */
export async function sumCobrado(tx: Tx, span: Span) {
  const { vivo: desde, hasta } = span;
  return rowsFrom(tx)<{ mes: string; cobrado: Centavos }>`
    WITH dia AS (
      SELECT fecha, sum(monto) AS monto FROM (${cashMovements({ fechas: { desde, hasta } })}) k GROUP BY 1
      UNION ALL
      SELECT mes, monto_centavos FROM tablero_mes_dinero WHERE grupo = 'caja' AND ${isKept(span)}
    )
    SELECT ${mesDe('fecha')} AS mes, sum(monto)::bigint AS cobrado FROM dia GROUP BY 1`;
}

export interface DineroRow {
  grupo: 'mes' | 'metodo' | 'caja' | 'dia';
  mes: string | null;
  /** The kind of charge, 'fondo' of what went to a fund, 'reembolso' of what was paid out of one. */
  tipo: string | null;
  name: string | null;
  dia: number | null;
  monto: Centavos;
  /** Of money that came in: corrections and refunds are none. */
  pagos: number;
}

/** The same summed in four ways, its rows in one pass: grupo, mes, tipo, metodo_pago_id, caja_id, dia, monto, pagos. */
const summedDinero = ({ vivo: desde, hasta }: Span) => sql`
    WITH dinero AS MATERIALIZED (
      SELECT k.fecha, CASE k.clase WHEN 'reembolso' THEN k.clase ELSE coalesce(c.tipo, 'fondo') END AS tipo, k.metodo_pago_id,
        k.caja_id, sum(k.monto)::bigint AS monto, (count(*) FILTER (WHERE k.clase = 'cobro'))::int AS pagos
      FROM (${cashMovements({ fechas: { desde, hasta } })}) k LEFT JOIN cargo c ON c.id = k.cargo_id
      GROUP BY 1, 2, 3, 4
    )
    SELECT CASE WHEN grouping(${mesDe('fecha')}) = 0 THEN 'mes' WHEN grouping(metodo_pago_id) = 0 THEN 'metodo'
        WHEN grouping(caja_id) = 0 THEN 'caja' ELSE 'dia' END AS grupo,
      ${mesDe('fecha')} AS mes, tipo, metodo_pago_id, caja_id, extract(day FROM fecha)::int AS dia, sum(monto)::bigint AS monto,
      sum(pagos)::int AS pagos
    FROM dinero
    GROUP BY GROUPING SETS ((${mesDe('fecha')}, tipo), (metodo_pago_id), (caja_id), (extract(day FROM fecha)::int))`;

export const sumDinero = (tx: Tx, span: Span) =>
  rowsFrom(tx)<DineroRow>`
    WITH suma AS (
      SELECT grupo, mes, tipo, metodo_pago_id, caja_id, dia, sum(monto)::bigint AS monto, sum(pagos)::int AS pagos
      FROM (
        SELECT * FROM (${summedDinero(span)}) vivo
        UNION ALL
        SELECT grupo, CASE grupo WHEN 'mes' THEN ${mesDe('mes')} END, tipo, metodo_pago_id, caja_id, dia, monto_centavos, pagos
        FROM tablero_mes_dinero WHERE ${isKept(span)}
      ) todo
      GROUP BY 1, 2, 3, 4, 5, 6
    )
    SELECT s.grupo, s.mes, s.tipo, CASE s.grupo WHEN 'caja' THEN coalesce(k.name, ${NO_REGISTER}) ELSE m.name END AS name, s.dia,
      s.monto, s.pagos
    FROM suma s LEFT JOIN metodo_pago m ON m.id = s.metodo_pago_id LEFT JOIN caja k ON k.id = s.caja_id
    ORDER BY s.mes, s.dia, s.monto DESC, s.tipo, name`;

export interface SaldoRow {
  tipo: string;
  porVencer: Centavos;
  d30: Centavos;
  d60: Centavos;
  d90: Centavos;
}

/** Open balances by kind of charge and age. */
export const sumSaldos = (tx: Tx, hoy: Fecha) =>
  rowsFrom(tx)<SaldoRow>`
    SELECT tipo,
      coalesce(sum(saldo_centavos) FILTER (WHERE NOT ${isOverdue('c', hoy)}), 0)::bigint AS "porVencer", ${overdueByAge(hoy)}
    FROM cargo c WHERE saldo_centavos > 0 GROUP BY tipo ORDER BY sum(saldo_centavos) DESC, tipo`;

export const countAtrasados = (tx: Tx, hoy: Fecha) =>
  countFrom(tx)`
    SELECT count(*)::int AS n FROM ${lotesAtrasados(hoy)} AS atrasado`;

export async function sumFondo(tx: Tx): Promise<{ fondo: Centavos; lotes: number }> {
  const { rows } = await sql<{ fondo: Centavos; lotes: number }>`
    SELECT coalesce(sum(saldo_centavos), 0)::bigint AS fondo, count(*) FILTER (WHERE saldo_centavos > 0)::int AS lotes
    FROM fondo`.execute(tx);
  return rows[0] ?? { fondo: 0, lotes: 0 };
}

/** The most months that are told apart. */
const MESES_MAX = 12;

/** Lots by how many months of maintenance they have overdue. */
export const sumPorMeses = (tx: Tx, hoy: Fecha) =>
  rowsFrom(tx)<{ meses: number; lotes: number; monto: Centavos }>`
    SELECT least(meses, ${MESES_MAX}::int) AS meses, count(*)::int AS lotes, sum(monto)::bigint AS monto
    FROM (
      SELECT count(*)::int AS meses, sum(saldo_centavos) AS monto FROM cargo c
      WHERE ${isOverdue('c', hoy)} AND tipo = 'mantenimiento' GROUP BY lote_id
    ) d GROUP BY 1 ORDER BY 1`;

/**
 * What was overdue at the end of each month from the first of a span to today, its end. A charge counts from its day on, and so does what
 * was paid or taken off before. Reckoned back from today's balances, so that only what happened since is read.
 */
export async function listCierres(tx: Tx, span: Span) {
  const { vivo: desde, hasta: hoy } = span;
  return rowsFrom(tx)<{ mes: string; vencido: Centavos }>`
    WITH cargos AS MATERIALIZED (
      SELECT c.dia, sum(c.saldo_centavos) AS monto FROM (${chargesWithin(desde, hoy)}) c
      WHERE c.vence < ${hoy}::date GROUP BY 1
    ), abonos AS (
      SELECT j.fecha, ${COUNTS_FROM} AS dia, sum(j.monto) AS monto
      FROM (${paidSince(desde)} UNION ALL ${adjustedSince(desde)}) j JOIN cargo c ON c.id = j.cargo_id
      WHERE c.vence < ${hoy}::date
      GROUP BY 1, 2
    ), hechos AS (
      -- What is still owed of a charge and what was paid of it later came on its day.
      SELECT dia, monto FROM cargos
      UNION ALL
      SELECT dia, monto FROM abonos WHERE dia >= ${desde}::date AND fecha > dia
      UNION ALL
      SELECT fecha, -monto FROM abonos WHERE fecha > dia
    ), por_dia AS MATERIALIZED (
      SELECT dia, sum(monto) AS monto FROM hechos GROUP BY dia
    ), hoy AS MATERIALIZED (
      SELECT coalesce(sum(saldo_centavos), 0) AS vencido FROM cargo c WHERE ${isOverdue('c', hoy)}
    ), meses AS (
      SELECT primero::date, CASE WHEN primero + interval '1 month' > ${hoy}::date THEN ${hoy}::date
        ELSE (primero + interval '1 month' - interval '1 day')::date END AS cierre
      FROM generate_series(date_trunc('month', ${desde}::timestamp), ${hoy}::timestamp, interval '1 month') AS primero
    )
    SELECT to_char(m.primero, 'YYYY-MM') AS mes,
      ((SELECT vencido FROM hoy) - coalesce(sum(h.monto), 0))::bigint AS vencido
    FROM meses m LEFT JOIN por_dia h ON h.dia > m.cierre
    GROUP BY m.primero
    UNION ALL
    SELECT ${mesDe('mes')}, vencido_centavos FROM tablero_mes WHERE ${isKept(span)}
    ORDER BY 1`;
}

/**
 * How the maintenance of a range was paid: what was billed, what of it came within its own month, and what came in the range
 * from months before its own. What came within the month is what was paid of it but not later.
 */
export async function sumPuntualidad(tx: Tx, span: Span) {
  const { vivo: desde, hasta } = span;
  const { rows } = await sql<{ facturado: Centavos; enMes: Centavos; rezago: Centavos }>`
    WITH despues AS (
      SELECT
        sum(monto) FILTER (WHERE de_pago AND fuera AND fecha <= ${hasta}::date) AS rezago,
        sum(monto) FILTER (WHERE de_pago AND fuera AND del_rango) AS pagado,
        coalesce(sum(monto) FILTER (WHERE NOT de_pago AND del_rango), 0)
          - coalesce(sum(monto) FILTER (WHERE NOT de_pago AND fecha <= ${hasta}::date), 0) AS quitado
      FROM (
        SELECT j.de_pago, j.fecha, j.monto,
          c.tipo = 'mantenimiento' AND ${COUNTS_FROM} BETWEEN ${desde}::date AND ${hasta}::date AS del_rango,
          j.fecha >= date_trunc('month', ${COUNTS_FROM}::timestamp) + interval '1 month' AS fuera
        FROM (
          SELECT true AS de_pago, p.* FROM (${paidSince(desde)}) p
          UNION ALL
          SELECT false, a.* FROM (${adjustedSince(desde)}) a
        ) j JOIN cargo c ON c.id = j.cargo_id
        WHERE c.tipo IN ('mantenimiento', 'interes') AND (j.de_pago OR c.tipo = 'mantenimiento') AND j.fecha > ${COUNTS_FROM}
      ) tarde
    ), meses AS (
      SELECT sum(c.monto_centavos - c.ajustado_centavos) AS facturado, sum(c.pagado_centavos) AS pagado
      FROM (${chargesWithin(desde, hasta)}) c WHERE c.tipo = 'mantenimiento'
    ), guardado AS (
      SELECT coalesce(sum(mantenimiento_centavos), 0) AS mantenimiento, coalesce(sum(en_mes_centavos), 0) AS en_mes,
        coalesce(sum(rezago_centavos), 0) AS rezago
      FROM tablero_mes WHERE ${isKept(span)}
    )
    SELECT (coalesce(m.facturado, 0) + coalesce(d.quitado, 0) + k.mantenimiento)::bigint AS facturado,
      (coalesce(m.pagado, 0) - coalesce(d.pagado, 0) + k.en_mes)::bigint AS "enMes",
      (coalesce(d.rezago, 0) + k.rezago)::bigint AS rezago
    FROM meses m, despues d, guardado k`.execute(tx);
  return rows[0] ?? { facturado: 0, enMes: 0, rezago: 0 };
}

/** Months of maintenance that exist already, from a day on. */
export const sumMesesCreados = (tx: Tx, desde: Fecha) =>
  rowsFrom(tx)<{ mes: string; lotes: number; facturacion: Centavos; anticipado: Centavos }>`
    SELECT ${mesDe('vence')} AS mes, count(*)::int AS lotes, sum(monto_centavos - ajustado_centavos)::bigint AS facturacion,
      sum(pagado_centavos)::bigint AS anticipado
    FROM cargo WHERE tipo = 'mantenimiento' AND cierre IS NULL AND vence >= ${desde}::date GROUP BY 1`;

export const countLotes = (tx: Tx) =>
  rowsFrom(tx)<{ status: string; tipo: string; lotes: number }>`
    SELECT status, tipo, count(*)::int AS lotes FROM lote GROUP BY status, tipo`;

/** Deliveries by month; what was merged or inactivated later was delivered all the same. */
export const countEntregas = (tx: Tx, hoy: Fecha) =>
  rowsFrom(tx)<{ mes: string; lotes: number }>`
    SELECT ${mesDe('fecha_entrega')} AS mes, count(*)::int AS lotes FROM lote
    WHERE fecha_entrega <= ${hoy}::date GROUP BY 1 ORDER BY 1`;

/** What is kept of a closed month; money in four ways, registers and methods by id. */
export interface KeptMonth {
  mes: Fecha;
  facturado: Centavos;
  /** Of maintenance alone. */
  mantenimiento: Centavos;
  enMes: Centavos;
  rezago: Centavos;
  vencido: Centavos;
  dinero: KeptDinero[];
}

interface KeptDinero {
  grupo: DineroRow['grupo'];
  tipo: string | null;
  metodoPagoId: number | null;
  cajaId: number | null;
  dia: number | null;
  monto: Centavos;
  pagos: number;
}

const IN_ORDER = sql`ORDER BY grupo, tipo, metodo_pago_id, caja_id NULLS FIRST, dia`;

/** The money of a month as it is kept. */
export const listUnnamedDinero = (tx: Tx, span: Span) =>
  rowsFrom(tx)<KeptDinero>`
    SELECT grupo, tipo, metodo_pago_id AS "metodoPagoId", caja_id AS "cajaId", dia, monto, pagos
    FROM (${summedDinero(span)}) suma ${IN_ORDER}`;

/** Closed months from that of a day on that are not kept, `limit` of them at most; each by its first day. */
export async function listToKeep(tx: Tx, desde: Fecha, limit: number): Promise<Fecha[]> {
  const { rows } = await sql<{ mes: Fecha }>`
    SELECT m::date AS mes
    FROM generate_series(${desde}::timestamp, (SELECT max(hasta) FROM periodo_cierre)::timestamp, interval '1 month') AS m
    WHERE NOT EXISTS (SELECT FROM tablero_mes t WHERE t.mes = m::date)
    ORDER BY m LIMIT ${limit}`.execute(tx);
  return rows.map(({ mes }) => mes);
}

export async function listKept(tx: Tx): Promise<Fecha[]> {
  return (await tx.selectFrom('tablero_mes').select('mes').orderBy('mes').execute()).map(({ mes }) => mes);
}

export async function findKept(tx: Tx, mes: Fecha): Promise<KeptMonth | undefined> {
  const { rows } = await sql<Omit<KeptMonth, 'dinero'>>`
    SELECT mes, facturado_centavos AS facturado, mantenimiento_centavos AS mantenimiento, en_mes_centavos AS "enMes",
      rezago_centavos AS rezago, vencido_centavos AS vencido
    FROM tablero_mes WHERE mes = ${mes}::date`.execute(tx);
  const { rows: dinero } = await sql<KeptDinero>`
    SELECT grupo, tipo, metodo_pago_id AS "metodoPagoId", caja_id AS "cajaId", dia, monto_centavos AS monto, pagos
    FROM tablero_mes_dinero WHERE mes = ${mes}::date ${IN_ORDER}`.execute(tx);
  return rows[0] && { ...rows[0], dinero };
}

export async function insertKept(tx: Tx, { mes, dinero, ...sums }: KeptMonth): Promise<void> {
  await tx
    .insertInto('tablero_mes')
    .values({
      mes,
      facturado_centavos: sums.facturado,
      mantenimiento_centavos: sums.mantenimiento,
      en_mes_centavos: sums.enMes,
      rezago_centavos: sums.rezago,
      vencido_centavos: sums.vencido,
    })
    .execute();
  if (dinero.length === 0) return;
  await tx
    .insertInto('tablero_mes_dinero')
    .values(
      dinero.map(({ metodoPagoId, cajaId, monto, ...row }) => ({
        ...{ mes, ...row, metodo_pago_id: metodoPagoId, caja_id: cajaId, monto_centavos: monto },
      })),
    )
    .execute();
}
