/** What keeps a tool or a start from working is told in one sentence with a status of its own, never by a stack. */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { loadConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database.ts';
import { masterKey } from '#platform/server/key.ts';
import { asOwner, LOCK_PATIENCE, migrateInstallation } from '#platform/server/migrate.ts';
import { requireUsableFolder, sentenceOf } from '#platform/server/obstacles.ts';
import { freePort } from '../../src/cli/own-product.ts';

const KEY = Buffer.alloc(32, 5).toString('base64');
const root = mkdtempSync(join(tmpdir(), 'porton-obstaculos-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Without the socket that the embedded server has besides, as an address elsewhere. */
const overTcp = (url: string): URL => {
  const plain = new URL(url);
  plain.search = '';
  return plain;
};
const changed = (url: string, change: (url: URL) => void): string => {
  const other = overTcp(url);
  change(other);
  return other.href;
};

/** What a tool says of that database. */
async function refusalOf(url: string, more: Record<string, string> = {}): Promise<string> {
  try {
    await openDatabase(loadConfig({ DATABASE_URL: url, PORTON_LLAVE: KEY, ...more }), () => undefined);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    return sentence;
  }
  return 'it can be used';
}

describe('a database that cannot be used', () => {
  const owner = () => inject('postgres').ownerUrl;
  const sockets = new Set<Socket>();
  const frozen = createServer((socket) => sockets.add(socket));
  let frozenPort = 0;
  let closedPort = 0;
  const speaking = (bytes: Buffer) =>
    createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('data', () => socket.end(bytes));
    });
  const said = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0');
  const length = Buffer.alloc(4);
  length.writeInt32BE(said.length + 4);
  const foreign = speaking(Buffer.from('\x4a\0\0\0\x0a8.0.36\0 a server of another kind', 'latin1'));
  const proxy = speaking(Buffer.concat([Buffer.from('E'), length, said]));
  let foreignPort = 0;
  let proxyPort = 0;
  beforeAll(async () => {
    [foreignPort, proxyPort] = [await freePort(), await freePort()];
    await new Promise<void>((resolve) => foreign.listen(foreignPort, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => proxy.listen(proxyPort, '127.0.0.1', resolve));
    closedPort = await freePort();
    frozenPort = await freePort();
    await new Promise<void>((resolve) => frozen.listen(frozenPort, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of [frozen, foreign, proxy]) server.close();
  });

  it.each<[string, (url: URL) => void, RegExp]>([
    ['a port where nobody listens', (url) => (url.port = String(closedPort)), /no acepta conexiones/],
    ['a host that does not exist', (url) => (url.hostname = 'no-existe.invalid'), /no se encuentra/],
    ['another password', (url) => (url.password = 'otra'), /no acepta ese usuario con esa contraseña/],
    ['no password', (url) => (url.password = ''), /pide una contraseña/],
    ['a user that does not exist', (url) => (url.username = 'nadie'), /no acepta ese usuario con esa contraseña/],
    ['a database that does not exist', (url) => (url.pathname = '/otra'), /no tiene esa base de datos/],
    ['TLS that it does not offer', (url) => (url.search = '?sslmode=require'), /no ofrece TLS/],
    ['a certificate that is not there', (url) => (url.search = '?sslrootcert=/no/existe.pem'), /sslrootcert/],
    ['a sign that is not written out', (url) => (url.password = '%zz'), /%25/],
    ['a port that is none', (url) => (url.search = '?port=70000'), /puerto/],
    ['a socket that is not there', (url) => (url.search = '?host=/no/existe'), /socket/],
    [
      'a setting that is ours',
      (url) => (url.search = '?statement_timeout=1'),
      /no admite el parámetro «statement_timeout»/,
    ],
    ['options for the server', (url) => (url.search = '?options=--bad'), /no admite el parámetro «options»/],
    ['a name with a zero', (url) => (url.pathname = '/po%00rton'), /%00/],
    [
      'a database that takes nobody',
      (url) => (url.pathname = '/template0'),
      /no admite conexiones a esa base de datos/,
    ],
    [
      'a server of another kind',
      (url) => (url.port = String(foreignPort)),
      /^La base de datos de DATABASE_URL .* no se pudo usar\. .*Dijo: /,
    ],
    ['a proxy between', (url) => (url.port = String(proxyPort)), /PgBouncer/],
    ['a server that does not answer', (url) => (url.port = String(frozenPort)), /no responde/],
  ])(
    '%s',
    async (_name, change, said) => {
      const sentence = await refusalOf(changed(owner(), change));
      expect(sentence).toMatch(said);
      expect(sentence).not.toMatch(/\n {4}at |otra@/);
    },
    30_000,
  );

  it('a user without the rights, and which setting names it', async () => {
    const app = overTcp(inject('postgres').appUrl).href;
    expect(await refusalOf(app)).toMatch(
      /^La base de datos de DATABASE_URL \(.*\/porton\) no deja a ese usuario crear esquemas/,
    );
    const wrong = changed(owner(), (url) => (url.password = 'otra'));
    const good = overTcp(owner()).href;
    expect(await refusalOf(good, { DATABASE_APP_URL: wrong })).toMatch(/^La base de datos de DATABASE_APP_URL/);
    expect(await refusalOf(good, { DATABASE_JOBS_URL: wrong })).toMatch(/^La base de datos de DATABASE_JOBS_URL/);
    expect(await refusalOf(good)).toBe('it can be used');
  });
});

it('a lock that somebody keeps is told with its holder, waited for, and given up', async () => {
  const { superUrl, ownerUrl } = inject('postgres');
  const usual = { ...LOCK_PATIENCE };
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const holding = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  // Locks are of one database.
  const holder = asOwner(
    changed(superUrl, (url) => (url.pathname = '/porton')),
    async (client) => {
      await client.query('SELECT pg_advisory_lock(7202611)');
      isHeld();
      await holding.promise;
    },
  );
  await held;
  Object.assign(LOCK_PATIENCE, { stepMs: 40, wholeMs: 1_500 });
  try {
    await expect(asOwner(ownerUrl, migrateInstallation)).rejects.toThrow(
      /^Otro programa ocupa la base de datos desde hace demasiado \(proceso \d+ de PostgreSQL, usuario postgres/,
    );
    expect(told.mock.calls.flat().join()).toMatch(/usuario postgres.*se espera a que termine/);
  } finally {
    Object.assign(LOCK_PATIENCE, usual);
    told.mockRestore();
    holding.resolve();
    await holder;
  }
  await asOwner(ownerUrl, migrateInstallation);
});

describe('the master key of an installation without PORTON_LLAVE', () => {
  const withCommunities = () => inject('postgres').ownerUrl;
  const folderWith = (content?: string): string => {
    const dataDir = mkdtempSync(join(root, 'llave-'));
    if (content !== undefined) writeFileSync(join(dataDir, 'llave'), content);
    return dataDir;
  };

  it('that is missing where there are communities is told, and none is written', async () => {
    const dataDir = folderWith();
    const attempt = masterKey({ dataDir, ownerUrl: withCommunities() });
    await expect(attempt).rejects.toThrow(`Falta ${join(dataDir, 'llave')}`);
    await expect(attempt).rejects.toThrow('PORTON_LLAVE');
    expect(readdirSync(dataDir)).toEqual([]);
    // With the right one at hand nothing is written either.
    const key = Buffer.alloc(32, 9);
    expect(await masterKey({ key, dataDir, ownerUrl: withCommunities() })).toBe(key);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each(['', 'corta', Buffer.alloc(31, 1).toString('base64'), Buffer.alloc(33, 1).toString('base64'), '\u0000ñ!'])(
    'that is none («%s») is told, and left as it is',
    async (content) => {
      const dataDir = folderWith(content);
      await expect(masterKey({ dataDir, ownerUrl: withCommunities() })).rejects.toThrow(
        'no contiene una llave (32 bytes en base64)',
      );
      expect(readFileSync(join(dataDir, 'llave'), 'utf8')).toBe(content);
    },
  );
});

it('a key that is a pipe is told, and not waited for', async () => {
  const dataDir = mkdtempSync(join(root, 'tubo-'));
  execFileSync('mkfifo', [join(dataDir, 'llave')]);
  await expect(masterKey({ dataDir, ownerUrl: inject('postgres').ownerUrl })).rejects.toThrow(
    `No se puede leer la llave de ${join(dataDir, 'llave')}: no es un archivo.`,
  );
});

it('a folder that is a file, or a link to what went away, is told; one that is not there yet is made later', () => {
  const own = mkdtempSync(join(root, 'carpetas-'));
  writeFileSync(join(own, 'archivos'), '');
  symlinkSync(join(own, 'montaje'), join(own, 'sellos'));
  mkdirSync(join(own, 'sana'));
  const says = (name: string) => () => requireUsableFolder(join(own, name));
  expect(says('archivos')).toThrow(
    `No se puede usar la carpeta ${join(own, 'archivos')}: ya existe, y no es una carpeta.`,
  );
  expect(says('sellos')).toThrow(`No se puede usar la carpeta ${join(own, 'sellos')}: no existe.`);
  expect(says('sana')).not.toThrow();
  expect(says('nueva')).not.toThrow();
});

/** Runs a program of the product to its end. */
async function run(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const { DATABASE_URL: _production, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src', program), ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

it.each([
  ['server.ts', []],
  ['cli/comunidad.ts', ['lista']],
  ['cli/backup.ts', [join(root, 'x.respaldo')]],
  ['cli/restore.ts', [join(root, 'x.respaldo')]],
  ['cli/llave.ts', ['rotar']],
])(
  '%s ends with a sentence and a status',
  async (program, args) => {
    const port = await freePort();
    const { code, said } = await run(program, [...args], {
      DATABASE_URL: `postgres://u:secreta@127.0.0.1:${port}/porton`,
      PORTON_LLAVE: KEY,
    });
    expect(said).toBe(
      `La base de datos de DATABASE_URL (127.0.0.1:${port}/porton) no acepta conexiones. Revise el equipo y el puerto, y que PostgreSQL esté en marcha.\n`,
    );
    expect(code).toBe(1);
  },
  60_000,
);

it('a tool that only reads makes no installation in a folder that was mistyped', async () => {
  const folder = join(root, 'mal-escrita');
  const { code, said } = await run('cli/backup.ts', [join(root, 'x.respaldo')], { PORTON_DATA: folder });
  expect(said).toBe(`En ${folder} no hay datos de Portón. Revise PORTON_DATA, o defina DATABASE_URL.\n`);
  expect(code).toBe(1);
  expect(existsSync(folder)).toBe(false);
}, 60_000);

it('a taken port is told before anything is made, and a folder with a line break never is', async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) =>
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
  );
  const folder = join(root, 'sin-puerto');
  const env = { PORT: String(port), PORTON_HOST: '127.0.0.1' };
  expect(await run('server.ts', [], { ...env, PORTON_DATA: folder })).toEqual({
    code: 1,
    said: 'El puerto ya está en uso. Detenga el otro programa o elija otro con PORT=3001 npm start\n',
  });
  expect(existsSync(folder)).toBe(false);
  taken.close();
  const { code, said } = await run('server.ts', [], { ...env, PORTON_DATA: `${folder}\nb` });
  expect([code, said]).toEqual([1, expect.stringContaining('PORTON_DATA debe ser una carpeta sin saltos de línea')]);
}, 60_000);
