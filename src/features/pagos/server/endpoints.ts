import { toPesos } from '#core/money.ts';
import { diferenciaDe } from '#documents/recibo.ts';
import type { ReciboImpreso } from '#documents/recibo-impreso.ts';
import { adeudosContract } from '#libro/adeudos/contract.ts';
import { folioOf } from '#libro/facturas/rules.ts';
import { cobroMantenimientoContract } from '#libro/mantenimiento/contract.ts';
import { recibosContract } from '#libro/recibos/contract.ts';
import { cancelDiscount, cancelExcess, cancelPayments } from '#libro/server/cancel.ts';
import { spendCode } from '#libro/server/codes.ts';
import { loteIn, refuseInvoicedBefore } from '#libro/server/correct.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import { referenceOf } from '#libro/server/merge.ts';
import { inPesos, settlePayment } from '#libro/server/pay-charge.ts';
import { listReciboIdsOf, listRecibosFirmados } from '#libro/server/recibo.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { type AfterCommit, type Context, register } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import { type cancelarPagoSchema, pagosContract } from '../contract.ts';
import { correctFund, correctReceipt, settleCorrection } from './correct.ts';
import { futureContextOf, payContextOf, payMaintenance } from './pay.ts';
import { adeudosOf, payAll } from './pay-all.ts';
import { hallazgosDe, pagosDeLote } from './read.ts';
import {
  deleteSistemaAnterior,
  existsInCatalogue,
  findAbono,
  findDescuento,
  findPago,
  getUserName,
  insertSistemaAnterior,
  listFacturados,
  listNota,
  type PagoFacturado,
  type PagoRef,
} from './repository.ts';

const GONE = 'El pago no existe. Actualice la página e intente de nuevo';

type Cancellation = z.output<typeof cancelarPagoSchema>;

async function refuseUnknownReasons(ctx: Context, body: Cancellation): Promise<void> {
  if (!(await existsInCatalogue(ctx.tx, 'tipo_motivo_cancelacion', body.idMotivoCancelacion))) {
    throw new Refusal('El motivo de cancelación no existe. Elija otro');
  }
  if (!(await existsInCatalogue(ctx.tx, 'tipo_relacion_factura', body.idTipoRelacionFactura))) {
    throw new Refusal('La relación de factura no existe. Elija otra');
  }
}

/** What is left to be asked of the provider once the request is committed: nothing, or a cancellation's id. */
interface Pending {
  cancelacionId: number | null;
}

const DONE = 'El pago ha sido cancelado';

/** A payment read after its lots are locked; undefined where there is none of this kind. */
async function lockPago(tx: Tx, id: number, tipo: string): Promise<PagoRef | undefined> {
  const before = await findPago(tx, id);
  if (before?.tipo !== tipo) return undefined;
  await lockLotes(tx, [before.cargoLoteId, before.reciboLoteId]);
  const pago = await findPago(tx, id);
  // A merge moved the charge while the lock was waited for.
  return pago?.cargoLoteId === before.cargoLoteId ? pago : undefined;
}

/**
 * Takes off a mark that was made by mistake, after which the payment may be invoiced and cancelled here. A closed month does not
 * stand in its way, as it does not in that of the mark: none of its figures asks for it.
 */
async function unmark(ctx: Context, pago: PagoRef): Promise<undefined> {
  if (!(await deleteSistemaAnterior(ctx.tx, pago.id))) {
    throw new Refusal('El pago no está marcado como facturado en el sistema anterior. Actualice la página');
  }
  await ctx.audit({
    status: 'actualizado',
    entidad: 'pago',
    entidadId: pago.id,
    referencia: pago.referencia,
    nota: `Se quitó al pago la marca de facturado en el sistema anterior: ${pago.refSistemaAnterior}`,
    antes: { refSistemaAnterior: pago.refSistemaAnterior },
    despues: { refSistemaAnterior: '' },
  });
  return undefined;
}

async function cancelPago(ctx: Context, body: Cancellation): Promise<Pending> {
  const { tx } = ctx;
  const pago = await lockPago(tx, body.id, body.name);
  if (!pago) throw new Refusal(GONE);
  refuseInvoicedBefore(pago);
  const codigoId = await spendCode(ctx, body.codeAutorizacion, {
    operacion: 'Cancelación de pago',
    loteId: pago.cargoLoteId,
    detalle: pago.concepto,
    monto: pago.monto,
  });
  const terms = {
    razon: body.motivoCancelacion,
    codigoId,
    tipoMotivoCancelacionId: body.idMotivoCancelacion,
    tipoRelacionFacturaId: body.idTipoRelacionFactura,
  };
  const invoice = await ctx.services.invoicing.requestCancellation(
    tx,
    { pagoId: pago.id, folioSustitucion: body.folioSustitucion || undefined, ...terms },
    stampOf(ctx),
  );
  const con = invoice === 'free' ? undefined : invoice.factura;
  if (con === undefined) await cancelPayments(tx, stampOf(ctx), [pago.id], { motivo: 'cancelado', ...terms });
  await ctx.audit({
    status: 'cancelado',
    entidad: 'pago',
    entidadId: pago.id,
    referencia: pago.referencia,
    nota: `${con === undefined ? 'Pago' : `Se solicitó cancelar, con ${con}, el pago`} de ${inPesos(pago.monto)}${con === undefined ? ' cancelado' : ''}: ${pago.concepto}. ${body.motivoCancelacion}`.slice(
      0,
      500,
    ),
    antes: { monto: pago.monto, reciboId: pago.reciboId },
  });
  return { cancelacionId: invoice === 'free' ? null : invoice.cancelacionId };
}

