import { type Insertable, sql } from 'kysely';
import type { RecepcionCompra, RecepcionCompraReverso } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';

/** The lines of an order with what stands received of each, in their order. */
export function listPedidas(tx: Tx, ordenId: number) {
  return tx
    .selectFrom('orden_compra_articulo as l')
    .innerJoin('articulo', 'articulo.id', 'l.articulo_id')
    .select([
      'l.numero',
      'articulo.id as articuloId',
      'articulo.nombre as articulo',
      sql<number>`l.cantidad::double precision`.as('cantidad'),
      (eb) =>
        eb
          .selectFrom('recepcion_compra_articulo as a')
          .innerJoin('recepcion_compra as r', 'r.id', 'a.recepcion_id')
          .leftJoin('recepcion_compra_reverso as d', 'd.recepcion_id', 'r.id')
          .select(sql<number>`coalesce(sum(a.cantidad), 0)::double precision`.as('recibido'))
          .whereRef('r.orden_compra_id', '=', 'l.orden_compra_id')
          .whereRef('a.numero', '=', 'l.numero')
          .where('d.recepcion_id', 'is', null)
          .as('recibido'),
    ])
    .where('l.orden_compra_id', '=', ordenId)
    .orderBy('l.numero')
    .execute();
}

function selectRecepciones(tx: Tx) {
  return tx
    .selectFrom('recepcion_compra as r')
    .leftJoin('usuario as u', 'u.id', 'r.usuario_id')
    .leftJoin('recepcion_compra_reverso as d', 'd.recepcion_id', 'r.id')
    .leftJoin('usuario as du', 'du.id', 'd.usuario_id')
    .select([
      'r.id',
      'r.orden_compra_id as ordenId',
      'r.fecha',
      'r.recibio',
      'r.observacion',
      'r.created_at as registrada',
      'u.username as usuario',
      'd.motivo',
      'd.created_at as deshecha',
      'du.username as deshizo',
    ]);
}

/** The latest first. */
export function listRecepciones(tx: Tx, ordenId: number) {
  return selectRecepciones(tx)
    .where('r.orden_compra_id', '=', ordenId)
    .orderBy('r.fecha', 'desc')
    .orderBy('r.id', 'desc')
    .execute();
}

export function findRecepcion(tx: Tx, id: number) {
  return selectRecepciones(tx).where('r.id', '=', id).executeTakeFirst();
}

/** What came with the receptions of an order. */
export function listArticulosRecibidos(tx: Tx, ordenId: number) {
  return tx
    .selectFrom('recepcion_compra_articulo as a')
    .innerJoin('recepcion_compra as r', 'r.id', 'a.recepcion_id')
    .innerJoin('articulo', 'articulo.id', 'a.articulo_id')
    .select([
      'a.recepcion_id as recepcionId',
      'a.numero',
      'articulo.nombre',
      sql<number>`a.cantidad::double precision`.as('cantidad'),
    ])
    .where('r.orden_compra_id', '=', ordenId)
    .orderBy('a.numero')
    .execute();
}

export async function insertRecepcion(
  tx: Tx,
  values: Insertable<RecepcionCompra>,
  articulos: readonly { numero: number; articuloId: number; cantidad: number }[],
): Promise<number> {
  const { id } = await tx.insertInto('recepcion_compra').values(values).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('recepcion_compra_articulo')
    .values(
      articulos.map(({ numero, articuloId, cantidad }) => ({
        recepcion_id: id,
        numero,
        articulo_id: articuloId,
        cantidad: String(cantidad),
      })),
    )
    .execute();
  return id;
}

export async function insertReverso(tx: Tx, values: Insertable<RecepcionCompraReverso>): Promise<void> {
  await tx.insertInto('recepcion_compra_reverso').values(values).execute();
}
