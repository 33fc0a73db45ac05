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
import { insertDraft } from '../borrador/draft.ts';
import { draftReceipts } from '../borrador/receipts.ts';
import { findEmisor, listPagos } from '../borrador/repository.ts';
import { type FacturaRow, findReferencia, lockWithSustituida } from '../repository.ts';
import { findReasonsOfGlobal, insertSalida, listLotesOfGlobal, updateSalida } from './repository.ts';
import { type Cancelling, requestCancellation } from './request.ts';

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

/** What a confirmed cancellation was asked for: the drafts that take the place of a global invoice. Answers what is missing. */
export async function splitGlobal(
  tx: Tx,
  stamp: Stamp,
  row: FacturaRow,
  salida: { cancelacionId: number; loteId: number },
): Promise<string> {
  const ids = (await listLotesOfGlobal(tx, row.id)).flatMap(({ pagoIds }) => pagoIds);
  const pagos = (await listPagos(tx, ids)).filter((pago) => pago.status === 'recibido' && !pago.facturado);
  const own = pagos.filter(({ loteId }) => loteId === salida.loteId);
  const rest = pagos.filter(({ loteId }) => loteId !== salida.loteId);
  const [draft] =
    own.length === 0
      ? []
      : await draftReceipts(tx, [{ loteId: salida.loteId, pagoIds: own.map(({ id }) => id) }], stamp);
  const emisor = rest.length === 0 ? undefined : await findEmisor(tx);
  const month = `${row.periodo_year}-${row.periodo_mes}`;
  const globalId = emisor
    ? await insertDraft(tx, { terms: termsOfMonth(emisor, rest, month), pagos: rest }, stamp)
    : null;
  const facturaId = draft && 'facturaId' in draft ? draft.facturaId : null;
  const mensaje = draft && 'motivo' in draft ? draft.motivo : '';
  await updateSalida(tx, salida.cancelacionId, { global_id: globalId, factura_id: facturaId, mensaje });
  const referencia = await findReferencia(tx, salida.loteId);
  return mensaje === '' ? '' : `La factura del lote ${referencia} no se pudo generar: ${mensaje}`;
}
