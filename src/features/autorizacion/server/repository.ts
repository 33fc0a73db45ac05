import type { Insertable, Updateable } from 'kysely';
import type { CodigoAutorizacion } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { insertedId } from '#platform/server/rows.ts';

/** How many uses a code's form shows; a code is spent some times, not thousands. */
const USES_SHOWN_MAX = 200;

function selectCodes(tx: Tx, usuarioId: number) {
  return tx
    .selectFrom('codigo_autorizacion')
    .select(['id', 'codigo', 'cantidad', 'active'])
    .where('usuario_id', '=', usuarioId);
}

export function listCodes(tx: Tx, usuarioId: number) {
  return selectCodes(tx, usuarioId).orderBy(inSpanish('codigo')).orderBy('id').execute();
}

/** A code of this author; undefined for an unknown one and for somebody else's. */
export function findCode(tx: Tx, usuarioId: number, id: number) {
  return selectCodes(tx, usuarioId).where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the transaction ends: uses that are being spent come before or after. */
export function findCodeForUpdate(tx: Tx, usuarioId: number, id: number) {
  return selectCodes(tx, usuarioId).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function listUses(tx: Tx, codigoId: number) {
  return tx
    .selectFrom('codigo_uso')
    .innerJoin('usuario', 'usuario.id', 'codigo_uso.usuario_id')
    .leftJoin('lote', 'lote.id', 'codigo_uso.lote_id')
    .select([
      'codigo_uso.id',
      'codigo_uso.created_at',
      'usuario.username as usuario',
      'codigo_uso.operacion',
      'codigo_uso.detalle',
      'lote.referencia',
      'codigo_uso.monto_centavos as monto',
    ])
    .where('codigo_uso.codigo_id', '=', codigoId)
    .orderBy('codigo_uso.id', 'desc')
    .limit(USES_SHOWN_MAX)
    .execute();
}

export const insertCode = (tx: Tx, values: Insertable<CodigoAutorizacion>) =>
  insertedId(tx.insertInto('codigo_autorizacion').values(values).returning('id'));

export async function updateCode(tx: Tx, id: number, values: Updateable<CodigoAutorizacion>): Promise<void> {
  await tx.updateTable('codigo_autorizacion').set(values).where('id', '=', id).execute();
}
