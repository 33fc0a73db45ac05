import { sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';

/** Who created a file and what for, and its own name; undefined when there is none. */
export function findArchivo(tx: Tx, id: number) {
  return tx.selectFrom('archivo').select(['uso', 'usuario_id', 'nombre']).where('id', '=', id).executeTakeFirst();
}

/** A type of fine that stays as it is until the transaction ends. */
export function findTipoMulta(tx: Tx, id: number) {
  return tx.selectFrom('tipo_multa').select(['id', 'name']).where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** What a fine shows beyond its charge. */
export function findMulta(tx: Tx, id: number) {
  return tx
    .selectFrom('cargo')
    .innerJoin('tipo_multa', 'tipo_multa.id', 'cargo.tipo_multa_id')
    .select(({ fn, selectFrom }) => [
      'cargo.url',
      'cargo.file_name as fileName',
      'cargo.created_at',
      'tipo_multa.id as tipoId',
      'tipo_multa.name as tipoName',
      'tipo_multa.descripcion as tipoDescripcion',
      selectFrom('ajuste')
        .select(({ fn: { sum } }) =>
          sql<Centavos>`coalesce(${sum('ajuste.monto_centavos')}, 0)::bigint`.as('descuento'),
        )
        .whereRef('ajuste.cargo_id', '=', 'cargo.id')
        .where('ajuste.tipo', '=', 'descuento')
        .where('ajuste.revertido', '=', false)
        .as('descuento'),
      fn
        .coalesce(
          selectFrom('pago')
            .select(({ fn: { max } }) => max('pago.created_at').as('ultimo'))
            .whereRef('pago.cargo_id', '=', 'cargo.id'),
          'cargo.created_at',
        )
        .as('updated_at'),
    ])
    .where('cargo.id', '=', id)
    .executeTakeFirstOrThrow();
}

export function listPagos(tx: Tx, cargoId: number) {
  return tx
    .selectFrom('pago')
    .leftJoin('pago_cancelacion', 'pago_cancelacion.pago_id', 'pago.id')
    .select([
      'pago.id',
      'pago.fecha_pago',
      'pago.fecha_contable',
      'pago.status',
      'pago.monto_centavos as monto',
      'pago.created_at',
    ])
    .select('pago_cancelacion.created_at as cancelled_at')
    .where('pago.cargo_id', '=', cargoId)
    .orderBy('pago.fecha_pago')
    .orderBy('pago.id')
    .execute();
}

export function listCondonaciones(tx: Tx, cargoId: number) {
  return tx
    .selectFrom('ajuste')
    .select(['monto_centavos as monto', 'created_at'])
    .where('cargo_id', '=', cargoId)
    .where('tipo', '=', 'condonacion')
    .where('revertido', '=', false)
    .orderBy('id')
    .execute();
}
