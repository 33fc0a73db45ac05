import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calmly } from './calmly.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('acts once for all who asked, when they are done', () => {
  const act = vi.fn();
  const { ask, isAsked } = calmly(act, { quietMs: 300, latestMs: 10_000 });
  for (let n = 0; n < 5; n += 1) {
    ask();
    vi.advanceTimersByTime(200);
  }
  expect(act).not.toHaveBeenCalled();
  expect(isAsked()).toBe(true);
  vi.advanceTimersByTime(100);
  expect(act).toHaveBeenCalledTimes(1);
  expect(isAsked()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(act).toHaveBeenCalledTimes(1);
  ask();
  vi.advanceTimersByTime(300);
  expect(act).toHaveBeenCalledTimes(2);
});

it('waits no longer than it may, however many go on', () => {
  const act = vi.fn();
  const { ask, isAsked } = calmly(act, { quietMs: 300, latestMs: 10_000 });
  for (let at = 0; at < 25_000; at += 100) {
    ask();
    vi.advanceTimersByTime(100);
  }
  expect(act).toHaveBeenCalledTimes(2);
  // Once it is late nobody is waited for, until there is calm.
  expect(isAsked()).toBe(false);
  vi.advanceTimersByTime(300);
  ask();
  expect(isAsked()).toBe(true);
});
