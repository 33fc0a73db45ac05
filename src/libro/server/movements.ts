/**
 * Charges and what reduced them, by booking date: what figures of a month are made of. Nothing here looks at what became of a
 * row later, so that a closed month says the same for ever.
 */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';

/** The day that charge `c` counts from: when it falls due; when it was made, if that is later. */
export const COUNTS_FROM = sql<Fecha>`greatest(c.vence, c.fecha)`;

/** Charges that count from a day of a range, both included, with it as `dia`. Asked in two halves, each has its index. */
export const chargesWithin = (desde: Fecha, hasta: Fecha) => sql`
  SELECT c.*, c.vence AS dia FROM cargo c WHERE c.fecha <= c.vence AND c.vence BETWEEN ${desde}::date AND ${hasta}::date
  UNION ALL
  SELECT c.*, c.fecha FROM cargo c WHERE c.fecha > c.vence AND c.fecha BETWEEN ${desde}::date AND ${hasta}::date`;

/** What payments took off charges from a day on, cancellations on their own day: cargo_id, fecha, monto. */
export const paidSince = (desde: Fecha) => sql`
  SELECT cargo_id, fecha_contable AS fecha, monto_centavos AS monto FROM pago WHERE fecha_contable >= ${desde}::date
  UNION ALL
  SELECT p.cargo_id, x.fecha, -p.monto_centavos
  FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id WHERE x.fecha >= ${desde}::date`;

/** The same of adjustments, and of what took them back. */
export const adjustedSince = (desde: Fecha) => sql`
  SELECT cargo_id, fecha, monto_centavos AS monto FROM ajuste WHERE fecha >= ${desde}::date
  UNION ALL
  SELECT a.cargo_id, x.fecha, -a.monto_centavos
  FROM ajuste_reverso x JOIN ajuste a ON a.id = x.ajuste_id WHERE x.fecha >= ${desde}::date`;
