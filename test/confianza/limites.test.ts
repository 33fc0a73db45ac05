/**
 * What is held, hangs or is gone stops only what needs it: a table that somebody holds, a database that is frozen or cut off,
 * a provider that never answers. Source: confianza.md#waiting.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Drawing } from '#platform/server/drawing.ts';
import type { FileStore } from '#platform/server/file-store.ts';
import { memoryFiles } from '#platform/server/files.ts';
import { ENDPOINTS, envelope, payloadFor } from '../api/support.ts';
import { type CallOptions, type Reply, startApp, type TestApp } from '../app.ts';
import { createDeliveredLote, insertMonth, SCHEMA, tenderOf } from '../ledger.ts';
import { type Line, openLine } from '../line.ts';
import { FULL, TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

/** Never answers while it is told not to. */
class Hanging implements FileStore {
  readonly #kept = memoryFiles();
  #gate: PromiseWithResolvers<void> | undefined;
  /** How many wait now. */
  waiting = 0;

  hang(): void {
    this.#gate = Promise.withResolvers();
  }
  answer(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }
  async #wait<T>(call: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    await this.#gate?.promise;
    this.waiting -= 1;
    return call();
  }
  put = (key: string, bytes: Uint8Array) => this.#wait(() => this.#kept.put(key, bytes));
  get = (key: string) => this.#wait(() => this.#kept.get(key));
  remove = (key: string) => this.#wait(() => this.#kept.remove(key));
}

let pageFolder: string;
let line: Line;
let app: TestApp;
let tender: Awaited<ReturnType<typeof tenderOf>>;
const files = new Hanging();

beforeAll(async () => {
  line = await openLine(inject('postgres').appUrl);
  // The line runs in this process: beside other tests its bytes may come later than the product's own limit.
  const answerMs = FULL ? 1_600 : 4_000;
  pageFolder = await mkdtemp(join(tmpdir(), 'porton-pagina-'));
  await writeFile(join(pageFolder, 'index.html'), '<!doctype html>__RESIDENCIAL__');
  app = await startApp({
    pageFolder,
    files,
    through: line.through,
    connections: 12,
    laneWidth: 4,
    settleMs: 200,
    answerMs,
  });
  tender = await tenderOf(app);
  // Signed in before anything is held; a machine that is busy with other tests may be slower than these limits.
  for (const as of ['director', 'administrador', 'cobranza'] as const) {
    await vi.waitFor(() => app.tokenOf(as), { timeout: 20_000, interval: 500 });
  }
}, 60_000);
afterAll(async () => {
  line.thaw();
  await app.close();
  await line.close();
  await rm(pageFolder, { recursive: true, force: true });
});

type Ask = readonly ['GET' | 'POST', string, CallOptions];

/** What needs nothing of what the tests hold. */
const OTHERS: readonly Ask[] = [
  ['GET', '/banco/all', { as: 'director' }],
  ['GET', '/user/all', { as: 'director' }],
  ['GET', '/security/session', { as: 'cobranza' }],
  ['POST', '/security/login', { body: { username: 'consultor', password: 'Demo-2026-porton' }, ip: '10.9.0.1' }],
];

const ask = ([method, path, options]: Ask): Promise<Reply> => app.call(method, path, options);

/** What the others say of being answered as ever: one line for each that was not. */
async function othersFail(others = OTHERS): Promise<string[]> {
  const faults: string[] = [];
  for (const other of others) {
    const { status, body } = await ask(other);
    if (status !== 200) faults.push(`${other[1]}: ${status} ${JSON.stringify(body)}`);
  }
  for (const url of ['/healthz', '/readyz']) {
    const { statusCode, body } = await app.server.inject({ url });
    if (statusCode !== 200) faults.push(`${url}: ${statusCode} ${body}`);
  }
  return faults;
}

