/**
 * The door itself: half-sent requests, more connections than there is room for, and JSON that is made to be slow. Whoever sends
 * them stops nobody else. Source: confianza.md#files and #access.
 */
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { envelope } from '../api/support.ts';
import { appOfFile } from '../app.ts';
import { createDeliveredLote, insertMonth, tenderOf } from '../ledger.ts';
import { FULL, TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const NETWORK_CONNECTIONS = 60;
const MIB = 1024 * 1024;

const logged: Record<string, unknown>[] = [];
let port: number;
const open = new Set<Socket>();

const app = await appOfFile({
  door: { ofNetworkMax: NETWORK_CONNECTIONS, takingMs: 400 },
  onLog: (line) => logged.push(line),
});
beforeAll(async () => {
  await app.server.listen({ port: 0, host: '0.0.0.0' });
  ({ port } = app.server.server.address() as AddressInfo);
});
afterAll(async () => {
  letGo();
});

function letGo(): void {
  for (const socket of open) socket.destroy();
  open.clear();
}

/** A connection from one of this machine's own addresses, each of which is a network to the server. */
function from(address: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address });
  // The server may end it while it still sends.
  socket.on('error', () => undefined);
  open.add(socket);
  return socket;
}

/** The status that a connection is answered with; NaN where it ends without. */
async function statusOf(socket: Socket): Promise<number> {
  const said = await new Promise<string>((resolve) => {
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
      if (answer.includes('\r\n\r\n')) resolve(answer);
    });
    socket.once('close', () => resolve(answer));
  });
  return Number(/^HTTP\/1.1 (\d+)/.exec(said)?.[1] ?? Number.NaN);
}

/** How many connections the server has. */
const connected = (): Promise<number> =>
  new Promise((resolve) => app.server.server.getConnections((_error, count) => resolve(count)));

const head = (path: string, headers: Record<string, string>): string =>
  `POST ${path} HTTP/1.1\r\nHost: encinos.test\r\nContent-Type: application/json\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

it('keeps no half-sent body of a stranger', { timeout: TRUST_TIMEOUT_MS }, async () => {
  const faults: string[] = [];
  const piece = `{"username":"${'a'.repeat(64 * 1024)}`;
  const length = { 'Content-Length': String(MIB - 10) };
  const ways: readonly [string, string, number][] = [
    ['sign-in', head('/api/v1/security/login', length) + piece, 413],
    [
      'sign-in in chunks',
      `${head('/api/v1/security/login', { 'Transfer-Encoding': 'chunked' })}10000\r\n${piece.slice(0, 65_536)}\r\n`,
      413,
    ],
    ['no endpoint', head('/otra', length) + piece, 413],
    ['what needs a session', head('/api/v1/banco/save', length) + piece, 403],
  ];
  const rounds = tries(10, 500);
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      ways.map(async ([name, bytes, expected]) => {
        const socket = from('127.0.0.1');
        socket.write(bytes);
        const status = await statusOf(socket);
        if (status !== expected) faults.push(`${name}: ${status}`);
      }),
    );
    letGo();
  }
  tell('Cuerpos a medias de quien no ha entrado que se guardan', faults, rounds * ways.length);
});

it('bounds the half-sent bodies of who signed in, and takes payments meanwhile', {
  timeout: TRUST_TIMEOUT_MS,
}, async () => {
  const faults: string[] = [];
  const lote = await createDeliveredLote(app);
  const payments = tries(2, 10);
  for (let mes = 1; mes <= payments; mes += 1) await insertMonth(app, lote.id, 2026, mes, 100_000);
  const tender = await tenderOf(app);
  const token = await app.tokenOf('cobranza');
  const bytes = Buffer.from(
    head('/api/v1/cobromantenimiento/save', { Authorization: `Bearer ${token}`, 'Content-Length': String(MIB) }) +
      ' '.repeat(MIB - 10),
  );
  const count = 45;
  const sent = Array.from({ length: count }, async () => {
    const socket = from('127.0.0.1');
    socket.write(bytes);
    return statusOf(socket);
  });
  const answers: number[] = [];
  for (const one of sent) void one.then((status) => answers.push(status));
  // 32 MiB of one person are kept, the rest is told so.
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count - 34);
  if (answers.some((status) => status !== 503)) faults.push(`answered ${answers.join(', ')}`);
  for (let mes = 1; mes <= payments; mes += 1) {
    const paid = await app.call('POST', '/cobromantenimiento/save', {
      as: 'cobranza',
      body: {
        ...{ id: lote.id, monto: 1_000, range: [{ date: `2026-${String(mes).padStart(2, '0')}-10` }], ...tender },
        ...{ payMoratorio: false, apply_descuento: 0, autorizacion: '', fechaPagoReal: '2026-11-20' },
      },
    });
    if (!envelope(paid).success) faults.push(`payment: ${JSON.stringify(paid.body)}`);
  }
  letGo();
  await Promise.all(sent);
  tell('Cuerpos a medias de quien entró que estorban', faults, count + payments);
});

