/**
 * Lots at 10,000 of them and 50,000 people: the whole list at the server and in the browser, and one lot read and saved,
 * against the same work as SQL by hand on the same database.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import pg from 'pg';
import { build } from 'vite';
import { SUPERADMIN } from '../src/platform/roles.ts';
import { fillRegister, LOTES } from './register.ts';
import type { Measure } from './run.ts';
import { type BenchServer, startBenchServer } from './server.ts';
import { median, quantile, SESSION_BY_HAND, sideBySide } from './stats.ts';

const LIST_RUNS = 30;
const LIST_LIMIT_MS = 150;
const PAINT_RUNS = 9;
const PAINT_ROUND = 3;
const PAINT_LIMIT_MS = 500;
const LOTE_RUNS = 200;

const WITH_ASOCIADO = `LEFT JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
  LEFT JOIN residente r ON r.id = t.residente_id`;

const LIST_BY_HAND = `SELECT l.id, l.referencia, l.direccion, coalesce(r.name, '') AS residente_name
  FROM lote l ${WITH_ASOCIADO} WHERE l.tipo = 'habitacional' ORDER BY l.referencia COLLATE ext.es, l.id`;

async function list({ app, headers }: BenchServer, hand: pg.Client): Promise<Measure[]> {
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/v1/lote/all/habitacional`;
  const { ours, theirs } = await sideBySide(
    LIST_RUNS,
    async () => {
      const reply = await fetch(url, { headers: { ...headers, 'accept-encoding': 'gzip' } });
      if (((await reply.json()) as unknown[]).length !== LOTES) throw new Error('not the whole list');
    },
    () => hand.query(LIST_BY_HAND),
  );
  const packed = await app.inject({
    url: '/api/v1/lote/all/habitacional',
    headers: { ...headers, 'accept-encoding': 'gzip' },
  });
  if (packed.headers['content-encoding'] !== 'gzip') throw new Error('the list is not compressed');
  const plainBytes = gunzipSync(packed.rawPayload).length;
  return [
    {
      name: 'lista de 10,000 por HTTP, mediana',
      value: median(ours),
      unit: 'ms',
      baseline: median(theirs),
      limit: LIST_LIMIT_MS,
    },
    { name: 'lista de 10,000 por HTTP, p95', value: quantile(ours, 0.95), unit: 'ms', limit: 2 * LIST_LIMIT_MS },
    { name: 'lista de 10,000 con gzip', value: packed.rawPayload.length / 1000, unit: 'kB', limit: plainBytes / 4000 },
  ];
}

const READ_BY_HAND = `SELECT l.*, p.referencia AS parent, f.referencia AS fusion,
    (SELECT json_agg(json_build_object('id', t.id, 'active', t.active, 'asociado', t.asociado, 'residente_id', r.id, 'name', r.name)
      ORDER BY t.active DESC, t.asociado DESC, t.desde, t.id)
     FROM lote_residente t JOIN residente r ON r.id = t.residente_id WHERE t.lote_id = l.id) AS residentes,
    (SELECT json_agg(json_build_object('referencia', c.referencia, 'status', c.status) ORDER BY c.referencia COLLATE ext.es)
     FROM lote c WHERE c.parent_id = l.id) AS viviendas
  FROM lote l LEFT JOIN lote p ON p.id = l.parent_id LEFT JOIN lote f ON f.id = l.fusion_lote_id WHERE l.id = $1`;

/** Each lot another one, scattered over all of them. */
const loteOf = (run: number): number => 1 + ((run * 7919) % LOTES);

async function one({ app, headers }: BenchServer, hand: pg.Client): Promise<Measure[]> {
  const get = async (id: number) => {
    const reply = await app.inject({ url: `/api/v1/lote/get/${id}`, headers });
    const { data } = reply.json<{
      data?: {
        id: number;
        residenteLotes: { id: number; active: boolean; asociado: boolean; residente: { id: number } }[];
      };
    }>();
    if (data?.id !== id) throw new Error(reply.body);
    return data;
  };
  const reading = await sideBySide(
    LOTE_RUNS,
    (run) => get(loteOf(run)),
    async (run) => {
      await hand.query(SESSION_BY_HAND);
      await hand.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await hand.query(READ_BY_HAND, [loteOf(run)]);
      await hand.query('COMMIT');
    },
  );
  const bodies = new Map<number, object>();
  for (let run = 0; run < LOTE_RUNS; run += 1) {
    const { residenteLotes, ...lote } = await get(loteOf(run));
    const ties = residenteLotes.filter((tie) => tie.active);
    const residenteLoteList = ties.map(({ id, asociado, residente }) => ({
      id,
      asociado,
      resident: { id: residente.id },
    }));
    bodies.set(run, { ...lote, calle: `Calle Águila ${run}`, residenteLoteList });
  }
  const saving = await sideBySide(
    LOTE_RUNS,
    async (run) => {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/v1/lote/save',
        headers,
        payload: bodies.get(run) ?? {},
      });
      if (!reply.json<{ success: boolean }>().success) throw new Error(reply.body);
    },
    async (run) => {
      const id = loteOf(run);
      await hand.query(SESSION_BY_HAND);
      await hand.query('BEGIN');
      await hand.query('SELECT * FROM lote WHERE id = $1 FOR UPDATE', [id]);
      const { rows: before } = await hand.query(READ_BY_HAND, [id]);
      await hand.query('UPDATE lote SET calle = $2, updated_at = now() WHERE id = $1', [id, `Calle Halcón ${run}`]);
      await hand.query('SELECT id, residente_id, asociado FROM lote_residente WHERE lote_id = $1 AND active', [id]);
      const { rows: after } = await hand.query(READ_BY_HAND, [id]);
      await hand.query(
        `INSERT INTO bitacora (created_at, usuario, referencia, status, nota, entidad, entidad_id, antes, despues)
         VALUES (now(), 'a mano', '', 'actualizado', 'Lote', 'lote', $1, $2, $3)`,
        [id, JSON.stringify(before[0]), JSON.stringify(after[0])],
      );
      await hand.query('COMMIT');
    },
  );
  return [['leer un lote, mediana', reading] as const, ['guardar un lote, mediana', saving] as const].map(
    ([name, { ours, theirs }]) => {
      const baseline = median(theirs);
      return { name, value: median(ours), unit: 'ms', baseline, limit: 3 * baseline };
    },
  );
}

