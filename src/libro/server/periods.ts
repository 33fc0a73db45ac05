/**
 * Closed months: nothing is booked in them any more. The database refuses it; `bookingOf` says it in words, before.
 * Source: dominio.md#cancelling, what touches a closed period is dated today and refers to the closed row.
 */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import type { Stamp } from './stamp.ts';

/** The last closed day as a value of any statement; NULL while no month is closed. */
export const CLOSED_UNTIL = sql<Fecha | null>`(SELECT max(hasta) FROM periodo_cierre)`;

/** The last closed day; undefined while no month is closed. */
export async function closedUntil(tx: Tx): Promise<Fecha | undefined> {
  const { rows } = await sql<{ hasta: Fecha | null }>`SELECT ${CLOSED_UNTIL} AS hasta`.execute(tx);
  return rows[0]?.hasta ?? undefined;
}

/** The booking date of a row that stands for another one: that one's, or today where its month is closed. */
export async function openDate(tx: Tx, { today }: Pick<Stamp, 'today'>, fecha: Fecha): Promise<Fecha> {
  const closed = await closedUntil(tx);
  return closed === undefined || fecha > closed ? fecha : today;
}
