import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos, InCentavos } from '#core/money.ts';
import { firstDayOf, lastDayOf, type Month } from '#core/period.ts';
import { CLASES_DESCUENTO, type ClaseDescuento } from '#libro/reportes/filtros.ts';
import { AGES, type Age } from '#libro/rules.ts';
import { ASSOCIATES, associatedAt } from '#libro/server/corte.ts';
import { isOverdue } from '#libro/server/debt.ts';
import { loteThen } from '#libro/server/merge.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { countFrom, rowsFrom } from '#platform/server/rows.ts';
import type { SancionDelMes } from '../contract.ts';

export interface VencidoRow {
  loteId: number;
  referencia: string;
  asociado: string;
  direccion: string;
  monto: Centavos;
}

/** The active associate `a` of lot `l`; missing where there is none. */
const ASOCIADO = sql`
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente a ON a.id = t.residente_id`;

/** What lots owe that is overdue by so many days, both included; of one kind of charge, or of all. */
export const listVencidos = (tx: Tx, { hoy, tipo, age }: { hoy: Fecha; tipo: string | null; age: Age }) =>
  rowsFrom(tx)<VencidoRow>`
    SELECT l.id AS "loteId", l.referencia, coalesce(a.name, '') AS asociado, l.direccion, d.monto
    FROM (
      SELECT c.lote_id, sum(c.saldo_centavos)::bigint AS monto FROM cargo c
      WHERE ${isOverdue('c', hoy, age)} AND ${tipo === null ? sql`true` : sql`c.tipo = ${tipo}`}
      GROUP BY c.lote_id
    ) d
    JOIN lote l ON l.id = d.lote_id${ASOCIADO}
    ORDER BY l.referencia COLLATE ext.es`;

/** What is owed of charges `c` that are overdue by so many days. */
const overdue = (hoy: Fecha, age: Age): RawBuilder<number> =>
  sql<number>`coalesce(sum(c.saldo_centavos) FILTER (WHERE ${isOverdue('c', hoy, age)}), 0)::bigint`;

/** The same by age, as columns. */
export const overdueByAge = (hoy: Fecha) => sql`
  ${overdue(hoy, AGES['30'])} AS d30, ${overdue(hoy, AGES['60'])} AS d60, ${overdue(hoy, AGES['90'])} AS d90`;

export interface ConciliadoRow {
  loteId: number;
  asociado: string;
  referencia: string;
  d30: Centavos;
  d60: Centavos;
  d90: Centavos;
}

/** Overdue maintenance of each lot by its age, in the order of the associates. */
export const listConciliado = (tx: Tx, hoy: Fecha) =>
  rowsFrom(tx)<ConciliadoRow>`
    SELECT l.id AS "loteId", coalesce(a.name, '') AS asociado, l.referencia, d.d30, d.d60, d.d90
    FROM (
      SELECT c.lote_id, ${overdueByAge(hoy)} FROM cargo c
      WHERE ${isOverdue('c', hoy)} AND c.tipo = 'mantenimiento'
      GROUP BY c.lote_id
    ) d
    JOIN lote l ON l.id = d.lote_id${ASOCIADO}
    ORDER BY a.name COLLATE ext.es NULLS LAST, l.referencia COLLATE ext.es`;

/** Fines of a type that were dated within the range, by month and by the state they are in. */
export const sumSanciones = (tx: Tx, tipoMultaId: number, desde: Fecha, hasta: Fecha) =>
  rowsFrom(tx)<{ periodo: string; status: string; monto: Centavos }>`
    SELECT extract(month FROM primero) || '-' || extract(year FROM primero) AS periodo, status, monto
    FROM (
      SELECT date_trunc('month', fecha::timestamp) AS primero, status, sum(monto_centavos)::bigint AS monto
      FROM cargo
      WHERE tipo = 'sancion' AND tipo_multa_id = ${tipoMultaId} AND fecha BETWEEN ${desde} AND ${hasta}
        AND cierre IS DISTINCT FROM 'anulado'
      GROUP BY primero, status
    ) s ORDER BY primero, status`;

