import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startEmbedded } from '#platform/server/embedded-postgres.ts';
import { sentenceOf } from '#platform/server/obstacles.ts';
import { withFolderMutex } from '#platform/server/process-identity.ts';

const PROGRAM = join(import.meta.dirname, 'embedded-process.ts');
const root = mkdtempSync(join(tmpdir(), 'porton-infra-'));
// Root's temporary folders are closed to the database's user, as PORTON_DATA must not be.
chmodSync(root, 0o755);
const warm = join(root, 'warm');
/** For what damages it. */
const worn = join(root, 'worn');

type Told = Readonly<{
  superUrl: string;
  ownerUrl: string;
  appUrl: string;
  port: number;
  attached: boolean;
  error?: string;
}>;
type Running = Readonly<{
  process: ChildProcess;
  told: Told;
  /** Every line that it wrote, as it comes. */
  lines: readonly string[];
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}>;

const alive = new Set<ChildProcess>();

async function start(folder: string, mode: 'own' | 'attach' = 'own', pauses = ''): Promise<Running> {
  const child = spawn(process.execPath, [PROGRAM, folder, mode, pauses], { stdio: ['pipe', 'pipe', 'ignore'] });
  alive.add(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  void exited.then(() => alive.delete(child));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const line = await new Promise<string>((resolve) =>
    reader.on('line', (text) => {
      lines.push(text);
      resolve(text);
    }),
  );
  return {
    lines,
    process: child,
    told: JSON.parse(line),
    stop() {
      child.stdin.write('stop\n');
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

function postmaster(folder: string): number | undefined {
  const path = join(folder, 'postgres/postmaster.pid');
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : undefined;
}

/** The processes of the server of this folder. */
function atWorkIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === join(folder, 'postgres');
    } catch {
      return false;
    }
  });
}

async function killServer(folder: string): Promise<void> {
  const pid = postmaster(folder);
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
  await sleep(50);
}

afterEach(async () => {
  for (const child of alive) child.kill('SIGKILL');
  for (const name of readdirSync(root)) await killServer(join(root, name));
});
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

