/** The watch over the disk, with a disk of paper. */
import { expect, it } from 'vitest';
import { isDiskFull, watchDisk } from './disk.ts';
import { Unavailable } from './errors.ts';

it('is low below the reserve, tells each change once, and looks again by itself', async () => {
  let free = 99;
  const told: boolean[] = [];
  const disk = await watchDisk({
    folder: '/',
    reserveBytes: 100,
    free: async () => free,
    onChange: (low) => told.push(low),
  });
  expect(disk.low).toBe(true);
  free = 100;
  await expect.poll(() => disk.low).toBe(false);
  free = 0;
  await expect.poll(() => disk.low).toBe(true);
  disk.stop();
  expect(told).toEqual([true, false, true]);
});

it('refuses nothing without a reserve, nor where the disk cannot be asked', async () => {
  const silent = () => undefined;
  const none = await watchDisk({ folder: '/', reserveBytes: 0, free: async () => 0, onChange: silent });
  const unknown = await watchDisk({
    folder: '/',
    reserveBytes: 100,
    free: () => Promise.reject(new Error('no')),
    onChange: silent,
  });
  expect([none.low, unknown.low]).toEqual([false, false]);
  none.stop();
  unknown.stop();
});

it('a real disk has some room', async () => {
  const disk = await watchDisk({ folder: import.meta.dirname, reserveBytes: 1, onChange: () => undefined });
  expect(disk.low).toBe(false);
  disk.stop();
});

it('knows a full disk behind another error', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  expect(isDiskFull(new Unavailable('No se pudo', { cause: full }))).toBe(true);
  expect(isDiskFull(new Error('write'))).toBe(false);
});
