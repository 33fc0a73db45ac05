import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import type { Month } from '#core/period.ts';
import type { PagoEnHistorial } from '#libro/contract.ts';
import type { Mantenimiento as MantenimientoRow } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { inSpanish } from '#platform/server/db.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import {
  ESTADOS,
  type Estado,
  type LoteGenerado,
  type Mantenimiento,
  type MesDeLote,
  type TIPOS_LOTE,
} from '../contract.ts';

type TipoLote = (typeof TIPOS_LOTE)[number];

function selectDefinitions(tx: Tx) {
  return tx.selectFrom('mantenimiento').select([
    'mantenimiento.id',
    'mantenimiento.name',
    'mantenimiento.description',
    'mantenimiento.cuota_centavos',
    'mantenimiento.dia_corte as diaCorte',
    sql<TipoLote>`mantenimiento.tipo_lote`.as('tipoLote'),
    sql<number | null>`mantenimiento.valido_metros_vivienda::float8`.as('validoMetrosVivienda'),
    sql<{ id: number; name: string }[]>`coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) ORDER BY r.name COLLATE ext.es)
        FROM mantenimiento_regla mr JOIN regla_descuento r ON r.id = mr.regla_id
        WHERE mr.mantenimiento_id = mantenimiento.id
      ), '[]')`.as('reglasList'),
  ]);
}

const inPesos = <Row extends { cuota_centavos: Centavos }>({ cuota_centavos, ...row }: Row) => ({
  ...row,
  cuota: toPesos(cuota_centavos),
});

export async function listDefinitions(tx: Tx): Promise<Mantenimiento[]> {
  const rows = await selectDefinitions(tx).orderBy(inSpanish('mantenimiento.name')).execute();
  return rows.map(inPesos);
}

export async function findDefinition(tx: Tx, id: number): Promise<Mantenimiento | undefined> {
  const row = await selectDefinitions(tx).where('mantenimiento.id', '=', id).executeTakeFirst();
  return row && inPesos(row);
}

/** Locks the definition, so that two saves follow each other. */
export async function findDefinitionForUpdate(tx: Tx, id: number): Promise<Mantenimiento | undefined> {
  const locked = await tx.selectFrom('mantenimiento').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return locked && findDefinition(tx, id);
}

export type DefinitionColumns = Pick<
  Insertable<MantenimientoRow>,
  'name' | 'cuota_centavos' | 'description' | 'dia_corte' | 'tipo_lote' | 'valido_metros_vivienda' | 'updated_at'
>;

export const insertDefinition = (tx: Tx, columns: DefinitionColumns) =>
  insertedId(tx.insertInto('mantenimiento').values(columns).returning('id'));

export async function updateDefinition(tx: Tx, id: number, columns: DefinitionColumns): Promise<void> {
  await tx.updateTable('mantenimiento').set(columns).where('id', '=', id).execute();
}

/** Makes these the rules of a definition. */
export async function replaceRules(tx: Tx, id: number, rules: readonly number[]): Promise<void> {
  await tx.deleteFrom('mantenimiento_regla').where('mantenimiento_id', '=', id).execute();
  if (rules.length === 0) return;
  await tx
    .insertInto('mantenimiento_regla')
    .values([...new Set(rules)].map((regla) => ({ mantenimiento_id: id, regla_id: regla })))
    .execute();
}

export interface MonthCounts {
  countCondos: number;
  countHabitacion: number;
  countComercio: number;
  countByStatus: number[];
}

