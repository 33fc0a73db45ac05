/**
 * The ledger that the benches measure: 10,000 lots, 120 months, 1.2 million charges and 3 million payments, on the product's
 * own embedded PostgreSQL with fsync; others for what is to be seen growing. Each is built once a day and kept in the temporary
 * folder; a scenario works on a copy.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { fillCommunity } from '../src/contents.ts';
import { fechaInZone } from '../src/core/fecha.ts';
import { loadLedgerDemo } from '../src/libro/demo.ts';
import { generateInterest } from '../src/libro/server/interest.ts';
import { createCommunity } from '../src/platform/server/communities.ts';
import { kyselyOn } from '../src/platform/server/db.ts';
import { type EmbeddedPostgres, startEmbedded } from '../src/platform/server/embedded-postgres.ts';
import { JOBS_SCHEMA_SQL } from '../src/platform/server/jobs.ts';
import { asOwner, migrateInstallation } from '../src/platform/server/migrate.ts';
import { fillRegister, LOTES } from './register.ts';

export interface Size {
  lotes: number;
  meses: number;
}

const WHOLE: Size = { lotes: LOTES, meses: 120 };
/** Most months are paid in time, in so many payments each. */
const PAGOS_POR_MES = 3.4;
const DAY_MS = 86_400_000;
export const HOY = fechaInZone(new Date(), 'America/Mexico_City');
export const SCHEMA = 'c_encinos';

const root = new URL('../', import.meta.url);

/** Changes with the day, the size and whatever the rows depend on. */
function fingerprint({ lotes, meses }: Size): string {
  const hash = createHash('sha256').update(`${HOY} ${lotes} ${meses}`);
  const migrations = readdirSync(new URL('migrations/comunidad/', root)).sort();
  for (const name of migrations) hash.update(readFileSync(new URL(`migrations/comunidad/${name}`, root)));
  for (const name of ['src/libro/demo.ts', 'bench/register.ts', 'bench/ledger.ts']) {
    hash.update(readFileSync(new URL(name, root)));
  }
  return hash.digest('hex').slice(0, 12);
}

export interface Loaded {
  /** Of the ledger alone, its register being there. */
  seconds: number;
  cargos: number;
  pagos: number;
}

/** As the night before left it: the first run looks at all that ever was. */
async function settleInterest(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  await generateInterest(kyselyOn(client), { usuarioId: null, today: HOY, now: new Date() });
  await client.query('COMMIT');
}

async function build(dataDir: string, { lotes, meses }: Size): Promise<Loaded> {
  const postgres = await startEmbedded({ dataDir, log: () => undefined });
  try {
    return await asOwner(postgres.ownerUrl, async (client) => {
      await migrateInstallation(client);
      await client.query(JOBS_SCHEMA_SQL);
      await createCommunity(client, {
        codigo: 'ENCINOS',
        host: null,
        fill: (tx) => fillCommunity(tx, { kind: 'demo', lotes: 1, meses: 1 }, 'ENCINOS'),
      });
      await fillRegister(client, lotes);
      await client.query(
        'TRUNCATE mantenimiento, tiie, cuota_extraordinaria, cuota_inicial, codigo_autorizacion, correo_campana, generacion RESTART IDENTITY CASCADE',
      );
      await client.query("UPDATE lote SET fecha_entrega = date '2014-06-02' + id % 5 WHERE fecha_entrega IS NOT NULL");
      const began = performance.now();
      await client.query('BEGIN');
      await loadLedgerDemo(kyselyOn(client), { hoy: HOY, meses, pagosPorMes: PAGOS_POR_MES });
      await client.query('COMMIT');
      const seconds = (performance.now() - began) / 1000;
      await settleInterest(client);
      await client.query('VACUUM ANALYZE');
      const { rows } = await client.query<{ cargos: number; pagos: number }>(
        'SELECT (SELECT count(*) FROM cargo) AS cargos, (SELECT count(*) FROM pago) AS pagos',
      );
      return { seconds, cargos: rows[0]?.cargos ?? 0, pagos: rows[0]?.pagos ?? 0 };
    });
  } finally {
    await postgres.stop();
  }
}

/** The folder of today's ledger, built when it is not there; what earlier days left is removed. */
export async function keptLedger(size = WHOLE): Promise<Loaded & { folder: string }> {
  const prefix = 'porton-banco-libro-';
  const name = `${prefix}${fingerprint(size)}`;
  const folder = join(tmpdir(), name);
  const done = join(folder, 'hecho.json');
  if (!existsSync(done)) {
    for (const old of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
      const left = join(tmpdir(), old);
      // Another checkout on this machine may have its own of today.
      if (Date.now() - statSync(left).mtimeMs > DAY_MS) rmSync(left, { recursive: true, force: true });
    }
    // A run that was broken off left a part.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    // As root the server runs as another user, who has to get in.
    chmodSync(folder, 0o755);
    writeFileSync(done, JSON.stringify(await build(join(folder, 'datos'), size)));
  }
  return { ...(JSON.parse(readFileSync(done, 'utf8')) as Loaded), folder };
}

/** Runs `work` on a copy of the ledger's folder of data. */
export async function withCopy<T>(work: (dataDir: string) => Promise<T>, size = WHOLE): Promise<T> {
  return copyOf((await keptLedger(size)).folder, work);
}

/** Runs `work` on a copy of the data that a folder keeps. */
export async function copyOf<T>(folder: string, work: (dataDir: string) => Promise<T>): Promise<T> {
  const copy = join(folder, 'copia');
  rmSync(copy, { recursive: true, force: true });
  execFileSync('cp', ['-a', '--reflink=auto', join(folder, 'datos'), copy]);
  // Gigabytes that are still on their way to the disk would be waited for by every commit that is measured.
  execFileSync('sync');
  try {
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Runs `work` on a copy of the ledger's database, without the product. */
export function withLedger<T>(work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
  return withCopy(async (dataDir) => {
    const postgres = await startEmbedded({ dataDir, log: () => undefined });
    try {
      return await work(postgres);
    } finally {
      await postgres.stop();
    }
  });
}
