/**
 * Closed months: nothing dated in them is written any more. The database refuses it; here it is said in words, before.
 * Source: DOMAIN.md 9, what touches a closed period is dated today and refers to the closed row.
 */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { addMonths, firstDayOf, monthOf, monthTitle } from '#core/period.ts';
import type { Tx } from '#platform/server/db.ts';
import { formatFecha } from '#ui/format.ts';
import type { Stamp } from './stamp.ts';

/** The last closed day as a value of any statement; NULL while no month is closed. */
export const CLOSED_UNTIL = sql<Fecha | null>`(SELECT max(hasta) FROM periodo_cierre)`;

/** The last closed day; undefined while no month is closed. */
export async function closedUntil(tx: Tx): Promise<Fecha | undefined> {
  const { rows } = await sql<{ hasta: Fecha | null }>`SELECT ${CLOSED_UNTIL} AS hasta`.execute(tx);
  return rows[0]?.hasta ?? undefined;
}

/** Why a date cannot be used; undefined where it can. */
export function closedPeriodRefusal(fecha: Fecha, closed: Fecha | undefined): string | undefined {
  if (closed === undefined || fecha > closed) return undefined;
  return `El periodo ${monthTitle(monthOf(fecha))} está cerrado. Use una fecha desde el ${formatFecha(firstDayOf(addMonths(monthOf(closed), 1)))}`;
}

/** The date for a row that stands for another one: that one's, or today where its month is closed. */
export async function openDate(tx: Tx, { today }: Pick<Stamp, 'today'>, fecha: Fecha): Promise<Fecha> {
  return closedPeriodRefusal(fecha, await closedUntil(tx)) === undefined ? fecha : today;
}
