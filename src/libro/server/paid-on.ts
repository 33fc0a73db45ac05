/** Receipts that took each other's place, and the day that a payment counts from. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';

/** The beginning of a query: `antes(id)` is the receipt `reciboId` and those that it took the place of. */
export const withEarlier = (reciboId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  WITH RECURSIVE antes AS (
    SELECT ${reciboId} AS id
    UNION ALL
    SELECT r.corrige_id FROM antes JOIN recibo r ON r.id = antes.id WHERE r.corrige_id IS NOT NULL
  )`;

/**
 * The day on which the money of payment `p` came in. A receipt that took the place of one of a closed month is dated when that
 * was corrected; whoever paid in time did so all the same. Source: DOMAIN.md 9.
 */
export const PAID_ON = sql<Fecha>`
  CASE WHEN (SELECT corrige_id FROM recibo WHERE id = p.recibo_id) IS NULL THEN p.fecha_pago ELSE (
    ${withEarlier(sql`p.recibo_id`)}
    SELECT min(r.fecha_pago) FROM antes JOIN recibo r ON r.id = antes.id
  ) END`;
