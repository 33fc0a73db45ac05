/** A statement of a repository and what it answers with: the type of a row stands once, at the statement. */
import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** All rows: rowsFrom(tx)<Row>`SELECT …`. */
export const rowsFrom =
  (tx: Tx) =>
  async <Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> =>
    (await sql<Row>(text, ...values).execute(tx)).rows;

/** The first row, of a statement that has one or none: rowFrom(tx)<Row>`SELECT …`. */
export const rowFrom =
  (tx: Tx) =>
  async <Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row | undefined> =>
    (await rowsFrom(tx)<Row>(text, ...values))[0];

/** The ids of a statement that answers with one a row: idsFrom(tx)`SELECT id …`. */
export const idsFrom =
  (tx: Tx) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<number[]> =>
    (await rowsFrom(tx)<{ id: number }>(text, ...values)).map(({ id }) => id);

/** What a statement counts: countFrom(tx)`SELECT count(*)::int AS n …`; 0 where it has no row. */
export const countFrom =
  (tx: Tx) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<number> =>
    (await rowFrom(tx)<{ n: number }>(text, ...values))?.n ?? 0;

/** Whether a statement has a row: anyFrom(tx)`SELECT FROM …`. */
export const anyFrom =
  (tx: Tx) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<boolean> =>
    (await rowsFrom(tx)(text, ...values)).length > 0;

/** The id of the row that is written: insertedId(tx.insertInto('nota').values(values).returning('id')). */
export const insertedId = async (insert: { executeTakeFirstOrThrow(): Promise<{ id: number }> }): Promise<number> =>
  (await insert.executeTakeFirstOrThrow()).id;
