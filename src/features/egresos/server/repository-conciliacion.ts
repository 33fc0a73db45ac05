/** What an account holds by its bank and by the ledger, and what is in one and not in the other. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Month } from '#core/period.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { idsFrom, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Partida, Sumas } from '../rules.ts';

export const findCuenta = (tx: Tx, id: number) =>
  rowFrom(tx)<{ id: number; cajaId: number; name: string }>`
    SELECT c.id, c.caja_id AS "cajaId", k.name FROM cuenta_bancaria c JOIN caja k ON k.id = c.caja_id WHERE c.id = ${id}`;

export interface SaldoInicialRow {
  fecha: Fecha;
  monto: Centavos;
  usuario: string;
}

export const findSaldoInicial = (tx: Tx, cuentaId: number) =>
  rowFrom(tx)<SaldoInicialRow>`
    SELECT s.fecha, s.monto_centavos AS monto, ${fullName('u')} AS usuario
    FROM saldo_inicial s LEFT JOIN usuario u ON u.id = s.usuario_id
    WHERE s.cuenta_id = ${cuentaId} ORDER BY s.id DESC LIMIT 1`;

export async function insertSaldoInicial(
  tx: Tx,
  stamp: Stamp,
  { cuentaId, fecha, monto }: { cuentaId: number; fecha: Fecha; monto: Centavos },
): Promise<number> {
  const [id = 0] = await insertRows(tx, 'saldo_inicial', [
    { cuenta_id: cuentaId, fecha, monto_centavos: monto, usuario_id: stamp.usuarioId, created_at: stamp.now },
  ]);
  return id;
}

interface Rango {
  cuentaId: number;
  cajaId: number;
  desde: Fecha;
  hasta: Fecha;
}

/**
 * The receipts that belong to the account: those of a deposit of its, whichever register made them, and its register's own by what a
 * bank takes, but for those of another account's deposits.
 */
const recibos = ({ cuentaId, cajaId, desde, hasta }: Rango) => sql`
  SELECT r.id, r.fecha_pago, r.lote_id, recibo_en_firme(r.id) AS firme, d.movimiento_id
  FROM recibo r
  JOIN metodo_pago p ON p.id = r.metodo_pago_id
  LEFT JOIN deposito_aplicacion a ON a.recibo_id = r.id AND NOT a.deshecha
  LEFT JOIN deposito_entrante d ON d.id = a.entrante_id
  WHERE r.fecha_pago BETWEEN ${desde} AND ${hasta}
    AND CASE WHEN d.id IS NULL THEN r.caja_id = ${cajaId} AND NOT p.en_caja ELSE d.cuenta_id = ${cuentaId} END`;

const lineas = ({ cuentaId, desde, hasta }: Rango) => sql`
  SELECT * FROM movimiento_bancario WHERE cuenta_id = ${cuentaId} AND fecha BETWEEN ${desde} AND ${hasta} AND NOT retirado`;

/** What went out and is classified for good; what the bank gave back was never the ledger's. */
const ES_DEVOLUCION = sql`EXISTS (SELECT FROM egreso_parte p WHERE p.egreso_id = e.id AND p.clase = 'devolucion')`;
const FIRMES = sql`SELECT * FROM egreso e WHERE e.estado = 'firme' AND NOT ${ES_DEVOLUCION}`;
/** What stands of a line that the ledger does not know as gone: it went back, or another person has not approved it yet. */
const SIN_SALIR = sql`SELECT e.movimiento_id, CASE e.estado WHEN 'firme' THEN 'devolucion' ELSE 'por_aprobar' END AS tipo FROM egreso e
  WHERE e.estado = 'por_aprobar' OR (e.estado = 'firme' AND ${ES_DEVOLUCION})`;

export async function loadSumas(tx: Tx, rango: Rango, saldoInicial: Centavos): Promise<Sumas> {
  const { cuentaId, hasta } = rango;
  const { rows } = await sql<Omit<Sumas, 'saldoInicial'>>`
    WITH linea AS (${lineas(rango)}), recibo_suyo AS (${recibos(rango)}), firme AS (${FIRMES}),
      -- The balances that statements tell of, each at the end of a day.
      dicho AS (
        (SELECT e.hasta AS dia, e.saldo_final_centavos AS saldo, e.id, 1 AS final FROM estado_bancario e
         WHERE e.cuenta_id = ${cuentaId} AND NOT e.retirado AND e.saldo_final_centavos IS NOT NULL AND e.hasta = (
           SELECT max(hasta) FROM estado_bancario
           WHERE cuenta_id = ${cuentaId} AND hasta <= ${hasta} AND NOT retirado AND saldo_final_centavos IS NOT NULL)
         ORDER BY estado_sigue(e), e.id DESC LIMIT 1)
        UNION ALL
        (SELECT desde - 1, saldo_inicial_centavos, id, 0 FROM estado_bancario
         WHERE cuenta_id = ${cuentaId} AND desde - 1 <= ${hasta} AND NOT retirado AND saldo_inicial_centavos IS NOT NULL
         ORDER BY desde DESC, id DESC LIMIT 1)
        ORDER BY 1 DESC, 4 DESC LIMIT 1
      )
    SELECT (SELECT coalesce(sum(importe_centavos), 0)::bigint FROM linea) AS lineas,
      (SELECT dicho.saldo + coalesce((SELECT sum(m.importe_centavos) FROM movimiento_bancario m
         WHERE m.cuenta_id = ${cuentaId} AND NOT m.retirado AND m.fecha > dicho.dia AND m.fecha <= ${hasta}), 0)::bigint FROM dicho) AS "segunBanco",
      (SELECT coalesce(sum(firme), 0)::bigint FROM recibo_suyo) AS recibos,
      (SELECT coalesce(sum(l.importe_centavos), 0)::bigint FROM linea l JOIN firme e ON e.contrario_id = l.id) AS "traspasosEntrantes",
      (SELECT coalesce(sum(e.importe_centavos), 0)::bigint FROM linea l JOIN firme e ON e.movimiento_id = l.id) AS egresos`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('sums are one row');
  return { saldoInicial, ...row };
}

