import { type Insertable, sql, type Updateable } from 'kysely';
import type { OrdenCompra, OrdenCompraArticulo } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertedId } from '#platform/server/rows.ts';

export interface OrdenFilter {
  proveedorId: number | null;
  estatus: string | undefined;
  estatusPago: string | undefined;
  /** Instants: from (inclusive) and until (exclusive). */
  from: Date | null;
  until: Date | null;
}

function filtered(tx: Tx, { proveedorId, estatus, estatusPago, from, until }: OrdenFilter) {
  let query = tx.selectFrom('orden_compra');
  if (proveedorId !== null) query = query.where('proveedor_id', '=', proveedorId);
  if (estatus) query = query.where('estatus', '=', estatus);
  if (estatusPago) query = query.where('estatus_pago', '=', estatusPago);
  if (from) query = query.where('orden_compra.created_at', '>=', from);
  if (until) query = query.where('orden_compra.created_at', '<', until);
  return query;
}

export interface OrdenRow {
  id: number;
  estatus: string;
  precioCentavos: number;
  estatusPago: string;
  numFacturas: number | null;
  proveedorId: number;
  proveedor: string;
  usuario: string | null;
  createdAt: Date;
}

const COLUMNS = [
  'orden_compra.id',
  'orden_compra.estatus',
  'orden_compra.precio_centavos as precioCentavos',
  'orden_compra.estatus_pago as estatusPago',
  'orden_compra.num_facturas as numFacturas',
  'orden_compra.proveedor_id as proveedorId',
  'proveedor.nombre as proveedor',
  'usuario.username as usuario',
  'orden_compra.created_at as createdAt',
] as const;

export function listOrdenes(
  tx: Tx,
  filter: OrdenFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrdenRow[]> {
  return filtered(tx, filter)
    .innerJoin('proveedor', 'proveedor.id', 'orden_compra.proveedor_id')
    .leftJoin('usuario', 'usuario.id', 'orden_compra.usuario_id')
    .select(COLUMNS)
    .orderBy('orden_compra.created_at', 'desc')
    .orderBy('orden_compra.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countOrdenes(tx: Tx, filter: OrdenFilter): Promise<number> {
  const row = await filtered(tx, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

function selectOrden(tx: Tx, id: number) {
  return tx
    .selectFrom('orden_compra')
    .innerJoin('proveedor', 'proveedor.id', 'orden_compra.proveedor_id')
    .leftJoin('usuario', 'usuario.id', 'orden_compra.usuario_id')
    .select(COLUMNS)
    .where('orden_compra.id', '=', id);
}

export function findOrden(tx: Tx, id: number): Promise<OrdenRow | undefined> {
  return selectOrden(tx, id).executeTakeFirst();
}

/** The order, locked until the transaction ends, so that a cancellation and an edit follow each other. */
export function findOrdenForUpdate(tx: Tx, id: number): Promise<OrdenRow | undefined> {
  return selectOrden(tx, id).forUpdate('orden_compra').executeTakeFirst();
}

export interface LineaRow {
  ordenId: number;
  numero: number;
  articuloId: number;
  articulo: string;
  presentacion: string;
  unidadMedida: string;
  precioUnitarioCentavos: number;
  cantidad: number;
}

/** The lines of some orders, in their order. */
export async function listLineas(tx: Tx, ordenIds: readonly number[]): Promise<LineaRow[]> {
  if (ordenIds.length === 0) return [];
  return tx
    .selectFrom('orden_compra_articulo as l')
    .innerJoin('articulo', 'articulo.id', 'l.articulo_id')
    .select([
      'l.orden_compra_id as ordenId',
      'l.numero',
      'articulo.id as articuloId',
      'articulo.nombre as articulo',
      'l.presentacion',
      'l.unidad_medida as unidadMedida',
      'l.precio_unitario_centavos as precioUnitarioCentavos',
      sql<number>`l.cantidad::double precision`.as('cantidad'),
    ])
    .where('l.orden_compra_id', 'in', [...ordenIds])
    .orderBy('l.orden_compra_id')
    .orderBy('l.numero')
    .execute();
}

export function findProveedor(tx: Tx, id: number) {
  return tx
    .selectFrom('proveedor')
    .select(['id', 'nombre', 'rfc', 'nombre_contacto as nombreContacto', 'correo', 'telefono'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Whom suppliers invoice: the community as it issues its own invoices. */
export function findEmisor(tx: Tx) {
  return tx.selectFrom('emisor').select(['rfc', 'compania as nombre']).executeTakeFirst();
}

export async function hasProveedor(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('proveedor').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Which of these articles exist. */
export async function findArticulos(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('articulo')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Whether accounts have paid of it. */
export async function hasPagos(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ pagada: boolean }>`SELECT orden_pagado(${id}, false) > 0 AS pagada`.execute(tx);
  return rows[0]?.pagada === true;
}

export const insertOrden = (tx: Tx, values: Insertable<OrdenCompra>) =>
  insertedId(tx.insertInto('orden_compra').values(values).returning('id'));

export async function updateOrden(tx: Tx, id: number, values: Updateable<OrdenCompra>): Promise<void> {
  await tx.updateTable('orden_compra').set(values).where('id', '=', id).execute();
}

/** Puts these lines in the place of an order's. */
export async function replaceLineas(
  tx: Tx,
  ordenId: number,
  lineas: readonly Omit<Insertable<OrdenCompraArticulo>, 'orden_compra_id'>[],
): Promise<void> {
  await tx.deleteFrom('orden_compra_articulo').where('orden_compra_id', '=', ordenId).execute();
  if (lineas.length === 0) return;
  await tx
    .insertInto('orden_compra_articulo')
    .values(lineas.map((linea) => ({ ...linea, orden_compra_id: ordenId })))
    .execute();
}
