/** How answers travel: gzip for large JSON, for whoever accepts it, and everything else as it is. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { endpoint, file, list, nested, raw } from '#platform/endpoint.ts';
import { PUBLIC } from '#platform/roles.ts';
import { acceptsGzip } from '#platform/server/compression.ts';
import { register } from '#platform/server/context.ts';
import { packedRows } from '#platform/server/long-answers.ts';
import { z } from '#platform/zod.ts';
import { REGISTRATIONS } from '../../src/features.ts';
import { appOfFile } from '../app.ts';

const common = { method: 'GET', roles: 'ABCDEFG', area: 'prueba', summary: 'Para estas pruebas.' } as const;
const rows = Array.from({ length: 2_000 }, (_, i) => ({ id: i, name: `Íñigo Peña ${i}` }));
const bytes = Buffer.from('Contenido que se deja comprimir. '.repeat(500));
/** As JSON with its quotation marks it takes this many bytes; in characters it is half as long. */
const text = (size: number) => `${'ñ'.repeat((size - 2) >> 1)}${'n'.repeat(size % 2)}`;

/** Whatever JSON has to write otherwise. */
const HARD = 'Íñigo "Peña" \\n \\ \n\t\u0001 \u2028 😀 ';

const contract = {
  large: endpoint({
    ...common,
    path: '/prueba/grande',
    answer: list(z.object({ id: z.number(), name: z.string() })),
  }),
  sized: endpoint({
    ...common,
    path: '/prueba/medida/{size}',
    params: z.object({ size: z.coerce.number() }),
    answer: raw(z.string()),
  }),
  open: endpoint({ ...common, roles: PUBLIC, path: '/prueba/abierta', answer: raw(z.string()) }),
  packed: endpoint({
    ...common,
    path: '/prueba/empacada/{sized}/{kind}',
    params: z.object({ sized: z.coerce.number(), kind: z.string() }),
    answer: nested(z.array(z.object({ id: z.number(), name: z.string(), pago: z.number() }))),
  }),
  bytes: endpoint({ ...common, path: '/prueba/bytes', answer: file('application/octet-stream') }),
  stream: endpoint({ ...common, path: '/prueba/flujo', answer: file('application/json') }),
};

const own = register(contract, {
  large: async () => rows.map((row) => ({ ...row, secreto: 'no sale' })),
  sized: async ({ params }) => text(params.size),
  open: async () => text(5_000),
  packed: ({ params: { sized, kind }, ctx }) =>
    packedRows(
      ctx.tx,
      contract.packed.answer,
      sql`SELECT g AS id, ${HARD} || g AS name, ${kind === 'fails' ? sql`1 / (1500 - g)` : sql`g * 0.01`} AS pago
        ${kind === 'tells' ? sql`, 'no sale' AS secreto` : sql``} FROM generate_series(1, ${sized}::int) g`,
    ),
  bytes: async () => ({ name: 'a.bin', content: bytes }),
  stream: async () => ({ name: 'a.json', content: Readable.from([bytes, bytes]) }),
});

const app = await appOfFile({ registrations: [...REGISTRATIONS, own] });

async function get(path: string, accepted?: string) {
  const { statusCode, headers, rawPayload } = await app.server.inject({
    url: `/api/v1${path}`,
    headers: {
      host: 'encinos.test',
      authorization: `Bearer ${await app.tokenOf('tags')}`,
      ...(accepted !== undefined && { 'accept-encoding': accepted }),
    },
  });
  const { vary, 'content-encoding': coding, 'content-length': length, 'content-type': type } = headers;
  return { status: statusCode, coding, vary, length: Number(length), type, bytes: rawPayload };
}

