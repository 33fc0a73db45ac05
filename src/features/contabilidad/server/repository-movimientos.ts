/**
 * What moved in a period, from the rows that are dated in it: those of the ledger by their booking days, those of banks and
 * invoices by the days that were told of them when they were written. Amounts in centavos. Source: dominio.md#accounting.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { Movimiento } from '../rules.ts';

interface Periodo {
  desde: Fecha;
  hasta: Fecha;
}

const within = ({ desde, hasta }: Periodo, column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} BETWEEN ${desde}::date AND ${hasta}::date`;

/**
 * The folio fiscal of line `k` of invoice `f`, as it was known: of a closed month, when it was closed. `fecha` is the day of
 * what it is the invoice of.
 */
const conocida = (fecha: string): RawBuilder<boolean> => sql<boolean>`
  f.tipo IN ('ingreso', 'global') AND f.uuid IS NOT NULL AND CASE
    WHEN z.cerrado IS NULL THEN f.cancelacion IS DISTINCT FROM 'cancelado'
    ELSE (f.fecha_cancelada IS NULL OR f.fecha_cancelada > z.cerrado) AND EXISTS (
      SELECT FROM factura_evento e WHERE e.factura_id = f.id AND e.evento = 'timbrado' AND e.created_at <= z.cerrado)
  END AND z.dia = ${sql.ref(fecha)}`;

/** The days of the period, each with when it was closed. */
const DIAS = ({ desde, hasta }: Periodo) => sql`
  SELECT dia::date, (SELECT min(created_at) FROM periodo_cierre c WHERE c.hasta >= dia::date) AS cerrado
  FROM generate_series(${desde}::timestamp, ${hasta}::timestamp, interval '1 day') AS dia`;

/** Whether charge `c` was brought along when the community began. */
const APERTURA = sql`EXISTS (SELECT FROM generacion g WHERE g.id = c.generacion_id AND g.tipo = 'apertura')`;

type De<C extends Movimiento['clase']> = Extract<Movimiento, { clase: C }>;

const listCargos = (tx: Tx, periodo: Periodo) =>
  rowsFrom(tx)<De<'cargo'>>`
    WITH dia AS MATERIALIZED (${DIAS(periodo)}), cargado AS MATERIALIZED (
      SELECT c.id, c.fecha, c.tipo, ${APERTURA} AS apertura, c.monto_centavos FROM cargo c WHERE ${within(periodo, 'c.fecha')}
    ), facturado AS (
      SELECT DISTINCT ON (c.id) c.id, f.uuid
      FROM cargado c JOIN factura_concepto k ON k.cargo_id = c.id JOIN factura f ON f.id = k.factura_id
      JOIN dia z ON ${conocida('c.fecha')} ORDER BY c.id, f.id DESC
    )
    SELECT 'cargo' AS clase, c.fecha, c.tipo, c.apertura, coalesce(f.uuid::text, '') AS uuid,
      sum(c.monto_centavos)::bigint AS monto
    FROM cargado c LEFT JOIN facturado f ON f.id = c.id
    GROUP BY c.fecha, c.tipo, c.apertura, f.uuid ORDER BY c.fecha, c.tipo, c.apertura, f.uuid NULLS FIRST`;

async function listAjustes(tx: Tx, periodo: Periodo): Promise<De<'ajuste' | 'reverso'>[]> {
  const rowsOf = (
    clase: 'ajuste' | 'reverso',
    fecha: string,
    sign: RawBuilder<number>,
    from: RawBuilder<unknown>,
  ) => sql`
    SELECT ${clase} AS clase, ${sql.ref(fecha)} AS fecha, a.tipo AS ajuste, c.tipo, ${APERTURA} AS apertura,
      ${sign} * a.monto_centavos AS monto
    FROM ${from} JOIN cargo c ON c.id = a.cargo_id WHERE ${within(periodo, fecha)}`;
  return rowsFrom(tx)<De<'ajuste' | 'reverso'>>`
    SELECT clase, fecha, ajuste, tipo, apertura, '' AS uuid, sum(monto)::bigint AS monto
    FROM (
      ${rowsOf('ajuste', 'a.fecha', sql`1`, sql`ajuste a`)}
      UNION ALL
      ${rowsOf('reverso', 'x.fecha', sql`-1`, sql`ajuste_reverso x JOIN ajuste a ON a.id = x.ajuste_id`)}
    ) fila GROUP BY clase, fecha, ajuste, tipo, apertura ORDER BY fecha, clase, ajuste, tipo, apertura`;
}

