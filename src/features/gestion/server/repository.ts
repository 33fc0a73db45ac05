/** The steps of the ladder, and whose turn it is. */
import { sql, type Updateable } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { AGES } from '#libro/rules.ts';
import { isOverdue } from '#libro/server/debt.ts';
import { isOfOwner } from '#libro/server/owners.ts';
import type { GestionPaso } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { Atraso, Contacto, Destinatario, Edad, Medio } from '../rules.ts';

const LOCK = 7_202_618;

/** Whoever proposes, approves or changes a step does so after the other. */
export async function lockGestion(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(current_schema()))`.execute(tx);
}

export interface PasoRow {
  id: number;
  orden: number;
  name: string;
  activo: boolean;
  dias: number;
  saldo: Centavos;
  edad: Edad;
  espera: number;
  destinatarios: Destinatario[];
  medios: Medio[];
  titulo: string;
  cuerpo: string;
  alerta: boolean;
  bloquea: boolean;
  pagoDias: number;
}

export const listPasos = (tx: Tx) =>
  rowsFrom(tx)<PasoRow>`
    SELECT id, orden, name, activo, dias, saldo_centavos AS saldo, edad, espera, destinatarios, medios, titulo, cuerpo, alerta,
      bloquea, pago_dias AS "pagoDias"
    FROM gestion_paso ORDER BY orden`;

export async function updatePaso(tx: Tx, id: number, values: Updateable<GestionPaso>): Promise<void> {
  await tx.updateTable('gestion_paso').set(values).where('id', '=', id).execute();
}

export async function updatePasos(tx: Tx, activo: boolean): Promise<void> {
  await tx.updateTable('gestion_paso').set({ activo }).execute();
}

export interface AtrasoRow extends Atraso {
  loteId: number;
  referencia: string;
  /** The name of the last step. */
  paso: string;
}

/** The lots that have something overdue of their own, with how far their ladder has come; of these lots alone, where some are named. */
export async function listAtrasos(tx: Tx, hoy: Fecha, lotes?: readonly number[]): Promise<AtrasoRow[]> {
  const age = (edad: Edad) =>
    sql`coalesce(sum(c.saldo_centavos) FILTER (WHERE ${isOverdue('c', hoy, AGES[edad])}), 0)::bigint`;
  const only = lotes ? sql`AND c.lote_id = ANY (${[...lotes]}::int[])` : sql``;
  const { rows } = await sql<
    Omit<AtrasoRow, 'vencido' | 'ultimo'> & { v30: number; v60: number; v90: number; v100: number } & {
      orden: number | null;
      fecha: Fecha | null;
    }
  >`
    WITH vencido AS (
      SELECT c.lote_id, min(c.vence) AS desde, sum(c.saldo_centavos)::bigint AS v100, ${age('30')} AS v30, ${age('60')} AS v60,
        ${age('90')} AS v90
      FROM cargo AS c WHERE ${isOverdue('c', hoy)} ${only} GROUP BY c.lote_id
    )
    SELECT l.id AS "loteId", l.referencia, v.desde, v.v30, v.v60, v.v90, v.v100, u.orden, u.fecha, coalesce(u.name, '') AS paso,
      p.fecha AS "ultimoPago"
    FROM vencido v
    JOIN lote l ON l.id = v.lote_id AND l.status NOT IN ('inactivo', 'fusionado')
    -- What went out for an older debt counts no more: that one was paid. Nor does what was written to whoever sold the house.
    LEFT JOIN LATERAL (
      SELECT s.orden, n.fecha, s.name FROM gestion_linea n JOIN gestion_paso s ON s.id = n.paso_id
      JOIN gestion_corrida k ON k.id = n.corrida_id
      WHERE n.lote_id = v.lote_id AND n.estado = 'enviada' AND n.fecha > v.desde AND ${isOfOwner('v.lote_id', 'k.aprobada_at')}
      ORDER BY s.orden DESC, n.id DESC LIMIT 1
    ) u ON true
    LEFT JOIN LATERAL (
      SELECT r.fecha_pago AS fecha FROM recibo r
      WHERE r.lote_id = v.lote_id AND EXISTS (SELECT FROM pago g WHERE g.recibo_id = r.id AND g.status = 'recibido')
      ORDER BY r.fecha_pago DESC LIMIT 1
    ) p ON true
    ORDER BY l.referencia COLLATE ext.es, l.id`.execute(tx);
  return rows.map(({ v30, v60, v90, v100, orden, fecha, ...row }) => ({
    ...row,
    vencido: { '30': v30, '60': v60, '90': v90, '100': v100 },
    ultimo: orden === null || fecha === null ? null : { orden, fecha },
  }));
}

/** Whom each lot has, by kind. */
export async function listContactos(
  tx: Tx,
  lotes: readonly number[],
): Promise<Map<number, Partial<Record<Destinatario, Contacto>>>> {
  const { rows } = await sql<{ loteId: number; destinatario: Destinatario; nombre: string; correos: string[] }>`
    WITH quien AS (
      SELECT t.lote_id, CASE WHEN t.asociado THEN 'asociado' ELSE 'inquilino' END AS destinatario, r.name,
        ARRAY(SELECT e.correo FROM correo_electronico e WHERE e.residente_id = r.id ORDER BY e.id) AS correos
      FROM lote_residente t JOIN residente r ON r.id = t.residente_id
      WHERE t.active AND t.lote_id = ANY (${[...lotes]}::int[])
      UNION ALL
      SELECT x.lote_id, 'representante', p.name,
        ARRAY(SELECT e.correo FROM correo_electronico e WHERE e.representante_id = p.id ORDER BY e.id)
      FROM representante_lote x JOIN representante_legal p ON p.id = x.representante_id
      WHERE x.lote_id = ANY (${[...lotes]}::int[])
    )
    SELECT q.lote_id AS "loteId", q.destinatario, string_agg(DISTINCT q.name, ', ') AS nombre,
      ARRAY(SELECT DISTINCT unnest(string_to_array(string_agg(array_to_string(q.correos, ' '), ' '), ' '))) AS correos
    FROM quien q GROUP BY q.lote_id, q.destinatario`.execute(tx);
  const found = new Map<number, Partial<Record<Destinatario, Contacto>>>();
  for (const { loteId, destinatario, nombre, correos } of rows) {
    const one = { nombre, correos: correos.filter((correo) => correo !== '') };
    found.set(loteId, { ...found.get(loteId), [destinatario]: one });
  }
  return found;
}

/* What stops the ladder, of what is known here */

interface FrenoRow {
  loteId: number;
  fecha: Fecha;
}

export async function listPausas(
  tx: Tx,
  lotes: readonly number[],
  on: Fecha,
): Promise<(FrenoRow & { razon: string })[]> {
  return rowsFrom(tx)<FrenoRow & { razon: string }>`
    SELECT lote_id AS "loteId", hasta AS fecha, razon FROM gestion_pausa
    WHERE levantada_at IS NULL AND hasta >= ${on}::date AND lote_id = ANY (${[...lotes]}::int[])
      AND ${isOfOwner('gestion_pausa.lote_id', 'gestion_pausa.created_at')}`;
}

export const listPromesasVigentes = (tx: Tx, lotes: readonly number[], on: Fecha) =>
  rowsFrom(tx)<FrenoRow>`
    SELECT lote_id AS "loteId", max(promesa_fecha) AS fecha FROM gestion_suceso
    WHERE tipo = 'promesa' AND retirado_at IS NULL AND promesa_fecha >= ${on}::date AND lote_id = ANY (${[...lotes]}::int[])
      AND ${isOfOwner('gestion_suceso.lote_id', 'gestion_suceso.created_at')}
    GROUP BY lote_id`;

/** Lots with a deposit of the inbox that waits to be confirmed: they may have paid. */
export const listConDeposito = (tx: Tx, lotes: readonly number[]) =>
  rowsFrom(tx)<FrenoRow>`
    SELECT d.lote_id AS "loteId", max(d.fecha) AS fecha FROM deposito_entrante d
    WHERE d.situacion = 'por_confirmar' AND d.lote_id = ANY (${[...lotes]}::int[]) GROUP BY d.lote_id`;