/** The months of everybody, counted by type of lot and by status; undone ones are not there. */
export async function countMonth(tx: Tx, { year, mes }: Month): Promise<MonthCounts> {
  const { rows } = await sql<{ tipo: TipoLote; status: string; n: number }>`
    SELECT l.tipo, c.status, count(*)::int AS n
    FROM cargo c JOIN lote l ON l.id = c.lote_id
    WHERE c.tipo = 'mantenimiento' AND c.year = ${year} AND c.mes = ${mes} AND c.status <> 'anulado'
    GROUP BY l.tipo, c.status`.execute(tx);
  const sum = (which: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(which).reduce((total, row) => total + row.n, 0);
  return {
    countCondos: sum((row) => row.tipo === 'condominal'),
    countHabitacion: sum((row) => row.tipo === 'habitacional'),
    countComercio: sum((row) => row.tipo === 'comercial'),
    countByStatus: ESTADOS.map((estado) => sum((row) => estado === 'todos' || row.status === estado)),
  };
}

/** The months of everybody in a status, by the lot's referencia. */
export const listMonth = (tx: Tx, { year, mes }: Month, status: Estado) =>
  rowsFrom(tx)<LoteGenerado>`
    SELECT l.id, l.referencia, coalesce(r.name, '') AS asociado, l.direccion, c.vence AS fecha_corte,
      c.status AS pago_status, c.id AS cargo_id
    FROM cargo c
    JOIN lote l ON l.id = c.lote_id
    LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
    LEFT JOIN residente r ON r.id = lr.residente_id
    WHERE c.tipo = 'mantenimiento' AND c.year = ${year} AND c.mes = ${mes} AND c.status <> 'anulado'
      AND ${status === 'todos' ? sql<SqlBool>`true` : sql<SqlBool>`c.status = ${status}`}
    ORDER BY l.referencia COLLATE ext.es, c.id`;

interface MonthRow {
  id: number;
  mes: number;
  year: number;
  status: string;
  saldo: Centavos;
  fechaCorte: Fecha;
  monto: Centavos;
  reglas: Centavos;
  moratorio: Centavos;
  pagado: Centavos;
  ajustado: Centavos;
  origen: string | null;
  loteId: number;
  referencia: string;
}

async function selectMonths(
  tx: Tx,
  which: ReturnType<typeof sql<SqlBool>>,
): Promise<(MesDeLote & Pick<MonthRow, 'loteId' | 'referencia'>)[]> {
  const { rows } = await sql<MonthRow>`
    SELECT c.id, c.mes, c.year, c.status, c.saldo_centavos AS saldo, c.vence AS "fechaCorte", c.monto_centavos AS monto,
      CASE WHEN c.ajustado_centavos = 0 THEN 0 ELSE coalesce((
        SELECT sum(monto_centavos) FROM ajuste WHERE cargo_id = c.id AND tipo = 'regla' AND NOT revertido
      ), 0)::bigint END AS reglas,
      coalesce((
        SELECT sum(i.saldo_centavos) FROM cargo i WHERE i.base_id = c.id AND i.tipo = 'interes' AND i.cierre IS NULL
      ), 0)::bigint AS moratorio,
      c.pagado_centavos AS pagado, c.ajustado_centavos AS ajustado,
      CASE WHEN c.lote_origen_id <> c.lote_id THEN o.referencia END AS origen, l.id AS "loteId", l.referencia
    FROM cargo c JOIN lote l ON l.id = c.lote_id JOIN lote o ON o.id = c.lote_origen_id
    WHERE c.tipo = 'mantenimiento' AND c.status <> 'anulado' AND ${which}
    ORDER BY c.year DESC, c.mes DESC, c.id`.execute(tx);
  const payments = await listPaymentsOf(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...row,
    amount: toPesos(row.saldo),
    total: toPesos(row.monto),
    descuentoReglas: toPesos(row.reglas),
    deuda_moratoria: toPesos(row.moratorio),
    pagado: toPesos(row.pagado),
    ajustado: toPesos(row.ajustado),
    cobroMantenimientoList: payments.get(row.id) ?? [],
  }));
}

/** The payments of charges, cancelled ones too, by charge. */
async function listPaymentsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, PagoEnHistorial[]>> {
  const { rows } = await sql<{
    id: number;
    cargoId: number;
    fechaPago: Fecha;
    fechaContable: Fecha;
    pagoStatus: string;
    monto: Centavos;
    created_at: Date;
  }>`
    SELECT id, cargo_id AS "cargoId", fecha_pago AS "fechaPago", fecha_contable AS "fechaContable", status AS "pagoStatus", monto_centavos AS monto, created_at
    FROM pago WHERE cargo_id = ANY(${[...ids]}::int[]) ORDER BY fecha_pago, id`.execute(tx);
  const byCharge = new Map<number, PagoEnHistorial[]>();
  for (const { cargoId, monto, created_at, ...pago } of rows) {
    const payments = byCharge.get(cargoId) ?? [];
    payments.push({ ...pago, pagado: toPesos(monto), create_at: created_at.toISOString() });
    byCharge.set(cargoId, payments);
  }
  return byCharge;
}

/** The months that a lot owes or owed, the latest first; `onlyOwed` leaves out what nothing is owed of. */
export function listMonthsOfLote(tx: Tx, loteId: number, onlyOwed = false): Promise<MesDeLote[]> {
  return selectMonths(
    tx,
    onlyOwed ? sql<SqlBool>`c.lote_id = ${loteId} AND c.saldo_centavos > 0` : sql<SqlBool>`c.lote_id = ${loteId}`,
  );
}

/** One month with its payments and its lot; undefined where there is none. */
export async function findMonth(
  tx: Tx,
  id: number,
): Promise<(MesDeLote & { lote: { id: number; referencia: string } }) | undefined> {
  const [month] = await selectMonths(tx, sql<SqlBool>`c.id = ${id}`);
  return month && { ...month, lote: { id: month.loteId, referencia: month.referencia } };
}
