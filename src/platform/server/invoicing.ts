/**
 * The ports of electronic invoicing, as payments and their cancellation see it: `Invoicing` is what happens in a request's
 * transaction, `Stamping` what asks the provider, after the commit, and is safe to be asked again.
 */
import type { Community } from './communities.ts';
import type { Tx } from './db.ts';

/** Who asks, when: of the request's transaction. */
export interface InvoicingStamp {
  usuarioId: number | null;
  now: Date;
  /** Civil date in the community's zone. */
  today: string;
}

/** The draft of an invoice, or why there is none: in Spanish, with what to do. */
export type Draft = { facturaId: number } | { motivo: string };

/** What has become of an invoice; `mensaje` are the provider's words, or our own, where it is not 'facturada'. */
export interface InvoiceOutcome {
  status: 'facturada' | 'pendiente' | 'rechazada';
  mensaje: string;
}

export interface CancellationOutcome {
  status: 'cancelada' | 'en_proceso' | 'rechazada';
  /** Of a cancelled one: '', what becomes of its other payments, or why the correction that it was for is no longer possible. */
  mensaje: string;
}

export interface PaymentCancellationRequest {
  pagoId: number;
  razon: string;
  tipoMotivoCancelacionId: number;
  tipoRelacionFacturaId: number;
  /** With motive 01: the invoice that takes its place. */
  folioSustitucion: string | undefined;
  codigoId: number;
}

/** How a receipt should have been, with the ids of ours that say so. */
export type CorrectionOfReceipt =
  | { tipo: 'metodo'; metodoPagoId: number; cajaId: number; noCuenta: string }
  | { tipo: 'lote'; loteId: number }
  | { tipo: 'devuelto' }
  | { tipo: 'deposito' };

export interface ReceiptCorrectionRequest {
  reciboId: number;
  /** Its payments in force. */
  pagoIds: readonly number[];
  correccion: CorrectionOfReceipt;
  razon: string;
  /** Undefined: on the bank's word, which takes no code. */
  codigoId: number | undefined;
  /** Needed where an invoice falls. */
  tipoMotivoCancelacionId: number | undefined;
  tipoRelacionFacturaId: number | undefined;
}

/** The payments of a receipt, and the lot that they are invoiced to. */
export interface DraftRequest {
  loteId: number;
  pagoIds: readonly number[];
}

/** An invoice that is asked to fall: its request, and what falls with it, in words: 'la factura A-12 de $1,000.00'. */
export interface Falling {
  cancelacionId: number;
  factura: string;
}

export interface Invoicing {
  /**
   * Writes the drafts of the invoices of receipts, one for each request and answered in their order. Never refuses: a payment
   * is never undone for its invoice.
   */
  drafts(tx: Tx, requests: readonly DraftRequest[], stamp: InvoicingStamp): Promise<Draft[]>;
  /** The same of the one receipt that the statement asked for last books: what it is made of leaves in the packet of that. */
  draftOfLast(tx: Tx, booked: Promise<DraftRequest>, stamp: InvoicingStamp): Promise<Draft>;
  /**
   * What the invoices of payments that are to be cancelled ask for: nothing ('free': none, or a draft that nobody has seen,
   * which is abandoned), or the provider's consent, for which the request is written and the payment locked. Refuses while an
   * invoice is being stamped or cancelled.
   */
  requestCancellation(tx: Tx, request: PaymentCancellationRequest, stamp: InvoicingStamp): Promise<'free' | Falling>;
  /**
   * The same for a receipt that is to be corrected: all its payments are locked, and the correction is booked with the
   * provider's consent. Refuses payments on more than one invoice, and a receipt on one without the reasons that it takes.
   */
  requestCorrection(tx: Tx, request: ReceiptCorrectionRequest, stamp: InvoicingStamp): Promise<'free' | Falling>;
  /** Has what is due looked at soon. Never throws. */
  wake(): void;
}

/** What the authority says of an invoice in force, or that it does not: for whoever is about to cancel it. */
export type StatusTold =
  | 'sin_aceptacion'
  | 'con_aceptacion'
  | 'no_cancelable'
  | 'en_proceso'
  | 'cancelada'
  | 'no_encontrada'
  /** The authority could not read the question. */
  | 'pregunta_no_valida';

export interface Stamping {
  /** Seals and stamps a draft; answers with the outcome, or 'pendiente' at the deadline (by performance.now()). */
  settle(community: Community, facturaId: number, deadline: number): Promise<InvoiceOutcome>;
  /** Asks the provider for a cancellation and, confirmed, carries it out in the ledger. */
  settleCancellation(community: Community, cancelacionId: number, deadline: number): Promise<CancellationOutcome>;
  /** What the authority says of a stamped invoice, which is kept; 'sin_respuesta' where nobody answered. Throws NotFound, Refusal. */
  statusOf(community: Community, facturaId: number): Promise<StatusTold | 'sin_respuesta'>;
  /** Whether account and signature serve: asks to cancel a folio that nobody has. */
  tryCancelling(community: Community): Promise<{ funciona: boolean; mensaje: string }>;
  /** Stampings left with the community's provider; undefined where it cannot be told. */
  credit(community: Community): Promise<number | undefined>;
}
