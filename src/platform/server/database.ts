/** The database of this process: embedded or external, migrated, with its pools. */
import { availableParallelism } from 'node:os';
import { Communities, migrateAll } from './communities.ts';
import type { Config } from './config.ts';
import { createPool, type DbPool } from './db.ts';
import { defaultDataDir, startEmbedded } from './embedded-postgres.ts';
import { JOBS_SCHEMA_SQL } from './jobs.ts';
import { Lanes } from './lanes.ts';
import { asOwner, migrateInstallation } from './migrate.ts';
import { Pulse } from './pulse.ts';
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
  pool: DbPool;
  /** For sessions, signing in and what the process asks for itself: set aside, whatever the others wait for. */
  accessPool: DbPool;
  sidePool: DbPool;
  jobsPool: DbPool;
  pulse: Pulse;
  communities: Communities;
  /** Of the connections of `pool`, by endpoint. */
  lanes: Lanes;
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

/** The part of the connections that one endpoint may have, so that the others have the rest. */
const LANE_SHARE = 0.25;
const LANE_MIN = 2;

export interface PoolsOptions {
  /** Of requests; a few more are set aside for other work. */
  connections: number;
  /** Hears of idle connections that the server closed. */
  onError(error: Error): void;
  /** Hears when the database no longer answers, and when it does again. */
  onPulse?(alive: boolean): void;
  /** How many connections one endpoint may have at once; a share of all unless told. */
  laneWidth?: number;
}

export function openPools(
  urls: DatabaseUrls,
  { connections, onError, onPulse, laneWidth = Math.max(LANE_MIN, Math.floor(connections * LANE_SHARE)) }: PoolsOptions,
): Pools {
  const pulse = new Pulse(urls.app, onPulse);
  const pool = createPool(urls.app, connections, onError, { pulse });
  const accessPool = createPool(urls.app, 4, onError, { pulse, work: 'access' });
  const sidePool = createPool(urls.app, 4, onError, { pulse });
  const jobsPool = createPool(urls.jobs, 3, onError, { pulse });
  return {
    pool,
    accessPool,
    sidePool,
    jobsPool,
    pulse,
    communities: new Communities(accessPool),
    lanes: new Lanes(laneWidth),
    turnstile: new Turnstile(placesAt(urls.app, connections), PATIENCE_MS),
    async end() {
      pulse.stop();
      await Promise.all([pool.end(), accessPool.end(), sidePool.end(), jobsPool.end()]);
    },
  };
}
