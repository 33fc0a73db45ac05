/** The folio that a cancelled invoice is related to, corrected by hand. */

import { folioOf } from '#libro/facturas/rules.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { updateFactura } from '../repository.ts';
import { findRelacionadoForUpdate } from './repository.ts';

export async function correctRelated(ctx: Context, { id, name }: { id: number; name: string }): Promise<undefined> {
  const before = await findRelacionadoForUpdate(ctx.tx, id);
  if (!before) throw new NotFound('No existe la factura solicitada');
  if (before.cancelacion !== 'cancelado') {
    throw new Refusal('La factura no está cancelada: el folio fiscal a relacionar sólo se corrige en una cancelada');
  }
  // The authority was told of the substitute, and the lists go back to it where nothing else stands.
  if (name === '' && before.folioSustitucion !== null) {
    throw new Refusal(
      `La factura se canceló porque la sustituye la de folio fiscal ${before.folioSustitucion}: el folio a relacionar se puede cambiar, no borrar`,
    );
  }
  await updateFactura(ctx.tx, id, { folio_relacionar: name });
  await ctx.audit({
    status: 'actualizado',
    entidad: 'factura',
    entidadId: id,
    referencia: before.referencia_receptor,
    nota: `Folio fiscal a relacionar de la factura ${folioOf(before.serie, before.folio)}: ${name || 'ninguno'}`,
    antes: { folioFiscalRelacionar: before.folioRelacionar },
    despues: { folioFiscalRelacionar: name },
  });
  return undefined;
}
