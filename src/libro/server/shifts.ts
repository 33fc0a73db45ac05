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

/** Why no register takes anything now, where money is taken in a shift alone; undefined where one does. */
export async function noShiftRefusal(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ ninguna: boolean }>`
    SELECT turnos_obligatorios AND NOT EXISTS (
      SELECT 1 FROM turno_caja t JOIN caja c ON c.id = t.caja_id WHERE t.contado_at IS NULL AND c.active
    ) AS ninguna
    FROM configuracion_residencial`.execute(tx);
  return rows[0]?.ninguna
    ? 'Ninguna caja tiene un turno abierto. Ábralo en Turnos de caja e importe el archivo otra vez'
    : undefined;
}

/** Whether money is taken in a shift alone, as a value of any statement. */
export const SHIFTS_REQUIRED = sql<boolean>`
  coalesce((SELECT turnos_obligatorios FROM configuracion_residencial), false)`;

/** Whether money is taken in a shift alone. */
export async function shiftsAreRequired(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`SELECT ${SHIFTS_REQUIRED} AS required`.execute(tx);
  return rows[0]?.required ?? false;
}
