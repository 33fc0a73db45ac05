/** Receipts that took each other's place. */
import { type RawBuilder, sql } from 'kysely';

/** The beginning of a query: `antes(id)` is the receipt `reciboId` and those that it took the place of. */
export const withEarlier = (reciboId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  WITH RECURSIVE antes AS (
    SELECT ${reciboId} AS id
    UNION ALL
    SELECT r.corrige_id FROM antes JOIN recibo r ON r.id = antes.id WHERE r.corrige_id IS NOT NULL
  )`;
