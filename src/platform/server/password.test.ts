import { expect, it } from 'vitest';
import { type Caller, Turns } from './password.ts';

/** Work that ends when it is told to, and in which order it began. */
function bench(places: number) {
  const turns = new Turns(places);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const refused: unknown[] = [];
  return {
    began,
    refused,
    take(account: string, known = true): void {
      const caller: Caller = { account, known };
      const work = () =>
        new Promise<void>((resolve) => {
          began.push(account);
          ends.push(resolve);
        });
      turns.take(caller, work).catch((error: unknown) => refused.push(error));
    },
    /** Ends what began first, and lets the next begin. */
    async end(): Promise<void> {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
    settled: () => new Promise(setImmediate),
  };
}

it('one account never has all places, whatever it asks for, and others take turns with it', async () => {
  const { take, began, end, settled } = bench(3);
  for (let n = 0; n < 30; n += 1) take('greedy');
  await settled();
  expect(began).toEqual(['greedy', 'greedy']);
  for (let n = 0; n < 3; n += 1) take('a');
  take('b');
  await settled();
  for (let n = 0; n < 5; n += 1) await end();
  expect(began).toEqual(['greedy', 'greedy', 'a', 'greedy', 'a', 'b', 'greedy', 'a']);
});

it('the known go before strangers; with two places an account has one', async () => {
  const { take, began, end, settled } = bench(2);
  take('x', false);
  take('y', false);
  take('z', false);
  take('own');
  take('own');
  await settled();
  await end();
  await end();
  await end();
  await end();
  expect(began).toEqual(['x', 'y', 'own', 'z', 'own']);
});

it('an account waits with 30 at most, and closes the waiting to nobody else', async () => {
  const { take, refused, began, end, settled } = bench(2);
  for (let n = 0; n < 350; n += 1) take('greedy');
  await settled();
  expect(refused).toHaveLength(350 - 31);
  expect(refused[0]).toMatchObject({ status: 503 });
  take('other');
  await settled();
  expect(began).toEqual(['greedy', 'other']);
  for (let n = 0; n < 31; n += 1) await end();
  expect(began).toHaveLength(32);
});
