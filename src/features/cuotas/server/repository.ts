/** Charges of fees: generated lists, runs over many lots, and what the payment screens show. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { ChargeKind } from '#libro/server/charges.ts';
import { debtOfLote } from '#libro/server/debt.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Filter } from '../contract.ts';
import type { CuotaDefinida, TipoLote } from '../rules.ts';

const definicionColumn = (kind: CuotaDefinida) => sql.ref(`${kind}_id`);

/** The charges of a definition that were not undone. */
const cargosDe = (kind: CuotaDefinida, cuotaId: number) =>
  sql`c.tipo = ${kind} AND c.${definicionColumn(kind)} = ${cuotaId} AND c.cierre IS DISTINCT FROM 'anulado'`;

export interface Resumen {
  condominal: number;
  habitacional: number;
  comercial: number;
  todos: number;
  vigente: number;
  incompleto: number;
  pagado: number;
}

export async function resumenOf(tx: Tx, kind: CuotaDefinida, cuotaId: number): Promise<Resumen> {
  const { rows } = await sql<Resumen>`
    SELECT count(*)::int AS todos,
      count(*) FILTER (WHERE l.tipo = 'condominal')::int AS condominal,
      count(*) FILTER (WHERE l.tipo = 'habitacional')::int AS habitacional,
      count(*) FILTER (WHERE l.tipo = 'comercial')::int AS comercial,
      count(*) FILTER (WHERE c.status = 'vigente')::int AS vigente,
      count(*) FILTER (WHERE c.status = 'incompleto')::int AS incompleto,
      count(*) FILTER (WHERE c.status = 'pagado')::int AS pagado
    FROM cargo c JOIN lote l ON l.id = c.lote_id
    WHERE ${cargosDe(kind, cuotaId)}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a count answers a row');
  return row;
}

export interface GeneradaRow {
  id: number;
  referencia: string;
  asociado: string;
  direccion: string;
  monto: Centavos;
  pago_status: string;
  porPagar: Centavos;
}

export const listGeneradas = (tx: Tx, kind: CuotaDefinida, cuotaId: number, filter: Filter) =>
  rowsFrom(tx)<GeneradaRow>`
    SELECT c.id, l.referencia, coalesce(r.name, '') AS asociado, l.direccion, c.monto_centavos AS monto,
      c.status AS pago_status,
      (c.saldo_centavos + coalesce((
        SELECT sum(i.saldo_centavos) FROM cargo i WHERE i.base_id = c.id AND i.tipo = 'interes' AND i.cierre IS NULL
      ), 0))::bigint AS "porPagar"
    FROM cargo c
    JOIN lote l ON l.id = c.lote_id
    LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
    LEFT JOIN residente r ON r.id = lr.residente_id
    WHERE ${cargosDe(kind, cuotaId)} ${filter === 'todos' ? sql`` : sql`AND c.status = ${filter}`}
    ORDER BY l.referencia COLLATE ext.es, c.id`;

/**
 * The delivered lots of some types, each with its amount of the fee and why it is left out: `existe` where it has the fee (a
 * cancelled one is not made again by a run), `unidad` where its condominal lot has it or is about to. Source:
 * dominio.md#codes-fund-fees.
 */
function clasificados(kind: CuotaDefinida, cuotaId: number, tipos: readonly TipoLote[]): RawBuilder<unknown> {
  return sql`
    con_cuota AS (
      SELECT c.lote_origen_id AS lote_id, bool_or(c.cierre IS NULL) AS en_vigor
      FROM cargo c WHERE ${cargosDe(kind, cuotaId)}
      GROUP BY c.lote_origen_id
    ),
    elegido AS (
      SELECT l.id, l.parent_id, k.lote_id IS NOT NULL AS existe,
        CASE l.tipo
          WHEN 'condominal' THEN d.condominal_centavos
          WHEN 'habitacional' THEN d.habitacional_centavos
          ELSE d.comercial_centavos
        END AS monto
      FROM lote l
      JOIN ${sql.table(kind)} d ON d.id = ${cuotaId}
      LEFT JOIN con_cuota k ON k.lote_id = l.id
      WHERE l.status = 'entregado' AND l.tipo = ANY(${[...tipos]}::text[])
    ),
    clasificado AS (
      SELECT e.id, e.monto, e.existe,
        coalesce(k.en_vigor, false) OR coalesce(p.monto > 0 AND NOT p.existe, false) AS unidad
      FROM elegido e
      LEFT JOIN con_cuota k ON k.lote_id = e.parent_id
      LEFT JOIN elegido p ON p.id = e.parent_id
    )`;
}

export interface Conteo {
  lotes: number;
  monto: Centavos;
  existentes: number;
  sinMonto: number;
  unidades: number;
}

/** What a run would do now. */
export async function countRun(
  tx: Tx,
  kind: CuotaDefinida,
  cuotaId: number,
  tipos: readonly TipoLote[],
): Promise<Conteo> {
  const { rows } = await sql<Conteo>`
    WITH ${clasificados(kind, cuotaId, tipos)}
    SELECT count(*) FILTER (WHERE NOT existe AND NOT unidad AND monto > 0)::int AS lotes,
      coalesce(sum(monto) FILTER (WHERE NOT existe AND NOT unidad), 0)::bigint AS monto,
      count(*) FILTER (WHERE existe)::int AS existentes,
      count(*) FILTER (WHERE NOT existe AND NOT unidad AND monto = 0)::int AS "sinMonto",
      count(*) FILTER (WHERE NOT existe AND unidad)::int AS unidades
    FROM clasificado`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a count answers a row');
  return row;
}

/** Keeps the lots of a run from being merged or inactivated until the transaction ends. */
export async function holdLotes(tx: Tx, tipos: readonly TipoLote[]): Promise<void> {
  await sql`
    SELECT count(*) FROM (
      SELECT id FROM lote WHERE status = 'entregado' AND tipo = ANY(${[...tipos]}::text[]) ORDER BY id FOR SHARE
    ) l`.execute(tx);
}

export interface CreatedRun {
  creados: number;
  monto: Centavos;
}

/** Creates the charges of a run in one statement; the caller holds the definition and the lots. */
export async function insertRun(
  tx: Tx,
  stamp: Stamp,
  run: { kind: CuotaDefinida; cuotaId: number; tipos: readonly TipoLote[]; vence: Fecha; generacionId: number },
): Promise<CreatedRun> {
  const { kind, cuotaId, tipos, vence, generacionId } = run;
  const { rows } = await sql<CreatedRun>`
    WITH ${clasificados(kind, cuotaId, tipos)},
    creado AS (
      INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, ${definicionColumn(kind)},
        generacion_id, usuario_id, created_at)
      SELECT e.id, e.id, ${kind}, d.name, e.monto, ${stamp.today}::date, ${vence}::date, d.id,
        ${generacionId}::int, ${stamp.usuarioId}::int, ${stamp.now}
      FROM clasificado e JOIN ${sql.table(kind)} d ON d.id = ${cuotaId}
      WHERE NOT e.existe AND NOT e.unidad AND e.monto > 0
      ORDER BY e.id
      ON CONFLICT DO NOTHING
      RETURNING monto_centavos
    )
    SELECT count(*)::int AS creados, coalesce(sum(monto_centavos), 0)::bigint AS monto FROM creado`.execute(tx);
  return rows[0] ?? { creados: 0, monto: 0 };
}

/** True when the lot was charged this fee and it was not cancelled. */
export async function hasCuota(tx: Tx, kind: CuotaDefinida, cuotaId: number, loteId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT 1 FROM cargo c
      WHERE c.tipo = ${kind} AND c.${definicionColumn(kind)} = ${cuotaId} AND c.lote_origen_id = ${loteId}
        AND c.cierre IS NULL
    ) AS found`.execute(tx);
  return rows[0]?.found === true;
}

