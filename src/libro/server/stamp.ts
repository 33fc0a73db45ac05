/** Who writes to the ledger, when, and on which business day; jobs have no user. */
import type { Fecha } from '#core/fecha.ts';
import type { Context } from '#platform/server/context.ts';

export interface Stamp {
  usuarioId: number | null;
  now: Date;
  today: Fecha;
}

export function stampOf(ctx: Context): Stamp {
  return { usuarioId: ctx.usuarioId, now: ctx.clock.now(), today: ctx.today() };
}

/** The columns that every row of the ledger carries. */
export function stamped(stamp: Stamp) {
  return { usuario_id: stamp.usuarioId, fecha: stamp.today, created_at: stamp.now };
}
