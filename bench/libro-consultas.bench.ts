/**
 * What people look at, in a ledger of 1.2 million charges: the home's search with its debts, three years of a lot's
 * statement, and what a payment screen loads; through the running product, against the same work as SQL by hand.
 */
import pg from 'pg';
import { SEARCH_TYPES } from '../src/features/inicio/contract.ts';
import { byHand, TEXTS } from './busqueda.bench.ts';
import { send } from './client.ts';
import { HOY, SCHEMA } from './ledger.ts';
import { type Product, withProduct } from './product.ts';
import type { Measure } from './run.ts';
import { median, quantile, SESSION_BY_HAND, sideBySide } from './stats.ts';

const SEARCH_ROUNDS = 25;
const SEARCH_LIMIT_MS = 30;
const STATEMENT_RUNS = 400;
const STATEMENT_LIMIT_MS = 15;

/** Three years up to the present month. */
const DESDE = `${Number(HOY.slice(0, 4)) - 3}${HOY.slice(4, 8)}01`;

export const STATEMENT_BY_HAND = `
  SELECT c.id, c.vence, c.concepto, c.monto_centavos - c.ajustado_centavos + CASE WHEN c.cierre = 'cancelado' THEN coalesce((
      SELECT sum(monto_centavos) FROM ajuste WHERE cargo_id = c.id AND tipo = 'cancelacion' AND NOT revertido), 0) ELSE 0 END AS cargo,
    CASE WHEN c.cierre IS NULL THEN c.pagado_centavos ELSE 0 END AS abono, c.saldo_centavos, c.status,
    coalesce(b.tipo, c.tipo) AS tipo, coalesce(b.id, c.id) AS identificador, c.lote_id, l.referencia
  FROM cargo c JOIN lote l ON l.id = c.lote_id LEFT JOIN cargo b ON b.id = c.base_id
  WHERE c.lote_id IN (SELECT id FROM lote WHERE id = $1 OR parent_id = $1) AND c.vence BETWEEN $2 AND $3
    AND (c.cierre IS NULL OR c.cierre = 'cancelado')
  ORDER BY c.vence, c.id`;

async function search({ base }: Product, headers: Record<string, string>, hand: pg.Client): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const type of SEARCH_TYPES) {
    const texts = TEXTS[type];
    const textOf = (run: number) => texts[run % texts.length] ?? '';
    const { ours, theirs } = await sideBySide(
      SEARCH_ROUNDS * texts.length,
      async (run) => {
        const url = `${base}/search/get/${encodeURIComponent(textOf(run))}/${type}`;
        const { data } = (await send<{ data: unknown[] }>(url, headers)).body;
        if (data.length === 0) throw new Error(`${type} «${textOf(run)}» found nothing`);
      },
      (run) => hand.query(byHand(type, textOf(run))),
    );
    const p95 = quantile(ours, 0.95);
    measures.push({
      name: `búsqueda con deudas por ${type}, p95`,
      value: p95,
      unit: 'ms',
      baseline: quantile(theirs, 0.95),
      limit: SEARCH_LIMIT_MS,
    });
  }
  return measures;
}

async function statement({ base }: Product, headers: Record<string, string>, hand: pg.Client): Promise<Measure[]> {
  const { rows: lotes } = await hand.query<{ id: number }>(
    "SELECT id FROM lote WHERE status = 'entregado' ORDER BY hashint4(id) LIMIT 500",
  );
  const loteOf = (run: number) => lotes[run % lotes.length]?.id ?? 0;
  const { ours, theirs } = await sideBySide(
    STATEMENT_RUNS,
    async (run) => {
      const { status, body: rows } = await send<unknown[]>(
        `${base}/residente/get/estadocuenta/detail`,
        headers,
        JSON.stringify({ fechaInicial: DESDE, fechaFinal: HOY, id: loteOf(run), variante: 0, email: false }),
      );
      if (status !== 200 || rows.length < 36) throw new Error(`statement: ${status}, ${rows.length} rows`);
    },
    async (run) => {
      await hand.query(SESSION_BY_HAND);
      await hand.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await hand.query(STATEMENT_BY_HAND, [loteOf(run), DESDE, HOY]);
      await hand.query('COMMIT');
      // Whoever asks gets it as JSON.
      JSON.stringify(rows);
    },
  );
  const baseline = median(theirs);
  return [
    { name: 'estado de cuenta de 3 años, mediana', value: median(ours), unit: 'ms', baseline, limit: 2 * baseline },
    { name: 'estado de cuenta de 3 años, p95', value: quantile(ours, 0.95), unit: 'ms', limit: STATEMENT_LIMIT_MS },
  ];
}

async function reads({ base }: Product, headers: Record<string, string>, hand: pg.Client): Promise<Measure[]> {
  const { rows: owing } = await hand.query<{ lote_id: number }>(
    "SELECT lote_id FROM cargo WHERE saldo_centavos > 0 AND tipo = 'mantenimiento' AND vence < current_date GROUP BY 1 ORDER BY 1 LIMIT 300",
  );
  const measures: Measure[] = [];
  for (const [name, path] of [
    ['lo que se debe, al abrir el cobro', 'lote/get-for-pagarmantenimiento'],
    ['pagos de un lote (10 años)', 'residente/get/pagos'],
  ] as const) {
    const { ours } = await sideBySide(
      200,
      async (run) => {
        const { status } = await send(`${base}/${path}/${owing[run % owing.length]?.lote_id}`, headers);
        if (status !== 200) throw new Error(`${path}: ${status}`);
      },
      async () => undefined,
    );
    measures.push({ name: `${name}, p95`, value: quantile(ours, 0.95), unit: 'ms' });
  }
  return measures;
}

/** Searches, statements and payment screens over the whole ledger. */
export default function consultas(): Promise<Measure[]> {
  return withProduct(async (product) => {
    const hand = new pg.Client({ connectionString: product.ownerUrl });
    await hand.connect();
    try {
      await hand.query(`SET search_path TO ${SCHEMA}, ext`);
      const headers = await product.login('cobranza');
      const found = await search(product, headers, hand);
      const stated = await statement(product, headers, hand);
      const read = await reads(product, headers, hand);
      return [...found, ...stated, ...read];
    } finally {
      await hand.end();
    }
  });
}
