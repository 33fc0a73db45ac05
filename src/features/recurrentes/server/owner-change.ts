/** The monthly charge to a card, as a change of owner ends it: the lot is no longer charged, and its card is out of use. */
import type { Ending } from '#libro/server/owner-change.ts';
import { endRecurrente, findRecurrente, restoreRecurrente } from './repository.ts';

export const recurrenteEnding: Ending<{ isRecurrente: boolean; tarjetaId: number | null } | null> = {
  async list({ tx }, loteId) {
    const found = await findRecurrente(tx, loteId);
    if (!found) return [];
    const tarjeta = found.ultimos === null ? 'sin tarjeta' : `tarjeta terminada en ${found.ultimos}`;
    return [{ id: loteId, texto: `Cargo del mantenimiento cada mes, ${tarjeta}` }];
  },

  async end(ctx, lote) {
    const found = await findRecurrente(ctx.tx, lote.id);
    if (!found) return null;
    const { isRecurrente, tarjetaId, ultimos } = found;
    await endRecurrente(ctx.tx, lote.id, ctx.clock.now());
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'lote', entidadId: lote.id, referencia: lote.referencia },
      nota: `Cargo recurrente de «${lote.referencia}» terminado por el cambio de propietario`,
      ...{ antes: { isRecurrente, ultimos }, despues: { isRecurrente: false, ultimos: null } },
    });
    return { isRecurrente, tarjetaId };
  },

  async restore(ctx, lote, ended) {
    if (!ended) return [];
    const { tarjeta } = await restoreRecurrente(ctx.tx, lote.id, ended, ctx.clock.now());
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'lote', entidadId: lote.id, referencia: lote.referencia },
      nota: `Cargo recurrente de «${lote.referencia}» devuelto al deshacer el cambio de propietario`,
      despues: { isRecurrente: ended.isRecurrente },
    });
    if (ended.tarjetaId === null || tarjeta) return [];
    return ['La tarjeta del cargo recurrente se borró y no vuelve: captúrela de nuevo en los datos fiscales'];
  },
};
