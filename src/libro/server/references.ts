/** How the registers in use make payment references, and the lots that a text names by them. */
import { sql } from 'kysely';
import { LOT_DIGITS, readReferences } from '#core/reference.ts';
import type { Tx } from '#platform/server/db.ts';
import type { CajaConReferencia } from '../lotes/referencias.ts';

/** The registers in use that have references, in their order. */
export async function listReferenceSchemes(tx: Tx): Promise<CajaConReferencia[]> {
  const { rows } = await sql<CajaConReferencia>`
    SELECT c.digito_verificador AS verificador, c.prefijo_referencia AS prefijo, b.name AS banco,
      c.no_convenio AS "noConvenio"
    FROM caja c JOIN banco b ON b.id = c.banco_id
    WHERE c.active AND (c.digito_verificador <> 'ninguno' OR c.prefijo_referencia <> '')
    ORDER BY c.id`.execute(tx);
  return rows;
}

/** The ids that a search names by a payment reference written in full, whether there are such lots or not. */
export async function lotesOfReference(tx: Tx, text: string): Promise<number[]> {
  // Without its zeros one in ten numbers would be some lot's, and what is searched for is a name more often than not.
  if (text.replaceAll(/\D/g, '').length < LOT_DIGITS) return [];
  const { lotes, unchecked } = readReferences(text, await listReferenceSchemes(tx));
  return [...lotes, ...unchecked];
}
