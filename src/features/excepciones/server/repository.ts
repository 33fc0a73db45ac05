/** The exceptions, read from where they stand in the ledger; and who ticked them off. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { loteThen } from '#libro/server/merge.ts';
import { REOPENED } from '#libro/server/special.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { countFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Clase, Tipo } from '../contract.ts';
import type { DatesOfReceipt, SpecialChange } from '../rules.ts';

/** Where no days are asked for, what was posted before the list was there is told for so many days. */
const DAYS_BEFORE = 30;
/** The migration that the list came with. */
const LIST_SINCE = 24;

export interface Range {
  /** Days of posting. Without either as far back as the list goes; with the last one alone as far back as there is anything. */
  desde: Fecha | null;
  hasta: Fecha | null;
  pendientes: boolean;
  timeZone: string;
}

export interface ExcepcionRow {
  clase: Clase;
  id: number;
  tipo: Tipo;
  dia: Fecha;
  registrado: Date;
  loteId: number;
  referencia: string;
  reciboId: number | null;
  concepto: string;
  razon: string;
  monto: Centavos;
  usuario: string;
  autorizo: string;
  fechas: DatesOfReceipt | null;
  especial: SpecialChange | null;
  revisadaAt: Date | null;
  reviso: string;
  nota: string;
}

/** Whether receipt `r` is one for its dates. What corrects another one has its date, and is told with that one's cancellation. */
const OF_DATES = sql`(r.fecha_contable_propia IS NOT NULL OR r.quita_fecha_centavos > 0) AND r.corrige_id IS NULL`;

/** Whether adjustment `a` gives away what no other row of the list tells of. */
const GIVES_AWAY = sql`(a.tipo IN ('condonacion', 'cancelacion') OR a.tipo = 'especial' AND a.razon = ${sql.lit(REOPENED)}
  -- A discount that left nothing to pay of a charge is a waiver by another name; a corrected receipt bears its own on.
  OR a.tipo = 'descuento'
    AND NOT EXISTS (SELECT FROM pago p WHERE p.recibo_id = a.recibo_id AND p.cargo_id = a.cargo_id)
    AND NOT EXISTS (SELECT FROM recibo k WHERE k.id = a.recibo_id AND k.corrige_id IS NOT NULL))`;

/** What a special on a reopened month takes the place of, which was told before: it gives away what it takes off besides. */
const INSTEAD_OF = sql`(CASE WHEN a.tipo = 'especial' THEN coalesce((
          SELECT sum(b.monto_centavos) FROM ajuste_reverso x JOIN ajuste b ON b.id = x.ajuste_id
          WHERE b.cargo_id = a.cargo_id AND b.tipo = 'especial' AND x.created_at = a.created_at), 0) ELSE 0 END)::bigint`;

