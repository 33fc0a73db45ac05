import type { Tx } from '#platform/server/db.ts';
import { Directorio } from '../../depositos/rules.ts';
import { listReferenceSchemes } from '../references.ts';
import { findMarco, listReferencias } from './repository.ts';

/** Every lot by its reference, by how the bank sends references back, and by its payment references. */
export async function loadDirectorio(tx: Tx): Promise<Directorio> {
  const marco = await findMarco(tx);
  return new Directorio(await listReferencias(tx), marco, await listReferenceSchemes(tx));
}
