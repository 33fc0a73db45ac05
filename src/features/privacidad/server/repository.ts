/** Rows of the notice, of what people said and asked for, of blocks, and of who read of whom. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { facturaDeCuando } from '#libro/server/owners.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { countFrom, insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Conservado, Derecho, Estado, Plazos, Via } from '../rules.ts';

/** Whose a row is, and since when. */
interface Firma {
  usuario_id: number | null;
  created_at: Date;
}

/* The notice. */

export interface AvisoRow {
  id: number;
  version: number;
  desde: Fecha;
  texto: string;
  abogado: string;
  usuario: string;
  createdAt: Date;
  aceptaron: number;
}

/** Every version, the last first. */
export const listAvisos = (tx: Tx) =>
  rowsFrom(tx)<AvisoRow>`
    WITH ultima AS (SELECT DISTINCT ON (residente_id) aviso_id, acepta FROM aviso_respuesta ORDER BY residente_id, id DESC)
    SELECT a.id, a.version, a.desde, a.texto, a.abogado, ${fullName('u')} AS usuario, a.created_at AS "createdAt",
      (SELECT count(*)::int FROM ultima r WHERE r.aviso_id = a.id AND r.acepta) AS aceptaron
    FROM aviso_privacidad a LEFT JOIN usuario u ON u.id = a.usuario_id ORDER BY a.version DESC`;

