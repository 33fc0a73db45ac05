/** What a lot owes, and what of it is late. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { AGES, type Age } from '../rules.ts';
import { isOfOwner } from './owners.ts';

/**
 * The open charges `d` that make up the debt of lot `l`: its own and its units'. The one definition of it, for search, header
 * and letters alike; each adds up what it shows. A union, because each half has its index. Source: specification 000,
 * section 2.10.
 */
export const debtOfLote = sql`
  (SELECT l.id UNION ALL SELECT u.id FROM lote AS u WHERE u.parent_id = l.id) AS suyo
  JOIN deuda_lote AS d ON d.lote_id = suyo.id`;

/**
 * Whether what certificate of no debt `n` denied is owed after all: a payment of before fell, or a charge came later for a day of
 * before.
 */
export const OWED_AFTER_ALL = sql<boolean>`EXISTS (
  SELECT FROM cargo c
  WHERE c.lote_id = n.lote_id AND c.saldo_centavos > 0 AND (c.created_at <= n.created_at OR c.vence <= n.fecha))`;

/**
 * Whether a charge, called `c` or `d` in the query, is overdue by so many days: something of it is owed and its day has passed.
 * The one definition of it; what falls due today is in time. Source: dominio.md#ageing.
 */
export function isOverdue(charge: 'c' | 'd', hoy: Fecha, { desde, hasta }: Age = AGES['100']): RawBuilder<boolean> {
  const vence = sql.ref(`${charge}.vence`);
  // A day to compare with, and not a difference of days, so that an index serves.
  const since = hasta === null ? sql`` : sql` AND ${vence} >= ${hoy}::date - ${sql.lit(hasta)}`;
  return sql`(${sql.ref(`${charge}.saldo_centavos`)} > 0 AND ${vence} <= ${hoy}::date - ${sql.lit(desde)}${since})`;
}

/**
 * 'Pagos atrasados': the lots (`lote_id`) that have an overdue open balance of their own. The one rule of it, for the home's
 * tile and chart, the reports, the dashboards and whom campaigns write to; a condominal lot does not stand here for its
 * units' debts. Source: dominio.md#counts.
 */
export const lotesAtrasados = (hoy: Fecha) =>
  sql<{ lote_id: number }>`(SELECT c.lote_id FROM cargo AS c WHERE ${isOverdue('c', hoy)} GROUP BY c.lote_id)`;

/**
 * Whether a bar `b` of collection holds: nobody lifted it, the lot is still whose it was, and something is overdue of what was so
 * when it was set. With that paid it is over; a debt that comes later is one that nobody has written of. An agreement in force,
 * of the lot or of one that was merged into it, stops it as all that the ladder does; broken, it holds as if there had been none.
 */
export const barHolds = (hoy: Fecha): RawBuilder<boolean> => sql`(b.levantado_at IS NULL
  AND NOT EXISTS (
    SELECT FROM convenio v JOIN lote o ON o.id = v.lote_id WHERE v.estado = 'vigente' AND b.lote_id IN (o.id, o.fusion_lote_id))
  AND EXISTS (SELECT FROM cargo c WHERE c.lote_id = b.lote_id AND ${isOverdue('c', hoy)} AND c.vence < b.desde)
  AND EXISTS (SELECT FROM gestion_linea n JOIN gestion_corrida k ON k.id = n.corrida_id
    WHERE n.id = b.linea_id AND ${isOfOwner('b.lote_id', 'k.aprobada_at')}))`;

/** Whether a step of collection bars a lot from amenities. */
export const barredByCollection = (lote: string, hoy: Fecha): RawBuilder<boolean> => sql`EXISTS (
  SELECT FROM gestion_bloqueo b WHERE b.lote_id = ${sql.ref(`${lote}.id`)} AND ${barHolds(hoy)})`;
