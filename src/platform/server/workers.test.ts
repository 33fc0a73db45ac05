import { expect, it } from 'vitest';
import { forEach } from './workers.ts';

it('works on as many at a time as it may, on each once', async () => {
  const done: number[] = [];
  let atOnce = 0;
  let most = 0;
  await forEach([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise(setImmediate);
    atOnce -= 1;
    done.push(item);
  });
  expect(most).toBe(3);
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('begins nothing after an error, and waits for what is under way before it throws', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const slow = Promise.withResolvers<void>();
  const all = forEach([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error('broken');
    await slow.promise;
    ended.push(item);
  });
  let thrown = false;
  all.catch(() => {
    thrown = true;
  });
  await new Promise(setImmediate);
  expect(thrown).toBe(false);
  slow.resolve();
  await expect(all).rejects.toThrow('broken');
  expect(begun).toEqual([1, 2]);
  expect(ended).toEqual([1]);
});
