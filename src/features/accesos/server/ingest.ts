/** What the devices at the gate send: records and photographs, each kept once. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { instantInZone } from '#core/fecha.ts';
import { imageFacts, PICTURE_PIXELS_MAX, refusalOfImage, shownName } from '#features/archivos/rules.ts';
import type { Upload } from '#platform/endpoint.ts';
import type { Before, Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import type { Device } from '#platform/server/device.ts';
import { Refusal } from '#platform/server/errors.ts';
import { fileKey } from '#platform/server/files.ts';
import type { Registro } from '../contract.ts';
import { RONDIN, refusalOfInstant } from '../rules.ts';
import { COMMUNITY_ZONE } from './count.ts';

const HAS_OFFSET = /(Z|[+-]\d{2}:\d{2})$/;

/** The instant that a device means: with an offset as it says, without one on the community's clock. */
function instantOf(fechaHora: string, timeZone: string): Date {
  if (HAS_OFFSET.test(fechaHora)) return new Date(fechaHora);
  return instantInZone(fechaHora.length === 16 ? `${fechaHora}:00` : fechaHora, timeZone);
}

interface Fila {
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
 * counts' rows are held no longer than the commit takes. Gives how many were new.
 */
async function insertAccesos(
  tx: Tx,
  { dispositivoId, now }: { dispositivoId: number; now: Date },
  filas: readonly Fila[],
): Promise<number> {
  if (filas.length === 0) return 0;
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
  const { rows } = await sql<{ nuevos: number }>`
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
      RETURNING persona_id, placa_id, tipo, tipo_visita, punto, fecha AT TIME ZONE ${COMMUNITY_ZONE} AS local
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
    SELECT count(*) AS nuevos FROM nuevos`.execute(tx);
  return rows[0]?.nuevos ?? 0;
}

async function insertMarcas(
  tx: Tx,
  marcas: readonly {
    fecha: Date;
    guardia: string;
    punto: string;
    nota: string;
    dispositivo_id: number;
    registro: string;
    created_at: Date;
  }[],
): Promise<number> {
  if (marcas.length === 0) return 0;
  const kept = await tx
    .insertInto('rondin_marca')
    .values([...marcas])
    .onConflict((conflict) => conflict.columns(['dispositivo_id', 'registro']).doNothing())
    .returning('id')
    .execute();
  return kept.length;
}

/** Photographs may be shown only where the device that names them sent them. */
async function refuseForeignFotos(tx: Tx, dispositivoId: number, ids: readonly number[]): Promise<void> {
  const asked = new Set(ids);
  if (asked.size === 0) return;
  const known = await tx
    .selectFrom('acceso_foto')
    .select('archivo_id')
    .where('dispositivo_id', '=', dispositivoId)
    .where('archivo_id', 'in', [...asked])
    .execute();
  const missing = [...asked].find((id) => !known.some((foto) => foto.archivo_id === id));
  if (missing !== undefined) throw new Refusal(`Este dispositivo no ha enviado la foto ${missing}. Envíela primero`);
}

/** Keeps what a device sends, all of it or nothing; what it had sent before is known again. */
export async function registrar(
  ctx: Context,
  registros: readonly Registro[],
): Promise<{ nuevos: number; repetidos: number }> {
  const { tx, device, community } = ctx;
  const now = ctx.clock.now();
  await refuseForeignFotos(
    tx,
    device.id,
    registros.flatMap(({ placasFoto, idFoto }) => [placasFoto, idFoto].filter((id) => id !== null)),
  );
  const filas: Fila[] = [];
  const marcas: Parameters<typeof insertMarcas>[1][number][] = [];
  for (const r of registros) {
    const fecha = instantOf(r.fechaHoraAcceso, community.timeZone);
    const refusal = refusalOfInstant(r.idRegistro, fecha, now);
    if (refusal) throw new Refusal(refusal);
    const punto = r.puntoAcceso || device.punto;
    if (r.tipo === RONDIN) {
      const guardia = r.nombreSeguridad || r.nombre;
      if (!guardia) throw new Refusal(`El registro «${r.idRegistro}» es de un rondín y no dice qué guardia lo hizo`);
      marcas.push({
        ...{ fecha, guardia, punto, nota: r.motivo },
        ...{ dispositivo_id: device.id, registro: r.idRegistro, created_at: now },
      });
      continue;
    }
    filas.push({
      fecha: fecha.toISOString(),
      registro: r.idRegistro,
      tipo: r.tipo,
      tipo_visita: r.tipoVisita,
      nombre: r.nombre,
      placas: r.placas.toUpperCase(),
      cono: r.cono,
      punto,
      referencia: r.referencia,
      nombre_seguridad: r.nombreSeguridad,
      nombre_encargado_obra: r.nombreEncargadoObra,
      acompanantes: r.acompanantes,
      motivo: r.motivo,
      placas_archivo_id: r.placasFoto,
      id_archivo_id: r.idFoto,
    });
  }
  const nuevos = (await insertMarcas(tx, marcas)) + (await insertAccesos(tx, { dispositivoId: device.id, now }, filas));
  return { nuevos, repetidos: registros.length - nuevos };
}

/** A photograph before its row: one that this device has sent before has one already, else its bytes are kept. */
export type FotoRecibida = { conocida: number } | { clave: string; mime: string; bytes: number; huella: Buffer };

async function findFoto(tx: Tx, device: Device, huella: Buffer): Promise<number | undefined> {
  const known = await tx
    .selectFrom('acceso_foto')
    .select('archivo_id')
    .where('dispositivo_id', '=', device.id)
    .where('huella', '=', huella)
    .executeTakeFirst();
  return known?.archivo_id;
}

/** Keeps the bytes of a photograph. They come before its row: bytes without a row harm nobody. */
export async function recibirFoto({
  body: { file },
  before: { community, device, outside, read },
}: {
  body: { file: Upload };
  before: Before;
}): Promise<FotoRecibida> {
  const { bytes } = file;
  const refusal = refusalOfImage(bytes, { pixelsMax: PICTURE_PIXELS_MAX });
  const facts = imageFacts(bytes);
  if (refusal || !facts) throw new Refusal(refusal ?? 'El archivo no es una imagen PNG o JPEG');
  const huella = createHash('sha256').update(bytes).digest();
  const conocida = await read(({ tx }) => findFoto(tx, device, huella));
  if (conocida !== undefined) return { conocida };
  const clave = fileKey(community.schema, 'acceso');
  await outside.files.put(clave, bytes);
  return { clave, mime: facts.mime, bytes: bytes.length, huella };
}

/** The row of a photograph, and its id. */
export async function guardarFoto({ tx, device, clock }: Context, foto: FotoRecibida): Promise<number> {
  if ('conocida' in foto) return foto.conocida;
  const { clave, mime, bytes, huella } = foto;
  const nombre = shownName(`acceso-${huella.toString('hex').slice(0, 12)}`, mime);
  const { id } = await tx
    .insertInto('archivo')
    .values({ uso: 'acceso', clave, nombre, mime, bytes, huella, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('acceso_foto').values({ archivo_id: id, dispositivo_id: device.id, huella }).execute();
  return id;
}
