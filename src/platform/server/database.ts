/** The database of this process: embedded or external, migrated, with its pools. */
import { availableParallelism } from 'node:os';
import type pg from 'pg';
import { Communities, migrateAll } from './communities.ts';
import type { Config } from './config.ts';
import { createPool, type DbPool, SESSION_LIMITS } from './db.ts';
import { defaultDataDir, type EmbeddedOptions, startEmbedded } from './embedded-postgres.ts';
import { JOBS_SCHEMA_SQL } from './jobs.ts';
import { Lanes } from './lanes.ts';
import { asOwner, migrateInstallation } from './migrate.ts';
import { connectionFault, Obstacle } from './obstacles.ts';
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

/** A database somewhere else, named by a setting, that cannot be used. */
class Unusable extends Obstacle {
  constructor(setting: string, url: string, fault: string) {
    const { hostname, port, pathname } = new URL(url);
    const place = `${hostname || 'este equipo'}:${port || '5432'}${decodeURIComponent(pathname)}`;
    super(`La base de datos de ${setting} (${place}) ${fault}`);
  }
}

/** A server that takes the password and then says nothing is not there. */
const CHECK_LIMIT_MS = 10_000;

/** Connects for the time of `work`. Throws an Unusable for what the setting's address is to blame for. */
async function requireReachable(
  setting: string,
  url: string,
  work: (client: pg.Client) => Promise<string | undefined>,
): Promise<void> {
  // With what the pools ask for when they connect: a proxy that refuses it must be told here.
  const fault = await asOwner(url, work, { queryLimitMs: CHECK_LIMIT_MS, connection: SESSION_LIMITS }).catch(
    connectionFault,
  );
  if (fault) throw new Unusable(setting, url, fault);
}

const VERSION_MIN = 150_000;
const EXTENSIONS = ['unaccent', 'pg_trgm'];

/** What the owner's database has to have, asked before anything is changed in it. */
function requireUsable(setting: string, url: string, mode: 'own' | 'attach'): Promise<void> {
  return requireReachable(setting, url, async (client) => {
    // By itself: an old one does not know all that is asked below.
    const { rows: versions } = await client.query<{ number: number; name: string }>(
      "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name",
    );
    const [version] = versions;
    if (version && version.number < VERSION_MIN) {
      return `es de PostgreSQL ${version.name} y hace falta el 15 o posterior. Actualícela.`;
    }
    // A tool may only read, as a backup from a replica does.
    if (mode === 'attach') return undefined;
    const { rows } = await client.query<{
      replica: boolean;
      encoding: string;
      creates: boolean;
      roles: boolean;
      icu: boolean;
      extensions: string[];
    }>(
      `SELECT pg_is_in_recovery() AS replica, pg_encoding_to_char(encoding) AS encoding,
        has_database_privilege(datname, 'CREATE') AS creates,
        (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user)
          OR (SELECT count(*) = 3 FROM pg_roles WHERE rolname IN ('porton_app', 'porton_jobs', 'porton_residente')) AS roles,
        EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') AS icu,
        ARRAY(SELECT name::text FROM pg_available_extensions) AS extensions
       FROM pg_database WHERE datname = current_database()`,
    );
    const [found] = rows;
    if (!found) return 'no dice cuál es.';
    const { replica, encoding, creates, roles, icu, extensions } = found;
    const missing = EXTENSIONS.filter((name) => !extensions.includes(name));
    if (replica) return 'es una réplica de sólo lectura. Indique la base de datos principal.';
    if (encoding !== 'UTF8') return `está en ${encoding}. Créela de nuevo con ENCODING 'UTF8' TEMPLATE template0.`;
    if (!icu) return 'es de un PostgreSQL sin ICU, con que se ordena en español. Use uno que lo tenga.';
    if (missing.length > 0)
      return `no dispone de ${missing.join(' ni ')}. Instale esas extensiones (postgresql-contrib).`;
    if (!creates) return 'no deja a ese usuario crear esquemas. Hágalo su dueño: ALTER DATABASE … OWNER TO ….';
    if (!roles)
      return 'no tiene los roles porton_app, porton_jobs y porton_residente, y ese usuario no puede crearlos. Créelos, o dele CREATEROLE.';
    return undefined;
  });
}

