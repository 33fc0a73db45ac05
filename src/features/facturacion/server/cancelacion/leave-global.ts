/**
 * A lot that asks for its own invoice after the month's global one: that one is cancelled by motive 04 and, once it is, the other
 * payments get a global invoice again and the lot's their own. Source: fiscal.md.
 */
import { spendCode } from '#libro/server/codes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { type Stamp, stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { SalirDeGlobal } from '../../contract.ts';
import { nameOf } from '../../rules.ts';
import { termsOfMonth } from '../borrador/chosen.ts';
import { insertDraft, type NewDraft, refusalOfForma } from '../borrador/draft.ts';
import { draftOfReceipt, draftReceipts } from '../borrador/receipts.ts';
import { listPagos, type PagoPorFacturar } from '../borrador/repository.ts';
import { requireEmisor } from '../borrador/required.ts';
import { type FacturaRow, findReferencia, lockWithSustituida } from '../repository.ts';
import { tellControl } from '../timbre/control.ts';
import { refusalToSeal } from '../timbre/seal.ts';
import { findReasonsOfGlobal, insertSalida, listLotesOfGlobal, triedOut, updateSalida } from './repository.ts';
import { type Cancelling, requestCancellation } from './request.ts';
import { draftRest, monthOfGlobal } from './rest.ts';

/** Requests the cancellation of a global invoice that a lot leaves. */
export async function leaveGlobal(ctx: Context, body: SalirDeGlobal): Promise<Cancelling> {
  const { tx } = ctx;
  const row = await lockWithSustituida(tx, body.id);
  if (!row || row.status === 'rechazada') throw new NotFound('La factura no existe');
  if (row.tipo !== 'global') throw new Refusal(`La factura ${nameOf(row)} no es global. Cancélela con su motivo`);
  const lote = (await listLotesOfGlobal(tx, row.id)).find(({ loteId }) => loteId === body.loteId);
  if (!lote) throw new Refusal(`El lote no tiene pagos en la factura ${nameOf(row)}. Elija otro`);
  if (!lote.conDatos) {
    throw new Refusal(
      `El lote ${lote.referencia} no tiene datos fiscales. Captúrelos en Operaciones, Datos fiscales, y sáquelo después`,
    );
  }
  const { motivoId, relacionId } = await findReasonsOfGlobal(tx);
  if (motivoId === null || relacionId === null) {
    throw new Refusal('Falta el motivo de cancelación 04 o una relación de factura. Complete los catálogos');
  }
  await requireSealable(ctx, row, lote.loteId);
  const codigoId = await spendCode(ctx, body.codeAutorizacion, {
    operacion: 'Salida de factura global',
    loteId: lote.loteId,
    detalle: `Factura ${nameOf(row)}: ${body.razon}`,
    monto: lote.monto,
  });
  const terms = {
    pagoId: null,
    conPagos: false,
    razon: body.razon,
    tipoMotivoCancelacionId: motivoId,
    tipoRelacionFacturaId: relacionId,
    folioSustitucion: undefined,
    codigoId,
  };
  const cancelacionId = await requestCancellation(tx, row, terms, stampOf(ctx));
  await insertSalida(tx, { cancelacion_id: cancelacionId, lote_id: lote.loteId });
  await ctx.audit({
    status: 'actualizado',
    entidad: 'factura',
    entidadId: row.id,
    referencia: lote.referencia,
    nota: `El lote ${lote.referencia} sale de la factura global ${nameOf(row)} con ${inPesos(lote.monto)}. ${body.razon}`.slice(
      0,
      500,
    ),
  });
  return { cancelacionId };
}