/** 503, in the envelope, with something to do. */
function faultOf503({ status, body }: Reply): string[] {
  const { success, message } = body as { success?: boolean; message?: string };
  const told = status === 503 && success === false && /intente/i.test(message ?? '');
  return told ? [] : [`${status} ${JSON.stringify(body)}`];
}

const openTransactions = async (): Promise<number> => {
  const [row] = await app.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
  );
  return row?.n ?? 0;
};

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

/** Runs `work` while somebody holds what `statement` locks. */
async function holding<T>(statement: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: app.urls.super });
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${statement}`);
    return await work();
  } finally {
    await holder.end();
  }
}

it('a database that lets nobody write is told as that, by health too, and needs no restart afterwards', async () => {
  const ofDatabase = (change: string) =>
    app.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ${change}', current_database());
         PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename LIKE 'porton%'; END $$`,
    );
  const health = () => app.server.inject({ url: '/readyz' });
  const signIn = () =>
    app.call('POST', '/security/login', { body: { username: 'tags', password: 'x' }, ip: '10.9.0.9' });
  await ofDatabase('SET default_transaction_read_only = on');
  try {
    await expect
      .poll(async () => (await health()).json(), { timeout: 10_000 })
      .toEqual({
        estado: 'la base de datos sólo admite lectura',
      });
    expect((await health()).statusCode).toBe(503);
    await expect.poll(async () => (await signIn()).status, { timeout: 10_000 }).toBe(503);
    expect(JSON.stringify((await signIn()).body)).toContain('sólo admite lectura');
  } finally {
    // The setting holds for who takes it back, too.
    await app.query(
      `BEGIN; SET TRANSACTION READ WRITE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET default_transaction_read_only', current_database()); END $$; COMMIT;
       SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename LIKE 'porton%'`,
    );
  }
  await expect.poll(async () => (await health()).statusCode, { timeout: 10_000 }).toBe(200);
});

