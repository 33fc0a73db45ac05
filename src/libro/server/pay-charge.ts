/**
 * A payment on one charge (fine, fee, extraordinary or project fee): the flow that all of them share. Amounts are computed
 * anew on the balance of this moment; what was sent is only how much the resident hands over.
 */
import { codedDiscount, fundShare } from '#core/allocation.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import type { AuditEntry } from '#platform/server/audit.ts';
import type { AfterCommit, Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { Draft } from '#platform/server/invoicing.ts';
import type { PaymentResult } from '../contract.ts';
import { type ChargeKind, lockCharge, refuseClosedCharge } from './charges.ts';
import { type CodedUse, spendCodes } from './codes.ts';
import { refuseClosedLote } from './lotes.ts';
import {
  acceptTender,
  type Payment,
  type PaymentLine,
  type PlacedTender,
  type Receipt,
  receivePayment,
  type Tender,
} from './receive.ts';
import { stampOf } from './stamp.ts';

const money = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' });

/** '$1,234.50', for messages and audit notes. */
export function inPesos(centavos: Centavos): string {
  return money.format(toPesos(centavos));
}

/** What the fund pays of what is owed. Refuses an empty fund. */
export function paidByFund(owed: Centavos, fondo: Centavos): Centavos {
  const { pays } = fundShare(owed, fondo);
  if (pays === 0 && owed > 0) throw new Refusal('El fondo del lote no tiene saldo. Elija otro método de pago');
  return pays;
}

/** The adjustment that a payment grants by a supervisor's code; none where nothing is taken off. */
export function discountByCode(
  monto: Centavos,
  percent: number,
  codigoId: number | undefined,
): NonNullable<PaymentLine['ajustes']> {
  if (monto === 0) return [];
  return [{ tipo: 'descuento', monto, porcentaje: percent, codigoId, razon: `Descuento del ${percent}%` }];
}

/** What a code is spent for where a fine or a fee is discounted. */
export const discountUse = (
  nombre: string,
  { concepto, percent, descuento, codigo }: { concepto: string; percent: number; descuento: Centavos; codigo: string },
): CodedUse => ({ codigo, operacion: `Descuento en ${nombre}`, detalle: `${concepto}: ${percent}%`, monto: descuento });

export interface ChargePayment {
  tipo: Exclude<ChargeKind, 'interes' | 'mantenimiento' | 'cuota_inicial'>;
  cargoId: number;
  /** Pesos handed over. */
  monto: number;
  tender: Tender;
  /** Percentage of the outstanding amount, with its code. */
  descuento?: { percent: number; codigo: string } | undefined;
  /** For the code's trace and the audit note: 'sanción'. */
  nombre: string;
}

/** Takes a payment on one charge and answers its outcome. */
export async function payCharge(ctx: Context, payment: ChargePayment): Promise<PaymentResult> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const { charge, lote } = await lockCharge(tx, payment.tipo, payment.cargoId);
  refuseClosedLote(lote);
  refuseClosedCharge(charge);
  const tender = await acceptTender(tx, stamp, payment.tender);
  const percent = payment.descuento?.percent ?? 0;
  const descuento = codedDiscount(charge.saldo, percent);
  const owed = charge.saldo - descuento;
  const sent = toCentavos(payment.monto);
  let monto: Centavos;
  if (payment.tender.metodo === 'fondo') {
    monto = paidByFund(owed, lote.fondo);
  } else {
    if (sent > owed) {
      throw new Refusal(`El saldo de «${charge.concepto}» es de ${inPesos(owed)}. Escriba un monto que no lo supere`);
    }
    monto = sent;
  }
  const codigo = payment.descuento?.codigo ?? '';
  const discounted = { concepto: charge.concepto, percent, descuento, codigo };
  const spent = await spendCodes(ctx, lote.id, percent > 0 ? [discountUse(payment.nombre, discounted)] : []);
  const codigoId = spent.get(codigo.trim());
  return bookPayment(
    ctx,
    {
      loteId: lote.id,
      tender,
      lines: [{ cargoId: charge.id, monto, ajustes: discountByCode(descuento, percent, codigoId) }],
      excedente: 0,
    },
    () => payment.tipo,
    ({ reciboId }) => ({
      status: 'creado',
      entidad: 'recibo',
      entidadId: reciboId,
      referencia: lote.referencia,
      nota: `Pago de ${payment.nombre} por ${inPesos(monto)}: ${charge.concepto}`,
      despues: {
        monto,
        descuento,
        fechaPago: tender.fechaPago,
        fechaContable: tender.fechaContable,
        cajaId: payment.tender.cajaId,
        metodo: payment.tender.metodo,
      },
    }),
  );
}

