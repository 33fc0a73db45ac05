import { toPesos } from '#core/money.ts';
import { type AfterCommit, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { facturacionContract } from '../contract.ts';
import { AVISOS, ESTADOS_SAT } from '../rules.ts';
import { invoiceCharges } from './borrador/charges.ts';
import { invoiceMonth, invoicePayments } from './borrador/chosen.ts';
import { complementInvoice, complementPayments } from './borrador/complement.ts';
import { offeredHandlers } from './borrador/offered.ts';
import { leaveGlobal } from './cancelacion/leave-global.ts';
import { correctRelated } from './cancelacion/related.ts';
import { listLotesOfGlobal } from './cancelacion/repository.ts';
import {
  type Cancelling,
  cancelInvoice,
  repeatCancellation,
  waitingCancellation,
  withdrawCancellation,
} from './cancelacion/request.ts';
import { substituteInvoice } from './cancelacion/substitute.ts';
import { creditNoteSource, issueCreditNote } from './credit-note.ts';
import { facturaHandlers } from './lectura/factura.ts';
import { listHandlers } from './lectura/list.ts';
import { prepareMonth } from './lectura/month.ts';
import { prepareLetters, sendLetters } from './lectura/send.ts';
import { expireInvoice } from './timbre/expire.ts';

/** Stamps a draft as far as the time goes; pending, it finishes by itself and its view tells. */
async function settleInvoice(facturaId: number, { outside, community, deadline }: AfterCommit): Promise<number> {
  const { status, mensaje } = await outside.stamping.settle(community, facturaId, deadline);
  if (status === 'rechazada') throw new Refusal(mensaje);
  return facturaId;
}

/** Stamps drafts as far as the time goes; one alone tells why it was refused, of several the list tells. */
async function settleInvoices(facturaIds: number[], after: AfterCommit): Promise<number[]> {
  const [first] = facturaIds;
  if (first !== undefined && facturaIds.length === 1) await settleInvoice(first, after);
  return facturaIds;
}

/** Asks the provider; a refusal of its leaves the invoice as it was. `waiting` says that it has not answered yet. */
const settleCancellation =
  (waiting: (mensaje: string) => string) =>
  async ({ cancelacionId }: Cancelling, { outside, community, deadline }: AfterCommit): Promise<string> => {
    const { status, mensaje } = await outside.stamping.settleCancellation(community, cancelacionId, deadline);
    if (status === 'rechazada') throw new Refusal(`El proveedor no canceló la factura. ${mensaje}`);
    return status === 'cancelada' ? 'La factura ha sido cancelada' : waiting(mensaje);
  };

/** What the authority says of it once more decides: it stands, and so do its payments, or it falls after all. */
async function settleWithdrawal({ cancelacionId }: Cancelling, { outside, community, deadline }: AfterCommit) {
  const { status, mensaje } = await outside.stamping.settleCancellation(community, cancelacionId, deadline);
  if (status === 'cancelada') return 'El SAT ya la había cancelado: la factura queda cancelada';
  return status === 'rechazada'
    ? `La factura sigue vigente. ${mensaje}`
    : `Todavía no se puede retirar. ${mensaje}`.trim();
}

const settleLeaving = async (leaving: Cancelling, after: AfterCommit): Promise<string> => {
  const { status, mensaje } = await after.outside.stamping.settleCancellation(
    after.community,
    leaving.cancelacionId,
    after.deadline,
  );
  if (status === 'rechazada') throw new Refusal(`El proveedor no canceló la factura global. ${mensaje}`);
  return status === 'cancelada'
    ? `La factura global se canceló: se generan la del lote y otra global sin él. ${mensaje}`.trim()
    : 'Se solicitó la cancelación de la factura global. En cuanto el SAT la confirme se generan la del lote y otra global sin él';
};

async function tellCancelable(facturaId: number, { outside, community }: AfterCommit) {
  const respuesta = await outside.stamping.statusOf(community, facturaId);
  return { respuesta, aviso: AVISOS[respuesta] };
}

async function tellStatus(facturaId: number, { outside, community }: AfterCommit): Promise<string> {
  const told = await outside.stamping.statusOf(community, facturaId);
  if (told === 'sin_respuesta') throw new Refusal('El SAT no contestó. Inténtelo de nuevo en unos minutos');
  return ESTADOS_SAT[told];
}

export const facturacionEndpoints = register(
  facturacionContract,
  {
    ...offeredHandlers,
    ...listHandlers,
    ...facturaHandlers,
    send: ({ ctx, prepared }) => sendLetters(ctx, prepared),
    month: async ({ prepared }) => prepared,
    save: ({ body, ctx }) => invoicePayments(ctx, body),
    global: ({ body, ctx }) => invoiceMonth(ctx, body),
    complement: ({ body, ctx }) => complementInvoice(ctx, body.id),
    async invoiceCharges({ body, ctx }) {
      const facturaIds = await invoiceCharges(ctx, body.cargos);
      ctx.services.invoicing.wake();
      return facturaIds;
    },
    async complementPayments({ body, ctx }) {
      const facturaIds = await complementPayments(ctx, body.pagos);
      ctx.services.invoicing.wake();
      return facturaIds;
    },
    creditNoteSource: ({ params, ctx }) => creditNoteSource(ctx, params.id),
    creditNote: ({ body, ctx }) => issueCreditNote(ctx, body),
    substitute: ({ body, ctx }) => substituteInvoice(ctx, body.id),
    expire: ({ body, ctx }) => expireInvoice(ctx, body),
    cancel: ({ body, ctx }) => cancelInvoice(ctx, body),
    askCancellation: ({ body, ctx }) => waitingCancellation(ctx, body.id),
    repeatCancellation: ({ body, ctx }) => repeatCancellation(ctx, body),
    withdrawCancellation: ({ body, ctx }) => withdrawCancellation(ctx, body),
    // Asked once the transaction is over.
    cancelable: async ({ params }) => params.id,
    askSat: async ({ body }) => body.id,
    updateRelated: ({ body, ctx }) => correctRelated(ctx, body),
    leaveGlobal: ({ body, ctx }) => leaveGlobal(ctx, body),
    lotesOfGlobal: async ({ params, ctx }) =>
      (await listLotesOfGlobal(ctx.tx, params.id)).map(({ monto, pagoIds, ...lote }) => ({
        ...lote,
        monto: toPesos(monto),
        pagos: pagoIds.length,
      })),
  },
  {
    save: settleInvoice,
    global: settleInvoice,
    complement: settleInvoice,
    invoiceCharges: settleInvoices,
    complementPayments: settleInvoices,
    creditNote: settleInvoice,
    substitute: settleInvoice,
    cancel: settleCancellation(
      () => 'Se solicitó la cancelación. La factura queda en cancelación hasta que el SAT la confirme',
    ),
    askCancellation: settleCancellation((mensaje) => `La cancelación sigue en proceso. ${mensaje}`.trim()),
    repeatCancellation: settleCancellation((mensaje) => `Se volvió a pedir la cancelación. ${mensaje}`.trim()),
    leaveGlobal: settleLeaving,
    withdrawCancellation: settleWithdrawal,
    cancelable: tellCancelable,
    askSat: tellStatus,
  },
  { send: prepareLetters, month: prepareMonth },
);