/** Payments and what took them back, each receipt by kind of charge. */
const listPagos = (tx: Tx, periodo: Periodo) =>
  rowsFrom(tx)<De<'pago' | 'cancelacion'>>`
    WITH dia AS MATERIALIZED (${DIAS(periodo)}), movido AS MATERIALIZED (
      SELECT 'pago' AS clase, p.id, p.recibo_id, p.cargo_id, p.fecha_contable AS fecha, p.monto_centavos AS monto
      FROM pago p WHERE ${within(periodo, 'p.fecha_contable')}
      UNION ALL
      SELECT 'cancelacion', p.id, p.recibo_id, p.cargo_id, x.fecha, -p.monto_centavos
      FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id WHERE ${within(periodo, 'x.fecha')}
    ), linea AS (
      SELECT m.clase, m.id, m.fecha, k.factura_id, 1 AS orden FROM movido m JOIN factura_concepto k ON k.pago_id = m.id
      UNION ALL
      SELECT m.clase, m.id, m.fecha, k.factura_id, 2 FROM movido m JOIN factura_concepto k ON k.cargo_id = m.cargo_id
    ), facturado AS (
      SELECT DISTINCT ON (m.clase, m.id) m.clase, m.id, f.uuid
      FROM linea m JOIN factura f ON f.id = m.factura_id JOIN dia z ON ${conocida('m.fecha')}
      ORDER BY m.clase, m.id, m.orden, f.id DESC
    )
    SELECT m.clase, m.fecha, c.tipo, m.recibo_id AS "reciboId", l.referencia AS lote, r.caja_id AS "cajaId",
      r.metodo_pago_id AS "metodoId", coalesce(f.uuid::text, '') AS uuid, sum(m.monto)::bigint AS monto
    FROM movido m
    JOIN recibo r ON r.id = m.recibo_id
    JOIN lote l ON l.id = r.lote_id
    JOIN cargo c ON c.id = m.cargo_id
    LEFT JOIN facturado f ON f.id = m.id AND f.clase = m.clase
    GROUP BY m.clase, m.fecha, c.tipo, m.recibo_id, l.referencia, r.caja_id, r.metodo_pago_id, f.uuid
    ORDER BY m.fecha, m.recibo_id, m.clase, c.tipo, f.uuid NULLS FIRST`;

type DelFondo = De<'abono' | 'abono_cancelado' | 'reembolso' | 'apertura_fondo'>;

/**
 * Movements of the funds that are money of their own. What a receipt takes of a fund, and what comes back to it, are its payments;
 * what goes from one lot's to another's leaves the sum as it is.
 */
const listFondos = (tx: Tx, periodo: Periodo) =>
  rowsFrom(tx)<DelFondo>`
    SELECT CASE v.tipo WHEN 'abono' THEN 'abono' WHEN 'cancelacion' THEN 'abono_cancelado' WHEN 'reembolso' THEN 'reembolso'
        ELSE 'apertura_fondo' END AS clase,
      v.fecha, '' AS uuid, v.id AS "movimientoId", l.referencia AS lote, v.recibo_id AS "reciboId", r.caja_id AS "cajaId",
      coalesce(r.metodo_pago_id, v.metodo_pago_id) AS "metodoId",
      CASE v.tipo WHEN 'reembolso' THEN -v.monto_centavos ELSE v.monto_centavos END AS monto
    FROM fondo_movimiento v JOIN lote l ON l.id = v.lote_id LEFT JOIN recibo r ON r.id = v.recibo_id
    WHERE v.tipo IN ('abono', 'cancelacion', 'reembolso', 'apertura') AND ${within(periodo, 'v.fecha')}
    ORDER BY v.fecha, v.id`;

/**
 * What deposits are owed to whoever paid: they arrive, and receipts account for them. What is applied later than its receipt was
 * booked counts from when that was said.
 */
const listDepositos = (tx: Tx, periodo: Periodo) =>
  rowsFrom(tx)<De<'deposito'>>`
    WITH recibido AS (
      SELECT p.recibo_id, p.fecha_contable AS fecha, p.monto_centavos AS monto FROM pago p
      UNION ALL
      SELECT p.recibo_id, x.fecha, -p.monto_centavos FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id
      UNION ALL
      SELECT v.recibo_id, v.fecha, v.monto_centavos FROM fondo_movimiento v WHERE v.tipo IN ('abono', 'cancelacion')
    )
    SELECT 'deposito' AS clase, fecha, '' AS uuid, "depositoId", "cajaId", "metodoId", sum(monto)::bigint AS monto
    FROM (
      SELECT g.fecha, d.id AS "depositoId", b.caja_id AS "cajaId", NULL::int AS "metodoId", g.signo * d.importe_centavos AS monto
      FROM registro_contable g JOIN deposito_entrante d ON d.id = g.entrante_id JOIN cuenta_bancaria b ON b.id = d.cuenta_id
      WHERE ${within(periodo, 'g.fecha')}
      UNION ALL
      SELECT greatest(m.fecha, g.fecha), a.entrante_id, r.caja_id, r.metodo_pago_id, -g.signo * m.monto
      FROM registro_contable g JOIN deposito_aplicacion a ON a.id = g.aplicacion_id JOIN recibo r ON r.id = a.recibo_id
      JOIN recibido m ON m.recibo_id = r.id
      WHERE ${within(periodo, 'm.fecha')} AND g.fecha <= m.fecha OR ${within(periodo, 'g.fecha')} AND m.fecha < g.fecha
    ) fila GROUP BY fecha, "depositoId", "cajaId", "metodoId" ORDER BY fecha, "depositoId", "cajaId", "metodoId" NULLS FIRST`;

