import { toPesos } from '#core/money.ts';
import { cancelOwed } from '#libro/server/condone.ts';
import { replaceInterest } from '#libro/server/interest.ts';
import { type LedgerLote, loadLote, lockLote, lockLoteOfBody, refuseClosedLote } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { type Context, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { descuentosContract, type TipoDeudaGlobal } from '../contract.ts';
import {
  applySpecial,
  listDescuentos,
  listDeudaGlobal,
  listOpenMonths,
  reverseSpecial,
  updateDescuento,
} from './repository.ts';

const NAMES: Record<TipoDeudaGlobal, string> = {
  mantenimiento: 'mantenimiento',
  cuota_inicial_proyecto: 'cuota revisión de proyecto',
};

/**
 * Sets, changes or (null) takes away a lot's percentage, on the lot and on every open month, so that every balance and
 * interest base is net of it. The lot is locked. Source: DOMAIN.md 6.
 */
async function setSpecial(ctx: Context, lote: LedgerLote, percent: number | null): Promise<void> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const months = await listOpenMonths(tx, lote.id);
  const razon = percent === null ? 'Se quitó el descuento especial' : `El descuento especial pasó a ${percent}%`;
  const revertidos = await reverseSpecial(tx, stamp, lote.id, percent, razon);
  const { meses, monto } = percent === null ? { meses: 0, monto: 0 } : await applySpecial(tx, stamp, lote.id, percent);
  await updateDescuento(tx, lote.id, percent, stamp.now);
  await replaceInterest(tx, stamp, months);
  const applied = percent === null ? '' : `; aplicado a ${meses} meses por ${inPesos(monto)}`;
  await ctx.audit({
    status: percent === null ? 'eliminado' : lote.plusPercentMtto === null ? 'creado' : 'actualizado',
    entidad: 'descuento_especial',
    entidadId: lote.id,
    referencia: lote.referencia,
    nota: `Descuento especial del lote ${lote.referencia}: ${lote.plusPercentMtto ?? 0}% → ${percent ?? 0}%${applied}; revertido en ${revertidos} meses`,
    antes: { descuento: lote.plusPercentMtto },
    despues: { descuento: percent, meses, monto, revertidos },
  });
}

export const descuentosEndpoints = register(descuentosContract, {
  list: ({ ctx }) => listDescuentos(ctx.tx),

  async save({ body, ctx }) {
    const lote = await lockLoteOfBody(ctx.tx, body.id);
    refuseClosedLote(lote);
    await setSpecial(ctx, lote, body.descuento);
    return undefined;
  },

  async remove({ params, ctx }) {
    const lote = await lockLote(ctx.tx, params.id);
    if (lote.plusPercentMtto === null) {
      throw new Refusal(`El lote ${lote.referencia} no tiene descuento especial. Actualice la página`);
    }
    await setSpecial(ctx, lote, null);
    return undefined;
  },

  async deudaGlobal({ params, ctx }) {
    const lote = await loadLote(ctx.tx, params.loteId);
    const rows = await listDeudaGlobal(ctx.tx, params.tipo, lote.id);
    return rows.map(({ saldo, pagado, ...row }) => ({ ...row, deuda: toPesos(saldo), pagado: toPesos(pagado) }));
  },

  async cancelarDeuda({ body, ctx }) {
    await cancelOwed(ctx, { ...body, cargoId: body.id, nombre: NAMES[body.tipo] });
    return undefined;
  },
});