describe('what somebody holds', () => {
  it(
    'stops what needs it, with a sentence, and nothing else',
    async () => {
      const lote = await createDeliveredLote(app);
      const needing: readonly Ask[] = [
        ['GET', `/residente/get/estadocuenta/${lote.id}`, { as: 'cobranza' }],
        ['GET', `/lote/getformodalpagarmantenimiento/${lote.id}`, { as: 'director' }],
      ];
      for (const one of needing) expect([one[1], (await ask(one)).status]).toEqual([one[1], 200]);
      const rounds = tries(1, 10);
      const faults: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await holding(`LOCK TABLE ${SCHEMA}.cargo IN ACCESS EXCLUSIVE MODE`, async () => {
          const held = Array.from({ length: 30 }, (_, n) => ask(needing[n % needing.length] as Ask));
          await until(async () => (await openTransactions()) > 4);
          faults.push(...(await othersFail()));
          for (const reply of await Promise.all(held)) faults.push(...faultOf503(reply));
        });
        // The lanes open by themselves.
        for (const one of needing) await until(async () => (await ask(one)).status === 200);
      }
      tell('una tabla ocupada no detiene lo demás', faults, rounds * 36);
    },
    TRUST_TIMEOUT_MS,
  );

  it.each(['acceso_conocido', 'intento_acceso'])(
    '%s: stops those who sign in, whom it costs no attempt, and soon, and none of those who have',
    async (table) => {
      const login = OTHERS.filter(([, path]) => path === '/security/login')[0] as Ask;
      await holding(`LOCK TABLE ${SCHEMA}.${table} IN ACCESS EXCLUSIVE MODE`, async () => {
        const held = Array.from({ length: 24 }, () => ask(login));
        await until(async () => (await openTransactions()) > 0);
        expect(await othersFail(OTHERS.filter((other) => other !== login))).toEqual([]);
        for (const reply of await Promise.all(held)) expect(faultOf503(reply)).toEqual([]);
      });
      await until(async () => (await ask(login)).status === 200);
    },
  );

  it.each(['sesion', 'usuario'])('%s: is told by health, of the community that it stops and of all', async (table) => {
    const health = async () => {
      const { statusCode, body } = await app.server.inject({ url: '/readyz' });
      return [statusCode, (JSON.parse(body) as { sinServicio?: string[] }).sinServicio];
    };
    const lock = (schema: string) => `LOCK TABLE ${schema}.${table} IN ACCESS EXCLUSIVE MODE`;
    await holding(lock(SCHEMA), async () => {
      expect(await health()).toEqual([200, ['ENCINOS']]);
      await holding(lock('c_lagos'), async () => expect(await health()).toEqual([503, ['ENCINOS', 'LAGOS']]));
    });
    expect(await health()).toEqual([200, undefined]);
  });

  it('does not keep the page from opening', async () => {
    const open = () => app.server.inject({ url: '/', headers: { host: 'encinos.test' } });
    for (const known of [false, true]) {
      await holding(`LOCK TABLE ${SCHEMA}.configuracion_residencial IN ACCESS EXCLUSIVE MODE`, async () => {
        expect([known, (await open()).statusCode, (await open()).body]).toEqual([known, 200, '<!doctype html>ENCINOS']);
      });
      await until(async () => (await open()).statusCode === 200);
    }
  });

  it('leaves connections to those who read, however many wait to write', async () => {
    const names = ['banco', 'tipomulta', 'tipocuota', 'marca'];
    const saves = ENDPOINTS.filter(({ path }) => names.some((name) => path === `/${name}/save`));
    expect(saves.length).toBeGreaterThan(2);
    let held: Promise<Reply>[] = [];
    await holding(`LOCK TABLE ${SCHEMA}.bitacora IN ACCESS EXCLUSIVE MODE`, async () => {
      held = saves.flatMap((save) =>
        Array.from({ length: 6 }, () => app.call('POST', save.path, { as: 'director', ...payloadFor(save) })),
      );
      await until(async () => (await openTransactions()) > 6);
      expect(await othersFail(OTHERS.filter(([method]) => method === 'GET'))).toEqual([]);
    });
    for (const { status } of await Promise.all(held)) expect(status).toBe(200);
  });

  it('is waited for by a cashier for longer than by who only reads', async () => {
    const lote = await createDeliveredLote(app);
    await insertMonth(app, lote.id, 2026, 10, 100_000);
    const body = {
      ...{ id: lote.id, monto: 1_000, range: [{ date: '2026-10-10' }], ...tender, payMoratorio: false },
      ...{ apply_descuento: 0, autorizacion: '', fechaPagoReal: '2026-11-20' },
    };
    let paid: Promise<Reply> | undefined;
    await holding(`SELECT 1 FROM ${SCHEMA}.lote WHERE id = ${lote.id} FOR UPDATE`, async () => {
      paid = app.call('POST', '/cobromantenimiento/save', { as: 'cobranza', body });
      // Longer than any read waits for a lock.
      await sleep(1_500);
    });
    expect(envelope((await paid) as Reply)).toMatchObject({ success: true });
  });
});

describe('a provider that never answers', () => {
  afterEach(() => files.answer());

  it(
    'holds no transaction, and stops nobody else',
    async () => {
      const rounds = tries(1, 10);
      const faults: string[] = [];
      const file = { name: 'foto.jpg', bytes: new Drawing(8, 8, '#2f9fd0').jpeg() };
      for (let round = 0; round < rounds; round += 1) {
        const sent = await app.call('POST', '/archivos/amenidad', { as: 'administrador', file });
        const { url } = envelope(sent).data as { url: string };
        files.hang();
        const hanging = Array.from({ length: 30 }, (_, n) =>
          n % 2 === 0
            ? app.call('POST', '/archivos/amenidad', { as: 'administrador', file })
            : app.call('GET', url.replace('/api/v1', ''), { as: 'administrador' }),
        );
        await until(() => files.waiting === 30);
        // What was read for them ends a moment later; what hangs with them would not.
        await until(async () => (await openTransactions()) === 0);
        faults.push(...(await othersFail()));
        files.answer();
        for (const { status } of await Promise.all(hanging)) if (status !== 200) faults.push(`after it: ${status}`);
      }
      tell('un almacén de archivos que no contesta no detiene lo demás', faults, rounds * 37);
    },
    TRUST_TIMEOUT_MS,
  );
});

