import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, type InCentavos, toPesos } from '#core/money.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Anterior } from '../contract.ts';
import type { Parte, Rebaja } from '../rules.ts';

export interface StatementCharge {
  id: number;
  /** The day that it falls due. */
  fecha: Fecha;
  /** The day of the charge itself. */
  cargado: Fecha;
  concepto: string;
  /** As it was made. */
  monto: Centavos;
  /** Net of adjustments; of a cancelled charge without the cancellation itself. */
  cargo: Centavos;
  abono: Centavos;
  saldo: Centavos;
  status: string;
  tipo: string;
  identificador: number;
  loteId: number;
  referencia: string;
  /** The latest live invoice of its payments. */
  facturaId: number | null;
  serie: string | null;
  folioFactura: number | null;
  /** Its payments that are booked on another day than they count from; null for none. */
  pagosFechados: DatedPago[] | null;
}

export interface DatedPago {
  fechaPago: Fecha;
  fechaContable: Fecha;
}

/** Which lots: one, or one with its units. */
export interface Scope {
  loteId: number;
  withUnits: boolean;
}

/** The lots of a scope as a subquery; a union, because each half has its index. */
const lotesOf = ({ loteId, withUnits }: Scope) =>
  withUnits
    ? sql`SELECT id, referencia FROM lote WHERE id = ${loteId} UNION ALL SELECT id, referencia FROM lote WHERE parent_id = ${loteId}`
    : sql`SELECT id, referencia FROM lote WHERE id = ${loteId}`;

/** The latest invoice `i` that a payment of charge `c` stands on. */
const latestInvoice = sql`
    LEFT JOIN LATERAL (
      SELECT fa.id, fa.serie, fa.folio
      FROM pago p JOIN factura_concepto k ON k.pago_id = p.id AND k.viva JOIN factura fa ON fa.id = k.factura_id
      WHERE p.cargo_id = c.id AND p.status <> 'cancelado' ORDER BY fa.id DESC LIMIT 1
    ) i ON c.pagado_centavos > 0`;

/**
 * The payments of charge `c` that are booked on another day than they count from, as `z`. They are looked for from the
 * receipts of these lots, and of those merged with them, for there are few.
 * @param inForce SQL condition over a `pago p`
 */
const datedApart = (scope: Scope, inForce: RawBuilder<unknown>) => sql`
    LEFT JOIN (
      SELECT p.cargo_id, json_agg(json_build_object('fechaPago', p.fecha_pago, 'fechaContable', p.fecha_contable) ORDER BY p.id) AS pagos
      FROM recibo r JOIN pago p ON p.recibo_id = r.id
      WHERE r.fecha_contable_propia IS NOT NULL AND (${inForce}) AND r.lote_id IN (
        SELECT id FROM (${lotesOf(scope)}) o
        UNION SELECT f.id FROM (${lotesOf(scope)}) o JOIN lote f ON f.fusion_lote_id = o.id)
      GROUP BY p.cargo_id
    ) z ON z.cargo_id = c.id`;

/** The charges that fall due within the range, oldest first; undone and replaced ones are none. */
export const listStatement = (tx: Tx, scope: Scope, desde: Fecha, hasta: Fecha) =>
  rowsFrom(tx)<StatementCharge>`
    SELECT c.id, c.vence AS fecha, c.fecha AS cargado, c.concepto, c.monto_centavos AS monto,
      (c.monto_centavos - c.ajustado_centavos + coalesce(x.cancelado, 0))::bigint AS cargo,
      CASE WHEN c.cierre IS NULL THEN c.pagado_centavos ELSE 0 END AS abono,
      c.saldo_centavos AS saldo, c.status, coalesce(b.tipo, c.tipo) AS tipo, coalesce(b.id, c.id) AS identificador,
      c.lote_id AS "loteId", l.referencia, i.id AS "facturaId", i.serie, i.folio AS "folioFactura", z.pagos AS "pagosFechados"
    FROM (${lotesOf(scope)}) l
    JOIN cargo c ON c.lote_id = l.id
    LEFT JOIN cargo b ON b.id = c.base_id${latestInvoice}${datedApart(scope, sql`p.status <> 'cancelado'`)}
    LEFT JOIN LATERAL (
      SELECT sum(monto_centavos) AS cancelado FROM ajuste WHERE cargo_id = c.id AND tipo = 'cancelacion' AND NOT revertido
    ) x ON c.cierre = 'cancelado'
    WHERE c.vence BETWEEN ${desde} AND ${hasta} AND (c.cierre IS NULL OR c.cierre = 'cancelado')
    ORDER BY c.vence, c.id`;

