/**
 * A lot's special percentage on its months: what it takes off each, decided by `specialDiscountOn`, and the rows that make it
 * so. Source: dominio.md#special-percentages and docs/adr/0028-special-discounts.md.
 */
import { type RawBuilder, sql } from 'kysely';
import { type SpecialMonth, specialDiscountOn } from '#core/discount.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { adjust, reverseAdjustments } from './adjust.ts';
import { withEarlier } from './replaced.ts';
import type { Stamp } from './stamp.ts';

export interface LoteMonth extends SpecialMonth {
  cargoId: number;
  /** The special discount in force; null without. */
  ajusteId: number | null;
  /** The percentage of the lot that owes it; null without. */
  percent: number | null;
  /** It came from another lot by a merge. */
  ajeno: boolean;
}

/** When the money of payment `p` was first booked, whichever receipts took each other's place since. */
const FIRST_BOOKED = sql<Date>`(
  ${withEarlier(sql`p.recibo_id`)} SELECT min(r.created_at) FROM antes JOIN recibo r ON r.id = antes.id)`;

/**
 * The months of maintenance that owe something or bear a special discount.
 * @param which SQL condition over the charge `c`
 */
async function listMonths(tx: Tx, which: RawBuilder<boolean>): Promise<LoteMonth[]> {
  // Born with it: no change of the percentage booked it. Money closed a month where some came after the discount; what the
  // discount had to be cut down to is what was left, so then the discount closed it, whatever another receipt books anew.
  return rowsFrom(tx)<LoteMonth>`
    SELECT c.id AS "cargoId", c.monto_centavos AS total, c.saldo_centavos AS saldo, a.id AS "ajusteId",
      coalesce(a.monto_centavos, 0)::bigint AS especial, l.plus_percent_mtto::float8 AS percent,
      c.lote_id <> c.lote_origen_id AS ajeno,
      a.id IS NULL
        OR (a.created_at = c.created_at AND NOT EXISTS (
          SELECT FROM descuento_especial e
          WHERE e.lote_id = c.lote_id AND e.created_at = a.created_at AND e.despues = a.porcentaje))
        OR (a.monto_centavos >= round(c.monto_centavos * a.porcentaje / 100) AND EXISTS (
          SELECT FROM pago p WHERE p.cargo_id = c.id AND p.status <> 'cancelado' AND ${FIRST_BOOKED} >= a.created_at)) AS firme
    FROM cargo c
    JOIN lote l ON l.id = c.lote_id
    LEFT JOIN ajuste a ON a.cargo_id = c.id AND a.tipo = 'especial' AND NOT a.revertido
    WHERE ${which} AND c.tipo = 'mantenimiento' AND c.cierre IS NULL AND (c.saldo_centavos > 0 OR a.id IS NOT NULL)
    ORDER BY c.id`;
}

/** The months of a lot that its special percentage may change. */
export function listMonthsOfLote(tx: Tx, loteId: number): Promise<LoteMonth[]> {
  return listMonths(tx, sql<boolean>`c.lote_id = ${loteId}`);
}

export interface SpecialChange {
  month: LoteMonth;
  percent: number | null;
  despues: Centavos;
}

/** The months where a percentage takes off something else than stands on them. */
export function changesTo(months: readonly LoteMonth[], percent: number | null): SpecialChange[] {
  return months
    .map((month) => ({ month, percent, despues: specialDiscountOn(month, percent) }))
    .filter(({ month, despues }) => despues !== month.especial);
}

/** How many months keep more than a percentage takes off: paid, or created with nothing to pay. */
export function countKept(months: readonly LoteMonth[], percent: number | null): number {
  return months.filter(
    (month) =>
      month.especial > specialDiscountOn({ ...month, firme: false }, percent) && month.firme && month.saldo === 0,
  ).length;
}

export interface SpecialEffect {
  /** What is forgiven: of how many months, and how many of these owe nothing any more. */
  perdona: { monto: Centavos; meses: number; cierra: number };
  /** What is owed again: of how many months, and how many of these owed nothing. */
  devuelve: { monto: Centavos; meses: number; reabre: number };
  /** By how much late interest falls with its base; negative where it grows. */
  intereses: Centavos;
}

export function effectOf(changes: readonly SpecialChange[], intereses: Centavos): SpecialEffect {
  const perdona = { monto: 0, meses: 0, cierra: 0 };
  const devuelve = { monto: 0, meses: 0, reabre: 0 };
  for (const { month, despues } of changes) {
    const more = despues - month.especial;
    if (more > 0) {
      perdona.monto += more;
      perdona.meses += 1;
      if (more === month.saldo) perdona.cierra += 1;
    } else {
      devuelve.monto -= more;
      devuelve.meses += 1;
      if (month.saldo === 0) devuelve.reabre += 1;
    }
  }
  return { perdona, devuelve, intereses };
}

/** Takes back the discounts that changed and books the new ones. The caller has locked the lots. */
export async function bookChanges(
  tx: Tx,
  stamp: Stamp,
  changes: readonly SpecialChange[],
  razon: string,
): Promise<void> {
  await reverseAdjustments(
    tx,
    stamp,
    changes.flatMap(({ month }) => month.ajusteId ?? []),
    razon,
  );
  await adjust(
    tx,
    stamp,
    changes
      .filter(({ despues }) => despues > 0)
      .map(({ month, percent, despues }) => ({
        cargoId: month.cargoId,
        tipo: 'especial',
        monto: despues,
        porcentaje: percent ?? undefined,
        razon,
      })),
  );
}

/** Why a month bears a special that no change of the percentage gave it. */
export const REOPENED = 'El mes quedó abierto de nuevo: descuento especial del lote de ese día';

/**
 * Gives months that are open again the special percentage of today, as if they had never been closed; those that
 * came by a merge keep what they came with.
 */
export async function bearSpecial(tx: Tx, stamp: Stamp, cargoIds: readonly number[]): Promise<void> {
  const months = await listMonths(tx, sql<boolean>`c.id = ANY(${[...cargoIds]}::int[]) AND c.saldo_centavos > 0`);
  const changes = months.filter(({ ajeno }) => !ajeno).flatMap((month) => changesTo([month], month.percent));
  await bookChanges(tx, stamp, changes, REOPENED);
}
