/** Lots that owe and what they owe, and deposits taken by hand: what the benches of banks' work are held against. */
import pg from 'pg';
import type { Fecha } from '#core/fecha.ts';
import { HOY, SCHEMA } from './ledger.ts';

/** As many connections as the product's imports work on. */
const WORKERS = 3;
/** As many lots in a transaction as the product's. */
const AT_ONCE = 100;

export interface Deposit {
  id: number;
  referencia: string;
  centavos: number;
  /** The last day of which it paid something; '' where it never did. */
  ultimo: string;
}

/** Months to come, generated for every lot that pays: all of them owe them. */
const generate = (months: number) => `
  INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, mantenimiento_id, created_at)
  SELECT l.id, l.id, 'mantenimiento', 'Mantenimiento por venir', d.cuota_centavos, '${HOY}', m.inicio + 9,
    extract(year FROM m.inicio), extract(month FROM m.inicio), 10, d.id, now()
  FROM lote l
  CROSS JOIN (SELECT (date_trunc('month', date '${HOY}') + n * interval '1 month')::date AS inicio FROM generate_series(1, ${months}) n) m
  JOIN LATERAL (
    SELECT id, cuota_centavos FROM mantenimiento
    WHERE tipo_lote = l.tipo AND (valido_metros_vivienda IS NULL OR valido_metros_vivienda <= l.superficie)
    ORDER BY valido_metros_vivienda DESC NULLS LAST LIMIT 1
  ) d ON true
  WHERE l.status = 'entregado' AND l.parent_id IS NULL
  ON CONFLICT DO NOTHING`;

/** Lots that owe maintenance, so many months to come at least, each with what its oldest month owes. */
export async function lotsThatOwe(hand: pg.Client, months = 1): Promise<Deposit[]> {
  await hand.query(generate(months));
  return listOwing(hand);
}

/** The same of what has been generated. */
export async function listOwing(hand: pg.Client): Promise<Deposit[]> {
  const { rows } = await hand.query<{ id: number; referencia: string; centavos: string; ultimo: string }>(
    `SELECT l.id, l.referencia, coalesce((SELECT max(fecha_pago) FROM recibo r WHERE r.lote_id = l.id)::text, '') AS ultimo, (
       SELECT c.saldo_centavos FROM cargo c
       WHERE c.lote_id = l.id AND c.tipo = 'mantenimiento' AND c.saldo_centavos > 0 ORDER BY c.year, c.mes LIMIT 1
     ) AS centavos
     FROM lote l
     WHERE l.status = 'entregado' AND EXISTS (
       SELECT 1 FROM cargo c WHERE c.lote_id = l.id AND c.tipo = 'mantenimiento' AND c.saldo_centavos > 0)
     ORDER BY l.id`,
  );
  return rows.map((row) => ({ ...row, centavos: Number(row.centavos) }));
}

/**
 * Deposits with their receipts, payments, audit rows and drafts, all of them as one statement.
 * @param source SQL of a table of lote, monto and fecha, one row for each lot
 */
