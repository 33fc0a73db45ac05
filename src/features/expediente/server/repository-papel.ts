/** What a packet says of a lot: all of its account, with what was taken back. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { AjusteImpreso, CargoImpreso, PagoImpreso } from '#documents/expediente.ts';
import type { TipoLote } from '#libro/lotes/contract.ts';
import { isOverdue } from '#libro/server/debt.ts';
import { isOfOwner } from '#libro/server/owners.ts';
import { fullName, type Tx } from '#platform/server/db.ts';
import { rowFrom, rowsFrom } from '#platform/server/rows.ts';

/** A charge that counts, or was cancelled; what was undone or replaced is none. */
const SHOWN = sql`(c.cierre IS NULL OR c.cierre = 'cancelado')`;

export interface LoteDelExpediente {
  lazoId: number | null;
  referencia: string;
  direccion: string;
  tipoLote: TipoLote;
  asociado: string;
}

export const findLote = (tx: Tx, loteId: number) =>
  rowFrom(tx)<LoteDelExpediente>`
    SELECT t.id AS "lazoId", l.referencia, l.direccion, l.tipo AS "tipoLote", coalesce(r.name, '') AS asociado
    FROM lote l
    LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    LEFT JOIN residente r ON r.id = t.residente_id
    WHERE l.id = ${loteId}`;

export interface Adeudo {
  principal: Centavos;
  interes: Centavos;
  cuotasVencidas: number;
  extraordinariasVencidas: number;
}

