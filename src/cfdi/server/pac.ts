/**
 * The port of a stamping provider. None of its calls throws for what a provider or the network does: every outcome is a
 * value. A stamping is named by a key; the same key and bytes never give two stamped documents.
 */
import type { EsCancelable } from '../codigos.ts';

/** Stamped: the provider's exact bytes. */
interface Stamped {
  kind: 'ok';
  xml: Buffer;
}
/** Stamped before by the same key or bytes; the document if the provider gave it. */
interface Duplicate {
  kind: 'duplicate';
  xml: Buffer | undefined;
}
/** A definite no, by a code of the authority's: nothing was stamped, and these bytes never will be. */
interface Rejected {
  kind: 'rejected';
  code: string;
  message: string;
}
/** Time-out, broken connection, 500, garbage, a code of the provider's own: it may have been stamped or not. */
interface Unknown {
  kind: 'unknown';
  /** The provider's, where it said one. */
  code?: string;
  message: string;
  /** The account with the provider (password, balance, manifest) stands in the way of everything until somebody mends it. */
  cuenta?: true;
  /** Nothing of the document was sent: whatever was not sent before either is certainly not stamped. */
  sinEnviar?: true;
}

export type StampOutcome = Stamped | Duplicate | Rejected | Unknown;
/** `missing`: the provider definitely has nothing by this key. */
export type RecoverOutcome = Stamped | { kind: 'missing' } | Unknown;

/** What names a document to the authority. */
export interface DocumentoTimbrado {
  uuid: string;
  emisorRfc: string;
  receptorRfc: string;
  /** Of the document, as it says: '1250.00'. */
  total: string;
  /** Last 8 characters of its seal. */
  selloFin: string;
}

export interface CancelRequest extends DocumentoTimbrado {
  /** c_MotivoCancelacion. */
  motivo: string;
  /** Only with motive 01. */
  folioSustitucion: string | undefined;
  /** The same, signed by the issuer (see solicitud.ts): what is sent. */
  solicitud: Buffer;
}

/** `requested`: received, not cancelled yet; ask `status` later. */
export type CancelOutcome =
  | { kind: 'cancelled'; acuse: Buffer | undefined }
  | { kind: 'requested'; acuse: Buffer | undefined }
  | Rejected
  | Unknown;

/** What the tax authority says of a document. `rejected`: the receptor or the authority refused the cancellation. */
export type StatusOutcome =
  | {
      kind: 'valid';
      esCancelable: EsCancelable | undefined;
      /** A refusal is still shown, which is not of the request that is asked about. */
      rechazoPrevio?: true;
    }
  | { kind: 'in_process' }
  | { kind: 'cancelled' }
  | { kind: 'rejected'; message: string }
  | { kind: 'missing' }
  | Unknown;

export interface Pac {
  /** What the configuration calls it: 'simulador', 'sw_pruebas', 'sw'. */
  readonly id: string;
  /** True where its documents have no fiscal value. */
  readonly sinValidez: boolean;
  /** The longest that one call lasts, in ms: a lease must outlive it. */
  readonly timeoutMs: number;
  stamp(xml: Buffer, key: string): Promise<StampOutcome>;
  recover(key: string, xml: Buffer): Promise<RecoverOutcome>;
  cancel(request: CancelRequest): Promise<CancelOutcome>;
  status(documento: DocumentoTimbrado): Promise<StatusOutcome>;
  /** The authority's acknowledgement of a cancellation, where the provider kept it: for an answer that was lost. */
  acuse(documento: DocumentoTimbrado): Promise<Buffer | undefined>;
  /** Stampings left; undefined where it cannot be told. */
  credit(): Promise<number | undefined>;
}