/** What is in one and not in the other, the oldest first. */
export const listPartidas = (tx: Tx, rango: Rango) =>
  rowsFrom(tx)<Partida>`
    WITH linea AS (${lineas(rango)}), recibo_suyo AS (${recibos(rango)}), firme AS (${FIRMES}),
      aplicado AS (SELECT movimiento_id, sum(firme)::bigint AS monto FROM recibo_suyo WHERE movimiento_id IS NOT NULL GROUP BY 1)
    SELECT * FROM (
      SELECT CASE WHEN l.devolucion OR d.situacion = 'devuelto' THEN 'devolucion' WHEN d.situacion = 'traspaso' THEN 'por_aprobar'
          ELSE 'deposito' END AS tipo, coalesce(d.id, 0) AS id, l.fecha, l.concepto,
        l.importe_centavos - coalesce(a.monto, 0) - CASE WHEN e.id IS NULL THEN 0 ELSE l.importe_centavos END AS importe
      FROM linea l
      LEFT JOIN deposito_entrante d ON d.movimiento_id = l.id
      LEFT JOIN aplicado a ON a.movimiento_id = l.id
      LEFT JOIN firme e ON e.contrario_id = l.id
      WHERE l.importe_centavos > 0
      UNION ALL
      SELECT 'recibo', r.id, r.fecha_pago, 'Recibo ' || r.id || ' del lote ' || t.referencia, -r.firme
      FROM recibo_suyo r JOIN lote t ON t.id = r.lote_id
      WHERE r.movimiento_id IS NULL OR r.movimiento_id NOT IN (SELECT id FROM linea)
      UNION ALL
      SELECT coalesce(s.tipo, 'salida'), l.id, l.fecha, l.concepto, l.importe_centavos
      FROM linea l LEFT JOIN firme e ON e.movimiento_id = l.id LEFT JOIN (${SIN_SALIR}) s ON s.movimiento_id = l.id
      WHERE l.importe_centavos < 0 AND e.id IS NULL
    ) x WHERE importe <> 0 ORDER BY fecha, tipo, id`;

export interface MarcaRow {
  usuario: string;
  createdAt: Date;
  razon: string;
  banco: Centavos;
  libro: Centavos;
}

/** Who found a month to agree, the latest first; what was undone does not count. */
export const listMarcas = (tx: Tx, cuentaId: number, { year, mes }: Month) =>
  rowsFrom(tx)<MarcaRow>`
    SELECT ${fullName('u')} AS usuario, c.created_at AS "createdAt", c.razon,
      c.banco_centavos AS banco, c.libro_centavos AS libro
    FROM conciliacion c LEFT JOIN usuario u ON u.id = c.usuario_id
    WHERE c.cuenta_id = ${cuentaId} AND c.year = ${year} AND c.mes = ${mes}
      AND NOT EXISTS (SELECT FROM conciliacion_reverso r WHERE r.conciliacion_id = c.id)
    ORDER BY c.id DESC LIMIT 50`;

export async function insertMarca(
  tx: Tx,
  stamp: Stamp,
  marca: Month & { cuentaId: number; banco: Centavos; libro: Centavos; razon: string; partidas: readonly Partida[] },
): Promise<number> {
  const [id = 0] = await insertRows(tx, 'conciliacion', [
    {
      ...{ cuenta_id: marca.cuentaId, year: marca.year, mes: marca.mes, razon: marca.razon },
      ...{
        banco_centavos: marca.banco,
        libro_centavos: marca.libro,
        partidas: marca.partidas.map((one) => ({ ...one })),
      },
      ...{ usuario_id: stamp.usuarioId, created_at: stamp.now },
    },
  ]);
  return id;
}

/** Undoes what somebody found to agree of a month; gives how often. */
export async function insertConciliacionReverso(
  tx: Tx,
  stamp: Stamp,
  { cuentaId, year, mes, razon }: Month & { cuentaId: number; razon: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO conciliacion_reverso (conciliacion_id, razon, usuario_id, created_at)
    SELECT c.id, ${razon}, ${stamp.usuarioId}, ${stamp.now} FROM conciliacion c
    WHERE c.cuenta_id = ${cuentaId} AND c.year = ${year} AND c.mes = ${mes}
    ON CONFLICT DO NOTHING RETURNING conciliacion_id AS id`.execute(tx);
  return rows.length;
}

/** The accounts that something is known of up to a day. */
export const listCuentasHasta = (tx: Tx, hasta: Fecha) =>
  idsFrom(tx)`
    SELECT c.id FROM cuenta_bancaria c JOIN caja k ON k.id = c.caja_id
    WHERE EXISTS (SELECT FROM movimiento_bancario m WHERE m.cuenta_id = c.id AND m.fecha <= ${hasta} AND NOT m.retirado)
      OR EXISTS (SELECT FROM saldo_inicial s WHERE s.cuenta_id = c.id AND s.fecha <= ${hasta})
    ORDER BY k.name COLLATE ext.es, c.id`;
