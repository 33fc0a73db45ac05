/**
 * The shift that a register is in. What is received or paid back at it belongs to the shift, told by the row itself: a shift
 * goes by the time of posting, and a row that waited for a lock must not fall between two counts. Source: DOMAIN.md 5.
 */
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

/**
 * The shift that takes money at a register, held open until the transaction ends: whoever counts it waits. Null where none is
 * open.
 */
export async function openShiftOf(tx: Tx, cajaId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('turno_caja')
    .select('id')
    .where('caja_id', '=', cajaId)
    .where('contado_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether money is taken in a shift alone. */
export async function shiftsAreRequired(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ turnos_obligatorios: boolean }>`
    SELECT turnos_obligatorios FROM configuracion_residencial`.execute(tx);
  return rows[0]?.turnos_obligatorios ?? false;
}
