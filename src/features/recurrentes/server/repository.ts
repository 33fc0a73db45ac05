import { sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { MARCAS, TIPOS_TARJETA } from '#features/fiscal/rules.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { ConfiguracionRecurrente } from '../contract.ts';

export interface CardRow {
  id: number;
  referencia: string;
  direccion: string;
  asociado: string;
  tarjetaHabiente: string;
  ultimos: string;
  fechaVencimiento: string;
  banco: string;
  tipoTarjeta: keyof typeof TIPOS_TARJETA;
}

/** The lots that are charged to a card of a brand: those that pay maintenance by themselves, by their references. */
export const listCards = (tx: Tx, marca: keyof typeof MARCAS) =>
  rowsFrom(tx)<CardRow>`
    SELECT l.id, l.referencia, l.direccion, coalesce(r.name, '') AS asociado, t.nombre AS "tarjetaHabiente", t.ultimos,
      t.fecha_vencimiento AS "fechaVencimiento", b.name AS banco, t.tipo AS "tipoTarjeta"
    FROM lote l
    JOIN datos_fiscales d ON d.lote_id = l.id
    JOIN tarjeta t ON t.datos_fiscales_id = d.id
    JOIN banco b ON b.id = t.banco_id
    LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
    LEFT JOIN residente r ON r.id = lr.residente_id
    WHERE l.is_recurrente AND l.status = 'entregado' AND l.parent_id IS NULL AND t.active AND t.tarjeta = ${marca}
    ORDER BY l.referencia COLLATE ext.es, l.id`;

/** The sealed card numbers of lots, by lot. */
export async function findSealedNumbers(tx: Tx, loteIds: readonly number[]): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ id: number; numero: Buffer }>`
    SELECT d.lote_id AS id, t.numero FROM tarjeta t JOIN datos_fiscales d ON d.id = t.datos_fiscales_id
    WHERE d.lote_id = ANY(${[...loteIds]}::int[]) AND t.active`.execute(tx);
  return new Map(rows.map(({ id, numero }) => [id, numero]));
}

/** What the bank knows the community by; its bank is that of the first active register that has one. */
export async function findCodes(tx: Tx): Promise<ConfiguracionRecurrente> {
  const { rows } = await sql<ConfiguracionRecurrente>`
    SELECT nombre_corto_cr AS "nombreCortoCR", codigo_residencial_cr AS "codigoResidencialCR",
      codigo_residencial_entidad_cr AS "codigoResidencialEntidadCR", codigo_residencial_nombre_cr AS "codigoResidencialNombreCR",
      codigo_web_transfer_residencial_cr AS "codigoWebTransferResidencialCR",
      codigo_web_transfer_corto_residencial_cr AS "codigoWebTransferCortoResidencialCR",
      coalesce((
        SELECT b.name FROM caja c JOIN banco b ON b.id = c.banco_id WHERE c.active ORDER BY c.id LIMIT 1
      ), '') AS banco
    FROM configuracion_residencial`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a community has its configuration from its first day');
  return row;
}

const EXAMPLES = 10;

/** Lots that owe a month, with what they owe of it: the rows of the example. */
export const listExamples = (tx: Tx) =>
  rowsFrom(tx)<{ referencia: string; monto: Centavos }>`
    SELECT l.referencia, (SELECT c.saldo_centavos FROM cargo c
      WHERE c.lote_id = l.id AND c.tipo = 'mantenimiento' AND c.saldo_centavos > 0 ORDER BY c.year, c.mes LIMIT 1) AS monto
    FROM lote l
    WHERE l.status = 'entregado' AND EXISTS (
      SELECT 1 FROM cargo c WHERE c.lote_id = l.id AND c.tipo = 'mantenimiento' AND c.saldo_centavos > 0)
    ORDER BY l.id LIMIT ${EXAMPLES}`;

export interface Recurrente {
  isRecurrente: boolean;
  /** Of the card that may be charged; null where there is none. */
  tarjetaId: number | null;
  ultimos: string | null;
}

/** What a lot is charged by each month; undefined where it is not, and has no card either. */
export const findRecurrente = (tx: Tx, loteId: number) =>
  rowFrom(tx)<Recurrente>`
    SELECT l.is_recurrente AS "isRecurrente", t.id AS "tarjetaId", t.ultimos
    FROM lote l
    LEFT JOIN datos_fiscales d ON d.lote_id = l.id
    LEFT JOIN tarjeta t ON t.datos_fiscales_id = d.id AND t.active
    WHERE l.id = ${loteId} AND (l.is_recurrente OR t.id IS NOT NULL)`;

/** Charges a lot no longer, nor its card. */
export async function endRecurrente(tx: Tx, loteId: number, now: Date): Promise<void> {
  await sql`UPDATE lote SET is_recurrente = false, updated_at = ${now} WHERE id = ${loteId}`.execute(tx);
  await sql`UPDATE tarjeta t SET active = false, updated_at = ${now} FROM datos_fiscales d
    WHERE d.id = t.datos_fiscales_id AND d.lote_id = ${loteId} AND t.active`.execute(tx);
}

/** Charges it again as it was, and says whether its card is still there. */
export async function restoreRecurrente(
  tx: Tx,
  loteId: number,
  was: Pick<Recurrente, 'isRecurrente' | 'tarjetaId'>,
  now: Date,
): Promise<{ tarjeta: boolean }> {
  await sql`UPDATE lote SET is_recurrente = ${was.isRecurrente}, updated_at = ${now} WHERE id = ${loteId}`.execute(tx);
  const { rows } = await sql`UPDATE tarjeta SET active = true, updated_at = ${now}
    WHERE id = ${was.tarjetaId}::int RETURNING id`.execute(tx);
  return { tarjeta: rows.length > 0 };
}
