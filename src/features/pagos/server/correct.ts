/** Corrections that a cash desk needs: each one operation with code and reason, by further rows, never by editing. */
import { toCentavos } from '#core/money.ts';
import { spendCode } from '#libro/server/codes.ts';
import {
  bookCorrection,
  CORRECTIONS,
  loteIn,
  type ReceiptCorrection,
  refuseCorrection,
  refuseLateInHand,
  totalOf,
} from '#libro/server/correct.ts';
import { type FundMovement, moveFund } from '#libro/server/fund.ts';
import { lockLotes, refuseClosedLote } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { lockReceipt, type ReceiptParts } from '#libro/server/receipts.ts';
import { acceptRegister, acceptTender } from '#libro/server/receive.ts';
import { shiftsAreRequired } from '#libro/server/shifts.ts';
import { type Stamp, stampOf } from '#libro/server/stamp.ts';
import type { AfterCommit, Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import type { corregirFondoSchema, corregirReciboSchema } from '../contract.ts';
import { findMetodo, isOfDeposit } from './repository.ts';

type Correction = z.output<typeof corregirReciboSchema>;

function correctionOf(body: Correction): ReceiptCorrection {
  switch (body.tipo) {
    case 'metodo':
      if (body.metodoPago.id === 'fondo') {
        throw new Refusal('Un pago en dinero no se corrige al fondo: cancélelo y cobre de nuevo con el fondo');
      }
      return { tipo: 'metodo', metodoPagoId: body.metodoPago.id, cajaId: body.caja.id, noCuenta: body.noCuenta };
    case 'lote':
      return { tipo: 'lote', loteId: body.lote.id };
    case 'devuelto':
      return { tipo: 'devuelto' };
    case 'deposito':
      return { tipo: 'deposito' };
  }
}

/** A code and an invoice are not spent on what is as it was. */
function refuseUnchanged(receipt: ReceiptParts, to: Extract<ReceiptCorrection, { tipo: 'metodo' }>): void {
  if (receipt.metodoPagoId === to.metodoPagoId && receipt.cajaId === to.cajaId && receipt.noCuenta === to.noCuenta) {
    throw new Refusal('El recibo ya tiene ese método, esa caja y esa cuenta. Cambie lo que está mal');
  }
}

/** What is left to be asked of the provider once the request is committed, and what is to be said when nothing is. */
export interface PendingCorrection {
  cancelacionId: number | null;
  nota: string;
}

/**
 * Corrects a receipt. One on an invoice waits for the provider to cancel that: until then both are locked, and the correction
 * is booked with the confirmation.
 */
export async function correctReceipt(ctx: Context, body: Correction): Promise<PendingCorrection> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const correction = correctionOf(body);
  const locked = await lockReceipt(tx, body.reciboId, {
    further: correction.tipo === 'lote' ? [correction.loteId] : [],
  });
  const { receipt, lines } = locked;
  refuseCorrection(locked, correction);
  if (correction.tipo === 'deposito' && !(await isOfDeposit(tx, receipt.id))) {
    throw new Refusal(`El recibo ${receipt.id} no es de un depósito. Elija otra corrección`);
  }
  if (correction.tipo === 'metodo') {
    refuseUnchanged(receipt, correction);
    const { metodoPagoId: metodo, cajaId } = correction;
    const { enMano } = await acceptRegister(tx, stamp, { metodo, cajaId, stays: cajaId === receipt.cajaId });
    await refuseLateInHand(tx, receipt, enMano);
  }
  const total = totalOf(locked);
  const codigoId = await spendCode(ctx, body.codigo, {
    operacion: CORRECTIONS[body.tipo],
    loteId: receipt.loteId,
    detalle: `Recibo ${receipt.id}: ${body.razon}`,
    monto: total,
  });
  const { razon, idMotivoCancelacion, idTipoRelacionFactura } = body;
  const invoice = await ctx.services.invoicing.requestCorrection(
    tx,
    {
      reciboId: receipt.id,
      pagoIds: lines.map((line) => line.pagoId),
      correccion: correction,
      razon,
      codigoId,
      tipoMotivoCancelacionId: idMotivoCancelacion,
      tipoRelacionFacturaId: idTipoRelacionFactura,
    },
    stamp,
  );
  const nota =
    invoice === 'free'
      ? await bookCorrection(tx, stamp, locked, correction, { razon, codigoId })
      : `Se solicitó, con la cancelación de ${invoice.factura}, la ${CORRECTIONS[body.tipo].toLowerCase()}: recibo ${receipt.id} por ${inPesos(total)}. ${razon}`;
  await ctx.audit({
    status: invoice === 'free' ? 'cancelado' : 'actualizado',
    entidad: 'recibo',
    entidadId: receipt.id,
    referencia: receipt.referencia,
    nota,
    antes: { total: receipt.total, metodo: receipt.metodoPagoId ?? 'fondo', cajaId: receipt.cajaId },
    despues: { tipo: body.tipo, razon },
  });
  return { cancelacionId: invoice === 'free' ? null : invoice.cancelacionId, nota };
}

