/** What a resident's page shows of money. The tables are views of the lot of the session: no query names one. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import { facturaDeCuando, isOfOwner, reciboDeCuando, sinceBought } from '#libro/server/owners.ts';
import type { Tx } from '#platform/server/db.ts';
import { anyFrom, insertedId, rowFrom, rowsFrom } from '#platform/server/rows.ts';

export interface PagoRecibido {
  reciboId: number;
  fecha: string;
  /** What came in, less what of it was cancelled; of one of which nothing stands, what it was. */
  monto: number;
  metodo: string;
  referencia: string;
  cancelado: boolean;
}

/** What of `recibo r` was cancelled since: of its payments, and of what it left to the fund. */
const CANCELADO = sql<number>`(
  coalesce((SELECT sum(p.monto_centavos) FROM pago p WHERE p.recibo_id = r.id AND p.status = 'cancelado'), 0)
  + coalesce((SELECT sum(f.monto_centavos) FROM fondo_movimiento f WHERE f.recibo_id = r.id AND f.tipo = 'abono'
      AND EXISTS (SELECT FROM fondo_movimiento x WHERE x.cancela_id = f.id)), 0))::bigint`;
const NADA_QUEDA = sql<boolean>`(${CANCELADO} > 0 AND ${CANCELADO} >= r.total_centavos)`;

/** The payments that arrived since the lot is its owner's, the newest first; money of the fund that settled something is none. */
export const listPagosRecibidos = (tx: Tx, limit: number) =>
  rowsFrom(tx)<PagoRecibido>`
    SELECT r.id AS "reciboId", r.fecha_pago AS fecha, m.name AS metodo, r.referencia, ${NADA_QUEDA} AS cancelado,
      CASE WHEN ${NADA_QUEDA} THEN r.total_centavos ELSE r.total_centavos - ${CANCELADO} END AS monto
    FROM recibo r JOIN metodo_pago m ON m.id = r.metodo_pago_id
    WHERE NOT r.es_fondo AND ${reciboDeCuando('r')} >= ${sinceBought('r.lote_id')} ORDER BY r.fecha_pago DESC, r.id DESC LIMIT ${limit}`;

export interface CuentaParaPagar {
  banco: string;
  clabe: string;
  cuenta: string;
  convenio: string;
}

/** The community's accounts that residents pay into, with what a bank asks for. */
export const listCuentas = (tx: Tx) =>
  rowsFrom(tx)<CuentaParaPagar>`
    SELECT b.name AS banco, c.no_clabe AS clabe, c.no_cuenta AS cuenta, c.no_convenio AS convenio
    FROM caja c JOIN banco b ON b.id = c.banco_id WHERE c.active AND c.no_clabe <> '' ORDER BY c.id`;

/** Whether the lot was merged into another, which owes and owns for it since. */
export const isFusionado = (tx: Tx) => anyFrom(tx)`SELECT FROM lote WHERE status = 'fusionado'`;

export interface DepositoEnEspera {
  fecha: string;
  monto: number;
}

/** What the bank told of and nobody has applied yet, as far as it names the lot. */
export const listEnEspera = (tx: Tx) =>
  rowsFrom(tx)<DepositoEnEspera>`
    SELECT fecha, importe_centavos AS monto FROM deposito_entrante
    WHERE situacion IN ('por_confirmar', 'desconocido') ORDER BY fecha DESC, id DESC LIMIT 20`;

/** The last day of which the bank's movements are known; null where none is. */
export async function findUltimoDiaDelBanco(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ fecha: string | null }>`SELECT fecha FROM banco_al_dia`.execute(tx);
  return rows[0]?.fecha ?? null;
}

export interface DocumentoRow {
  reciboId: number;
  fecha: string;
  monto: number;
  cancelado: boolean;
}