/** After the migrations: the addresses of the application and of the jobs lead to the same database, with the rights they need. */
export async function requireSameDatabase({ database }: Config): Promise<void> {
  if (database.kind === 'embedded') return;
  const { ownerUrl, appUrl = ownerUrl, jobsUrl = ownerUrl } = database;
  for (const [setting, url, role] of [
    ['DATABASE_APP_URL', appUrl, 'porton_app'],
    ['DATABASE_JOBS_URL', jobsUrl, 'porton_jobs'],
  ] as const) {
    if (url === ownerUrl) continue;
    await requireReachable(setting, url, async (client) => {
      const { rows } = await client.query<{ same: boolean; member: boolean; queues: boolean }>(
        `SELECT to_regclass('porton.comunidad') IS NOT NULL AS same, pg_has_role(current_user, $1, 'MEMBER') AS member,
          NOT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'pgboss' AND c.relkind IN ('r', 'p') AND NOT has_table_privilege(c.oid, 'SELECT')) AS queues`,
        [role],
      );
      const [found] = rows;
      if (!found?.same) return 'no es la de DATABASE_URL. Nombre la misma base de datos, con otro usuario.';
      if (!found.member) return `no da a ese usuario el papel ${role}. Déselo: GRANT ${role} TO ….`;
      if (role === 'porton_jobs' && !found.queues) {
        return 'no deja a ese usuario las tablas de las tareas, que son de quien las creó. Haga que porton_jobs sea su dueño: ALTER TABLE pgboss.… OWNER TO porton_jobs.';
      }
      return undefined;
    });
  }
}

/** Starts the embedded server or takes the configured one. `mode` as in startEmbedded. */
export async function openDatabase(
  config: Config,
  log: (line: string) => void,
  { mode = 'own', address, onLost }: Pick<EmbeddedOptions, 'mode' | 'address' | 'onLost'> = {},
): Promise<Database> {
  const dataDir = config.dataDir ?? defaultDataDir();
  if (config.database.kind === 'external') {
    const { ownerUrl, appUrl = ownerUrl, jobsUrl = ownerUrl } = config.database;
    await requireUsable('DATABASE_URL', ownerUrl, mode);
    if (mode === 'own') {
      if (appUrl !== ownerUrl) await requireReachable('DATABASE_APP_URL', appUrl, async () => undefined);
      if (jobsUrl !== ownerUrl) await requireReachable('DATABASE_JOBS_URL', jobsUrl, async () => undefined);
    }
    return { urls: { owner: ownerUrl, app: appUrl, jobs: jobsUrl }, dataDir, stop: async () => undefined };
  }
  const embedded = await startEmbedded({
    dataDir,
    log,
    mode,
    ...(address && { address }),
    ...(onLost && { onLost }),
  });
  return {
    urls: { owner: embedded.ownerUrl, app: embedded.appUrl, jobs: embedded.jobsUrl },
    dataDir,
    stop: () => embedded.stop(),
  };
}

/** Brings installation and communities up to the program's version; returns the number of communities. */
export async function migrateDatabase(ownerUrl: string): Promise<number> {
  await asOwner(ownerUrl, async (client) => {
    await migrateInstallation(client);
    await client.query(JOBS_SCHEMA_SQL);
  });
  return migrateAll(ownerUrl);
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
  /** Of the same, all that write together: what waits long for locks leaves the others to those who read. */
  writers: Lanes;
  /** Of `accessPool`: signing in leaves connections to the sessions of those who have. */
  doors: Lanes;
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
/** And all that write together. */
const WRITERS_SHARE = 0.6;
/** Of the four that are set aside. */
const DOORS = 2;

export interface PoolsOptions {
  /** Of requests; a few more are set aside for other work. */
  connections: number;
  /** Hears of idle connections that the server closed. */
  onError(error: Error): void;
  /** Hears when the database no longer answers, and when it does again. */
  onPulse?(alive: boolean): void;
  /** How long the database may take to answer nothing at all before it counts as lost; the pulse's own unless told. */
  answerMs?: number;
  /** How many connections one endpoint may have at once; a share of all unless told. */
  laneWidth?: number;
}

export function openPools(
  urls: DatabaseUrls,
  {
    connections,
    onError,
    onPulse,
    answerMs,
    laneWidth = Math.max(LANE_MIN, Math.floor(connections * LANE_SHARE)),
  }: PoolsOptions,
): Pools {
  const pulse = new Pulse(urls.app, { tell: onPulse, answerMs });
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
    writers: new Lanes(Math.max(laneWidth, Math.floor(connections * WRITERS_SHARE))),
    doors: new Lanes(DOORS),
    turnstile: new Turnstile(placesAt(urls.app, connections), PATIENCE_MS),
    async end() {
      pulse.stop();
      await Promise.all([pool.end(), accessPool.end(), sidePool.end(), jobsPool.end()]);
    },
  };
}
