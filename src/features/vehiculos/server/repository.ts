import { type Insertable, sql, type Updateable } from 'kysely';
import type { TarjetaAcceso, Vehiculo } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { StatusTarjeta } from '../contract.ts';

/** Choices that a search answers with. */
const CHOICES_MAX = 30;

/** A vehicle that left with its owner is no longer shown or offered; its cards are. */
const inUse = sql<boolean>`vehiculo.fecha_baja IS NULL`;

/** The vehicles, each with its lot and the asociado of that. */
export function listVehiculos(tx: Tx) {
  return tx
    .selectFrom('vehiculo')
    .innerJoin('lote', 'lote.id', 'vehiculo.lote_id')
    .leftJoin('lote_residente as tie', (join) =>
      join.onRef('tie.lote_id', '=', 'lote.id').on('tie.asociado', '=', true).on('tie.active', '=', true),
    )
    .leftJoin('residente', 'residente.id', 'tie.residente_id')
    .select(['vehiculo.id', 'vehiculo.placa', 'vehiculo.marca', 'vehiculo.modelo', 'vehiculo.color'])
    .select(['lote.referencia', sql<string>`coalesce(residente.name, '')`.as('asociado')])
    .where(inUse)
    .orderBy(inSpanish('vehiculo.placa'))
    .orderBy('vehiculo.id')
    .execute();
}

/** A vehicle with its lot; `name` is the lot's label in a picker: 'REF · Asociado · Dirección'. */
export const findVehiculo = (tx: Tx, id: number) =>
  rowFrom(tx)<{
    id: number;
    placa: string;
    marca: string;
    modelo: string;
    color: string;
    lote_id: number;
    lote_referencia: string;
    lote_name: string;
  }>`
    SELECT v.id, v.placa, v.marca, v.modelo, v.color, l.id AS lote_id, l.referencia AS lote_referencia,
      concat_ws(' · ', l.referencia, r.name, NULLIF(l.direccion, '')) AS lote_name
    FROM vehiculo v
    JOIN lote l ON l.id = v.lote_id
    LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
    LEFT JOIN residente r ON r.id = lr.residente_id
    WHERE v.id = ${id}`;

/** Holds a vehicle until the transaction ends and says whether it is still of its lot; undefined when there is none. */
export async function lockVehiculo(tx: Tx, id: number): Promise<{ enUso: boolean } | undefined> {
  const row = await tx.selectFrom('vehiculo').select('fecha_baja').where('id', '=', id).forUpdate().executeTakeFirst();
  return row && { enUso: row.fecha_baja === null };
}

export const insertVehiculo = (tx: Tx, values: Insertable<Vehiculo>) =>
  insertedId(tx.insertInto('vehiculo').values(values).returning('id'));

export async function updateVehiculo(tx: Tx, id: number, values: Updateable<Vehiculo>): Promise<void> {
  await tx.updateTable('vehiculo').set(values).where('id', '=', id).execute();
}

