/** What was paid in the system before. */
import { sql } from 'kysely';
import { type Centavos, toPesos } from '#core/money.ts';
import type { PagoAnterior } from '#libro/anteriores/contract.ts';
import type { Tx } from '#platform/server/db.ts';

export async function listPagosAnteriores(tx: Tx, loteId: number): Promise<PagoAnterior[]> {
  const { rows } = await sql<Omit<PagoAnterior, 'monto'> & { monto: Centavos }>`
    SELECT id, fecha::text AS fecha, concepto, metodo, folio, coalesce(uuid::text, '') AS uuid, monto_centavos AS monto
    FROM pago_anterior WHERE lote_id = ${loteId} ORDER BY fecha DESC, id DESC`.execute(tx);
  return rows.map((row) => ({ ...row, monto: toPesos(row.monto) }));
}