/** Refuses what would not be sealed afterwards: a global invoice that is cancelled does not come back. */
async function requireSealable(ctx: Context, row: FacturaRow, loteId: number): Promise<void> {
  const { tx } = ctx;
  const ids = (await listLotesOfGlobal(tx, row.id)).flatMap(({ pagoIds }) => pagoIds);
  const { own, rest } = partedBy(await listPagos(tx, ids), loteId);
  const referencia = await findReferencia(tx, loteId);
  if (own.length === 0) {
    throw new Refusal(
      `Lo que hay del lote ${referencia} en la factura ${nameOf(row)} lo pagó quien lo vendió, y se queda en ella`,
    );
  }
  const ofLote = await draftOfReceipt(tx, { loteId, pagoIds: own.map(({ id }) => id) });
  if ('motivo' in ofLote) throw new Refusal(`La factura del lote ${referencia} no se podría generar. ${ofLote.motivo}`);
  const drafts: [string, NewDraft][] = [[`La factura del lote ${referencia}`, ofLote]];
  if (rest.length > 0) {
    const refusal = refusalOfForma(rest);
    if (refusal !== undefined) throw new Refusal(`La nueva factura global no se podría generar. ${refusal}`);
    const terms = termsOfMonth(await requireEmisor(tx), rest, monthOfGlobal(row));
    drafts.push(['La nueva factura global', { terms, pagos: rest }]);
  }
  for (const [name, draft] of drafts) {
    const fallas = await triedOut(tx, () => fallasOfDraft(ctx, row, draft));
    if (fallas !== '') throw new Refusal(`${name} no se podría timbrar. ${fallas}`);
  }
}

/** Why a draft would not be sealed, in words; '' where nothing is known. It is written, as one that takes the other's place. */
async function fallasOfDraft(ctx: Context, { id, uuid }: FacturaRow, draft: NewDraft): Promise<string> {
  if (uuid === null) throw new Error(`invoice ${id} is not stamped`);
  const stamp = stampOf(ctx);
  const facturaId = await insertDraft(ctx.tx, { ...draft, sustituye: { id, uuid } }, stamp);
  const refusal = await refusalToSeal(ctx.tx, facturaId, { community: ctx.community, now: stamp.now });
  return refusal?.mensaje ?? '';
}

/** What whoever sold the lot paid stays in the month's: it is no business of who asks for an invoice now. */
function partedBy(pagos: readonly PagoPorFacturar[], lote: number) {
  return {
    own: pagos.filter(({ loteId, ventaId }) => loteId === lote && ventaId === null),
    rest: pagos.filter(({ loteId, ventaId }) => loteId !== lote || ventaId !== null),
  };
}

/** What a confirmed cancellation was asked for: the drafts that take the place of a global invoice. Answers what is missing. */
export async function splitGlobal(
  tx: Tx,
  stamp: Stamp,
  row: FacturaRow,
  salida: { cancelacionId: number; loteId: number },
): Promise<string> {
  const ids = (await listLotesOfGlobal(tx, row.id)).flatMap(({ pagoIds }) => pagoIds);
  const pagos = (await listPagos(tx, ids)).filter((pago) => pago.status === 'recibido' && !pago.facturado);
  const { own, rest } = partedBy(pagos, salida.loteId);
  const [draft] =
    own.length === 0
      ? []
      : await draftReceipts(tx, [{ loteId: salida.loteId, pagoIds: own.map(({ id }) => id) }], stamp);
  const global = await draftRest(tx, row, rest, stamp);
  const facturaId = draft && 'facturaId' in draft ? draft.facturaId : null;
  const mensaje = draft && 'motivo' in draft ? draft.motivo : '';
  await updateSalida(tx, salida.cancelacionId, {
    global_id: global.id,
    factura_id: facturaId,
    mensaje: [mensaje, global.motivo].filter(Boolean).join('. '),
  });
  const referencia = await findReferencia(tx, salida.loteId);
  const missing = [
    mensaje === '' ? '' : `La factura del lote ${referencia} no se pudo generar: ${mensaje}.`,
    global.motivo === '' ? '' : `La nueva factura global no se pudo generar: ${global.motivo}.`,
  ].filter(Boolean);
  if (missing.length > 0) {
    await tellControl(
      tx,
      `La factura global ${nameOf(row)} se canceló y falta facturar sus pagos`,
      [...missing, 'Corrija la causa y facture los pagos en Cobranza, Factura global, o en Generar Factura.'],
      stamp.now,
    );
  }
  return missing.join(' ');
}