/** The sums of charge `c` by the rows that stood just before `until`: payments as `p`, adjustments as `a`. */
const sumsAt = (until: Date) => sql`
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(p.monto_centavos), 0) AS pagado
      FROM pago p LEFT JOIN pago_cancelacion x ON x.pago_id = p.id
      WHERE p.cargo_id = c.id AND p.created_at < ${until} AND (x.created_at IS NULL OR x.created_at >= ${until})
    ) p
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(monto_centavos), 0) AS ajustado,
        coalesce(sum(monto_centavos) FILTER (WHERE tipo <> 'cancelacion'), 0) AS reducido,
        coalesce(sum(monto_centavos) FILTER (WHERE tipo = 'descuento'), 0) AS descuento,
        coalesce(sum(monto_centavos) FILTER (WHERE tipo = 'condonacion'), 0) AS condonado,
        coalesce(bool_or(tipo = 'cancelacion'), false) AS cancelado,
        coalesce(bool_or(tipo IN ('anulacion', 'reemplazo')), false) AS oculto
      FROM ajuste a LEFT JOIN ajuste_reverso x ON x.ajuste_id = a.id
      WHERE a.cargo_id = c.id AND a.created_at < ${until} AND (x.created_at IS NULL OR x.created_at >= ${until})
    ) a`;

export interface KnownCharge extends Omit<StatementCharge, 'status' | 'saldo'> {
  ajustado: Centavos;
  condonado: Centavos;
  cancelado: boolean;
}

/**
 * The same as it was known just before `until`: only the rows recorded by then count, on the lot that owed it then. Of a
 * cancelled charge `ajustado` includes the cancellation, `cargo` does not.
 */
export const listStatementAsKnown = (tx: Tx, scope: Scope, desde: Fecha, hasta: Fecha, until: Date) =>
  rowsFrom(tx)<KnownCharge>`
    WITH lotes AS (${lotesOf(scope)}),
    cargos AS (
      SELECT c.id, c.vence, c.fecha, c.concepto, c.monto_centavos, c.tipo, c.base_id, coalesce(t.de_lote_id, c.lote_id) AS lote_id
      FROM cargo c
      LEFT JOIN LATERAL (
        SELECT de_lote_id FROM cargo_traslado WHERE cargo_id = c.id AND created_at >= ${until} ORDER BY id LIMIT 1
      ) t ON true
      WHERE c.id IN (
          SELECT o.id FROM lotes JOIN cargo o ON o.lote_id = lotes.id WHERE o.vence BETWEEN ${desde} AND ${hasta}
          UNION SELECT m.cargo_id FROM lotes JOIN cargo_traslado m ON m.de_lote_id = lotes.id
        )
        AND c.vence BETWEEN ${desde} AND ${hasta} AND c.created_at < ${until}
    )
    SELECT c.id, c.vence AS fecha, c.fecha AS cargado, c.concepto, c.monto_centavos AS monto,
      (c.monto_centavos - a.reducido)::bigint AS cargo, p.pagado::bigint AS abono, a.ajustado::bigint AS ajustado,
      a.condonado::bigint AS condonado, a.cancelado, coalesce(b.tipo, c.tipo) AS tipo, coalesce(b.id, c.id) AS identificador,
      c.lote_id AS "loteId", l.referencia, i.id AS "facturaId", i.serie, i.folio AS "folioFactura", z.pagos AS "pagosFechados"
    FROM cargos c
    JOIN lotes l ON l.id = c.lote_id
    LEFT JOIN cargo b ON b.id = c.base_id
    LEFT JOIN LATERAL (
      SELECT fa.id, fa.serie, fa.folio
      FROM pago p JOIN factura_concepto k ON k.pago_id = p.id JOIN factura fa ON fa.id = k.factura_id
      WHERE p.cargo_id = c.id AND p.created_at < ${until} AND fa.created_at < ${until} AND fa.status <> 'rechazada'
        AND (fa.fecha_cancelada IS NULL OR fa.fecha_cancelada >= ${until})
      ORDER BY fa.id DESC LIMIT 1
    ) i ON true
    ${datedApart(
      scope,
      sql`p.created_at < ${until} AND NOT EXISTS (
        SELECT FROM pago_cancelacion x WHERE x.pago_id = p.id AND x.created_at < ${until})`,
    )}
    ${sumsAt(until)}
    WHERE NOT a.oculto
    ORDER BY c.vence, c.id`;

