/**
 * The cash cut-off: the money that came in by its booking date, and what of closed days was corrected since. One source for
 * the cut-off, the closing's figures, dashboards and their files. Source: DOMAIN.md 5.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';

export interface CorteFilter {
  /** By booking date, both days included. */
  fechas?: { desde: Fecha; hasta: Fecha };
  /** By the time of posting, as a shift goes: `hasta` itself is not in it. */
  registro?: { desde: Date; hasta: Date };
  cajaId?: number | null;
  metodoPagoId?: number | null;
}

export interface CorteRow {
  fecha: Fecha;
  /** The value date; the booking date where there is no other. */
  fechaPago: Fecha;
  /** The receipt; null of a refund. */
  recibo: number | null;
  /** Of what corrects a day that was closed by then. */
  correccion: boolean;
  referenciaLote: string;
  manzana: string;
  lote: string;
  asociado: string;
  descripcion: string;
  folio_factura: string;
  metodoPago: string;
  /** Negative: what was taken back or paid out. */
  pago: Centavos;
}

/** Conditions on a row's booking date, posting, register and method. */
function taken(
  { fechas, registro, cajaId, metodoPagoId }: CorteFilter,
  of: { fecha: string; creado: string; caja: string; metodo: string },
): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    ...(fechas ? [sql`${sql.ref(of.fecha)} BETWEEN ${fechas.desde}::date AND ${fechas.hasta}::date`] : []),
    ...(registro
      ? [sql`${sql.ref(of.creado)} >= ${registro.desde} AND ${sql.ref(of.creado)} < ${registro.hasta}`]
      : []),
    ...(cajaId ? [sql`${sql.ref(of.caja)} = ${cajaId}`] : []),
    ...(metodoPagoId ? [sql`${sql.ref(of.metodo)} = ${metodoPagoId}`] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/**
 * Every movement of money that the filter takes: clase, recibo_id, fecha, fecha_pago, created_at, lote_id, metodo_pago_id,
 * caja_id, pago_id, cargo_id, monto. `pago_id` and `cargo_id` are NULL of what went to the fund or left it. What was cancelled
 * while its day was open is not in it; cancelled later it stays, and stands once more as a correction of the day of that.
 */
export function cashMovements(filter: CorteFilter): RawBuilder<unknown> {
  const ofReceipt = taken(filter, {
    ...{ fecha: 'r.fecha_contable', creado: 'r.created_at' },
    ...{ caja: 'r.caja_id', metodo: 'r.metodo_pago_id' },
  });
  // A payment is booked with its receipt: said of both, each is read by its own covering index.
  const { fechas } = filter;
  const ofPago = fechas
    ? sql`p.fecha_contable BETWEEN ${fechas.desde}::date AND ${fechas.hasta}::date`
    : sql<boolean>`true`;
  const since = (row: string) =>
    taken(filter, {
      ...{ fecha: `${row}.fecha`, creado: `${row}.created_at` },
      ...{ caja: 'r.caja_id', metodo: 'r.metodo_pago_id' },
    });
  const receipt = sql`CASE WHEN r.id IN (SELECT id FROM recibo_de_correccion) THEN 'correccion' ELSE 'cobro' END AS clase, r.id AS recibo_id,
        r.fecha_contable AS fecha, r.fecha_pago, r.created_at, r.lote_id, r.metodo_pago_id, r.caja_id`;
  return sql`
      SELECT ${receipt}, p.id AS pago_id, p.cargo_id, p.monto_centavos AS monto
      FROM recibo r JOIN pago p ON p.recibo_id = r.id
      WHERE NOT r.es_fondo AND ${ofReceipt} AND ${ofPago} AND p.status <> 'cancelado'
      UNION ALL
      SELECT ${receipt}, p.id, p.cargo_id, p.monto_centavos
      FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id JOIN recibo r ON r.id = p.recibo_id
      WHERE x.dia_cerrado AND NOT r.es_fondo AND ${ofReceipt}
      UNION ALL
      SELECT ${receipt}, NULL, NULL, v.monto_centavos
      FROM recibo r JOIN fondo_movimiento v ON v.recibo_id = r.id
      WHERE NOT r.es_fondo AND ${ofReceipt} AND v.tipo = 'abono'
        AND NOT EXISTS (SELECT FROM fondo_movimiento x WHERE x.cancela_id = v.id AND NOT x.dia_cerrado)
      UNION ALL
      SELECT 'correccion', r.id, x.fecha, r.fecha_pago, x.created_at, r.lote_id, r.metodo_pago_id, r.caja_id, p.id, p.cargo_id,
        -p.monto_centavos
      FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id JOIN recibo r ON r.id = p.recibo_id
      WHERE x.dia_cerrado AND NOT r.es_fondo AND ${since('x')}
      UNION ALL
      SELECT 'correccion', r.id, x.fecha, r.fecha_pago, x.created_at, r.lote_id, r.metodo_pago_id, r.caja_id, NULL, NULL,
        x.monto_centavos
      FROM fondo_movimiento x JOIN recibo r ON r.id = x.recibo_id
      WHERE x.dia_cerrado AND x.tipo = 'cancelacion' AND ${since('x')}
      UNION ALL
      SELECT 'reembolso', NULL, x.fecha, x.fecha, x.created_at, x.lote_id, x.metodo_pago_id, x.caja_id, NULL, NULL, x.monto_centavos
      FROM fondo_movimiento x
      WHERE x.metodo_pago_id IS NOT NULL AND ${taken(filter, {
        ...{ fecha: 'x.fecha', creado: 'x.created_at' },
        ...{ caja: 'x.caja_id', metodo: 'x.metodo_pago_id' },
      })}`;
}

/** The rows of a cut-off by booking date and posting, corrections of closed days last; amounts in centavos. */
export function corteQuery(filter: CorteFilter): RawBuilder<CorteRow> {
  return sql<CorteRow>`
    SELECT k.fecha, k.fecha_pago AS "fechaPago", k.recibo_id AS recibo, k.clase = 'correccion' AS correccion,
      l.referencia AS "referenciaLote", l.manzana, l.lote, coalesce(a.name, '') AS asociado,
      CASE
        WHEN k.clase = 'reembolso' THEN 'Reembolso de fondo'
        WHEN k.clase = 'correccion' AND k.monto < 0 THEN 'Se quita: ' || coalesce(c.concepto, 'Abono a fondo')
        ELSE coalesce(c.concepto, 'Abono a fondo')
      END || CASE WHEN k.clase = 'correccion' THEN ' (recibo ' || k.recibo_id || ')' ELSE '' END AS descripcion,
      coalesce(CASE WHEN f.serie <> '' THEN f.serie || '-' END || f.folio, f.folio::text, '') AS folio_factura,
      m.name AS "metodoPago", k.monto AS pago
    FROM (${cashMovements(filter)}) k
    JOIN lote l ON l.id = k.lote_id
    JOIN metodo_pago m ON m.id = k.metodo_pago_id
    LEFT JOIN cargo c ON c.id = k.cargo_id
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente a ON a.id = t.residente_id
    LEFT JOIN factura_concepto i ON i.pago_id = k.pago_id AND i.viva
    LEFT JOIN factura f ON f.id = i.factura_id
    ORDER BY k.clase = 'correccion', k.fecha, k.created_at, k.recibo_id, k.pago_id NULLS LAST, k.monto`;
}

export async function listCorte(tx: Tx, filter: CorteFilter): Promise<CorteRow[]> {
  return (await corteQuery(filter).execute(tx)).rows;
}

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
