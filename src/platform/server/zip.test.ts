import { strFromU8, strToU8, unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { entryName, type ZipEntry, zipOf } from './zip.ts';

async function* from(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

async function bytesOf(entries: AsyncIterable<ZipEntry>, at?: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipOf(entries, at)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

it('holds every entry under its name, none too', async () => {
  const entries = [
    { name: 'A-1_Ñandú.xml', content: strToU8('<a/>') },
    { name: 'A-2.pdf', content: new Uint8Array(200_000).fill(7) },
  ];
  const found = unzipSync(await bytesOf(from(entries)));
  expect(Object.keys(found)).toEqual(['A-1_Ñandú.xml', 'A-2.pdf']);
  expect(strFromU8(found['A-1_Ñandú.xml'] ?? new Uint8Array())).toBe('<a/>');
  expect(found['A-2.pdf']).toHaveLength(200_000);
  expect(unzipSync(await bytesOf(from([])))).toEqual({});
});

it('is sent while it is made, and ends with what its entries end with', async () => {
  async function* failing(): AsyncGenerator<ZipEntry> {
    yield { name: 'uno', content: strToU8('1') };
    throw new Error('se cortó');
  }
  const zip = zipOf(failing());
  expect((await zip.next()).value).toBeInstanceOf(Uint8Array);
  await expect(async () => {
    for await (const _ of zip);
  }).rejects.toThrow('se cortó');
});

it('names entries so that they can be written to a disk', () => {
  expect(entryName('A-1_Ñandú', '.xml')).toBe('A-1_Ñandú.xml');
  for (const stem of ['a'.repeat(300), 'ñ'.repeat(300), '😀'.repeat(100), `A-1 ${'é'.repeat(250)}`]) {
    const name = entryName(stem, '_acuse.xml');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(Buffer.byteLength(name)).toBeGreaterThan(250);
    expect(name.isWellFormed()).toBe(true);
    expect(name).toMatch(/_acuse\.xml$/);
  }
});

it('is the same bytes whenever it is made, where it is told when that was', async () => {
  const made = () => bytesOf(from([{ name: 'uno.txt', content: strToU8('uno') }]), '2026-10-05T10:40:00');
  vi.useFakeTimers({ now: new Date('2026-10-05T12:00:00Z') });
  const first = await made();
  vi.setSystemTime(new Date('2031-02-03T04:05:06Z'));
  expect(Buffer.from(await made()).equals(Buffer.from(first))).toBe(true);
  vi.useRealTimers();
});
