/**
 * Runs over 10,000 lots and 1.2 million charges: a month of maintenance, the same again, and late interest, against what
 * somebody who knows the tables would write. Each is rolled back, so that all begin alike.
 */
import { sql } from 'kysely';
import { addMonths, firstDayOf, MONTH_NAMES, monthOf } from '../src/core/period.ts';
import { generateInterest } from '../src/libro/server/interest.ts';
import { generateMonth } from '../src/libro/server/maintenance-run.ts';
import type { Stamp } from '../src/libro/server/stamp.ts';
import { createPool, inTx, type Tx } from '../src/platform/server/db.ts';
import { HOY, SCHEMA, withLedger } from './ledger.ts';
import type { Measure } from './run.ts';
import { median } from './stats.ts';

const RUNS = 3;
const SIGUIENTE = addMonths(monthOf(HOY), 1);
/** The first night on which every open month bears interest for the present one. */
const STAMP: Stamp = {
  usuarioId: 1,
  today: firstDayOf(SIGUIENTE),
  now: new Date(`${firstDayOf(SIGUIENTE)}T06:30:00Z`),
};

/** @param corrida the run's number, another one each time */
const monthByHand = (corrida: number) => `
  WITH cobrado AS (
    SELECT l.id, l.plus_percent_mtto AS especial, d.id AS mantenimiento_id, d.cuota_centavos, d.dia_corte,
      least(date '${STAMP.today}' + d.dia_corte - 1, (date '${STAMP.today}' + interval '1 month' - interval '1 day')::date) AS corte
    FROM lote l JOIN LATERAL (
      SELECT id, cuota_centavos, dia_corte FROM mantenimiento
      WHERE tipo_lote = l.tipo AND (valido_metros_vivienda IS NULL OR valido_metros_vivienda <= l.superficie)
      ORDER BY valido_metros_vivienda DESC NULLS LAST LIMIT 1
    ) d ON true
    WHERE l.status = 'entregado' AND l.parent_id IS NULL AND l.fecha_entrega < '${STAMP.today}'
      AND (l.fecha_inicio_pagos IS NULL OR l.fecha_inicio_pagos <= '${STAMP.today}')
  ),
  creado AS (
    INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, mantenimiento_id,
      generacion_id, usuario_id, created_at)
    SELECT id, id, 'mantenimiento', 'Mantenimiento ${MONTH_NAMES[SIGUIENTE.mes - 1]} - ${SIGUIENTE.year}', cuota_centavos, '${STAMP.today}', corte,
      ${SIGUIENTE.year}, ${SIGUIENTE.mes}, dia_corte, mantenimiento_id, ${corrida}, 1, now()
    FROM cobrado
    WHERE NOT EXISTS (
      SELECT 1 FROM cargo WHERE lote_origen_id = cobrado.id AND year = ${SIGUIENTE.year} AND mes = ${SIGUIENTE.mes}
        AND tipo = 'mantenimiento' AND cierre IS DISTINCT FROM 'anulado'
    )
    RETURNING id, lote_id, monto_centavos
  ),
  rebajado AS (
    INSERT INTO ajuste (cargo_id, tipo, monto_centavos, porcentaje, usuario_id, fecha, created_at)
    SELECT creado.id, 'especial', round(monto_centavos * especial / 100), especial, 1, '${STAMP.today}', now()
    FROM creado JOIN cobrado ON cobrado.id = lote_id WHERE especial IS NOT NULL
    RETURNING id
  ),
  corrida AS (
    INSERT INTO generacion (id, tipo, year, mes, creados, usuario_id, fecha, created_at)
    SELECT ${corrida}, 'mantenimiento', ${SIGUIENTE.year}, ${SIGUIENTE.mes}, (SELECT count(*) FROM creado), 1, '${STAMP.today}', now()
  )
  SELECT count(*) AS creados FROM creado`;

const INTEREST_BY_HAND = `
  WITH principal AS (
    SELECT id, lote_id, lote_origen_id, concepto, vence, coalesce(dia_corte, 31) AS dia, monto_centavos,
      CASE WHEN saldo_centavos > 0 THEN 'infinity' ELSE ultimo_pago END AS hasta
    FROM cargo
    WHERE tipo IN ('mantenimiento', 'cuota_inicial') AND cierre IS NULL
      AND (saldo_centavos > 0 OR ultimo_pago >= (date_trunc('month', vence::timestamp) + interval '1 month')::date)
  ),
  mes AS (
    SELECT p.*, t.year, t.mes, t.porcentaje, fin, least(inicio + (dia - 1), fin) AS corte
    FROM principal p
    JOIN (
      SELECT *, make_date(year, mes, 1) AS inicio, (make_date(year, mes, 1) + interval '1 month' - interval '1 day')::date AS fin FROM tiie
    ) t ON t.fin >= p.vence AND t.fin < p.hasta AND t.fin < '${STAMP.today}'
    WHERE NOT EXISTS (
      SELECT 1 FROM cargo i WHERE i.base_id = p.id AND i.year = t.year AND i.mes = t.mes AND i.tipo = 'interes'
        AND (i.cierre IS NULL OR i.cierre = 'cancelado')
    )
  ),
  debido AS (
    SELECT m.*, monto_centavos - coalesce(r.al_corte, 0) AS base, round((monto_centavos - coalesce(r.al_corte, 0)) * porcentaje / 1200) AS interes
    FROM mes m
    CROSS JOIN LATERAL (
      SELECT sum(monto) FILTER (WHERE fecha <= m.corte) AS al_corte, sum(monto) AS al_fin FROM (
        SELECT monto_centavos AS monto, fecha_pago AS fecha FROM pago WHERE cargo_id = m.id AND status <> 'cancelado' AND fecha_pago <= m.fin
        UNION ALL
        SELECT monto_centavos, fecha FROM ajuste WHERE cargo_id = m.id AND NOT revertido AND (fecha <= m.fin OR tipo = 'especial')
      ) reduccion
    ) r
    WHERE monto_centavos > coalesce(r.al_fin, 0)
  ),
  creado AS (
    INSERT INTO cargo (lote_id, lote_origen_id, tipo, concepto, monto_centavos, fecha, vence, year, mes, dia_corte, base_id,
      interes_base_centavos, interes_porcentaje, interes_factor, usuario_id, created_at)
    SELECT lote_id, lote_origen_id, 'interes', 'Interés moratorio ' || mes || ' - ' || year || ' (' || concepto || ')', interes,
      '${STAMP.today}', corte, year, mes, dia, id, base, porcentaje, 1, 1, now()
    FROM debido WHERE interes > 0
    RETURNING id
  )
  SELECT count(*) AS creados FROM creado`;