/**
 * What was ever taken off these charges, in the order in which it was written, with the day on which it was taken back: all that
 * is known, or was just before `until`.
 */
export async function listRebajasOf(
  tx: Tx,
  cargoIds: readonly number[],
  until: Date | undefined,
): Promise<InCentavos<Rebaja>[]> {
  const at = sql`${until ?? 'infinity'}::timestamptz`;
  return rowsFrom(tx)<InCentavos<Rebaja>>`
    SELECT a.id, a.cargo_id AS "cargoId", a.tipo, a.fecha, a.recibo_id AS "reciboId", a.monto_centavos AS monto,
      x.fecha AS revertida
    FROM ajuste a
    LEFT JOIN ajuste_reverso x ON x.ajuste_id = a.id AND x.created_at < ${at}
    WHERE a.cargo_id = ANY(${[...cargoIds]}::int[]) AND a.created_at < ${at}
    ORDER BY a.id`;
}

/**
 * The receipts of these lots, and those that paid one of these charges, each with all that it settled and left for the fund:
 * all that is known, or was just before `until`.
 */
export async function listPartes(
  tx: Tx,
  scope: Scope,
  cargoIds: readonly number[],
  until: Date | undefined,
): Promise<InCentavos<Parte>[]> {
  const at = sql`${until ?? 'infinity'}::timestamptz`;
  return rowsFrom(tx)<InCentavos<Parte>>`
    WITH recibos AS (
      SELECT r.id FROM (${lotesOf(scope)}) l JOIN recibo r ON r.lote_id = l.id
      UNION SELECT p.recibo_id FROM pago p WHERE p.cargo_id = ANY(${[...cargoIds]}::int[])
    ),
    partes AS (
      SELECT p.recibo_id, p.id, p.cargo_id, c.concepto, p.monto_centavos, x.fecha AS cancelada
      FROM recibos i
      JOIN pago p ON p.recibo_id = i.id
      JOIN cargo c ON c.id = p.cargo_id
      LEFT JOIN pago_cancelacion x ON x.pago_id = p.id AND x.created_at < ${at}
      WHERE p.created_at < ${at}
      UNION ALL
      SELECT f.recibo_id, NULL, NULL, '', f.monto_centavos, x.fecha
      FROM recibos i
      JOIN fondo_movimiento f ON f.recibo_id = i.id AND f.tipo = 'abono'
      LEFT JOIN fondo_movimiento x ON x.cancela_id = f.id AND x.created_at < ${at}
      WHERE f.created_at < ${at}
    )
    SELECT r.id AS "reciboId", l.referencia, r.fecha_pago AS fecha, r.fecha_contable AS "fechaContable",
      coalesce(m.name, '') AS metodo, t.cargo_id AS "cargoId", t.concepto, t.monto_centavos AS monto, t.cancelada
    FROM partes t
    JOIN recibo r ON r.id = t.recibo_id
    JOIN lote l ON l.id = r.lote_id
    LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    ORDER BY r.id, t.id`;
}