export async function sumAdeudo(tx: Tx, loteId: number, hoy: Fecha): Promise<Adeudo> {
  const { rows } = await sql<Adeudo>`
    SELECT coalesce(sum(saldo_centavos) FILTER (WHERE tipo <> 'interes'), 0)::bigint AS principal,
      coalesce(sum(saldo_centavos) FILTER (WHERE tipo = 'interes'), 0)::bigint AS interes,
      count(*) FILTER (WHERE tipo = 'mantenimiento' AND ${isOverdue('c', hoy)})::int AS "cuotasVencidas",
      count(*) FILTER (WHERE tipo = 'cuota_extraordinaria' AND ${isOverdue('c', hoy)})::int AS "extraordinariasVencidas"
    FROM cargo c WHERE lote_id = ${loteId} AND saldo_centavos > 0`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

export const listCargos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<CargoImpreso>`
    SELECT c.id, c.vence, c.concepto, c.status AS estado, c.monto_centavos AS monto, c.ajustado_centavos AS rebajado,
      c.pagado_centavos AS pagado, c.saldo_centavos AS saldo
    FROM cargo c
    WHERE c.lote_id = ${loteId} AND c.tipo <> 'interes' AND ${SHOWN}
    ORDER BY c.vence, c.id`;

export interface InteresRow {
  id: number;
  sobre: string;
  year: number;
  mes: number;
  base: Centavos;
  porcentaje: number;
  factor: number;
  monto: Centavos;
  rebajado: Centavos;
  pagado: Centavos;
  saldo: Centavos;
  baseTipo: string;
  baseMonto: Centavos;
}

export const listIntereses = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<InteresRow>`
    SELECT c.id, b.concepto AS sobre, c.year, c.mes, c.interes_base_centavos AS base, c.interes_porcentaje::float8 AS porcentaje,
      c.interes_factor::float8 AS factor, c.monto_centavos AS monto, c.ajustado_centavos AS rebajado,
      c.pagado_centavos AS pagado, c.saldo_centavos AS saldo, b.tipo AS "baseTipo", b.monto_centavos AS "baseMonto"
    FROM cargo c JOIN cargo b ON b.id = c.base_id
    WHERE c.lote_id = ${loteId} AND c.tipo = 'interes' AND ${SHOWN}
    ORDER BY b.vence, b.id, c.year, c.mes, c.id`;

/** Payments in the order in which they were made, with those that were taken back. */
export const listPagos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<PagoImpreso>`
    SELECT p.id, p.fecha_pago AS fecha, p.recibo_id AS recibo, coalesce(m.name, 'Fondo') AS metodo, r.referencia, c.concepto,
      p.monto_centavos AS monto,
      CASE WHEN x.pago_id IS NULL THEN '' ELSE 'Cancelado el ' || to_char(x.fecha, 'DD-MM-YYYY') || ': ' || x.razon END AS cancelado
    FROM cargo c
    JOIN pago p ON p.cargo_id = c.id
    JOIN recibo r ON r.id = p.recibo_id
    LEFT JOIN metodo_pago m ON m.id = r.metodo_pago_id
    LEFT JOIN pago_cancelacion x ON x.pago_id = p.id
    WHERE c.lote_id = ${loteId}
    ORDER BY p.fecha_pago, p.recibo_id, p.id`;

export const listAjustes = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<AjusteImpreso>`
    SELECT a.id, a.fecha, a.tipo, c.concepto, a.razon, ${fullName('cu')} AS codigo, a.monto_centavos AS monto,
      CASE WHEN x.ajuste_id IS NULL THEN '' ELSE 'Revertido el ' || to_char(x.fecha, 'DD-MM-YYYY') || ': ' || x.razon END AS revertido
    FROM cargo c
    JOIN ajuste a ON a.cargo_id = c.id AND a.tipo NOT IN ('anulacion', 'reemplazo')
    LEFT JOIN codigo_autorizacion k ON k.id = a.codigo_id
    LEFT JOIN usuario cu ON cu.id = k.usuario_id
    LEFT JOIN ajuste_reverso x ON x.ajuste_id = a.id
    WHERE c.lote_id = ${loteId} AND ${SHOWN}
    ORDER BY a.fecha, a.id`;

export interface CartaRow {
  id: number;
  fecha: Fecha;
  paso: string;
  asunto: string;
  texto: string;
}

/** What the ladder sent, the oldest first. */
export const listCartas = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<CartaRow>`
    SELECT n.id, n.fecha, n.paso, n.asunto, n.texto
    FROM gestion_linea n
    WHERE n.lote_id = ${loteId} AND n.estado = 'enviada'
    ORDER BY n.fecha, n.id`;

export interface EntregaRow {
  lineaId: number;
  medio: 'correo' | 'push' | 'carta' | 'tarea';
  nombre: string;
  para: string[];
  estado: 'pendiente' | 'hecho' | 'retirado';
  /** When somebody handed it over, or it left. */
  hecho: Fecha | null;
  salioAt: Date | null;
  resultado: string;
  fallo: string;
  /** It went out to whoever owns the lot now, and not to who sold it. */
  propia: boolean;
}

/** What became of each letter of a lot, by whatever it went. */
export const listEntregas = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<EntregaRow>`
    SELECT e.linea_id AS "lineaId", e.medio, e.nombre, coalesce(c.para, '{}') AS para, e.estado, e.hecho,
      coalesce(c.enviado_at, p.enviada_at) AS "salioAt", e.resultado, coalesce(c.ultimo_error, p.ultimo_error, '') AS fallo,
      ${isOfOwner('n.lote_id', 'k.aprobada_at')} AS propia
    FROM gestion_linea n JOIN gestion_corrida k ON k.id = n.corrida_id JOIN gestion_envio e ON e.linea_id = n.id
    LEFT JOIN LATERAL (
      SELECT para, enviado_at, ultimo_error FROM correo_saliente WHERE gestion_envio_id = e.id ORDER BY id DESC LIMIT 1
    ) c ON true
    LEFT JOIN LATERAL (
      SELECT enviada_at, ultimo_error FROM notificacion_push WHERE gestion_envio_id = e.id ORDER BY id DESC LIMIT 1
    ) p ON true
    WHERE n.lote_id = ${loteId} AND n.estado = 'enviada' ORDER BY n.fecha, e.id`;

/** What became of a lot's agreements, the oldest first. */
export const listEventos = (tx: Tx, loteId: number) =>
  rowsFrom(tx)<{ convenioId: number; fecha: Fecha; nota: string }>`
    SELECT e.convenio_id AS "convenioId", e.fecha, e.nota FROM convenio v JOIN convenio_evento e ON e.convenio_id = v.id
    WHERE v.lote_id = ${loteId} AND e.tipo <> 'avisado' ORDER BY e.id`;

/** The last month that was closed, with the hash that was kept. */
export async function findCierre(tx: Tx) {
  const row = await tx
    .selectFrom('periodo_cierre')
    .select(['year', 'mes', 'huella'])
    .orderBy('hasta', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { year: row.year, mes: row.mes, huella: row.huella.toString('hex') };
}

/** The lot with an owner that has owed most for longest; undefined where none is in arrears. */
export async function findQueMasDebe(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT l.id FROM lote l
    JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    JOIN cargo c ON c.lote_id = l.id AND c.saldo_centavos > 0
    WHERE l.status = 'entregado' GROUP BY l.id ORDER BY sum(c.saldo_centavos) DESC, l.id LIMIT 1`.execute(tx);
  return rows[0]?.id;
}
