/**
 * The cash cut-off: the money that came in by its booking date, and what of closed days was corrected since. One source for
 * the cut-off, the closing's figures, dashboards and their files. Source: dominio.md#ledger.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos, InCentavos } from '#core/money.ts';
import type { CorteLine, EntroPor } from '#documents/corte.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';

export interface CorteFilter {
  /** By booking date, both days included. */
  fechas: { desde: Fecha; hasta: Fecha };
  cajaId?: number | null;
  metodoPagoId?: number | null;
}

export type CorteRow = InCentavos<CorteLine>;

/** In place of the register's name, of a refund that left by none. */
export const NO_REGISTER = 'Sin caja';

/** A row's booking date within the days that are asked for. */
const booked = ({ fechas: { desde, hasta } }: CorteFilter, column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} BETWEEN ${desde}::date AND ${hasta}::date`;

/** The register and the method of row `row`. */
const taken = ({ cajaId, metodoPagoId }: CorteFilter, row: string): RawBuilder<boolean> =>
  sql<boolean>`${cajaId ? sql`${sql.ref(`${row}.caja_id`)} = ${cajaId}` : sql`true`}
    AND ${metodoPagoId ? sql`${sql.ref(`${row}.metodo_pago_id`)} = ${metodoPagoId}` : sql`true`}`;

/**
 * Every movement of money that the filter takes: clase, recibo_id, fecha, fecha_pago, created_at, lote_id, metodo_pago_id,
 * caja_id, pago_id, cargo_id, movimiento_id, monto. `pago_id` and `cargo_id` are NULL of what went to the fund or left it,
 * `movimiento_id` of everything else. What was cancelled while its day was open is not in it; cancelled later it stays, and
 * stands once more as a correction of the day of that.
 */
export function cashMovements(filter: CorteFilter): RawBuilder<unknown> {
  // What corrects is looked up once, out here, and given as an array: what is recursive would keep all that it is part of out of
  // parallel workers.
  return sql`
      SELECT CASE WHEN e.id IS NULL THEN v.clase ELSE 'correccion' END AS clase, v.recibo_id, v.fecha, v.fecha_pago, v.created_at,
        v.lote_id, v.metodo_pago_id, v.caja_id, v.pago_id, v.cargo_id, v.movimiento_id, v.monto
      FROM (${movementsOf(filter)}) v
      LEFT JOIN unnest(ARRAY(SELECT id FROM recibo_de_correccion)) AS e (id) ON v.clase = 'cobro' AND e.id = v.recibo_id`;
}

function movementsOf(filter: CorteFilter): RawBuilder<unknown> {
  const ofReceipt = sql`${booked(filter, 'r.fecha_contable')} AND ${taken(filter, 'r')}`;
  const since = sql`${booked(filter, 'x.fecha')} AND ${taken(filter, 'r')}`;
  const receipt = sql`'cobro' AS clase, r.id AS recibo_id,
        r.fecha_contable AS fecha, r.fecha_pago, r.created_at, r.lote_id, r.metodo_pago_id, r.caja_id`;
  // A payment is booked with its receipt: said of both, each is read by its own covering index.
  return sql`
      SELECT ${receipt}, p.id AS pago_id, p.cargo_id, NULL::int AS movimiento_id, p.monto_centavos AS monto
      FROM recibo r JOIN pago p ON p.recibo_id = r.id
      WHERE NOT r.es_fondo AND ${ofReceipt} AND ${booked(filter, 'p.fecha_contable')} AND p.status <> 'cancelado'
      UNION ALL
      SELECT ${receipt}, p.id, p.cargo_id, NULL, p.monto_centavos
      FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id JOIN recibo r ON r.id = p.recibo_id
      WHERE x.dia_cerrado AND NOT r.es_fondo AND ${ofReceipt}
      UNION ALL
      SELECT ${receipt}, NULL, NULL, v.id, v.monto_centavos
      FROM recibo r JOIN fondo_movimiento v ON v.recibo_id = r.id
      WHERE NOT r.es_fondo AND ${ofReceipt} AND v.tipo = 'abono'
        AND NOT EXISTS (SELECT FROM fondo_movimiento x WHERE x.cancela_id = v.id AND NOT x.dia_cerrado)
      UNION ALL
      SELECT 'correccion', r.id, x.fecha, r.fecha_pago, x.created_at, r.lote_id, r.metodo_pago_id, r.caja_id, p.id, p.cargo_id,
        NULL, -p.monto_centavos
      FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id JOIN recibo r ON r.id = p.recibo_id
      WHERE x.dia_cerrado AND NOT r.es_fondo AND ${since}
      UNION ALL
      SELECT 'correccion', r.id, x.fecha, r.fecha_pago, x.created_at, r.lote_id, r.metodo_pago_id, r.caja_id, NULL, NULL,
        x.id, x.monto_centavos
      FROM fondo_movimiento x JOIN recibo r ON r.id = x.recibo_id
      WHERE x.dia_cerrado AND x.tipo = 'cancelacion' AND ${since}
      UNION ALL
      SELECT 'reembolso', NULL, x.fecha, x.fecha, x.created_at, x.lote_id, x.metodo_pago_id, x.caja_id, NULL, NULL, x.id,
        x.monto_centavos
      FROM fondo_movimiento x
      WHERE x.metodo_pago_id IS NOT NULL AND ${booked(filter, 'x.fecha')} AND ${taken(filter, 'x')}`;
}

/** Associates of lots and from when to when: lote_id, name, desde, hasta. */
export const ASSOCIATES = sql`
      SELECT t.lote_id, a.name, t.desde, coalesce(t.hasta, 'infinity') AS hasta
      FROM lote_residente t JOIN residente a ON a.id = t.residente_id
      WHERE t.asociado`;

/** Whether associate `a` of those was there when something was signed; where it is not signed, whether he is now. */
export const associatedAt = (signed: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
      CASE WHEN ${signed} IS NULL THEN a.hasta = 'infinity' ELSE ${signed} >= a.desde AND ${signed} < a.hasta END`;