interface Debt
  extends Omit<
    StatementCharge,
    'cargado' | 'cargo' | 'abono' | 'status' | 'facturaId' | 'serie' | 'folioFactura' | 'pagosFechados'
  > {
  moratorio: boolean;
  monto: Centavos;
  pagado: Centavos;
}

/** The open balances, oldest first. */
export const listDebts = (tx: Tx, scope: Scope) =>
  rowsFrom(tx)<Debt>`
    SELECT c.id, c.vence AS fecha, c.concepto, c.saldo_centavos AS saldo, coalesce(b.tipo, c.tipo) AS tipo,
      c.tipo = 'interes' AS moratorio, c.monto_centavos AS monto, c.pagado_centavos AS pagado,
      coalesce(b.id, c.id) AS identificador, c.lote_id AS "loteId", l.referencia
    FROM (${lotesOf(scope)}) l
    JOIN cargo c ON c.lote_id = l.id AND c.saldo_centavos > 0
    LEFT JOIN cargo b ON b.id = c.base_id
    ORDER BY c.vence, c.id`;

/** Is this lot the given one or one of its units? */
export async function isWithin(tx: Tx, loteId: number, unitId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('lote')
    .select('id')
    .where('id', '=', unitId)
    .where((eb) => eb.or([eb('id', '=', loteId), eb('parent_id', '=', loteId)]))
    .executeTakeFirst();
  return found !== undefined;
}

/** The first address of the lot's associate; '' where there is none. */
export async function findEmail(tx: Tx, loteId: number): Promise<string> {
  const found = await tx
    .selectFrom('lote_residente as lr')
    .innerJoin('correo_electronico as e', 'e.residente_id', 'lr.residente_id')
    .select('e.correo')
    .where('lr.lote_id', '=', loteId)
    .where('lr.asociado', '=', true)
    .where('lr.active', '=', true)
    .orderBy('e.id')
    .executeTakeFirst();
  return found?.correo ?? '';
}

/** The address of whoever has, or had, a tie to a lot; '' where there is none. */
export async function findEmailDeLazo(tx: Tx, lazoId: number): Promise<string> {
  const found = await tx
    .selectFrom('lote_residente as lr')
    .innerJoin('correo_electronico as e', 'e.residente_id', 'lr.residente_id')
    .select('e.correo')
    .where('lr.id', '=', lazoId)
    .where('lr.asociado', '=', true)
    .orderBy('e.id')
    .executeTakeFirst();
  return found?.correo ?? '';
}

export interface ExplainedCharge {
  id: number;
  tipo: string;
  concepto: string;
  loteId: number;
  referencia: string;
  fecha: Fecha;
  vence: Fecha;
  registrado: Date;
  quien: string;
  observacion: string;
  folio: string;
  monto: Centavos;
  pagado: Centavos;
  ajustado: Centavos;
  descuento: Centavos;
  condonado: Centavos;
  /** What its cancellation took off. */
  cancelado: Centavos;
  saldo: Centavos;
  /** Of late interest on it. */
  interesNeto: Centavos;
  interes: Centavos;
  year: number | null;
  mes: number | null;
  interesBase: Centavos | null;
  interesPorcentaje: number | null;
  interesFactor: number | null;
  baseId: number | null;
  baseConcepto: string | null;
  /** Whether it is cancelled. */
  cerrado: boolean;
  /** Whether it was undone or replaced: no screen shows it. */
  oculto: boolean;
}

