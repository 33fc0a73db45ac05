/** A charge that is disputed stops the ladder on its lot until somebody answered. */
import type { Tx } from '#platform/server/db.ts';
import { listDisputados } from './repository.ts';

export async function aclaracionesFreno(tx: Tx, lotes: readonly number[]): Promise<Map<number, string>> {
  const found = await listDisputados(tx, lotes);
  return new Map(found.map(({ loteId, concepto }) => [loteId, `Pidió aclarar «${concepto}»`]));
}
