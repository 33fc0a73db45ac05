import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Month } from '#core/period.ts';
import { goesFirst } from '#libro/server/agreements.ts';
import type { LoneDiscount } from '#libro/server/cancel.ts';
import { type Charge, selectCharges } from '#libro/server/charges.ts';
import { associateAt } from '#libro/server/owners.ts';
import type { AbonoRef } from '#libro/server/receipts.ts';
import { ofDeposit } from '#libro/server/recibo.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';

export interface PendingMonth {
  id: number;
  loteId: number;
  year: number;
  mes: number;
  status: string;
  corte: Fecha;
  monto: Centavos;
  pagado: Centavos;
  ajustado: Centavos;
  saldo: Centavos;
  pagadoEnTiempo: Centavos;
  descuentoReglas: Centavos;
  moratorio: Centavos;
  excluido: boolean;
  /** An agreement names it, and is paid before others. */
  primero: boolean;
}

/** The open months of lots, oldest first, with what their discount depends on. */
export const listPendingMonths = (tx: Tx, loteIds: readonly number[]): Promise<PendingMonth[]> =>
  listMonths(tx, loteIds, sql`c.saldo_centavos > 0`);

/** The months of lots with a cut-off on a day or later that were closed by money dated after it. */
export const listLateMonths = (tx: Tx, loteIds: readonly number[], desde: Fecha): Promise<PendingMonth[]> =>
  listMonths(
    tx,
    loteIds,
    sql`c.saldo_centavos = 0 AND c.vence >= ${desde} AND c.ultimo_pago > c.vence AND c.cierre IS NULL`,
  );

const listMonths = (tx: Tx, loteIds: readonly number[], which: RawBuilder<unknown>) =>
  rowsFrom(tx)<PendingMonth>`
    SELECT c.id, c.lote_id AS "loteId", c.year, c.mes, c.status, c.vence AS corte, c.monto_centavos AS monto, c.pagado_centavos AS pagado,
      c.ajustado_centavos AS ajustado, c.saldo_centavos AS saldo,
      coalesce((
        SELECT sum(p.monto_centavos) FROM pago p
        WHERE p.cargo_id = c.id AND p.status <> 'cancelado' AND p.fecha_pago <= c.vence
      ), 0)::bigint AS "pagadoEnTiempo",
      coalesce(a.regla, 0)::bigint AS "descuentoReglas",
      coalesce(a.excluye, false) AS excluido, ${goesFirst('c')} AS primero,
      coalesce((
        SELECT sum(i.saldo_centavos) FROM cargo i WHERE i.base_id = c.id AND i.tipo = 'interes' AND i.cierre IS NULL
      ), 0)::bigint AS moratorio
    FROM cargo c
    LEFT JOIN LATERAL (
      SELECT sum(monto_centavos) FILTER (WHERE tipo = 'regla') AS regla,
        bool_or(tipo IN ('especial', 'condonacion', 'descuento', 'regla')) AS excluye
      FROM ajuste WHERE cargo_id = c.id AND NOT revertido
    ) a ON c.ajustado_centavos > 0
    WHERE c.lote_id = ANY(${[...loteIds]}::int[]) AND c.tipo = 'mantenimiento' AND ${which}
    ORDER BY c.year, c.mes, c.id`;

/** SQL that selects the ids of a lot's open months. */
export const pendingMonthIds = (loteId: number): RawBuilder<unknown> => sql`
  SELECT id FROM cargo WHERE lote_id = ${loteId} AND saldo_centavos > 0 AND tipo = 'mantenimiento'`;

export interface PendingInterest {
  id: number;
  loteId: number;
  year: number;
  mes: number;
  corte: Fecha;
  monto: Centavos;
  pagado: Centavos;
  saldo: Centavos;
  /** The charge that it grew on. */
  baseId: number;
  baseTipo: string;
  baseConcepto: string;
  primero: boolean;
}

/** Open late-interest entries on lots' months, or on what else of `tipos`, oldest first. */
export const listPendingInterest = (tx: Tx, loteIds: readonly number[], tipos: readonly string[] = ['mantenimiento']) =>
  rowsFrom(tx)<PendingInterest>`
    SELECT i.id, i.lote_id AS "loteId", i.year, i.mes, i.vence AS corte, i.monto_centavos AS monto, i.pagado_centavos AS pagado,
      i.saldo_centavos AS saldo, b.id AS "baseId", b.tipo AS "baseTipo", b.concepto AS "baseConcepto", ${goesFirst('i')} AS primero
    FROM cargo i JOIN cargo b ON b.id = i.base_id
    WHERE i.lote_id = ANY(${[...loteIds]}::int[]) AND i.tipo = 'interes' AND i.saldo_centavos > 0
      AND b.tipo = ANY(${[...tipos]}::text[])
    ORDER BY i.vence, b.vence, i.id`;

