import { type Insertable, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { DispositivoAcceso } from '#platform/server/database-types.ts';
import { inSpanish, type Tx } from '#platform/server/db.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import { type Sentido, TIPO_VISITA_HABITUAL, type Tipo, type TipoVisita, tiposOf } from '../rules.ts';

/** What changes when a record arrives: the last id, and the newest days' count, since ids are not committed in order. */
export async function findMarca(tx: Tx): Promise<string> {
  const { rows } = await sql<{ marca: string }>`
    SELECT coalesce((SELECT max(id) FROM acceso), 0) || '-' || coalesce((
      SELECT sum(total) FROM acceso_dia WHERE dia >= (SELECT max(dia) - 1 FROM acceso_dia)
    ), 0) AS marca`.execute(tx);
  return rows[0]?.marca ?? '';
}

export interface Conteo {
  fecha: Fecha;
  hora: number;
  tipo: Tipo;
  tipoVisita: TipoVisita;
  punto: string;
  total: number;
}

/** The hourly counts of a period. */
export const listConteos = (tx: Tx, desde: Fecha, hasta: Fecha) =>
  rowsFrom(tx)<Conteo>`
    SELECT dia AS fecha, hora, tipo, tipo_visita AS "tipoVisita", punto, total
    FROM acceso_hora WHERE dia BETWEEN ${desde} AND ${hasta}`;

const goes = (column: string, sentido: Sentido) =>
  sql`${sql.ref(column)} IN (${sql.join(tiposOf(sentido).map((tipo) => sql.lit(tipo)))})`;
const IS_VISITA = sql`tipo_visita <> ${sql.lit(TIPO_VISITA_HABITUAL)}`;

/** The lots that most came to, between two instants. */
export const listLotesVisitados = (tx: Tx, desde: Date, hasta: Date) =>
  rowsFrom(tx)<{ nombre: string; total: number }>`
    SELECT l.referencia AS nombre, v.total FROM (
      SELECT lote_id, count(*) AS total FROM acceso a
      WHERE fecha >= ${desde} AND fecha < ${hasta} AND ${goes('tipo', 'entrada')} AND ${IS_VISITA} AND lote_id IS NOT NULL
      GROUP BY lote_id ORDER BY total DESC, lote_id LIMIT 10
    ) v JOIN lote l ON l.id = v.lote_id ORDER BY v.total DESC, ${inSpanish('l.referencia')}`;

/** How long visits stayed: from entering to the next leaving of the same name and plates, within a day. */
export async function findEstancias(
  tx: Tx,
  desde: Date,
  hasta: Date,
): Promise<{ mediana: number | null; estancias: number }> {
  const { rows } = await sql<{ mediana: number | null; estancias: number }>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY minutos) AS mediana, count(*) AS estancias FROM (
      SELECT tipo, siguiente, extract(epoch FROM salida - fecha) / 60 AS minutos FROM (
        SELECT tipo, fecha, lead(tipo) OVER w AS siguiente, lead(fecha) OVER w AS salida FROM acceso
        WHERE fecha >= ${desde} AND fecha < ${hasta} AND ${IS_VISITA}
        WINDOW w AS (PARTITION BY persona_id, placa_id ORDER BY fecha, id)
      ) p
    ) e WHERE ${goes('tipo', 'entrada')} AND ${goes('siguiente', 'salida')} AND minutos <= 1440`.execute(tx);
  return rows[0] ?? { mediana: null, estancias: 0 };
}

/** What guards scanned between two instants, in its order. */
export function listMarcas(tx: Tx, desde: Date, hasta: Date) {
  return tx
    .selectFrom('rondin_marca')
    .select(['fecha', 'guardia', 'punto'])
    .where('fecha', '>=', desde)
    .where('fecha', '<', hasta)
    .orderBy('fecha')
    .orderBy('id')
    .execute();
}

export function listDispositivos(tx: Tx) {
  return (
    tx
      .selectFrom('dispositivo_acceso as d')
      .select([
        ...(['d.id', 'd.nombre', 'd.punto', 'd.clave_fin', 'd.created_at', 'd.ultimo_uso', 'd.revocado_at'] as const),
        sql<boolean>`EXISTS (SELECT FROM acceso a WHERE a.dispositivo_id = d.id)
        OR EXISTS (SELECT FROM rondin_marca m WHERE m.dispositivo_id = d.id)`.as('registros'),
      ])
      // Not the browsers of the gates, which have no key.
      .where('d.equipo', 'is', null)
      .orderBy((where) => where('d.revocado_at', 'is not', null))
      .orderBy(inSpanish('d.nombre'))
      .orderBy('d.id')
      .execute()
  );
}

/** The device, locked until the transaction ends. */
export function findDispositivoForUpdate(tx: Tx, id: number) {
  return tx
    .selectFrom('dispositivo_acceso')
    .select(['id', 'nombre', 'punto', 'clave_fin', 'revocado_at'])
    .where('id', '=', id)
    .where('equipo', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export const insertDispositivo = (tx: Tx, values: Insertable<DispositivoAcceso>) =>
  insertedId(tx.insertInto('dispositivo_acceso').values(values).returning('id'));

export async function updateDispositivo(
  tx: Tx,
  id: number,
  values: { nombre: string; punto: string } | { revocado_at: Date },
): Promise<void> {
  await tx.updateTable('dispositivo_acceso').set(values).where('id', '=', id).execute();
}
