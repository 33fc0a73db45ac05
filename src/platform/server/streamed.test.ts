import { expect, it } from 'vitest';
import type { Within } from './db.ts';
import { streamed } from './streamed.ts';

const within = ((work: (tx: never) => Promise<unknown>) => work(undefined as never)) as Within;

async function* chunks(count: number, bytes = 100): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n += 1) {
    await new Promise(setImmediate);
    yield new Uint8Array(bytes).fill(n);
  }
}

/** How many chunks come, read as fast as they can be. */
async function read(download: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  for await (const chunk of download) {
    expect(chunk[0]).toBe(count);
    count += 1;
  }
  return count;
}

it('gives all of it in order, at whatever pace it is read, and in turn to one after the other', async () => {
  expect(await read(streamed(within, () => chunks(50), 100_000))).toBe(50);
  const slow = streamed(within, () => chunks(50), 100_000);
  let count = 0;
  for await (const _ of slow) {
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(count).toBe(50);
});

it('breaks off the reader for whom most waits, and no other', async () => {
  const idle = streamed(within, () => chunks(20), 1_500);
  expect((await idle.next()).done).toBe(false);
  // Reads nothing more, and 1,900 bytes wait for it.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await read(streamed(within, () => chunks(40), 1_500))).toBe(40);
  await expect(idle.next()).rejects.toThrow('demasiado despacio');
});

it('has what fails fail the download, and ends what makes it when its reader goes', async () => {
  const failing = streamed(within, async function* () {
    yield new Uint8Array(1);
    throw new Error('no hay más');
  });
  expect((await failing.next()).done).toBe(false);
  await expect(failing.next()).rejects.toThrow('no hay más');

  let made = 0;
  const left = streamed(within, async function* () {
    for await (const chunk of chunks(1_000)) {
      made += 1;
      yield chunk;
    }
  });
  await left.next();
  await left.return(undefined);
  expect(made).toBeLessThan(10);
});
