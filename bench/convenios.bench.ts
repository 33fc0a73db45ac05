/**
 * Following 2,300 agreements in a community of 10,000 lots: the lap of each ten minutes, in which hardly ever something comes of
 * one, and a night on which a fifth of them is broken, fulfilled or warned of. Each is taken back, so that all begin alike.
 */
import { deepEqual } from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { addDays, fechaInZone } from '../src/core/fecha.ts';
import { followAll, type Seguidos } from '../src/features/convenios/server/seguir.ts';
import { generateInterest } from '../src/libro/server/interest.ts';
import type { Stamp } from '../src/libro/server/stamp.ts';
import { createPool, inTx, type Tx } from '../src/platform/server/db.ts';
import { followedByHand, foundByHand, insertAgreements, insertDebts, SIGNED_DAYS } from './agreements.ts';
import { SCHEMA } from './ledger.ts';
import type { Measure } from './run.ts';
import { startBenchServer } from './server.ts';
import { median } from './stats.ts';

const LOTES = 10_000;
const CONVENIOS = 2_300;
const DEMO_LOTES = 20;
const RUNS = 5;
/** Every ten minutes in each community, and at most twice of what is asked by hand. */
const LAP_MS = 500;
const LAP_TIMES = 2;
const NIGHT_MS = 10_000;

const HOY = fechaInZone(new Date(), 'America/Mexico_City');
const stampOn = (today: string): Stamp => ({ usuarioId: null, today, now: new Date() });
const STAMP = stampOn(HOY);

type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

class Undo extends Error {}

/** Times the work and takes it back. */
async function timed(within: Within, work: (tx: Tx) => Promise<Seguidos | undefined>) {
  let milliseconds = 0;
  let done: Seguidos | undefined;
  await within(async (tx) => {
    const began = performance.now();
    done = await work(tx);
    milliseconds = performance.now() - began;
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return { milliseconds, done };
}

/** Both sides in turn, the first of each to warm up; at most so many times what it takes by hand, where that is told. */
async function compare(
  within: Within,
  { name, text, most, times = Number.POSITIVE_INFINITY }: { name: string; text: string; most: number; times?: number },
): Promise<Measure> {
  const samples: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  let told = '';
  for (let run = -1; run < RUNS; run += 1) {
    const ours = await timed(within, (tx) => followAll(tx, STAMP));
    const theirs = await timed(within, async (tx) => (await sql.raw<Seguidos>(text).execute(tx)).rows[0]);
    deepEqual(ours.done, theirs.done);
    const { rotos = 0, cumplidos = 0, avisados = 0 } = ours.done ?? {};
    told = `${rotos} rotos, ${cumplidos} cumplidos, ${avisados} avisados`;
    if (process.env.TRACE) console.log(name, run, Math.round(ours.milliseconds), Math.round(theirs.milliseconds), told);
    if (run < 0) continue;
    samples.ours.push(ours.milliseconds);
    samples.theirs.push(theirs.milliseconds);
  }
  const baseline = median(samples.theirs);
  const limit = Math.min(most, times * baseline);
  return { name: `${name} (${told})`, value: median(samples.ours), unit: 'ms', baseline, limit };
}

async function prepare(client: pg.Client, within: Within): Promise<void> {
  await client.query(`SET search_path TO ${SCHEMA}, ext`);
  await client.query("UPDATE convenio SET estado = 'cancelado' WHERE estado = 'vigente'");
  await insertDebts(client, LOTES, CONVENIOS, HOY);
  await within((tx) => generateInterest(tx, stampOn(addDays(HOY, -SIGNED_DAYS))));
  await insertAgreements(client, HOY);
  await within((tx) => generateInterest(tx, STAMP));
  await client.query('ANALYZE');
}

export default async function convenios(): Promise<Measure[]> {
  const server = await startBenchServer(DEMO_LOTES);
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const pool = createPool(server.jobsUrl, 1, () => undefined);
  const within: Within = (work) => inTx(pool, { schema: SCHEMA, role: 'porton_jobs', work: 'long' }, work);
  try {
    await prepare(client, within);
    const night = await compare(within, { name: 'una noche', text: followedByHand(HOY), most: NIGHT_MS });
    await within((tx) => followAll(tx, STAMP));
    await client.query('ANALYZE');
    const vuelta = { name: `una vuelta sobre ${CONVENIOS}`, text: foundByHand(HOY), most: LAP_MS, times: LAP_TIMES };
    return [await compare(within, vuelta), night];
  } finally {
    await pool.end();
    await client.end();
    await server.stop();
  }
}
