/**
 * Bad input: every answer has the right status and the Spanish envelope, nothing of the inside
 * shows, and whatever is stored afterwards would pass the contract's own validation again.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUES } from '#features/catalogos/definitions.ts';
import { configuracionSchema } from '#features/configuracion/contract.ts';
import { editUserSchema, roleSchema } from '#features/usuarios/contract.ts';
import { saveSchema } from '#platform/catalogue-contract.ts';
import { appOfFile, type Reply } from '../app.ts';
import {
  type AnyEndpoint,
  bodyFor,
  type Envelope,
  envelope,
  fingerprints,
  freshText,
  nameOf,
  pathFor,
  SESSION_ENDPOINTS,
  SESSION_TABLES,
} from './support.ts';

const app = await appOfFile();

/** What must never reach a client: stacks, SQL, driver and library names. */
const INSIDES =
  /at .+\.[cm]?[jt]s:\d|node_modules|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM)\b \w|postgres|kysely|fastify|FST_|ERR_|zod|syntax error|Unexpected token|c_encinos/i;

interface Raw {
  method?: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  url: string;
  payload?: string | Buffer;
  type?: string | null;
}

async function inject({ method = 'POST', url, payload, type = 'application/json' }: Raw): Promise<Reply> {
  const token = await app.tokenOf('superadmin');
  const response = await app.server.inject({
    method,
    url,
    headers: { host: 'encinos.test', authorization: `Bearer ${token}`, ...(type !== null && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });
  const body = response.headers['content-type']?.toString().includes('json') ? response.json() : response.body;
  return { status: response.statusCode, body, headers: response.headers };
}

function expectRefusal(reply: Reply, status: number, message?: string): Envelope {
  const body = envelope(reply);
  expect([reply.status, reply.body]).toEqual([
    status,
    {
      success: false,
      message: message ?? expect.stringMatching(/^[A-ZÁÉÍÓÚ«].{8,}/),
      ...(status === 400 && { errors: expect.any(Array) }),
    },
  ]);
  expect(JSON.stringify(body)).not.toMatch(INSIDES);
  return body;
}

const BANCO = '/api/v1/banco/save';

describe('a body', () => {
  it.each([
    ['cut short', '{"id": "", "name": "x'],
    ['with a trailing comma', '{"id": "", "name": "x",}'],
    ['that is no JSON', 'name=x'],
    ['with a comment', '{/* x */}'],
    ['with two values', '{}{}'],
    ['with a byte order mark inside', '{"id":"",\uFEFF"name":"x"}'],
    ['that is NaN', 'NaN'],
    ['with __proto__', '{"id": "", "name": "x", "__proto__": {"enabled": true}}'],
    ['with a constructor’s prototype', '{"id": "", "name": "x", "constructor": {"prototype": {"a": 1}}}'],
    ['with a deep __proto__', '{"id": "", "name": "x", "otro": [{"__proto__": {"a": 1}}]}'],
  ])('%s is 400', async (_what, payload) => {
    expectRefusal(await inject({ url: BANCO, payload }), 400, 'La petición no tiene un formato válido');
    expect(({} as Record<string, unknown>).enabled).toBeUndefined();
  });

  it.each(['null', '[]', '"texto"', '5', 'true', '[{"id":"","name":"x"}]', ''])(
    '%s in the place of an object is 400',
    async (payload) => {
      const { errors } = expectRefusal(
        await inject({ url: BANCO, payload }),
        400,
        'La petición tiene datos que corregir',
      );
      expect(errors).toEqual([
        {
          path: payload === '' || payload === 'null' ? 'name' : '',
          message: expect.stringMatching(/^(Campo Requerido|Se esperaba un objeto)$/),
        },
      ]);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'image/png',
  ])('of type %s is 415', async (type) => {
    const reply = await inject({ url: BANCO, payload: '{"id":"","name":"x"}', type });
    expectRefusal(reply, 415, 'El tipo de contenido no es válido; envíe JSON');
  });

  it('with a file above its endpoint’s limit is 413, which names the limit and what to do', async () => {
    const uploads = SESSION_ENDPOINTS.filter(({ upload }) => upload !== undefined);
    expect(uploads.length).toBeGreaterThan(8);
    for (const endpoint of uploads) {
      const { method, upload = { bytesMax: 0 } } = endpoint;
      const file = { name: 'grande.bin', bytes: new Uint8Array(upload.bytesMax + 1) };
      const reply = await app.call(method, pathFor(endpoint), { as: 'superadmin', file });
      const megabytes = `${upload.bytesMax / 1024 / 1024} MB`;
      expect([endpoint.path, reply.status, envelope(reply).message]).toEqual([
        ...[endpoint.path, 413, expect.stringMatching(new RegExp(`se reciben de hasta ${megabytes}\\. \\S`))],
      ]);
    }
  });

  it('of 2 MB is 413, and one just below the limit is read', async () => {
    const name = 'x'.repeat(2 * 1024 * 1024);
    expectRefusal(
      await inject({ url: BANCO, payload: JSON.stringify({ id: '', name }) }),
      413,
      'La petición es demasiado grande: se reciben de hasta 1 MB',
    );
    const reply = await inject({ url: BANCO, payload: JSON.stringify({ id: '', name: name.slice(0, 1_040_000) }) });
    expect(expectRefusal(reply, 400).errors).toEqual([
      { path: 'name', message: 'Debe tener como máximo 200 caracteres' },
    ]);
  });

  it('nested a hundred thousand times is answered', async () => {
    const reply = await inject({
      url: BANCO,
      payload: `{"id":"","name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    });
    expectRefusal(reply, 400);
  });

  it.each([
    ['raw', '{"id":"","name":"a\u0000b"}'],
    ['escaped', '{"id":"","name":"a\\u0000b"}'],
    ['in a key', '{"id":"","na\\u0000me":"x"}'],
  ])('with a NUL character (%s) is 400', async (_what, payload) => {
    expectRefusal(await inject({ url: BANCO, payload }), 400, 'El texto tiene caracteres que no se pueden guardar');
  });

  it.each([
    ['high', '{"id":"","name":"abc\\ud800"}'],
    ['low', '{"id":"","name":"abc\\udc00def"}'],
    ['reversed', '{"id":"","name":"\\uDE00\\uD83D"}'],
  ])('with a lone surrogate (%s), which is no character, is 400', async (_what, payload) => {
    expectRefusal(await inject({ url: BANCO, payload }), 400, 'El texto tiene caracteres que no se pueden guardar');
  });

  it('with escaped characters beyond the first plane is kept as it is', async () => {
    const reply = await inject({
      url: BANCO,
      payload: '{"id":"","name":"Banco \\uD83C\\uDFE0\\ud83d\\ude00 \\u00f1"}',
    });
    const { id } = envelope(reply).data as { id: number };
    expect((await app.call('GET', `/banco/get/${id}`, { as: 'superadmin' })).body).toMatchObject({
      data: { name: 'Banco 🏠😀 ñ' },
    });
  });

  it.each([
    [{ name: 5 }, 'name', 'Se esperaba un texto'],
    [{ name: { $ne: null } }, 'name', 'Se esperaba un texto'],
    [{ name: ['x'] }, 'name', 'Se esperaba un texto'],
    [{ name: true }, 'name', 'Se esperaba un texto'],
    [{ id: 'abc' }, 'id', 'El identificador no es válido'],
    [{ id: -1 }, 'id', 'El identificador no es válido'],
    [{ id: 1.5 }, 'id', 'El identificador no es válido'],
    [{ id: 2_147_483_648 }, 'id', 'El identificador no es válido'],
    [{ id: 1e308 }, 'id', 'El identificador no es válido'],
    [{ id: { id: 1 } }, 'id', 'El identificador no es válido'],
    [{ id: [1] }, 'id', 'El identificador no es válido'],
    [{ id: true }, 'id', 'El identificador no es válido'],
  ])('with %o is refused at %s: %s', async (changes, path, message) => {
    const reply = await inject({ url: BANCO, payload: JSON.stringify({ id: '', name: freshText(), ...changes }) });
    expect(expectRefusal(reply, 400).errors).toEqual([{ path, message }]);
  });

  it('with numbers beyond all numbers is 400', async () => {
    for (const monto of ['1e400', '-1e400', '123456789012345678901234567890', '1e21']) {
      const payload = `{"id":"","name":"${freshText()}","monto":${monto},"descripcion":""}`;
      expectRefusal(await inject({ url: '/api/v1/tipomulta/save', payload }), 400);
    }
  });

  it('may carry fields that the contract does not name: they change nothing', async () => {
    for (const catalogue of CATALOGUES) {
      const save = SESSION_ENDPOINTS.find(({ path }) => path === `/${catalogue.api}/save`) as AnyEndpoint;
      const extra = { xid: '1', created_at: '2000-01-01', role: 1, success: false, table: 'usuario', 'name; --': 'x' };
      const reply = await app.call('POST', pathFor(save), { as: 'superadmin', body: { ...bodyFor(save), ...extra } });
      expect(reply.body).toMatchObject({ success: true });
    }
  });
});

describe('an address', () => {
  it.each([
    ['/api/v1/banco/get/%00', 400],
    ['/api/v1/banco/get/1%00', 400],
    ['/api/v1/bitacora/allpaginable?referencia=a%00b', 400],
    ['/api/v1/banco/get/%E0%A4%A', 400],
    ['/api/v1/banco/get/%', 400],
    ['/api/v1/%ZZ', 400],
    ['/api/v1/banco/get/abc', 400],
    ['/api/v1/banco/get/0', 400],
    ['/api/v1/banco/get/-1', 400],
    ['/api/v1/banco/get/1.5', 400],
    ['/api/v1/banco/get/1%20OR%201=1', 400],
    ['/api/v1/banco/get/99999999999999999999', 400],
    ['/api/v1/banco/get/..%2F..%2Fetc%2Fpasswd', 400],
    ['/api/v1/banco/get/2147483647', 404],
    ['/api/v1/banco/get', 404],
    ['/api/v1/banco/get/1/2', 404],
    [`/api/v1/banco/get/${'9'.repeat(400)}`, 400],
    [`/api/v1/banco/get/${'9'.repeat(600)}`, 414],
    [`/api/v1/${'a/'.repeat(4000)}`, 404],
    [`/api/v1/bitacora/allpaginable?referencia=${'a'.repeat(5000)}`, 400],
    ['/api/v1/bitacora/allpaginable?page=1&page=2', 400],
    ['/api/v1/bitacora/allpaginable?size=1e9', 400],
    ['/api/v1/bitacora/allpaginable?__proto__=1&constructor=2', 200],
  ] as const)('$0 is $1', async (url, status) => {
    const reply = await inject({ method: 'GET', url, type: null });
    if (status === 200) expect(reply.status).toBe(200);
    else expectRefusal(reply, status);
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('with a body that no one asked for is answered as without it', async () => {
    const [banco] = (await app.call('GET', '/banco/all', { as: 'superadmin' })).body as { id: number }[];
    const reply = await inject({ method: 'GET', url: `/api/v1/banco/get/${banco?.id}`, payload: '{"id": 99}' });
    expect(reply.body).toMatchObject({ data: { id: banco?.id } });
  });
});

it('no refused request of these leaves a trace', async () => {
  const before = await fingerprints(app, 'c_encinos', SESSION_TABLES);
  for (const payload of ['{', '[]', '{"id":"","name":""}', '{"id":"x","name":"x"}', '{"id":"","name":"a\\u0000"}']) {
    expect((await inject({ url: BANCO, payload })).status).toBe(400);
  }
  expect(await fingerprints(app, 'c_encinos', SESSION_TABLES)).toEqual(before);
});

describe('random requests', () => {
  const RUNS = 6;
  const weird = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
    fc.constantFrom(
      '',
      ' ',
      'null',
      '0',
      '-1',
      '1e3',
      "'; DROP TABLE banco; --",
      'ñ'.repeat(300),
      '%',
      '\\',
      '\ud800',
      '🏠🏠',
      '½½½',
      '﷽',
    ),
    fc.integer(),
    fc.double(),
    fc.constantFrom(0, -0, 0.005, 1e21, 2 ** 53, null, true, [], {}, [[]], { id: 1 }, { id: '' }, { id: 2 ** 31 }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('1', '2', '3', '0', '-1', '2147483647', '2147483648', 'abc', "1' OR '1", '%', 'ñ', '\ud800'),
  );
  const segment = text.filter(
    (value) => value !== '' && !/^\.+$/.test(value) && value.isWellFormed() && !value.includes('\0'),
  );

  /** A request to the endpoint: an acceptable one, some of its fields replaced or removed, or anything at all. */
  function requests(endpoint: AnyEndpoint) {
    const sample = bodyFor(endpoint);
    const mutated = fc
      .dictionary(fc.constantFrom(...'x', ...Object.keys(sample ?? {})), fc.option(weird, { nil: undefined }), {
        maxKeys: 3,
      })
      .map((changes) => ({ ...bodyFor(endpoint), ...changes }));
    const queries = Object.keys((endpoint.query as { shape?: object }).shape ?? {});
    return fc.record({
      body: sample
        ? fc.oneof({ weight: 4, arbitrary: mutated }, { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> })
        : fc.constant(undefined),
      param: fc.oneof(fc.constantFrom('1', '2', '9', '50'), segment),
      query: fc.dictionary(queries.length > 0 ? fc.constantFrom(...queries) : fc.string({ maxLength: 5 }), text, {
        maxKeys: 4,
      }),
    });
  }

  async function send(
    endpoint: AnyEndpoint,
    { body, param, query }: { body: unknown; param: string; query: Record<string, string> },
  ) {
    const search = new URLSearchParams(query).toString();
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const url = `/api/v1${pathFor(endpoint, encodeURIComponent(param))}${search ? `?${search}` : ''}`;
    const reply = await inject({
      method: endpoint.method,
      url,
      ...payload,
      type: body === undefined ? null : 'application/json',
    });
    if (endpoint.path === '/security/logout') app.forgetTokens();
    return reply;
  }

  it('to every endpoint never fail: known statuses, the envelope, nothing of the inside', {
    timeout: 60_000,
  }, async () => {
    const deadline = performance.now() + 20_000;
    let sent = 0;
    for (const endpoint of SESSION_ENDPOINTS) {
      await fc.assert(
        fc.asyncProperty(requests(endpoint), async (request) => {
          const reply = await send(endpoint, request);
          sent += 1;
          if (reply.status === 200) return;
          if (
            ![
              400,
              404,
              413,
              414,
              429,
              ...(endpoint.roles === 'PUBLIC' ? [401] : []),
              ...(endpoint.upload ? [415] : []),
            ].includes(reply.status)
          ) {
            throw new Error(`${nameOf(endpoint)} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
          }
          expect(typeof envelope(reply).message).toBe('string');
          expect(JSON.stringify(reply.body)).not.toMatch(/node_modules|\.ts:\d|syntax error/);
        }),
        // A failure prints the seed and the smallest request; the time bound only ends the run, and is a failure before its first.
        {
          numRuns: RUNS,
          interruptAfterTimeLimit: Math.max(deadline - performance.now(), 5_000),
          markInterruptAsFailure: false,
        },
      );
    }
    expect(sent).toBeGreaterThan(SESSION_ENDPOINTS.length);
  });

  it('leave only rows that the contract’s own validation accepts', async () => {
    const get = async (path: string) => {
      const reply = await app.call('GET', path, { as: 'superadmin' });
      expect([path, reply.status]).toEqual([path, 200]);
      return reply.body;
    };
    let rows = 0;
    for (const catalogue of CATALOGUES) {
      const schema = saveSchema(catalogue);
      for (const { id } of (await get(`/${catalogue.api}/all`)) as { id: number }[]) {
        const { data } = (await get(`/${catalogue.api}/get/${id}`)) as { data: Record<string, unknown> };
        const parsed = schema.safeParse(data);
        expect([catalogue.api, data, parsed.error?.issues]).toEqual([catalogue.api, data, undefined]);
        // Stored as validation would store it again: trimmed, upper-cased, exact.
        expect(data).toMatchObject(parsed.data as object);
        rows += 1;
      }
    }
    for (const user of (await get('/user/all')) as { roles: { id: number }[] }[]) {
      expect([user, editUserSchema.safeParse({ ...user, role: user.roles[0]?.id }).error?.issues]).toEqual([
        user,
        undefined,
      ]);
    }
    for (const role of (await get('/role/all')) as object[]) expect(roleSchema.safeParse(role).success).toBe(true);
    const configuration = envelope(await app.call('GET', '/configuracionresidencial/get', { as: 'superadmin' })).data;
    expect(configuracionSchema.safeParse(configuration).success).toBe(true);
    expect(await get('/bitacora/allpaginable?size=100')).toMatchObject({ first: true });
    expect(rows).toBeGreaterThan(100);
  });
});