/** Only the provider's word on the invoice cancels an invoiced payment; refused, both are as before. */
async function settleCancellation({ cancelacionId }: Pending, after: AfterCommit): Promise<string> {
  if (cancelacionId === null) return DONE;
  const { stamping } = after.outside;
  const { status, mensaje } = await stamping.settleCancellation(after.community, cancelacionId, after.deadline);
  if (status === 'rechazada')
    throw new Refusal(`El proveedor no canceló la factura y el pago sigue vigente. ${mensaje}`);
  return status === 'cancelada'
    ? [DONE, mensaje].filter(Boolean).join('. ')
    : 'Se solicitó cancelar la factura. El pago queda en cancelación hasta que el SAT la confirme';
}

async function cancelAbono(ctx: Context, body: Cancellation): Promise<Pending> {
  const abono = await findAbono(ctx.tx, body.id);
  if (!abono) throw new Refusal(GONE);
  const lotes = await lockLotes(ctx.tx, [abono.loteId, await referenceOf(ctx.tx, abono.loteId)]);
  const lote = loteIn(lotes, abono.loteId);
  const codigoId = await spendCode(ctx, body.codeAutorizacion, {
    operacion: 'Cancelación de abono a fondo',
    loteId: lote.id,
    detalle: body.motivoCancelacion,
    monto: abono.monto,
  });
  await cancelExcess(ctx.tx, stampOf(ctx), abono, {
    ...{ motivo: 'cancelado', razon: body.motivoCancelacion, codigoId },
  });
  await ctx.audit({
    status: 'cancelado',
    entidad: 'fondo',
    entidadId: abono.id,
    referencia: lote.referencia,
    nota: `Abono a fondo de ${inPesos(abono.monto)} cancelado. ${body.motivoCancelacion}`,
    antes: { monto: abono.monto, reciboId: abono.reciboId },
  });
  return { cancelacionId: null };
}

/** A discount that left nothing to pay stands on no payment, and is taken back by itself. */
async function cancelDescuento(ctx: Context, body: Cancellation): Promise<Pending> {
  const { tx } = ctx;
  const before = await findDescuento(tx, body.id);
  if (!before) throw new Refusal(GONE);
  await lockLotes(tx, [before.loteId, before.loteReciboId]);
  const descuento = await findDescuento(tx, body.id);
  // A merge moved the charge while the lock was waited for.
  if (descuento?.loteId !== before.loteId) throw new Refusal(GONE);
  await spendCode(ctx, body.codeAutorizacion, {
    operacion: 'Cancelación de descuento',
    loteId: descuento.loteId,
    detalle: descuento.concepto,
    monto: descuento.monto,
  });
  await cancelDiscount(tx, stampOf(ctx), descuento, body.motivoCancelacion);
  await ctx.audit({
    status: 'cancelado',
    entidad: 'ajuste',
    entidadId: descuento.id,
    referencia: descuento.referencia,
    nota: `Descuento de ${inPesos(descuento.monto)} cancelado: ${descuento.concepto}. ${body.motivoCancelacion}`,
    antes: { monto: descuento.monto, reciboId: descuento.reciboId },
  });
  return { cancelacionId: null };
}

/** The ids of payments, and those of entries of the fund. */
function parted(cobros: readonly { id: number; name: string }[]) {
  const idsOf = (fondo: boolean) => cobros.filter(({ name }) => (name === 'fondo') === fondo).map(({ id }) => id);
  return { pagos: idsOf(false), abonos: idsOf(true) };
}

/** Logs a receipt whose rows do not add up to what was received: the document says so, and whoever operates has to know. */
function compared(ctx: Context, recibo: ReciboImpreso): ReciboImpreso {
  const diferencia = diferenciaDe(recibo);
  if (diferencia !== 0) ctx.logError('importe sin explicar', { recibo: recibo.id, que: 'recibido', diferencia });
  return recibo;
}

