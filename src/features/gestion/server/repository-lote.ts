/** What was said and answered of each lot, and what is still to be done. */
import { type Insertable, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { barHolds } from '#libro/server/debt.ts';
import { isOfOwner } from '#libro/server/owners.ts';
import type { GestionSuceso } from '#platform/server/database-types.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import type { Prometido, TipoSuceso } from '../rules.ts';

export interface SucesoRow {
  id: number;
  loteId: number;
  referencia: string;
  asociado: string;
  tipo: TipoSuceso;
  fecha: Fecha;
  con: string;
  texto: string;
  promesaFecha: Fecha | null;
  promesa: Centavos | null;
  usuario: string;
  createdAt: Date;
  retirado: string;
}

const SUCESOS = sql`
  SELECT s.id, s.lote_id AS "loteId", l.referencia, coalesce(r.name, '') AS asociado, s.tipo, s.fecha, s.con, s.texto,
    s.promesa_fecha AS "promesaFecha", s.promesa_centavos AS promesa, ${fullName('u')} AS usuario, s.created_at AS "createdAt", s.retirado_razon AS retirado
  FROM gestion_suceso s JOIN lote l ON l.id = s.lote_id
  LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
  LEFT JOIN residente r ON r.id = t.residente_id
  LEFT JOIN usuario u ON u.id = s.usuario_id`;

export const listSucesos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<SucesoRow>`${SUCESOS} WHERE s.lote_id = ${loteId} ORDER BY s.fecha DESC, s.id DESC`;

/** Promises whose day is one of these, and that were not withdrawn; of whoever owns the lot. */
export const listPromesas = (tx: Tx, desde: Fecha, hasta: Fecha) =>
  rowsFrom(tx)<SucesoRow>`
    ${SUCESOS} WHERE s.tipo = 'promesa' AND s.retirado_at IS NULL AND s.promesa_fecha BETWEEN ${desde}::date AND ${hasta}::date
      AND ${isOfOwner('s.lote_id', 's.created_at')}
    ORDER BY s.promesa_fecha, s.id`;

/**
 * All promises of these lots that were not withdrawn, those of whoever owns the lot and others, and what was paid on the charges of
 * each lot while any of them ran.
 */
export async function listPrometido(tx: Tx, lotes: readonly number[]) {
  const ids = sql`${[...lotes]}::int[]`;
  const { rows: promesas } = await sql<Prometido & { loteId: number; propia: boolean }>`
    SELECT s.id, s.lote_id AS "loteId", s.fecha, s.promesa_fecha AS hasta, s.promesa_centavos AS monto,
      ${isOfOwner('s.lote_id', 's.created_at')} AS propia FROM gestion_suceso s
    WHERE s.tipo = 'promesa' AND s.retirado_at IS NULL AND s.lote_id = ANY (${ids})`.execute(tx);
  const { rows: pagos } = await sql<{ loteId: number; fecha: Fecha; monto: Centavos }>`
    SELECT p.lote_id AS "loteId", g.fecha_pago AS fecha, sum(g.monto_centavos)::bigint AS monto
    FROM (
      SELECT lote_id, min(fecha) AS desde, max(promesa_fecha) AS hasta FROM gestion_suceso
      WHERE tipo = 'promesa' AND retirado_at IS NULL AND lote_id = ANY (${ids}) GROUP BY lote_id
    ) p JOIN cargo c ON c.lote_id = p.lote_id
    JOIN pago g ON g.cargo_id = c.id AND g.status = 'recibido' AND g.fecha_pago BETWEEN p.desde AND p.hasta
    GROUP BY p.lote_id, g.fecha_pago`.execute(tx);
  return { promesas, pagos };
}

export const insertSuceso = (tx: Tx, values: Insertable<GestionSuceso>) =>
  insertedId(tx.insertInto('gestion_suceso').values(values).returning('id'));

export function findSucesoForUpdate(tx: Tx, id: number) {
  return tx
    .selectFrom('gestion_suceso as s')
    .innerJoin('lote as l', 'l.id', 's.lote_id')
    .select(['s.id', 's.tipo', 's.texto', 's.retirado_at', 'l.referencia'])
    .where('s.id', '=', id)
    .forUpdate('s')
    .executeTakeFirst();
}

export async function retirarSuceso(tx: Tx, id: number, usuarioId: number, razon: string, now: Date): Promise<void> {
  await tx
    .updateTable('gestion_suceso')
    .set({ retirado_at: now, retirado_usuario_id: usuarioId, retirado_razon: razon })
    .where('id', '=', id)
    .execute();
}

/* Pauses and bars */

export function findPausa(tx: Tx, loteId: number, on: Fecha) {
  return tx
    .selectFrom('gestion_pausa as p')
    .select(['p.id', 'p.hasta', 'p.razon'])
    .where('p.lote_id', '=', loteId)
    .where('p.levantada_at', 'is', null)
    .where('p.hasta', '>=', on)
    .where(isOfOwner('p.lote_id', 'p.created_at'))
    .executeTakeFirst();
}

export async function levantarPausas(tx: Tx, of: { loteId: number } | { id: number }, usuarioId: number, now: Date) {
  const update = tx
    .updateTable('gestion_pausa')
    .set({ levantada_at: now, levantada_usuario_id: usuarioId })
    .where('levantada_at', 'is', null);
  const rows = await ('id' in of ? update.where('id', '=', of.id) : update.where('lote_id', '=', of.loteId))
    .returning(['id', 'lote_id', 'hasta', 'razon'])
    .execute();
  return rows[0];
}

export const insertPausa = (
  tx: Tx,
  values: { lote_id: number; hasta: Fecha; razon: string; usuario_id: number; created_at: Date },
) => insertedId(tx.insertInto('gestion_pausa').values(values).returning('id'));

export async function listPausasDeLote(tx: Tx, loteId: number) {
  return tx
    .selectFrom('gestion_pausa as p')
    .leftJoin('usuario as u', 'u.id', 'p.usuario_id')
    .select([
      'p.id',
      'p.hasta',
      'p.razon',
      'p.created_at',
      'p.levantada_at',
      sql<string>`${fullName('u')}`.as('usuario'),
    ])
    .where('p.lote_id', '=', loteId)
    .orderBy('p.id', 'desc')
    .execute();
}

export function findBloqueo(tx: Tx, loteId: number, hoy: Fecha) {
  return tx
    .selectFrom('gestion_bloqueo as b')
    .select(['b.id', 'b.desde'])
    .where('b.lote_id', '=', loteId)
    .where(barHolds(hoy))
    .orderBy('b.id', 'desc')
    .executeTakeFirst();
}

/** Lifts a bar, and those before it that would hold again once a payment falls. */

export async function levantarBloqueo(tx: Tx, id: number, usuarioId: number, razon: string, now: Date) {
  return tx
    .updateTable('gestion_bloqueo as b')
    .from('lote as l')
    .set({ levantado_at: now, usuario_id: usuarioId, razon })
    .whereRef('l.id', '=', 'b.lote_id')
    .where('b.levantado_at', 'is', null)
    .where('b.lote_id', '=', (eb) =>
      eb.selectFrom('gestion_bloqueo').select('lote_id').where('id', '=', id).where('levantado_at', 'is', null),
    )
    .returning([sql.lit(id).as('id'), 'l.referencia'])
    .executeTakeFirst();
}

export async function findReferencia(tx: Tx, loteId: number): Promise<string | undefined> {
  const row = await tx.selectFrom('lote').select('referencia').where('id', '=', loteId).executeTakeFirst();
  return row?.referencia;
}

/* Letters to hand over and tasks */

export interface PorHacerRow {
  id: number;
  lineaId: number;
  loteId: number;
  referencia: string;
  medio: 'carta' | 'tarea';
  nombre: string;
  paso: string;
  fecha: Fecha;
  vencido: Centavos;
}

/** What waits to be handed over or done, of whoever owns the lot: a letter to whoever sold it goes out no more. */
const POR_HACER = sql`gestion_envio e JOIN gestion_linea n ON n.id = e.linea_id JOIN gestion_corrida k ON k.id = n.corrida_id
  JOIN lote l ON l.id = n.lote_id
  WHERE e.estado = 'pendiente' AND e.medio IN ('carta', 'tarea') AND ${isOfOwner('n.lote_id', 'k.aprobada_at')}`;

export const listPorHacer = (tx: Tx) =>
  rowsFrom(tx)<PorHacerRow>`
    SELECT e.id, n.id AS "lineaId", l.id AS "loteId", l.referencia, e.medio, e.nombre, n.paso, n.fecha, n.vencido_centavos AS vencido
    FROM ${POR_HACER}
    ORDER BY n.fecha, l.referencia COLLATE ext.es, e.id`;

export const findEnvioForUpdate = (tx: Tx, id: number) =>
  rowFrom(tx)<{
    id: number;
    medio: string;
    estado: string;
    fecha: Fecha;
    hecho: Fecha | null;
    resultado: string;
    referencia: string;
  }>`
    SELECT e.id, e.medio, e.estado, n.fecha, e.hecho, e.resultado, l.referencia
    FROM gestion_envio e JOIN gestion_linea n ON n.id = e.linea_id JOIN lote l ON l.id = n.lote_id
    WHERE e.id = ${id} FOR UPDATE OF e`;

export async function updateHecho(
  tx: Tx,
  id: number,
  values: { hecho: Fecha; resultado: string; usuario_id: number },
): Promise<void> {
  await tx
    .updateTable('gestion_envio')
    .set({ estado: 'hecho', ...values })
    .where('id', '=', id)
    .execute();
}

export async function updatePendiente(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('gestion_envio')
    .set({ estado: 'pendiente', hecho: null, resultado: '', usuario_id: null })
    .where('id', '=', id)
    .execute();
}

/* What else a lot's timeline tells */

export interface LineaDeLote {
  id: number;
  fecha: Fecha;
  paso: string;
  estado: string;
  aprobo: string;
}

export const listLineasDeLote = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<LineaDeLote>`
    SELECT n.id, n.fecha, n.paso, n.estado, ${fullName('u')} AS aprobo
    FROM gestion_linea n JOIN gestion_corrida c ON c.id = n.corrida_id LEFT JOIN usuario u ON u.id = c.aprobada_usuario_id
    WHERE n.lote_id = ${loteId} AND n.estado IN ('enviada', 'retirada') ORDER BY n.id DESC`;

export interface OtroCorreo {
  id: number;
  createdAt: Date;
  asunto: string;
  para: string[];
  estado: string;
  enviadoAt: Date | null;
  usuario: string;
}

/** The other mail about the lot: statements, receipts, campaigns. */
export const listOtrosCorreos = (tx: Tx, loteId: number, limit: number) =>
  rowsFrom(tx)<OtroCorreo>`
    SELECT c.id, c.created_at AS "createdAt", c.asunto, c.para, c.estado, c.enviado_at AS "enviadoAt", ${fullName('u')} AS usuario
    FROM correo_saliente c LEFT JOIN usuario u ON u.id = c.usuario_id
    WHERE c.lote_id = ${loteId} AND c.gestion_envio_id IS NULL ORDER BY c.id DESC LIMIT ${limit}`;

/** What was paid, receipt by receipt. */
export const listPagosDeLote = (tx: Tx, loteId: number, limit: number) =>
  rowsFrom(tx)<{ id: number; fecha: Fecha; pagado: Centavos }>`
    SELECT r.id, r.fecha_pago AS fecha, sum(g.monto_centavos)::bigint AS pagado
    FROM recibo r JOIN pago g ON g.recibo_id = r.id AND g.status = 'recibido'
    WHERE r.lote_id = ${loteId} GROUP BY r.id ORDER BY r.fecha_pago DESC, r.id DESC LIMIT ${limit}`;

/** Bars from amenities, with who lifted them. */
export async function listBloqueosDeLote(tx: Tx, loteId: number) {
  return tx
    .selectFrom('gestion_bloqueo as b')
    .leftJoin('usuario as u', 'u.id', 'b.usuario_id')
    .select(['b.id', 'b.desde', 'b.levantado_at', 'b.razon', sql<string>`${fullName('u')}`.as('usuario')])
    .where('b.lote_id', '=', loteId)
    .execute();
}

/** What became of the lot's agreements; their warnings are among its mail. */
export const listEventosDeConvenios = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<{ id: number; folio: number; tipo: string; fecha: Fecha; nota: string; usuario: string }>`
    SELECT e.id, v.folio, e.tipo, e.fecha, e.nota, ${fullName('u')} AS usuario
    FROM convenio v JOIN convenio_evento e ON e.convenio_id = v.id LEFT JOIN usuario u ON u.id = e.usuario_id
    WHERE v.lote_id = ${loteId} AND e.tipo <> 'avisado'`;

/** What the resident sent of their account, and what the office answered. */
export const listSolicitudesDeLote = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<{
    id: number;
    clase: 'comprobante' | 'aclaracion';
    createdAt: Date;
    remitente: string;
    detalle: string;
    importe: Centavos | null;
    estado: 'pendiente' | 'aceptada' | 'rechazada';
    respuesta: string;
    usuario: string;
  }>`
    SELECT s.id, s.clase, s.created_at AS "createdAt", s.remitente, concat_ws(': ', g.concepto, nullif(s.texto, '')) AS detalle,
      c.importe_centavos AS importe, s.estado, s.respuesta, ${fullName('u')} AS usuario
    FROM solicitud s LEFT JOIN comprobante c ON c.solicitud_id = s.id LEFT JOIN cargo g ON g.id = s.cargo_id
    LEFT JOIN usuario u ON u.id = s.resuelta_usuario_id
    WHERE s.lote_id = ${loteId} AND s.clase IN ('comprobante', 'aclaracion')`;

/** What waits on the home: lots that are proposed, letters and tasks. */
export async function countPorAtender(tx: Tx): Promise<{ propuestos: number; propuesto: Centavos; porHacer: number }> {
  const { rows } = await sql<{ propuestos: number; propuesto: Centavos; porHacer: number }>`
    SELECT count(*)::int AS propuestos, coalesce(sum(n.vencido_centavos), 0)::bigint AS propuesto,
      (SELECT count(*)::int FROM ${POR_HACER}) AS "porHacer"
    FROM gestion_corrida c JOIN gestion_linea n ON n.corrida_id = c.id AND n.estado = 'propuesta'
    WHERE c.estado = 'propuesta'`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}
