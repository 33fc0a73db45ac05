/** Rows of one table written by one statement, whose text is the same whatever their number: it is planned once. */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { DB, JsonObject } from './database-types.ts';
import type { Tx } from './db.ts';

/** As the driver sends it: what is no character becomes the sign for that. */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** How JSON writes what is no character; a text that has these letters itself is only looked over in vain. */
const ESCAPED_SURROGATE = /\\ud[89a-f]/;

function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  return ESCAPED_SURROGATE.test(text) ? JSON.stringify(value, wellFormed) : text;
}

/**
 * Rows as JSON: what all of them have alike, and what each has for itself. Of an invoice that is most of it once, in place of
 * once for each.
 */
export function sharedAndOwn(rows: readonly object[]): { shared: string; own: string } {
  const [first = {}, ...others] = rows as [Record<string, unknown>?, ...Record<string, unknown>[]];
  const shared: Record<string, unknown> = {};
  const varying: string[] = [];
  for (const column of Object.keys(first)) {
    if (others.every((row) => row[column] === first[column])) shared[column] = first[column];
    else varying.push(column);
  }
  const own = rows.map((row) => {
    const values: Record<string, unknown> = {};
    for (const column of varying) values[column] = row[column as keyof typeof row];
    return values;
  });
  return { shared: jsonOf(shared), own: jsonOf(own) };
}

const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');

/** The text of an INSERT around its two values: what all rows have alike, and what each has for itself. */
interface InsertText {
  before: RawBuilder<unknown>;
  between: RawBuilder<unknown>;
  after: RawBuilder<unknown>;
}

function insertText(table: string, columns: readonly string[], parent: string | undefined): InsertText {
  const into = columns.map(quoted).join(', ');
  const values = columns.map((column) => (column === parent ? 'orden.id' : `fila.${quoted(column)}`)).join(', ');
  const joined = parent === undefined ? '' : `JOIN orden ON orden.lugar = fila.${quoted(parent)}`;
  return {
    before: sql.raw(`
    INSERT INTO ${quoted(table)} (${into})
    SELECT ${values}
    FROM json_populate_recordset(json_populate_record(NULL::${quoted(table)}, `),
    between: sql.raw('::json), '),
    after: sql.raw(`::json) WITH ORDINALITY AS fila ${joined}
    ORDER BY fila.ordinality
    RETURNING id`),
  };
}

/** Of each table and columns once: putting a text of forty columns together takes longer than sending its rows. */
const TEXTS = new Map<string, InsertText>();
/** Rows come with a few sets of columns; a fault that made ever new ones must not fill the memory. */
const TEXTS_MAX = 1_000;

/** The INSERT of rows, in their order; `parent` is the column that tells a parent's place, in place of its id. */
export function insertion(table: string, rows: readonly object[], parent?: string): RawBuilder<{ id: number }> {
  const columns = Object.keys(rows[0] ?? {});
  if (rows.some((row) => Object.keys(row).length !== columns.length)) throw new Error(`rows of ${table} differ`);
  const key = `${table} ${parent} ${columns.join()}`;
  const text = TEXTS.get(key) ?? insertText(table, columns, parent);
  if (TEXTS.size < TEXTS_MAX) TEXTS.set(key, text);
  const { shared, own } = sharedAndOwn(rows);
  return sql`${text.before}${shared}${text.between}${own}${text.after}`;
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
  const named = present.map((child, n) => ({ child, name: sql.raw(`hijo_${n}`) }));
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