/**
 * Books one payment, audits and answers it. The draft of its invoice stands with it, and `settlePayment` tells what became of
 * that; what it is made of is asked for in the receipt's own packet.
 */
export async function bookPayment(
  ctx: Context,
  payment: Payment,
  nameOf: BookedPayment['nameOf'],
  audited: (receipt: Receipt) => AuditEntry,
): Promise<PaymentResult> {
  const { loteId, tender } = payment;
  const stamp = stampOf(ctx);
  const receiving = receivePayment(ctx.tx, stamp, payment);
  const [receipt, draft] = await Promise.all([
    receiving,
    ctx.services.invoicing.draftOfLast(
      ctx.tx,
      receiving.then(({ pagos }) => ({ loteId, pagoIds: pagos.map(({ id }) => id) })),
      stamp,
    ),
  ]);
  await ctx.audit(audited(receipt));
  return answerOf({ loteId, receipt, tender, nameOf }, draft);
}

export interface BookedPayment {
  loteId: number;
  receipt: Receipt;
  tender: PlacedTender;
  /** What a charge that it settled is called. */
  nameOf: (cargoId: number) => string;
}

/** The answers of several payments, in their order. */
export async function resultsOf(ctx: Context, booked: readonly BookedPayment[]): Promise<PaymentResult[]> {
  const withPayments = booked.filter(({ receipt }) => receipt.pagos.length > 0);
  const drafts = await ctx.services.invoicing.drafts(
    ctx.tx,
    withPayments.map(({ loteId, receipt }) => ({ loteId, pagoIds: receipt.pagos.map((pago) => pago.id) })),
    stampOf(ctx),
  );
  const draftOf = new Map(withPayments.map(({ receipt }, n) => [receipt.reciboId, drafts[n]]));
  return booked.map((one) => answerOf(one, draftOf.get(one.receipt.reciboId)));
}

/** The answer of a payment, with the draft of its invoice. */
function answerOf({ receipt, tender, nameOf }: BookedPayment, drafted: Draft | undefined): PaymentResult {
  const draft =
    drafted && receipt.pagos.length > 0 ? drafted : { motivo: 'No hay nada que facturar: el descuento cubrió todo' };
  return {
    seFacturo: false,
    idFactura: 'facturaId' in draft ? draft.facturaId : null,
    // All that the receipt took, so that its note adds up to it.
    cobrosIdentificadoresList: [
      ...receipt.pagos.map((pago) => ({ id: pago.id, name: nameOf(pago.cargoId) })),
      ...(receipt.abonoId === null ? [] : [{ id: receipt.abonoId, name: 'fondo' as const }]),
    ],
    responseFromProveedor: 'motivo' in draft ? draft.motivo : '',
    recibo: {
      id: receipt.reciboId,
      total: toPesos(receipt.total),
      fondo: toPesos(receipt.aFondo),
      fechaPago: tender.fechaPago,
      fechaContable: tender.fechaContable,
    },
  };
}

/** Stamps the invoice of a payment, as far as the time goes. The payment stands whatever comes of it. */
export async function settlePayment(result: PaymentResult, after: AfterCommit): Promise<PaymentResult> {
  if (result.idFactura === null) return result;
  const { status, mensaje } = await after.outside.stamping.settle(after.community, result.idFactura, after.deadline);
  return {
    ...result,
    seFacturo: status === 'facturada',
    idFactura: status === 'rechazada' ? null : result.idFactura,
    responseFromProveedor: mensaje,
  };
}

settlePayment.waitsFor = (result: PaymentResult): boolean => result.idFactura !== null;