const byHand = (source: string) => `
  WITH d AS (${source}),
  -- What is owed of maintenance, interest first and then the oldest month, as far as the money goes.
  c AS MATERIALIZED (
    SELECT d.lote, d.fecha, o.id, o.tipo, o.concepto, least(o.saldo, d.monto - o.antes) AS paga FROM d CROSS JOIN LATERAL (
      SELECT c.id, c.tipo, c.concepto, c.saldo_centavos AS saldo, sum(c.saldo_centavos) OVER (
          ORDER BY c.tipo, c.year, c.mes, c.id) - c.saldo_centavos AS antes
      FROM cargo c
      WHERE c.lote_id = d.lote AND c.tipo IN ('mantenimiento', 'interes') AND c.saldo_centavos > 0
    ) o WHERE o.antes < d.monto
  ),
  r AS (
    INSERT INTO recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, total_centavos, usuario_id, created_at)
    SELECT lote, fecha, (SELECT min(id) FROM caja WHERE active), (SELECT min(id) FROM metodo_pago), monto, 1, now() FROM d
    RETURNING id, lote_id
  ),
  p AS (
    INSERT INTO pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
    SELECT r.id, c.id, c.paga, c.fecha, now() FROM r JOIN c ON c.lote = r.lote_id
    RETURNING id, cargo_id, monto_centavos
  ),
  q AS MATERIALIZED (SELECT p.id, p.monto_centavos, c.lote, c.tipo, c.concepto FROM p JOIN c ON c.id = p.cargo_id),
  f AS (
    INSERT INTO factura (clave, tipo, lote_id, referencia_receptor, serie, emisor_rfc, emisor_nombre, emisor_regimen, emisor_direccion,
      lugar_expedicion, receptor_rfc, receptor_nombre, receptor_cp, receptor_regimen, receptor_direccion, receptor_email, uso_cfdi,
      metodo_pago, forma_pago, subtotal_centavos, iva_centavos, total_centavos, observacion, direccion_domicilio, numero_cuenta,
      usuario_id, created_at, proximo_intento)
    SELECT gen_random_uuid(), 'ingreso', lote, '', 'A', 'ERE150312KJ4', 'LOS ENCINOS', '603', '', '76230', 'XAXX010101000',
      'PUBLICO EN GENERAL', '76230', '616', '', '', 'S01', 'PUE', '03', sum(monto_centavos), 0, sum(monto_centavos), '', '', '', 1, now(), now() + interval '1 day'
    FROM q GROUP BY lote RETURNING id, lote_id
  ),
  k AS (
    INSERT INTO factura_concepto (factura_id, numero, pago_id, tipo, descripcion, clave_producto_servicio, clave_unidad, unidad,
      importe_centavos, iva_centavos, tratamiento, viva)
    SELECT f.id, row_number() OVER (PARTITION BY f.id), q.id, q.tipo, q.concepto, '80131801', 'E48', 'Servicio', q.monto_centavos, 0, 'no_objeto', true
    FROM f JOIN q ON q.lote = f.lote_id RETURNING factura_id
  ),
  e AS (INSERT INTO factura_evento (factura_id, evento, codigo, mensaje, created_at) SELECT id, 'borrador', '', '', now() FROM f RETURNING 1),
  b AS (
    INSERT INTO bitacora (created_at, usuario, referencia, status, nota, entidad, entidad_id)
    SELECT now(), 'mano', '', 'creado', 'Pago', 'recibo', id FROM r RETURNING 1
  )
  INSERT INTO deposito (lote_id, fecha_pago, monto_centavos, numero, referencia, clave, recibo_id, created_at)
  SELECT d.lote, d.fecha, d.monto, 1, '', '', r.id, now() FROM r JOIN d ON d.lote = r.lote_id`;

/** Takes deposits of as many lots, all of one day, in the transaction that is open. */
async function takeByHand(hand: pg.Client, deposits: readonly Deposit[], fecha: Fecha): Promise<void> {
  const ids = deposits.map(({ id }) => id);
  const amounts = deposits.map(({ centavos }) => centavos);
  await hand.query('SELECT 1 FROM lote WHERE id = ANY ($1::int[]) ORDER BY id FOR NO KEY UPDATE', [ids]);
  const source = 'SELECT lote, monto, $3::date AS fecha FROM unnest($1::int[], $2::bigint[]) AS of (lote, monto)';
  await hand.query(byHand(source), [ids, amounts, fecha]);
}

/** Takes deposits by one statement for all of them, and takes it back; the seconds of it. */
export async function applyAllByHand(hand: pg.Client, deposits: readonly Deposit[], fecha: Fecha): Promise<number> {
  await hand.query('BEGIN');
  const [took] = await seconds(() => takeByHand(hand, deposits, fecha));
  await hand.query('ROLLBACK');
  return took;
}

/** Takes deposits by as many connections as the product's, as many at once; the seconds of each. */
export async function applyByHand(url: string, deposits: readonly Deposit[]): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`SET search_path TO ${SCHEMA}, ext`);
      return client;
    }),
  );
  const queue = Array.from({ length: Math.ceil(deposits.length / AT_ONCE) }, (_, n) =>
    deposits.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  ).values();
  const [took] = await seconds(() =>
    Promise.all(
      clients.map(async (client) => {
        for (const some of queue) {
          await client.query('BEGIN');
          await takeByHand(client, some, HOY);
          await client.query('COMMIT');
        }
      }),
    ),
  );
  await Promise.all(clients.map((client) => client.end()));
  return took / deposits.length;
}

export async function seconds<T>(work: () => Promise<T>): Promise<[number, T]> {
  const began = performance.now();
  const value = await work();
  return [(performance.now() - began) / 1000, value];
}
