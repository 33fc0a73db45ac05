import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readUpload, releaseUpload } from './uploads.ts';

const MIB = 1024 * 1024;

/** As much of a request as is looked at. */
function request(announced: number | undefined, bytes = 10): FastifyRequest {
  return {
    headers: { 'content-length': announced?.toString() },
    isMultipart: () => true,
    file: async () => ({ fieldname: 'file', filename: 'a.png', toBuffer: async () => Buffer.alloc(bytes) }),
  } as unknown as FastifyRequest;
}

describe('files in memory', () => {
  it('are of 128 MiB together, until their requests are answered', async () => {
    const held = [request(60 * MIB), request(60 * MIB)];
    for (const one of held) expect((await readUpload(one, 100 * MIB)).file?.bytes).toHaveLength(10);
    // One that does not say what it sends counts as all that it may send.
    const more = [request(20 * MIB), request(undefined)];
    for (const one of more) {
      await expect(readUpload(one, 20 * MIB)).rejects.toThrow(/Espere un momento/);
      // It has nothing to let go of.
      releaseUpload(one);
    }
    held.push(request(1));
    expect((await readUpload(held[2] as FastifyRequest, 20 * MIB)).file?.name).toBe('a.png');
    // Twice, which lets go of it once.
    for (let n = 0; n < 2; n += 1) releaseUpload(held[0] as FastifyRequest);
    held.push(request(60 * MIB));
    expect((await readUpload(held[3] as FastifyRequest, 100 * MIB)).file).toBeDefined();
    await expect(readUpload(request(60 * MIB), 100 * MIB)).rejects.toThrow(/Espere un momento/);
    for (const one of held) releaseUpload(one);
  });

  it('are of no more than an endpoint takes, whatever is announced', async () => {
    const one = request(10_000 * MIB);
    await expect(readUpload(one, MIB)).resolves.toBeDefined();
    releaseUpload(one);
  });
});
