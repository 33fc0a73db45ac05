import { listReferenceSchemes } from '#libro/server/references.ts';
import type { Tx } from '#platform/server/db.ts';
import { Directorio } from '../depositos.ts';
import { findCodes, listReferencias } from './repository.ts';

/** Every lot by its reference, by how the bank sends references back, and by its payment references. */
export async function loadDirectorio(tx: Tx): Promise<Directorio> {
  const { nombreCortoCR, codigoResidencialCR, codigoWebTransferCortoResidencialCR } = await findCodes(tx);
  const marco = {
    nombreCorto: nombreCortoCR,
    codigos: [codigoResidencialCR, codigoWebTransferCortoResidencialCR],
  };
  return new Directorio(await listReferencias(tx), marco, await listReferenceSchemes(tx));
}
