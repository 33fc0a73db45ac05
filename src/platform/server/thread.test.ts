import { afterAll, describe, expect, it } from 'vitest';
import { Refusal } from './errors.ts';
import { callsOf, Thread, ThreadFailed, ThreadStarved } from './thread.ts';

const calls = callsOf<typeof import('./thread.testing.ts')>(new URL('./thread.testing.ts', import.meta.url));
const options = {
  name: 'prueba',
  heapMiB: 64,
  callMs: 30_000,
  waitingMax: 2,
  busy: 'Espere un momento',
  busyOwn: 'Ya espera otro',
};
const thread = new Thread(options);
const hasty = new Thread({ ...options, callMs: 300, clockMs: 30_000 });
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

  it('counts the processor’s time, and tells who had hardly any by the clock', async () => {
    const patient = new Thread({ ...options, callMs: 1_000, clockMs: 30_000 });
    const starved = new Thread({ ...options, clockMs: 300 });
    try {
      expect(await patient.run(calls('rest', 1_200))).toBe('timed-out');
      await expect(starved.run(calls('rest', 60_000))).rejects.toThrow(ThreadStarved);
      const spun: unknown = await hasty.run(calls('spin')).catch((error: unknown) => error);
      expect(spun).toBeInstanceOf(ThreadFailed);
    } finally {
      patient.end();
      starved.end();
    }
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

  it('does what is patient after everybody else, and refuses none of it', async () => {
    const order: number[] = [];
    const patiently = (n: number) =>
      thread.run(calls('twice', n), undefined, { patient: true }).then(() => order.push(n));
    const first = thread.run(calls('twice', 0));
    const patient = [1, 2, 3, 4].map(patiently);
    const others = [5, 6].map((n) => thread.run(calls('twice', n)).then(() => order.push(n)));
    await Promise.all([first, ...patient, ...others]);
    expect(order).toEqual([5, 6, 1, 2, 3, 4]);
  });

  it('does one call of each asker and lets one of his wait', async () => {
    const { signal } = new AbortController();
    const ana = { key: 'ana', closed: signal };
    const own = [1, 2].map((n) => thread.run(calls('twice', n), ana));
    expect(() => thread.run(calls('twice', 3), ana)).toThrow('Ya espera otro');
    const other = thread.run(calls('twice', 4), { key: 'luis', closed: signal });
    expect(await Promise.all([...own, other])).toEqual([2, 4, 8]);
  });

  it('does not do, or go on doing, what nobody waits for', async () => {
    const [running, waiting, gone] = [1, 2, 3].map(() => new AbortController()) as [
      AbortController,
      AbortController,
      AbortController,
    ];
    const spinning = thread.run(calls('spin'), { key: 'a', closed: running.signal });
    const dropped = thread.run(calls('spin'), { key: 'b', closed: waiting.signal });
    const other = thread.run(calls('twice', 5), { key: 'c', closed: new AbortController().signal });
    const refused = [spinning, dropped].map((one) => expect(one).rejects.toThrow(ThreadFailed));
    waiting.abort();
    running.abort();
    expect(await other).toBe(10);
    await Promise.all(refused);
    gone.abort();
    await expect(thread.run(calls('spin'), { key: 'a', closed: gone.signal })).rejects.toThrow(ThreadFailed);
  });
});