/** Holds a lot against deletion until the transaction ends; false when there is none. */
export async function lockLote(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.selectFrom('lote').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

/**
 * Vehicles in which every word of `q` is found, whole or in part, in the plate, the lot's referencia or its asociado's name;
 * the first ones when `q` is empty. `name` is 'Placa · Lote · Asociado'.
 */
export async function searchVehiculos(tx: Tx, q: string): Promise<{ id: number; name: string }[]> {
  const words = q.split(/\s+/).filter((word) => word !== '');
  const found = words.map((word) => {
    // Escaped after `clave`, which turns some characters into the wildcards of LIKE.
    const pattern = sql`'%' || regexp_replace(ext.clave(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
    // Each place by itself, so that lots and people are found by their indexes.
    return sql`vehiculo.id IN (
      SELECT v.id FROM vehiculo v WHERE ext.clave(v.placa) LIKE ${pattern}
      UNION ALL
      SELECT v.id FROM vehiculo v JOIN lote l ON l.id = v.lote_id WHERE ext.clave(l.referencia) LIKE ${pattern}
      UNION ALL
      SELECT v.id FROM vehiculo v
      JOIN lote_residente lr ON lr.lote_id = v.lote_id AND lr.asociado AND lr.active
      JOIN residente r ON r.id = lr.residente_id
      WHERE ext.clave(r.name) LIKE ${pattern}
    )`;
  });
  return rowsFrom(tx)<{ id: number; name: string }>`
    WITH found AS (
      SELECT id, placa, lote_id FROM vehiculo
      WHERE ${sql.join([inUse, ...found], sql` AND `)}
      ORDER BY ${inSpanish('placa')}, id
      LIMIT ${CHOICES_MAX}
    )
    SELECT f.id, concat_ws(' · ', f.placa, l.referencia, r.name) AS name
    FROM found f
    JOIN lote l ON l.id = f.lote_id
    LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
    LEFT JOIN residente r ON r.id = lr.residente_id
    ORDER BY ${inSpanish('f.placa')}, f.id`;
}

const selectTarjetas = (tx: Tx) =>
  tx
    .selectFrom('tarjeta_acceso')
    .innerJoin('vehiculo', 'vehiculo.id', 'tarjeta_acceso.vehiculo_id')
    .select([
      'tarjeta_acceso.id',
      'tarjeta_acceso.numero',
      sql<StatusTarjeta>`tarjeta_acceso.status`.as('status'),
      'tarjeta_acceso.fecha_baja',
      'tarjeta_acceso.vehiculo_id',
      'vehiculo.placa',
    ]);

/** The cards, each with the lot of its vehicle and the asociado of that; of a vehicle that left with its owner nobody's. */
export function listTarjetas(tx: Tx) {
  return selectTarjetas(tx)
    .innerJoin('lote', 'lote.id', 'vehiculo.lote_id')
    .leftJoin('lote_residente as tie', (join) =>
      join.onRef('tie.lote_id', '=', 'lote.id').on('tie.asociado', '=', true).on('tie.active', '=', true),
    )
    .leftJoin('residente', 'residente.id', 'tie.residente_id')
    .select([
      'lote.referencia',
      sql<string>`CASE WHEN vehiculo.fecha_baja IS NULL THEN coalesce(residente.name, '') ELSE '' END`.as('asociado'),
    ])
    .orderBy(inSpanish('tarjeta_acceso.numero'))
    .orderBy('tarjeta_acceso.id')
    .execute();
}

const selectDetalles = (tx: Tx) =>
  selectTarjetas(tx)
    .innerJoin('lote', 'lote.id', 'vehiculo.lote_id')
    .leftJoin('lote_residente as tie', (join) =>
      join.onRef('tie.lote_id', '=', 'lote.id').on('tie.asociado', '=', true).on('tie.active', '=', true),
    )
    .leftJoin('residente', 'residente.id', 'tie.residente_id')
    .select([
      'lote.referencia as lote_referencia',
      'vehiculo.fecha_baja as vehiculo_baja',
      sql<string>`concat_ws(' · ', vehiculo.placa, lote.referencia, residente.name)`.as('vehiculo_name'),
    ]);

/** A card with its vehicle; `vehiculo_name` is the vehicle's label in a picker: 'Placa · Lote · Asociado'. */
export function findTarjeta(tx: Tx, id: number) {
  return selectDetalles(tx).where('tarjeta_acceso.id', '=', id).executeTakeFirst();
}

/** Those of these cards that there are, each as `findTarjeta` gives it. */
export function listTarjetasPorId(tx: Tx, ids: readonly number[]) {
  return selectDetalles(tx).where('tarjeta_acceso.id', 'in', ids).orderBy('tarjeta_acceso.id').execute();
}

/** Holds these cards until the transaction ends, always in the same order. */
export async function lockTarjetas(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.selectFrom('tarjeta_acceso').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Puts these cards out of use as of this day, whatever was planned for them. */
export async function updateTarjetas(tx: Tx, ids: readonly number[], values: Updateable<TarjetaAcceso>): Promise<void> {
  await tx.updateTable('tarjeta_acceso').set(values).where('id', 'in', ids).execute();
}

/** Holds a card until the transaction ends; false when there is none. */
export async function lockTarjeta(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.selectFrom('tarjeta_acceso').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export const insertTarjeta = (tx: Tx, values: Insertable<TarjetaAcceso>) =>
  insertedId(tx.insertInto('tarjeta_acceso').values(values).returning('id'));

export async function updateTarjeta(tx: Tx, id: number, values: Updateable<TarjetaAcceso>): Promise<void> {
  await tx.updateTable('tarjeta_acceso').set(values).where('id', '=', id).execute();
}

/** The vehicles of a lot that are in use, held until the transaction ends where they are to be changed. */
export function listVehiculosDe(tx: Tx, loteId: number, locked = false) {
  const query = tx
    .selectFrom('vehiculo')
    .select(['id', 'placa', 'marca', 'modelo', 'color'])
    .where('lote_id', '=', loteId)
    .where(inUse)
    .orderBy('id');
  return (locked ? query.forUpdate() : query).execute();
}

/** The cards of a lot that are not out of use, those of vehicles that left included. */
export function listTarjetasDe(tx: Tx, loteId: number) {
  return selectDetalles(tx)
    .where('vehiculo.lote_id', '=', loteId)
    .where('tarjeta_acceso.status', '<>', 'baja')
    .orderBy('tarjeta_acceso.id')
    .execute();
}

/** Since when vehicles are no longer of their lot; null: they are again. */
export async function updateVehiculosBaja(
  tx: Tx,
  ids: readonly number[],
  fecha: string | null,
  now: Date,
): Promise<void> {
  await tx.updateTable('vehiculo').set({ fecha_baja: fecha, updated_at: now }).where('id', 'in', ids).execute();
}

/** Those of these vehicles that are still out of use and whose plate nobody else has by now. */
export const listVehiculosDevueltos = (tx: Tx, ids: readonly number[]) =>
  rowsFrom(tx)<{ id: number; placa: string }>`
    SELECT v.id, v.placa FROM vehiculo v
    WHERE v.id = ANY(${[...ids]}::int[]) AND v.fecha_baja IS NOT NULL AND NOT EXISTS (
      SELECT FROM vehiculo o WHERE ext.clave(o.placa) = ext.clave(v.placa) AND o.fecha_baja IS NULL)
    ORDER BY v.id FOR UPDATE OF v`;
