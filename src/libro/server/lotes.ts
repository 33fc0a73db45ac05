/** The lot that money is moved on. Its row is the ledger's lock: whoever moves money takes it first. */
import { sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import { planOnce, type Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';

export interface LedgerLote {
  id: number;
  referencia: string;
  tipo: 'condominal' | 'habitacional' | 'comercial';
  status: 'disponible' | 'entregado' | 'fusionado' | 'inactivo';
  parentId: number | null;
  superficie: number;
  fechaEntrega: string | null;
  fechaInicioPagos: string | null;
  /** The lot's special discount on maintenance, in percent. */
  plusPercentMtto: number | null;
  fondo: Centavos;
}

const UNKNOWN = 'No existe el lote solicitado';

function selectLote(tx: Tx) {
  return tx
    .selectFrom('lote')
    .select([
      'lote.id',
      'lote.referencia',
      'lote.tipo',
      'lote.status',
      'lote.parent_id as parentId',
      sql<number>`lote.superficie::float8`.as('superficie'),
      'lote.fecha_entrega as fechaEntrega',
      'lote.fecha_inicio_pagos as fechaInicioPagos',
      sql<number | null>`lote.plus_percent_mtto::float8`.as('plusPercentMtto'),
      sql<Centavos>`coalesce((SELECT saldo_centavos FROM fondo WHERE lote_id = lote.id), 0)`.as('fondo'),
    ])
    .$castTo<LedgerLote>();
}

/** A lot as the ledger sees it; 404 when there is none. */
export async function loadLote(tx: Tx, id: number): Promise<LedgerLote> {
  const lote = await selectLote(tx).where('lote.id', '=', id).executeTakeFirst();
  if (!lote) throw new NotFound(UNKNOWN);
  return lote;
}

/** Lots as the ledger sees them, not locked: for what is only shown. Those that do not exist are missing. */
export function loadLotes(tx: Tx, ids: readonly number[]): Promise<LedgerLote[]> {
  return selectLote(tx)
    .where(sql<boolean>`lote.id = ANY(${[...ids]}::int[])`)
    .execute();
}

/**
 * The lots of these ids, locked in the order of their ids until the transaction ends, read after the lock was won. Lots
 * that do not exist are missing from the answer.
 */
export async function lockLotes(tx: Tx, ids: readonly number[]): Promise<LedgerLote[]> {
  const wanted = [...new Set(ids)];
  // One after the other on the connection: the second reads once the first has its lock.
  const [, lotes] = await Promise.all([
    sql`SELECT id, ${planOnce} FROM lote WHERE id = ANY(${wanted}::int[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx),
    selectLote(tx).where(sql<boolean>`lote.id = ANY(${wanted}::int[])`).orderBy('lote.id').execute(),
  ]);
  return lotes;
}

/** One lot, locked. Unknown: 404. */
export async function lockLote(tx: Tx, id: number): Promise<LedgerLote> {
  const [lote] = await lockLotes(tx, [id]);
  if (!lote) throw new NotFound(UNKNOWN);
  return lote;
}

/** One lot that a body names, locked. Unknown: a refusal. */
export async function lockLoteOfBody(tx: Tx, id: number): Promise<LedgerLote> {
  const [lote] = await lockLotes(tx, [id]);
  if (!lote) throw new Refusal('El lote no existe. Actualice la página y elíjalo de nuevo');
  return lote;
}

/** Refuses to charge or collect on a lot that was merged or is inactive. */
export function refuseClosedLote(lote: LedgerLote): void {
  if (lote.status === 'fusionado') {
    throw new Refusal(`El lote ${lote.referencia} está fusionado. Use el lote con el que se fusionó`);
  }
  if (lote.status === 'inactivo')
    throw new Refusal(`El lote ${lote.referencia} está inactivo. Actívelo para continuar`);
}
