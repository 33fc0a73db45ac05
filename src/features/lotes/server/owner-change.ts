/** Who a lot's people are, as a change of owner has it: its associate, and tenants that do not stay. */
import type { Ending, LoteVendido } from '#libro/server/owner-change.ts';
import type { Context } from '#platform/server/context.ts';
import { endTies, insertTies, listInquilinosDe, listTies, reviveTies, voidTie } from './repository.ts';

/** Ends the tie of the present associate and begins the next one's; gives its id. The caller has locked the lot. */
export async function changeAssociate(
  ctx: Context,
  lote: LoteVendido,
  { lazoId, residenteId }: { lazoId: number; residenteId: number },
): Promise<number> {
  const now = ctx.clock.now();
  await endTies(ctx.tx, [lazoId], now);
  await insertTies(ctx.tx, lote.id, [{ residenteId, asociado: true }], now);
  const begun = (await listTies(ctx.tx, lote.id)).find((tie) => tie.asociado && tie.active);
  if (!begun) throw new Error('the tie that was just inserted is there');
  return begun.id;
}

/** Takes that back: the associate of before is so again, as if he had never ceased to be. */
export async function restoreAssociate(
  ctx: Context,
  { anteriorId, nuevoId }: { anteriorId: number; nuevoId: number },
): Promise<void> {
  await voidTie(ctx.tx, nuevoId);
  await reviveTies(ctx.tx, [anteriorId]);
}

export const inquilinosEnding: Ending<number[]> = {
  list: async ({ tx }, loteId) => (await listInquilinosDe(tx, loteId)).map(({ id, name }) => ({ id, texto: name })),

  async end(ctx, lote) {
    const tenants = await listInquilinosDe(ctx.tx, lote.id);
    const ids = tenants.map(({ id }) => id);
    if (ids.length === 0) return ids;
    await endTies(ctx.tx, ids, ctx.clock.now());
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'lote', entidadId: lote.id, referencia: lote.referencia },
      nota: `Inquilinos de «${lote.referencia}» retirados por el cambio de propietario`,
      ...{ antes: { inquilinos: tenants.map(({ name }) => name) }, despues: { inquilinos: [] } },
    });
    return ids;
  },

  async restore(ctx, lote, ids) {
    if (ids.length === 0) return [];
    const tied = new Set((await listInquilinosDe(ctx.tx, lote.id)).map(({ residenteId }) => residenteId));
    const back = (await listTies(ctx.tx, lote.id)).filter((tie) => ids.includes(tie.id) && !tied.has(tie.residenteId));
    if (back.length > 0) {
      await reviveTies(
        ctx.tx,
        back.map(({ id }) => id),
      );
    }
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'lote', entidadId: lote.id, referencia: lote.referencia },
      nota: `Inquilinos de «${lote.referencia}» devueltos al deshacer el cambio de propietario`,
      despues: { inquilinos: back.map(({ residenteId }) => residenteId) },
    });
    return [];
  },
};