/** Every exception as clase, id, tipo, dia, created_at, lote_id, recibo_id, concepto, razon, monto, usuario_id, codigo_id. */
function exceptions({ desde, hasta, timeZone }: Range): RawBuilder<unknown> {
  return sql`
    limites AS (
      SELECT coalesce(${desde}::date, CASE WHEN ${hasta}::date IS NULL
          THEN (aplicada AT TIME ZONE ${timeZone})::date - ${sql.lit(DAYS_BEFORE)} ELSE '1900-01-01' END) AS desde,
        coalesce(${hasta}::date, 'infinity') AS hasta
      FROM migracion WHERE version = ${sql.lit(LIST_SINCE)}
    ),
    excepcion AS (
      SELECT 'fechas' AS clase, r.id, 'fechas' AS tipo, (r.created_at AT TIME ZONE ${timeZone})::date AS dia, r.created_at,
        r.lote_id, r.id AS recibo_id, '' AS concepto, r.referencia AS razon, r.quita_fecha_centavos AS monto, r.usuario_id,
        r.codigo_fecha_id AS codigo_id
      FROM limites, recibo r
      WHERE ${OF_DATES}
        AND r.created_at >= desde::timestamp AT TIME ZONE ${timeZone}
        AND (hasta = 'infinity' OR r.created_at < (hasta + 1)::timestamp AT TIME ZONE ${timeZone})
      UNION ALL
      SELECT 'especial', d.id, 'especial', d.fecha, d.created_at, d.lote_id, NULL, '', d.razon,
        d.perdonado_centavos + greatest(d.intereses_centavos, 0),
        d.usuario_id, NULL
      FROM limites, descuento_especial d WHERE d.fecha BETWEEN desde AND hasta
      UNION ALL
      SELECT 'condonacion', a.id,
        CASE a.tipo WHEN 'condonacion' THEN 'condonacion' WHEN 'especial' THEN 'especial_reabierto'
          WHEN 'descuento' THEN 'descuento_entero' ELSE 'cargo_cancelado' END,
        a.fecha, a.created_at, ${loteThen('c', sql`a.created_at`)}, NULL, c.concepto, a.razon,
        a.monto_centavos - ${INSTEAD_OF}, a.usuario_id, a.codigo_id
      FROM limites, ajuste a JOIN cargo c ON c.id = a.cargo_id
      WHERE ${GIVES_AWAY} AND a.fecha BETWEEN desde AND hasta AND a.monto_centavos <> ${INSTEAD_OF}
      UNION ALL
      SELECT 'cancelacion', x.pago_id,
        CASE x.motivo WHEN 'devuelto' THEN 'pago_devuelto' WHEN 'correccion' THEN 'pago_corregido' ELSE 'pago_cancelado' END,
        x.fecha, x.created_at, r.lote_id, r.id, c.concepto, x.razon, p.monto_centavos, x.usuario_id, x.codigo_id
      FROM limites, pago_cancelacion x JOIN pago p ON p.id = x.pago_id JOIN recibo r ON r.id = p.recibo_id
      JOIN cargo c ON c.id = p.cargo_id
      WHERE x.fecha BETWEEN desde AND hasta
      UNION ALL
      SELECT 'reembolso', v.id, CASE v.tipo WHEN 'reembolso' THEN 'reembolso' ELSE 'abono_cancelado' END, v.fecha,
        v.created_at, v.lote_id, v.recibo_id, '', v.razon, -v.monto_centavos, v.usuario_id, v.codigo_id
      FROM limites, fondo_movimiento v WHERE v.tipo IN ('reembolso', 'cancelacion') AND v.fecha BETWEEN desde AND hasta
    )`;
}

const UNREVIEWED = sql`NOT EXISTS (SELECT FROM excepcion_revisada v WHERE v.clase = e.clase AND v.fila_id = e.id)`;

/** Whether payment `q`, or adjustment `j`, counted when receipt `r` was posted: made before it, and not taken back yet. */
const PAID_BEFORE = sql`(q.recibo_id < r.id AND NOT EXISTS (
      SELECT FROM pago_cancelacion x WHERE x.pago_id = q.id AND x.created_at <= r.created_at))`;
const ADJUSTED_BEFORE = sql`(j.created_at <= r.created_at AND j.recibo_id IS DISTINCT FROM r.id AND NOT EXISTS (
      SELECT FROM ajuste_reverso x WHERE x.ajuste_id = j.id AND x.created_at <= r.created_at))`;

/**
 * The entries that the value date of receipt `r` would have spared, and that stay because they had been touched: as it was
 * when the receipt was posted, whatever was paid and cancelled since.
 */
const TOUCHED = sql`(
  SELECT string_agg(i.concepto, ', ' ORDER BY i.vence)
  FROM pago p JOIN cargo c ON c.id = p.cargo_id JOIN cargo i ON i.base_id = c.id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(q.monto_centavos), 0) AS pagado, max(q.fecha_pago) AS ultimo FROM pago q
    WHERE q.cargo_id = c.id AND (q.recibo_id = r.id OR ${PAID_BEFORE})
  ) k
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(j.monto_centavos), 0) AS ajustado FROM ajuste j
    WHERE j.cargo_id = c.id AND (j.recibo_id = r.id OR ${ADJUSTED_BEFORE})
  ) g
  WHERE p.recibo_id = r.id AND i.tipo = 'interes' AND i.created_at < r.created_at
    AND NOT EXISTS (SELECT FROM ajuste j WHERE j.cargo_id = i.id AND j.tipo IN ('cancelacion', 'reemplazo', 'anulacion')
      AND j.created_at <= r.created_at)
    AND (EXISTS (SELECT FROM pago q WHERE q.cargo_id = i.id AND ${PAID_BEFORE})
      OR EXISTS (SELECT FROM ajuste j WHERE j.cargo_id = i.id AND ${ADJUSTED_BEFORE}))
    AND (r.fecha_pago <= i.vence OR (c.monto_centavos <= k.pagado + g.ajustado
      AND k.ultimo < date_trunc('month', i.vence::timestamp) + interval '1 month')))`;

