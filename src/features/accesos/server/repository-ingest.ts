/** The rows of what the devices at the gate send. */
import { type Insertable, sql } from 'kysely';
import type { Archivo } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { COMMUNITY_ZONE } from './repository-count.ts';

/** A record as it is written; its column names. */
export interface Fila {
  fecha: string;
  registro: string;
  tipo: string;
  tipo_visita: string;
  nombre: string;
  placas: string;
  cono: string;
  punto: string;
  referencia: string;
  nombre_seguridad: string;
  nombre_encargado_obra: string;
  acompanantes: number;
  motivo: string;
  placas_archivo_id: number | null;
  id_archivo_id: number | null;
}

const FILA =
  sql.raw(`fecha timestamptz, registro text, tipo text, tipo_visita text, nombre text, placas text, cono text,
  punto text, referencia text, nombre_seguridad text, nombre_encargado_obra text, acompanantes integer, motivo text,
  placas_archivo_id integer, id_archivo_id integer`);

/**
 * Adds records of one device in sets: new names and plates first, then the log with its counts, in one statement so that the
 * counts' rows are held no longer than the commit takes. Gives those that were new.
 */
export async function insertAccesos(
  tx: Tx,
  { dispositivoId, now }: { dispositivoId: number; now: Date },
  filas: readonly Fila[],
): Promise<{ id: number; registro: string }[]> {
  if (filas.length === 0) return [];
  const json = JSON.stringify(filas);
  const sent = sql`jsonb_to_recordset(${json}::jsonb) AS r (${FILA})`;
  // In the order of their names, so that two devices never wait for each other; the known ones cost no number.
  await sql`
    INSERT INTO acceso_persona (nombre) SELECT DISTINCT r.nombre FROM ${sent}
    WHERE NOT EXISTS (SELECT FROM acceso_persona p WHERE p.nombre = r.nombre) ORDER BY 1 ON CONFLICT DO NOTHING`.execute(
    tx,
  );
  await sql`
    INSERT INTO acceso_placa (placas) SELECT DISTINCT r.placas FROM ${sent}
    WHERE NOT EXISTS (SELECT FROM acceso_placa p WHERE p.placas = r.placas) ORDER BY 1 ON CONFLICT DO NOTHING`.execute(
    tx,
  );
  return rowsFrom(tx)<{ id: number; registro: string }>`
    WITH nuevos AS (
      INSERT INTO acceso (fecha, persona_id, placa_id, lote_id, tipo, tipo_visita, cono, dispositivo_id, registro,
        referencia, punto, nombre_seguridad, nombre_encargado_obra, acompanantes, motivo, placas_archivo_id, id_archivo_id,
        created_at)
      SELECT r.fecha, p.id, c.id, l.id, r.tipo, r.tipo_visita, r.cono, ${dispositivoId}, r.registro, r.referencia, r.punto,
        r.nombre_seguridad, r.nombre_encargado_obra, r.acompanantes, r.motivo, r.placas_archivo_id, r.id_archivo_id, ${now}
      FROM ${sent}
      JOIN acceso_persona p ON p.nombre = r.nombre
      JOIN acceso_placa c ON c.placas = r.placas
      LEFT JOIN lote l ON r.referencia <> '' AND ext.clave(l.referencia) = ext.clave(r.referencia)
      ON CONFLICT (dispositivo_id, registro) DO NOTHING
      RETURNING id, registro, persona_id, placa_id, tipo, tipo_visita, punto, fecha AT TIME ZONE ${COMMUNITY_ZONE} AS local
    ),
    personas AS (
      UPDATE acceso_persona p SET total = p.total + n.n
      FROM (SELECT persona_id, count(*) AS n FROM nuevos GROUP BY 1 ORDER BY 1) n WHERE p.id = n.persona_id
    ),
    placas AS (
      UPDATE acceso_placa p SET total = p.total + n.n
      FROM (SELECT placa_id, count(*) AS n FROM nuevos GROUP BY 1 ORDER BY 1) n WHERE p.id = n.placa_id
    ),
    horas AS (
      INSERT INTO acceso_hora AS h (dia, hora, tipo, tipo_visita, punto, total)
      SELECT local::date, extract(hour FROM local), tipo, tipo_visita, punto, count(*) FROM nuevos
      GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (dia, hora, tipo, tipo_visita, punto) DO UPDATE SET total = h.total + excluded.total
    ),
    dias AS (
      INSERT INTO acceso_dia AS d (dia, tipo, tipo_visita, total)
      SELECT local::date, tipo, tipo_visita, count(*) FROM nuevos GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (dia, tipo, tipo_visita) DO UPDATE SET total = d.total + excluded.total
    )
    SELECT id, registro FROM nuevos`;
}

/** A mark of a guard's round. */
export interface Marca {
  fecha: Date;
  guardia: string;
  punto: string;
  nota: string;
  dispositivo_id: number;
  registro: string;
  created_at: Date;
}

export async function insertMarcas(tx: Tx, marcas: readonly Marca[]): Promise<number> {
  if (marcas.length === 0) return 0;
  const kept = await tx
    .insertInto('rondin_marca')
    .values([...marcas])
    .onConflict((conflict) => conflict.columns(['dispositivo_id', 'registro']).doNothing())
    .returning('id')
    .execute();
  return kept.length;
}

/** The file of a photograph that a device has sent before. */
export async function findFoto(tx: Tx, dispositivoId: number, huella: Buffer): Promise<number | undefined> {
  const known = await tx
    .selectFrom('acceso_foto')
    .select('archivo_id')
    .where('dispositivo_id', '=', dispositivoId)
    .where('huella', '=', huella)
    .executeTakeFirst();
  return known?.archivo_id;
}

/** Which of these photographs a device has sent. */
export async function listFotos(tx: Tx, dispositivoId: number, ids: readonly number[]): Promise<number[]> {
  const known = await tx
    .selectFrom('acceso_foto')
    .select('archivo_id')
    .where('dispositivo_id', '=', dispositivoId)
    .where('archivo_id', 'in', [...ids])
    .execute();
  return known.map((foto) => foto.archivo_id);
}

export async function insertFoto(
  tx: Tx,
  dispositivoId: number,
  archivo: Insertable<Archivo> & { huella: Buffer },
): Promise<number> {
  const { id } = await tx.insertInto('archivo').values(archivo).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('acceso_foto')
    .values({ archivo_id: id, dispositivo_id: dispositivoId, huella: archivo.huella })
    .execute();
  return id;
}
