/** The definitions of extraordinary and initial fees: one shape, two tables. */
import { sql } from 'kysely';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { CuotaDefinida, TipoLote } from '../rules.ts';

export interface DefinicionRow {
  id: number;
  name: string;
  descripcion: string;
  condominal: Centavos;
  habitacional: Centavos;
  comercial: Centavos;
  /** Extraordinary fees always are. */
  activa: boolean;
}

export function montoPara(definicion: DefinicionRow, tipo: TipoLote): Centavos {
  return definicion[tipo];
}

function selectDefiniciones(kind: CuotaDefinida) {
  return sql`
    SELECT id, name, descripcion, condominal_centavos AS condominal, habitacional_centavos AS habitacional,
      comercial_centavos AS comercial, ${kind === 'cuota_inicial' ? sql`activa` : sql`true AS activa`}
    FROM ${sql.table(kind)}`;
}

export const listDefiniciones = (tx: Tx, kind: CuotaDefinida) =>
  rowsFrom(tx)<DefinicionRow>`
    ${selectDefiniciones(kind)} ORDER BY name COLLATE ext.es, id`;

export const findDefinicion = (tx: Tx, kind: CuotaDefinida, id: number) =>
  rowFrom(tx)<DefinicionRow>`${selectDefiniciones(kind)} WHERE id = ${id}`;

/**
 * The definition, locked until the transaction ends: two edits follow each other, and so do two creations of its charges,
 * of which the second sees what the first has charged.
 */
export const findDefinicionForUpdate = (tx: Tx, kind: CuotaDefinida, id: number) =>
  rowFrom(tx)<DefinicionRow>`
    ${selectDefiniciones(kind)} WHERE id = ${id} FOR NO KEY UPDATE`;

/** The columns of a definition's table; only initial fees can be inactive. */
function columnsOf(kind: CuotaDefinida, values: Omit<DefinicionRow, 'id'>, now: Date): [string, unknown][] {
  return [
    ['name', values.name],
    ['descripcion', values.descripcion],
    ['condominal_centavos', values.condominal],
    ['habitacional_centavos', values.habitacional],
    ['comercial_centavos', values.comercial],
    ['updated_at', now],
    ...(kind === 'cuota_inicial' ? [['activa', values.activa] as [string, unknown]] : []),
  ];
}

export async function insertDefinicion(
  tx: Tx,
  kind: CuotaDefinida,
  values: Omit<DefinicionRow, 'id'>,
  now: Date,
): Promise<number> {
  const columns = columnsOf(kind, values, now);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(kind)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    VALUES (${sql.join(columns.map(([, value]) => value))})
    RETURNING id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an insert answers its row');
  return row.id;
}

export async function updateDefinicion(
  tx: Tx,
  kind: CuotaDefinida,
  id: number,
  values: Omit<DefinicionRow, 'id'>,
  now: Date,
): Promise<void> {
  const changes = columnsOf(kind, values, now).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`UPDATE ${sql.table(kind)} SET ${sql.join(changes)} WHERE id = ${id}`.execute(tx);
}