describe('a database that does not answer', () => {
  it(
    'is told in the envelope, and found again by itself',
    async () => {
      const rounds = tries(1, 10);
      const faults: string[] = [];
      const slowest: number[] = [];
      const timed = async (one: Ask): Promise<Reply> => {
        const began = performance.now();
        const reply = await ask(one);
        slowest.push(performance.now() - began);
        return reply;
      };
      const asked: readonly Ask[] = OTHERS.filter(([, path]) => path !== '/security/login');
      for (let round = 0; round < rounds; round += 1) {
        for (const stop of [line.freeze, line.cut]) {
          if (stop === line.cut) {
            // Those that are under way are lost, and the next ones get new connections.
            const under = asked.map(timed);
            stop();
            for (const reply of await Promise.all(under)) if (reply.status !== 200) faults.push(...faultOf503(reply));
          } else {
            stop();
            const replies = await Promise.all(Array.from({ length: 24 }, (_, n) => timed(asked[n % 3] as Ask)));
            for (const reply of replies) faults.push(...faultOf503(reply));
            const ready = await app.server.inject({ url: '/readyz' });
            if (ready.statusCode !== 503) faults.push(`/readyz: ${ready.statusCode}`);
            if ((await app.server.inject({ url: '/healthz' })).statusCode !== 200) faults.push('/healthz');
          }
          line.thaw();
          await until(async () => (await app.server.inject({ url: '/readyz' })).statusCode === 200);
          faults.push(...(await othersFail()));
        }
      }
      const worst = Math.max(...slowest);
      console.log(`  la respuesta más lenta sin base de datos: ${Math.round(worst)} ms`);
      if (FULL) expect(worst).toBeLessThan(2_000);
      tell('sin base de datos: 503 y vuelve sola', faults, rounds * 30);
    },
    TRUST_TIMEOUT_MS,
  );
});

it('tells in the envelope that it is stopping', async () => {
  const other = await startApp();
  await other.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = other.server.server.address() as AddressInfo;
  let connections = 0;
  other.server.server.on('connection', () => (connections += 1));
  const body = JSON.stringify({ username: 'director', password: 'Demo-2026-porton' });
  const login = `POST /api/v1/security/login HTTP/1.1\r\nHost: encinos.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const holder = new pg.Client({ connectionString: other.urls.super });
  await holder.connect();
  await holder.query(`BEGIN; SELECT 1 FROM ${SCHEMA}.usuario WHERE username = 'director' FOR UPDATE`);
  const [first, second] = [converse(port), converse(port)];
  // One is under way while the server stops, and one has not quite arrived yet.
  first.socket.write(login);
  second.socket.write('GET /api/v1/banco/all HTTP/1.1\r\nHost: encinos.test\r\n');
  await until(() => other.pools.accessPool.totalCount > 0 && connections === 2);
  const closing = other.close();
  second.socket.write('\r\n');
  await second.over;
  await holder.end();
  await closing;
  await first.over;
  expect(first.said()).toMatch(/^HTTP\/1\.1 200/);
  expect(first.said()).toMatch(/connection: close/i);
  expect(second.said()).toMatch(/^HTTP\/1\.1 503/);
  expect(JSON.parse(second.said().split('\r\n\r\n')[1] ?? '')).toEqual({
    success: false,
    message: 'El servidor se está deteniendo. Espere un momento e intente de nuevo',
  });
});

/** A connection of its own, and all that came over it. */
function converse(port: number) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const over = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  return { socket, over, said: () => text };
}
