/** What a merged lot owes and owns is its reference lot's. Source: dominio.md#cancelling. */
import { type RawBuilder, sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { moveFund } from './fund.ts';
import { lockLotes } from './lotes.ts';
import type { Stamp } from './stamp.ts';

export interface Moved {
  cargos: number;
  deuda: Centavos;
  fondo: Centavos;
}

/** Moves a lot's open charges (which keep their lot of origin) and its fund. The caller has locked both lots. */
export async function moveOpen(tx: Tx, stamp: Stamp, fromId: number, toId: number): Promise<Moved> {
  const { rows } = await sql<{ cargos: number; deuda: Centavos }>`
    WITH abierto AS (SELECT id, saldo_centavos FROM cargo WHERE lote_id = ${fromId} AND saldo_centavos > 0),
    trasladado AS (
      INSERT INTO cargo_traslado (cargo_id, de_lote_id, a_lote_id, usuario_id, fecha, created_at)
      SELECT id, ${fromId}, ${toId}, ${stamp.usuarioId}::int, ${stamp.today}::date, ${stamp.now} FROM abierto ORDER BY id
      RETURNING cargo_id
    )
    SELECT count(*)::int AS cargos, coalesce(sum(saldo_centavos), 0)::bigint AS deuda
    FROM abierto JOIN trasladado ON cargo_id = id`.execute(tx);
  const [from] = await lockLotes(tx, [fromId]);
  const fondo = from?.fondo ?? 0;
  if (fondo > 0) {
    await moveFund(tx, stamp, [
      { loteId: fromId, tipo: 'traslado', monto: -fondo, razon: 'Fusión de lotes' },
      { loteId: toId, tipo: 'traslado', monto: fondo, razon: 'Fusión de lotes' },
    ]);
  }
  return { cargos: rows[0]?.cargos ?? 0, deuda: rows[0]?.deuda ?? 0, fondo };
}

/**
 * The lot that owed charge `cargo` (its alias) at an instant, whatever was merged since. What moves in the transaction of an
 * operation moves after it: a reopened charge is its old lot's until then.
 */
export const loteThen = (cargo: string, instant: RawBuilder<unknown>): RawBuilder<number> => sql<number>`coalesce(
        (SELECT t.de_lote_id FROM cargo_traslado t WHERE t.cargo_id = ${sql.ref(`${cargo}.id`)} AND t.created_at >= ${instant}
          ORDER BY t.id LIMIT 1), ${sql.ref(`${cargo}.lote_id`)})`;

/** The lot that owes and owns for a lot now: itself, or the last that it and its reference lots were merged into. */
export async function referenceOf(tx: Tx, loteId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE camino AS (
      SELECT id, fusion_lote_id FROM lote WHERE id = ${loteId}
      UNION
      SELECT lote.id, lote.fusion_lote_id FROM camino JOIN lote ON lote.id = camino.fusion_lote_id
    )
    SELECT id FROM camino WHERE fusion_lote_id IS NULL`.execute(tx);
  return rows[0]?.id ?? loteId;
}

/**
 * What a cancellation opened again on lots that were merged meanwhile follows them; on the others nothing happens. A
 * reference lot may have been merged in turn.
 */
export async function followMerges(tx: Tx, stamp: Stamp, loteIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; destino: number }>`
    WITH RECURSIVE camino AS (
      SELECT id, fusion_lote_id AS destino FROM lote WHERE id = ANY(${[...loteIds]}::int[]) AND fusion_lote_id IS NOT NULL
      UNION
      SELECT camino.id, lote.fusion_lote_id FROM camino JOIN lote ON lote.id = camino.destino
      WHERE lote.fusion_lote_id IS NOT NULL
    )
    SELECT camino.id, camino.destino FROM camino JOIN lote ON lote.id = camino.destino
    WHERE lote.fusion_lote_id IS NULL ORDER BY camino.id`.execute(tx);
  if (rows.length === 0) return;
  await lockLotes(
    tx,
    rows.flatMap((row) => [row.id, row.destino]),
  );
  for (const { id, destino } of rows) await moveOpen(tx, stamp, id, destino);
}