/** The sums that stand on charge `c` and on its late interest, in the shape of `sumsAt`. */
const standingSums = sql`
    CROSS JOIN LATERAL (SELECT c.pagado_centavos AS pagado) p
    CROSS JOIN LATERAL (
      SELECT c.ajustado_centavos AS ajustado, c.condonado_centavos AS condonado,
        coalesce(sum(monto_centavos) FILTER (WHERE tipo = 'descuento'), 0) AS descuento,
        c.ajustado_centavos - coalesce(sum(monto_centavos) FILTER (WHERE tipo = 'cancelacion'), 0) AS reducido,
        c.cierre IS NOT DISTINCT FROM 'cancelado' AS cancelado, c.cierre IN ('anulado', 'reemplazado') AS oculto
      FROM ajuste WHERE cargo_id = c.id AND NOT revertido
    ) a
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(monto_centavos - ajustado_centavos), 0) AS neto, coalesce(sum(saldo_centavos), 0) AS saldo
      FROM cargo WHERE base_id = c.id AND tipo = 'interes' AND (cierre IS NULL OR cierre = 'cancelado')
    ) i`;

/** The late interest `c` on a charge that was known just before `until`, with its sums at that time. */
const interestAt = (cargoId: number, until: Date) => {
  const columns = sql`id, year, mes, monto_centavos, created_at`;
  // Two selects, because each half has its own partial index.
  return sql`(
      SELECT ${columns} FROM cargo
      WHERE base_id = ${cargoId} AND tipo = 'interes' AND (cierre IS NULL OR cierre = 'cancelado')
      UNION ALL
      SELECT ${columns} FROM cargo WHERE base_id = ${cargoId} AND tipo = 'interes' AND cierre = 'reemplazado'
    ) c
    ${sumsAt(until)}
    WHERE c.created_at < ${until} AND NOT a.oculto`;
};

/** A charge with its amounts: as they stand, or as `known` just before `until`. */
export async function findExplained(
  tx: Tx,
  id: number,
  until: Date,
  known: boolean,
): Promise<ExplainedCharge | undefined> {
  const sums = known
    ? sql`${sumsAt(until)}
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.monto_centavos - a.ajustado), 0) AS neto,
        coalesce(sum(c.monto_centavos - a.ajustado - p.pagado), 0) AS saldo
      FROM ${interestAt(id, until)}
    ) i`
    : standingSums;
  const saldo = known ? sql`(c.monto_centavos - p.pagado - a.ajustado)` : sql`c.saldo_centavos`;
  return rowFrom(tx)<ExplainedCharge>`
    SELECT c.id, c.tipo, c.concepto, l.id AS "loteId", l.referencia, c.fecha, c.vence,
      c.created_at AS registrado, ${fullName('u')} AS quien, c.observacion, c.folio, c.monto_centavos AS monto, c.year, c.mes,
      c.interes_base_centavos AS "interesBase", c.interes_porcentaje::float8 AS "interesPorcentaje",
      c.interes_factor::float8 AS "interesFactor", b.id AS "baseId", b.concepto AS "baseConcepto",
      p.pagado::bigint AS pagado, a.ajustado::bigint AS ajustado, a.descuento::bigint AS descuento,
      a.condonado::bigint AS condonado, (a.ajustado - a.reducido)::bigint AS cancelado, ${saldo}::bigint AS saldo,
      i.neto::bigint AS "interesNeto", i.saldo::bigint AS interes, a.cancelado AS cerrado,
      coalesce(a.oculto, false) AS oculto
    FROM cargo c
    LEFT JOIN LATERAL (
      SELECT de_lote_id FROM cargo_traslado WHERE cargo_id = c.id AND created_at >= ${until} ORDER BY id LIMIT 1
    ) t ON true
    JOIN lote l ON l.id = coalesce(t.de_lote_id, c.lote_id)
    LEFT JOIN usuario u ON u.id = c.usuario_id
    LEFT JOIN cargo b ON b.id = c.base_id
    ${sums}
    WHERE c.id = ${id} AND c.created_at < ${until}`;
}

