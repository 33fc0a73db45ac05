/** A bucket of this process's own that speaks S3, with nothing in it. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Bucket } from '#platform/server/s3-files.ts';

export interface TestBucket extends Bucket {
  /** From here on nobody answers. */
  close(): Promise<void>;
  /** Removes what was kept. */
  remove(): Promise<void>;
}

export async function startBucket(): Promise<TestBucket> {
  const folder = await mkdtemp(join(tmpdir(), 'porton-cubeta-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'porton', configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/porton/archivos/`,
    region: 'us-east-1',
    // The double knows these only.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    close: () => server.close(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
