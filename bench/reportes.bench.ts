/**
 * The reports over a ledger of 1.2 million charges, through the running product: the cash cut-off of a year against COPY of
 * the same rows, ageing and reconciliation against SQL by hand, a workbook of 100,000 rows with the server's memory.
 */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { keepMonths } from '../src/features/reportes/server/kept-months.ts';
import { kyselyOn } from '../src/platform/server/db.ts';
import { weigh } from './client.ts';
import { HOY, SCHEMA } from './ledger.ts';
import { type Product, withProduct } from './product.ts';
import type { Measure } from './run.ts';
import { median, SESSION_BY_HAND, sideBySide } from './stats.ts';

const YEAR_RUNS = 3;
const READ_RUNS = 30;
const EXPORT_ROWS_MIN = 100_000;
const MEMORY_LIMIT_MB = 400;
const MEMORY_EVERY_MS = 20;
const DASHBOARD_LIMIT_MS = 300;

const yearAgo = `${Number(HOY.slice(0, 4)) - 1}${HOY.slice(4)}`;

export const corteByHand = (desde: string, hasta: string) => `
  SELECT r.fecha_contable, l.referencia, l.manzana, l.lote, a.name AS asociado, c.concepto, f.serie, f.folio, m.name, p.monto_centavos
  FROM recibo r
  JOIN pago p ON p.recibo_id = r.id AND p.status <> 'cancelado'
  JOIN cargo c ON c.id = p.cargo_id
  JOIN lote l ON l.id = r.lote_id
  JOIN metodo_pago m ON m.id = r.metodo_pago_id
  LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
  LEFT JOIN residente a ON a.id = t.residente_id
  LEFT JOIN factura_concepto i ON i.pago_id = p.id AND i.viva
  LEFT JOIN factura f ON f.id = i.factura_id
  WHERE NOT r.es_fondo AND r.fecha_contable BETWEEN '${desde}' AND '${hasta}'
  UNION ALL
  SELECT r.fecha_contable, l.referencia, l.manzana, l.lote, a.name, 'Abono a fondo', NULL, NULL, m.name, v.monto_centavos
  FROM recibo r
  JOIN fondo_movimiento v ON v.recibo_id = r.id AND v.tipo = 'abono'
  JOIN lote l ON l.id = r.lote_id
  JOIN metodo_pago m ON m.id = r.metodo_pago_id
  LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
  LEFT JOIN residente a ON a.id = t.residente_id
  WHERE NOT r.es_fondo AND r.fecha_contable BETWEEN '${desde}' AND '${hasta}'
    AND NOT EXISTS (SELECT 1 FROM fondo_movimiento x WHERE x.cancela_id = v.id)
  ORDER BY 1`;

const ASSOCIATE = `LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
  LEFT JOIN residente a ON a.id = t.residente_id`;

export const AGEING_BY_HAND = `
  SELECT l.referencia, a.name, l.direccion, sum(c.saldo_centavos) AS monto
  FROM cargo c JOIN lote l ON l.id = c.lote_id ${ASSOCIATE}
  WHERE c.saldo_centavos > 0 AND c.tipo = 'mantenimiento' AND c.vence < $1
  GROUP BY l.id, a.name ORDER BY l.referencia`;

export const RECONCILIATION_BY_HAND = `
  SELECT a.name, l.referencia,
    sum(c.saldo_centavos) FILTER (WHERE c.vence >= $1::date - 30) AS d30,
    sum(c.saldo_centavos) FILTER (WHERE c.vence BETWEEN $1::date - 60 AND $1::date - 31) AS d60,
    sum(c.saldo_centavos) FILTER (WHERE c.vence < $1::date - 60) AS d90
  FROM cargo c JOIN lote l ON l.id = c.lote_id ${ASSOCIATE}
  WHERE c.saldo_centavos > 0 AND c.tipo = 'mantenimiento' AND c.vence < $1
  GROUP BY l.id, a.name ORDER BY a.name, l.referencia`;

export const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

type Headers = Record<string, string>;

const asked = (desde: string, hasta: string) =>
  JSON.stringify({ fechaInicial: desde, fechaFinal: `${hasta} 23:59:59`, metodoPago: '0', caja: { id: '' } });

async function cutOff({ base }: Product, headers: Headers, hand: pg.Client): Promise<Measure[]> {
  let bytes = 0;
  const { ours, theirs } = await sideBySide(
    YEAR_RUNS,
    async () => {
      // To its last byte, as COPY's: neither is read by anybody.
      bytes = await weigh(`${base}/operaciones/cortecaja`, headers, asked(yearAgo, HOY));
    },
    () => pipeline(hand.query(copyTo(`COPY (${corteByHand(yearAgo, HOY)}) TO STDOUT`)), nowhere()),
  );
  const baseline = median(theirs);
  const { rows } = await hand.query<{ n: number }>(`SELECT count(*) AS n FROM (${corteByHand(yearAgo, HOY)}) c`);
  return [
    {
      name: `corte de caja de un año (${rows[0]?.n} renglones, ${(bytes / 1e6).toFixed(1)} MB en gzip) contra COPY`,
      value: median(ours),
      unit: 'ms',
      baseline,
      limit: 2 * baseline,
    },
  ];
}

