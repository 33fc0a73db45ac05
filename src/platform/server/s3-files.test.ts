import { type AddressInfo, createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBucket, type TestBucket } from '#test/bucket.ts';
import { faultOfFiles, fileKey } from './files.ts';
import { s3Files } from './s3-files.ts';

/** What collects all memory that nothing refers to. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

let bucket: TestBucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.close();
  await bucket.remove();
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

it('waits for no bucket that keeps silent, however often memory is collected meanwhile', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const files = s3Files({ ...bucket, url: `http://127.0.0.1:${port}/porton` }, 300);
  const key = fileKey('c_encinos', 'amenidad');
  const collect = collector();
  const collecting = setInterval(collect, 20);
  try {
    const answers = await Promise.allSettled([
      files.put(key, Buffer.alloc(300_000)),
      files.get(key),
      files.remove(key),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { status: 503 } });
  } finally {
    clearInterval(collecting);
    silent.close();
  }
});
