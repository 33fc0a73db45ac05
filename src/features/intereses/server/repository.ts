import { type Insertable, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { lotesOfReference } from '#libro/server/references.ts';
import type { Tiie as TiieRow } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import type { MoratorioRow, Tiie } from '../contract.ts';

function selectTiie(tx: Tx) {
  return tx
    .selectFrom('tiie')
    .select(['id', 'mes', 'year', sql<number>`porcentaje::float8`.as('porcentaje')])
    .$castTo<Tiie>();
}

export function listTiies(tx: Tx): Promise<Tiie[]> {
  return selectTiie(tx).orderBy('year', 'desc').orderBy('mes', 'desc').execute();
}

export function findTiie(tx: Tx, id: number): Promise<Tiie | undefined> {
  return selectTiie(tx).where('id', '=', id).executeTakeFirst();
}

export function findTiieForUpdate(tx: Tx, id: number): Promise<Tiie | undefined> {
  return selectTiie(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

type Rate = Pick<Insertable<TiieRow>, 'mes' | 'year' | 'porcentaje'> & { updated_at: Date };

export const insertTiie = (tx: Tx, rate: Rate) => insertedId(tx.insertInto('tiie').values(rate).returning('id'));

export async function updateTiie(tx: Tx, id: number, rate: Rate): Promise<void> {
  await tx.updateTable('tiie').set(rate).where('id', '=', id).execute();
}

/** The latest generation of late interest; `fecha` is its business day. */
export function findLastRun(tx: Tx): Promise<{ fecha: string; createdAt: Date } | undefined> {
  return tx
    .selectFrom('generacion')
    .select(['fecha', 'created_at as createdAt'])
    .where('tipo', '=', 'intereses')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last generation through a day, and the first one after it that there was by another day. */
export async function findRunsAround(tx: Tx, dia: Fecha, hoy: Fecha) {
  const { rows } = await sql<{ antes: Fecha | null; despues: Fecha | null }>`
    SELECT max(fecha) FILTER (WHERE fecha <= ${dia}) AS antes, min(fecha) FILTER (WHERE fecha > ${dia}) AS despues
    FROM generacion WHERE tipo = 'intereses' AND fecha <= ${hoy}`.execute(tx);
  return rows[0] ?? { antes: null, despues: null };
}

const OPTIONS_MAX = 30;

/**
 * Lots that have what late interest may grow on, in whose referencia, active associate's name or street every word is found,
 * whatever its accents and case, or whose payment reference the text is; at most 30, this one and those whose referencia begins with the text first.
 */
export async function searchLotes(tx: Tx, q: string): Promise<{ id: number; name: string }[]> {
  const words = q.split(/\s+/).filter(Boolean);
  const paid = await lotesOfReference(tx, q);
  return rowsFrom(tx)<{ id: number; name: string }>`
    SELECT l.id, concat_ws(' · ', l.referencia, nullif(r.name, ''), nullif(l.direccion, '')) AS name
    FROM lote l
    LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
    LEFT JOIN residente r ON r.id = lr.residente_id
    WHERE (NOT EXISTS (
        SELECT 1 FROM unnest(${words}::text[]) AS palabra
        WHERE strpos(concat_ws(' ', l.referencia_clave, ext.clave(r.name), l.calle_clave), ext.clave(palabra)) = 0
      ) OR l.id = ANY(${paid}::int[]))
      AND EXISTS (
        SELECT 1 FROM cargo c WHERE c.lote_id = l.id AND c.tipo IN ('mantenimiento', 'cuota_inicial')
          AND c.cierre IS DISTINCT FROM 'anulado'
      )
    ORDER BY l.id = ANY(${paid}::int[]) DESC, starts_with(l.referencia_clave, ext.clave(${q})) DESC, l.referencia COLLATE ext.es, l.id
    LIMIT ${OPTIONS_MAX}`;
}

export interface MoratorioRecord extends Omit<MoratorioRow, 'costo' | 'pagado' | 'interesMoratorio'> {
  costo: Centavos;
  pagado: Centavos;
  interes: Centavos;
}

/** The principals of a lot with the late interest on each, latest first; undone ones do not exist. */
export const listMoratorios = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<MoratorioRecord>`
    SELECT c.id, date_trunc('month', c.vence::timestamp)::date AS periodo, c.concepto, c.vence AS "fechaCorte",
      -- What a cancelled charge was, not the nothing that is left of it.
      CASE WHEN c.cierre IS NULL THEN c.monto_centavos - c.ajustado_centavos ELSE c.monto_centavos END AS costo,
      c.pagado_centavos AS pagado, c.status,
      coalesce((
        SELECT sum(i.monto_centavos - i.ajustado_centavos) FROM cargo i
        WHERE i.base_id = c.id AND i.tipo = 'interes' AND (i.cierre IS NULL OR i.cierre = 'cancelado')
      ), 0)::bigint AS interes
    FROM cargo c
    WHERE c.lote_id = ${loteId} AND c.tipo IN ('mantenimiento', 'cuota_inicial') AND c.cierre IS DISTINCT FROM 'anulado'
    ORDER BY c.vence DESC, c.id DESC`;