/** What lowered a charge without being a payment. */
export interface ExplainedRebaja {
  cargoId: number;
  tipo: string;
  monto: Centavos;
  porcentaje: number | null;
  autorizo: string;
}

/** What lowered these charges, as it stood just before `until`, in the order in which it was written. */
export async function listRebajas(tx: Tx, cargoIds: readonly number[], until: Date): Promise<ExplainedRebaja[]> {
  if (cargoIds.length === 0) return [];
  return rowsFrom(tx)<ExplainedRebaja>`
    SELECT a.cargo_id AS "cargoId", a.tipo, a.monto_centavos AS monto, a.porcentaje::float8 AS porcentaje,
      ${fullName('cu')} AS autorizo
    FROM ajuste a
    LEFT JOIN codigo_autorizacion k ON k.id = a.codigo_id
    LEFT JOIN usuario cu ON cu.id = k.usuario_id
    LEFT JOIN ajuste_reverso x ON x.ajuste_id = a.id
    WHERE a.cargo_id = ANY(${[...cargoIds]}::int[]) AND a.created_at < ${until}
      AND (x.created_at IS NULL OR x.created_at >= ${until})
    ORDER BY a.created_at, a.id`;
}

export interface ExplainedRow {
  id: number;
  monto: Centavos;
  registrado: Date;
  quien: string;
  /** Of the row that takes it back, where there is one. */
  contraFecha: Fecha | null;
  contraRazon: string | null;
  contraQuien: string;
}

export interface ExplainedPago extends ExplainedRow {
  reciboId: number;
  fechaPago: Fecha;
  metodo: string;
  caja: string;
  noCuenta: string;
  referencia: string;
}

export const listExplainedPagos = (tx: Tx, cargoId: number, until: Date) =>
  rowsFrom(tx)<ExplainedPago>`
    SELECT p.id, p.monto_centavos AS monto, p.created_at AS registrado, ${fullName('u')} AS quien, r.id AS "reciboId",
      p.fecha_pago AS "fechaPago", coalesce(m.name, 'Fondo') AS metodo, k.name AS caja, r.no_cuenta AS "noCuenta",
      r.referencia, x.fecha AS "contraFecha", x.razon AS "contraRazon", ${fullName('xu')} AS "contraQuien"
    FROM pago p
    JOIN recibo r ON r.id = p.recibo_id
    JOIN caja k ON k.id = r.caja_id
    LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    LEFT JOIN usuario u ON u.id = r.usuario_id
    LEFT JOIN pago_cancelacion x ON x.pago_id = p.id AND x.created_at < ${until}
    LEFT JOIN usuario xu ON xu.id = x.usuario_id
    WHERE p.cargo_id = ${cargoId} AND p.created_at < ${until}
    ORDER BY p.created_at, p.id`;

export interface ExplainedAjuste extends ExplainedRow {
  tipo: string;
  porcentaje: number | null;
  fecha: Fecha;
  razon: string;
  autorizo: string;
}

export const listExplainedAjustes = (tx: Tx, cargoId: number, until: Date) =>
  rowsFrom(tx)<ExplainedAjuste>`
    SELECT a.id, a.tipo, a.monto_centavos AS monto, a.porcentaje::float8 AS porcentaje, a.fecha, a.razon,
      a.created_at AS registrado, ${fullName('u')} AS quien, ${fullName('cu')} AS autorizo,
      x.fecha AS "contraFecha", x.razon AS "contraRazon", ${fullName('xu')} AS "contraQuien"
    FROM ajuste a
    LEFT JOIN usuario u ON u.id = a.usuario_id
    LEFT JOIN codigo_autorizacion k ON k.id = a.codigo_id
    LEFT JOIN usuario cu ON cu.id = k.usuario_id
    LEFT JOIN ajuste_reverso x ON x.ajuste_id = a.id AND x.created_at < ${until}
    LEFT JOIN usuario xu ON xu.id = x.usuario_id
    WHERE a.cargo_id = ${cargoId} AND a.created_at < ${until}
    ORDER BY a.created_at, a.id`;