async function overdue({ base }: Product, headers: Headers, hand: pg.Client): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const [name, sql, ask] of [
    [
      'mantenimiento vencido',
      AGEING_BY_HAND,
      () => fetch(`${base}/reporte/mantenimientovencido`, { method: 'POST', headers, body: '{"atrasado":"100"}' }),
    ],
    [
      'conciliación',
      RECONCILIATION_BY_HAND,
      () => fetch(`${base}/reporte/mantenimientovencidoconciliado`, { headers }),
    ],
  ] as const) {
    const { ours, theirs } = await sideBySide(
      READ_RUNS,
      async () => {
        const reply = await ask();
        await reply.text();
        if (reply.status !== 200) throw new Error(`${name}: ${reply.status}`);
      },
      async () => {
        await hand.query(SESSION_BY_HAND);
        await hand.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const { rows } = await hand.query(sql, [HOY]);
        await hand.query('COMMIT');
        JSON.stringify(rows);
      },
    );
    const baseline = median(theirs);
    measures.push({ name: `${name}, mediana`, value: median(ours), unit: 'ms', baseline, limit: 1.5 * baseline });
  }
  return measures;
}

async function workbook({ base, memory }: Product, headers: Headers, hand: pg.Client): Promise<Measure[]> {
  const { rows } = await hand.query<{ dia: string }>(
    `SELECT dia FROM (SELECT fecha_contable AS dia, sum(count(*)) OVER (ORDER BY fecha_contable DESC) AS renglones
       FROM pago WHERE status <> 'cancelado' AND fecha_contable <= $1 GROUP BY fecha_contable) d
     WHERE renglones >= $2 ORDER BY dia DESC LIMIT 1`,
    [HOY, EXPORT_ROWS_MIN * 1.02],
  );
  const desde = rows[0]?.dia ?? yearAgo;
  const resting = memory();
  let most = resting;
  const timer = setInterval(() => {
    most = Math.max(most, memory());
  }, MEMORY_EVERY_MS);
  const began = performance.now();
  const reply = await fetch(`${base}/operaciones/export-to-excel`, {
    method: 'POST',
    headers,
    body: asked(desde, HOY),
  });
  if (!reply.body) throw new Error('no workbook');
  let first = 0;
  let bytes = 0;
  for await (const chunk of reply.body) {
    first ||= performance.now() - began;
    bytes += chunk.length;
  }
  const took = performance.now() - began;
  clearInterval(timer);
  if (bytes < EXPORT_ROWS_MIN * 10) throw new Error(`a workbook of ${bytes} bytes`);
  return [
    { name: `libro de ${EXPORT_ROWS_MIN} renglones (${(bytes / 1e6).toFixed(1)} MB)`, value: took / 1000, unit: 's' },
    { name: 'su primer byte', value: first, unit: 'ms' },
    { name: 'memoria del servidor mientras tanto, la mayor', value: most, unit: 'MB', limit: MEMORY_LIMIT_MB },
    { name: 'memoria del servidor antes', value: resting, unit: 'MB' },
  ];
}

/** Closes all months that are over, as communities do one by one, and keeps what dashboards sum of them; the milliseconds of that. */
async function keepClosedMonths(hand: pg.Client): Promise<number> {
  await hand.query(
    `INSERT INTO periodo_cierre (year, mes, cifras, huella, usuario_id, created_at)
     SELECT extract(year FROM m), extract(month FROM m), '[]', sha256(m::text::bytea), (SELECT min(id) FROM usuario), now()
     FROM generate_series(date_trunc('month', now()) - interval '3 years', date_trunc('month', now()) - interval '1 month',
       interval '1 month') AS m`,
  );
  const community = {
    codigo: 'ENCINOS',
    nombre: 'Los Encinos',
    schema: SCHEMA,
    host: null,
    practicaDe: null,
    timeZone: 'America/Mexico_City',
    version: 0,
  };
  const noon = { now: () => new Date(`${HOY}T18:00:00Z`) };
  const began = performance.now();
  while ((await keepMonths.run(kyselyOn(hand), community, noon)) !== undefined);
  return performance.now() - began;
}

async function askDashboards({ base }: Product, headers: Headers, of: string, limit?: number): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const name of ['cobranza', 'proyecciones', 'pagos', 'saldos', 'entregas']) {
    const { ours } = await sideBySide(
      5,
      async () => {
        const reply = await fetch(`${base}/reporte/tablero/${name}`, { headers });
        await reply.text();
        if (reply.status !== 200) throw new Error(`${name}: ${reply.status}`);
      },
      async () => undefined,
    );
    const measure = { name: `tablero ${name}${of}, mediana`, value: median(ours), unit: 'ms' };
    measures.push(limit === undefined ? measure : { ...measure, limit });
  }
  return measures;
}

async function dashboards(product: Product, headers: Headers, hand: pg.Client): Promise<Measure[]> {
  const open = await askDashboards(product, headers, ' sin ningún mes cerrado');
  const kept = await keepClosedMonths(hand);
  return [
    ...open,
    { name: 'guardar tres años de meses cerrados', value: kept / 1000, unit: 's' },
    ...(await askDashboards(product, headers, '', DASHBOARD_LIMIT_MS)),
  ];
}

export default function reportes(): Promise<Measure[]> {
  return withProduct(async (product) => {
    const hand = new pg.Client({ connectionString: product.ownerUrl });
    await hand.connect();
    try {
      await hand.query(`SET search_path TO ${SCHEMA}, ext`);
      const headers = await product.login('cobranza');
      // The workbook first: what a year's cut-off leaves in memory is not its own.
      const written = await workbook(product, headers, hand);
      const aged = await overdue(product, headers, hand);
      const cut = await cutOff(product, headers, hand);
      return [...cut, ...aged, ...written, ...(await dashboards(product, headers, hand))];
    } finally {
      await hand.end();
    }
  });
}
