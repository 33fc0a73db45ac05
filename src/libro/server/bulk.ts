/**
 * Writing more rows than single statements carry well: what checks and keeps each row is put aside and built again over
 * the whole. Needs the owner of the tables and locks them until the transaction ends; for the first contents of a
 * community, never while people work in it.
 */
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

interface Piece {
  tabla: string;
  name: string;
  definition: string;
}

/** The tables' foreign keys, and their indexes that no constraint stands on. */
async function piecesOf(tx: Tx, tables: readonly string[]): Promise<{ keys: Piece[]; indexes: Piece[] }> {
  const { rows: keys } = await sql<Piece>`
    SELECT conrelid::regclass::text AS tabla, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND conrelid = ANY(${tables.map(String)}::regclass[])
    ORDER BY conrelid, oid`.execute(tx);
  const { rows: indexes } = await sql<Piece>`
    SELECT i.indrelid::regclass::text AS tabla, c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = ANY(${tables.map(String)}::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
    ORDER BY i.indrelid, i.indexrelid`.execute(tx);
  return { keys, indexes };
}

/**
 * Runs `work` while these tables have no foreign keys and no indexes but those of their constraints, then builds both again
 * over the whole: a row that breaks one fails the transaction. `work` may have the indexes of a table built before.
 */
export async function inBulk(
  tx: Tx,
  tables: readonly string[],
  work: (buildIndexes: (table: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { keys, indexes } = await piecesOf(tx, tables);
  await sql`SET LOCAL maintenance_work_mem = '512MB'`.execute(tx);
  for (const { tabla, name } of keys) {
    await sql`ALTER TABLE ${sql.raw(tabla)} DROP CONSTRAINT ${sql.ref(name)}`.execute(tx);
  }
  for (const { name } of indexes) await sql`DROP INDEX ${sql.ref(name)}`.execute(tx);
  const built = new Set<string>();
  const build = async (table: string) => {
    if (built.has(table)) return;
    built.add(table);
    for (const { tabla, definition } of indexes) if (tabla === table) await sql.raw(definition).execute(tx);
  };
  await work(build);
  for (const { tabla } of indexes) await build(tabla);
  for (const { tabla, name, definition } of keys) {
    await sql`ALTER TABLE ${sql.raw(tabla)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx);
  }
}

/** Runs `work`, which writes the sums by itself, without the triggers that keep them. */
export async function withoutTriggers(tx: Tx, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(tx);
  await work();
  for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(tx);
}