it('has room for others whatever one network opens, and says so', { timeout: TRUST_TIMEOUT_MS }, async () => {
  const faults: string[] = [];
  const rounds = tries(1, 10);
  for (let round = 0; round < rounds; round += 1) {
    const ended: Promise<unknown>[] = [];
    for (let n = 0; n < NETWORK_CONNECTIONS + 40; n += 1) {
      const socket = from('127.0.0.1');
      socket.write('GET /healthz HTTP/1.1\r\nHost: encinos.test\r\nX-a: ');
      // What the server says before it ends is read, or the end is never heard.
      socket.resume();
      ended.push(new Promise((resolve) => socket.once('close', resolve)));
    }
    // Those that are too many end, the others wait.
    let gone = 0;
    for (const one of ended) void one.then(() => (gone += 1));
    await expect.poll(() => gone, { timeout: 30_000 }).toBeGreaterThanOrEqual(40);
    if (gone > 40) faults.push(`${gone} of ${ended.length} ended`);
    for (let n = 0; n < 10; n += 1) {
      const other = from('127.0.0.2');
      other.write('GET /healthz HTTP/1.1\r\nHost: encinos.test\r\n\r\n');
      const status = await statusOf(other);
      if (status !== 200) faults.push(`another network: ${status}`);
    }
    // What is never sent whole is ended by the server itself; the test waits for it where it has the time.
    if (!FULL) letGo();
    await Promise.all(ended);
    letGo();
  }
  const again = (): Promise<number> => {
    const socket = from('127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nHost: encinos.test\r\n\r\n');
    return statusOf(socket);
  };
  await expect.poll(again).toBe(200);
  expect(logged).toContainEqual(expect.objectContaining({ evento: 'conexiones', red: '127.0.0.1' }));
  const metrics = await app.server.inject({ url: '/metrics', headers: { host: 'localhost' } });
  expect(Number(/^porton_connections_refused_total (\d+)$/m.exec(metrics.body)?.[1])).toBeGreaterThanOrEqual(40);
  expect(app.server.server.headersTimeout).toBe(10_000);
  tell('Conexiones de una red que dejan fuera a otras', faults, rounds * 10);
});

