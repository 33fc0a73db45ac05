import { spendCode } from '#libro/server/codes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { type AfterCommit, type Context, type Reading, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { type CancelarFactura, facturacionContract } from '../contract.ts';
import { nameOf } from '../rules.ts';
import { invoiceMonth, invoicePayments } from './borrador/chosen.ts';
import { complementInvoice } from './borrador/complement.ts';
import { offeredHandlers } from './borrador/offered.ts';
import { findWaitingCancellation, insertCancellation } from './cancel.ts';
import { substituteInvoice } from './cancelacion/substitute.ts';
import { readHandlers } from './read.ts';
import { findFactura, findReferencia, lockWithSustituida } from './repository.ts';
import { prepareLetters, sendLetters } from './send.ts';
import { expireInvoice } from './timbre/expire.ts';

/** Stamps a draft as far as the time goes; pending, it finishes by itself and its view tells. */
async function settleInvoice(facturaId: number, { outside, community, deadline }: AfterCommit): Promise<number> {
  const { status, mensaje } = await outside.stamping.settle(community, facturaId, deadline);
  if (status === 'rechazada') throw new Refusal(mensaje);
  return facturaId;
}

async function requestCancellation(ctx: Context, body: CancelarFactura): Promise<Cancelling> {
  const { tx } = ctx;
  const row = await lockWithSustituida(tx, body.id);
  if (!row || row.status === 'rechazada') throw new NotFound('La factura no existe');
  const codigoId = await spendCode(ctx, body.codeAutorizacion, {
    operacion: 'Cancelación de factura',
    loteId: row.lote_id,
    detalle: `Factura ${nameOf(row)}: ${body.motivoCancelacion}`,
    monto: row.total_centavos,
  });
  const cancelacionId = await insertCancellation(
    tx,
    row,
    {
      pagoId: null,
      conPagos: false,
      razon: body.motivoCancelacion,
      tipoMotivoCancelacionId: body.idMotivoCancelacion,
      tipoRelacionFacturaId: body.idTipoRelacionFactura,
      folioSustitucion: body.folioSustitucion || undefined,
      codigoId,
    },
    stampOf(ctx),
  );
  await ctx.audit({
    status: 'cancelado',
    entidad: 'factura',
    entidadId: row.id,
    referencia: await findReferencia(tx, row.lote_id),
    nota: `Se solicitó cancelar la factura ${nameOf(row)} de ${inPesos(row.total_centavos)}. ${body.motivoCancelacion}`,
    antes: { folioFiscal: row.uuid, total: row.total_centavos },
  });
  return { cancelacionId };
}

/** The cancellation of an invoice that waits, to be asked for again before its turn comes. */
async function waitingCancellation({ tx }: Reading, id: number): Promise<Cancelling> {
  const row = await findFactura(tx, id);
  if (!row) throw new NotFound('La factura no existe');
  const found = await findWaitingCancellation(tx, id);
  if (!found) throw new Refusal(`La factura ${nameOf(row)} ya no está en cancelación. Actualice la página`);
  return { cancelacionId: found.id };
}

interface Cancelling {
  cancelacionId: number;
}

/** Asks the provider; a refusal of its leaves the invoice as it was. `waiting` says that it has not answered yet. */
const settleCancellation =
  (waiting: (mensaje: string) => string) =>
  async ({ cancelacionId }: Cancelling, { outside, community, deadline }: AfterCommit): Promise<string> => {
    const { status, mensaje } = await outside.stamping.settleCancellation(community, cancelacionId, deadline);
    if (status === 'rechazada') throw new Refusal(`El proveedor no canceló la factura. ${mensaje}`);
    return status === 'cancelada' ? 'La factura ha sido cancelada' : waiting(mensaje);
  };

export const facturacionEndpoints = register(
  facturacionContract,
  {
    ...readHandlers,
    ...offeredHandlers,
    send: ({ ctx, prepared }) => sendLetters(ctx, prepared),
    save: ({ body, ctx }) => invoicePayments(ctx, body),
    global: ({ body, ctx }) => invoiceMonth(ctx, body),
    complement: ({ body, ctx }) => complementInvoice(ctx, body.id),
    substitute: ({ body, ctx }) => substituteInvoice(ctx, body.id),
    expire: ({ body, ctx }) => expireInvoice(ctx, body),
    cancel: ({ body, ctx }) => requestCancellation(ctx, body),
    askCancellation: ({ body, ctx }) => waitingCancellation(ctx, body.id),
  },
  {
    save: settleInvoice,
    global: settleInvoice,
    complement: settleInvoice,
    substitute: settleInvoice,
    cancel: settleCancellation(
      () => 'Se solicitó la cancelación. La factura queda en cancelación hasta que el SAT la confirme',
    ),
    askCancellation: settleCancellation((mensaje) => `La cancelación sigue en proceso. ${mensaje}`.trim()),
  },
  { send: prepareLetters },
);
