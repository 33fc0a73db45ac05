import { sql } from 'kysely';
import type { SpecialEffect } from '#libro/server/special.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';

export function listDescuentos(tx: Tx) {
  return tx
    .selectFrom('lote')
    .leftJoin('lote_residente', (join) =>
      join
        .onRef('lote_residente.lote_id', '=', 'lote.id')
        .on('lote_residente.asociado', '=', true)
        .on('lote_residente.active', '=', true),
    )
    .leftJoin('residente', 'residente.id', 'lote_residente.residente_id')
    .select([
      'lote.id',
      'lote.referencia',
      sql<string>`coalesce(residente.name, '')`.as('residente_name'),
      'lote.direccion',
      sql<number>`lote.plus_percent_mtto::float8`.as('descuento_especial'),
    ])
    .where('lote.plus_percent_mtto', 'is not', null)
    .orderBy(inSpanish('lote.referencia'))
    .execute();
}

/** Sets or (null) takes away the lot's percentage; months that are created later read it. */
export async function updateDescuento(tx: Tx, loteId: number, percent: number | null, now: Date): Promise<void> {
  await tx.updateTable('lote').set({ plus_percent_mtto: percent, updated_at: now }).where('id', '=', loteId).execute();
}

export interface EspecialChange extends SpecialEffect {
  loteId: number;
  antes: number | null;
  despues: number | null;
  razon: string;
}

/** Keeps who changed a lot's percentage, why, and what that forgave and gave back. */
export async function insertChange(
  tx: Tx,
  usuarioId: number,
  { today, now }: Pick<Stamp, 'today' | 'now'>,
  { loteId, antes, despues, razon, perdona, devuelve, intereses }: EspecialChange,
): Promise<void> {
  await tx
    .insertInto('descuento_especial')
    .values({
      lote_id: loteId,
      antes,
      despues,
      razon,
      meses_cerrados: perdona.cierra,
      meses_reabiertos: devuelve.reabre,
      perdonado_centavos: perdona.monto,
      devuelto_centavos: devuelve.monto,
      intereses_centavos: intereses,
      usuario_id: usuarioId,
      fecha: today,
      created_at: now,
    })
    .execute();
}

/** The charges of a kind that a lot owes or that were cancelled, oldest first. */
export function listDeudaGlobal(tx: Tx, tipo: string, loteId: number) {
  return tx
    .selectFrom('cargo')
    .select(['id', 'concepto', 'status', 'saldo_centavos as saldo', 'pagado_centavos as pagado'])
    .where('lote_id', '=', loteId)
    .where('tipo', '=', tipo)
    .where('status', 'in', ['vigente', 'incompleto', 'cancelado'])
    .orderBy('vence')
    .orderBy('id')
    .execute();
}
