/** A month of maintenance and its late interest, as somebody who knows the tables would write them. */
import type { Fecha } from '../src/core/fecha.ts';
import { firstDayOf, MONTH_NAMES, type Month } from '../src/core/period.ts';

/** @param corrida the run's number, another one each time */
export const monthByHand = (month: Month, corrida: number) => `
  WITH cobrado AS (
    SELECT l.id, l.plus_percent_mtto AS especial, d.id AS mantenimiento_id, d.cuota_centavos, d.dia_corte,
      least(date '${firstDayOf(month)}' + d.dia_corte - 1, (date '${firstDayOf(month)}' + interval '1 month' - interval '1 day')::date) AS corte
    FROM lote l JOIN LATERAL (
      SELECT id, cuota_centavos, dia_corte FROM mantenimiento
      WHERE tipo_lote = l.tipo AND (valido_metros_vivienda IS NULL OR valido_metros_vivienda <= l.superficie)
      ORDER BY valido_metros_vivienda DESC NULLS LAST LIMIT 1
    ) d ON true
    WHERE l.status = 'entregado' AND l.parent_id IS NULL AND l.fecha_entrega < '${firstDayOf(month)}'
      AND (l.fecha_inicio_pagos IS NULL OR l.fecha_inicio_pagos <= '${firstDayOf(month)}')
  ),
  creado AS (
    INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, mantenimiento_id,
      generacion_id, usuario_id, created_at)
    SELECT id, id, 'mantenimiento', 'Mantenimiento ${MONTH_NAMES[month.mes - 1]} - ${month.year}', cuota_centavos, '${firstDayOf(month)}', corte,
      ${month.year}, ${month.mes}, dia_corte, mantenimiento_id, ${corrida}, 1, now()
    FROM cobrado
    WHERE NOT EXISTS (
      SELECT 1 FROM cargo WHERE lote_origen_id = cobrado.id AND year = ${month.year} AND mes = ${month.mes}
        AND tipo = 'mantenimiento' AND cierre IS DISTINCT FROM 'anulado'
    )
    RETURNING id, lote_id, monto_centavos
  ),
  rebajado AS (
    INSERT INTO ajuste (cargo_id, tipo, monto_centavos, porcentaje, usuario_id, fecha, created_at)
    SELECT creado.id, 'especial', round(monto_centavos * especial / 100), especial, 1, '${firstDayOf(month)}', now()
    FROM creado JOIN cobrado ON cobrado.id = lote_id WHERE especial IS NOT NULL
    RETURNING id
  ),
  corrida AS (
    INSERT INTO generacion (id, tipo, year, mes, creados, usuario_id, fecha, created_at)
    SELECT ${corrida}, 'mantenimiento', ${month.year}, ${month.mes}, (SELECT count(*) FROM creado), 1, '${firstDayOf(month)}', now()
  )
  SELECT count(*) AS creados FROM creado`;

/**
 * The entries of the month that ended before this day, the first of the next. Whoever runs it each month knows that those before
 * are there, and that what was paid within the month bears none.
 */
export const interestByHand = (primero: Fecha) => `
  WITH principal AS (
    SELECT id, lote_id, lote_origen_id, concepto, monto_centavos, t.year, t.mes, t.porcentaje, t.fin, coalesce(dia_corte, 31) AS dia,
      least(t.inicio + (coalesce(dia_corte, 31) - 1), t.fin) AS corte
    FROM cargo c,
      (SELECT year, mes, porcentaje, (date '${primero}' - interval '1 month')::date AS inicio, date '${primero}' - 1 AS fin FROM tiie
        WHERE (year, mes) = (extract(year FROM date '${primero}' - 1), extract(month FROM date '${primero}' - 1))) t
    WHERE tipo IN ('mantenimiento', 'cuota_inicial') AND cierre IS NULL AND vence <= t.fin AND saldo_centavos > 0
      AND NOT EXISTS (
        SELECT 1 FROM cargo i WHERE i.base_id = c.id AND i.year = t.year AND i.mes = t.mes AND i.tipo = 'interes'
          AND (i.cierre IS NULL OR i.cierre = 'cancelado')
      )
  ),
  debido AS (
    SELECT p.*, monto_centavos - coalesce(r.al_corte, 0) AS base,
      round((monto_centavos - coalesce(r.al_corte, 0)) * porcentaje / 1200) AS interes
    FROM principal p
    CROSS JOIN LATERAL (
      SELECT sum(monto) FILTER (WHERE fecha <= p.corte) AS al_corte FROM (
        SELECT monto_centavos AS monto, fecha_pago AS fecha FROM pago WHERE cargo_id = p.id AND status <> 'cancelado' AND fecha_pago <= p.fin
        UNION ALL
        SELECT monto_centavos, fecha FROM ajuste WHERE cargo_id = p.id AND NOT revertido AND (fecha <= p.fin OR tipo = 'especial')
      ) reduccion
    ) r
  ),
  creado AS (
    INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, base_id,
      interes_base_centavos, interes_porcentaje, interes_factor, usuario_id, created_at)
    SELECT lote_id, lote_origen_id, 'interes', 'Interés moratorio ' || mes || ' - ' || year || ' (' || concepto || ')', interes,
      '${primero}', corte, year, mes, dia, id, base, porcentaje, 1, 1, now()
    FROM debido WHERE interes > 0
    RETURNING id
  )
  SELECT count(*) AS creados FROM creado`;
