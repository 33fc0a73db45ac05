/** The day that a payment counts from. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';

/**
 * The day on which the money of payment `p` came in. A receipt that took the place of one of a closed month is dated when that
 * was corrected; whoever paid in time did so all the same. Source: DOMAIN.md 9.
 */
export const PAID_ON = sql<Fecha>`
  CASE WHEN (SELECT corrige_id FROM recibo WHERE id = p.recibo_id) IS NULL THEN p.fecha_pago ELSE (
    WITH RECURSIVE antes AS (
      SELECT p.recibo_id AS id
      UNION ALL
      SELECT r.corrige_id FROM antes JOIN recibo r ON r.id = antes.id WHERE r.corrige_id IS NOT NULL
    )
    SELECT min(r.fecha_pago) FROM antes JOIN recibo r ON r.id = antes.id
  ) END`;
