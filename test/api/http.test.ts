/** What HTTP itself promises: health, headers, documents, and the edge around every handler. */
import net from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { data, done, endpoint, list, nested, raw, refusable } from '#platform/endpoint.ts';
import { ROLES } from '#platform/roles.ts';
import { register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { z } from '#platform/zod.ts';
import { REGISTRATIONS } from '../../src/features.ts';
import { appOfFile, startApp } from '../app.ts';
import { auditRows, ENDPOINTS, fingerprints, lastAuditId, SESSION_TABLES, USERNAMES } from './support.ts';

const area = 'prueba';
const common = { roles: 'ABCDEFG', area, summary: 'Para estas pruebas.' } as const;
const texto = z.object({ texto: z.string() });

/** Endpoints of our own, to see what the edge does around a handler. */
const contract = {
  stripped: endpoint({ ...common, method: 'GET', path: '/prueba/lista', answer: list(z.object({ id: z.number() })) }),
  nested: endpoint({ ...common, method: 'GET', path: '/prueba/anidado', answer: nested(z.object({ id: z.number() })) }),
  text: endpoint({ ...common, method: 'GET', path: '/prueba/texto', answer: raw(z.string()) }),
  yes: endpoint({ ...common, method: 'GET', path: '/prueba/si', answer: raw(z.boolean()) }),
  nothing: endpoint({ ...common, method: 'GET', path: '/prueba/nulo', answer: raw(z.number().nullable()) }),
  refuses: endpoint({ ...common, method: 'GET', path: '/prueba/negativa', answer: refusable(data(z.string())) }),
  flaky: endpoint({ ...common, method: 'POST', path: '/prueba/reintento', body: texto, answer: data(z.number()) }),
  unaudited: endpoint({ ...common, method: 'POST', path: '/prueba/sin-bitacora', body: texto, answer: done() }),
  unfit: endpoint({ ...common, method: 'POST', path: '/prueba/no-cabe', body: texto, answer: data(z.number()) }),
  fails: endpoint({ ...common, method: 'POST', path: '/prueba/falla', body: texto, answer: done() }),
  reads: endpoint({ ...common, method: 'GET', path: '/prueba/lectura', answer: done() }),
  cut: endpoint({ ...common, method: 'POST', path: '/prueba/corte', body: texto, answer: done() }),
  separately: endpoint({ ...common, method: 'POST', path: '/prueba/aparte', body: texto, answer: done() }),
};

const tries = new Map<string, number>();
const entry = { status: 'creado', entidad: 'banco', nota: 'prueba' } as const;
const insertBanco = (name: string) => sql`INSERT INTO banco (name) VALUES (${name})`;

const own = register(contract, {
  stripped: async () => [{ id: 1, password_hash: 'secreto' } as { id: number }],
  nested: async () => ({ id: 2, otro: 'secreto' }) as { id: number },
  text: async () => 'un texto',
  yes: async () => true,
  nothing: async () => null,
  refuses: async () => {
    throw new Refusal('Hoy no. Intente mañana');
  },
  async flaky({ body, ctx }) {
    const attempt = (tries.get(body.texto) ?? 0) + 1;
    tries.set(body.texto, attempt);
    await insertBanco(`${body.texto} ${attempt}`).execute(ctx.tx);
    await ctx.audit(entry);
    const code = body.texto.split(' ')[0] ?? '';
    if (attempt <= Number(body.texto.split(' ')[1])) {
      await sql`DO ${sql.lit(`BEGIN RAISE EXCEPTION 'otra vez' USING ERRCODE = '${code}'; END`)}`.execute(ctx.tx);
    }
    return attempt;
  },
  async unaudited({ body, ctx }) {
    await insertBanco(body.texto).execute(ctx.tx);
    return undefined;
  },
  async unfit({ body, ctx }) {
    await insertBanco(body.texto).execute(ctx.tx);
    await ctx.audit(entry);
    return 'no es un número' as unknown as number;
  },
  async fails({ body, ctx }) {
    await insertBanco(body.texto).execute(ctx.tx);
    await ctx.audit(entry);
    throw new Error(`SELECT secreto FROM interno -- ${body.texto}`);
  },
  async reads({ ctx }) {
    await insertBanco('desde una lectura').execute(ctx.tx);
    return undefined;
  },
  async cut({ body, ctx }) {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(ctx.tx);
    await app.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    // The connection is lost while no query of ours runs on it.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await insertBanco(body.texto).execute(ctx.tx);
    return undefined;
  },
  async separately({ body, ctx }) {
    await ctx.separately((tx) => insertBanco(`${body.texto} aparte`).execute(tx));
    await insertBanco(`${body.texto} dentro`).execute(ctx.tx);
    throw new Refusal('No');
  },
});

const lines: Record<string, unknown>[] = [];
const app = await appOfFile({ registrations: [...REGISTRATIONS, own], onLog: (line) => lines.push(line) });

const get = (path: string) => app.call('GET', path, { as: 'tags' });
const post = (path: string, text: string) => app.call('POST', path, { as: 'tags', body: { texto: text } });
const bancos = async (like: string) =>
  (await app.query<{ name: string }>('SELECT name FROM c_encinos.banco WHERE name LIKE $1 ORDER BY 1', [like])).map(
    ({ name }) => name,
  );
const inject = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.server.inject({ method: 'GET', url, headers: { host: 'encinos.test', ...headers }, remoteAddress });

describe('an answer', () => {
  it('holds only the fields that its contract names, in its envelope', async () => {
    expect((await get('/prueba/lista')).body).toEqual([{ id: 1 }]);
    expect((await get('/prueba/anidado')).body).toEqual({ success: true, data: { data: { id: 2 } } });
  });

  it.each([
    ['/prueba/texto', '"un texto"'],
    ['/prueba/si', 'true'],
    ['/prueba/nulo', 'null'],
  ])('of bare JSON at %s is %s, sent as JSON', async (path, text) => {
    const token = await app.tokenOf('tags');
    const response = await inject(`/api/v1${path}`, { authorization: `Bearer ${token}` });
    expect([response.body, response.headers['content-type']]).toEqual([text, 'application/json; charset=utf-8']);
  });

  it('that refuses is 200 with success false, and logged', async () => {
    const reply = await get('/prueba/negativa');
    expect([reply.status, reply.body]).toEqual([200, { success: false, message: 'Hoy no. Intente mañana' }]);
    expect(lines.find((line) => line.reqId === reply.headers['x-request-id'])).toMatchObject({ evento: 'negativa' });
  });

  it('that does not fit its contract is 500, and its write is rolled back', async () => {
    const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
    expect((await post('/prueba/no-cabe', 'no cabe')).status).toBe(500);
    expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  });
});

describe('the transaction of a request', () => {
  it.each(['40001', '40P01'])('is tried again after %s, and leaves only its last attempt', async (code) => {
    const after = await lastAuditId(app);
    expect((await post('/prueba/reintento', `${code} 2`)).body).toEqual({ success: true, data: 3 });
    expect(await bancos(`${code} %`)).toEqual([`${code} 2 3`]);
    expect(await auditRows(app, after)).toHaveLength(1);
  });

  it('is given up after four attempts, with nothing kept', async () => {
    const reply = await post('/prueba/reintento', '40001 9');
    expect([reply.status, tries.get('40001 9')]).toEqual([500, 4]);
    expect(await bancos('40001 9%')).toEqual([]);
  });

  it('is not tried again after another error', async () => {
    expect((await post('/prueba/reintento', '55000 1')).status).toBe(500);
    expect(tries.get('55000 1')).toBe(1);
  });

  it('of a write without an audit row is rolled back, and the answer is 500', async () => {
    expect((await post('/prueba/sin-bitacora', 'sin bitácora')).status).toBe(500);
    expect(await bancos('sin bitácora')).toEqual([]);
  });

  it('of a read cannot write', async () => {
    expect((await get('/prueba/lectura')).status).toBe(500);
    expect(await bancos('desde una lectura')).toEqual([]);
  });

  it('that fails leaves nothing, and its answer tells a reference and no detail', async () => {
    const reply = await post('/prueba/falla', 'falla');
    const id = reply.headers['x-request-id'];
    expect([reply.status, reply.body]).toEqual([
      500,
      {
        success: false,
        message: `Ocurrió un error en el servidor. Intente más tarde o contacte con el administrador (referencia ${id})`,
      },
    ]);
    expect(await bancos('falla')).toEqual([]);
    expect(lines.find((line) => line.reqId === id)).toMatchObject({ evento: 'error' });
  });

  it('that is refused keeps what was done separately, and nothing else', async () => {
    expect((await post('/prueba/aparte', 'zz')).body).toEqual({ success: false, message: 'No' });
    expect(await bancos('zz%')).toEqual(['zz aparte']);
  });

  it('may lose its connection between two queries: 503, and the process and the pool go on', async () => {
    expect((await post('/prueba/corte', 'corte')).status).toBe(503);
    expect(await bancos('corte')).toEqual([]);
    const replies = await Promise.all(Array.from({ length: 15 }, () => get('/prueba/lista')));
    expect(replies.every((reply) => reply.status === 200)).toBe(true);
  });

  it('does not starve with its separate ones: 50 sign-ins at once on ten connections all succeed', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        app.call('POST', '/security/login', {
          body: { username: USERNAMES[n % 8], password: 'Demo-2026-porton' },
          ip: `10.2.0.${n}`,
        }),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 50 }, () => 200));
  });
});

