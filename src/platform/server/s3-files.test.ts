import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultOfFiles, fileKey } from './files.ts';
import { type Bucket, s3Files } from './s3-files.ts';

let folder: string;
let server: S3rver;
let bucket: Bucket;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porton-cubeta-'));
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'porton', configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  bucket = {
    url: `http://127.0.0.1:${port}/porton/archivos/`,
    region: 'us-east-1',
    // The double knows these only.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('keeps bytes, gives them back, and forgets them', async () => {
  const files = s3Files(bucket);
  const key = fileKey('c_encinos', 'amenidad');
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
  expect(await files.get(key)).toBeUndefined();
  await files.put(key, bytes);
  expect(Buffer.from((await files.get(key)) ?? []).equals(bytes)).toBe(true);
  await files.remove(key);
  expect(await files.get(key)).toBeUndefined();
  // Once more, as a job that was interrupted does.
  await files.remove(key);
});

it('says what the bucket refused, and keeps nothing', async () => {
  const files = s3Files({ ...bucket, secretAccessKey: 'otra' });
  expect(await faultOfFiles(s3Files(bucket))).toBeUndefined();
  expect(await faultOfFiles(files)).toMatch(/answered 403/);
  const because = (text: string) => ({
    status: 503,
    cause: expect.objectContaining({ message: expect.stringContaining(text) }),
  });
  await expect(files.put(fileKey('c_encinos', 'amenidad'), Uint8Array.of(1))).rejects.toMatchObject(
    because('answered 403 to PUT'),
  );
  await expect(
    s3Files({ ...bucket, url: bucket.url.replace('/porton/', '/no-hay/') }).put('a/b/c', Uint8Array.of(1)),
  ).rejects.toMatchObject(because('404 to PUT'));
});
