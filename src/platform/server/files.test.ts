import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileKey, localFiles } from './files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porton-archivos-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('keeps bytes under keys that the server makes, and leaves no half file', async () => {
  const files = localFiles(join(folder, 'archivos'));
  const key = fileKey('c_encinos', 'sancion');
  expect(await files.get(key)).toBeUndefined();
  await files.put(key, Uint8Array.from([1, 2, 3]));
  expect([...((await files.get(key)) ?? [])]).toEqual([1, 2, 3]);
  expect(await readdir(join(folder, 'archivos/c_encinos/sancion'))).toEqual([key.split('/')[2]]);
  await files.remove(key);
  expect(await files.get(key)).toBeUndefined();
  // One that is gone already is no fault.
  await files.remove(key);
});

it.each(['../llave', '/etc/passwd', 'c_encinos/sancion/../../llave', ''])('takes «%s» for no key', async (key) => {
  const files = localFiles(folder);
  await expect(async () => files.get(key)).rejects.toThrow(/not a key/);
  await expect(files.put(key, new Uint8Array(1))).rejects.toThrow(/not a key/);
  await expect(files.remove(key)).rejects.toThrow(/not a key/);
});
