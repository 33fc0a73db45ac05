/** Rows of what residents send, and of the deposits that a proof may be of. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { rastreoComparable } from '#libro/server/deposits/repository.ts';
import { isOfOwner, reciboDeCuando, sinceBought } from '#libro/server/owners.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { anyFrom, countFrom, insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';
import { type Clase, DIAS_CERCA, type Estado, type Sello, SITUACIONES_SIN_PAGO } from '../rules.ts';

export interface NewSolicitud {
  clase: Clase;
  lote_id: number;
  residente_id: number | null;
  representante_id?: number | null;
  remitente: string;
  via: 'oficina' | 'pagina';
  texto: string;
  datos?: Record<string, unknown>;
  cargo_id?: number | null;
  recibo_id?: number | null;
  usuario_id: number | null;
  created_at: Date;
}

export async function insertSolicitud(tx: Tx, { datos = {}, ...values }: NewSolicitud): Promise<number> {
  const row = { ...values, datos: JSON.stringify(datos) };
  return insertedId(tx.insertInto('solicitud').values(row).returning('id'));
}

export interface NewComprobante {
  solicitud_id: number;
  archivo_id: number;
  forma: 'archivo' | 'cep';
  fecha: Fecha;
  importe_centavos: Centavos;
  rastreo: string;
  banco: string;
  ordenante: string;
  cuenta: string;
  sello: Sello;
  huella: Buffer;
}

export const insertComprobante = (tx: Tx, values: NewComprobante) =>
  tx.insertInto('comprobante').values(values).execute();

export const insertArchivo = (
  tx: Tx,
  values: {
    clave: string;
    nombre: string;
    mime: string;
    bytes: number;
    huella: Buffer;
    usuario_id: number | null;
    created_at: Date;
  },
) =>
  insertedId(
    tx
      .insertInto('archivo')
      .values({ ...values, uso: 'comprobante' })
      .returning('id'),
  );

/** A lot with whoever owns it. */
export const findLote = (tx: Tx, id: number) =>
  rowFrom(tx)<{ id: number; referencia: string; residenteId: number | null; asociado: string }>`
    SELECT l.id, l.referencia, r.id AS "residenteId", coalesce(r.name, '') AS asociado FROM lote l
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente r ON r.id = t.residente_id WHERE l.id = ${id}`;

/** Somebody who is of the lot now. */
export const findResidenteDe = (tx: Tx, loteId: number, residenteId: number) =>
  rowFrom(tx)<{ id: number; name: string }>`
    SELECT r.id, r.name FROM residente r WHERE r.id = ${residenteId}
      AND EXISTS (SELECT FROM lote_residente t WHERE t.residente_id = r.id AND t.lote_id = ${loteId} AND t.active)`;

export const findCargo = (tx: Tx, id: number) =>
  rowFrom(tx)<{ id: number; loteId: number; concepto: string; saldo: Centavos }>`
    SELECT id, lote_id AS "loteId", concepto, saldo_centavos AS saldo FROM cargo WHERE id = ${id}`;

export const isReciboDe = (tx: Tx, reciboId: number, loteId: number) =>
  anyFrom(tx)`SELECT FROM recibo WHERE id = ${reciboId} AND lote_id = ${loteId}`;

/** Whether an account of the community's, or a CLABE of one of its lots, ends as this one that a bank certified. */
export const isOwnAccount = (tx: Tx, cuenta: string) =>
  anyFrom(tx)`
    SELECT FROM caja k JOIN cuenta_bancaria c ON c.caja_id = k.id WHERE ${cuenta} IN (k.no_clabe, k.no_cuenta)
    UNION ALL SELECT FROM clabe_lote WHERE clabe = ${cuenta} LIMIT 1`;

