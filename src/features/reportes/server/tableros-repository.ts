import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { isOverdue, lotesAtrasados } from '#libro/server/debt.ts';
import type { Tx } from '#platform/server/db.ts';
import { overdueByAge } from './repository.ts';

/**
 * Money that came in from a day on, as the cash cut-off counts it, summed by fecha, tipo, metodo_pago_id and caja_id. A payment
 * has the date of its receipt: said of both, each is read by its own index.
 */
const dinero = (desde: Fecha) => sql`
    dinero AS MATERIALIZED (
      SELECT r.fecha_pago AS fecha, c.tipo, r.metodo_pago_id, r.caja_id, sum(p.monto_centavos)::bigint AS monto, count(*)::int AS pagos
      FROM recibo r JOIN pago p ON p.recibo_id = r.id JOIN cargo c ON c.id = p.cargo_id
      WHERE r.fecha_pago >= ${desde}::date AND NOT r.es_fondo AND p.fecha_pago >= ${desde}::date AND p.status <> 'cancelado'
      GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT r.fecha_pago, 'fondo', r.metodo_pago_id, r.caja_id, sum(v.monto_centavos)::bigint, count(*)::int
      FROM recibo r JOIN fondo_movimiento v ON v.recibo_id = r.id
      WHERE r.fecha_pago >= ${desde}::date AND NOT r.es_fondo AND v.tipo = 'abono'
        AND NOT EXISTS (SELECT 1 FROM fondo_movimiento x WHERE x.cancela_id = v.id)
      GROUP BY 1, 2, 3, 4
    )`;

/** 'YYYY-MM' of a date. */
const mesDe = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM')`;

/** Charges by the month they fall due in, from `desde` to the last day of the present month. */
export async function sumFacturado(tx: Tx, desde: Fecha, hasta: Fecha) {
  const { rows } = await sql<{ mes: string; facturado: Centavos; pagado: Centavos }>`
    SELECT ${mesDe('vence')} AS mes, sum(monto_centavos - ajustado_centavos)::bigint AS facturado,
      sum(pagado_centavos)::bigint AS pagado
    FROM cargo WHERE cierre IS NULL AND vence BETWEEN ${desde} AND ${hasta} GROUP BY 1`.execute(tx);
  return rows;
}

export async function sumCobrado(tx: Tx, desde: Fecha) {
  const { rows } = await sql<{ mes: string; cobrado: Centavos }>`
    WITH dia AS (
      SELECT r.fecha_pago AS fecha, sum(p.monto_centavos) AS monto
      FROM recibo r JOIN pago p ON p.recibo_id = r.id
      WHERE r.fecha_pago >= ${desde}::date AND NOT r.es_fondo AND p.fecha_pago >= ${desde}::date AND p.status <> 'cancelado'
      GROUP BY 1
      UNION ALL
      SELECT r.fecha_pago, sum(v.monto_centavos)
      FROM recibo r JOIN fondo_movimiento v ON v.recibo_id = r.id
      WHERE r.fecha_pago >= ${desde}::date AND NOT r.es_fondo AND v.tipo = 'abono'
        AND NOT EXISTS (SELECT 1 FROM fondo_movimiento x WHERE x.cancela_id = v.id)
      GROUP BY 1
    )
    SELECT ${mesDe('fecha')} AS mes, sum(monto)::bigint AS cobrado FROM dia GROUP BY 1`.execute(tx);
  return rows;
}

export interface DineroRow {
  grupo: 'mes' | 'metodo' | 'caja' | 'dia';
  mes: string | null;
  tipo: string | null;
  name: string | null;
  dia: number | null;
  monto: Centavos;
  pagos: number;
}

