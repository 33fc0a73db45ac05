/** Deny by default: every declared endpoint against no session, a false one, and each of the eight roles. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Guard, passes, rolesOf } from '#platform/roles.ts';
import { appOfFile, type TestApp } from '../app.ts';
import {
  type AnyEndpoint,
  DEMO_USERS,
  DENIED,
  deniedOf,
  ENDPOINTS,
  fingerprints,
  nameOf,
  pathFor,
  payloadFor,
  SESSION_TABLES,
  USERNAMES,
} from './support.ts';

const app = await appOfFile();

const GUARDED = ENDPOINTS.filter((endpoint) => endpoint.roles !== 'PUBLIC');
const GARBAGE = 'A'.repeat(43);

function send(endpoint: AnyEndpoint, options: Parameters<TestApp['call']>[2]) {
  return app.call(endpoint.method, pathFor(endpoint), { ...options, ...payloadFor(endpoint) });
}

it('only roles that can send with a key ask what became of it and give it up, and only with a session is written below the reserve', () => {
  const withKeys = new Set(ENDPOINTS.filter(({ idempotent }) => idempotent).flatMap(({ roles }) => rolesOf(roles)));
  for (const { path, roles } of ENDPOINTS.filter((endpoint) => endpoint.path.startsWith('/security/peticion/'))) {
    expect([path, new Set(rolesOf(roles))]).toEqual([path, withKeys]);
  }
  // A read that the log tells of writes a row each, which a test of its own looks at. Each other is bounded by what it
  // ends or counts: attempts, or sessions.
  const written = ENDPOINTS.filter(({ method, evenWithDiskShort }) => evenWithDiskShort && method !== 'GET');
  expect(written.map(nameOf)).toEqual([
    'POST /security/login',
    'POST /security/logout',
    'POST /security/password',
    'POST /security/factor/entrar',
    'POST /security/factor/llave/reto',
  ]);
});

it('every endpoint without a session answers 403 and writes nothing; only sign-in is public, what a provider signs, and the link of a letter', async () => {
  const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
  for (const endpoint of GUARDED) {
    const reply = await send(endpoint, {});
    expect([nameOf(endpoint), reply.status, reply.body]).toEqual([nameOf(endpoint), 403, deniedOf(endpoint)]);
  }
  expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
  expect(ENDPOINTS.filter((endpoint) => endpoint.roles === 'PUBLIC').map(nameOf)).toEqual([
    'POST /security/login',
    // With the code that another community gave, which says who comes.
    'POST /empresa/entrar',
    'POST /avisodeposito/recibir/{id}',
    'GET /informe/{token}',
  ]);
});

it.each([
  ['an unknown token', { authorization: `Bearer ${GARBAGE}` }],
  ['a token of another form', { authorization: 'Bearer null' }],
  ['another scheme', { authorization: 'Basic c3VwZXJhZG1pbjpEZW1vLTIwMjYtcG9ydG9u' }],
  ['an empty header', { authorization: '' }],
])('every endpoint with %s answers 403', async (_what, headers) => {
  for (const endpoint of GUARDED) {
    const reply = await send(endpoint, { headers });
    expect([nameOf(endpoint), reply.status, reply.body]).toEqual([nameOf(endpoint), 403, deniedOf(endpoint)]);
  }
});

it('a role that may not gets 403 with the envelope, and nothing is written', async () => {
  for (const user of USERNAMES) await app.tokenOf(user);
  const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
  let pairs = 0;
  for (const endpoint of GUARDED) {
    for (const user of USERNAMES.filter((name) => !passes(endpoint.roles, DEMO_USERS[name]))) {
      const reply = await send(endpoint, { as: user });
      expect([nameOf(endpoint), user, reply.status, reply.body]).toEqual([
        nameOf(endpoint),
        user,
        403,
        deniedOf(endpoint),
      ]);
      pairs += 1;
    }
  }
  expect(pairs).toBeGreaterThan(GUARDED.length * 3);
  expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
});

// By far the most requests of these, among them what copies a whole community: it has the time of six.
it('a role that may is never answered 403', async () => {
  const endsSessions = ['/security/logout', '/user/resetpassword'];
  for (const endpoint of GUARDED) {
    for (const user of USERNAMES.filter((name) => passes(endpoint.roles, DEMO_USERS[name]))) {
      const { status } = await send(endpoint, { as: user });
      expect([nameOf(endpoint), user, status === 200 || status === 404]).toEqual([nameOf(endpoint), user, true]);
      if (endsSessions.includes(endpoint.path)) app.forgetTokens();
    }
  }
}, 180_000);

it('a role that no guard names may sign in, use its own session, and nothing else', async () => {
  const saved = await app.call('POST', '/role/save', { as: 'superadmin', body: { id: '', name: 'Visitante' } });
  const role = (saved.body as { data: { id: number } }).data.id;
  const person = {
    name: 'Eva',
    last_name: 'Luna',
    email: 'eva@prueba.mx',
    username: 'eva',
    password: 'Clave-2026-eva',
  };
  await app.call('POST', '/user/save', { as: 'superadmin', body: { ...person, id: '', role, enabled: true } });
  const token = await app.login('eva', { password: person.password });
  const own = new Set<Guard>(['SESION', 'FACTOR', 'ALTA']);
  for (const endpoint of GUARDED.filter(({ roles }) => !own.has(roles))) {
    expect([nameOf(endpoint), (await send(endpoint, { token })).status]).toEqual([nameOf(endpoint), 403]);
  }
  expect((await app.call('GET', '/security/session', { token })).body).toMatchObject({
    data: { username: 'eva', role: 'Visitante' },
  });
  const nueva = 'Clave-2027-eva';
  const changed = await app.call('POST', '/security/password', {
    token,
    body: { actual: person.password, nueva, confirmacion: nueva },
  });
  expect(changed.body).toMatchObject({ success: true });
  expect((await app.call('POST', '/security/logout', { token, body: {} })).status).toBe(200);
  expect((await app.call('GET', '/security/session', { token })).status).toBe(403);
});

describe('addresses that no endpoint declares', () => {
  /** Another endpoint may have the same address under a parameter: POST /archivos/sancion, GET /archivos/{id}. */
  const answersTo = ({ path }: AnyEndpoint, address: string) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address);

  it('are 403 without a session, whatever their body, and 404 with one', async () => {
    for (const path of ['/nada', '/banco', '/banco/all/1', '/user/all/../all2', '/']) {
      expect((await app.call('GET', path)).body).toEqual(DENIED);
      const known = await app.call('GET', path, { as: 'seguridad' });
      expect([known.status, known.body]).toEqual([404, { success: false, message: 'No existe esa dirección' }]);
    }
    const malformed = await app.server.inject({
      method: 'POST',
      url: '/api/v1/nada',
      headers: { host: 'encinos.test', 'content-type': 'application/json' },
      payload: '{"rota',
    });
    expect(malformed.statusCode).toBe(403);
  });

  it('a wrong method is 405 with the allowed ones, and 403 without a session', async () => {
    const wrong = { GET: 'POST', POST: 'GET', DELETE: 'POST', PUT: 'GET' } as const;
    for (const endpoint of ENDPOINTS) {
      const method = wrong[endpoint.method];
      const path = pathFor(endpoint);
      const allowed = new Set(
        [endpoint, ...ENDPOINTS.filter((other) => answersTo(other, path))].map((one) => one.method),
      );
      if (allowed.has(method)) continue;
      const reply = await app.call(method, path, {
        as: 'superadmin',
        ...(method === 'POST' && { body: {} }),
      });
      expect([nameOf(endpoint), reply.status, reply.body]).toEqual([
        nameOf(endpoint),
        405,
        { success: false, message: 'El método no está permitido en esta dirección' },
      ]);
      expect(new Set(String(reply.headers.allow).split(', '))).toEqual(allowed);
      expect((await app.call(method, path)).status).toBe(403);
    }
  });
});

