/** What keeps a tool or a start from working is told in one sentence with a status of its own, never by a stack. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database.ts';
import { masterKey } from '#platform/server/key.ts';
import { sentenceOf } from '#platform/server/obstacles.ts';
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
  beforeAll(async () => {
    closedPort = await freePort();
    frozenPort = await freePort();
    await new Promise<void>((resolve) => frozen.listen(frozenPort, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    frozen.close();
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
