/** Rows of one table written by one statement, whose text is the same whatever their number: it is planned once. */
import { type Insertable, sql } from 'kysely';
import type { DB } from './database-types.ts';
import type { Tx } from './db.ts';

/** As the driver sends it: what is no character becomes the sign for that. */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/**
 * Inserts rows that name the same columns each, in their order; a column that none of them names takes its default, and
 * undefined stands for NULL. Dates and JSON are given as they are. Not for columns of bytes. Returns the ids in the rows' order.
 */
export async function insertRows<T extends TableWithId>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<DB[T]>[],
): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  if (rows.some((row) => Object.keys(row).length !== columns.length)) throw new Error(`rows of ${table} differ`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const { rows: inserted } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table)} (${names})
    SELECT ${names} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows, wellFormed)}::json)
      WITH ORDINALITY AS fila
    ORDER BY ordinality
    RETURNING id`.execute(tx);
  return inserted.map(({ id }) => id);
}

/** Tables whose rows go by a number of their own. */
type TableWithId = { [T in keyof DB]: DB[T] extends { id: unknown } ? T : never }[keyof DB];
