/**
 * What ends with a change of owner: the features that keep it bring each a part, and the composition root puts them together.
 * Source: dominio.md#owners.
 */
import type { Context, Reading } from '#platform/server/context.ts';

/** Of one kind something that a lot has, in words. */
export interface Tenido {
  id: number;
  texto: string;
}

/** The lot that changes hands; its row is locked while anything is ended or given back. */
export interface LoteVendido {
  id: number;
  referencia: string;
}

/**
 * One kind of what ends. `end` ends all that `list` tells, each with its audit row, and gives as plain JSON what `restore` needs to
 * give it back; that leaves alone what somebody has changed since, and says of each in words why.
 */
export interface Ending<Ended> {
  list(reading: Pick<Reading, 'tx' | 'today'>, loteId: number): Promise<Tenido[]>;
  end(ctx: Context, lote: LoteVendido): Promise<Ended>;
  restore(ctx: Context, lote: LoteVendido, ended: Ended): Promise<string[]>;
}

/** Whom a lot's tax data name once it is somebody else's. */
export interface NuevoReceptor {
  razonSocial: string;
  rfc: string;
  codigoPostal: string;
  email: string;
  regimenFiscal: { id: number };
  usoCFDI: { id: number };
}