describe('health', () => {
  it('/healthz and /readyz answer without a session or a known host', async () => {
    for (const [path, estado] of [
      ['/healthz', 'vivo'],
      ['/readyz', 'listo'],
    ] as const) {
      const response = await inject(path, { host: '10.0.0.7' }, '10.0.0.7');
      expect([response.statusCode, response.json()]).toEqual([200, { estado }]);
    }
  });

  it('/readyz is 503 without a database', async () => {
    const other = await startApp();
    await other.pools.end();
    const response = await other.server.inject({ url: '/readyz' });
    expect([response.statusCode, response.json()]).toEqual([503, { estado: 'sin base de datos' }]);
    other.pools.end = async () => undefined;
    await other.close();
  });

  it('/metrics is for this machine only, and counts by declared path, not by address', async () => {
    await get('/lote/get/12345678');
    await app.call('GET', '/banco/get/4321', { as: 'director' });
    const response = await inject('/metrics', { host: 'localhost:3000' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/plain');
    expect(response.body).toMatch(
      /porton_http_request_duration_ms_count\{method="GET",route="\/api\/v1\/banco\/get\/:id",status="404"\} \d+/,
    );
    expect(response.body).not.toMatch(/get\/(4321|12345678)/);
    expect([...response.body.matchAll(/route="([^"]*)"/g)].filter(([, route]) => /\d{4}/.test(route ?? ''))).toEqual(
      [],
    );
    for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '128.0.0.1']) {
      expect((await inject('/metrics', { 'x-forwarded-for': '127.0.0.1' }, address)).statusCode).toBe(404);
    }
  });

  it('/metrics is closed to a proxy on this machine, and open to its token from anywhere', async () => {
    for (const header of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'forwarded',
      'via',
      'x-real-ip',
      'x-forwarded',
      'x-originating-ip',
      'x-original-host',
      'x-otro-proxy',
    ]) {
      expect((await inject('/metrics', { host: '127.0.0.1', [header]: 'for=10.0.0.7' })).statusCode, header).toBe(404);
    }
    for (const host of ['encinos.test', 'porton.example.mx', 'localhost.example.mx', '128.0.0.1:3000']) {
      expect((await inject('/metrics', { host })).statusCode, host).toBe(404);
    }
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
      expect((await inject('/metrics', { host })).statusCode, host).toBe(200);
    }
    const proxied = await startApp({ trustProxy: ['127.0.0.1'] });
    const token = 'un-token-de-prueba';
    const withToken = await startApp({ metricsToken: token });
    try {
      expect((await proxied.server.inject({ url: '/metrics' })).statusCode).toBe(404);
      const ask = (authorization: string) =>
        withToken.server.inject({
          url: '/metrics',
          remoteAddress: '10.0.0.7',
          headers: { host: 'encinos.test', via: '1.1 proxy', authorization },
        });
      expect((await ask(`Bearer ${token}`)).statusCode).toBe(200);
      expect((await ask('Bearer otro')).statusCode).toBe(404);
      expect((await withToken.server.inject({ url: '/metrics' })).statusCode).toBe(404);
    } finally {
      await proxied.close();
      await withToken.close();
    }
  });
});

