/** What went out of the bank accounts and is not classified for good: it is in no budget and in no entry. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';

interface Unclassified {
  /** Of how many lines that went out. */
  salidas: number;
  cantidad: number;
  /** How many of them wait for a second yes. */
  porAprobar: number;
  /** Their sum. */
  monto: Centavos;
}

/** Of a period by the days of the bank; without a beginning, all up to its end. */
export async function sumSinClasificar(
  tx: Tx,
  { desde, hasta }: { desde: Fecha | null; hasta: Fecha },
): Promise<Unclassified> {
  const { rows } = await sql<Unclassified>`
    SELECT count(*)::int AS salidas, count(*) FILTER (WHERE e.estado IS DISTINCT FROM 'firme')::int AS cantidad,
      count(*) FILTER (WHERE e.estado = 'por_aprobar')::int AS "porAprobar",
      coalesce(-sum(m.importe_centavos) FILTER (WHERE e.estado IS DISTINCT FROM 'firme'), 0)::bigint AS monto
    FROM movimiento_bancario m LEFT JOIN egreso e ON e.movimiento_id = m.id AND e.estado <> 'deshecho'
    WHERE m.importe_centavos < 0 AND NOT m.retirado AND m.fecha BETWEEN coalesce(${desde}::date, '-infinity') AND ${hasta}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}