/** SQL that selects the ids of what a lot owes and late interest grows on. */
export const interestBearingIds = (loteId: number): RawBuilder<unknown> => sql`
  SELECT id FROM cargo
  WHERE lote_id = ${loteId} AND saldo_centavos > 0 AND tipo IN ('mantenimiento', 'cuota_inicial')`;

/** The open fees and fines of a lot. */
export const listPendingCharges = (tx: Tx, loteId: number) =>
  selectCharges(tx)
    .select(goesFirst('cargo').as('primero'))
    .where('cargo.lote_id', '=', loteId)
    .where('cargo.saldo_centavos', '>', 0)
    .where('cargo.tipo', 'not in', ['mantenimiento', 'interes'])
    .orderBy('cargo.vence')
    .orderBy('cargo.id')
    .execute();

/** Charges by their ids, whatever became of them. */
export const listChargesById = (tx: Tx, ids: readonly number[]): Promise<Charge[]> =>
  selectCharges(tx)
    .where(sql<boolean>`cargo.id = ANY(${[...ids]}::int[])`)
    .execute();

/** The last month that each lot was charged for, undone runs apart; lots without any are missing. */
export async function listLastMonths(tx: Tx, loteIds: readonly number[]): Promise<Map<number, Month>> {
  const { rows } = await sql<Month & { loteId: number }>`
    SELECT l.id AS "loteId", c.year, c.mes
    FROM unnest(${[...loteIds]}::int[]) AS l (id)
    CROSS JOIN LATERAL (
      SELECT year, mes FROM cargo
      WHERE lote_origen_id = l.id AND tipo = 'mantenimiento' AND cierre IS DISTINCT FROM 'anulado'
      ORDER BY year DESC, mes DESC LIMIT 1
    ) c`.execute(tx);
  return new Map(rows.map(({ loteId, year, mes }) => [loteId, { year, mes }]));
}

export interface ListedPago {
  id: number;
  tipo: string;
  monto: Centavos;
  fechaPago: Fecha;
  fechaContable: Fecha;
  description: string;
  observacion: string;
  status: string;
  tipoPago: string;
  formaPago: string;
  refSistemaAnterior: string | null;
  reciboId: number | null;
  /** The live invoice that it stands on; of a cancelled payment the last that it stood on. */
  facturaId: number | null;
  serie: string | null;
  folio: number | null;
}

/** A discount `a` by code in whose receipt nothing was paid of its charge: no payment shows it, and none takes it back. */
const LONE = sql`a.tipo = 'descuento'
  AND NOT EXISTS (SELECT 1 FROM pago p WHERE p.recibo_id = a.recibo_id AND p.cargo_id = a.cargo_id)`;

/**
 * What was received for a lot: payments on its charges, what went to its fund, condonations, and coded discounts that left
 * nothing to pay of a charge, the latest first. A fund entry of a receipt has the kind 'fondo', a condonation 'condonacion',
 * such a discount 'descuento'.
 */
