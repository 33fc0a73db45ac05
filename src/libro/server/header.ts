/** The lot header card's data. */
import { sql } from 'kysely';
import { toPesos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { LoteHeader } from '../contract.ts';
import { referenciasDePago } from '../lotes/referencias.ts';
import { findVigente } from './agreements.ts';
import { debtOfLote } from './debt.ts';
import { listClabesDe, listReferenceSchemes } from './references.ts';

interface HeaderRow {
  id_lote: number;
  referencia: string;
  direccion: string;
  fecha_entrega: string | null;
  name: string;
  tipo_lote: string;
  category_hab: string | null;
  category_const: string | null;
  sub_category_hab: string | null;
  propietario_desde: string | null;
  is_recurrente: boolean;
  status: string;
  parent_id: number | null;
  has_representante: boolean;
  fusion_id: number | null;
  fusion_referencia: string | null;
  fondo: number;
  deuda: number;
  deuda_moratorio: number;
  deuda_mantenimiento: number;
  id_residente: number;
  deudas: number;
  recibos: number;
  notas: number;
  alertas: number;
}

/** Does this lot pay maintenance by itself: delivered, and no unit of a condominal lot. Source: dominio.md#maintenance. */
export function paysMaintenance(lote: { status: string; parentId: number | null }): boolean {
  return lote.status === 'entregado' && lote.parentId === null;
}

/** The lot first, then its units by referencia. */
const findHeaderRows = (tx: Tx, id: number) =>
  sql<HeaderRow>`
    SELECT l.id AS id_lote, l.referencia, l.direccion, l.fecha_entrega, l.tipo AS tipo_lote, l.category_hab,
      l.category AS category_const, l.sub_category_hab, l.is_recurrente, l.status, l.parent_id,
      coalesce(r.name, '') AS name,
      (SELECT c.fecha FROM cambio_propietario c WHERE c.lazo_nuevo_id = lr.id) AS propietario_desde,
      EXISTS (SELECT 1 FROM representante_lote WHERE lote_id = l.id) AS has_representante,
      f.id AS fusion_id, f.referencia AS fusion_referencia,
      coalesce((SELECT saldo_centavos FROM fondo WHERE lote_id = l.id), 0)::bigint AS fondo,
      coalesce(d.deuda, 0)::bigint AS deuda, coalesce(d.moratorio, 0)::bigint AS deuda_moratorio,
      coalesce(d.mantenimiento, 0)::bigint AS deuda_mantenimiento,
      coalesce(r.id, 0) AS id_residente, d.deudas, p.recibos, n.notas, n.alertas
    FROM lote l
    LEFT JOIN lote_residente lr ON lr.lote_id = l.id AND lr.asociado AND lr.active
    LEFT JOIN residente r ON r.id = lr.residente_id
    LEFT JOIN lote f ON f.id = l.fusion_lote_id
    LEFT JOIN LATERAL (
      SELECT sum(d.saldo_centavos) AS deuda, count(*)::integer AS deudas,
        sum(d.saldo_centavos) FILTER (WHERE d.tipo = 'intereses_moratorios') AS moratorio,
        sum(d.saldo_centavos) FILTER (WHERE d.tipo = 'mantenimiento' AND d.lote_id = l.id) AS mantenimiento
      FROM ${debtOfLote}
    ) d ON true
    LEFT JOIN LATERAL (
      SELECT count(*)::integer AS recibos FROM (
        SELECT p.recibo_id FROM cargo c JOIN pago p ON p.cargo_id = c.id WHERE c.lote_id = ${id} AND l.id = ${id}
        UNION
        SELECT recibo_id FROM fondo_movimiento WHERE lote_id = ${id} AND l.id = ${id} AND tipo = 'abono'
        UNION
        SELECT a.recibo_id FROM cargo c JOIN ajuste a ON a.cargo_id = c.id
        WHERE c.lote_id = ${id} AND l.id = ${id} AND a.tipo = 'descuento'
      ) AS de_pagos WHERE recibo_id IS NOT NULL
    ) p ON true
    LEFT JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE tipo = 'nota'))::integer AS notas,
        (count(*) FILTER (WHERE tipo = 'alerta'))::integer AS alertas
      FROM nota_alerta WHERE lote_id = l.id AND l.id = ${id}
    ) n ON true
    WHERE l.id = ${id} OR l.parent_id = ${id}
    ORDER BY l.id = ${id} DESC, l.referencia COLLATE ext.es`.execute(tx);

/** The header of a lot. Unknown: 404. */
export async function loadHeader(tx: Tx, id: number): Promise<LoteHeader> {
  const [{ rows }, cajas, convenio] = await Promise.all([
    findHeaderRows(tx, id),
    listReferenceSchemes(tx),
    findVigente(tx, id),
  ]);
  const [own, ...units] = rows;
  const clabes = await listClabesDe(
    tx,
    rows.map(({ id_lote }) => id_lote),
  );
  if (!own || own.id_lote !== id) throw new NotFound('No existe el lote solicitado');
  const { parent_id, fusion_id, fusion_referencia, deudas, recibos, notas, alertas, ...header } = own;
  return {
    ...header,
    referencias_pago: referenciasDePago({ id, status: own.status }, cajas, clabes.get(id)),
    convenio,
    cuantos: { deudas, recibos, notas, alertas },
    fondo: toPesos(own.fondo),
    deuda: toPesos(own.deuda),
    deuda_moratorio: toPesos(own.deuda_moratorio),
    deuda_mantenimiento: toPesos(own.deuda_mantenimiento),
    paga_mtto: paysMaintenance({ status: own.status, parentId: parent_id }),
    fusionLote: fusion_id === null ? null : { id: fusion_id, referencia: fusion_referencia ?? '' },
    direccion_child: units.map(
      ({ id_lote, referencia, direccion, fecha_entrega, name, tipo_lote, category_hab, category_const, status }) => ({
        id_lote,
        referencia,
        direccion,
        fecha_entrega,
        name,
        tipo_lote,
        category_hab,
        category_const,
        referencias_pago: referenciasDePago({ id: id_lote, status }, cajas, clabes.get(id_lote)),
      }),
    ),
  };
}
