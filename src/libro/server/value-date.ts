/** What the value date of a payment takes off, on the server: what it depends on, the limit, and the code past it. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { type SettledCharge, type StandingEntry, type TakenByDate, takenByDate } from '#core/value-date.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { PorFecha } from '../contract.ts';
import { dateCodeRefusal } from '../rules.ts';
import { mayChangeInterest, VALUE_DATE } from './interest.ts';
import type { Stamp } from './stamp.ts';

/** What a code that lets a date take something off is spent for. */
export const DATE_USE = 'Fecha de pago anterior';

/** The field of that code, in the body of every payment. */
export const DATE_CODE = 'autorizacionFecha';

/** What a receipt keeps of its value date. */
export interface DateGrant {
  quita: Centavos;
  /** The code that is to be spent for it; '' where none is asked for, or it was spent already. */
  codigo: string;
  codigoId: number | null;
}

/**
 * The entries that stand on charges, paid and waived ones too, in the order of their months.
 * @param cargos SQL that selects the ids of the charges
 */
/** Charges by their ids, as these queries take them. */
export const chargesOf = (ids: readonly number[]): RawBuilder<unknown> => sql`SELECT unnest(${[...ids]}::int[])`;

export const listStandingEntries = (tx: Tx, cargos: RawBuilder<unknown>) =>
  rowsFrom(tx)<StandingEntry>`
    SELECT i.id, i.base_id AS "cargoId", i.vence AS corte, i.saldo_centavos AS saldo, i.interes_base_centavos AS base,
      i.interes_porcentaje::float8 AS porcentaje, i.interes_factor::float8 AS factor,
      i.pagado_centavos > 0 OR i.ajustado_centavos > 0 AS tocado,
      (c.monto_centavos - coalesce((
        SELECT sum(monto_centavos) FROM pago WHERE cargo_id = c.id AND status <> 'cancelado' AND fecha_pago <= m.fin
      ), 0) - coalesce((
        SELECT sum(monto_centavos) FROM ajuste
        WHERE cargo_id = c.id AND NOT revertido AND (tipo = 'especial' OR ${VALUE_DATE} <= m.fin)
      ), 0))::bigint AS "alFin"
    FROM cargo i JOIN cargo c ON c.id = i.base_id
    CROSS JOIN LATERAL (SELECT (date_trunc('month', i.vence::timestamp) + interval '1 month' - interval '1 day')::date AS fin) m
    WHERE i.base_id IN (${cargos}) AND i.tipo = 'interes' AND i.cierre IS NULL
    ORDER BY i.vence, i.id`;

/** The most that a value date takes off without a code. */
export async function limitWithoutCode(tx: Tx): Promise<Centavos> {
  const row = await tx.selectFrom('configuracion_residencial').select('limite_sin_codigo_centavos').executeTakeFirst();
  return row?.limite_sin_codigo_centavos ?? 0;
}

/**
 * What a paying screen computes the same from.
 * @param cargos SQL that selects the ids of the charges that it pays
 */
export async function loadPorFecha(tx: Tx, cargos: RawBuilder<unknown>): Promise<PorFecha> {
  const [limite, entries] = await Promise.all([limitWithoutCode(tx), listStandingEntries(tx, cargos)]);
  return {
    limiteSinCodigo: toPesos(limite),
    intereses: entries.map(({ saldo, base, alFin, ...entry }) => ({
      ...entry,
      ...{ saldo: toPesos(saldo), base: toPesos(base), alFin: toPesos(alFin) },
    })),
  };
}

export interface DatedPayment {
  fechaPago: Fecha;
  charges: readonly SettledCharge[];
}

/**
 * What the dates of payments take off, in their order. Asks nothing of the database unless one of them is of an earlier month:
 * entries are of months that are over. The caller has locked the lots.
 */
export async function takenByDates(
  tx: Tx,
  stamp: Pick<Stamp, 'today'>,
  payments: readonly DatedPayment[],
): Promise<TakenByDate[]> {
  const cargoIds = payments
    .filter(({ fechaPago }) => mayChangeInterest(stamp, fechaPago))
    .flatMap(({ charges }) => charges.flatMap(({ cargoId }) => (cargoId === null ? [] : [cargoId])));
  const entries = cargoIds.length === 0 ? [] : await listStandingEntries(tx, chargesOf(cargoIds));
  return payments.map(({ fechaPago, charges }) => takenByDate({ fechaPago, hoy: stamp.today }, charges, entries));
}

/** What one payment's date takes off. Refuses what is past the limit without a code. */
export async function grantOfDate(
  tx: Tx,
  stamp: Pick<Stamp, 'today'>,
  payment: DatedPayment,
  codigo: string,
): Promise<DateGrant> {
  const [taken] = await takenByDates(tx, stamp, [payment]);
  const quita = taken?.total ?? 0;
  if (quita === 0) return { quita, codigo: '', codigoId: null };
  const refusal = dateCodeRefusal(quita, await limitWithoutCode(tx));
  if (refusal === undefined) return { quita, codigo: '', codigoId: null };
  if (codigo.trim() === '') throw new Refusal(refusal, DATE_CODE);
  return { quita, codigo, codigoId: null };
}
