/** The rows of deposits: what was applied before, and what says which lot one is of. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { anyFrom, countFrom, rowsFrom } from '#platform/server/rows.ts';
import { compacta, type LoteReferido, type Marco } from '../../depositos/rules.ts';
import type { Stamp } from '../stamp.ts';

/** What a clave de rastreo is compared by, in SQL: banks write its letters in either case. */
export const rastreoComparable = (rastreo: RawBuilder<unknown>) => sql`upper(btrim(${rastreo}))`;

/** One after the other for an account of a bank: its statements, its notices, and what is found to agree. False: there is none. */
export const lockCuenta = (tx: Tx, id: number) => anyFrom(tx)`SELECT FROM cuenta_bancaria WHERE id = ${id} FOR UPDATE`;

/**
 * Of an account and amount what went back, or came back, and no outgoing line was classified as giving it back: deposits that are
 * 'devuelto', and what the bank marks as a return of what had gone out. Those that the bank itself marks at both ends are not counted.
 * The account is locked by the caller.
 * @param sin a deposit that is left out
 */
export const countDevueltosSinSalida = (
  tx: Tx,
  { cuentaId, importe }: { cuentaId: number; importe: Centavos },
  sin = 0,
): Promise<number> =>
  countFrom(tx)`
    SELECT ((
      SELECT count(*) FROM deposito_entrante d
      WHERE d.cuenta_id = ${cuentaId} AND d.importe_centavos = ${importe}::bigint AND d.situacion = 'devuelto' AND d.id <> ${sin}
        AND (d.rastreo = '' OR NOT EXISTS (
          SELECT FROM movimiento_bancario m WHERE m.cuenta_id = d.cuenta_id AND m.importe_centavos = -d.importe_centavos
            AND m.devolucion AND NOT m.retirado AND ${rastreoComparable(sql`m.rastreo`)} = ${rastreoComparable(sql`d.rastreo`)}))
    ) + (
      SELECT count(*) FROM movimiento_bancario m
      WHERE m.cuenta_id = ${cuentaId} AND m.importe_centavos = ${importe}::bigint AND m.devolucion AND NOT m.retirado
    ) - (
      SELECT count(*) FROM movimiento_bancario m JOIN egreso e ON e.movimiento_id = m.id AND e.estado <> 'deshecho'
      JOIN egreso_parte p ON p.egreso_id = e.id AND p.clase = 'devolucion'
      WHERE m.cuenta_id = ${cuentaId} AND m.importe_centavos = -${importe}::bigint AND NOT m.devolucion
    ))::int AS n`;

/** What stands around a reference when the bank sends it back. */
export async function findMarco(tx: Tx): Promise<Marco> {
  const { rows } = await sql<Marco>`
    SELECT nombre_corto_cr AS "nombreCorto",
      ARRAY[codigo_residencial_cr, codigo_web_transfer_corto_residencial_cr] AS codigos
    FROM configuracion_residencial`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a community has its configuration from its first day');
  return row;
}

/** Every lot by what it is called. */
export const listReferencias = (tx: Tx) =>
  rowsFrom(tx)<LoteReferido>`
    SELECT id, referencia, status, fusion_lote_id AS "fusionId" FROM lote`;

export interface DepositKey {
  loteId: number;
  referencia: string;
  fecha: Fecha;
  monto: Centavos;
}

export interface KnownDeposit {
  loteId: number;
  referencia: string;
  fecha: Fecha;
  monto: Centavos;
  numero: number;
  reciboId: number;
  createdAt: Date;
}

type OfDay = Pick<DepositKey, 'fecha' | 'monto'>;

/** As PostgreSQL writes an array: the driver, which quotes each value, takes long over the ten thousands that a file may need. */
const arrayOf = (values: readonly (number | Fecha)[]): string => `{${values.join(',')}}`;

const days = (keys: readonly OfDay[]) =>
  sql`${arrayOf(keys.map((key) => key.fecha))}::date[], ${arrayOf(keys.map((key) => key.monto))}::bigint[]`;

const lotes = (keys: readonly Pick<DepositKey, 'loteId'>[]) => sql`${arrayOf(keys.map((key) => key.loteId))}::int[]`;

/** What was applied before of these days and amounts, to these lots or under these references. */
export async function listApplied(
  tx: Tx,
  toLotes: readonly (OfDay & Pick<DepositKey, 'loteId'>)[],
  underReferences: readonly (OfDay & Pick<DepositKey, 'referencia'>)[],
): Promise<KnownDeposit[]> {
  if (toLotes.length + underReferences.length === 0) return [];
  return rowsFrom(tx)<KnownDeposit>`
    SELECT d.lote_id AS "loteId", d.referencia, d.fecha_pago AS fecha, d.monto_centavos AS monto, d.numero,
      d.recibo_id AS "reciboId", d.created_at AS "createdAt"
    FROM deposito d
    WHERE d.id IN (
      SELECT x.id FROM unnest(${lotes(toLotes)}, ${days(toLotes)}) AS k (lote_id, fecha, monto)
      JOIN deposito x ON x.lote_id = k.lote_id AND x.fecha_pago = k.fecha AND x.monto_centavos = k.monto
      UNION ALL
      SELECT x.id FROM unnest(${underReferences.map((key) => compacta(key.referencia))}::text[], ${days(underReferences)})
        AS k (clave, fecha, monto)
      JOIN deposito x ON x.clave = k.clave AND x.fecha_pago = k.fecha AND x.monto_centavos = k.monto
    )
    ORDER BY d.id`;
}