/** The latest first, but what nobody has ticked off before what somebody has; so many, or all of them. */
export const listExcepciones = (tx: Tx, range: Range, limit: number | null) =>
  rowsFrom(tx)<ExcepcionRow>`
    WITH ${exceptions(range)}
    SELECT e.clase, e.id, e.tipo, e.dia, e.created_at AS registrado, e.lote_id AS "loteId", l.referencia,
      e.recibo_id AS "reciboId", e.concepto, e.razon, e.monto::bigint AS monto, ${fullName('u')} AS usuario,
      ${fullName('a')} AS autorizo,
      CASE WHEN r.id IS NOT NULL THEN json_build_object('fechaPago', r.fecha_pago, 'fechaContable', r.fecha_contable,
        'quita', r.quita_fecha_centavos, 'intactos', coalesce(${TOUCHED}, '')) END AS fechas,
      CASE WHEN d.id IS NOT NULL THEN json_build_object('antes', d.antes::float8, 'despues', d.despues::float8,
        'cerrados', d.meses_cerrados, 'reabiertos', d.meses_reabiertos, 'devuelto', d.devuelto_centavos,
        'intereses', d.intereses_centavos) END AS especial,
      v.created_at AS "revisadaAt", ${fullName('vu')} AS reviso, coalesce(v.nota, '') AS nota
    FROM excepcion e
    JOIN lote l ON l.id = e.lote_id
    LEFT JOIN recibo r ON e.clase = 'fechas' AND r.id = e.id
    LEFT JOIN descuento_especial d ON e.clase = 'especial' AND d.id = e.id
    LEFT JOIN usuario u ON u.id = e.usuario_id
    LEFT JOIN codigo_autorizacion k ON k.id = e.codigo_id
    LEFT JOIN usuario a ON a.id = k.usuario_id
    LEFT JOIN excepcion_revisada v ON v.clase = e.clase AND v.fila_id = e.id
    LEFT JOIN usuario vu ON vu.id = v.usuario_id
    WHERE ${range.pendientes} IS FALSE OR v.clase IS NULL
    ORDER BY v.clase IS NOT NULL, e.dia DESC, e.created_at DESC, e.clase, e.id DESC
    LIMIT ${limit}`;

/** How many nobody has ticked off; of all days that the list goes back, or of these. */
export const countPendientes = (
  tx: Tx,
  timeZone: string,
  { desde, hasta }: Pick<Range, 'desde' | 'hasta'> = { desde: null, hasta: null },
) =>
  countFrom(tx)`
    WITH ${exceptions({ desde, hasta, pendientes: true, timeZone })}
    SELECT count(*)::int AS n FROM excepcion e WHERE ${UNREVIEWED}`;

export interface Ticked {
  clase: Clase;
  id: number;
}

/** Those of these rows that are exceptions. */
export const listKnown = (tx: Tx, filas: readonly Ticked[]) =>
  rowsFrom(tx)<Ticked>`
    SELECT DISTINCT f.clase, f.id
    FROM unnest(${filas.map(({ clase }) => clase)}::text[], ${filas.map(({ id }) => id)}::int[]) AS f (clase, id)
    WHERE CASE f.clase
      WHEN 'fechas' THEN EXISTS (
        SELECT FROM recibo r WHERE r.id = f.id AND ${OF_DATES})
      WHEN 'especial' THEN EXISTS (SELECT FROM descuento_especial WHERE id = f.id)
      WHEN 'condonacion' THEN EXISTS (SELECT FROM ajuste a WHERE a.id = f.id AND ${GIVES_AWAY})
      WHEN 'cancelacion' THEN EXISTS (SELECT FROM pago_cancelacion WHERE pago_id = f.id)
      ELSE EXISTS (SELECT FROM fondo_movimiento WHERE id = f.id AND tipo IN ('reembolso', 'cancelacion'))
    END`;

/** Ticks rows off; answers those that nobody had ticked off before. */
export async function insertRevisadas(
  tx: Tx,
  filas: readonly Ticked[],
  by: { nota: string; usuarioId: number; now: Date },
): Promise<Ticked[]> {
  const rows = await tx
    .insertInto('excepcion_revisada')
    .values(
      filas.map(({ clase, id }) => ({
        ...{ clase, fila_id: id },
        ...{ nota: by.nota, usuario_id: by.usuarioId, created_at: by.now },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['clase', 'fila_id as id'])
    .execute();
  return rows as Ticked[];
}