/** The day of the sale that made the lot its owner's, or of the form that did; null where it was nobody's before. */
export async function findPrimerDia(tx: Tx, loteId: number, timeZone: string): Promise<Fecha | null> {
  const row = await rowFrom(tx)<{ dia: Fecha | null }>`
    SELECT coalesce(
      (SELECT c.fecha FROM cambio_propietario c JOIN lote_residente t ON t.id = c.lazo_nuevo_id
        WHERE t.lote_id = l.id AND t.active AND t.asociado),
      (nullif(${sinceBought('l.id')}, '-infinity') AT TIME ZONE ${timeZone}::text)::date)::text AS dia
    FROM lote l WHERE l.id = ${loteId}`;
  return row?.dia ?? null;
}

/** Its receipts, like all papers here since the lot is its owner's: those of before name somebody else. */
export const listRecibosPropios = (tx: Tx) =>
  rowsFrom(tx)<DocumentoRow>`
    SELECT r.id AS "reciboId", r.fecha_pago AS fecha, r.total_centavos AS monto, ${NADA_QUEDA} AS cancelado FROM recibo r
    WHERE ${reciboDeCuando('r')} >= ${sinceBought('r.lote_id')} ORDER BY r.fecha_pago DESC, r.id DESC LIMIT 60`;

/** Of when a paper is. */
const CREADO = { recibo: reciboDeCuando('recibo'), factura: facturaDeCuando('factura') };

export interface FacturaPropia {
  id: number;
  folio: string;
  fecha: string;
  monto: number;
  cancelada: boolean;
}

export const listFacturasPropias = (tx: Tx) =>
  rowsFrom(tx)<FacturaPropia>`
    SELECT id, concat_ws('-', nullif(serie, ''), folio) AS folio, fecha_emision::date::text AS fecha, total_centavos AS monto,
      status = 'cancelada' AS cancelada
    FROM factura WHERE estado = 'timbrado' AND ${CREADO.factura} >= ${sinceBought('factura.lote_id')}
    ORDER BY fecha_emision DESC, id DESC LIMIT 60`;

/** Whether a paper is of the time of who owns the lot now. */
export const isOwn = (tx: Tx, table: 'recibo' | 'factura', id: number) =>
  anyFrom(tx)`
    SELECT FROM ${sql.table(table)} WHERE id = ${id} AND ${CREADO[table]} >= ${sinceBought(`${table}.lote_id`)}`;

export interface VehiculoPropio {
  placa: string;
  descripcion: string;
  tarjetas: { numero: string; status: string }[];
}

export const listVehiculosPropios = (tx: Tx) =>
  rowsFrom(tx)<VehiculoPropio>`
    SELECT v.placa, concat_ws(' ', v.marca, v.modelo, v.color) AS descripcion,
      coalesce((SELECT json_agg(json_build_object('numero', t.numero, 'status', t.status) ORDER BY t.id)
        FROM tarjeta_acceso t WHERE t.vehiculo_id = v.id), '[]') AS tarjetas
    FROM vehiculo v WHERE v.fecha_baja IS NULL ORDER BY v.placa`;

export interface VisitaPropia {
  id: number;
  nombre: string;
  placa: string;
  fecha: string;
}

/** The visits that were announced from a day on. */
export async function listVisitas(tx: Tx, desde: string): Promise<VisitaPropia[]> {
  return tx
    .selectFrom('visita')
    .select(['id', 'nombre', 'placa', 'fecha'])
    .where('fecha', '>=', desde)
    .where('cancelada_at', 'is', null)
    .orderBy('fecha')
    .orderBy('id')
    .execute();
}

export const insertVisita = (
  tx: Tx,
  values: { lote_id: number; enlace_id: number; nombre: string; placa: string; fecha: string; created_at: Date },
) => insertedId(tx.insertInto('visita').values(values).returning('id'));

/** Cancels one that is still to come; undefined where there is none. */
export function cancelVisita(tx: Tx, id: number, hoy: string, now: Date) {
  return tx
    .updateTable('visita')
    .set({ cancelada_at: now })
    .where('id', '=', id)
    .where('fecha', '>=', hoy)
    .where('cancelada_at', 'is', null)
    .returning(['nombre', 'fecha'])
    .executeTakeFirst();
}

/** The agreements that whoever owns the lot now made, and the one that is in force. */
export async function listConveniosPropios(tx: Tx): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM convenio WHERE estado = 'vigente' OR ${isOfOwner('convenio.lote_id', 'convenio.created_at')}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
