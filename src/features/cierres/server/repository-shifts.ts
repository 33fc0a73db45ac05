/** The rows of shifts: openings, counts, signatures, and what came in and went out by each. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Centavos } from '#core/money.ts';
import { ASSOCIATES, associatedAt } from '#libro/server/corte.ts';
import { CASH_METHODS } from '#libro/server/shifts.ts';
import type { TurnoCaja, TurnoConteo, TurnoFirma } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Movimiento } from '../contract.ts';

export interface TurnoRow {
  id: number;
  cajaId: number;
  caja: string;
  fondoInicial: Centavos;
  usuario: string;
  createdAt: Date;
  contadoAt: Date | null;
  firmado: {
    usuario: string;
    fecha: string;
    esperado: Centavos;
    contado: Centavos;
    explicacion: string;
    huella: string;
    testigo: string | null;
  } | null;
  entreDos: boolean;
}

const TURNO = sql`
  SELECT t.id, t.caja_id AS "cajaId", k.name AS caja, t.fondo_inicial_centavos AS "fondoInicial", u.username AS usuario,
    t.created_at AS "createdAt", t.contado_at AS "contadoAt",
    CASE WHEN f.turno_id IS NOT NULL THEN json_build_object(
      'usuario', fu.username, 'fecha', f.created_at, 'esperado', f.esperado_centavos, 'contado', f.contado_centavos,
      'explicacion', f.explicacion, 'huella', encode(f.huella, 'hex'), 'testigo', fv.username
    ) END AS firmado, f.turno_id IS NULL AND NOT u.enabled AS "entreDos"
  FROM turno_caja t
  JOIN caja k ON k.id = t.caja_id
  JOIN usuario u ON u.id = t.usuario_id
  LEFT JOIN turno_firma f ON f.turno_id = t.id
  LEFT JOIN usuario fu ON fu.id = f.usuario_id
  LEFT JOIN usuario fv ON fv.id = f.testigo_usuario_id`;

export const listTurnos = (tx: Tx, page: number, size: number) =>
  rowsFrom(tx)<TurnoRow>`${TURNO}
    ORDER BY t.firmado_at IS NOT NULL, t.created_at DESC, t.id DESC LIMIT ${size} OFFSET ${page * size}`;

export async function countTurnos(tx: Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM turno_caja`.execute(tx);
  return rows[0]?.total ?? 0;
}

export const findShift = (tx: Tx, id: number) => rowFrom(tx)<TurnoRow>`${TURNO} WHERE t.id = ${id}`;

export async function findShiftForUpdate(tx: Tx, id: number): Promise<TurnoRow | undefined> {
  await tx.selectFrom('turno_caja').select('id').where('id', '=', id).forUpdate().execute();
  return findShift(tx, id);
}

/** The shift of a register that nobody has signed. */
export const findUnsigned = (tx: Tx, cajaId: number) =>
  rowFrom(tx)<TurnoRow>`${TURNO} WHERE t.caja_id = ${cajaId} AND t.firmado_at IS NULL`;

/** The account of a username as typed. */
export function findWitness(tx: Tx, typed: string) {
  return tx
    .selectFrom('usuario')
    .innerJoin('role', 'role.id', 'usuario.role_id')
    .select(['usuario.id', 'username', 'enabled', 'role.name as role'])
    .where(sql<boolean>`ext.clave(username) = ext.clave(${typed})`)
    .executeTakeFirst();
}

export function findCajaForUpdate(tx: Tx, id: number) {
  return tx.selectFrom('caja').select(['name', 'active']).where('id', '=', id).forUpdate().executeTakeFirst();
}

export const insertTurno = (tx: Tx, values: Insertable<TurnoCaja>) =>
  insertedId(tx.insertInto('turno_caja').values(values).returning('id'));

export async function updateTurno(tx: Tx, id: number, set: Updateable<TurnoCaja>): Promise<void> {
  await tx.updateTable('turno_caja').set(set).where('id', '=', id).execute();
}

/** How often a shift was counted. */
export async function countConteos(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ conteos: number }>`
    SELECT coalesce(max(numero), 0) AS conteos FROM turno_conteo WHERE turno_id = ${id}`.execute(tx);
  return rows[0]?.conteos ?? 0;
}

export async function insertConteo(tx: Tx, values: Insertable<TurnoConteo>[]): Promise<void> {
  await tx.insertInto('turno_conteo').values(values).execute();
}

export async function insertFirma(tx: Tx, values: Insertable<TurnoFirma>): Promise<void> {
  await tx.insertInto('turno_firma').values(values).execute();
}

/**
 * What came in and went out by a shift: pago and excess of its receipts, whatever became of them since, and, negative, what
 * was cancelled or paid back out of a fund while it was open; what of that corrects a closed day says so. Its sum is what the
 * ledger holds of it.
 */