export interface SolicitudRow {
  id: number;
  clase: Clase;
  estado: Estado;
  loteId: number;
  referencia: string;
  residenteId: number | null;
  /** The name that the person has now. */
  residente: string;
  remitente: string;
  via: 'oficina' | 'pagina';
  texto: string;
  createdAt: Date;
  datos: Record<string, unknown>;
  cargoId: number | null;
  cargoConcepto: string | null;
  cargoSaldo: Centavos | null;
  recibo: number | null;
  respuesta: string;
  resueltaPor: string;
  resueltaAt: Date | null;
  forma: 'archivo' | 'cep' | null;
  fecha: Fecha | null;
  importe: Centavos | null;
  rastreo: string | null;
  banco: string | null;
  ordenante: string | null;
  cuenta: string | null;
  sello: Sello | null;
  archivoId: number | null;
  archivo: string | null;
  entranteId: number | null;
}

export interface SolicitudFilter {
  estado: Estado | 'todas';
  clase: Clase | 'todas';
  q: string;
}

const like = (q: string) => sql`'%' || regexp_replace(ext.clave(${q}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

function whereOf({ estado, clase, q }: SolicitudFilter): RawBuilder<unknown> {
  const parts = [
    ...(estado === 'todas' ? [] : [sql`s.estado = ${estado}`]),
    ...(clase === 'todas' ? [] : [sql`s.clase = ${clase}`]),
    ...(q === ''
      ? []
      : [sql`(ext.clave(l.referencia || ' ' || s.remitente) LIKE ${like(q)} OR upper(c.rastreo) = upper(${q}))`]),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
}

const FROM = sql`FROM solicitud s JOIN lote l ON l.id = s.lote_id LEFT JOIN comprobante c ON c.solicitud_id = s.id`;

const selectSolicitudes = (tx: Tx, where: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
  rowsFrom(tx)<SolicitudRow>`
    SELECT s.id, s.clase, s.estado, l.id AS "loteId", l.referencia, s.residente_id AS "residenteId",
      coalesce(q.name, '') AS residente, s.remitente, s.via, s.texto,
      s.created_at AS "createdAt", s.datos, g.id AS "cargoId", g.concepto AS "cargoConcepto", g.saldo_centavos AS "cargoSaldo",
      s.recibo_id AS recibo, s.respuesta, ${fullName('u')} AS "resueltaPor", s.resuelta_at AS "resueltaAt",
      c.forma, c.fecha, c.importe_centavos AS importe, c.rastreo, c.banco, c.ordenante, c.cuenta, c.sello,
      c.archivo_id AS "archivoId", a.nombre AS archivo, c.entrante_id AS "entranteId"
    ${FROM} LEFT JOIN archivo a ON a.id = c.archivo_id LEFT JOIN cargo g ON g.id = s.cargo_id
    LEFT JOIN usuario u ON u.id = s.resuelta_usuario_id LEFT JOIN residente q ON q.id = s.residente_id
    WHERE ${where} ${rest}`;

/** What waits first, the oldest of it at the top; then what was decided, the last first. */
export const listSolicitudes = (
  tx: Tx,
  filter: SolicitudFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  selectSolicitudes(
    tx,
    whereOf(filter),
    sql`ORDER BY s.resuelta_at IS NOT NULL, CASE WHEN s.resuelta_at IS NULL THEN s.created_at END, s.resuelta_at DESC, s.id
      LIMIT ${limit} OFFSET ${offset}`,
  );

export const countSolicitudes = (tx: Tx, filter: SolicitudFilter) =>
  countFrom(tx)`SELECT count(*)::int AS n ${FROM} WHERE ${whereOf(filter)}`;

/** Locked, so that two decisions on it follow each other. */
export async function findSolicitudForUpdate(tx: Tx, id: number): Promise<SolicitudRow | undefined> {
  await tx.selectFrom('solicitud').select('id').where('id', '=', id).forUpdate().execute();
  return (await selectSolicitudes(tx, sql`s.id = ${id}`, sql``))[0];
}

export const resolveSolicitud = (
  tx: Tx,
  id: number,
  { estado, respuesta, usuarioId, now }: { estado: Estado; respuesta: string; usuarioId: number | null; now: Date },
) =>
  tx
    .updateTable('solicitud')
    .set({ estado, respuesta, resuelta_usuario_id: usuarioId, resuelta_at: now })
    .where('id', '=', id)
    .execute();

export const tieComprobante = (tx: Tx, solicitudId: number, entranteId: number) =>
  tx.updateTable('comprobante').set({ entrante_id: entranteId }).where('solicitud_id', '=', solicitudId).execute();

/** Turned down, it is of no deposit, and its transfer may be shown again. */
export const dropComprobante = (tx: Tx, solicitudId: number) =>
  tx
    .updateTable('comprobante')
    .set({ vale: false, entrante_id: null })
    .where('solicitud_id', '=', solicitudId)
    .execute();

/* Deposits. */

export interface Candidato {
  solicitudId: number;
  id: number;
  fecha: Fecha;
  importe: Centavos;
  concepto: string;
  mismo: boolean;
  aplicado: string;
}

const MISMO = sql`(c.rastreo <> '' AND ${rastreoComparable(sql`d.rastreo`)} = ${rastreoComparable(sql`c.rastreo`)})`;
const CERCA = sql`(d.importe_centavos = c.importe_centavos AND d.situacion IN ('por_confirmar', 'desconocido', 'por_identificar')
  AND d.fecha BETWEEN c.fecha - ${sql.lit(DIAS_CERCA)}::int AND c.fecha + ${sql.lit(DIAS_CERCA)}::int)`;
/** Of no proof yet. */
const LIBRE = sql`NOT EXISTS (SELECT FROM comprobante o WHERE o.entrante_id = d.id AND o.vale)`;
const APLICADO = sql`coalesce((SELECT string_agg(DISTINCT l.referencia, ', ') FROM deposito_aplicacion a
  JOIN recibo r ON r.id = a.recibo_id JOIN lote l ON l.id = r.lote_id WHERE a.entrante_id = d.id AND recibo_en_firme(r.id) > 0), '')`;

/** Deposits that each of these proofs may be of: of one clave de rastreo, else of the same amount within days. */
export async function listCandidatos(tx: Tx, solicitudIds: readonly number[]): Promise<Candidato[]> {
  if (solicitudIds.length === 0) return [];
  return rowsFrom(tx)<Candidato>`
    SELECT c.solicitud_id AS "solicitudId", x.* FROM comprobante c
    JOIN LATERAL (
      SELECT d.id, d.fecha, d.importe_centavos AS importe, d.concepto, true AS mismo, ${APLICADO} AS aplicado
      FROM deposito_entrante d WHERE ${MISMO} AND d.situacion <> ALL(${SITUACIONES_SIN_PAGO}) AND ${LIBRE}
      UNION
      SELECT d.id, d.fecha, d.importe_centavos, d.concepto, ${MISMO}, ${APLICADO}
      FROM deposito_entrante d WHERE ${CERCA} AND ${LIBRE}
      ORDER BY mismo DESC, fecha, id LIMIT 5
    ) x ON true
    WHERE c.solicitud_id = ANY(${[...solicitudIds]}::int[])`;
}

export interface DepositoRow {
  id: number;
  importe: Centavos;
  situacion: string;
  lotes: { id: number; referencia: string }[];
  /** The lot of a proof that it was said to be of. */
  otro: string | null;
}

/** Locked, so that no two proofs are said to be of it at once. */
export async function findDepositoForUpdate(tx: Tx, id: number): Promise<DepositoRow | undefined> {
  await tx.selectFrom('deposito_entrante').select('id').where('id', '=', id).forUpdate().execute();
  return rowFrom(tx)<DepositoRow>`
    SELECT d.id, d.importe_centavos AS importe, d.situacion,
      (SELECT l.referencia FROM comprobante c JOIN solicitud s ON s.id = c.solicitud_id JOIN lote l ON l.id = s.lote_id
        WHERE c.entrante_id = d.id AND c.vale LIMIT 1) AS otro,
      coalesce((
      SELECT jsonb_agg(DISTINCT jsonb_build_object('id', l.id, 'referencia', l.referencia)) FROM deposito_aplicacion a
      JOIN recibo r ON r.id = a.recibo_id JOIN lote l ON l.id = r.lote_id WHERE a.entrante_id = d.id AND recibo_en_firme(r.id) > 0
    ), '[]') AS lotes
    FROM deposito_entrante d WHERE d.id = ${id}`;
}

export interface DeDeposito {
  id: number;
  loteId: number;
  referencia: string;
  remitente: string;
  fecha: Fecha;
  importe: Centavos;
  mismo: boolean;
}

/** Proofs that may be of a deposit, the surest first: those that wait, and those that were said to be. */
export const listDeDeposito = (tx: Tx, depositoId: number) =>
  rowsFrom(tx)<DeDeposito>`
    SELECT s.id, l.id AS "loteId", l.referencia, s.remitente, c.fecha, c.importe_centavos AS importe,
      (c.entrante_id IS NOT NULL OR ${MISMO}) AS mismo
    FROM deposito_entrante d
    JOIN comprobante c ON c.vale AND (c.entrante_id = d.id OR c.entrante_id IS NULL AND (${MISMO} OR ${CERCA}))
    JOIN solicitud s ON s.id = c.solicitud_id JOIN lote l ON l.id = s.lote_id
    WHERE d.id = ${depositoId} ORDER BY mismo DESC, s.id LIMIT 5`;

/** A charge's dispute that waits, of whoever owns the lot: what was asked by whoever sold it stops nobody else's. */
const DISPUTA = sql`s.estado = 'pendiente' AND s.clase = 'aclaracion' AND ${isOfOwner('s.lote_id', 's.created_at')}`;

/** Lots whose charge is disputed, and since when. */
export const listDisputados = (tx: Tx, lotes: readonly number[]) =>
  rowsFrom(tx)<{ loteId: number; concepto: string }>`
    SELECT DISTINCT ON (s.lote_id) s.lote_id AS "loteId", g.concepto FROM solicitud s JOIN cargo g ON g.id = s.cargo_id
    WHERE ${DISPUTA} AND s.lote_id = ANY(${[...lotes]}::int[]) ORDER BY s.lote_id, s.id`;

/** Whether a charge is disputed by somebody of the owner's time. */
export const isDisputado = (tx: Tx, cargoId: number) =>
  anyFrom(tx)`SELECT FROM solicitud s WHERE s.cargo_id = ${cargoId} AND ${DISPUTA}`;

/** Lots that sent a proof of payment which nobody has answered, and the day of the payment. */
export const listConComprobante = (tx: Tx, lotes: readonly number[]) =>
  rowsFrom(tx)<{ loteId: number; fecha: Fecha }>`
    SELECT s.lote_id AS "loteId", max(c.fecha) AS fecha FROM solicitud s JOIN comprobante c ON c.solicitud_id = s.id
    WHERE s.estado = 'pendiente' AND s.lote_id = ANY(${[...lotes]}::int[]) GROUP BY s.lote_id`;

export interface EnviadoRow {
  clase: Clase;
  createdAt: Date;
  estado: Estado;
  respuesta: string;
  /** Of a proof. */
  importe: Centavos | null;
  /** Of a dispute. */
  cargo: string | null;
}

/** Whoever sent something on their own page of a lot; a representative has no row among the residents. */
export interface Quien {
  loteId: number;
  residenteId: number | null;
  representanteId: number | null;
}

const DE_SU_PAGINA = ({ loteId, residenteId, representanteId }: Quien) =>
  sql`s.lote_id = ${loteId} AND s.residente_id IS NOT DISTINCT FROM ${residenteId}
    AND s.representante_id IS NOT DISTINCT FROM ${representanteId} AND s.via = 'pagina'`;

/** What one person sent of a lot on their own page, the last first. */
export const listEnviados = (tx: Tx, quien: Quien) =>
  rowsFrom(tx)<EnviadoRow>`
    SELECT s.clase, s.created_at AS "createdAt", s.estado, s.respuesta, c.importe_centavos AS importe, g.concepto AS cargo
    FROM solicitud s LEFT JOIN comprobante c ON c.solicitud_id = s.id LEFT JOIN cargo g ON g.id = s.cargo_id
    WHERE ${DE_SU_PAGINA(quien)} ORDER BY s.id DESC LIMIT 20`;

/** How much of it waits. The person is locked, so that what they send at once is counted one after the other. */
export async function countEsperanForUpdate(tx: Tx, quien: Quien): Promise<number> {
  await sql`SELECT FROM residente WHERE id = ${quien.residenteId} FOR NO KEY UPDATE`.execute(tx);
  await sql`SELECT FROM representante_legal WHERE id = ${quien.representanteId} FOR NO KEY UPDATE`.execute(tx);
  return countFrom(tx)`
    SELECT count(*)::int AS n FROM solicitud s WHERE ${DE_SU_PAGINA(quien)} AND s.estado = 'pendiente'`;
}

/** Whether the same is asked for already and waits; of an invoice, of one receipt. */
export async function isPendiente(
  tx: Tx,
  {
    clase,
    lote_id,
    residente_id,
    recibo_id = null,
    datos,
  }: Pick<NewSolicitud, 'clase' | 'lote_id' | 'residente_id' | 'recibo_id'> & {
    datos: Record<string, unknown>;
  },
): Promise<boolean> {
  const same =
    clase === 'factura'
      ? sql`recibo_id = ${recibo_id}`
      : sql`residente_id = ${residente_id} AND datos = ${JSON.stringify(datos)}::jsonb`;
  return anyFrom(tx)`
    SELECT FROM solicitud WHERE lote_id = ${lote_id} AND clase = ${clase} AND estado = 'pendiente' AND ${same} LIMIT 1`;
}

export interface Contactos {
  telefonos: { id: number; valor: string }[];
  correos: { id: number; valor: string }[];
}

export async function listContactos(tx: Tx, residenteId: number): Promise<Contactos> {
  const [{ rows: telefonos }, { rows: correos }] = await Promise.all([
    sql<{ id: number; valor: string }>`
      SELECT id, numero AS valor FROM telefono WHERE residente_id = ${residenteId} ORDER BY id`.execute(tx),
    sql<{ id: number; valor: string }>`
      SELECT id, correo AS valor FROM correo_electronico WHERE residente_id = ${residenteId} ORDER BY id`.execute(tx),
  ]);
  return { telefonos, correos };
}

export interface Fiscales {
  rfc: string;
  razonSocial: string;
  codigoPostal: string;
  regimen: string;
  uso: string;
  correo: string;
}

/** The tax data that the office has of a lot, in the words that a wish for an invoice has them. */
export const findFiscales = (tx: Tx, loteId: number) =>
  rowFrom(tx)<Fiscales>`
    SELECT f.rfc, f.razon_social AS "razonSocial", f.codigo_postal AS "codigoPostal", r.clave AS regimen, u.uso_cfdi AS uso,
      f.email AS correo
    FROM datos_fiscales f JOIN regimen_fiscal r ON r.id = f.regimen_fiscal_id JOIN uso_cfdi u ON u.id = f.uso_cfdi_id
    WHERE f.lote_id = ${loteId} ORDER BY f.id DESC LIMIT 1`;

export interface Clave {
  clave: string;
  name: string;
}

/** What an invoice can be asked with. */
export async function listClavesFiscales(tx: Tx): Promise<{ regimenes: Clave[]; usos: Clave[] }> {
  const [{ rows: regimenes }, { rows: usos }] = await Promise.all([
    sql<Clave>`SELECT clave, name FROM regimen_fiscal ORDER BY clave`.execute(tx),
    sql<Clave>`SELECT uso_cfdi AS clave, name FROM uso_cfdi ORDER BY uso_cfdi`.execute(tx),
  ]);
  return { regimenes, usos };
}

export interface ReciboPropio {
  id: number;
  fecha: Fecha;
  importe: Centavos;
}

/** In the resident's own transaction: the payments that stand, of the time of who owns the lot now, the last first. */
export const listRecibosPropios = (tx: Tx) =>
  rowsFrom(tx)<ReciboPropio>`
    SELECT r.id, r.fecha_pago AS fecha, r.total_centavos AS importe FROM recibo r
    WHERE NOT r.es_fondo AND ${reciboDeCuando('r')} >= ${sinceBought('r.lote_id')}
      AND EXISTS (SELECT FROM pago p WHERE p.recibo_id = r.id AND p.status <> 'cancelado')
    ORDER BY r.fecha_pago DESC, r.id DESC LIMIT 12`;