describe('a large list', () => {
  it('is gzip when that is accepted, with its length, and says what it depends on', async () => {
    const reply = await get('/prueba/grande', 'gzip, deflate, br, zstd');
    expect(reply).toMatchObject({
      status: 200,
      coding: 'gzip',
      vary: 'Accept-Encoding',
      length: reply.bytes.length,
      type: 'application/json; charset=utf-8',
    });
    expect(JSON.parse(gunzipSync(reply.bytes).toString())).toEqual(rows);
    expect(reply.bytes.length).toBeLessThan(JSON.stringify(rows).length / 3);
  });

  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', '*;q=0'])(
    'is plain for Accept-Encoding %s',
    async (accepted) => {
      const reply = await get('/prueba/grande', accepted);
      expect(reply).toMatchObject({ status: 200, coding: undefined, vary: 'Accept-Encoding' });
      expect(JSON.parse(reply.bytes.toString())).toEqual(rows);
    },
  );

  it('arrives whole over a connection, in either form', async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.server.address() as AddressInfo;
    const token = await app.tokenOf('tags');
    const read = (accepted: string) =>
      new Promise<Buffer>((resolve, reject) => {
        const headers = { host: 'encinos.test', authorization: `Bearer ${token}`, 'accept-encoding': accepted };
        request({ port, path: '/api/v1/prueba/grande', headers }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => resolve(Buffer.concat(parts)));
        })
          .on('error', reject)
          .end();
      });
    expect(JSON.parse(gunzipSync(await read('gzip')).toString())).toEqual(rows);
    expect(JSON.parse((await read('identity')).toString())).toEqual(rows);
  });
});

describe('a list that the database writes', () => {
  it.each([0, 1, 20_000])('of %s rows is one answer to whoever takes gzip and to whoever does not', async (sized) => {
    const data = Array.from({ length: sized }, (_, i) => ({ id: i + 1, name: `${HARD}${i + 1}`, pago: (i + 1) / 100 }));
    const packed = await get(`/prueba/empacada/${sized}/whole`, 'gzip');
    expect(packed).toMatchObject({
      ...{ status: 200, coding: 'gzip', vary: 'Accept-Encoding' },
      ...{ length: packed.bytes.length, type: 'application/json; charset=utf-8' },
    });
    expect(JSON.parse(gunzipSync(packed.bytes).toString())).toEqual({ success: true, data: { data } });
    const plain = await get(`/prueba/empacada/${sized}/whole`);
    expect(plain).toMatchObject({ status: 200, coding: undefined, vary: 'Accept-Encoding' });
    expect(JSON.parse(plain.bytes.toString())).toEqual({ success: true, data: { data } });
  });

  it('is none where a row has what the contract does not name, or its query fails midway', async () => {
    for (const kind of ['tells', 'fails']) {
      const reply = await get(`/prueba/empacada/2000/${kind}`, 'gzip');
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.coding).toBeUndefined();
      expect(reply.bytes.toString()).not.toContain('Peña');
    }
    expect(await get('/prueba/empacada/1/whole')).toMatchObject({ status: 200 });
  });
});

describe('what stays as it is though gzip is accepted', () => {
  it('is an answer below 1 KiB, counted in bytes', async () => {
    expect(await get('/prueba/medida/1023', 'gzip')).toMatchObject({
      length: 1023,
      coding: undefined,
      vary: undefined,
    });
    expect(await get('/prueba/medida/1024', 'gzip')).toMatchObject({ coding: 'gzip' });
  });

  it('is what an endpoint without a session answers, such as the token of the sign-in', async () => {
    expect(await get('/prueba/abierta', 'gzip')).toMatchObject({ status: 200, length: 5000, coding: undefined });
  });

  it.each([
    ['/prueba/bytes', bytes],
    ['/prueba/flujo', Buffer.concat([bytes, bytes])],
  ])('is the download %s', async (path, content) => {
    const reply = await get(path, 'gzip');
    expect([reply.status, reply.coding, reply.bytes.equals(content)]).toEqual([200, undefined, true]);
  });
});

describe('Accept-Encoding', () => {
  it.each([
    ['gzip', true],
    ['GZIP;Q=0.5', true],
    ['x-gzip', true],
    ['*', true],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
    ['gzip;q=0, *', false],
    ['identity, gzip;q=0.5', false],
    ['gzip;q=mucho', false],
    ['gzip;q=-1', false],
    [', ;', false],
  ])('%s takes gzip: %s', (header, takes) => {
    expect(acceptsGzip(header)).toBe(takes);
  });
});
