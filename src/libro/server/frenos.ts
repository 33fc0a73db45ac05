/**
 * What stops the ladder of collection on a lot: the features that know it bring each a part, and the composition root puts them
 * together. Source: dominio.md#ladder.
 */
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';

/** Of these lots, those that nobody is to be written to on that day, and why in Spanish, without a full stop. */
export type Freno = (tx: Tx, lotes: readonly number[], on: Fecha) => Promise<Map<number, string>>;

/** All that stops each lot, in one text. */
export async function frenosDe(
  frenos: readonly Freno[],
  tx: Tx,
  lotes: readonly number[],
  on: Fecha,
): Promise<Map<number, string>> {
  const found = new Map<number, string[]>();
  if (lotes.length === 0) return new Map();
  for (const freno of frenos) {
    for (const [lote, razon] of await freno(tx, lotes, on)) found.set(lote, [...(found.get(lote) ?? []), razon]);
  }
  return new Map([...found].map(([lote, razones]) => [lote, razones.join('. ')]));
}
