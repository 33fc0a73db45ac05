/** The database of this process: embedded or external, migrated, with its pools. */
import { availableParallelism } from 'node:os';
import type pg from 'pg';
import { Communities, migrateAll } from './communities.ts';
import type { Config } from './config.ts';
import { createPool } from './db.ts';
import { defaultDataDir, startEmbedded } from './embedded-postgres.ts';
import { JOBS_SCHEMA_SQL } from './jobs.ts';
import { asOwner, migrateInstallation } from './migrate.ts';
import { Turnstile } from './turnstile.ts';

export interface DatabaseUrls {
  owner: string;
  app: string;
  jobs: string;
}

export interface Database {
  urls: DatabaseUrls;
  /** Folder for the product's own files (embedded database, stored files, keys). */
  dataDir: string;
  /** Stops the embedded server, when this process runs it. */
  stop(): Promise<void>;
}

/** Starts the embedded server or takes the configured one. `mode` as in startEmbedded. */
export async function openDatabase(
  config: Config,
  log: (line: string) => void,
  { mode = 'own', address }: { mode?: 'own' | 'attach'; address?: string } = {},
): Promise<Database> {
  const dataDir = config.dataDir ?? defaultDataDir();
  if (config.database.kind === 'external') {
    const { ownerUrl, appUrl = ownerUrl, jobsUrl = ownerUrl } = config.database;
    return { urls: { owner: ownerUrl, app: appUrl, jobs: jobsUrl }, dataDir, stop: async () => undefined };
  }
  const embedded = await startEmbedded({ dataDir, log, mode, ...(address && { address }) });
  return {
    urls: { owner: embedded.ownerUrl, app: embedded.appUrl, jobs: embedded.jobsUrl },
    dataDir,
    stop: () => embedded.stop(),
  };
}

/** Brings installation and communities up to the program's version; returns the number of communities. */
export async function migrateDatabase(ownerUrl: string): Promise<number> {
  return asOwner(ownerUrl, async (client) => {
    await migrateInstallation(client);
    await client.query(JOBS_SCHEMA_SQL);
    await migrateAll(client);
    const { rows } = await client.query<{ count: number }>('SELECT count(*) AS count FROM porton.comunidad');
    return rows[0]?.count ?? 0;
  });
}

export interface Pools {
  pool: pg.Pool;
  sidePool: pg.Pool;
  jobsPool: pg.Pool;
  communities: Communities;
  /** What the transactions of requests pass. */
  turnstile: Turnstile;
  end(): Promise<void>;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Many times what a payment takes. */
const PATIENCE_MS = 100;

/** A database on this machine shares its processors with us; one elsewhere has its own, and the way to it takes time. */
function placesAt(url: string, connections: number): number {
  return LOOPBACK.has(new URL(url).hostname) ? Math.min(Math.max(availableParallelism(), 2), connections) : connections;
}

export function openPools(urls: DatabaseUrls, connections: number, onError: (error: Error) => void): Pools {
  const pool = createPool(urls.app, connections, onError);
  const sidePool = createPool(urls.app, 4, onError);
  const jobsPool = createPool(urls.jobs, 3, onError);
  return {
    pool,
    sidePool,
    jobsPool,
    communities: new Communities(pool),
    turnstile: new Turnstile(placesAt(urls.app, connections), PATIENCE_MS),
    async end() {
      await Promise.all([pool.end(), sidePool.end(), jobsPool.end()]);
    },
  };
}