export interface CargoRow {
  id: number;
  concepto: string;
  descripcion: string;
  observacion: string;
  fecha: Fecha;
  created_at: Date;
  status: string;
  monto: Centavos;
  saldo: Centavos;
  ajustado: Centavos;
  loteId: number;
  loteStatus: string;
  referencia: string;
  asociado: string;
  direccion: string;
  fondo: Centavos;
  deuda: Centavos;
}

/** A charge as its payment screen shows it; undone ones do not exist. */
export const findCargo = (tx: Tx, tipo: ChargeKind, id: number) =>
  rowFrom(tx)<CargoRow>`
    SELECT c.id, c.concepto, coalesce(e.descripcion, i.descripcion, t.descripcion, '') AS descripcion, c.observacion,
      c.fecha, c.created_at, c.status, c.monto_centavos AS monto, c.saldo_centavos AS saldo, c.ajustado_centavos AS ajustado,
      l.id AS "loteId", l.status AS "loteStatus", l.referencia, coalesce(r.name, '') AS asociado, l.direccion,
      coalesce(f.saldo_centavos, 0)::bigint AS fondo,
      (SELECT coalesce(sum(d.saldo_centavos), 0)::bigint FROM ${debtOfLote}) AS deuda
    FROM cargo c
    JOIN lote l ON l.id = c.lote_id
    LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
    LEFT JOIN residente r ON r.id = lr.residente_id
    LEFT JOIN fondo f ON f.lote_id = l.id
    LEFT JOIN cuota_extraordinaria e ON e.id = c.cuota_extraordinaria_id
    LEFT JOIN cuota_inicial i ON i.id = c.cuota_inicial_id
    LEFT JOIN tipo_cuota t ON t.id = c.tipo_cuota_id
    WHERE c.id = ${id} AND c.tipo = ${tipo} AND c.cierre IS DISTINCT FROM 'anulado'`;