export interface ExplainedInterest {
  id: number;
  year: number;
  mes: number;
  monto: Centavos;
  pagado: Centavos;
  saldo: Centavos;
}

/** Late interest on a charge as it stood just before `until`, oldest first; replaced entries are none. */
export const listInterestOn = (tx: Tx, cargoId: number, until: Date) =>
  rowsFrom(tx)<ExplainedInterest>`
    SELECT c.id, c.year, c.mes, c.monto_centavos AS monto, p.pagado::bigint AS pagado,
      (c.monto_centavos - p.pagado - a.ajustado)::bigint AS saldo
    FROM ${interestAt(cargoId, until)}
    ORDER BY c.year, c.mes, c.id`;

export const listTraslados = (tx: Tx, cargoId: number, until: Date) =>
  rowsFrom(tx)<{ de: string; a: string; fecha: Fecha }>`
    SELECT d.referencia AS de, a.referencia AS a, t.fecha
    FROM cargo_traslado t JOIN lote d ON d.id = t.de_lote_id JOIN lote a ON a.id = t.a_lote_id
    WHERE t.cargo_id = ${cargoId} AND t.created_at < ${until}
    ORDER BY t.id`;

export interface FundRow {
  id: number;
  tipo: string;
  fecha: Fecha;
  monto: Centavos;
  reciboId: number | null;
  razon: string;
  registrado: Date;
  quien: string;
}

/** The movements of a lot's fund, in the order in which they were written. */
export const listFund = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<FundRow>`
    SELECT v.id, v.tipo, coalesce(r.fecha_pago, v.fecha) AS fecha, v.monto_centavos AS monto, v.recibo_id AS "reciboId",
      v.razon, v.created_at AS registrado, ${fullName('u')} AS quien
    FROM fondo_movimiento v
    LEFT JOIN recibo r ON r.id = v.recibo_id AND v.tipo IN ('abono', 'uso')
    LEFT JOIN usuario u ON u.id = v.usuario_id
    WHERE v.lote_id = ${loteId}
    ORDER BY v.id`;

/** The lot of an associate's tie; undefined where there is no such tie. */
export async function findLoteDeLazo(tx: Tx, lazoId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('lote_residente')
    .select('lote_id')
    .where('id', '=', lazoId)
    .where('asociado', '=', true)
    .executeTakeFirst();
  return row?.lote_id;
}

/** Whether mailed statements bear a link to their owner's page. */
export async function bearsEnlace(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('configuracion_residencial').select('enlace_en_estado').executeTakeFirst();
  return row?.enlace_en_estado === true;
}

export async function listCorreosDe(tx: Tx, residenteId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('correo_electronico')
    .select('correo')
    .where('residente_id', '=', residenteId)
    .execute();
  return rows.map(({ correo }) => correo.trim());
}

/** What was paid on days of a range in the system before, as it was known at an instant; oldest first. */
export async function listAnteriores(
  tx: Tx,
  scope: Scope,
  { desde, hasta, until }: { desde: Fecha; hasta: Fecha; until: Date | undefined },
): Promise<Anterior[]> {
  const { rows } = await sql<Omit<Anterior, 'monto'> & { monto: Centavos }>`
    SELECT a.fecha::text AS fecha, a.concepto, a.metodo, a.folio, a.monto_centavos AS monto, l.referencia
    FROM (${lotesOf(scope)}) l JOIN pago_anterior a ON a.lote_id = l.id
    WHERE a.fecha BETWEEN ${desde}::date AND ${hasta}::date${until ? sql` AND a.created_at <= ${until}` : sql``}
    ORDER BY a.fecha, a.id`.execute(tx);
  return rows.map((row) => ({ ...row, monto: toPesos(row.monto) }));
}
