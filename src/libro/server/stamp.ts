/** Who writes to the ledger, when, and on which business day; jobs have no user. */
import type { Fecha } from '#core/fecha.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Context } from '#platform/server/context.ts';

export interface Stamp {
  usuarioId: number | null;
  now: Date;
  today: Fecha;
}

/**
 * Its instant is told by the clock as the first row is written. Whoever moves money locks the lot before that and may have waited:
 * by an instant of before the wait what was booked after a sale would be the seller's.
 */
export function stampBy(clock: Clock, who: Omit<Stamp, 'now'>): Stamp {
  let written: Date | undefined;
  return {
    ...who,
    get now() {
      written ??= clock.now();
      return written;
    },
  };
}

export const stampOf = (ctx: Context): Stamp => stampBy(ctx.clock, { usuarioId: ctx.usuarioId, today: ctx.today() });

/** The columns that every row of the ledger carries. */
export function stamped(stamp: Stamp) {
  return { usuario_id: stamp.usuarioId, fecha: stamp.today, created_at: stamp.now };
}