const MOVIMIENTOS = (id: number) => sql`
  SELECT r.fecha_contable AS fecha, p.created_at, r.metodo_pago_id, r.lote_id, r.id AS recibo, c.concepto AS descripcion,
    p.monto_centavos AS monto, false AS correccion
  FROM recibo r JOIN pago p ON p.recibo_id = r.id JOIN cargo c ON c.id = p.cargo_id
  WHERE r.turno_id = ${id}
  UNION ALL
  SELECT r.fecha_contable, v.created_at, r.metodo_pago_id, r.lote_id, r.id, 'Abono a fondo', v.monto_centavos, false
  FROM recibo r JOIN fondo_movimiento v ON v.recibo_id = r.id AND v.tipo = 'abono'
  WHERE r.turno_id = ${id}
  UNION ALL
  SELECT x.fecha, x.created_at, r.metodo_pago_id, r.lote_id, r.id, 'Pago cancelado: ' || c.concepto ||
    CASE WHEN x.dia_cerrado THEN ' (recibo ' || r.id || ')' ELSE '' END, -p.monto_centavos, x.dia_cerrado
  FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id JOIN recibo r ON r.id = p.recibo_id JOIN cargo c ON c.id = p.cargo_id
  WHERE x.turno_id = ${id}
  UNION ALL
  SELECT v.fecha, v.created_at, r.metodo_pago_id, r.lote_id, r.id, 'Abono a fondo cancelado' ||
    CASE WHEN v.dia_cerrado THEN ' (recibo ' || r.id || ')' ELSE '' END, v.monto_centavos, v.dia_cerrado
  FROM fondo_movimiento v JOIN recibo r ON r.id = v.recibo_id
  WHERE v.turno_id = ${id} AND v.tipo = 'cancelacion'
  UNION ALL
  SELECT v.fecha, v.created_at, v.metodo_pago_id, v.lote_id, NULL, 'Reembolso de fondo', v.monto_centavos, false
  FROM fondo_movimiento v WHERE v.turno_id = ${id} AND v.tipo = 'reembolso'`;

export interface Expected {
  id: number;
  name: string;
  esperado: Centavos;
  contado: Centavos | null;
}

/** By method: those that are in use, that something came in by, or that were counted. */
export const expectedOf = (tx: Tx, { id, fondoInicial }: Pick<TurnoRow, 'id' | 'fondoInicial'>) =>
  rowsFrom(tx)<Expected>`
    WITH movido AS (
      SELECT metodo_pago_id, sum(monto)::bigint AS monto FROM (${MOVIMIENTOS(id)}) m GROUP BY metodo_pago_id
    ), contado AS (
      SELECT metodo_pago_id, monto_centavos FROM turno_conteo
      WHERE turno_id = ${id} AND numero = (SELECT max(numero) FROM turno_conteo WHERE turno_id = ${id})
    ), efectivo AS (
      SELECT min(c.id) AS id FROM ${CASH_METHODS} c
    )
    SELECT m.id, m.name,
      (coalesce(v.monto, 0) + CASE WHEN m.id = e.id THEN ${fondoInicial}::bigint ELSE 0 END)::bigint AS esperado,
      n.monto_centavos AS contado
    FROM metodo_pago m CROSS JOIN efectivo e
    LEFT JOIN movido v ON v.metodo_pago_id = m.id
    LEFT JOIN contado n ON n.metodo_pago_id = m.id
    WHERE v.monto IS NOT NULL OR n.metodo_pago_id IS NOT NULL OR m.id = e.id OR NOT EXISTS (
      SELECT 1 FROM turno_conteo WHERE turno_id = ${id})
    ORDER BY (m.id = e.id) DESC, m.name`;

/** Of a signed shift what was signed: which methods are cash, and what they are called, may have changed since. */
export async function linesOf(tx: Tx, row: TurnoRow): Promise<Expected[]> {
  const signed = await tx.selectFrom('turno_firma').select('cifras').where('turno_id', '=', row.id).executeTakeFirst();
  return signed ? (signed.cifras as unknown as Expected[]) : expectedOf(tx, row);
}

export type MovimientoRow = Omit<Movimiento, 'hora' | 'monto'> & { created_at: Date; monto: Centavos };

/** Its rows in the order of their posting, corrections of closed days last; associates as they were when it was signed. */
export const listMovimientos = (tx: Tx, id: number, signedAt: string | null) =>
  rowsFrom(tx)<MovimientoRow>`
    SELECT v.fecha, v.created_at, v.recibo, l.referencia, coalesce(a.name, '') AS asociado, v.descripcion, m.name AS "metodoPago", v.monto,
      v.correccion
    FROM (${MOVIMIENTOS(id)}) v
    JOIN lote l ON l.id = v.lote_id
    JOIN metodo_pago m ON m.id = v.metodo_pago_id
    LEFT JOIN (${ASSOCIATES}) a ON a.lote_id = l.id AND ${associatedAt(sql`${signedAt}::timestamptz`)}
    ORDER BY v.correccion, v.created_at, v.monto < 0, l.referencia, v.descripcion, v.monto`;