/**
 * In the page, from `started` (a time of performance.now()) to the frame after the one in which the table shows a lot.
 * Evaluated as text: it runs in the browser.
 */
const PAINTED = `(started) => new Promise((resolve, reject) => {
  const look = () => {
    const link = document.querySelector('tbody a[href*="/value?id="]');
    if (link) requestAnimationFrame(() => resolve(performance.now() - started));
    else if (performance.now() - started > 10000) reject(new Error('no table: ' + document.body.innerText.slice(0, 200)));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** The least of the medians of each few runs: what else the machine does meanwhile only ever adds to a picture's time. */
function calmest(samples: readonly number[]): number {
  const rounds = Array.from({ length: samples.length / PAINT_ROUND }, (_, round) =>
    median(samples.slice(round * PAINT_ROUND, (round + 1) * PAINT_ROUND)),
  );
  return Math.min(...rounds);
}

async function paint(browser: Browser, { app, headers }: BenchServer): Promise<Measure[]> {
  const { port } = app.server.address() as AddressInfo;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-MX' });
  const session = {
    access_token: headers.authorization?.replace('Bearer ', ''),
    role: SUPERADMIN,
    username: 'superadmin',
  };
  await context.addInitScript((value) => localStorage.setItem('porton.sesion', value), JSON.stringify(session));
  const page = await context.newPage();
  const opened: Record<string, number[]> = { fresh: [], inside: [], whole: [] };
  for (let run = -3; run < PAINT_RUNS; run += 1) {
    const samples: Record<string, number> = {};
    const address = `http://127.0.0.1:${port}/operaciones/lote/habitacional`;
    await page.goto(address, { waitUntil: 'commit' });
    samples.fresh = await page.evaluate<number>(`(${PAINTED})(0)`);
    await page.goto(`${address}?tam=All`, { waitUntil: 'commit' });
    samples.whole = await page.evaluate<number>(`(${PAINTED})(0)`);
    await page.goto(`http://127.0.0.1:${port}/operaciones/lote/comercial`);
    await page.getByText('No hay información disponible').waitFor({ timeout: 10_000 });
    samples.inside = await page.evaluate<number>(`(() => {
      const started = performance.now();
      document.querySelector('input[name="tipo-lote"][value="habitacional"]').click();
      return (${PAINTED})(started);
    })()`);
    if (run < 0) continue;
    for (const [name, value] of Object.entries(samples)) opened[name]?.push(value);
  }
  await context.close();
  const unit = 'ms';
  return [
    {
      name: 'primera pintura de la tabla al abrir la dirección',
      value: calmest(opened.fresh ?? []),
      unit,
      limit: PAINT_LIMIT_MS,
    },
    { name: 'la misma con todas las filas (tam=All)', value: calmest(opened.whole ?? []), unit, limit: PAINT_LIMIT_MS },
    { name: 'la misma desde otra pantalla', value: calmest(opened.inside ?? []), unit, limit: PAINT_LIMIT_MS },
  ];
}

export default async function lotes(): Promise<Measure[]> {
  const pageFolder = await mkdtemp(join(tmpdir(), 'porton-pagina-'));
  await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'silent',
    build: { outDir: pageFolder, emptyOutDir: true },
  });
  const server = await startBenchServer(1, { pageFolder });
  const hand = new pg.Client({ connectionString: server.ownerUrl });
  const browser = await chromium.launch({
    executablePath: process.env.PORTON_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    await hand.connect();
    await fillRegister(hand);
    const single = await one(server, hand);
    // The longest list that there can be: every lot of one type.
    await hand.query("UPDATE lote SET tipo = 'habitacional'");
    await hand.query('VACUUM ANALYZE lote');
    return [...(await list(server, hand)), ...(await paint(browser, server)), ...single];
  } finally {
    await browser.close();
    await hand.end();
    await server.stop();
    await rm(pageFolder, { recursive: true, force: true });
  }
}
