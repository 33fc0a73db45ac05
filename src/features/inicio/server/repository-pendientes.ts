/** What waits for somebody, each counted by its index; and the figures of the home. */
import { type RawBuilder, sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { firstDayOf, monthOf } from '#core/period.ts';
import { cashMovements } from '#libro/server/corte.ts';
import { isOverdue, lotesAtrasados } from '#libro/server/debt.ts';
import { REFUSED, TO_REDO } from '#libro/server/failed-invoices.ts';
import { SET_ASIDE } from '#libro/server/unidentified.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { type ClasePendiente, CONVENIO_ROTO_DIAS, MOROSO_DIAS } from '../pendientes.ts';

export interface PendienteRow {
  clase: ClasePendiente;
  cantidad: number;
  monto: Centavos | null;
  id: number | null;
  fecha: Fecha | null;
  caja: string;
}

/** Those that a table of the home's own query tells; the others come from the features that know them. */
export type ClaseContada = Exclude<
  ClasePendiente,
  | 'complemento'
  | 'excepcion'
  | 'expediente'
  | 'gestion_promesa'
  | 'gestion_propuesta'
  | 'gestion_tarea'
  | 'reporte_fallido'
  | 'privacidad'
>;

/** Open shifts; a single one is named, and opened. */
const turnos = (when: RawBuilder<boolean>) => sql`
  SELECT count(*), NULL::bigint, CASE WHEN count(*) = 1 THEN min(t.id) END, min(t.fecha),
    CASE WHEN count(*) = 1 THEN min(k.name) ELSE '' END
  FROM turno_caja t JOIN caja k ON k.id = t.caja_id WHERE t.firmado_at IS NULL AND ${when}`;

const ordenes = (estatus: string) => sql`
  SELECT count(*), sum(precio_centavos)::bigint, NULL::int, NULL::date, '' FROM orden_compra WHERE estatus = ${sql.lit(estatus)}`;

/** Each as cantidad, monto, id, fecha, caja. */
const COUNTS: Record<ClaseContada, (today: Fecha) => RawBuilder<unknown>> = {
  // Of one it is that one that is opened.
  factura_rechazada: () => sql`
    SELECT count(*), sum(monto)::bigint, min(id), NULL::date, '' FROM (${REFUSED}) f`,
  factura_por_rehacer: () => sql`
    SELECT count(*), sum(monto)::bigint, NULL::int, NULL::date, '' FROM (${TO_REDO}) p`,
  alerta: (today) => sql`
    SELECT count(*), NULL::bigint, (array_agg(lote_id ORDER BY fecha_recordatorio, id))[1], min(fecha_recordatorio), ''
    FROM nota_alerta WHERE tipo = 'alerta' AND activa AND fecha_recordatorio <= ${today}::date`,
  // Instalments in their order, which what is paid fills: of each what lacks, once its day has come.
  convenio_vence: (today) => sql`
    SELECT count(*), sum(least(monto, hasta - pagado))::bigint, CASE WHEN count(*) = 1 THEN min(id) END, NULL::date, '' FROM (
      SELECT v.id, p.vence, p.monto_centavos AS monto, sum(p.monto_centavos) OVER (PARTITION BY v.id ORDER BY p.numero) AS hasta,
        v.total_centavos - (SELECT coalesce(sum(k.saldo_centavos), 0) FROM convenio_cargo_vivo k WHERE k.convenio_id = v.id) AS pagado
      FROM convenio v JOIN convenio_parcialidad p ON p.convenio_id = v.id WHERE v.estado = 'vigente'
    ) p WHERE vence <= ${today}::date AND hasta > pagado`,
  convenio_roto: (today) => sql`
    SELECT count(*), NULL::bigint, CASE WHEN count(*) = 1 THEN min(v.id) END, NULL::date, '' FROM convenio v
    WHERE v.estado = 'roto' AND v.estado_desde > ${today}::date - ${sql.lit(CONVENIO_ROTO_DIAS)}
      AND NOT EXISTS (SELECT FROM convenio w WHERE w.lote_id = v.lote_id AND w.id > v.id)
      AND EXISTS (SELECT FROM convenio_cargo_vivo k WHERE k.convenio_id = v.id AND k.saldo_centavos > 0)`,
  turno_anterior: (today) => turnos(sql`t.fecha < ${today}::date`),
  turno_hoy: (today) => turnos(sql`t.fecha >= ${today}::date`),
  factura_pendiente: () => sql`
    SELECT count(*), sum(total_centavos)::bigint, NULL::int, NULL::date, '' FROM factura
    WHERE estado IN ('borrador', 'sellado', 'enviando', 'incierto')`,
  moroso: (today) => sql`
    SELECT count(DISTINCT c.lote_id), sum(c.saldo_centavos)::bigint, NULL::int, NULL::date, '' FROM cargo AS c
    WHERE ${isOverdue('c', today, { desde: MOROSO_DIAS + 1, hasta: null })}`,
  reserva: (today) => sql`
    SELECT count(*), NULL::bigint, NULL::int, ${today}::date, '' FROM reserva
    WHERE fecha = ${today}::date AND eliminada_at IS NULL`,
  deposito: () => sql`
    SELECT count(*), sum(CASE WHEN deposito_cuenta(situacion) THEN importe_centavos - entrante_aplicado(id) ELSE 0 END)::bigint,
      NULL::int, NULL::date, '' FROM deposito_entrante
    WHERE situacion IN ('por_confirmar', 'desconocido', 'conflicto')`,
  solicitud: () => sql`
    SELECT count(*), NULL::bigint, NULL::int, NULL::date, '' FROM solicitud WHERE estado = 'pendiente'`,
  por_identificar: () => sql`
    SELECT count(*), sum(queda)::bigint, NULL::int, NULL::date, '' FROM (${SET_ASIDE}) d`,
  orden_creada: () => ordenes('CREADA'),
  orden_parcial: () => ordenes('RECIBIDA PARCIAL'),
};

/** Those of these classes of which there are any. */
export async function listPendientes(tx: Tx, clases: readonly ClaseContada[], today: Fecha): Promise<PendienteRow[]> {
  if (clases.length === 0) return [];
  const counts = clases.map((clase) => sql`SELECT ${sql.lit(clase)} AS clase, n.* FROM (${COUNTS[clase](today)}) n`);
  return rowsFrom(tx)<PendienteRow>`
    SELECT p.clase, p.cantidad::int AS cantidad, p.monto, p.id, p.fecha, p.caja
    FROM (${sql.join(counts, sql` UNION ALL `)}) AS p (clase, cantidad, monto, id, fecha, caja)
    WHERE p.cantidad > 0`;
}

export interface CifrasRow {
  hoy: Centavos;
  mes: Centavos;
  vencido: Centavos;
  entregados: number;
  atrasados: number;
}

/** What was collected, as the cash cut-off has it; what is overdue; and the delivered lots with those of them that are late. */
export async function findCifras(tx: Tx, today: Fecha): Promise<CifrasRow> {
  const movimientos = cashMovements({ fechas: { desde: firstDayOf(monthOf(today)), hasta: today } });
  const { rows } = await sql<CifrasRow>`
    WITH cobros AS (
      SELECT coalesce(sum(monto) FILTER (WHERE fecha = ${today}::date), 0)::bigint AS hoy, coalesce(sum(monto), 0)::bigint AS mes
      FROM (${movimientos}) m
    ), deudas AS (
      SELECT coalesce(sum(c.saldo_centavos), 0)::bigint AS vencido FROM cargo AS c WHERE ${isOverdue('c', today)}
    ), lotes AS (
      SELECT count(*)::int AS entregados, count(a.lote_id)::int AS atrasados
      FROM lote l LEFT JOIN ${lotesAtrasados(today)} AS a ON a.lote_id = l.id WHERE l.status = 'entregado'
    )
    SELECT * FROM cobros, deudas, lotes`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}