export const cobroMantenimientoEndpoints = register(
  cobroMantenimientoContract,
  {
    context: ({ params, ctx }) => payContextOf(ctx.tx, params.id, ctx.today()),
    future: ({ params, ctx }) => futureContextOf(ctx.tx, params.id),
    pay: ({ body, ctx }) => payMaintenance(ctx, body),
  },
  { pay: settlePayment },
);

export const adeudosEndpoints = register(
  adeudosContract,
  {
    context: ({ params, ctx }) => adeudosOf(ctx.tx, params.id),
    pay: ({ body, ctx }) => payAll(ctx, body),
  },
  { pay: settlePayment },
);

/** What the kinds of invoices are to a receipt. */
const CLASES: Readonly<Record<string, 'complemento' | 'global'>> = { pago: 'complemento', global: 'global' };

export const recibosEndpoints = register(recibosContract, {
  buscar: ({ query, ctx }) => hallazgosDe(ctx, query.q, query.limite),
  async recibo({ params, ctx }) {
    const [recibo] = await listRecibosFirmados(ctx, [params.id]);
    if (!recibo) throw new NotFound('No existe el recibo solicitado');
    return compared(ctx, recibo);
  },
  async documentos({ params, ctx }) {
    const pagos = await listFacturados(ctx.tx, params.id);
    const documentOf = ({ facturaId, soloRecibo }: PagoFacturado) =>
      facturaId === null ? (soloRecibo ? 'recibo' : 'ninguna') : facturaId;
    return [...Map.groupBy(pagos, documentOf)].flatMap(([clase, of]) => {
      const [first] = of;
      if (!first) return [];
      return {
        facturaId: first.facturaId,
        clase: typeof clase === 'number' ? (CLASES[first.tipo ?? ''] ?? 'factura') : clase,
        folio: folioOf(first.serie ?? '', first.folio),
        status: first.status ?? '',
        conceptos: of.map(({ concepto }) => concepto),
        montos: of.map(({ monto }) => toPesos(monto)),
        monto: toPesos(of.reduce((sum, { monto }) => sum + monto, 0)),
      };
    });
  },
  async recibosDe({ body, ctx }) {
    const { pagos, abonos } = parted(body.dataLists);
    const recibos = await listRecibosFirmados(ctx, await listReciboIdsOf(ctx.tx, pagos, abonos));
    if (recibos.length === 0) throw new Refusal('No hay recibos que mostrar. Actualice la página');
    return recibos.map((recibo) => compared(ctx, recibo));
  },
  async nota({ body, ctx }) {
    const { pagos, abonos } = parted(body.dataLists);
    const rows = await listNota(ctx.tx, pagos, abonos);
    if (rows.length === 0) throw new Refusal('No hay pagos vigentes que mostrar en la nota. Actualice la página');
    const { name, lastName } = await getUserName(ctx.tx, ctx.user.id);
    return rows.map(({ name: _tipo, monto, ...row }) => ({
      ...row,
      monto: toPesos(monto),
      emitido: `${name} ${lastName}`,
    }));
  },
});

const MARKED = {
  pago_sistema_anterior_pkey: 'El pago ya está marcado como facturado en el sistema anterior. Actualice la página',
};

export const pagosEndpoints = register(
  pagosContract,
  {
    list: ({ params, ctx }) => pagosDeLote(ctx.tx, params.loteId),
    async cancel({ body, ctx }) {
      await refuseUnknownReasons(ctx, body);
      switch (body.name) {
        case 'fondo':
          return cancelAbono(ctx, body);
        case 'descuento':
          return cancelDescuento(ctx, body);
        default:
          return cancelPago(ctx, body);
      }
    },
    async markInvoiced({ body, ctx }) {
      const pago = await lockPago(ctx.tx, body.id, body.tipo);
      if (!pago) throw new NotFound(GONE);
      if (pago.status === 'en_cancelacion')
        throw new Refusal('El pago está en cancelación. Espere la respuesta del proveedor');
      if (pago.status !== 'recibido') throw new Refusal('El pago está cancelado. Actualice la página');
      if (pago.facturado) throw new Refusal('El pago ya está facturado. Actualice la página');
      if (body.refSistemaAnterior === '') return unmark(ctx, pago);
      await refusing(MARKED, () =>
        insertSistemaAnterior(ctx.tx, {
          pagoId: pago.id,
          referencia: body.refSistemaAnterior,
          usuarioId: ctx.user.id,
          now: ctx.clock.now(),
        }),
      );
      await ctx.audit({
        status: 'actualizado',
        entidad: 'pago',
        entidadId: pago.id,
        referencia: pago.referencia,
        nota: `Pago facturado en el sistema anterior: ${body.refSistemaAnterior}`,
      });
      return undefined;
    },
    correct: ({ body, ctx }) => correctReceipt(ctx, body),
    correctFund: ({ body, ctx }) => correctFund(ctx, body),
  },
  { cancel: settleCancellation, correct: settleCorrection },
);