describe('the embedded database', { timeout: 60_000 }, () => {
  test('first start: roles, Spanish order, syncing, nobody from elsewhere; a restart keeps the data', async () => {
    const first = await start(warm);
    expect(first.told.attached).toBe(false);
    const settings = await query<{ name: string; setting: string }>(
      first.told.superUrl,
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'listen_addresses', 'unix_socket_directories', 'TimeZone', 'data_checksums', 'password_encryption')",
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: `"${join(warm, 'postgres')}"`,
      TimeZone: 'UTC',
      data_checksums: 'on',
      password_encryption: 'scram-sha-256',
    });
    const order = await query<{ word: string }>(
      first.told.ownerUrl,
      "SELECT word FROM unnest(ARRAY['zeta', 'ñandú', 'nube', 'Álamo', 'ámbar', 'oso', 'alma']) AS word ORDER BY word",
    );
    expect(order.map(({ word }) => word)).toEqual(['Álamo', 'alma', 'ámbar', 'nube', 'ñandú', 'oso', 'zeta']);

    await query(
      first.told.ownerUrl,
      'CREATE SCHEMA ext; CREATE EXTENSION pg_trgm SCHEMA ext; CREATE EXTENSION unaccent SCHEMA ext',
    );
    await query(first.told.ownerUrl, 'CREATE TABLE public.kept AS SELECT 42 AS answer');
    await expect(query(first.told.appUrl, 'SELECT * FROM kept')).rejects.toThrow('relation "kept" does not exist');
    await expect(query(first.told.appUrl, 'CREATE TABLE public.x (a int)')).rejects.toThrow('permission denied');
    const wrong = first.told.ownerUrl.replace(/:[^:@]+@/, ':otra@');
    await expect(query(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(warm, 'postgres.json')).mode & 0o777).toBe(0o600);

    expect(await first.stop()).toBe(0);
    expect(postmaster(warm)).toBeUndefined();
    expect(existsSync(join(warm, 'porton.lock'))).toBe(false);

    const second = await start(warm);
    expect(second.told.port).toBe(first.told.port);
    expect(await query(second.told.ownerUrl, 'SELECT answer FROM public.kept')).toEqual([{ answer: 42 }]);
    expect(await second.stop()).toBe(0);
  });

  test('after kill -9 of the product the server lives on and the next start attaches to it', async () => {
    const killed = await start(warm);
    const pid = postmaster(warm);
    await killed.kill();
    const next = await start(warm);
    expect(next.told).toMatchObject({ attached: true, port: killed.told.port });
    expect(postmaster(warm)).toBe(pid);
    expect(await query(next.told.ownerUrl, 'SELECT answer FROM public.kept')).toEqual([{ answer: 42 }]);
    expect(await next.stop()).toBe(0);
    expect(postmaster(warm)).toBeUndefined();
  });

  test('a second product on the same folder is refused by name; a tool attaches and leaves it running', async () => {
    const product = await start(warm);
    const second = await start(warm);
    expect(second.told.error).toBe(
      `Portón ya está en marcha con la carpeta de datos ${warm} (proceso ${product.process.pid}, en http://localhost:3000). Deténgalo antes de iniciar otro, o indique otra carpeta en PORTON_DATA.`,
    );
    const tool = await start(warm, 'attach');
    expect(tool.told.attached).toBe(true);
    expect(await tool.stop()).toBe(0);
    expect(await query(product.told.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await product.stop()).toBe(0);
  });

  test('of products started at once exactly one wins', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => start(warm)));
    const winners = all.filter(({ told }) => !told.error);
    expect(winners).toHaveLength(1);
    for (const winner of winners) expect(await winner.stop()).toBe(0);
  });

  test('a tool alone starts the server and stops it, but not under another that still uses it', async () => {
    const first = await start(warm, 'attach');
    expect(first.told.attached).toBe(false);
    const client = new pg.Client({ connectionString: first.told.ownerUrl });
    await client.connect();
    expect(await first.stop()).toBe(0);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    const last = await start(warm, 'attach');
    expect(last.told.attached).toBe(true);
    expect(await last.stop()).toBe(0);
    expect(postmaster(warm)).toBeUndefined();
  });

  test('after kill -9 of product and server the next start recovers what was committed', async () => {
    const killed = await start(warm);
    await query(killed.told.ownerUrl, 'INSERT INTO public.kept SELECT generate_series(1, 1000)');
    const client = new pg.Client({ connectionString: killed.told.ownerUrl });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN; INSERT INTO public.kept VALUES (-1)');
    await killed.kill();
    await killServer(warm);
    const next = await start(warm);
    expect(next.told.attached).toBe(false);
    expect(await query(next.told.ownerUrl, 'SELECT count(*)::int AS n, min(answer) AS least FROM public.kept')).toEqual(
      [{ n: 1001, least: 1 }],
    );
    await next.stop();
  });

  test('a process number that another program took over neither holds the lock nor bars the server', async () => {
    const killed = await start(warm);
    await killed.kill();
    await killServer(warm);
    const foreign = String(process.pid);
    const { port } = JSON.parse(readFileSync(join(warm, 'postgres.json'), 'utf8'));
    for (const name of ['postmaster.pid', `.s.PGSQL.${port}.lock`]) {
      const pidFile = join(warm, 'postgres', name);
      writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, foreign));
    }
    const lock = join(warm, 'porton.lock');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/"pid":\d+/, `"pid":${foreign}`));
    const next = await start(warm);
    expect(next.told.error).toBeUndefined();
    expect(next.told.attached).toBe(false);
    await next.stop();
  });

  test('a taken port is changed and remembered', async () => {
    const { createServer } = await import('node:net');
    const { port } = JSON.parse(readFileSync(join(warm, 'postgres.json'), 'utf8'));
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
    const moved = await start(warm);
    squatter.close();
    expect(moved.told.port).not.toBe(port);
    await moved.stop();
    expect(JSON.parse(readFileSync(join(warm, 'postgres.json'), 'utf8')).port).toBe(moved.told.port);
  });

  test('the product goes by the socket, which an earlier cluster is opened for, and by the port where its path is too long', async () => {
    const bySocket = async (url: string) => (await query(url, 'SELECT inet_server_addr() IS NULL AS here'))[0];
    const rules = join(warm, 'postgres/pg_hba.conf');
    writeFileSync(rules, readFileSync(rules, 'utf8').replace(/^(local\s.*)scram-sha-256$/gm, '$1reject'));
    // What the product writes for the server's user, he reads whatever the umask.
    const umask = process.umask(0o077);
    const next = await start(warm).finally(() => process.umask(umask));
    expect(await bySocket(next.told.ownerUrl)).toEqual({ here: true });
    const wrong = next.told.ownerUrl.replace(/:[^:@]+@/, ':otra@');
    await expect(query(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await next.stop();
    const comma = await start(join(root, 'con "coma", y espacio'));
    expect(await bySocket(comma.told.appUrl)).toEqual({ here: true });
    await comma.stop();
    const long = await start(join(root, 'l'.repeat(90)));
    expect(await bySocket(long.told.appUrl)).toEqual({ here: false });
    await long.stop();
  });

  test('a first start killed at any moment is completed by the next', async () => {
    for (const afterMs of [150, 600, 1200]) {
      const folder = join(root, `cut-${afterMs}`);
      const cut = spawn(process.execPath, [PROGRAM, folder, 'own'], { stdio: 'ignore' });
      await sleep(afterMs);
      cut.kill('SIGKILL');
      const next = await start(folder);
      expect(next.told.error).toBeUndefined();
      expect(await query(next.told.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(readdirSync(folder).filter((name) => name.includes('.nuevo'))).toEqual([]);
      await next.stop();
    }
  }, 90_000);

  test('a server that is killed is started again on the same address, an attached one too', async () => {
    const answers = (url: string) =>
      expect
        .poll(() => query(url, 'SELECT 1 AS one').catch(() => 'no answer'), { timeout: 10_000 })
        .toEqual([{ one: 1 }]);
    const first = await start(warm);
    await first.kill();
    const attached = await start(warm);
    expect(attached.told.attached).toBe(true);
    for (let times = 0; times < 2; times += 1) {
      const pid = postmaster(warm);
      // In the middle of a query its process does not see that it is alone.
      const busy = query(attached.told.ownerUrl, 'SELECT sum(n) FROM generate_series(1, 100000000000) AS n');
      await expect
        .poll(() => query(attached.told.superUrl, "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT sum%'"))
        .toHaveLength(1);
      await killServer(warm);
      await expect(busy).rejects.toThrow();
      await answers(attached.told.ownerUrl);
      expect(postmaster(warm)).not.toBe(pid);
    }
    expect(await attached.stop()).toBe(0);
    expect(postmaster(warm)).toBeUndefined();
  });

  test('a server that is told to stop, and would wait for its clients, is started again too, and at a start as well', async () => {
    const first = await start(warm);
    const client = new pg.Client({ connectionString: first.told.appUrl });
    client.on('error', () => undefined);
    await client.connect();
    const pid = postmaster(warm);
    process.kill(pid ?? 0, 'SIGTERM');
    await expect
      .poll(() => query(first.told.ownerUrl, 'SELECT 1 AS one').catch(() => 'no answer'), { timeout: 10_000 })
      .toEqual([{ one: 1 }]);
    expect(postmaster(warm)).not.toBe(pid);
    await first.kill();
    const stays = new pg.Client({ connectionString: first.told.appUrl });
    stays.on('error', () => undefined);
    await stays.connect();
    process.kill(postmaster(warm) ?? 0, 'SIGTERM');
    await expect.poll(() => readFileSync(join(warm, 'postgres', 'postmaster.pid'), 'utf8')).toContain('stopping');
    const next = await start(warm);
    expect(next.told).toMatchObject({ attached: false });
    expect(await next.stop()).toBe(0);
  });

  test('a stop while the server is being started again leaves none behind', async () => {
    for (const afterMs of [0, 300]) {
      const product = await start(warm);
      await killServer(warm);
      await sleep(afterMs);
      expect(await product.stop()).toBe(0);
      expect(atWorkIn(warm)).toEqual([]);
      expect(existsSync(join(warm, 'porton.lock'))).toBe(false);
    }
  });

  test('a server that cannot be started again is given up with what it said', async () => {
    const product = await start(worn, 'own', '0,10,10');
    writeFileSync(join(worn, 'postgres/postgresql.conf'), 'shared_buffers = mucho\n');
    await killServer(worn);
    await expect.poll(() => product.lines.length, { timeout: 10_000 }).toBe(2);
    const { lost } = JSON.parse(product.lines[1] ?? '');
    expect(lost).toMatch(/^La base de datos se detuvo y no se pudo volver a iniciar tras 3 intentos\./);
    expect(lost).toContain('invalid value for parameter "shared_buffers": "mucho"');
    expect(await product.stop()).toBe(0);
  });

  test('the server’s own log is its owner’s alone, and bounded', async () => {
    const product = await start(warm);
    const settings = await query<{ name: string; setting: string }>(
      product.told.superUrl,
      "SELECT name, setting FROM pg_settings WHERE name IN ('log_file_mode', 'log_rotation_size', 'logging_collector')",
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      log_file_mode: '0600',
      log_rotation_size: '20480',
      logging_collector: 'on',
    });
    const logs = join(warm, 'postgres/log');
    for (const name of readdirSync(logs)) expect(statSync(join(logs, name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(warm, 'postgres-arranque.log')).mode & 0o777).toBe(0o600);
    expect(readdirSync(logs).length).toBeLessThanOrEqual(8);
    await product.stop();
  });

  test('a damaged server tells what PostgreSQL said', async () => {
    const { told } = await start(worn);
    expect(told.error).toContain('La base de datos no arrancó. Dijo PostgreSQL:');
    expect(told.error).toContain('invalid value for parameter "shared_buffers": "mucho"');
    // The refused start holds nothing: the same folder can be tried again.
    expect(existsSync(join(worn, 'porton.lock'))).toBe(false);
    writeFileSync(join(worn, 'postgres/postgresql.conf'), '');
  });

  test('a damaged data folder is told in a sentence that says what to do, and is left as it was', async () => {
    const folder = worn;
    const cluster = join(folder, 'postgres');
    const refusal = async (dataDir = folder): Promise<string> => {
      const error: unknown = await startEmbedded({ dataDir, log: () => undefined }).then(
        () => new Error('it started'),
        (thrown: unknown) => thrown,
      );
      const sentence = sentenceOf(error);
      if (sentence === undefined) throw error;
      expect(existsSync(join(dataDir, 'porton.lock'))).toBe(false);
      return sentence;
    };
    /** Damages a file, hears the refusal, and puts the file back. */
    const damaged = async (name: string, content: string | undefined): Promise<string> => {
      const path = join(folder, name);
      renameSync(path, `${path}.bien`);
      if (content !== undefined) {
        writeFileSync(path, content);
        const { uid, gid } = statSync(`${path}.bien`);
        chownSync(path, uid, gid);
      }
      const said = await refusal();
      if (content !== undefined) expect(readFileSync(path, 'utf8')).toBe(content);
      rmSync(path, { force: true });
      renameSync(`${path}.bien`, path);
      return said;
    };
    const restore = /npm run restore -- ARCHIVO/;
    const good: object = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'));
    for (const content of [
      '',
      'basura',
      'null',
      '{}',
      JSON.stringify({ ...good, port: 0 }),
      JSON.stringify({ ...good, app: 5 }),
    ]) {
      const said = await damaged('postgres.json', content);
      expect(said).toContain(`El archivo ${join(folder, 'postgres.json')} está dañado.`);
      expect(said).toMatch(restore);
    }
    expect(await damaged('postgres.json', undefined)).toMatch(/^Falta .*postgres\.json/);
    for (const role of ['superuser', 'app']) {
      expect(await damaged('postgres.json', JSON.stringify({ ...good, [role]: 'otra' }))).toMatch(
        /^Las contraseñas de .*postgres\.json no son las de esta base de datos\..*npm run restore/,
      );
    }
    expect(await damaged('postgres/PG_VERSION', undefined)).toMatch(
      /está dañada: le falta el archivo PG_VERSION.*npm run restore/,
    );
    expect(await damaged('postgres/PG_VERSION', 'basura\n')).toMatch(
      /está dañada: no se entiende el archivo PG_VERSION/,
    );
    expect(await damaged('postgres/PG_VERSION', '15\n')).toContain('es de PostgreSQL 15 y este Portón trae el 18');
    expect(await damaged('postgres/pg_hba.conf', undefined)).toMatch(
      /^No se puede usar .*pg_hba\.conf: no existe\..*npm run restore/,
    );
    expect(await damaged('postgres/global/pg_control', 'corto')).toMatch(
      /^La base de datos no arrancó\. Sus archivos están dañados\..*npm run restore/,
    );

    rmSync(join(folder, 'postgres'), { recursive: true });
    mkdirSync(cluster);
    expect(await refusal()).toMatch(/está vacía, y ahí debe estar la base de datos/);
    const file = join(root, 'un-archivo');
    writeFileSync(file, '');
    expect(await refusal(file)).toMatch(/^No se puede crear la carpeta de datos .*ya existe, y no es una carpeta/);
    expect(await refusal(join(file, 'dentro'))).toMatch(
      /^No se puede crear la carpeta de datos .*es un archivo, no una carpeta/,
    );
  }, 60_000);

  test('what a killed product left of its lock and of the server’s number does not bar the start', async () => {
    for (const content of ['', 'basura\n']) {
      writeFileSync(join(warm, 'porton.lock'), content);
      writeFileSync(join(warm, 'postgres/postmaster.pid'), content);
      const next = await start(warm);
      expect(next.told.error).toBeUndefined();
      await next.stop();
    }
  });

  test.runIf(process.getuid?.() === 0)('files that belong to somebody else are told, with the way back', async () => {
    const { uid, gid } = statSync(join(warm, 'postgres'));
    const control = join(warm, 'postgres/global/pg_control');
    chownSync(control, 0, 0);
    const { told } = await start(warm);
    chownSync(control, uid, gid);
    expect(told.error).toMatch(/^La base de datos no arrancó\. Sus archivos son de otro usuario.*chown -R/);
  });

  test('a folder that another process holds, or whose disk is gone, keeps no product from stopping its server', async () => {
    const product = await start(warm);
    const server = postmaster(warm);
    expect(product.told.error).toBeUndefined();
    const { promise: holding, resolve: letGo } = Promise.withResolvers<void>();
    const held = withFolderMutex(warm, { waitMs: 5_000 }, () => holding);
    process.kill(server ?? 0, 'SIGKILL');
    // It is asked to stop in the midst of waiting for the folder.
    expect(await product.stop()).toBe(0);
    letGo();
    await held;
    expect(atWorkIn(warm)).toEqual([]);

    const another = await start(warm);
    const away = `${warm}-otra`;
    renameSync(warm, away);
    expect(await another.stop()).toBe(0);
    renameSync(away, warm);
    expect(atWorkIn(warm)).toEqual([]);
    expect(statSync(join(warm, 'porton.mutex')).mode & 0o777).toBe(0o600);
  });

  test.runIf(process.getuid?.() === 0)('root is told which folder bars the database’s user', async () => {
    const closed = join(root, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const { told } = await start(join(closed, 'data'));
    expect(told.error).toMatch(/^La base de datos corre como el usuario «(postgres|nobody)», que no puede entrar/);
    expect(told.error).toContain(`(lo impide ${closed})`);
  });
});