/** The version in force on a day; of two of one day the later. */
export async function findAvisoVigente(
  tx: Tx,
  hoy: Fecha,
): Promise<{ id: number; version: number; desde: Fecha; texto: string; abogado: string } | undefined> {
  return tx
    .selectFrom('aviso_privacidad')
    .select(['id', 'version', 'desde', 'texto', 'abogado'])
    .where('desde', '<=', hoy)
    .orderBy('desde', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last version, locked, so that two new ones follow each other. */
export const findUltimoAvisoForUpdate = (tx: Tx) =>
  tx
    .selectFrom('aviso_privacidad')
    .select(['id', 'version', 'desde'])
    .orderBy('version', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

export const findAvisoForUpdate = (tx: Tx, id: number) =>
  tx
    .selectFrom('aviso_privacidad')
    .select(['id', 'version', 'abogado'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertAviso = (tx: Tx, values: { version: number; texto: string; desde: Fecha } & Firma) =>
  insertedId(tx.insertInto('aviso_privacidad').values(values).returning('id'));

export const confirmAviso = (tx: Tx, id: number, abogado: string, now: Date) =>
  tx.updateTable('aviso_privacidad').set({ abogado, confirmado_at: now }).where('id', '=', id).execute();

export const countPersonas = (tx: Tx) =>
  countFrom(tx)`
    SELECT count(DISTINCT residente_id)::int AS n FROM lote_residente WHERE active`;

/* People. */

const LOTES = sql`coalesce((
  SELECT string_agg(DISTINCT l.referencia, ', ' ORDER BY l.referencia) FROM lote_residente t JOIN lote l ON l.id = t.lote_id
  WHERE t.residente_id = r.id AND t.active), '')`;

export interface PersonaRow {
  id: number;
  name: string;
  tipo: 'asociado' | 'inquilino';
  lotes: string;
  consentimiento: Fecha | null;
  /** The last day on which they were of a lot; null of whoever never was. */
  ultimo: Fecha | null;
  /** When the name was destroyed. */
  nombreSuprimidoAt: Date | null;
}

const selectPersona = (tx: Tx, id: number, lock: RawBuilder<unknown>) =>
  rowFrom(tx)<PersonaRow>`
    SELECT r.id, r.name, r.tipo, r.consentimiento, ${LOTES} AS lotes, r.suprimido_at AS "nombreSuprimidoAt",
      (SELECT max(t.hasta)::date FROM lote_residente t WHERE t.residente_id = r.id) AS ultimo FROM residente r WHERE r.id = ${id} ${lock}`;

export const findPersona = (tx: Tx, id: number) => selectPersona(tx, id, sql``);
/** Locked, so that what is done with the same person follows each other. */
export const findPersonaForUpdate = (tx: Tx, id: number) => selectPersona(tx, id, sql`FOR UPDATE OF r`);

export interface RespuestaAviso {
  avisoId: number;
  version: number;
  acepta: boolean;
  fecha: Fecha;
  via: Via;
}

export const findRespuesta = (tx: Tx, residenteId: number) =>
  rowFrom(tx)<RespuestaAviso>`
    SELECT a.id AS "avisoId", a.version, x.acepta, x.fecha, x.via FROM aviso_respuesta x JOIN aviso_privacidad a ON a.id = x.aviso_id
    WHERE x.residente_id = ${residenteId} ORDER BY x.id DESC LIMIT 1`;

export const insertRespuesta = (
  tx: Tx,
  values: { residente_id: number; aviso_id: number; acepta: boolean; fecha: Fecha; via: Via } & Firma,
) => tx.insertInto('aviso_respuesta').values(values).execute();

export interface FinalidadDe {
  id: number;
  name: string;
  descripcion: string;
  acepta: boolean | null;
  at: Date | null;
}

/** What may be asked for, and what was said of it last; one that is no longer asked for stays where something was said. */
export const listFinalidadesDe = (tx: Tx, residenteId: number) =>
  rowsFrom(tx)<FinalidadDe>`
    SELECT f.id, f.name, f.descripcion, x.acepta, x.created_at AS at FROM finalidad f
    LEFT JOIN LATERAL (
      SELECT y.acepta, y.created_at FROM finalidad_respuesta y WHERE y.residente_id = ${residenteId} AND y.finalidad_id = f.id
      ORDER BY y.id DESC LIMIT 1
    ) x ON true
    WHERE f.active OR x.acepta IS NOT NULL ORDER BY f.name COLLATE ext.es, f.id`;

export async function insertFinalidades(
  tx: Tx,
  rows: readonly ({ residente_id: number; finalidad_id: number; acepta: boolean; via: Via } & Firma)[],
): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('finalidad_respuesta')
      .values([...rows])
      .execute();
}

/* What people ask for. */

export interface SolicitudRow extends Plazos {
  id: number;
  personaId: number;
  persona: string;
  lotes: string;
  derecho: Derecho;
  texto: string;
  recibida: Fecha;
  via: Via;
  prorroga: string;
  respuesta: string;
  respondida: Fecha | null;
  nota: string;
}

const IN_ESTADO: Readonly<Record<Estado, RawBuilder<unknown>>> = {
  por_responder: sql`s.procede IS NULL`,
  por_cumplir: sql`(s.procede AND s.cumplida IS NULL)`,
  cumplida: sql`s.cumplida IS NOT NULL`,
  negada: sql`NOT s.procede`,
};
const ABIERTA = sql`(s.procede IS NULL OR (s.procede AND s.cumplida IS NULL))`;

export const whereEstado = (estado: Estado | 'abiertas' | 'todas'): RawBuilder<unknown> =>
  estado === 'todas' ? sql`true` : estado === 'abiertas' ? ABIERTA : IN_ESTADO[estado];

/** What waits by the day that it has to be done, then what is over by the day that it came. */
export const listSolicitudes = (
  tx: Tx,
  where: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
) =>
  rowsFrom(tx)<SolicitudRow>`
    SELECT s.id, r.id AS "personaId", r.name AS persona, ${LOTES} AS lotes, s.derecho, s.texto, s.recibida, s.via,
      s.responder_hasta AS "responderHasta", s.cumplir_hasta AS "cumplirHasta", s.prorroga, s.procede, s.respuesta, s.respondida,
      s.cumplida, s.nota
    FROM solicitud_privacidad s JOIN residente r ON r.id = s.residente_id WHERE ${where}
    ORDER BY NOT ${ABIERTA}, CASE WHEN ${ABIERTA} THEN coalesce(s.cumplir_hasta, s.responder_hasta) END, s.recibida DESC, s.id DESC
    LIMIT ${limit} OFFSET ${offset}`;

export const countSolicitudes = (tx: Tx, where: RawBuilder<unknown>) =>
  countFrom(tx)`
    SELECT count(*)::int AS n FROM solicitud_privacidad s WHERE ${where}`;

export const ofPersona = (residenteId: number): RawBuilder<unknown> => sql`s.residente_id = ${residenteId}`;

/** What is open: how many, and the first day that something is to be done. */
export async function countAbiertas(tx: Tx): Promise<{ cantidad: number; primera: Fecha | null }> {
  const { rows } = await sql<{ cantidad: number; primera: Fecha | null }>`
    SELECT count(*)::int AS cantidad, min(coalesce(s.cumplir_hasta, s.responder_hasta)) AS primera
    FROM solicitud_privacidad s WHERE ${ABIERTA}`.execute(tx);
  return rows[0] ?? { cantidad: 0, primera: null };
}

export const insertSolicitud = (
  tx: Tx,
  values: {
    residente_id: number;
    derecho: Derecho;
    texto: string;
    recibida: Fecha;
    via: Via;
    responder_hasta: Fecha;
  } & Firma,
) => insertedId(tx.insertInto('solicitud_privacidad').values(values).returning('id'));

export async function findSolicitudForUpdate(tx: Tx, id: number): Promise<SolicitudRow | undefined> {
  await tx.selectFrom('solicitud_privacidad').select('id').where('id', '=', id).forUpdate().execute();
  const [row] = await listSolicitudes(tx, sql`s.id = ${id}`, { limit: 1, offset: 0 });
  return row;
}

export const prorrogarSolicitud = (tx: Tx, id: number, values: { responder_hasta: Fecha; prorroga: string }) =>
  tx.updateTable('solicitud_privacidad').set(values).where('id', '=', id).execute();

export const responderSolicitud = (
  tx: Tx,
  id: number,
  values: { procede: boolean; respuesta: string; respondida: Fecha; cumplir_hasta: Fecha | null },
) => tx.updateTable('solicitud_privacidad').set(values).where('id', '=', id).execute();

export const cumplirSolicitud = (tx: Tx, id: number, values: { cumplida: Fecha; nota: string }) =>
  tx.updateTable('solicitud_privacidad').set(values).where('id', '=', id).execute();

/* Who read of whom. */

const OF_PERSONA = (id: number) => sql`b.entidad = 'residente' AND b.entidad_id = ${String(id)}`;

export const listAccesos = (tx: Tx, residenteId: number, { limit, offset }: { limit: number; offset: number }) =>
  rowsFrom(tx)<{ id: number; createdAt: Date; usuario: string; nota: string }>`
    SELECT b.id, b.created_at AS "createdAt", b.usuario, b.nota FROM bitacora b
    WHERE ${OF_PERSONA(residenteId)} ORDER BY b.id DESC LIMIT ${limit} OFFSET ${offset}`;

export const countAccesos = (tx: Tx, residenteId: number) =>
  countFrom(tx)`
    SELECT count(*)::int AS n FROM bitacora b WHERE ${OF_PERSONA(residenteId)}`;

/* Blocking and destroying. */

export interface BloqueoRow {
  id: number;
  razon: string;
  datos: Buffer | null;
  telefonos: number;
  correos: number;
  usuario: string;
  createdAt: Date;
  suprimidoAt: Date | null;
}

/** The last one that was not given back. */
export const findBloqueo = (tx: Tx, residenteId: number) =>
  rowFrom(tx)<BloqueoRow>`
    SELECT b.id, b.razon, b.datos, b.telefonos, b.correos, ${fullName('u')} AS usuario, b.created_at AS "createdAt",
      b.suprimido_at AS "suprimidoAt"
    FROM bloqueo_datos b LEFT JOIN usuario u ON u.id = b.usuario_id
    WHERE b.residente_id = ${residenteId} AND b.levantado_at IS NULL ORDER BY b.id DESC LIMIT 1`;

export async function insertBloqueo(
  tx: Tx,
  {
    conservado,
    ...values
  }: {
    residente_id: number;
    razon: string;
    datos: Buffer;
    telefonos: number;
    correos: number;
    conservado: readonly Conservado[];
  } & Firma,
): Promise<number> {
  const row = { ...values, conservado: JSON.stringify(conservado) };
  return insertedId(tx.insertInto('bloqueo_datos').values(row).returning('id'));
}

export const liftBloqueo = (tx: Tx, id: number, now: Date) =>
  tx.updateTable('bloqueo_datos').set({ datos: null, levantado_at: now }).where('id', '=', id).execute();

export const destroyBloqueo = (tx: Tx, id: number, now: Date) =>
  tx.updateTable('bloqueo_datos').set({ datos: null, suprimido_at: now }).where('id', '=', id).execute();

/** Destroys a name wherever the product keeps it, with what went to addresses that are gone; gives what stands for it. */
export async function suprimeNombre(tx: Tx, id: number, correos: readonly string[], now: Date): Promise<string> {
  const { rows } = await sql<{ nuevo: string }>`
    SELECT suprime_nombre(${id}::int, ${correos.map((correo) => correo.toLowerCase())}::text[], ${now}) AS nuevo`.execute(
    tx,
  );
  return rows[0]?.nuevo ?? '';
}

export interface Contactos {
  telefonos: { tipo_numero_telefono_id: number; numero: string; referencia: string }[];
  correos: { correo: string; facturar: boolean; referencia: string }[];
}

export async function countContactos(tx: Tx, residenteId: number): Promise<{ telefonos: number; correos: number }> {
  const { rows } = await sql<{ telefonos: number; correos: number }>`
    SELECT (SELECT count(*)::int FROM telefono WHERE residente_id = ${residenteId}) AS telefonos,
      (SELECT count(*)::int FROM correo_electronico WHERE residente_id = ${residenteId}) AS correos`.execute(tx);
  return rows[0] ?? { telefonos: 0, correos: 0 };
}

/** Takes the phones and e-mails of a person out of use and gives them. */
export async function takeContactos(tx: Tx, residenteId: number): Promise<Contactos> {
  const telefonos = await tx
    .deleteFrom('telefono')
    .where('residente_id', '=', residenteId)
    .returning(['tipo_numero_telefono_id', 'numero', 'referencia'])
    .execute();
  const correos = await tx
    .deleteFrom('correo_electronico')
    .where('residente_id', '=', residenteId)
    .returning(['correo', 'facturar', 'referencia'])
    .execute();
  return { telefonos, correos };
}

export async function putContactos(tx: Tx, residenteId: number, { telefonos, correos }: Contactos): Promise<void> {
  const own = { residente_id: residenteId };
  if (telefonos.length > 0) {
    await tx
      .insertInto('telefono')
      .values(telefonos.map((one) => ({ ...one, ...own })))
      .execute();
  }
  if (correos.length > 0) {
    await tx
      .insertInto('correo_electronico')
      .values(correos.map((one) => ({ ...one, ...own })))
      .execute();
  }
}

/** What of a person stays, by kind: counted over the lots and days that were theirs. */
export async function countConservado(
  tx: Tx,
  residenteId: number,
): Promise<{ recibos: number; facturas: number; bitacora: number; accesos: number }> {
  const { rows } = await sql<{ recibos: number; facturas: number; bitacora: number; accesos: number }>`
    WITH lazo AS (SELECT lote_id, desde::date AS desde, hasta::date AS hasta FROM lote_residente WHERE residente_id = ${residenteId})
    SELECT
      (SELECT count(DISTINCT x.id)::int FROM recibo x JOIN lazo z ON z.lote_id = x.lote_id
        AND x.fecha_pago BETWEEN z.desde AND coalesce(z.hasta, 'infinity')) AS recibos,
      (SELECT count(DISTINCT f.id)::int FROM factura f JOIN lazo z ON z.lote_id = f.lote_id
        AND ${facturaDeCuando('f')}::date BETWEEN z.desde AND coalesce(z.hasta, 'infinity') WHERE f.uuid IS NOT NULL) AS facturas,
      (SELECT count(*)::int FROM bitacora b WHERE ${OF_PERSONA(residenteId)}) AS bitacora,
      (SELECT count(*)::int FROM lazo) AS accesos`.execute(tx);
  return rows[0] ?? { recibos: 0, facturas: 0, bitacora: 0, accesos: 0 };
}