/** The same one by one, of a month. */
export const listSancionesDe = (tx: Tx, tipoMultaId: number, month: Month) =>
  rowsFrom(tx)<InCentavos<SancionDelMes>>`
    SELECT c.id, l.id AS "loteId", l.referencia, coalesce(a.name, '') AS asociado, c.fecha, c.concepto,
      c.monto_centavos AS monto, c.status
    FROM cargo c JOIN lote l ON l.id = c.lote_id${ASOCIADO}
    WHERE c.tipo = 'sancion' AND c.tipo_multa_id = ${tipoMultaId} AND c.cierre IS DISTINCT FROM 'anulado'
      AND c.fecha BETWEEN ${firstDayOf(month)} AND ${lastDayOf(month)}
    ORDER BY c.fecha, l.referencia, c.id`;

export interface DescuentoFilter {
  desde: Fecha | undefined;
  hasta: Fecha | undefined;
  referencia: string;
}

export interface OperacionRow {
  loteId: number;
  referencia: string;
  residente: string;
  fecha: Fecha;
  porcentaje: number | null;
  monto: Centavos;
  autorizado: string;
  /** The kind of charge, or 'fondo'. */
  tipo: string;
  concepto: string;
  razon: string;
}

/** Whoever owns the code of a row, as `u`; nobody where none was needed. */
const CODIGO = (column: RawBuilder<unknown>) => sql`
    LEFT JOIN codigo_autorizacion k ON k.id = ${column}
    LEFT JOIN usuario u ON u.id = k.usuario_id`;

function within(column: RawBuilder<unknown>, { desde, hasta }: DescuentoFilter): RawBuilder<unknown> {
  return sql`(${desde ?? null}::date IS NULL OR ${column} >= ${desde ?? null}::date)
    AND (${hasta ?? null}::date IS NULL OR ${column} <= ${hasta ?? null}::date)`;
}

