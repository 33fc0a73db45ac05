import type { Tx } from '#platform/server/db.ts';
import { Directorio } from '../depositos.ts';
import { findCodes, listReferencias } from './repository.ts';

/** Every lot by its reference, and by how the bank sends references back. */
export async function loadDirectorio(tx: Tx): Promise<Directorio> {
  const { nombreCortoCR, codigoResidencialCR, codigoWebTransferCortoResidencialCR } = await findCodes(tx);
  return new Directorio(await listReferencias(tx), {
    nombreCorto: nombreCortoCR,
    codigos: [codigoResidencialCR, codigoWebTransferCortoResidencialCR],
  });
}
