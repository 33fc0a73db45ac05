/** The rows of closed months. */
import { type Insertable, sql } from 'kysely';
import type { PeriodoCierre } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertedId } from '#platform/server/rows.ts';

/** The lock of the triggers of 0012: whoever writes holds it shared, whoever closes holds it alone. */
const LOCK = 7_202_613;

/** A closing as it was kept. */
export interface PeriodoRow {
  id: number;
  year: number;
  mes: number;
  version: number;
  usuario: string;
  created_at: Date;
  huella: Buffer;
  /** As it was hashed. */
  texto: string;
}

/** Closings, the latest first. */
export function selectPeriodos(tx: Tx) {
  return tx
    .selectFrom('periodo_cierre as p')
    .innerJoin('usuario as u', 'u.id', 'p.usuario_id')
    .select([
      'p.id',
      'p.year',
      'p.mes',
      'p.version',
      'u.username as usuario',
      'p.created_at',
      'p.huella',
      sql<string>`p.cifras::text`.as('texto'),
    ])
    .orderBy('p.hasta', 'desc')
    .$castTo<PeriodoRow>();
}

/** Waits for whoever writes in the ledger, and lets nobody begin until the transaction ends. */
export async function lockLedger(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(current_schema()))`.execute(tx);
}

/** Whether the ledger has anything. */
export async function hasMovements(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ hay: boolean }>`
    SELECT EXISTS (SELECT 1 FROM cargo) OR EXISTS (SELECT 1 FROM recibo) AS hay`.execute(tx);
  return rows[0]?.hay ?? false;
}

export const insertPeriodo = (tx: Tx, values: Insertable<PeriodoCierre>) =>
  insertedId(tx.insertInto('periodo_cierre').values(values).returning('id'));

export async function setShiftsRequired(tx: Tx, obligatorios: boolean): Promise<void> {
  await tx.updateTable('configuracion_residencial').set({ turnos_obligatorios: obligatorios }).execute();
}