/** When the first of these befell invoice `f`. */
const happened = (...eventos: string[]): RawBuilder<Date | null> => sql`
      (SELECT min(e.created_at) FROM factura_evento e WHERE e.factura_id = f.id AND e.evento IN (${sql.join(eventos)}))`;

/**
 * The rows of a cut-off by booking date and posting, corrections of closed days last; amounts in centavos. Of a closed month
 * the associate and the invoice are those of when it was closed, so that it is printed again as it was.
 */
export const corteQuery = (filter: CorteFilter): RawBuilder<CorteRow> => corteWith(filter, sql`k.monto`);

/** The same rows with amounts in pesos, for an answer that the database writes. */
export const corteInPesos = (filter: CorteFilter): RawBuilder<CorteLine> => corteWith(filter, sql`k.monto * 0.01`);

function corteWith<Row>(filter: CorteFilter, pago: RawBuilder<unknown>): RawBuilder<Row> {
  const { desde, hasta } = filter.fechas;
  return sql<Row>`
    WITH dia AS MATERIALIZED (
      -- The closed days, each with when that was.
      SELECT dia::date, (SELECT min(created_at) FROM periodo_cierre WHERE hasta >= dia::date) AS cerrado
      FROM generate_series(
        greatest(${desde}::date, (SELECT min(fecha_contable) FROM recibo WHERE NOT es_fondo))::timestamp,
        least(${hasta}::date, (SELECT max(hasta) FROM periodo_cierre))::timestamp, interval '1 day') AS dia
      WHERE EXISTS (SELECT FROM periodo_cierre)
    )
    SELECT k.fecha, k.fecha_pago AS "fechaPago", k.recibo_id AS recibo, k.clase = 'correccion' AS correccion,
      l.id AS "loteId", l.referencia AS "referenciaLote", l.manzana, l.lote, coalesce(a.name, '') AS asociado,
      CASE
        WHEN k.clase = 'reembolso' THEN 'Reembolso de fondo'
        WHEN k.clase = 'correccion' AND k.monto < 0 THEN 'Se quita: ' || coalesce(c.concepto, 'Abono a fondo')
        ELSE coalesce(c.concepto, 'Abono a fondo')
      END || CASE WHEN k.clase = 'correccion' THEN ' (recibo ' || k.recibo_id || ')' ELSE '' END
        || CASE WHEN k.fecha_pago <> k.fecha THEN ' · valor ' || to_char(k.fecha_pago, 'DD-MM-YYYY') ELSE '' END AS descripcion,
      CASE WHEN f.id IS NOT NULL AND d.cerrado IS NOT NULL AND d.cerrado < ${happened('sellado')} THEN ''
        ELSE coalesce(CASE WHEN f.serie <> '' THEN f.serie || '-' END || f.folio, f.folio::text, '') END AS folio_factura,
      m.name AS "metodoPago", coalesce(j.name, ${NO_REGISTER}) AS caja, ${pago} AS pago
    FROM (${cashMovements(filter)}) k
    -- Each movement has both; said so, the plan does not take these joins for filters and look lots up one by one.
    LEFT JOIN lote l ON l.id = k.lote_id
    LEFT JOIN metodo_pago m ON m.id = k.metodo_pago_id
    LEFT JOIN caja j ON j.id = k.caja_id
    LEFT JOIN cargo c ON c.id = k.cargo_id
    LEFT JOIN unnest(ARRAY(SELECT dia FROM dia ORDER BY dia), ARRAY(SELECT cerrado FROM dia ORDER BY dia)) AS d (dia, cerrado)
      ON d.dia = k.fecha
    LEFT JOIN (${ASSOCIATES}) a ON a.lote_id = l.id AND ${associatedAt(sql`d.cerrado`)}
    LEFT JOIN (factura_concepto i JOIN factura f ON f.id = i.factura_id LEFT JOIN factura antes ON antes.id = f.sustituye_id)
      ON i.pago_id = k.pago_id AND CASE WHEN d.cerrado IS NULL THEN i.viva
        -- What takes the place of an invoice is of the time when that one was cancelled.
        ELSE greatest(f.created_at, antes.fecha_cancelada) <= d.cerrado AND coalesce(CASE
          WHEN f.status = 'cancelada' THEN f.fecha_cancelada
          WHEN f.status = 'rechazada' AND f.sustituye_id IS NULL THEN ${happened('rechazado', 'vencido', 'abandonado')}
        END > d.cerrado, i.viva) END
    ORDER BY k.clase = 'correccion', k.fecha, k.created_at, k.recibo_id, k.pago_id NULLS LAST, k.movimiento_id, k.monto`;
}