export const listPagos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<ListedPago>`
    SELECT * FROM (
      SELECT p.id, c.tipo, p.monto_centavos AS monto, p.fecha_pago AS "fechaPago", p.fecha_contable AS "fechaContable", c.concepto AS description,
        r.referencia AS observacion, p.status,
        coalesce(m.name, 'Fondo') AS "tipoPago",
        coalesce(f.forma_pago || ' - ' || f.name, '') AS "formaPago",
        s.referencia AS "refSistemaAnterior", r.id AS "reciboId", fa.id AS "facturaId", fa.serie, fa.folio, p.created_at
      FROM cargo c
      JOIN pago p ON p.cargo_id = c.id
      JOIN recibo r ON r.id = p.recibo_id
      LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
      LEFT JOIN forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id
      LEFT JOIN pago_sistema_anterior s ON s.pago_id = p.id
      LEFT JOIN factura_concepto k ON k.pago_id = p.id AND k.viva
      LEFT JOIN factura fa ON fa.id = coalesce(k.factura_id, CASE WHEN p.status = 'cancelado' THEN (
        SELECT max(x.id) FROM factura_concepto y JOIN factura x ON x.id = y.factura_id
        WHERE y.pago_id = p.id AND x.estado = 'timbrado'
      ) END)
      WHERE c.lote_id = ${loteId}
      UNION ALL
      SELECT v.id, 'fondo', v.monto_centavos, r.fecha_pago, r.fecha_contable, 'Abono a fondo', r.referencia,
        CASE WHEN x.id IS NULL THEN 'recibido' ELSE 'cancelado' END,
        coalesce(m.name, 'Fondo'), coalesce(f.forma_pago || ' - ' || f.name, ''), NULL, r.id, NULL, NULL, NULL,
        v.created_at
      FROM fondo_movimiento v
      JOIN recibo r ON r.id = v.recibo_id
      LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
      LEFT JOIN forma_pago_cfdi f ON f.id = m.forma_pago_cfdi_id
      LEFT JOIN fondo_movimiento x ON x.cancela_id = v.id
      WHERE v.lote_id = ${loteId} AND v.tipo = 'abono'
      UNION ALL
      SELECT a.id, 'condonacion', a.monto_centavos, a.fecha, a.fecha, c.concepto, a.razon, 'condonado', '', '', NULL, NULL,
        NULL, NULL, NULL, a.created_at
      FROM cargo c JOIN ajuste a ON a.cargo_id = c.id
      WHERE c.lote_id = ${loteId} AND a.tipo = 'condonacion' AND NOT a.revertido
      UNION ALL
      SELECT a.id, 'descuento', a.monto_centavos, r.fecha_pago, a.fecha, c.concepto || ': descuento, recibo ' || r.id, r.referencia,
        CASE WHEN a.revertido THEN 'cancelado' ELSE 'condonado' END, '', '', NULL, r.id, NULL, NULL, NULL, a.created_at
      FROM cargo c JOIN ajuste a ON a.cargo_id = c.id JOIN recibo r ON r.id = a.recibo_id
      WHERE c.lote_id = ${loteId} AND ${LONE}
    ) pagos
    ORDER BY "fechaPago" DESC, created_at DESC, id DESC`;

export interface NotaRow {
  id: number;
  name: string;
  fecha: Fecha;
  concepto: string;
  monto: Centavos;
  asociado: string;
  referencia: string;
  direccion: string;
}

/** The lines of a note for payments and fund entries, in the order of their posting. */
export const listNota = (tx: Tx, pagoIds: readonly number[], abonoIds: readonly number[]) =>
  rowsFrom(tx)<NotaRow>`
    SELECT n.id, n.name, n.fecha, n.concepto, n.monto, ${associateAt(sql`l.id`, sql`n.created_at`)} AS asociado, l.referencia, l.direccion
    FROM (
      SELECT p.id, c.tipo AS name, p.fecha_pago AS fecha, c.concepto, p.monto_centavos AS monto, c.lote_id, p.created_at
      FROM pago p JOIN cargo c ON c.id = p.cargo_id
      WHERE p.id = ANY(${[...pagoIds]}::int[]) AND p.status <> 'cancelado'
      UNION ALL
      SELECT v.id, 'fondo', r.fecha_pago, 'Abono a fondo', v.monto_centavos, v.lote_id, v.created_at
      FROM fondo_movimiento v JOIN recibo r ON r.id = v.recibo_id
      WHERE v.id = ANY(${[...abonoIds]}::int[]) AND v.tipo = 'abono'
        AND NOT EXISTS (SELECT 1 FROM fondo_movimiento x WHERE x.cancela_id = v.id)
    ) n
    JOIN lote l ON l.id = n.lote_id
    ORDER BY n.created_at, n.name = 'fondo', n.id`;

export interface PagoRef {
  id: number;
  tipo: string;
  monto: Centavos;
  concepto: string;
  cargoId: number;
  cargoLoteId: number;
  reciboId: number;
  reciboLoteId: number;
  referencia: string;
  status: string;
  /** On a live invoice. */
  facturado: boolean;
  /** Its invoice in the system that was used before. */
  refSistemaAnterior: string | null;
}

