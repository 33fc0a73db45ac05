/** Rows of deposits that went back to whoever sent them. */
import { sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import { rastreoComparable } from '#libro/server/deposits/repository.ts';
import type { Tx } from '#platform/server/db.ts';
import { idsFrom, rowsFrom } from '#platform/server/rows.ts';
import type { EntranteDeAviso } from './repository-avisos.ts';

/** Words that begin the reason of a deposit whose return could not be booked. */
export const NOT_REVERTED = 'El banco lo devolvió y no se pudo revertir';

/**
 * The deposits that lines of statements took back, each with its line: of one account, amount and clave de rastreo, the first by the
 * first. A duplicate is no money, nor is what a statement said that was taken back; a transfer between own accounts is undone where it
 * was told.
 */
const DEVUELTOS = sql`
  WITH salida AS MATERIALIZED (
    SELECT id, cuenta_id, -importe_centavos AS importe, ${rastreoComparable(sql`rastreo`)} AS clave,
      row_number() OVER (PARTITION BY cuenta_id, importe_centavos, ${rastreoComparable(sql`rastreo`)} ORDER BY id) AS n
    FROM movimiento_bancario WHERE devolucion AND importe_centavos < 0 AND rastreo <> '' AND NOT retirado
  ), entrada AS (
    SELECT d.id, d.cuenta_id, s.importe, s.clave, row_number() OVER (PARTITION BY d.cuenta_id, s.importe, s.clave ORDER BY d.id) AS n
    FROM salida s JOIN deposito_entrante d
      ON d.cuenta_id = s.cuenta_id AND d.importe_centavos = s.importe AND ${rastreoComparable(sql`d.rastreo`)} = s.clave
    WHERE s.n = 1 AND d.rastreo <> '' AND d.situacion NOT IN ('duplicado', 'traspaso', 'retirado', 'conflicto')
  )
  SELECT e.id, s.id AS movimiento_id FROM entrada e JOIN salida s USING (cuenta_id, importe, clave, n)`;

/** Of deposits and lines that are new, the deposits that lines took back; locked. */
export async function lockDevueltos(
  tx: Tx,
  { entrantes, movimientos }: { entrantes: readonly number[]; movimientos: readonly number[] },
): Promise<EntranteDeAviso[]> {
  const { rows: locked } = await sql<{ id: number }>`
    SELECT id FROM deposito_entrante WHERE id IN (
      SELECT v.id FROM (${DEVUELTOS}) v
      WHERE v.id = ANY(${[...entrantes]}::int[]) OR v.movimiento_id = ANY(${[...movimientos]}::int[]))
    ORDER BY id FOR UPDATE`.execute(tx);
  if (locked.length === 0) return [];
  // Read once they are locked: whoever applied one a moment ago was waited for.
  return rowsFrom(tx)<EntranteDeAviso>`
    SELECT id, version, situacion, entrante_aplicado(id) AS aplicado FROM deposito_entrante
    WHERE id = ANY(${locked.map(({ id }) => id)}::int[]) ORDER BY id`;
}

/** Deposits that went back, told by a notice or by a line, and whose receipts still stand, but for those that were tried. */
export const listPorRevertir = (tx: Tx) =>
  rowsFrom(tx)<{ id: number; importe: Centavos; recibos: number[] }>`
    SELECT d.id, d.importe_centavos AS importe, array_agg(a.recibo_id ORDER BY a.recibo_id DESC) AS recibos
    FROM (
      SELECT entrante_id AS id FROM aviso_tomado WHERE resultado = 'por_revertir'
      UNION
      SELECT v.id FROM (${DEVUELTOS}) v
    ) x
    JOIN deposito_entrante d USING (id)
    JOIN deposito_aplicacion a ON a.entrante_id = d.id AND NOT a.deshecha AND recibo_en_firme(a.recibo_id) > 0
    WHERE NOT starts_with(d.motivo, ${NOT_REVERTED})
    GROUP BY d.id ORDER BY d.id`;

/** The deposits that these lines took back. */
export const listDevueltosPor = (tx: Tx, movimientos: readonly number[]) =>
  idsFrom(tx)`
    SELECT v.id FROM (${DEVUELTOS}) v WHERE v.movimiento_id = ANY(${[...movimientos]}::int[])`;

/** Of deposits that lines took back which are none any more, those that nothing else does: they are seen to again. */
export async function reopenDevueltos(tx: Tx, ids: readonly number[], motivo: string): Promise<number[]> {
  if (ids.length === 0) return [];
  return idsFrom(tx)`
    UPDATE deposito_entrante d SET
      situacion = CASE WHEN entrante_aplicado(d.id) >= d.importe_centavos THEN 'aplicado' ELSE 'por_confirmar' END,
      motivo = CASE WHEN entrante_aplicado(d.id) >= d.importe_centavos THEN '' ELSE ${motivo} END, version = version + 1
    WHERE d.id = ANY(${[...ids]}::int[]) AND (d.situacion = 'devuelto' OR starts_with(d.motivo, ${NOT_REVERTED}))
      AND NOT EXISTS (SELECT FROM (${DEVUELTOS}) v WHERE v.id = d.id)
      AND NOT EXISTS (SELECT FROM aviso_tomado t WHERE t.entrante_id = d.id AND t.resultado IN ('devuelto', 'por_revertir'))
    RETURNING d.id`;
}