export async function listCorte(tx: Tx, filter: CorteFilter): Promise<CorteRow[]> {
  return (await corteQuery(filter).execute(tx)).rows;
}

/** What came in by each method in each register, corrections of closed days left out. */
export const sumPorMetodo = (tx: Tx, filter: CorteFilter) =>
  rowsFrom(tx)<InCentavos<EntroPor>>`
    SELECT m.name AS "metodoPago", coalesce(j.name, ${NO_REGISTER}) AS caja, sum(k.monto)::bigint AS pago,
      count(DISTINCT (k.recibo_id, k.fecha)) FILTER (WHERE k.recibo_id IS NOT NULL)::int AS recibos
    FROM (${cashMovements(filter)}) k JOIN metodo_pago m ON m.id = k.metodo_pago_id LEFT JOIN caja j ON j.id = k.caja_id
    WHERE k.clase <> 'correccion' GROUP BY m.id, j.id ORDER BY m.id, j.id`;

/** How many rows a cut-off has, what they come to, and what of that corrects closed days. */
export async function sumCorte(
  tx: Tx,
  filter: CorteFilter,
): Promise<{ renglones: number; total: Centavos; correcciones: Centavos }> {
  const { rows } = await sql<{ renglones: number; total: Centavos; correcciones: Centavos }>`
    SELECT count(*)::int AS renglones, coalesce(sum(monto), 0)::bigint AS total,
      coalesce(sum(monto) FILTER (WHERE clase = 'correccion'), 0)::bigint AS correcciones
    FROM (${cashMovements(filter)}) k`.execute(tx);
  return rows[0] ?? { renglones: 0, total: 0, correcciones: 0 };
}

/** What came in between two days by what it was for: a kind of charge, 'fondo' or 'reembolso'. Together they are the cut-off. */
export const cashByKind = (tx: Tx, fechas: CorteFilter['fechas']) =>
  rowsFrom(tx)<{ clave: string; cantidad: number; monto: Centavos }>`
    SELECT CASE WHEN k.clase = 'reembolso' THEN 'reembolso' ELSE coalesce(c.tipo, 'fondo') END AS clave, count(*)::int AS cantidad,
      sum(k.monto)::bigint AS monto
    FROM (${cashMovements({ fechas })}) k LEFT JOIN cargo c ON c.id = k.cargo_id
    GROUP BY 1 ORDER BY 3 DESC, 1`;