/** A payment with the lots that have to be locked before it is cancelled or marked. */
export const findPago = (tx: Tx, id: number) =>
  rowFrom(tx)<PagoRef>`
    SELECT p.id, c.tipo, p.monto_centavos AS monto, c.concepto, c.id AS "cargoId", c.lote_id AS "cargoLoteId",
      r.id AS "reciboId", r.lote_id AS "reciboLoteId", l.referencia, p.status, s.referencia AS "refSistemaAnterior",
      EXISTS (SELECT 1 FROM factura_concepto x WHERE x.pago_id = p.id AND x.viva) AS facturado
    FROM pago p JOIN cargo c ON c.id = p.cargo_id JOIN recibo r ON r.id = p.recibo_id JOIN lote l ON l.id = c.lote_id
    LEFT JOIN pago_sistema_anterior s ON s.pago_id = p.id
    WHERE p.id = ${id}`;

export const findAbono = (tx: Tx, id: number) =>
  rowFrom(tx)<AbonoRef>`
    SELECT id, lote_id AS "loteId", monto_centavos AS monto, recibo_id AS "reciboId"
    FROM fondo_movimiento WHERE id = ${id} AND tipo = 'abono'`;

export interface DescuentoRef extends LoneDiscount {
  monto: Centavos;
  concepto: string;
  referencia: string;
  reciboId: number;
}

/** A listed discount with the lots that have to be locked before it is taken back. */
export const findDescuento = (tx: Tx, id: number) =>
  rowFrom(tx)<DescuentoRef>`
    SELECT a.id, c.id AS "cargoId", c.lote_id AS "loteId", r.lote_id AS "loteReciboId", a.revertido, c.cierre,
      a.monto_centavos AS monto, c.concepto, l.referencia, r.id AS "reciboId"
    FROM ajuste a JOIN cargo c ON c.id = a.cargo_id JOIN recibo r ON r.id = a.recibo_id JOIN lote l ON l.id = c.lote_id
    WHERE a.id = ${id} AND ${LONE}`;

/** @returns whether there was a mark */
export async function deleteSistemaAnterior(tx: Tx, pagoId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('pago_sistema_anterior')
    .where('pago_id', '=', pagoId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertSistemaAnterior(
  tx: Tx,
  row: { pagoId: number; referencia: string; usuarioId: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('pago_sistema_anterior')
    .values({
      pago_id: row.pagoId,
      referencia: row.referencia,
      usuario_id: row.usuarioId,
      created_at: row.now,
    })
    .execute();
}

/** Whether a catalogue has a record of this id. */
export async function existsInCatalogue(
  tx: Tx,
  catalogue: 'tipo_motivo_cancelacion' | 'tipo_relacion_factura',
  id: number,
): Promise<boolean> {
  const found = await tx.selectFrom(catalogue).select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/** How an account's owner is called. Unknown: throws. */
export function getUserName(tx: Tx, id: number): Promise<{ name: string; lastName: string }> {
  return tx
    .selectFrom('usuario')
    .select(['name', 'last_name as lastName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export function findMetodo(tx: Tx, id: number) {
  return tx.selectFrom('metodo_pago').select(['name', 'en_caja']).where('id', '=', id).executeTakeFirst();
}

export interface PagoFacturado {
  concepto: string;
  monto: Centavos;
  /** Its kind of charge gets no invoice. */
  soloRecibo: boolean;
  facturaId: number | null;
  tipo: string | null;
  serie: string | null;
  folio: number | null;
  status: string | null;
}

/** The payments of a receipt that are in force, with the live document that each stands on. */
export const listFacturados = (tx: Tx, reciboId: number) =>
  rowsFrom(tx)<PagoFacturado>`
    SELECT c.concepto, p.monto_centavos AS monto, t.tratamiento = 'recibo' AS "soloRecibo",
      f.id AS "facturaId", f.tipo, f.serie, f.folio, f.status
    FROM pago p JOIN cargo c ON c.id = p.cargo_id JOIN tratamiento_fiscal t ON t.tipo = c.tipo
    LEFT JOIN factura_concepto k ON k.pago_id = p.id AND k.viva
    LEFT JOIN factura f ON f.id = k.factura_id
    WHERE p.recibo_id = ${reciboId} AND p.status <> 'cancelado'
    ORDER BY f.tipo, f.id, p.id`;

export async function isOfDeposit(tx: Tx, reciboId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT ${ofDeposit(sql`${reciboId}::int`)} AS is`.execute(tx);
  return rows[0]?.is === true;
}
