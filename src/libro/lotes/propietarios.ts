/** From when to when a lot was whose. Pure. Source: dominio.md#owners. */
import type { Fecha } from '#core/fecha.ts';

/** A tie of an associate with what is known of its beginning and end. */
export interface LazoDeDueno {
  id: number;
  /** The days on which it was recorded that it began and ended; null: it has not. */
  desde: Fecha;
  hasta: Fecha | null;
  /** The day of the sale that ended it; null where nobody said so. */
  vendio: Fecha | null;
}

/**
 * From when to when each was the owner, in their order: one follows the other on the day of the sale, so that every day is
 * somebody's. The first begins when he was recorded.
 */
export function periodosOf<L extends LazoDeDueno>(
  lazos: readonly L[],
): (L & { primero: Fecha; ultimo: Fecha | null })[] {
  let after: Fecha | null = null;
  return lazos.map((lazo) => {
    const primero = after ?? lazo.desde;
    const ultimo = lazo.hasta === null ? null : (lazo.vendio ?? lazo.hasta);
    after = ultimo;
    return { ...lazo, primero, ultimo };
  });
}
