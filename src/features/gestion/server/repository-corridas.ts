/** Runs of the ladder: the one that is proposed, those that went out, and what became of each letter. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { barHolds } from '#libro/server/debt.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { insertedId, rowsFrom } from '#platform/server/rows.ts';
import type { EnvioPrevisto, Medio } from '../rules.ts';

export async function findPropuestaForUpdate(tx: Tx) {
  return tx
    .selectFrom('gestion_corrida')
    .select(['id', 'fecha', 'version'])
    .where('estado', '=', 'propuesta')
    .forUpdate()
    .executeTakeFirst();
}

export async function findPropuesta(tx: Tx) {
  return tx
    .selectFrom('gestion_corrida')
    .select(['id', 'fecha', 'version'])
    .where('estado', '=', 'propuesta')
    .executeTakeFirst();
}

export const insertCorrida = (tx: Tx, fecha: Fecha, now: Date) =>
  insertedId(tx.insertInto('gestion_corrida').values({ fecha, created_at: now }).returning('id'));

/** What it holds changed: whoever saw it before has seen another one. */
export async function touchPropuesta(tx: Tx, fecha?: Fecha): Promise<void> {
  await tx
    .updateTable('gestion_corrida')
    .set({ version: sql`version + 1`, ...(fecha && { fecha }) })
    .where('estado', '=', 'propuesta')
    .execute();
}

export async function deleteCorrida(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('gestion_corrida').where('id', '=', id).execute();
}

export interface LineaRow {
  id: number;
  corridaId: number;
  pasoId: number;
  loteId: number;
  referencia: string;
  asociado: string;
  desde: Fecha;
  vencido: Centavos;
  estado: 'propuesta' | 'quitada' | 'enviada' | 'retirada';
  razon: string;
  paso: string;
  asunto: string;
  texto: string;
}

/** The lines of a run, or one of them, by referencia. */
export async function listLineas(tx: Tx, of: { corridaId: number } | { id: number }): Promise<LineaRow[]> {
  const only = 'id' in of ? sql`n.id = ${of.id}` : sql`n.corrida_id = ${of.corridaId}`;
  return rowsFrom(tx)<LineaRow>`
    SELECT n.id, n.corrida_id AS "corridaId", n.paso_id AS "pasoId", n.lote_id AS "loteId", l.referencia,
      coalesce(r.name, '') AS asociado, n.desde, n.vencido_centavos AS vencido, n.estado, n.razon, n.paso, n.asunto, n.texto
    FROM gestion_linea n JOIN lote l ON l.id = n.lote_id
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente r ON r.id = t.residente_id
    WHERE ${only} ORDER BY l.referencia COLLATE ext.es, n.id`;
}

export interface NuevaLinea {
  paso_id: number;
  lote_id: number;
  desde: Fecha;
  vencido_centavos: Centavos;
}