/** What is escaped here is a wildcard to LIKE. */
const ofReferencia = ({ referencia }: DescuentoFilter): RawBuilder<unknown> =>
  referencia === ''
    ? sql`true`
    : sql`l.referencia_clave LIKE '%' || regexp_replace(ext.clave(${referencia}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** Associate `a` of the lot `l` of row `o`: of when its day was closed, of today while it is open. */
const ASOCIADO_THEN = sql`
    LEFT JOIN (${ASSOCIATES}) a ON a.lote_id = l.id
      AND ${associatedAt(sql`(SELECT min(z.created_at) FROM periodo_cierre z WHERE z.hasta >= o.fecha)`)}`;

/** Who set the special percentage that adjustment `j` books. */
const SPECIAL_SETTER = sql`(
      SELECT e.usuario_id FROM descuento_especial e
      WHERE e.lote_id = ${loteThen('c', sql`j.created_at`)} AND e.created_at <= j.created_at AND e.despues = j.porcentaje
      ORDER BY e.id DESC LIMIT 1)`;

export interface DescontadoRow extends OperacionRow {
  clase: ClaseDescuento;
  /** Taken back once its month was closed. */
  quita: boolean;
}

/**
 * Everything given away, by booking date, the latest first. What was taken back while its month was open is not in it; later
 * it stays, and stands once more, negative, on the day of that: a closed month's report never changes. Source:
 * dominio.md#maintenance.
 */
export async function listDescuentos(
  tx: Tx,
  { clase, ...filter }: DescuentoFilter & { clase?: ClaseDescuento | undefined },
): Promise<DescontadoRow[]> {
  const kinds = sql`j.tipo IN (${sql.join((clase ? [clase] : CLASES_DESCUENTO).map((one) => sql.lit(one)))})`;
  return rowsFrom(tx)<DescontadoRow>`
    SELECT l.id AS "loteId", l.referencia, coalesce(a.name, '') AS residente, o.fecha, j.porcentaje::float8 AS porcentaje, o.monto,
      ${fullName('u')} AS autorizado, c.tipo, c.concepto, o.razon, j.tipo AS clase, o.quita
    FROM (
      SELECT j.id, j.fecha, j.monto_centavos AS monto, j.razon, NULL::int AS usuario_id, j.created_at, false AS quita
      FROM ajuste j
      WHERE ${kinds} AND ${within(sql`j.fecha`, filter)}
        AND (NOT j.revertido OR EXISTS (SELECT FROM ajuste_reverso x WHERE x.ajuste_id = j.id AND x.dia_cerrado))
      UNION ALL
      SELECT j.id, x.fecha, -j.monto_centavos, x.razon, x.usuario_id, x.created_at, true
      FROM ajuste_reverso x JOIN ajuste j ON j.id = x.ajuste_id
      WHERE x.dia_cerrado AND ${kinds} AND ${within(sql`x.fecha`, filter)}
    ) o
    JOIN ajuste j ON j.id = o.id
    JOIN cargo c ON c.id = j.cargo_id
    JOIN lote l ON l.id = ${loteThen('c', sql`o.created_at`)}${ASOCIADO_THEN}
    LEFT JOIN codigo_autorizacion k ON k.id = j.codigo_id
    LEFT JOIN usuario u ON u.id = CASE WHEN o.quita THEN o.usuario_id WHEN j.tipo = 'especial' THEN ${SPECIAL_SETTER} ELSE k.usuario_id END
    -- Runs that were undone before this report told of specials left theirs in force.
    WHERE (j.revertido OR c.cierre IS DISTINCT FROM 'anulado') AND ${ofReferencia(filter)}
    ORDER BY o.fecha DESC, o.created_at DESC, j.id DESC, o.quita`;
}

/**
 * Cancelled charges, payments and fund entries, the latest first; `clase` says which. What a correction put elsewhere is no
 * cancellation: its payments say so, its excess was cancelled together with the receipt that took the place of its own.
 */
export async function listCancelaciones(
  tx: Tx,
  filter: DescuentoFilter,
): Promise<(OperacionRow & { clase: 'cargo' | 'pago' | 'fondo' })[]> {
  return rowsFrom(tx)<OperacionRow & { clase: 'cargo' | 'pago' | 'fondo' }>`
    SELECT l.id AS "loteId", l.referencia, coalesce(a.name, '') AS residente, o.fecha, NULL::float8 AS porcentaje, o.monto,
      ${fullName('u')} AS autorizado, o.tipo, o.concepto, o.razon, o.clase
    FROM (
      SELECT 'cargo' AS clase, j.id, ${loteThen('c', sql`j.created_at`)} AS lote_id, j.fecha, j.monto_centavos AS monto, c.tipo, c.concepto, j.razon, j.codigo_id,
        j.created_at
      FROM ajuste j JOIN cargo c ON c.id = j.cargo_id
      WHERE j.tipo = 'cancelacion' AND NOT j.revertido AND ${within(sql`j.fecha`, filter)}
      UNION ALL
      SELECT 'pago', p.id, ${loteThen('c', sql`x.created_at`)}, x.fecha, p.monto_centavos, c.tipo, c.concepto, x.razon, x.codigo_id, x.created_at
      FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id JOIN cargo c ON c.id = p.cargo_id
      WHERE x.motivo <> 'correccion' AND ${within(sql`x.fecha`, filter)}
      UNION ALL
      SELECT 'fondo', v.id, v.lote_id, v.fecha, -v.monto_centavos, 'fondo', 'Abono a fondo', v.razon, v.codigo_id, v.created_at
      FROM fondo_movimiento v WHERE v.tipo = 'cancelacion' AND ${within(sql`v.fecha`, filter)}
        AND NOT EXISTS (SELECT FROM recibo n WHERE n.corrige_id = v.recibo_id AND n.created_at = v.created_at)
    ) o
    JOIN lote l ON l.id = o.lote_id${ASOCIADO_THEN}${CODIGO(sql`o.codigo_id`)}
    WHERE ${ofReferencia(filter)}
    ORDER BY o.fecha DESC, o.created_at DESC, o.clase, o.id DESC`;
}

export interface CarteraRow {
  loteId: number;
  referencia: string;
  asociado: string;
  direccion: string;
  tipoLote: string;
  status: string;
  telefono: string;
  correo: string;
  desde: Fecha;
  meses: number;
  mantenimiento: Centavos;
  interes: Centavos;
  inicial: Centavos;
  extraordinaria: Centavos;
  proyecto: Centavos;
  sancion: Centavos;
  cuota: Centavos;
  d30: Centavos;
  d60: Centavos;
  d90: Centavos;
}

/** The overdue portfolio, one row per lot, with how to reach its associate. */
export function carteraQuery(hoy: Fecha): RawBuilder<CarteraRow> {
  const ofTipo = (tipo: string) =>
    sql`coalesce(sum(c.saldo_centavos) FILTER (WHERE c.tipo = ${sql.lit(tipo)}), 0)::bigint`;
  return sql<CarteraRow>`
    SELECT l.id AS "loteId", l.referencia, coalesce(a.name, '') AS asociado, l.direccion, l.tipo AS "tipoLote", l.status,
      coalesce((SELECT numero FROM telefono WHERE residente_id = a.id ORDER BY id LIMIT 1), '') AS telefono,
      coalesce((SELECT correo FROM correo_electronico WHERE residente_id = a.id ORDER BY id LIMIT 1), '') AS correo,
      d.desde, d.meses, d.mantenimiento, d.interes, d.inicial, d.extraordinaria, d.proyecto, d.sancion, d.cuota,
      d.d30, d.d60, d.d90
    FROM (
      SELECT c.lote_id, min(c.vence) AS desde, count(*) FILTER (WHERE c.tipo = 'mantenimiento')::int AS meses,
        ${ofTipo('mantenimiento')} AS mantenimiento, ${ofTipo('interes')} AS interes, ${ofTipo('cuota_inicial')} AS inicial,
        ${ofTipo('cuota_extraordinaria')} AS extraordinaria, ${ofTipo('cuota_inicial_proyecto')} AS proyecto,
        ${ofTipo('sancion')} AS sancion, ${ofTipo('cuota')} AS cuota, ${overdueByAge(hoy)}
      FROM cargo c WHERE ${isOverdue('c', hoy)} GROUP BY c.lote_id
    ) d
    JOIN lote l ON l.id = d.lote_id${ASOCIADO}
    ORDER BY l.referencia COLLATE ext.es`;
}

export interface CarteraCargo {
  referencia: string;
  asociado: string;
  concepto: string;
  tipo: string;
  vence: Fecha;
  dias: number;
  monto: Centavos;
  pagado: Centavos;
  descuento: Centavos;
  saldo: Centavos;
}

/** Every overdue charge of the portfolio. */
export function carteraCargosQuery(hoy: Fecha): RawBuilder<CarteraCargo> {
  return sql<CarteraCargo>`
    SELECT l.referencia, coalesce(a.name, '') AS asociado, c.concepto, c.tipo, c.vence, ${hoy}::date - c.vence AS dias,
      c.monto_centavos AS monto, c.pagado_centavos AS pagado, c.ajustado_centavos AS descuento, c.saldo_centavos AS saldo
    FROM cargo c JOIN lote l ON l.id = c.lote_id${ASOCIADO}
    WHERE ${isOverdue('c', hoy)}
    ORDER BY l.referencia COLLATE ext.es, c.vence, c.id`;
}

/** How many overdue charges there are. */
export const countCarteraCargos = (tx: Tx, hoy: Fecha) =>
  countFrom(tx)`
    SELECT count(*)::int AS n FROM cargo c WHERE ${isOverdue('c', hoy)}`;

export async function findName(
  tx: Tx,
  table: 'caja' | 'metodo_pago' | 'tipo_multa',
  id: number,
): Promise<string | undefined> {
  return (await tx.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())?.name;
}

/** The active registers, whose accounts head a cut-off. */
export const listCajas = (tx: Tx) =>
  tx
    .selectFrom('caja')
    .select(['id', 'name', 'no_cuenta as noCuenta', 'no_convenio as noConvenio'])
    .where('active', '=', true)
    .orderBy('id')
    .execute();
