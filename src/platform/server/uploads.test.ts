import { PassThrough, Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readJson, readUpload, releaseBody, requireFewValues, type Sender } from './uploads.ts';

const MIB = 1024 * 1024;

/** As much of a request as is looked at. */
function request(file: Readable): FastifyRequest {
  const part = Object.assign({ type: 'file', fieldname: 'file', filename: 'a.png' }, { file });
  return {
    headers: {},
    isMultipart: () => true,
    async *parts() {
      yield part;
    },
  } as unknown as FastifyRequest;
}
const mib = Buffer.alloc(MIB);
const sends = (mibs: number): FastifyRequest => request(Readable.from(Array<Buffer>(mibs).fill(mib)));

const sender = (key: string, isDevice = false): Sender => ({ key, isDevice, closed: new AbortController().signal });

const all: FastifyRequest[] = [];
const read = (from: FastifyRequest, by: Sender) => {
  all.push(from);
  return readUpload(from, 100 * MIB, by);
};
afterEach(() => {
  for (const one of all.splice(0)) releaseBody(one);
  vi.useRealTimers();
});

describe('files in memory', () => {
  it('are of a share of their sender, until their requests are answered', async () => {
    const [first, second] = [sends(20), sends(12)];
    expect((await read(first, sender('ana'))).file?.bytes).toHaveLength(20 * MIB);
    await read(second, sender('ana'));
    const more = sends(1);
    await expect(read(more, sender('ana'))).rejects.toThrow(/Está enviando muchos archivos/);
    await read(sends(1), sender('luis'));
    // It has nothing to let go of; twice lets go of it once.
    for (const one of [more, first, first]) releaseBody(one);
    await read(sends(20), sender('ana'));
    await expect(read(sends(1), sender('ana'))).rejects.toThrow(/Está enviando muchos archivos/);
  });

  it('are of 96 MiB of people together, and leave 32 to devices', async () => {
    for (const who of ['a', 'b', 'c']) await read(sends(32), sender(who));
    await expect(read(sends(1), sender('d'))).rejects.toThrow(/Se están recibiendo muchos archivos/);
    expect((await read(sends(5), sender('caseta', true))).file?.bytes).toHaveLength(5 * MIB);
  });

  it('cost nothing where they do not arrive, and are broken off where they stop arriving', async () => {
    vi.useFakeTimers();
    const streams = Array.from({ length: 200 }, () => new PassThrough());
    const waiting = streams.map((stream, n) =>
      read(request(stream), sender(`u${n % 2}`)).catch((e: Error) => e.message),
    );
    // All others have room meanwhile.
    for (const who of ['a', 'b', 'c']) await read(sends(32), sender(who));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(new Set(await Promise.all(waiting))).toEqual(
      new Set(['El archivo llega demasiado despacio. Revise su conexión e intente de nuevo']),
    );
  });

  it('may take their time where they go on arriving', async () => {
    vi.useFakeTimers();
    const stream = new PassThrough();
    const reading = read(request(stream), sender('ana'));
    for (let n = 0; n < 10; n += 1) {
      stream.write(Buffer.alloc(40_000));
      await vi.advanceTimersByTimeAsync(10_000);
    }
    stream.end();
    expect((await reading).file?.bytes).toHaveLength(400_000);
  });
});

describe('JSON in memory', () => {
  const body = { headers: {} } as FastifyRequest;
  const json = (stream: Readable, key = 'ana') => {
    const from = { ...body } as FastifyRequest;
    all.push(from);
    return readJson(from, stream, { key, isDevice: false, bytesMax: 100 * MIB });
  };

  it('shares the account of files, but for its first bytes', async () => {
    await json(Readable.from(Array<Buffer>(32).fill(Buffer.alloc(MIB, ' '))));
    await expect(json(Readable.from([Buffer.alloc(20 * 1024, ' ')]))).rejects.toThrow(/Está enviando muchos/);
    expect(await json(Readable.from([Buffer.from('{"monto":'), Buffer.from('1}')]))).toBe('{"monto":1}');
  });

  it('is read however it is cut, between characters or within them', async () => {
    const text = JSON.stringify({ nombre: 'Ñandú 🏠'.repeat(3_000) });
    const bytes = Buffer.from(text);
    const cuts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, n) => bytes.subarray(7 * n, 7 * n + 7));
    expect(await json(Readable.from(cuts), 'luis')).toBe(text);
  });

  it('is broken off where it stops arriving, and refused where it is cut off or too large', async () => {
    const cut = new PassThrough();
    const reading = json(cut).catch((error: Error) => error.message);
    cut.write('{"a":');
    cut.destroy();
    expect(await reading).toBe('La petición llegó incompleta. Envíela de nuevo');
    const small = readJson(body, Readable.from([Buffer.alloc(9)]), { key: 'ana', isDevice: false, bytesMax: 8 });
    await expect(small).rejects.toMatchObject({ statusCode: 413 });
    vi.useFakeTimers();
    const slow = json(new PassThrough()).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await slow).toMatch(/llega demasiado despacio/);
  });

  it('may be ten thousand deposits, with whatever signs in their notes', () => {
    const deposito = { id: 1, referencia: 'M01-L13', montoDepositado: 1, fechaPago: '2026-11-20', numero: 1 };
    const rows = Array.from({ length: 10_000 }, () => ({
      ...deposito,
      observacion: '[{,:"\\'.repeat(50),
      confirmado: true,
    }));
    expect(() => requireFewValues(Buffer.from(JSON.stringify({ caja: { id: 1 }, rows })))).not.toThrow();
  });
});
