/** Runs that create charges: their number is taken first, their row is written when it is known what they created. */
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';
import { type Stamp, stamped } from './stamp.ts';

export interface Run {
  id: number;
  tipo: 'mantenimiento' | 'periodos' | 'cuota_extraordinaria' | 'cuota_inicial' | 'intereses' | 'apertura';
  year?: number | undefined;
  mes?: number | undefined;
  creados: number;
  existentes: number;
}

/** The number of a run, for the charges that it is about to create. */
export async function nextRun(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence(current_schema() || '.generacion', 'id'))::int AS id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('no number for the run');
  return row.id;
}

export async function recordRun(tx: Tx, stamp: Stamp, run: Run): Promise<void> {
  await tx
    .insertInto('generacion')
    .values({ ...stamped(stamp), ...run, year: run.year ?? null, mes: run.mes ?? null })
    .execute();
}
