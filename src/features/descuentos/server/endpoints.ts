import { percentageOf, toPesos } from '#core/money.ts';
import { cancelOwed } from '#libro/server/condone.ts';
import { interestSpared, replaceInterest } from '#libro/server/interest.ts';
import { type LedgerLote, loadLote, lockLote, lockLoteOfBody, refuseClosedLote } from '#libro/server/lotes.ts';
import { definitionFor } from '#libro/server/maintenance.ts';
import { followMerges } from '#libro/server/merge.ts';
import {
  bookChanges,
  changesTo,
  countKept,
  effectOf,
  listMonthsOfLote,
  type SpecialEffect,
} from '#libro/server/special.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { type Context, type Reading, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { descuentosContract, type EfectoEspecial, type TipoDeudaGlobal } from '../contract.ts';
import { debtInWords, SIN_MOTIVO } from '../rules.ts';
import { insertChange, listDescuentos, listDeudaGlobal, updateDescuento } from './repository.ts';

const NAMES: Record<TipoDeudaGlobal, string> = {
  mantenimiento: 'mantenimiento',
  cuota_inicial_proyecto: 'cuota revisión de proyecto',
};

/** What setting (null: taking away) a lot's percentage would change. */
async function planOf({ tx, today }: Pick<Reading, 'tx' | 'today'>, loteId: number, percent: number | null) {
  const months = await listMonthsOfLote(tx, loteId);
  const changes = changesTo(months, percent);
  const specials = changes.map(({ month, despues }) => ({ cargoId: month.cargoId, monto: despues }));
  return { months, changes, effect: effectOf(changes, await interestSpared(tx, { today: today() }, specials)) };
}

const pesosOf = ({ perdona, devuelve, intereses }: SpecialEffect) => ({
  perdona: { ...perdona, monto: toPesos(perdona.monto) },
  devuelve: { ...devuelve, monto: toPesos(devuelve.monto) },
  intereses: toPesos(intereses),
});

/** That, in pesos, as it is shown before and told after. */
async function effectFor(ctx: Context, lote: LedgerLote, percent: number | null): Promise<EfectoEspecial> {
  const { months, effect } = await planOf(ctx, lote.id, percent);
  const cuota = (await definitionFor(ctx.tx, lote))?.cuota;
  return {
    referencia: lote.referencia,
    antes: lote.plusPercentMtto,
    despues: percent,
    abiertos: months.filter(({ saldo }) => saldo > 0).length,
    ...pesosOf(effect),
    quedan: countKept(months, percent),
    cuota: cuota === undefined ? null : toPesos(cuota),
    cuotaNeta: cuota === undefined ? null : toPesos(cuota - percentageOf(cuota, percent ?? 0)),
  };
}

/**
 * Sets, changes or (null) takes away a lot's percentage, on the lot, on every open month and on those that an earlier one
 * closed, so that every balance and interest base is net of it. The lot is locked. Source: dominio.md#maintenance.
 */
async function setSpecial(ctx: Context, lote: LedgerLote, percent: number | null, said: string): Promise<void> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const { changes, effect } = await planOf(ctx, lote.id, percent);
  const antes = lote.plusPercentMtto;
  const motivo = said || SIN_MOTIVO;
  const what =
    percent === null ? 'Se quitó el descuento especial del lote' : `Descuento especial del lote: ${percent}%`;
  await bookChanges(tx, stamp, changes, `${what}. ${motivo}`);
  await updateDescuento(tx, lote.id, percent, stamp.now);
  if (changes.length > 0 || percent !== antes) {
    await insertChange(tx, ctx.user.id, stamp, { loteId: lote.id, antes, despues: percent, razon: motivo, ...effect });
  }
  await replaceInterest(
    tx,
    stamp,
    changes.map(({ month }) => month.cargoId),
  );
  await followMerges(tx, stamp, [lote.id]);
  await ctx.audit({
    status: percent === null ? 'eliminado' : antes === null ? 'creado' : 'actualizado',
    entidad: 'descuento_especial',
    entidadId: lote.id,
    referencia: lote.referencia,
    nota: `Descuento especial del lote ${lote.referencia}: ${antes ?? 0}% → ${percent ?? 0}%. ${debtInWords(pesosOf(effect))} Motivo: ${motivo}`,
    antes: { descuento: antes },
    despues: { descuento: percent, ...effect },
  });
}

export const descuentosEndpoints = register(descuentosContract, {
  list: ({ ctx }) => listDescuentos(ctx.tx),

  async save({ body, ctx }) {
    const lote = await lockLoteOfBody(ctx.tx, body.id);
    refuseClosedLote(lote);
    await setSpecial(ctx, lote, body.descuento, body.razon);
    return undefined;
  },

  async efecto({ params, query, ctx }) {
    return effectFor(ctx, await loadLote(ctx.tx, params.id), query.descuento ?? null);
  },

  async remove({ params, query, ctx }) {
    const lote = await lockLote(ctx.tx, params.id);
    if (lote.plusPercentMtto === null) {
      throw new Refusal(`El lote ${lote.referencia} no tiene descuento especial. Actualice la página`);
    }
    await setSpecial(ctx, lote, null, query.razon);
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
