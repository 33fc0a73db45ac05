import { type RawBuilder, sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';

export function listDescuentos(tx: Tx) {
  return tx
    .selectFrom('lote')
    .leftJoin('lote_residente', (join) =>
      join
        .onRef('lote_residente.lote_id', '=', 'lote.id')
        .on('lote_residente.asociado', '=', true)
        .on('lote_residente.active', '=', true),
    )
    .leftJoin('residente', 'residente.id', 'lote_residente.residente_id')
    .select([
      'lote.id',
      'lote.referencia',
      sql<string>`coalesce(residente.name, '')`.as('residente_name'),
      'lote.direccion',
      sql<number>`lote.plus_percent_mtto::float8`.as('descuento_especial'),
    ])
    .where('lote.plus_percent_mtto', 'is not', null)
    .orderBy(inSpanish('lote.referencia'))
    .execute();
}

/** Sets or (null) takes away the lot's percentage; months that are created later read it. */
export async function updateDescuento(tx: Tx, loteId: number, percent: number | null, now: Date): Promise<void> {
  await tx.updateTable('lote').set({ plus_percent_mtto: percent, updated_at: now }).where('id', '=', loteId).execute();
}

/** The months of a lot that still owe something. */
const openMonths = (loteId: number): RawBuilder<unknown> => sql`
  SELECT id, monto_centavos, saldo_centavos FROM cargo
  WHERE lote_id = ${loteId}::int AND tipo = 'mantenimiento' AND cierre IS NULL AND saldo_centavos > 0`;

/** The ids of the months of a lot that still owe something. */
export async function listOpenMonths(tx: Tx, loteId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM (${openMonths(loteId)}) abierto ORDER BY id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Takes back the special discount of every open month where it is not of `percent` (null: of any); returns how many.
 * A month that the discount closed is not open, and stays as it is.
 */
export async function reverseSpecial(
  tx: Tx,
  stamp: Stamp,
  loteId: number,
  percent: number | null,
  razon: string,
): Promise<number> {
  const { rows } = await sql`
    INSERT INTO ajuste_reverso (ajuste_id, razon, usuario_id, fecha, created_at)
    SELECT a.id, ${razon}, ${stamp.usuarioId}::int, ${stamp.today}::date, ${stamp.now}
    FROM ajuste a JOIN (${openMonths(loteId)}) abierto ON abierto.id = a.cargo_id
    WHERE a.tipo = 'especial' AND NOT a.revertido AND a.porcentaje IS DISTINCT FROM ${percent}::numeric
    ORDER BY a.id
    RETURNING 1`.execute(tx);
  return rows.length;
}

/** Books the percentage on every open month that does not bear it: of the month's amount, at most what it owes. */
export async function applySpecial(
  tx: Tx,
  stamp: Stamp,
  loteId: number,
  percent: number,
): Promise<{ meses: number; monto: Centavos }> {
  const { rows } = await sql<{ meses: number; monto: Centavos }>`
    WITH nuevo AS (
      INSERT INTO ajuste (cargo_id, tipo, monto_centavos, porcentaje, razon, usuario_id, fecha, created_at)
      SELECT id, 'especial', monto, ${percent}::numeric, 'Descuento especial del lote',
        ${stamp.usuarioId}::int, ${stamp.today}::date, ${stamp.now}
      FROM (
        SELECT id, least(round(monto_centavos * ${percent}::numeric / 100)::bigint, saldo_centavos) AS monto
        FROM (${openMonths(loteId)}) abierto
        WHERE NOT EXISTS (
          SELECT 1 FROM ajuste a WHERE a.cargo_id = abierto.id AND a.tipo = 'especial' AND NOT a.revertido
        )
      ) mes
      WHERE monto > 0
      ORDER BY id
      RETURNING monto_centavos
    )
    SELECT count(*)::int AS meses, coalesce(sum(monto_centavos), 0)::bigint AS monto FROM nuevo`.execute(tx);
  return rows[0] ?? { meses: 0, monto: 0 };
}

/** The charges of a kind that a lot owes or that were cancelled, oldest first. */
export function listDeudaGlobal(tx: Tx, tipo: string, loteId: number) {
  return tx
    .selectFrom('cargo')
    .select(['id', 'concepto', 'status', 'saldo_centavos as saldo', 'pagado_centavos as pagado'])
    .where('lote_id', '=', loteId)
    .where('tipo', '=', tipo)
    .where('status', 'in', ['vigente', 'incompleto', 'cancelado'])
    .orderBy('vence')
    .orderBy('id')
    .execute();
}
