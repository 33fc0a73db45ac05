/** What a lot owes. */
import { sql } from 'kysely';

/**
 * The open charges `d` that make up the debt of lot `l`: its own and its units'. The one definition of it, for search, header
 * and letters alike; each adds up what it shows. A union, because each half has its index. Source: specification 000,
 * section 2.10.
 */
export const debtOfLote = sql`
  (SELECT l.id UNION ALL SELECT u.id FROM lote AS u WHERE u.parent_id = l.id) AS suyo
  JOIN deuda_lote AS d ON d.lote_id = suyo.id`;
