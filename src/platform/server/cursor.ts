/** Long answers in batches: the rows of a query through a cursor of the transaction, so that no more than one batch is in memory. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db.ts';

const BATCH_ROWS = 2_000;
let opened = 0;

/** The rows of a query, a batch at a time, the next one read meanwhile. The transaction must stay open. */
export async function* inBatches<Row>(tx: Tx, query: RawBuilder<Row>, size = BATCH_ROWS): AsyncGenerator<Row[]> {
  opened += 1;
  const cursor = sql.ref(`lectura_${opened}`);
  await sql`DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`.execute(tx);
  const turn = () => {
    const fetched = sql<Row>`FETCH ${sql.lit(size)} FROM ${cursor}`.execute(tx);
    // It may fail before anybody waits for it; whoever does is told.
    fetched.catch(() => undefined);
    return fetched;
  };
  let next = turn();
  try {
    for (;;) {
      const { rows } = await next;
      const isLast = rows.length < size;
      if (!isLast) next = turn();
      if (rows.length > 0) yield rows;
      if (isLast) break;
    }
  } finally {
    // Whoever stops reading ends the transaction: nothing may be under way by then.
    await Promise.allSettled([next]);
  }
  await sql`CLOSE ${cursor}`.execute(tx);
}
