/** Corrections that a cash desk needs: each one operation with code and reason, by further rows, never by editing. */
import { toCentavos } from '#core/money.ts';
import { cancelExcess, cancelPayments } from '#libro/server/cancel.ts';
import { spendCode } from '#libro/server/codes.ts';
import { moveFund } from '#libro/server/fund.ts';
import { type LedgerLote, lockLotes, refuseClosedLote } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { type PaymentLine, receivePayment, refuseTender, type Tender } from '#libro/server/receive.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import type { corregirFondoSchema, corregirReciboSchema } from '../contract.ts';
import { findExcess, findReceipt, listGranted, listReceiptLines, type ReceiptParts } from './repository.ts';

const GONE = 'El recibo no existe. Actualice la página e intente de nuevo';

function loteIn(lotes: readonly LedgerLote[], id: number): LedgerLote {
  const lote = lotes.find((one) => one.id === id);
  if (!lote) throw new Refusal('El lote no existe. Actualice la página y elíjalo de nuevo');
  return lote;
}

/** The receipt with everything it settled, its lots locked. */
async function lockReceipt(ctx: Context, reciboId: number, further: readonly number[] = []) {
  const before = await listReceiptLines(ctx.tx, reciboId);
  const head = await findReceipt(ctx.tx, reciboId);
  if (!head) throw new Refusal(GONE);
  const lotes = await lockLotes(ctx.tx, [head.loteId, ...before.map((line) => line.loteId), ...further]);
  const receipt = await findReceipt(ctx.tx, reciboId);
  if (!receipt) throw new Refusal(GONE);
  const lines = await listReceiptLines(ctx.tx, reciboId);
  const excess = await findExcess(ctx.tx, reciboId);
  if (receipt.corregido) throw new Refusal('El recibo ya fue corregido. Corrija el que tomó su lugar');
  if (lines.length === 0 && !excess) throw new Refusal('El recibo ya está cancelado. No hay nada que corregir');
  return { receipt, lines, excess, lotes };
}

function tenderOf(receipt: ReceiptParts): Tender {
  return {
    metodo: receipt.metodoPagoId ?? 'fondo',
    cajaId: receipt.cajaId,
    fechaPago: receipt.fechaPago,
    noCuenta: receipt.noCuenta,
    referencia: receipt.observacion,
  };
}

type Correction = z.output<typeof corregirReciboSchema>;

const OPERATION = {
  metodo: 'Corrección de método o caja',
  lote: 'Corrección de lote',
  devuelto: 'Pago devuelto por el banco',
} as const;

/** Corrects a receipt. What it settled is cancelled; where the money stays, a receipt that refers to it takes its place. */
export async function correctReceipt(ctx: Context, body: Correction): Promise<string> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const further = body.tipo === 'lote' ? [body.lote.id] : [];
  const { receipt, lines, excess, lotes } = await lockReceipt(ctx, body.reciboId, further);
  if (receipt.esFondo && body.tipo !== 'metodo') {
    throw new Refusal('El recibo se pagó con el fondo: cancele el pago y el dinero vuelve al fondo');
  }
  if (body.tipo === 'lote' && body.lote.id === receipt.loteId) {
    throw new Refusal('El pago ya es de ese lote. Elija otro');
  }
  const paid = lines.reduce((sum, line) => sum + line.monto, 0);
  const total = paid + (excess?.monto ?? 0);
  const codigoId = await spendCode(ctx, body.codigo, {
    operacion: OPERATION[body.tipo],
    loteId: receipt.loteId,
    detalle: `Recibo ${receipt.id}: ${body.razon}`,
    monto: total,
  });
  const granted = await listGranted(tx, receipt.id);
  const owner = loteIn(lotes, receipt.loteId);
  await cancelPayments(
    tx,
    stamp,
    lines.map((line) => line.pagoId),
    { motivo: body.tipo === 'devuelto' ? 'devuelto' : 'correccion', razon: body.razon, codigoId },
  );
  if (excess) await cancelExcess(tx, stamp, excess, { razon: body.razon, codigoId }, owner.fondo);

  let nota = `${OPERATION[body.tipo]}: recibo ${receipt.id} por ${inPesos(total)}. ${body.razon}`;
  if (body.tipo === 'metodo') {
    if (body.metodoPago.id === 'fondo') {
      throw new Refusal('Un pago en dinero no se corrige al fondo: cancélelo y cobre de nuevo con el fondo');
    }
    if (receipt.esFondo && excess) throw new Refusal(GONE);
    const tender: Tender = {
      ...tenderOf(receipt),
      metodo: body.metodoPago.id,
      cajaId: body.caja.id,
      noCuenta: body.noCuenta,
    };
    await refuseTender(tx, stamp, tender);
    const replacement = await receivePayment(tx, stamp, {
      loteId: receipt.loteId,
      tender,
      lines: lines.map(
        (line): PaymentLine => ({
          cargoId: line.cargoId,
          monto: line.monto,
          ajustes: granted
            .filter((one) => one.cargoId === line.cargoId)
            .map(({ tipo, monto, porcentaje, razon, codigoId: code }) => ({
              tipo,
              monto,
              porcentaje: porcentaje ?? undefined,
              razon,
              codigoId: code ?? undefined,
            })),
        }),
      ),
      excedente: excess?.monto ?? 0,
      corrigeId: receipt.id,
    });
    nota += `. Lo sustituye el recibo ${replacement.reciboId}`;
  } else if (body.tipo === 'lote') {
    const target = loteIn(lotes, body.lote.id);
    refuseClosedLote(target);
    const replacement = await receivePayment(tx, stamp, {
      loteId: target.id,
      tender: tenderOf(receipt),
      lines: [],
      excedente: total,
      corrigeId: receipt.id,
    });
    nota += `. El dinero pasa al fondo del lote ${target.referencia} con el recibo ${replacement.reciboId}`;
  }
  await ctx.audit({
    status: 'cancelado',
    entidad: 'recibo',
    entidadId: receipt.id,
    referencia: receipt.referencia,
    nota,
    antes: { total: receipt.total, metodo: receipt.metodoPagoId ?? 'fondo', cajaId: receipt.cajaId },
    despues: { tipo: body.tipo, razon: body.razon },
  });
  return nota;
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
  const codigoId = await spendCode(ctx, body.codigo, {
    operacion: body.tipo === 'reembolso' ? 'Reembolso de fondo' : 'Traslado de fondo',
    loteId: lote.id,
    detalle: body.razon,
    monto,
  });
  const common = { codigoId, razon: body.razon };
  await moveFund(tx, stamp, [
    { ...common, loteId: lote.id, tipo: body.tipo, monto: -monto },
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
    despues: { fondo: lote.fondo - monto },
  });
  return nota;
}