/** Money that came in, summed in four ways in one pass. */
export async function sumDinero(tx: Tx, desde: Fecha): Promise<DineroRow[]> {
  const { rows } = await sql<DineroRow>`
    WITH ${dinero(desde)},
    suma AS (
      SELECT ${mesDe('fecha')} AS mes, tipo, metodo_pago_id, caja_id, extract(day FROM fecha)::int AS dia,
        sum(monto)::bigint AS monto, sum(pagos)::int AS pagos, grouping(${mesDe('fecha')}) AS sin_mes,
        grouping(metodo_pago_id) AS sin_metodo, grouping(caja_id) AS sin_caja
      FROM dinero
      GROUP BY GROUPING SETS ((${mesDe('fecha')}, tipo), (metodo_pago_id), (caja_id), (extract(day FROM fecha)::int))
    )
    SELECT CASE WHEN sin_mes = 0 THEN 'mes' WHEN sin_metodo = 0 THEN 'metodo' WHEN sin_caja = 0 THEN 'caja' ELSE 'dia' END AS grupo,
      s.mes, s.tipo, coalesce(m.name, k.name) AS name, s.dia, s.monto, s.pagos
    FROM suma s LEFT JOIN metodo_pago m ON m.id = s.metodo_pago_id LEFT JOIN caja k ON k.id = s.caja_id
    ORDER BY s.mes, s.dia, s.monto DESC`.execute(tx);
  return rows;
}

export interface SaldoRow {
  tipo: string;
  porVencer: Centavos;
  d30: Centavos;
  d60: Centavos;
  d90: Centavos;
}

/** Open balances by kind of charge and age. */
export async function sumSaldos(tx: Tx, hoy: Fecha): Promise<SaldoRow[]> {
  const { rows } = await sql<SaldoRow>`
    SELECT tipo,
      coalesce(sum(saldo_centavos) FILTER (WHERE NOT ${isOverdue('c', hoy)}), 0)::bigint AS "porVencer", ${overdueByAge(hoy)}
    FROM cargo c WHERE saldo_centavos > 0 GROUP BY tipo ORDER BY sum(saldo_centavos) DESC`.execute(tx);
  return rows;
}

