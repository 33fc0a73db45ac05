/** Forms with a file, and the turn in which files are read, over a real connection. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTestCertificate } from '#cfdi/server/certificate.ts';
import { INSTANTE, NOMBRE_EMISOR, RFC_EMISOR } from '#cfdi/testing.ts';
import { certificateThread, uploadThread } from '#platform/server/file-threads.ts';
import { callsOf } from '#platform/server/thread.ts';
import { appOfFile } from '../app.ts';
import { plainBook } from '../hostile-files.ts';

const ENCINOS = 'encinos.test';

let token: string;
const app = await appOfFile();
const port = Number(new URL(await app.server.listen({ host: '127.0.0.1', port: 0 })).port);
beforeAll(async () => {
  token = await app.tokenOf('superadmin', ENCINOS);
});
afterAll(async () => {
  uploadThread.end();
  certificateThread.end();
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);
const part = (boundary: string, name = 'file', file = 'a.png'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    PNG,
    Buffer.from('\r\n'),
  ]);
const form = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from('--x--\r\n')]);

async function send(payload: Buffer, type = 'multipart/form-data; boundary=x') {
  const reply = await app.server.inject({
    method: 'POST',
    url: '/api/v1/archivos/sancion',
    headers: { host: ENCINOS, authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  });
  return { status: reply.statusCode, ...reply.json<{ success: boolean; message: string }>() };
}

describe('a form with a file', () => {
  const BROKEN = 'El formulario del archivo está incompleto o dañado. Envíelo de nuevo';
  const ONE = 'Envíe un solo archivo, en el campo «file»';
  const whole = form(part('x'));

  it.each<[what: string, payload: Buffer, type: string | undefined, message: string]>([
    ['without a boundary', whole, 'multipart/form-data', BROKEN],
    ['of an empty boundary', whole, 'multipart/form-data; boundary=', BROKEN],
    ['of a boundary of 8,000 characters', whole, `multipart/form-data; boundary=${'x'.repeat(8_000)}`, BROKEN],
    ['of another boundary', whole, 'multipart/form-data; boundary=y', BROKEN],
    ['cut off in its head', whole.subarray(0, 40), undefined, BROKEN],
    ['cut off in its file', whole.subarray(0, -60), undefined, BROKEN],
    ['cut off after its file', whole.subarray(0, -6), undefined, BROKEN],
    ['that is none', Buffer.from('hola'), undefined, BROKEN],
    ['of two files', form(part('x'), part('x')), undefined, ONE],
    ['of five thousand files', form(...Array<Buffer>(5_000).fill(part('x'))), undefined, ONE],
    ['of a file beside its own', form(part('x'), part('x', 'otro')), undefined, ONE],
    [
      'of many fields',
      form(...Array<Buffer>(50).fill(Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'))),
      undefined,
      ONE,
    ],
    ['whose field is of every object', form(part('x', '__proto__')), undefined, BROKEN],
  ])('%s is refused with what is wrong', async (_what, payload, type, message) => {
    expect(await send(payload, type)).toMatchObject({ status: 400, success: false, message });
  });

  it('is taken whole, whatever its name', async () => {
    expect(await send(whole)).toMatchObject({ status: 200, success: true });
    expect(await send(form(part('x', 'file', `${'😀'.repeat(120)}.png`)))).toMatchObject({
      status: 200,
      success: true,
    });
    expect(await send(form(part('x', 'otro')))).toMatchObject({ status: 400, success: false });
  });
});

describe('reading files', () => {
  const calls = callsOf<typeof import('../../src/platform/server/thread.testing.ts')>(
    new URL('../../src/platform/server/thread.testing.ts', import.meta.url),
  );

  it('drops what nobody waits for, takes one more of each person and leaves certificates a thread of their own', async () => {
    const book = { name: 'a.xlsx', bytes: await plainBook([['REFERENCIA', 'MANTTO', 'FECHA PAGO']]) };
    const review = () => app.call('POST', '/importacion/revisar', { as: 'superadmin', file: book });
    const holding = new AbortController();
    const held = uploadThread.read(calls('spin'), { key: 'otro', closed: holding.signal }).catch(() => undefined);

    // One that is sent whole, and whose connection is closed while it waits.
    const payload = form(part('x'));
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/importacion/revisar HTTP/1.1\r\nHost: ${ENCINOS}\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${payload.length}\r\n\r\n`,
      );
      socket.write(payload);
    });
    await vi.waitFor(() => expect(uploadThread.waiting).toBe(1), 5_000);
    expect((await review()).body).toMatchObject({
      success: false,
      message: 'Ya hay archivos suyos en espera de leerse. Espere a que terminen e intente de nuevo',
    });
    socket.destroy();
    await vi.waitFor(() => expect(uploadThread.waiting).toBe(0), 5_000);

    const waiting = review();
    await vi.waitFor(() => expect(uploadThread.waiting).toBe(1), 5_000);
    const csd = await makeTestCertificate({ rfc: RFC_EMISOR, nombre: NOMBRE_EMISOR, ahora: INSTANTE });
    const saved = await app.call('POST', '/certificado/save', {
      as: 'superadmin',
      body: { cer: csd.cer.toString('base64'), llave: csd.llave.toString('base64'), contrasena: 'otra' },
    });
    expect(saved.body).toMatchObject({ success: false });
    expect(uploadThread.waiting).toBe(1);

    holding.abort();
    await held;
    expect((await waiting).status).toBe(200);
  });
});
