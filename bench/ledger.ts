/**
 * The ledger that the benches measure: 10,000 lots, 120 months, 1.2 million charges and 3 million payments, on the product's
 * own embedded PostgreSQL with fsync. It is built once a day and kept in the temporary folder; each scenario works on a copy.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillCommunity } from '../src/contents.ts';
import { fechaInZone } from '../src/core/fecha.ts';
import { DEMO_PASSWORD } from '../src/features/usuarios/demo.ts';
import { loadLedgerDemo } from '../src/libro/demo.ts';
import { createCommunity } from '../src/platform/server/communities.ts';
import { kyselyOn } from '../src/platform/server/db.ts';
import { type EmbeddedPostgres, startEmbedded } from '../src/platform/server/embedded-postgres.ts';
import { JOBS_SCHEMA_SQL } from '../src/platform/server/jobs.ts';
import { asOwner, migrateInstallation } from '../src/platform/server/migrate.ts';
import { fillRegister } from './register.ts';

const MESES = 120;
/** Most months are paid in time, in so many payments each. */
const PAGOS_POR_MES = 3.4;
const PORT = 3397;
const ORIGIN = `http://127.0.0.1:${PORT}`;
/** As `npm start` starts it. */
const SERVER_FLAGS: string[] = JSON.parse(
  readFileSync(new URL('../scripts/server-flags.json', import.meta.url), 'utf8'),
);
const DAY_MS = 86_400_000;
export const HOY = fechaInZone(new Date(), 'America/Mexico_City');
export const SCHEMA = 'c_encinos';

const root = new URL('../', import.meta.url);

/** Changes with the day and with whatever the rows depend on. */
function fingerprint(): string {
  const hash = createHash('sha256').update(HOY);
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

async function build(dataDir: string): Promise<Loaded> {
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
      await fillRegister(client);
      await client.query(
        'TRUNCATE mantenimiento, tiie, cuota_extraordinaria, cuota_inicial, codigo_autorizacion, correo_campana, generacion RESTART IDENTITY CASCADE',
      );
      await client.query("UPDATE lote SET fecha_entrega = date '2014-06-02' + id % 5 WHERE fecha_entrega IS NOT NULL");
      const began = performance.now();
      await client.query('BEGIN');
      await loadLedgerDemo(kyselyOn(client), { hoy: HOY, meses: MESES, pagosPorMes: PAGOS_POR_MES });
      await client.query('COMMIT');
      const seconds = (performance.now() - began) / 1000;
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
export async function keptLedger(): Promise<Loaded & { folder: string }> {
  const prefix = 'porton-banco-libro-';
  const name = `${prefix}${fingerprint()}`;
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
    writeFileSync(done, JSON.stringify(await build(join(folder, 'datos'))));
  }
  return { ...(JSON.parse(readFileSync(done, 'utf8')) as Loaded), folder };
}

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** What a process has used of the processors, in ms; `family`: with its children, also those that have ended. */
function processorOf(pid: number, family = false): number {
  // Behind the name, which may hold anything: state, parent, and from the 12th on what itself and its ended children used.
  const fieldsOf = (of: number | string) =>
    readFileSync(`/proc/${of}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const sum = (fields: readonly number[]) => fields.reduce((total, ticks) => total + ticks, 0) * TICK_MS;
  const own = sum(fieldsOf(pid).slice(11, family ? 15 : 13));
  if (!family) return own;
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .reduce((total, entry) => {
      try {
        const fields = fieldsOf(entry);
        return fields[1] === pid ? total + sum(fields.slice(11, 13)) : total;
      } catch {
        // It ended meanwhile.
        return total;
      }
    }, own);
}

async function withCopy<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const { folder } = await keptLedger();
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

export interface Product {
  base: string;
  /** Owner's connection string, for what is looked up and for baselines by hand. */
  ownerUrl: string;
  /** Resident memory of the server's process, in MB. */
  memory(): number;
  /** What the server and its database have used of the processors so far, in ms. */
  processor(): number;
  login(username: string): Promise<Record<string, string>>;
  /** Kills the server's process and nothing else, as no end that it could see; `start` starts it again. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

const READY_MS = 120_000;

/** The product's own process on a folder of data, as `npm start` starts it. */
class ServerProcess {
  readonly #env: NodeJS.ProcessEnv;
  #server: ChildProcess | undefined;

  constructor(dataDir: string) {
    // Nothing in the ledger is sealed under a key: any will do.
    const llave = randomBytes(32).toString('base64');
    this.#env = {
      ...process.env,
      ...{ PORTON_DATA: dataDir, PORT: String(PORT), DATABASE_URL: '', PORTON_LLAVE: llave },
    };
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  async start(): Promise<void> {
    const server = spawn(process.execPath, [...SERVER_FLAGS, 'src/server.ts'], {
      ...{ cwd: fileURLToPath(root), env: this.#env, stdio: ['ignore', 'ignore', 'inherit'] },
    });
    this.#server = server;
    const began = performance.now();
    while (
      !(await fetch(`${ORIGIN}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (performance.now() - began > READY_MS || server.exitCode !== null)
        throw new Error('the server does not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await exited;
  }
}

/** Runs `work` against the product, started as `npm start` does on a copy of the ledger's database. */
export function withProduct<T>(work: (product: Product) => Promise<T>): Promise<T> {
  return withCopy(async (dataDir) => {
    const server = new ServerProcess(dataDir);
    try {
      await server.start();
      const { ownerUrl, stop } = await startEmbedded({ dataDir, log: () => undefined, mode: 'attach' });
      const result = await work({
        base: `${ORIGIN}/api/v1`,
        ownerUrl,
        memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1000,
        processor: () => processorOf(server.pid) + processorOf(postmasterOf(dataDir), true),
        async login(username) {
          const reply = await fetch(`${ORIGIN}/api/v1/security/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ username, password: DEMO_PASSWORD }),
          });
          const { access_token } = (await reply.json()) as { access_token: string };
          return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
        },
        kill: () => server.end('SIGKILL'),
        start: () => server.start(),
      });
      await stop();
      return result;
    } finally {
      await server.end('SIGTERM');
    }
  });
}
