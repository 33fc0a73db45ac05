/** What a schema consists of, as a backup sees it: tables and columns in a fixed order, sequences, foreign keys. */
import pg from 'pg';

/** A table and the columns that a backup carries (generated ones come by themselves). */
export type TableShape = Readonly<{ name: string; columns: readonly string[] }>;

export type SequenceValue = Readonly<{ name: string; value: string; called: boolean }>;

export type MigrationMark = Readonly<{ version: number; huella: string }>;

export type Table = TableShape & Readonly<{ schema: string; select: string; copyIn: string; qualified: string }>;

/** Values must print the same in both databases; both sides of a backup set this in their transaction. */
export const COPY_SETTINGS = `SET LOCAL search_path = ''; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL timezone = 'UTC'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

/** Kept by the migrations themselves; a backup compares it and does not carry its rows. */
const MIGRATIONS_TABLE = 'migracion';

export function quote(...names: string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join('.');
}

/** Tables by name, with the query that gives their rows in an order that does not depend on a collation. */
export async function tablesOf(client: pg.ClientBase, schema: string): Promise<Table[]> {
  const { rows } = await client.query<{
    name: string;
    columns: { name: string; type: string; collated: boolean }[];
    key: string[];
  }>(
    `SELECT c.relname::text AS name,
            (SELECT json_agg(json_build_object('name', a.attname, 'type', a.atttypid::regtype::text, 'collated', a.attcollation <> 0) ORDER BY a.attnum)
               FROM pg_catalog.pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
            ARRAY(SELECT a.attname::text
                    FROM pg_catalog.pg_index i
                    CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
                    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
                   WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.place) AS key
       FROM pg_catalog.pg_class c
      WHERE c.relnamespace = $1::text::regnamespace AND c.relkind = 'r' AND c.relname <> '${MIGRATIONS_TABLE}'
      ORDER BY c.relname::text COLLATE "C"`,
    [quote(schema)],
  );
  return rows.map(({ name, columns, key }) => {
    const qualified = quote(schema, name);
    // A transaction's number means nothing in another cluster; the restoration gives new ones where they matter.
    const values = columns.map((column) =>
      column.type === 'xid8' ? `'0'::pg_catalog.xid8 AS ${quote(column.name)}` : quote(column.name),
    );
    const keyed = columns.filter((column) => key.includes(column.name));
    const order =
      keyed.length > 0
        ? key.map((keyName) => {
            const collated = keyed.find((column) => column.name === keyName)?.collated;
            return `t.${quote(keyName)}${collated ? ' COLLATE "C"' : ''}`;
          })
        : columns.map((column) => `t.${quote(column.name)}::text COLLATE "C"`);
    return {
      schema,
      name,
      columns: columns.map((column) => column.name),
      qualified,
      select: `SELECT ${values.join(', ')} FROM ${qualified} t${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''}`,
      copyIn: `COPY ${qualified} (${columns.map((column) => quote(column.name)).join(', ')}) FROM STDIN`,
    };
  });
}

export async function sequencesOf(client: pg.ClientBase, schema: string): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_catalog.pg_class
      WHERE relnamespace = $1::text::regnamespace AND relkind = 'S' ORDER BY relname::text COLLATE "C"`,
    [quote(schema)],
  );
  const values: SequenceValue[] = [];
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quote(schema, name)}`,
    );
    if (found[0]) values.push({ name, ...found[0] });
  }
  return values;
}

export async function migrationsOf(client: pg.ClientBase, schema: string): Promise<MigrationMark[]> {
  const { rows } = await client.query<MigrationMark>(
    `SELECT version, huella FROM ${quote(schema, MIGRATIONS_TABLE)} ORDER BY version`,
  );
  return rows;
}

/**
 * Takes away what would get in the way of loading rows in any order (foreign keys, the tables' own triggers), and
 * gives the statements that put it back, which check all rows at once.
 */
export async function loosen(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows: keys } = await client.query<{ owner: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS owner, conname::text AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_catalog.pg_constraint WHERE connamespace = $1::text::regnamespace AND contype = 'f' AND conparentid = 0`,
    [quote(schema)],
  );
  const { rows: triggers } = await client.query<{ owner: string; name: string }>(
    `SELECT t.tgrelid::regclass::text AS owner, t.tgname::text AS name
       FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = $1::text::regnamespace AND NOT t.tgisinternal AND t.tgenabled = 'O'`,
    [quote(schema)],
  );
  for (const { owner, name } of keys) await client.query(`ALTER TABLE ${owner} DROP CONSTRAINT ${quote(name)}`);
  for (const { owner, name } of triggers) await client.query(`ALTER TABLE ${owner} DISABLE TRIGGER ${quote(name)}`);
  return [
    ...keys.map(({ owner, name, definition }) => `ALTER TABLE ${owner} ADD CONSTRAINT ${quote(name)} ${definition}`),
    ...triggers.map(({ owner, name }) => `ALTER TABLE ${owner} ENABLE TRIGGER ${quote(name)}`),
  ];
}
