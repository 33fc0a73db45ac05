/** The product's own process on a copy of the ledger, as `npm start` starts it, and what it uses of the machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fecha } from '../src/core/fecha.ts';
import { DEMO_PASSWORD } from '../src/features/usuarios/demo.ts';
import { startEmbedded } from '../src/platform/server/embedded-postgres.ts';
import { HOY, type Size, withCopy } from './ledger.ts';

/** As `npm start` starts it. */
const SERVER_FLAGS: string[] = JSON.parse(
  readFileSync(new URL('../scripts/server-flags.json', import.meta.url), 'utf8'),
);
const CLOCK = new URL('./clock.ts', import.meta.url).href;
const DAY_MS = 86_400_000;

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

export interface Product {
  base: string;
  /** Owner's connection string, for what is looked up and for baselines by hand; another one on another day. */
  readonly ownerUrl: string;
  /** Resident memory of the server's process, in MB. */
  memory(): number;
  /** What the server and its database have used of the processors so far, in ms. */
  processor(): number;
  login(username: string): Promise<Record<string, string>>;
  /** Kills the server's process and nothing else, as no end that it could see; `start` starts it again. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and its database in peace and starts them on another day, at the hour that it is; connections end. */
  moveTo(dia: Fecha): Promise<void>;
}

const READY_MS = 120_000;

/** One that nobody listens on: another checkout may be measuring on this machine. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The product's own process on a folder of data, as `npm start` starts it. */
class ServerProcess {
  readonly #env: NodeJS.ProcessEnv;
  #server: ChildProcess | undefined;

  readonly origin: string;

  constructor(dataDir: string, port: number) {
    this.origin = `http://127.0.0.1:${port}`;
    // Nothing in the ledger is sealed under a key: any will do.
    const llave = randomBytes(32).toString('base64');
    this.#env = {
      ...process.env,
      ...{ PORTON_DATA: dataDir, PORT: String(port), DATABASE_URL: '', PORTON_LLAVE: llave },
    };
  }

  /** Its clock is so many days on from now on; takes effect with its next start. */
  set daysOn(days: number) {
    this.#env.PORTON_BANCO_DIAS = String(days);
  }

  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  async start(): Promise<void> {
    const server = spawn(process.execPath, [...SERVER_FLAGS, '--import', CLOCK, 'src/server.ts'], {
      ...{
        cwd: fileURLToPath(new URL('../', import.meta.url)),
        env: this.#env,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    });
    this.#server = server;
    const began = performance.now();
    while (
      !(await fetch(`${this.origin}/readyz`).then(
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
export function withProduct<T>(work: (product: Product) => Promise<T>, size?: Size): Promise<T> {
  return withCopy((dataDir) => productOn(dataDir, work), size);
}

/** The same on a folder of data. */
export async function productOn<T>(dataDir: string, work: (product: Product) => Promise<T>): Promise<T> {
  const server = new ServerProcess(dataDir, await freePort());
  const attach = () => startEmbedded({ dataDir, log: () => undefined, mode: 'attach' });
  try {
    await server.start();
    let database = await attach();
    const result = await work({
      base: `${server.origin}/api/v1`,
      get ownerUrl() {
        return database.ownerUrl;
      },
      memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1000,
      processor: () => processorOf(server.pid) + processorOf(postmasterOf(dataDir), true),
      async login(username) {
        const reply = await fetch(`${server.origin}/api/v1/security/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username, password: DEMO_PASSWORD }),
        });
        const { access_token } = (await reply.json()) as { access_token: string };
        return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
      },
      kill: () => server.end('SIGKILL'),
      start: () => server.start(),
      async moveTo(dia) {
        await database.stop();
        await server.end('SIGTERM');
        server.daysOn = (Date.parse(dia) - Date.parse(HOY)) / DAY_MS;
        await server.start();
        database = await attach();
      },
    });
    await database.stop();
    return result;
  } finally {
    await server.end('SIGTERM');
  }
}