/** Receipts of registers for the same lot, day and amount, still in force: not those that deposits have made. */
export async function listEqualReceipts(
  tx: Tx,
  keys: readonly Pick<DepositKey, 'loteId' | 'fecha' | 'monto'>[],
): Promise<(Pick<DepositKey, 'loteId' | 'fecha' | 'monto'> & { reciboId: number })[]> {
  if (keys.length === 0) return [];
  return rowsFrom(tx)<{ loteId: number; fecha: Fecha; monto: Centavos; reciboId: number }>`
    SELECT r.lote_id AS "loteId", r.fecha_pago AS fecha, r.total_centavos AS monto, min(r.id) AS "reciboId"
    FROM unnest(${lotes(keys)}, ${days(keys)}) AS k (lote_id, fecha, monto)
    JOIN recibo r ON r.lote_id = k.lote_id AND r.fecha_pago = k.fecha AND r.total_centavos = k.monto
    WHERE NOT EXISTS (SELECT 1 FROM deposito d WHERE d.recibo_id = r.id)
      AND NOT EXISTS (SELECT 1 FROM recibo x WHERE x.corrige_id = r.id)
      AND (
        EXISTS (SELECT 1 FROM pago p WHERE p.recibo_id = r.id AND p.status <> 'cancelado')
        OR NOT EXISTS (SELECT 1 FROM pago p WHERE p.recibo_id = r.id)
      )
    GROUP BY 1, 2, 3`;
}

export async function insertDeposits(
  tx: Tx,
  stamp: Stamp,
  deposits: readonly (DepositKey & { numero: number; reciboId: number })[],
): Promise<void> {
  await insertRows(
    tx,
    'deposito',
    deposits.map((deposit) => ({
      lote_id: deposit.loteId,
      fecha_pago: deposit.fecha,
      monto_centavos: deposit.monto,
      numero: deposit.numero,
      referencia: deposit.referencia,
      clave: compacta(deposit.referencia),
      recibo_id: deposit.reciboId,
      usuario_id: stamp.usuarioId,
      created_at: stamp.now,
    })),
  );
}

/** The method of deposits where none is named: a transfer by the authority's key, else the first. */
export async function findDepositMethod(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM metodo_pago m LEFT JOIN forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id
    ORDER BY f.forma_pago IS NOT DISTINCT FROM '03' DESC, m.id LIMIT 1`.execute(tx);
  return rows[0]?.id;
}

export interface BookedReceipt {
  reciboId: number;
  facturaId: number | null;
  fondo: Centavos;
  fondoId: number | null;
  cobros: { id: number; name: string; monto: Centavos; year: number | null; mes: number | null }[];
}

/** What receipts settled, in the order of their payments. */
export async function listBooked(tx: Tx, reciboIds: readonly number[]): Promise<Map<number, BookedReceipt>> {
  if (reciboIds.length === 0) return new Map();
  const { rows } = await sql<BookedReceipt>`
    WITH cobrado AS MATERIALIZED (
      SELECT p.id, p.recibo_id, p.monto_centavos AS monto, c.tipo, c.year, c.mes
      FROM pago p JOIN cargo c ON c.id = p.cargo_id
      WHERE p.recibo_id = ANY(${[...reciboIds]}::int[])
    ),
    agrupado AS (
      SELECT recibo_id, json_agg(json_build_object('id', id, 'name', tipo, 'monto', monto, 'year', year, 'mes', mes) ORDER BY id) AS cobros
      FROM cobrado GROUP BY recibo_id
    ),
    facturado AS (
      SELECT p.recibo_id, min(k.factura_id) AS factura_id
      FROM cobrado p JOIN factura_concepto k ON k.pago_id = p.id AND k.viva GROUP BY p.recibo_id
    )
    SELECT r.id AS "reciboId", v.id AS "fondoId", coalesce(v.monto_centavos, 0)::bigint AS fondo,
      coalesce(a.cobros, '[]') AS cobros, f.factura_id AS "facturaId"
    FROM recibo r
    LEFT JOIN agrupado a ON a.recibo_id = r.id
    LEFT JOIN facturado f ON f.recibo_id = r.id
    LEFT JOIN fondo_movimiento v ON v.recibo_id = r.id AND v.tipo = 'abono'
    WHERE r.id = ANY(${[...reciboIds]}::int[])`.execute(tx);
  return new Map(rows.map((row) => [row.reciboId, row]));
}

/** The associates of lots, by lot. */
export async function listAsociados(tx: Tx, loteIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT lr.lote_id AS id, r.name FROM lote_residente lr JOIN residente r ON r.id = lr.residente_id
    WHERE lr.lote_id = ANY(${[...loteIds]}::int[]) AND lr.asociado AND lr.active`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
