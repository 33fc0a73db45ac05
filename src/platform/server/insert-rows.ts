/** Rows of one table written by one statement, whose text is the same whatever their number: it is planned once. */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { DB, JsonObject } from './database-types.ts';
import type { Tx } from './db.ts';

/** As the driver sends it: what is no character becomes the sign for that. */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** The INSERT of rows, in their order; `parent` is the column that tells a parent's place, in place of its id. */
export function insertion(table: string, rows: readonly object[], parent?: string): RawBuilder<{ id: number }> {
  const columns = Object.keys(rows[0] ?? {});
  if (rows.some((row) => Object.keys(row).length !== columns.length)) throw new Error(`rows of ${table} differ`);
  const into = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql.ref(column === parent ? 'orden.id' : `fila.${column}`)));
  const joined = parent === undefined ? sql`` : sql`JOIN orden ON orden.lugar = ${sql.ref(`fila.${parent}`)}`;
  return sql`
    INSERT INTO ${sql.table(table)} (${into})
    SELECT ${values} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows, wellFormed)}::json)
      WITH ORDINALITY AS fila ${joined}
    ORDER BY fila.ordinality
    RETURNING id`;
}

/** A row to insert, without JSON as text: the whole row becomes JSON here, and a text in it stays one in its column. */
export type NewRow<Table> = {
  [K in keyof Insertable<Table>]: JsonObject extends Insertable<Table>[K]
    ? Exclude<Insertable<Table>[K], string>
    : Insertable<Table>[K];
};

/**
 * Inserts rows that name the same columns each, in their order; a column that none of them names takes its default, and
 * undefined stands for NULL. Dates and JSON are given as they are. Not for columns of bytes. Returns the ids in the rows' order.
 */
export async function insertRows<T extends TableWithId>(
  tx: Tx,
  table: T,
  rows: readonly NewRow<DB[T]>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const { rows: inserted } = await insertion(table, rows).execute(tx);
  return inserted.map(({ id }) => id);
}

/** Rows that belong to others of the same statement: `column` holds the place of a row's parent among those, from 1 on. */
export interface Children {
  table: TableWithId;
  column: string;
  rows: readonly object[];
}

export function childrenOf<T extends TableWithId>(
  table: T,
  column: keyof Insertable<DB[T]> & string,
  rows: readonly NewRow<DB[T]>[],
): Children {
  return { table, column, rows };
}

/** Inserts rows and those that belong to them by one statement. Gives the ids of both, each in their rows' order. */
export async function insertFamilies<T extends TableWithId>(
  tx: Tx,
  table: T,
  rows: readonly NewRow<DB[T]>[],
  children: readonly Children[],
): Promise<{ ids: number[]; childIds: number[][] }> {
  if (rows.length === 0) return { ids: [], childIds: children.map(() => []) };
  const present = children.filter((child) => child.rows.length > 0);
  const named = present.map((child, n) => ({ child, name: sql.ref(`hijo_${n}`) }));
  const parts = named.map(({ child, name }) => sql`, ${name} AS (${insertion(child.table, child.rows, child.column)})`);
  // Numbers are given in the order of the rows.
  const idsOf = (name: RawBuilder<unknown>) => sql`(SELECT json_agg(id ORDER BY id) FROM ${name})`;
  const found = await sql<{ ids: number[][] }>`
    WITH padre AS (${insertion(table, rows)}),
      orden AS (SELECT id, row_number() OVER (ORDER BY id) AS lugar FROM padre)
      ${sql.join(parts, sql``)}
    SELECT json_build_array(${sql.join([sql`padre`, ...named.map(({ name }) => name)].map(idsOf))}) AS ids`.execute(tx);
  const [ids = [], ...rest] = found.rows[0]?.ids ?? [];
  return { ids, childIds: children.map((child) => rest[present.indexOf(child)] ?? []) };
}

/** Tables whose rows go by a number of their own. */
type TableWithId = { [T in keyof DB]: DB[T] extends { id: unknown } ? T : never }[keyof DB];