it('refuses JSON with more values, names or depth than a request means, before it parses it', async () => {
  const many = (count: number, one: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => one(n)).join();
  const bodies: Record<string, string> = {
    objects: `{"mttoImportadoResponseList":[${many(300_000, () => '{}')}]}`,
    'a forbidden name as well': `{"__proto__":1,"mttoImportadoResponseList":[${many(300_000, () => '{}')}]}`,
    names: `{${many(100_000, (n) => `"k${n}":0`)}}`,
    'names of many objects': `[${many(100_000, (n) => `{"k${n}":0}`)}]`,
    depth: `{"mttoImportadoResponseList":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
    'colons behind a long text': `{"${'x'.repeat(1_000_000)}"${':'.repeat(1_000_000)}`,
  };
  const faults: string[] = [];
  for (const [name, payload] of Object.entries(bodies)) {
    const { statusCode, body } = await app.server.inject({
      method: 'POST',
      url: '/api/v1/mantenimiento/cobrarcargosrecurrentes',
      headers: {
        host: 'encinos.test',
        authorization: `Bearer ${await app.tokenOf('cobranza')}`,
        'content-type': 'application/json',
      },
      payload,
    });
    if (statusCode !== 400) faults.push(`${name}: ${statusCode} ${body.slice(0, 100)}`);
  }
  tell('Cuerpos JSON hechos para tardar que se leen', faults, Object.keys(bodies).length);
});

it('cuts off who asks and takes nothing, and no slow reader', { timeout: TRUST_TIMEOUT_MS }, async () => {
  const faults: string[] = [];
  const document = (connection: string) =>
    `GET /api/v1/openapi.json HTTP/1.1\r\nHost: encinos.test\r\nConnection: ${connection}\r\n\r\n`;
  // More than the sockets of both sides take in.
  const count = 30;
  const ask = document('keep-alive').repeat(count - 1) + document('close');
  const rounds = tries(1, 10);
  for (let round = 0; round < rounds; round += 1) {
    const before = await connected();
    const [idle, slow] = [from('127.0.0.1').pause(), from('127.0.0.2').pause()];
    let taken = '';
    slow.on('data', (chunk) => {
      taken += chunk;
      slow.pause();
    });
    // Takes a little of it, well within the time that is given, until it is all there.
    const sips = setInterval(() => slow.resume(), 2);
    const over = new Promise((resolve) => slow.once('close', resolve));
    for (const socket of [idle, slow]) socket.write(ask);
    await over;
    clearInterval(sips);
    const answers = taken.split('HTTP/1.1 200 OK').length - 1;
    if (answers !== count) faults.push(`the slow reader got ${answers} of ${count}`);
    // The other one's time began a moment later, with the last bytes that its socket took in.
    const late = performance.now() + 5_000;
    while ((await connected()) > before && performance.now() < late) await sleep(50);
    const left = (await connected()) - before;
    if (left > 0) faults.push(`who takes nothing is still connected: ${left}`);
    letGo();
  }
  tell('Quien pide y no recoge conserva su conexión, o quien lee despacio la pierde', faults, rounds * 2);
});

it('does one request of a connection after the other, and ends who sends ahead without end', {
  timeout: TRUST_TIMEOUT_MS,
}, async () => {
  const faults: string[] = [];
  const ask = (path: string, connection = 'keep-alive') =>
    `GET ${path} HTTP/1.1\r\nHost: encinos.test\r\nConnection: ${connection}\r\n\r\n`;
  const paths = ['/api/v1/security/session', '/api/v1/openapi.json', '/healthz', '/readyz'];
  const handled = () =>
    app.server
      .inject({ url: '/metrics', headers: { host: 'localhost' } })
      .then(({ body }) =>
        [...body.matchAll(/^porton_http_request_duration_ms_count\{.*\} (\d+)$/gm)].reduce(
          (sum, [, n]) => sum + Number(n),
          0,
        ),
      );
  const rounds = tries(1, 20);
  const [senders, ahead] = [40, 400];
  for (let round = 0; round < rounds; round += 1) {
    for (const path of paths) {
      const before = await handled();
      const had = await connected();
      for (let n = 0; n < senders; n += 1) from('127.0.0.1').pause().write(ask(path).repeat(ahead));
      const other = from('127.0.0.2');
      other.write(ask('/healthz', 'close'));
      const status = await statusOf(other);
      if (status !== 200) faults.push(`${path}: another network was answered ${status}`);
      const late = performance.now() + 10_000;
      while ((await connected()) > had && performance.now() < late) await sleep(20);
      if ((await connected()) > had) faults.push(`${path}: goes on being taken`);
      const done = (await handled()) - before;
      if (done > senders * 40) faults.push(`${path}: ${done} were handled`);
      letGo();
    }
    // A few are answered, in their order, each once the one before it is.
    const polite = from('127.0.0.1');
    let said = '';
    polite.on('data', (chunk) => {
      said += chunk;
    });
    const over = new Promise((resolve) => polite.once('close', resolve));
    polite.write(ask('/healthz') + ask('/no-existe').repeat(8) + ask('/readyz', 'close'));
    await over;
    const statuses = [...said.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
    if (statuses.join() !== `200,${'404,'.repeat(8)}200`) faults.push(`in order: ${statuses.join()}`);
  }
  tell('Peticiones enviadas por adelantado que estorban a otros', faults, rounds * (paths.length * senders + 1));
});