describe('headers', () => {
  it('of every answer forbid framing, sniffing and loading, and carry a request id of our own', async () => {
    const ids = new Set<unknown>();
    const answers = [
      await get('/security/session'),
      await get('/nada'),
      await app.call('GET', '/banco/all'),
      await app.call('POST', '/security/login', { body: { username: 'x', password: 'x' } }),
      await post('/prueba/falla', 'otra'),
      await app.call('GET', '/banco/all', { host: 'desconocido.test', headers: { 'x-request-id': 'falso' } }),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-request-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/),
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      ids.add(headers['x-request-id']);
    }
    expect(ids.size).toBe(answers.length);
  });

  it('give no other origin any right', async () => {
    const origin = { origin: 'https://otro.test', 'access-control-request-method': 'POST' };
    const answers = [
      await app.call('GET', '/security/session', { as: 'tags', headers: origin }),
      await app.server
        .inject({ method: 'OPTIONS', url: '/api/v1/banco/save', headers: { host: 'encinos.test', ...origin } })
        .then((response) => ({ status: response.statusCode, headers: response.headers })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('what is not HTTP', () => {
  /** Sends bytes to a listening server and gives all that it answers. */
  function exchange(port: number, bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
      let answer = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  it('is answered in the envelope too: broken requests 400, endless headers 431', async () => {
    const other = await startApp();
    try {
      await other.server.listen({ port: 0, host: '127.0.0.1' });
      const address = other.server.server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      for (const [bytes, status, message] of [
        ['NADA\r\n\r\n', 400, 'La petición no tiene un formato válido'],
        [
          `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
          431,
          'Los encabezados o la dirección son demasiado grandes',
        ],
        ['CONNECT otro.test:443 HTTP/1.1\r\nHost: otro.test:443\r\n\r\n', 405, 'El método no está permitido'],
        // What nobody knows how to expect is left out of account.
        ['GET /api/v1/nada HTTP/1.1\r\nHost: encinos.test\r\nExpect: zzz\r\nConnection: close\r\n\r\n', 403, ''],
      ] as const) {
        const [head = '', body = ''] = (await exchange(port, bytes)).split('\r\n\r\n');
        expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.stringContaining(message) });
      }
    } finally {
      await other.close();
    }
  });

  it('is refused where a proxy might read another one in it', async () => {
    const other = await startApp();
    const target = '/healthz';
    const refused: [string, string][] = [
      ['two hosts', `GET ${target} HTTP/1.1\r\nHost: encinos.test\r\nHost: lagos.test\r\n`],
      ['the same host twice', `GET ${target} HTTP/1.1\r\nHost: a.test\r\nhost: a.test\r\n`],
      ['no host', `GET ${target} HTTP/1.1\r\n`],
      ['an empty host', `GET ${target} HTTP/1.1\r\nHost:\r\n`],
      ...[
        'a b',
        'a.test, b.test',
        'http://a.test',
        'a.test/x',
        'u@a.test',
        'a.test:x',
        'a.test:123456',
        'a.test:99999',
        '[::1',
        'ñ',
      ].map((host): [string, string] => [`host «${host}»`, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n`]),
      ['two hosts in HTTP/1.0', `GET ${target} HTTP/1.0\r\nHost: a.test\r\nHost: b.test\r\n`],
      ['another host in its address', `GET http://lagos.test${target} HTTP/1.1\r\nHost: encinos.test\r\n`],
      ['an address that is none', 'OPTIONS * HTTP/1.1\r\nHost: encinos.test\r\n'],
      ['two lengths', `POST ${target} HTTP/1.1\r\nHost: a.test\r\nContent-Length: 0\r\nContent-Length: 0\r\n`],
      ['a list of lengths', `POST ${target} HTTP/1.1\r\nHost: a.test\r\nContent-Length: 0, 0\r\n`],
      [
        'a length and chunks',
        `POST ${target} HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n`,
      ],
      [
        'two tokens',
        `GET ${target} HTTP/1.1\r\nHost: a.test\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n`,
      ],
    ];
    const answered: [string, string][] = [
      ['an address with its own host', `GET http://Encinos.test${target} HTTP/1.1\r\nHost: encinos.test\r\n`],
      ['an address of another number', `GET ${target} HTTP/1.1\r\nHost: [2001:db8::1]:3000\r\n`],
      ['a name of a local network', `GET ${target} HTTP/1.1\r\nHost: mi_equipo:3000\r\n`],
      ['HTTP/1.0 without a host', `GET ${target} HTTP/1.0\r\n`],
    ];
    try {
      await other.server.listen({ port: 0, host: '127.0.0.1' });
      const address = other.server.server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      for (const [name, head] of refused) {
        const answer = await exchange(port, `${head}Connection: close\r\n\r\n`);
        expect(answer, name).toMatch(/^HTTP\/1.1 400 /);
        expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''), name).toMatchObject({ success: false, errors: [] });
      }
      const packed = `POST ${target} HTTP/1.1\r\nHost: a.test\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n`;
      expect(await exchange(port, packed)).toMatch(/^HTTP\/1.1 415 [\s\S]*sin comprimir/);
      for (const [name, head] of answered) {
        expect(await exchange(port, `${head}Connection: close\r\n\r\n`), name).toMatch(/^HTTP\/1.1 200 [\s\S]*vivo/);
      }
    } finally {
      await other.close();
    }
  });
});

describe('the documents', () => {
  interface Operation {
    operationId: string;
    summary: string;
    tags: string[];
    'x-roles': string[];
    parameters: { name: string; in: string; required: boolean; schema: object }[];
    requestBody?: object;
    /** A session's token, or a device's key. */
    security?: Record<string, string[]>[];
    responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  }

  it('OpenAPI names every operation once, with its roles, parameters, body and answers', async () => {
    const response = await inject('/api/v1/openapi.json', {}, '10.0.0.7');
    expect(response.statusCode).toBe(200);
    const document = response.json() as {
      openapi: string;
      info: { version: string };
      paths: Record<string, Record<string, Operation>>;
    };
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '2.2.24']);
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    );
    const declared = [...ENDPOINTS, ...Object.values(contract)];
    expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      declared.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(declared.length);
    const names = ROLES.map(({ name }) => name as string);
    for (const operation of operations) {
      expect(operation.operationId).toMatch(/^[a-z0-9-]+$/);
      expect(operation.summary.length).toBeGreaterThan(5);
      expect(operation['x-roles'].every((role) => names.includes(role))).toBe(true);
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
        inPath,
      );
      expect(operation.requestBody !== undefined).toBe(operation.method === 'POST' || operation.method === 'PUT');
      expect(operation.responses['200']?.content).toBeDefined();
      expect(operation.responses['403'] === undefined).toBe(operation.security === undefined);
      const device = operation.security?.some((scheme) => 'dispositivo' in scheme || 'residente' in scheme) ?? false;
      expect(operation.security === undefined || device).toBe(operation['x-roles'].length === 0);
    }
    const references = [...response.body.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const target = reference
        .split('/')
        .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });

  it('the document and its page need a session where the configuration says so', async () => {
    const closed = await startApp({ apiDocs: 'sesion' });
    try {
      const authorization = `Bearer ${await closed.tokenOf('seguridad')}`;
      for (const url of ['/api/v1/openapi.json', '/api/docs']) {
        const ask = (headers: object) => closed.server.inject({ url, headers: { host: 'encinos.test', ...headers } });
        const denied = await ask({});
        expect([denied.statusCode, denied.json().success]).toEqual([403, false]);
        expect((await ask({ authorization: 'Bearer otro' })).statusCode).toBe(403);
        expect((await ask({ authorization })).statusCode).toBe(200);
      }
    } finally {
      await closed.close();
    }
  });

  it('/api/docs is a page without a script that tells every operation', async () => {
    const response = await inject('/api/docs');
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(response.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'$/,
    );
    expect(response.body).toContain('<html lang="es-MX">');
    expect(response.body).not.toMatch(/<script|undefined|\[object Object\]/);
    for (const { method, path } of ENDPOINTS) {
      expect(response.body).toContain(`<b>${method}</b><code>${path}</code>`);
    }
    for (const tag of new Set(ENDPOINTS.map((candidate) => candidate.area))) {
      expect(response.body).toContain(`<h2 id="${tag}">`);
    }
  });
});
