import type { Insertable, Updateable } from 'kysely';
import type { NotaAlerta } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertedId } from '#platform/server/rows.ts';

function selectNotas(tx: Tx) {
  return tx
    .selectFrom('nota_alerta')
    .innerJoin('lote', 'lote.id', 'nota_alerta.lote_id')
    .select([
      'nota_alerta.id',
      'nota_alerta.tipo',
      'nota_alerta.lote_id',
      'lote.referencia',
      'nota_alerta.activa',
      'nota_alerta.descripcion',
      'nota_alerta.fecha_recordatorio',
    ]);
}

export type NotaRow = Awaited<ReturnType<typeof listActiveAlertas>>[number];

export function listActiveAlertas(tx: Tx) {
  return selectNotas(tx)
    .where('nota_alerta.tipo', '=', 'alerta')
    .where('nota_alerta.activa', '=', true)
    .orderBy('nota_alerta.fecha_recordatorio')
    .orderBy('nota_alerta.id')
    .execute();
}

export function listNotasOfLote(tx: Tx, tipo: string, loteId: number) {
  return selectNotas(tx)
    .where('nota_alerta.lote_id', '=', loteId)
    .where('nota_alerta.tipo', '=', tipo)
    .orderBy('nota_alerta.fecha_recordatorio', 'desc')
    .orderBy('nota_alerta.id', 'desc')
    .execute();
}

export function findNota(tx: Tx, id: number) {
  return selectNotas(tx).where('nota_alerta.id', '=', id).executeTakeFirstOrThrow();
}

/** The note, locked until the transaction ends, so that two edits of it follow each other. */
export function findNotaForUpdate(tx: Tx, id: number) {
  return selectNotas(tx).where('nota_alerta.id', '=', id).forUpdate('nota_alerta').executeTakeFirst();
}

export async function hasLote(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('lote').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export const insertNota = (tx: Tx, values: Insertable<NotaAlerta>) =>
  insertedId(tx.insertInto('nota_alerta').values(values).returning('id'));

export async function updateNota(tx: Tx, id: number, values: Updateable<NotaAlerta>): Promise<void> {
  await tx.updateTable('nota_alerta').set(values).where('id', '=', id).execute();
}