class Undo extends Error {}

interface Timed {
  milliseconds: number;
  rows: number;
}

/** A night's run over all lots, and once more with nothing new. */
const INTEREST_MS = 1_000;
const AGAIN_MS = 150;

/** Runs over the whole community, each against its SQL by hand. */
export default function corridas(): Promise<Measure[]> {
  return withLedger(async ({ appUrl }) => {
    const pool = createPool(appUrl, 1, () => undefined);
    /** Times the work after what prepares it, and takes both back. */
    const timed = async (work: (tx: Tx) => Promise<number>, prepare: (tx: Tx) => Promise<unknown>): Promise<Timed> => {
      let result: Timed | undefined;
      await inTx(pool, { schema: SCHEMA }, async (tx) => {
        await prepare(tx);
        const began = performance.now();
        const rows = await work(tx);
        result = { milliseconds: performance.now() - began, rows };
        throw new Undo();
      }).catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
      if (!result) throw new Error('nothing was timed');
      return result;
    };
    const byHand = async (tx: Tx, text: string): Promise<number> => {
      const { rows } = await sql.raw<{ creados: number }>(text).execute(tx);
      return rows[0]?.creados ?? 0;
    };
    /** Both sides in turn; the first of each warms up. `again`: what is timed has been done once before. */
    const compare = async (
      name: string,
      ours: (tx: Tx) => Promise<number>,
      theirs: (tx: Tx) => Promise<number>,
      again: boolean,
      most = Number.POSITIVE_INFINITY,
    ): Promise<Measure> => {
      const samples: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
      let created = 0;
      for (let run = -1; run < RUNS; run += 1) {
        const mine = await timed(ours, again ? ours : async () => undefined);
        const hand = await timed(theirs, again ? theirs : async () => undefined);
        if (mine.rows !== hand.rows) throw new Error(`${name}: ${mine.rows} rows, ${hand.rows} by hand`);
        created = mine.rows;
        if (process.env.TRACE)
          console.log(name, run, Math.round(mine.milliseconds), Math.round(hand.milliseconds), mine.rows);
        if (run < 0) continue;
        samples.ours.push(mine.milliseconds);
        samples.theirs.push(hand.milliseconds);
      }
      const baseline = median(samples.theirs);
      return {
        name: `${name} (${created} cargos)`,
        value: median(samples.ours),
        unit: 'ms',
        baseline,
        limit: Math.min(most, 2 * baseline),
      };
    };
    /** What has no counterpart by hand. */
    const alone = async (name: string, work: (tx: Tx) => Promise<number>, prepare: (tx: Tx) => Promise<unknown>) => {
      const samples: Timed[] = [];
      for (let run = 0; run < RUNS; run += 1) samples.push(await timed(work, prepare));
      return {
        name: `${name} (${samples[0]?.rows} cargos)`,
        value: median(samples.map(({ milliseconds }) => milliseconds)),
        unit: 'ms',
      };
    };
    try {
      const month = async (tx: Tx) => (await generateMonth(tx, STAMP, SIGUIENTE)).creados;
      let corrida = 9_000_000;
      const monthHand = (tx: Tx) => {
        corrida += 1;
        return byHand(tx, monthByHand(corrida));
      };
      const interest = async (tx: Tx) => (await generateInterest(tx, STAMP)).creados;
      /** The last rate as it should have been, once it has been generated by. */
      const corrected = async (tx: Tx) => {
        await interest(tx);
        await sql`UPDATE tiie SET porcentaje = porcentaje + 0.5 WHERE (year, mes) = (${HOY.slice(0, 4)}::int, ${HOY.slice(5, 7)}::int)`.execute(
          tx,
        );
      };
      // As the night before left it; what was never looked at would be all of the work.
      await inTx(pool, { schema: SCHEMA, work: 'long' }, (tx) => generateInterest(tx, { ...STAMP, today: HOY }));
      const interestHand = (tx: Tx) => byHand(tx, INTEREST_BY_HAND);
      return [
        await compare('generar un mes', month, monthHand, false),
        await compare('generarlo otra vez', month, monthHand, true),
        await compare('intereses moratorios', interest, interestHand, false, INTEREST_MS),
        await compare('intereses otra vez', interest, interestHand, true, AGAIN_MS),
        await alone('intereses con la última TIIE corregida', interest, corrected),
      ];
    } finally {
      await pool.end();
    }
  });
}