export async function countAtrasados(tx: Tx, hoy: Fecha): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM ${lotesAtrasados(hoy)} AS atrasado`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function sumFondo(tx: Tx): Promise<{ fondo: Centavos; lotes: number }> {
  const { rows } = await sql<{ fondo: Centavos; lotes: number }>`
    SELECT coalesce(sum(saldo_centavos), 0)::bigint AS fondo, count(*) FILTER (WHERE saldo_centavos > 0)::int AS lotes
    FROM fondo`.execute(tx);
  return rows[0] ?? { fondo: 0, lotes: 0 };
}

/** The most months that are told apart. */
const MESES_MAX = 12;

/** Lots by how many months of maintenance they have overdue. */
export async function sumPorMeses(tx: Tx, hoy: Fecha) {
  const { rows } = await sql<{ meses: number; lotes: number; monto: Centavos }>`
    SELECT least(meses, ${MESES_MAX}::int) AS meses, count(*)::int AS lotes, sum(monto)::bigint AS monto
    FROM (
      SELECT count(*)::int AS meses, sum(saldo_centavos) AS monto FROM cargo c
      WHERE ${isOverdue('c', hoy)} AND tipo = 'mantenimiento' GROUP BY lote_id
    ) d GROUP BY 1 ORDER BY 1`.execute(tx);
  return rows;
}

/**
 * What was overdue at the end of each month from the one of `desde` to today. A charge counts from the day it falls due; what
 * was paid or taken off before that day counts on it. Reckoned back from today's balances, so that only what happened since
 * `desde` is read.
 */
export async function listCierres(tx: Tx, desde: Fecha, hoy: Fecha) {
  const { rows } = await sql<{ mes: string; vencido: Centavos }>`
    WITH cargos AS MATERIALIZED (
      SELECT vence AS dia, sum(saldo_centavos) AS monto FROM cargo
      WHERE vence >= ${desde}::date AND vence < ${hoy}::date GROUP BY vence
    ), abonos AS (
      SELECT p.fecha_pago AS fecha, c.vence, sum(p.monto_centavos) AS monto
      FROM pago p JOIN cargo c ON c.id = p.cargo_id
      WHERE p.fecha_pago >= ${desde}::date AND p.status <> 'cancelado' AND c.vence < ${hoy}::date
      GROUP BY 1, 2
      UNION ALL
      SELECT j.fecha, c.vence, sum(j.monto_centavos)
      FROM ajuste j JOIN cargo c ON c.id = j.cargo_id
      WHERE j.fecha >= ${desde}::date AND NOT j.revertido AND c.vence < ${hoy}::date
      GROUP BY 1, 2
    ), hechos AS (
      -- What is still owed of a charge and what was paid of it later came on the day it fell due.
      SELECT dia, monto FROM cargos
      UNION ALL
      SELECT vence, monto FROM abonos WHERE vence >= ${desde}::date AND fecha > vence
      UNION ALL
      SELECT fecha, -monto FROM abonos WHERE fecha > vence
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
    GROUP BY m.primero ORDER BY m.primero`.execute(tx);
  return rows;
}

/**
 * How maintenance that fell due in a range was paid: what was billed, what of it came within its own month, and what came
 * in the range from months before its own. What came within the month is what was paid of it but not later.
 */
export async function sumPuntualidad(tx: Tx, desde: Fecha, hasta: Fecha) {
  const { rows } = await sql<{ facturado: Centavos; enMes: Centavos; rezago: Centavos }>`
    WITH tarde AS (
      SELECT
        sum(p.monto_centavos) FILTER (WHERE p.fecha_pago <= ${hasta}::date) AS rezago,
        sum(p.monto_centavos) FILTER (WHERE c.tipo = 'mantenimiento' AND c.cierre IS NULL
          AND c.vence BETWEEN ${desde} AND ${hasta}) AS del_rango
      FROM pago p JOIN cargo c ON c.id = p.cargo_id
      WHERE p.fecha_pago >= ${desde}::date AND p.status <> 'cancelado' AND c.tipo IN ('mantenimiento', 'interes')
        AND p.fecha_pago >= date_trunc('month', c.vence::timestamp) + interval '1 month'
    ), meses AS (
      SELECT sum(monto_centavos - ajustado_centavos) AS facturado, sum(pagado_centavos) AS pagado
      FROM cargo WHERE tipo = 'mantenimiento' AND cierre IS NULL AND vence BETWEEN ${desde} AND ${hasta}
    )
    SELECT coalesce(m.facturado, 0)::bigint AS facturado,
      (coalesce(m.pagado, 0) - coalesce(t.del_rango, 0))::bigint AS "enMes", coalesce(t.rezago, 0)::bigint AS rezago
    FROM meses m, tarde t`.execute(tx);
  return rows[0] ?? { facturado: 0, enMes: 0, rezago: 0 };
}

/** Months of maintenance that exist already, from a day on. */
export async function sumMesesCreados(tx: Tx, desde: Fecha) {
  const { rows } = await sql<{ mes: string; lotes: number; facturacion: Centavos; anticipado: Centavos }>`
    SELECT ${mesDe('vence')} AS mes, count(*)::int AS lotes, sum(monto_centavos - ajustado_centavos)::bigint AS facturacion,
      sum(pagado_centavos)::bigint AS anticipado
    FROM cargo WHERE tipo = 'mantenimiento' AND cierre IS NULL AND vence >= ${desde}::date GROUP BY 1`.execute(tx);
  return rows;
}

export async function countLotes(tx: Tx) {
  const { rows } = await sql<{ status: string; tipo: string; lotes: number }>`
    SELECT status, tipo, count(*)::int AS lotes FROM lote GROUP BY status, tipo`.execute(tx);
  return rows;
}

/** Deliveries by month; what was merged or inactivated later was delivered all the same. */
export async function countEntregas(tx: Tx, hoy: Fecha) {
  const { rows } = await sql<{ mes: string; lotes: number }>`
    SELECT ${mesDe('fecha_entrega')} AS mes, count(*)::int AS lotes FROM lote
    WHERE fecha_entrega <= ${hoy}::date GROUP BY 1 ORDER BY 1`.execute(tx);
  return rows;
}
