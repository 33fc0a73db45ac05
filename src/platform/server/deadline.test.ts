import { expect, it, vi } from 'vitest';
import { orAborted, whenClosed } from './deadline.ts';

it('hears of a signal once, also of one that was aborted before, and of none that was taken back', () => {
  const [before, after, back] = [vi.fn(), vi.fn(), vi.fn()];
  const controller = new AbortController();
  whenClosed(controller.signal, before);
  whenClosed(controller.signal, back)();
  controller.abort();
  whenClosed(controller.signal, after)();
  expect([before, after, back].map((act) => act.mock.calls.length)).toEqual([1, 1, 0]);
});

it('answers what the work answers, and fails as it fails', async () => {
  const { signal } = new AbortController();
  expect(await orAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(orAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

it('waits no longer than the signal, whether or not the work hears of it', async () => {
  const silent = new Promise<never>(() => undefined);
  const controller = new AbortController();
  const waiting = orAborted(silent, controller.signal);
  controller.abort(new Error('late'));
  await expect(waiting).rejects.toThrow('late');
  await expect(orAborted(silent, controller.signal)).rejects.toThrow('late');
  await expect(orAborted(silent, AbortSignal.timeout(1))).rejects.toMatchObject({ name: 'TimeoutError' });
});
