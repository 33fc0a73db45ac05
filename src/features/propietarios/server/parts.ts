/** What a change of owner asks of the features that know it; the composition root brings them together. */
import type { Ending, LoteVendido, NuevoReceptor } from '#libro/server/owner-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { CambioBody } from '../contract.ts';
import type { Termina } from '../rules.ts';

interface Contactos {
  telefonoList: CambioBody['telefonoList'];
  correoElectronicoList: CambioBody['correoElectronicoList'];
}

export interface OwnerChange {
  // biome-ignore lint/suspicious/noExplicitAny: each gives back what it kept itself, which nobody else looks at.
  terminan: Readonly<Record<Termina, Ending<any>>>;
  createResidente(ctx: Context, of: Contactos & { name: string; tipo: 'asociado' }): Promise<number>;
  buyerOf(ctx: Context, id: number, contacts: Contactos): Promise<{ id: number; name: string }>;
  changeAssociate(ctx: Context, lote: LoteVendido, to: { lazoId: number; residenteId: number }): Promise<number>;
  restoreAssociate(ctx: Context, ties: { anteriorId: number; nuevoId: number }): Promise<void>;
  removeFiscal(ctx: Context, lote: LoteVendido): Promise<unknown>;
  replaceFiscal(ctx: Context, lote: LoteVendido, to: NuevoReceptor): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  restoreFiscal(ctx: Context, lote: LoteVendido, antes: any): Promise<string[]>;
}