export interface PagoRow {
  id: number;
  cargoId: number;
  fechaPago: Fecha;
  fechaContable: Fecha;
  pagoStatus: string;
  pagado: Centavos;
  createAt: Date;
  updatedAt: Date;
}

/** The payments on charges, the latest first. */
export const listPagos = (tx: Tx, cargoIds: readonly number[]) =>
  rowsFrom(tx)<PagoRow>`
    SELECT p.id, p.cargo_id AS "cargoId", p.fecha_pago AS "fechaPago", p.fecha_contable AS "fechaContable", p.status AS "pagoStatus", p.monto_centavos AS pagado,
      p.created_at AS "createAt", coalesce(x.created_at, p.created_at) AS "updatedAt"
    FROM pago p LEFT JOIN pago_cancelacion x ON x.pago_id = p.id
    WHERE p.cargo_id = ANY(${[...cargoIds]}::int[])
    ORDER BY p.fecha_pago DESC, p.id DESC`;

export interface AjusteRow {
  tipo: string;
  monto: Centavos;
  fecha: Fecha;
  created_at: Date;
}

/** The adjustments of a charge that are in force, oldest first. */
export const listAjustes = (tx: Tx, cargoId: number) =>
  rowsFrom(tx)<AjusteRow>`
    SELECT tipo, monto_centavos AS monto, fecha, created_at FROM ajuste
    WHERE cargo_id = ${cargoId} AND NOT revertido ORDER BY id`;

export interface InteresRow {
  id: number;
  loteId: number;
  year: number;
  mes: number;
  corte: Fecha;
  monto: Centavos;
  pagado: Centavos;
  saldo: Centavos;
}

/** The late interest that is owed on a charge, oldest first. */
export const listIntereses = (tx: Tx, cargoId: number) =>
  rowsFrom(tx)<InteresRow>`
    SELECT id, lote_id AS "loteId", year, mes, vence AS corte, monto_centavos AS monto, pagado_centavos AS pagado,
      saldo_centavos AS saldo
    FROM cargo WHERE base_id = ${cargoId} AND tipo = 'interes' AND cierre IS NULL AND saldo_centavos > 0
    ORDER BY vence, id`;

export interface ProyectoCargo {
  id: number;
  loteId: number;
  referencia: string;
  monto: Centavos;
  status: string;
  fecha: Fecha;
}

export const listProyectos = (tx: Tx) =>
  rowsFrom(tx)<ProyectoCargo>`
    SELECT c.id, l.id AS "loteId", l.referencia, c.monto_centavos AS monto, c.status, c.fecha
    FROM cargo c JOIN lote l ON l.id = c.lote_id
    WHERE c.tipo = 'cuota_inicial_proyecto' AND c.cierre IS DISTINCT FROM 'anulado'
    ORDER BY c.id DESC`;

export interface TipoCuotaRow {
  id: number;
  name: string;
  active: boolean;
}

/** A fee type, kept from being disabled until the transaction ends. */
export function findTipoCuotaForShare(tx: Tx, id: number): Promise<TipoCuotaRow | undefined> {
  return tx
    .selectFrom('tipo_cuota')
    .select(['id', 'name', 'active'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}