/** Takes a receipt back whose money the bank had back, on the bank's word. Refuses one whose invoice stands. */
export async function giveBack(ctx: Context, reciboId: number, razon: string): Promise<void> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const correccion = { tipo: 'devuelto' } as const;
  const locked = await lockReceipt(tx, reciboId);
  refuseCorrection(locked, correccion);
  const pagoIds = locked.lines.map((line) => line.pagoId);
  const invoice = await ctx.services.invoicing.requestCorrection(
    tx,
    {
      ...{ reciboId, pagoIds, correccion, razon },
      ...{ codigoId: undefined, tipoMotivoCancelacionId: undefined, tipoRelacionFacturaId: undefined },
    },
    stamp,
  );
  if (invoice !== 'free') throw new Refusal(`El recibo ${reciboId} está en la factura ${invoice.factura}`);
  const nota = await bookCorrection(tx, stamp, locked, correccion, { razon });
  await ctx.audit({
    ...{ status: 'cancelado', entidad: 'recibo', entidadId: reciboId, referencia: locked.receipt.referencia, nota },
    ...{ antes: { total: totalOf(locked) }, despues: { tipo: 'devuelto', razon } },
  });
}

/** Only the provider's word on the invoice corrects an invoiced receipt; refused, both are as before. */
export async function settleCorrection(
  { cancelacionId, nota }: PendingCorrection,
  after: AfterCommit,
): Promise<string> {
  if (cancelacionId === null) return nota;
  const { stamping } = after.outside;
  const { status, mensaje } = await stamping.settleCancellation(after.community, cancelacionId, after.deadline);
  if (status === 'rechazada') {
    throw new Refusal(`El proveedor no canceló la factura y el recibo sigue como estaba. ${mensaje}`);
  }
  if (status === 'en_proceso') {
    return 'Se solicitó cancelar la factura. El recibo queda en cancelación y se corrige en cuanto el SAT la confirme';
  }
  return mensaje || 'La factura se canceló y el recibo quedó corregido';
}

/** A method whose money leaves by no register. */
async function bankMethod(tx: Tx, id: number): Promise<number> {
  const metodo = await findMetodo(tx, id);
  if (!metodo) throw new Refusal('El método de pago no existe. Elija otro');
  if (metodo.en_caja) throw new Refusal(`«${metodo.name}» se entrega en caja. Elija la caja de la que sale`);
  return id;
}

/**
 * What a refund is paid by, and the register that it leaves, with its shift. Without a register it leaves by the bank, where
 * money is not paid out in a shift alone.
 */
async function registerOf(
  tx: Tx,
  stamp: Stamp,
  { caja, metodoPago }: z.output<typeof corregirFondoSchema>,
): Promise<Pick<FundMovement, 'cajaId' | 'metodoId' | 'turnoId'>> {
  const [cajaId, metodoId] = [caja?.id || undefined, metodoPago?.id || undefined];
  if (cajaId === undefined || metodoId === undefined) {
    if (await shiftsAreRequired(tx)) {
      throw new Refusal('Un reembolso se paga con un turno abierto. Elija la caja de la que sale y el método de pago');
    }
    return metodoId === undefined ? {} : { metodoId: await bankMethod(tx, metodoId) };
  }
  const { turnoId } = await acceptTender(tx, stamp, {
    ...{ fechaPago: stamp.today, cajaId, metodo: metodoId },
    ...{ noCuenta: '', referencia: '' },
  });
  return { cajaId, metodoId, turnoId };
}

/** Pays money of a fund back, or moves it to another lot's. */
export async function correctFund(ctx: Context, body: z.output<typeof corregirFondoSchema>): Promise<string> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const destinoId = body.tipo === 'traslado' && typeof body.destino?.id === 'number' ? body.destino.id : undefined;
  if (destinoId === body.lote.id) throw new Refusal('El fondo ya es de ese lote. Elija otro');
  const lotes = await lockLotes(tx, [body.lote.id, ...(destinoId === undefined ? [] : [destinoId])]);
  const lote = loteIn(lotes, body.lote.id);
  const monto = toCentavos(body.monto);
  if (monto > lote.fondo) {
    throw new Refusal(
      `El fondo del lote ${lote.referencia} tiene ${inPesos(lote.fondo)}. Escriba un monto que no lo supere`,
    );
  }
  const destino = destinoId === undefined ? undefined : loteIn(lotes, destinoId);
  if (destino) refuseClosedLote(destino);
  const salida = body.tipo === 'reembolso' ? await registerOf(tx, stamp, body) : {};
  const codigoId = await spendCode(ctx, body.codigo, {
    operacion: body.tipo === 'reembolso' ? 'Reembolso de fondo' : 'Traslado de fondo',
    loteId: lote.id,
    detalle: body.razon,
    monto,
  });
  const common = { codigoId, razon: body.razon };
  await moveFund(tx, stamp, [
    { ...common, ...salida, loteId: lote.id, tipo: body.tipo, monto: -monto },
    ...(destino ? [{ ...common, loteId: destino.id, tipo: 'traslado' as const, monto }] : []),
  ]);
  const nota = destino
    ? `Traslado de ${inPesos(monto)} del fondo de ${lote.referencia} al de ${destino.referencia}. ${body.razon}`
    : `Reembolso de ${inPesos(monto)} del fondo de ${lote.referencia}. ${body.razon}`;
  await ctx.audit({
    status: 'actualizado',
    entidad: 'fondo',
    entidadId: lote.id,
    referencia: lote.referencia,
    nota,
    antes: { fondo: lote.fondo },
    despues: { fondo: lote.fondo - monto, ...salida },
  });
  return nota;
}
