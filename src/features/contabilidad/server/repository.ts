/** The accountant's accounts, and what is booked to which of them. */
import { type Insertable, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import type { CuentaContable } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import { type Concepto, conceptoPropio, type Equivalencia, type Naturaleza, type Propio } from '../rules.ts';

const cuentas = (tx: Tx) =>
  tx
    .selectFrom('cuenta_contable')
    .select(['id', 'codigo', 'name', 'agrupador'])
    .select(sql<Naturaleza>`naturaleza`.as('naturaleza'));

export const listCuentas = (tx: Tx) => cuentas(tx).orderBy('codigo').orderBy('id').execute();

export const findCuentaForUpdate = (tx: Tx, id: number) =>
  cuentas(tx).where('id', '=', id).forUpdate().executeTakeFirst();

export const insertCuenta = (tx: Tx, values: Insertable<CuentaContable>) =>
  insertedId(tx.insertInto('cuenta_contable').values(values).returning('id'));

export function updateCuenta(tx: Tx, id: number, values: Insertable<CuentaContable>) {
  return tx.updateTable('cuenta_contable').set(values).where('id', '=', id).execute();
}

/** Whether something of a closed month is booked to an account. */
export async function isInClosing(tx: Tx, cuentaId: number): Promise<boolean> {
  const { rows } = await sql<{ usada: boolean }>`
    SELECT EXISTS (SELECT FROM equivalencia_contable e JOIN periodo_cierre c ON c.hasta >= e.desde
      WHERE e.cuenta_id = ${cuentaId}) AS usada`.execute(tx);
  return rows[0]?.usada ?? false;
}

/** All that was said, in its order. */
export const listEquivalencias = (tx: Tx) =>
  rowsFrom(tx)<Equivalencia>`
    SELECT e.clave, e.desde, CASE WHEN c.id IS NOT NULL THEN
      json_build_object('id', c.id, 'codigo', c.codigo, 'name', c.name, 'agrupador', c.agrupador) END AS cuenta
    FROM equivalencia_contable e LEFT JOIN cuenta_contable c ON c.id = e.cuenta_id ORDER BY e.id`;

/** What the community's own catalogues have, in the order of their names. */
export async function listPropios(tx: Tx): Promise<Concepto[]> {
  const { rows } = await sql<{ de: Propio; id: number; name: string }>`
    SELECT de, id, name FROM (
      SELECT 1 AS orden, 'caja' AS de, id, name FROM caja
      UNION ALL SELECT 2, 'metodo', id, name FROM metodo_pago
      UNION ALL SELECT 3, 'categoria', id, name FROM categoria_egreso
    ) propio ORDER BY orden, ${inSpanish('name')}, id`.execute(tx);
  return rows.map(({ de, id, name }) => conceptoPropio(de, id, name));
}

/** The first day that no closing holds, waited for behind a closing that is on its way. */
export async function firstOpenDay(tx: Tx): Promise<Fecha> {
  const { rows } = await sql<{ dia: Fecha }>`SELECT libro_dia_abierto('1900-01-01') AS dia`.execute(tx);
  return rows[0]?.dia ?? '1900-01-01';
}

export async function insertEquivalencia(
  tx: Tx,
  stamp: Stamp,
  { clave, cuentaId, desde }: { clave: string; cuentaId: number | null; desde: Fecha },
): Promise<void> {
  await insertRows(tx, 'equivalencia_contable', [
    { clave, cuenta_id: cuentaId, desde, usuario_id: stamp.usuarioId, created_at: stamp.now },
  ]);
}

/** Gives what has no account the usual one. */
export async function mapByDefault(tx: Tx): Promise<void> {
  await sql`SELECT contabilidad_por_omision()`.execute(tx);
}
