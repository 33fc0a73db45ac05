import { afterAll, describe, expect, it } from 'vitest';
import { Refusal } from './errors.ts';
import { callsOf, Thread, ThreadFailed } from './thread.ts';

const calls = callsOf<typeof import('./thread.testing.ts')>(new URL('./thread.testing.ts', import.meta.url));
const options = { name: 'prueba', heapMiB: 64, callMs: 30_000, waitingMax: 2, busy: 'Espere un momento' };
const thread = new Thread(options);
const hasty = new Thread({ ...options, callMs: 300 });
afterAll(() => {
  thread.end();
  hasty.end();
});

// What takes all its memory and ends for want of work is tested with the thread of PDF documents.
describe('a thread', () => {
  it('gives what a function gives, and its refusals as refusals', async () => {
    expect(await thread.run(calls('twice', 21))).toBe(42);
    await expect(thread.run(calls('refuse'))).rejects.toThrow(new Refusal('No se puede'));
  });

  it('breaks off what does not come to an end', async () => {
    await expect(hasty.run(calls('spin'))).rejects.toThrow(ThreadFailed);
    expect(hasty.running).toBe(false);
  });

  it('fails a call whose result cannot be sent, and goes on', async () => {
    await expect(thread.run(calls('unsendable'))).rejects.toThrow(ThreadFailed);
    expect(await thread.run(calls('twice', 3))).toBe(6);
  });

  it('refuses more than may wait', async () => {
    const waiting = [1, 2, 3].map((n) => thread.run(calls('twice', n)));
    expect(() => thread.run(calls('twice', 4))).toThrow('Espere un momento');
    expect(await Promise.all(waiting)).toEqual([2, 4, 6]);
  });
});
