/** Long answers in batches: the rows of a query through a cursor of the transaction, so that no more than one batch is in memory. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db.ts';

const BATCH_ROWS = 2_000;
let opened = 0;

/** The rows of a query, a batch at a time. The transaction must stay open meanwhile. */
export async function* inBatches<Row>(tx: Tx, query: RawBuilder<Row>, size = BATCH_ROWS): AsyncGenerator<Row[]> {
  opened += 1;
  const cursor = sql.ref(`lectura_${opened}`);
  await sql`DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`FETCH ${sql.lit(size)} FROM ${cursor}`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await sql`CLOSE ${cursor}`.execute(tx);
}