/** The proposed lines of a run are replaced by these; what somebody removed stays removed, as long as it is still the same step. */
export async function replaceLineas(tx: Tx, corridaId: number, lineas: readonly NuevaLinea[]): Promise<number> {
  const now = JSON.stringify(lineas);
  await sql`
    DELETE FROM gestion_linea n WHERE n.corrida_id = ${corridaId} AND (n.estado = 'propuesta' OR NOT EXISTS (
      SELECT FROM json_to_recordset(${now}::json) AS a (paso_id int, lote_id int)
      WHERE a.paso_id = n.paso_id AND a.lote_id = n.lote_id))`.execute(tx);
  const { numAffectedRows } = await sql`
    INSERT INTO gestion_linea (corrida_id, paso_id, lote_id, desde, vencido_centavos)
    SELECT ${corridaId}, a.paso_id, a.lote_id, a.desde, a.vencido_centavos
    FROM json_to_recordset(${now}::json) AS a (paso_id int, lote_id int, desde date, vencido_centavos bigint)
    ON CONFLICT DO NOTHING`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function countLineas(tx: Tx, corridaId: number): Promise<number> {
  const { n } = await tx
    .selectFrom('gestion_linea')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('corrida_id', '=', corridaId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Proposed lines of a run are left out; gives how many. */
export async function quitarLineas(
  tx: Tx,
  corridaId: number,
  quitadas: readonly { id: number; razon: string }[],
  usuarioId: number | null,
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE gestion_linea n SET estado = 'quitada', razon = a.razon, usuario_id = ${usuarioId}
    FROM json_to_recordset(${JSON.stringify(quitadas)}::json) AS a (id int, razon text)
    WHERE n.id = a.id AND n.corrida_id = ${corridaId} AND n.estado = 'propuesta'`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export interface LineaEnviada {
  id: number;
  paso: string;
  asunto: string;
  texto: string;
  vencido: Centavos;
}

export async function enviarLineas(tx: Tx, lineas: readonly LineaEnviada[], fecha: Fecha): Promise<void> {
  await sql`
    UPDATE gestion_linea n
    SET estado = 'enviada', paso = a.paso, asunto = a.asunto, texto = a.texto, vencido_centavos = a.vencido, fecha = ${fecha}::date
    FROM json_to_recordset(${JSON.stringify(lineas)}::json) AS a (id int, paso text, asunto text, texto text, vencido bigint)
    WHERE n.id = a.id`.execute(tx);
}

/** What goes to whom; gives the ids in their order. */
export async function insertEnvios(
  tx: Tx,
  envios: readonly (Pick<EnvioPrevisto, 'medio' | 'destinatario' | 'nombre'> & { lineaId: number })[],
): Promise<number[]> {
  return insertRows(
    tx,
    'gestion_envio',
    envios.map(({ lineaId, medio, destinatario, nombre }) => ({
      linea_id: lineaId,
      ...{ medio, destinatario, nombre, estado: 'pendiente' },
    })),
  );
}

export async function aprobarCorrida(tx: Tx, id: number, usuarioId: number, now: Date, saleAt: Date): Promise<void> {
  await tx
    .updateTable('gestion_corrida')
    .set({ estado: 'aprobada', aprobada_at: now, aprobada_usuario_id: usuarioId, sale_at: saleAt })
    .where('id', '=', id)
    .execute();
}

interface Also {
  lineaId: number;
  loteId: number;
  descripcion: string;
}

/** An alert of each lot, in the bell from today on; its line names it. */
export async function insertAlertas(
  tx: Tx,
  of: readonly Also[],
  hoy: Fecha,
  usuarioId: number,
  now: Date,
): Promise<void> {
  const ids = await insertRows(
    tx,
    'nota_alerta',
    of.map(({ loteId, descripcion }) => ({
      ...{ tipo: 'alerta', lote_id: loteId, activa: true, descripcion, fecha_recordatorio: hoy },
      ...{ usuario_id: usuarioId, created_at: now },
    })),
  );
  const pairs = of.map(({ lineaId }, at) => ({ linea: lineaId, alerta: ids[at] }));
  await sql`
    UPDATE gestion_linea n SET alerta_id = a.alerta
    FROM json_to_recordset(${JSON.stringify(pairs)}::json) AS a (linea int, alerta int) WHERE n.id = a.linea`.execute(
    tx,
  );
}

/** Lots that are barred already are not barred twice; a bar that is over stays as it was. */
export async function insertBloqueos(tx: Tx, of: readonly Also[], hoy: Fecha): Promise<void> {
  await sql`
    INSERT INTO gestion_bloqueo (lote_id, linea_id, desde)
    SELECT a.lote, a.linea, ${hoy}::date
    FROM json_to_recordset(${JSON.stringify(of.map(({ lineaId, loteId }) => ({ linea: lineaId, lote: loteId })))}::json)
      AS a (linea int, lote int)
    WHERE NOT EXISTS (SELECT FROM gestion_bloqueo b WHERE b.lote_id = a.lote AND ${barHolds(hoy)})`.execute(tx);
}

/* Runs that were approved */

export interface CorridaRow {
  id: number;
  fecha: Fecha;
  estado: 'propuesta' | 'aprobada' | 'retirada';
  aprobadaAt: Date | null;
  aprobo: string;
  retiradaAt: Date | null;
  retiro: string;
  razon: string;
  saleAt: Date | null;
  lotes: number;
  vencido: Centavos;
  correos: number;
  porHacer: number;
  hechos: number;
  /** What has left, was done, or was prepared to be sent by WhatsApp: with any of it there is no taking back. */
  salieron: number;
}

/** Mail and messages that were tried, or are being sent. */
const TRIED = sql`(x.estado <> 'pendiente' OR x.intentos > 0 OR x.arriendo_hasta IS NOT NULL)`;

/** Those that went out, the latest first, or one of any state. */
export async function listCorridas(tx: Tx, id?: number): Promise<CorridaRow[]> {
  const only = id === undefined ? sql`c.estado <> 'propuesta'` : sql`c.id = ${id}`;
  return rowsFrom(tx)<CorridaRow>`
    SELECT c.id, c.fecha, c.estado, c.aprobada_at AS "aprobadaAt", ${fullName('u')} AS aprobo, c.retirada_at AS "retiradaAt",
      ${fullName('v')} AS retiro, c.razon, c.sale_at AS "saleAt", n.lotes, n.vencido, e.correos, e."porHacer", e.hechos, e.salieron
    FROM gestion_corrida c
    LEFT JOIN usuario u ON u.id = c.aprobada_usuario_id
    LEFT JOIN usuario v ON v.id = c.retirada_usuario_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS lotes, coalesce(sum(vencido_centavos), 0)::bigint AS vencido FROM gestion_linea n
      WHERE n.corrida_id = c.id AND n.estado <> 'quitada'
    ) n
    CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE e.medio = 'correo'))::int AS correos,
        (count(*) FILTER (WHERE e.medio IN ('carta', 'tarea') AND e.estado <> 'retirado'))::int AS "porHacer",
        (count(*) FILTER (WHERE e.estado = 'hecho'))::int AS hechos,
        (count(*) FILTER (WHERE e.estado = 'hecho'
          OR EXISTS (SELECT FROM correo_saliente x WHERE x.gestion_envio_id = e.id AND ${TRIED})
          OR EXISTS (SELECT FROM notificacion_push x WHERE x.gestion_envio_id = e.id AND ${TRIED})))::int
          -- Whether it was sent is known to the messenger alone.
          + (SELECT count(*)::int FROM whatsapp_mensaje m JOIN gestion_linea n ON n.id = m.linea_id WHERE n.corrida_id = c.id)
          AS salieron
      FROM gestion_linea n JOIN gestion_envio e ON e.linea_id = n.id WHERE n.corrida_id = c.id
    ) e
    WHERE ${only} ORDER BY c.id DESC`;
}

export interface EnvioRow {
  id: number;
  lineaId: number;
  medio: Medio;
  destinatario: EnvioPrevisto['destinatario'];
  nombre: string;
  para: string[];
  estado: 'pendiente' | 'hecho' | 'retirado';
  hecho: Fecha | null;
  resultado: string;
  /** Of the outbox: the state of the worst of its letters; null where none is of it. */
  salida: 'pendiente' | 'enviado' | 'guardado' | 'fallido' | null;
  salioAt: Date | null;
  fallo: string;
}

/** What was sent for the lines of a run, of one line, or of a lot. */
export async function listEnvios(
  tx: Tx,
  of: { corridaId: number } | { lineaId: number } | { loteId: number },
): Promise<EnvioRow[]> {
  const only =
    'corridaId' in of
      ? sql`n.corrida_id = ${of.corridaId}`
      : 'lineaId' in of
        ? sql`n.id = ${of.lineaId}`
        : sql`n.lote_id = ${of.loteId}`;
  return rowsFrom(tx)<EnvioRow>`
    SELECT e.id, e.linea_id AS "lineaId", e.medio, e.destinatario, e.nombre, coalesce(s.para, '{}') AS para, e.estado, e.hecho,
      e.resultado, s.salida, s.at AS "salioAt", coalesce(s.fallo, '') AS fallo
    FROM gestion_linea n JOIN gestion_envio e ON e.linea_id = n.id
    LEFT JOIN LATERAL (
      SELECT array_agg(DISTINCT p) FILTER (WHERE p IS NOT NULL) AS para, max(x.at) AS at, max(x.fallo) AS fallo,
        (array_agg(x.salida ORDER BY array_position(ARRAY['fallido', 'pendiente', 'guardado', 'enviado'], x.salida)))[1] AS salida
      FROM (
        SELECT c.para, c.enviado_at AS at, c.ultimo_error AS fallo,
          CASE WHEN c.estado = 'enviado' AND c.enviado_at IS NULL THEN 'guardado' ELSE c.estado END AS salida
        FROM correo_saliente c WHERE c.gestion_envio_id = e.id
        UNION ALL
        SELECT '{}', p.enviada_at, p.ultimo_error, replace(replace(p.estado, 'enviada', 'enviado'), 'fallida', 'fallido')
        FROM notificacion_push p WHERE p.gestion_envio_id = e.id
      ) x LEFT JOIN LATERAL unnest(x.para) AS p ON true
    ) s ON true
    WHERE ${only} ORDER BY e.id`;
}

/* Taking back */

/** What of a run waits in the outboxes, locked: the jobs pass over it meanwhile. Gives how many have been tried. */
export async function lockSalidas(tx: Tx, corridaId: number): Promise<number> {
  const mine = sql`x.gestion_envio_id IN (
    SELECT e.id FROM gestion_linea n JOIN gestion_envio e ON e.linea_id = n.id WHERE n.corrida_id = ${corridaId})`;
  const mails = await sql<{ tried: boolean }>`
    SELECT ${TRIED} AS tried FROM correo_saliente x WHERE ${mine} ORDER BY x.id FOR UPDATE`.execute(tx);
  const pushes = await sql<{ tried: boolean }>`
    SELECT ${TRIED} AS tried FROM notificacion_push x WHERE ${mine} ORDER BY x.id FOR UPDATE`.execute(tx);
  const done = await sql<{ tried: boolean }>`
    SELECT x.estado = 'hecho' AS tried FROM gestion_envio x JOIN gestion_linea n ON n.id = x.linea_id
    WHERE n.corrida_id = ${corridaId} ORDER BY x.id FOR UPDATE OF x`.execute(tx);
  const prepared = await sql<{ tried: boolean }>`
    SELECT true AS tried FROM whatsapp_mensaje m JOIN gestion_linea n ON n.id = m.linea_id WHERE n.corrida_id = ${corridaId}`.execute(
    tx,
  );
  return [...mails.rows, ...pushes.rows, ...done.rows, ...prepared.rows].filter(({ tried }) => tried).length;
}

/** Nothing of the run has left: its letters go, and what it did besides ends. */
export async function retirarCorrida(
  tx: Tx,
  corridaId: number,
  { usuarioId, now, razon }: { usuarioId: number; now: Date; razon: string },
): Promise<void> {
  const envios = sql`SELECT e.id FROM gestion_linea n JOIN gestion_envio e ON e.linea_id = n.id WHERE n.corrida_id = ${corridaId}`;
  await sql`DELETE FROM correo_saliente WHERE gestion_envio_id IN (${envios})`.execute(tx);
  await sql`DELETE FROM notificacion_push WHERE gestion_envio_id IN (${envios})`.execute(tx);
  await sql`UPDATE gestion_envio SET estado = 'retirado' WHERE id IN (${envios})`.execute(tx);
  await sql`
    UPDATE nota_alerta SET activa = false
    WHERE id IN (SELECT alerta_id FROM gestion_linea WHERE corrida_id = ${corridaId})`.execute(tx);
  await sql`
    UPDATE gestion_bloqueo SET levantado_at = ${now}, usuario_id = ${usuarioId}, razon = ${razon}
    WHERE levantado_at IS NULL AND linea_id IN (SELECT id FROM gestion_linea WHERE corrida_id = ${corridaId})`.execute(
    tx,
  );
  await sql`UPDATE gestion_linea SET estado = 'retirada' WHERE corrida_id = ${corridaId} AND estado = 'enviada'`.execute(
    tx,
  );
  await tx
    .updateTable('gestion_corrida')
    .set({ estado: 'retirada', retirada_at: now, retirada_usuario_id: usuarioId, razon })
    .where('id', '=', corridaId)
    .execute();
}

export interface CartaRow {
  id: number;
  loteId: number;
  referencia: string;
  direccion: string;
  nombre: string;
  fecha: Fecha;
  asunto: string;
  texto: string;
}

/** The letters on paper of a run. */
export const listCartas = (tx: Tx, corridaId: number) =>
  rowsFrom(tx)<CartaRow>`
    SELECT e.id, l.id AS "loteId", l.referencia, l.direccion, e.nombre, n.fecha, n.asunto, n.texto
    FROM gestion_linea n JOIN gestion_envio e ON e.linea_id = n.id AND e.medio = 'carta' AND e.estado <> 'retirado'
    JOIN lote l ON l.id = n.lote_id
    WHERE n.corrida_id = ${corridaId} AND n.estado = 'enviada' ORDER BY l.referencia COLLATE ext.es, e.id`;

/* The night */

export async function findUltimaPropuesta(tx: Tx): Promise<Fecha | null> {
  const row = await tx.selectFrom('configuracion_residencial').select('gestion_propuesta').executeTakeFirst();
  return row?.gestion_propuesta ?? null;
}

export async function updateUltimaPropuesta(tx: Tx, fecha: Fecha): Promise<void> {
  await tx.updateTable('configuracion_residencial').set({ gestion_propuesta: fecha }).execute();
}