/** What went out and is classified; what the bank had back of a deposit is that deposit's. */
const listEgresos = (tx: Tx, periodo: Periodo) =>
  rowsFrom(tx)<De<'egreso'>>`
    SELECT 'egreso' AS clase, g.fecha, m.id AS "lineaId", m.concepto, b.caja_id AS "cajaId", o.caja_id AS "otraCajaId",
      p.categoria_id AS "categoriaId", coalesce(f.uuid::text, '') AS uuid, g.signo * p.importe_centavos AS monto
    FROM registro_contable g
    JOIN egreso e ON e.id = g.egreso_id
    JOIN egreso_parte p ON p.egreso_id = e.id
    JOIN movimiento_bancario m ON m.id = e.movimiento_id
    JOIN cuenta_bancaria b ON b.id = m.cuenta_id
    LEFT JOIN movimiento_bancario mo ON mo.id = e.contrario_id
    LEFT JOIN cuenta_bancaria o ON o.id = mo.cuenta_id
    LEFT JOIN factura_compra f ON f.id = p.factura_id
    WHERE p.clase <> 'devolucion' AND ${within(periodo, 'g.fecha')}
    ORDER BY g.fecha, g.id, p.id`;

/** A folio as people read it. */
const folioDe = (factura: string): RawBuilder<string> =>
  sql<string>`CASE WHEN ${sql.ref(`${factura}.serie`)} <> '' THEN ${sql.ref(`${factura}.serie`)} || '-' ELSE '' END || ${sql.ref(`${factura}.folio`)}`;

/** The day that the tax of an invoice was booked on. */
const registrada = (factura: string): RawBuilder<Fecha> =>
  sql<Fecha>`(SELECT min(r.fecha) FROM registro_contable r WHERE r.factura_id = ${sql.ref(`${factura}.id`)} AND r.signo = 1)`;

/** The tax of invoices by the kind of charge; a credit note takes back that of what it credits: what was forgiven was not collected. */
const listIva = (tx: Tx, periodo: Periodo) =>
  rowsFrom(tx)<De<'iva'>>`
    SELECT 'iva' AS clase, g.fecha, c.tipo, f.uuid::text AS uuid,
      ${folioDe('f')} AS folio,
      CASE WHEN f.metodo_pago = 'PPD' THEN ${registrada('f')}
        WHEN a.metodo_pago = 'PPD' AND f.relacion IS DISTINCT FROM '03' THEN ${registrada('a')} END AS "noCobradoDesde",
      sum(g.signo * CASE f.tipo WHEN 'egreso' THEN -k.iva_centavos ELSE k.iva_centavos END)::bigint AS monto
    FROM registro_contable g
    JOIN factura f ON f.id = g.factura_id
    LEFT JOIN factura a ON a.id = f.acredita_id
    JOIN factura_concepto k ON k.factura_id = f.id AND k.iva_centavos > 0
    LEFT JOIN factura_concepto o ON o.id = k.acredita_concepto_id
    LEFT JOIN pago p ON p.id = coalesce(k.pago_id, o.pago_id)
    JOIN cargo c ON c.id = coalesce(k.cargo_id, o.cargo_id, p.cargo_id)
    WHERE ${within(periodo, 'g.fecha')}
    GROUP BY g.fecha, f.id, a.id, c.tipo ORDER BY g.fecha, f.id, c.tipo`;

/** What complements tell as paid of the tax of invoices that are paid later, or no longer. */
const listIvaCobrado = (tx: Tx, periodo: Periodo) =>
  rowsFrom(tx)<De<'iva_cobrado'>>`
    SELECT 'iva_cobrado' AS clase, g.fecha, x.uuid::text AS uuid, ${folioDe('f')} AS folio, ${registrada('f')} AS "noCobradoDesde",
      sum(g.signo * (p.value->>'iva')::bigint)::bigint AS monto
    FROM registro_contable g
    JOIN factura x ON x.id = g.factura_id AND x.tipo = 'pago'
    JOIN complemento_documento d ON d.factura_id = x.id
    JOIN factura f ON f.id = d.relacionada_id AND f.iva_centavos > 0
    CROSS JOIN jsonb_each(d.partes) p
    WHERE ${within(periodo, 'g.fecha')}
    GROUP BY g.fecha, x.id, f.id ORDER BY g.fecha, x.id, f.id`;

/** All that moved, class by class in the order of its days. */
export async function listMovimientos(tx: Tx, periodo: Periodo): Promise<Movimiento[]> {
  const classes = await Promise.all([
    listCargos(tx, periodo),
    listAjustes(tx, periodo),
    listIva(tx, periodo),
    listIvaCobrado(tx, periodo),
    listPagos(tx, periodo),
    listFondos(tx, periodo),
    listDepositos(tx, periodo),
    listEgresos(tx, periodo),
  ]);
  return classes.flat();
}