describe('the specification', () => {
  const table = (path: string) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
  const contract = (name: string) => fileURLToPath(new URL(`../contract/${name}`, import.meta.url));
  const AREAS = ['seguridad', 'usuarios', 'configuracion', 'bitacora', 'catalogos'];
  const PATHS = /^\/(reglas|tipomulta|tipocuota|tipomotivocancelacion|tiporelacionfactura)\//;
  const normal = (method: string, path: string) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`;

  it('names no endpoint of these areas that does not exist or has other roles', async () => {
    const document = (await app.call('GET', '/openapi.json')).body as {
      servers: { url: string }[];
      paths: Record<string, Record<string, { 'x-roles': string[] }>>;
    };
    expect(document.servers[0]?.url).toBe('/api/v1');
    const found = new Map(
      Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(
          ([method, operation]) => [normal(method.toUpperCase(), path), operation['x-roles'].toSorted()] as const,
        ),
      ),
    );
    const asked = table(contract('endpoints.tsv')).filter(
      ([area = '', , path = '']) => AREAS.includes(area) || PATHS.test(path),
    );
    expect(asked.length).toBeGreaterThan(60);
    const want = asked.map(([, method = '', path = '', letters = '']) => [
      normal(method, path),
      rolesOf(letters as Guard).toSorted(),
    ]);
    expect(want.map(([name]) => [name, found.get(name as string)])).toEqual(want);
  });

  it.each(['endpoints.tsv', 'routes.tsv'])('%s here is the specification’s own', (name) => {
    const original = fileURLToPath(new URL(`../../../shared/spec/${name}`, import.meta.url));
    if (!existsSync(original)) {
      console.info(`sin la especificación al lado: ${name} no se comparó`);
      return;
    }
    expect(readFileSync(contract(name), 'utf8')).toBe(readFileSync(original, 'utf8'));
  });
});
