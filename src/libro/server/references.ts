/** How the registers in use make payment references, and the lots that a text names by them. */
import { sql } from 'kysely';
import { clabesIn } from '#core/clabe.ts';
import { LOT_DIGITS, readReferences } from '#core/reference.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { CajaConReferencia, ClabePropia } from '../lotes/referencias.ts';

/** The registers in use that have references, in their order. */
export const listReferenceSchemes = (tx: Tx) =>
  rowsFrom(tx)<CajaConReferencia>`
    SELECT c.digito_verificador AS verificador, c.prefijo_referencia AS prefijo, b.name AS banco,
      c.no_convenio AS "noConvenio"
    FROM caja c JOIN banco b ON b.id = c.banco_id
    WHERE c.active AND (c.digito_verificador <> 'ninguno' OR c.prefijo_referencia <> '')
    ORDER BY c.id`;

/** The CLABEs that are lots' own now, by lot. */
export async function listClabesDe(tx: Tx, lotes: readonly number[]): Promise<Map<number, ClabePropia[]>> {
  const { rows } = await sql<ClabePropia & { loteId: number }>`
    SELECT c.lote_id AS "loteId", c.clabe, b.name AS banco
    FROM clabe_lote c JOIN cuenta_bancaria x ON x.id = c.cuenta_id JOIN caja k ON k.id = x.caja_id JOIN banco b ON b.id = k.banco_id
    WHERE c.lote_id = ANY(${[...lotes]}::int[]) AND c.liberada_at IS NULL AND k.active
    ORDER BY c.id`.execute(tx);
  return Map.groupBy(rows, ({ loteId }) => loteId);
}

/** The ids that a search names by a payment reference written in full, whether there are such lots or not. */
export async function lotesOfReference(tx: Tx, text: string): Promise<number[]> {
  // Without its zeros one in ten numbers would be some lot's, and what is searched for is a name more often than not.
  if (text.replaceAll(/\D/g, '').length < LOT_DIGITS) return [];
  const { lotes, unchecked } = readReferences(text, await listReferenceSchemes(tx));
  const clabes = clabesIn(text);
  if (clabes.length === 0) return [...lotes, ...unchecked];
  const { rows } = await sql<{ id: number }>`
    SELECT lote_id AS id FROM clabe_lote WHERE clabe = ANY(${clabes}::text[]) AND lote_id IS NOT NULL AND liberada_at IS NULL`.execute(
    tx,
  );
  return [...lotes, ...unchecked, ...rows.map(({ id }) => id)];
}
