/** What the devices at the gate send: records and photographs, each kept once. */
import { createHash } from 'node:crypto';
import { instantInZone } from '#core/fecha.ts';
import { imageFacts, PICTURE_PIXELS_MAX, refusalOfImage, shownName } from '#features/archivos/rules.ts';
import type { Upload } from '#platform/endpoint.ts';
import type { Before, Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { fileKey } from '#platform/server/files.ts';
import type { Registro } from '../contract.ts';
import { RONDIN, refusalOfInstant } from '../rules.ts';
import {
  type Fila,
  findFoto,
  insertAccesos,
  insertFoto,
  insertMarcas,
  listFotos,
  type Marca,
} from './repository-ingest.ts';

const HAS_OFFSET = /(Z|[+-]\d{2}:\d{2})$/;

/** The instant that a device means: with an offset as it says, without one on the community's clock. */
export function instantOf(fechaHora: string, timeZone: string): Date {
  if (HAS_OFFSET.test(fechaHora)) return new Date(fechaHora);
  return instantInZone(fechaHora.length === 16 ? `${fechaHora}:00` : fechaHora, timeZone);
}

/** Photographs may be shown only where the device that names them sent them. */
async function refuseForeignFotos(tx: Tx, dispositivoId: number, ids: readonly number[]): Promise<void> {
  const asked = new Set(ids);
  if (asked.size === 0) return;
  const known = await listFotos(tx, dispositivoId, [...asked]);
  const missing = [...asked].find((id) => !known.includes(id));
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
  const marcas: Marca[] = [];
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
  const marcados = await insertMarcas(tx, marcas);
  const nuevos = marcados + (await insertAccesos(tx, { dispositivoId: device.id, now }, filas)).length;
  return { nuevos, repetidos: registros.length - nuevos };
}

/** A photograph before its row: one that this device has sent before has one already, else its bytes are kept. */
export type FotoRecibida = { conocida: number } | { clave: string; mime: string; bytes: number; huella: Buffer };

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
  const conocida = await read(({ tx }) => findFoto(tx, device.id, huella));
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
  return insertFoto(tx, device.id, { uso: 'acceso', clave, nombre, mime, bytes, huella, created_at: clock.now() });
}
