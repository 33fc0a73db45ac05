/**
 * The shift that a register is in. What is received or paid back at it belongs to the shift, told by the row itself: a shift
 * goes by the time of posting, and a row that waited for a lock must not fall between two counts. Source:
 * dominio.md#ledger.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import type { CancellationMotive } from './fund.ts';

/** The authority's key of cash. */
const EFECTIVO = '01';

/** SQL that selects id and fecha of the shift that takes money at a register, held open until the transaction ends: whoever counts it waits. */
export const openShift = (cajaId: RawBuilder<unknown>): RawBuilder<{ id: number; fecha: Fecha }> => sql`
  SELECT id, fecha FROM turno_caja WHERE caja_id = ${cajaId} AND contado_at IS NULL FOR SHARE`;

/** That shift; undefined where none is open. */
export async function openShiftOf(tx: Tx, cajaId: number): Promise<{ id: number; fecha: Fecha } | undefined> {
  return (await openShift(sql`${cajaId}`).execute(tx)).rows[0];
}

/** A shift where it is not signed yet, held so until the transaction ends: whoever signs it waits. Null otherwise. */
export async function unsignedShift(tx: Tx, turnoId: number | null): Promise<number | null> {
  if (turnoId === null) return null;
  const { firmado_at } = await tx
    .selectFrom('turno_caja')
    .select('firmado_at')
    .where('id', '=', turnoId)
    .forShare()
    .executeTakeFirstOrThrow();
  return firmado_at === null ? turnoId : null;
}

/** Whether a receipt stands in a closed month or a signed shift, which stay as they were. A closing waits for the answer. */
export async function isClosedDay(
  tx: Tx,
  { fechaContable, turnoId }: { fechaContable: Fecha; turnoId: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`
    SELECT libro_dia_cerrado(${fechaContable}::date, ${turnoId}::int) AS closed`.execute(tx);
  return rows[0]?.closed ?? false;
}

/**
 * The shift that taking money back belongs to. Its own, while that is not signed: there both rows are one. Later, the one that
 * its register is in where money goes out over the desk: cash that is paid back, and nothing else.
 */
export async function shiftOfReversal(
  tx: Tx,
  {
    cajaId,
    turnoId,
    efectivo,
    motivo,
  }: { cajaId: number; turnoId: number | null; efectivo: boolean; motivo: CancellationMotive },
): Promise<number | null> {
  const own = await unsignedShift(tx, turnoId);
  if (own !== null || motivo !== 'cancelado' || !efectivo) return own;
  return (await openShiftOf(tx, cajaId))?.id ?? null;
}

/** The methods that are cash over the desk: what is in the drawer, and is paid back out of it. */
export const CASH_METHODS = sql`(
  SELECT m.id FROM metodo_pago m JOIN forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id
  WHERE m.en_caja AND f.forma_pago = ${sql.lit(EFECTIVO)})`;

/** Whether receipt `r` came in as such cash, as a value of any statement. */
export const IN_CASH = sql<boolean>`coalesce(r.metodo_pago_id IN ${CASH_METHODS}, false)`;

/** Why no register takes anything now, where money is taken in a shift alone; undefined where one does. */
export async function noShiftRefusal(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ ninguna: boolean }>`
    SELECT turnos_obligatorios AND NOT EXISTS (
      SELECT 1 FROM turno_caja t JOIN caja c ON c.id = t.caja_id WHERE t.contado_at IS NULL AND c.active
    ) AS ninguna
    FROM configuracion_residencial`.execute(tx);
  return rows[0]?.ninguna
    ? 'Ninguna caja tiene un turno abierto. Ábralo en Turnos de caja e importe el archivo otra vez'
    : undefined;
}

/** Whether money is taken in a shift alone, as a value of any statement. */
export const SHIFTS_REQUIRED = sql<boolean>`
  coalesce((SELECT turnos_obligatorios FROM configuracion_residencial), false)`;

/** Whether money is taken in a shift alone. */
export async function shiftsAreRequired(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`SELECT ${SHIFTS_REQUIRED} AS required`.execute(tx);
  return rows[0]?.required ?? false;
}
