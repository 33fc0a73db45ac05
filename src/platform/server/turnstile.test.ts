import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Turnstile } from './turnstile.ts';

const PATIENCE = 100;

/** Work that ends when it is told to, and the order in which such works began. */
function works() {
  const began: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    began,
    start: (name: string) => () => {
      began.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

describe('the turnstile', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('lets in as many as there are places, and the others in the order in which they came', async () => {
    const turnstile = new Turnstile(2, PATIENCE);
    const { began, start, end } = works();
    const passed = ['a', 'b', 'c', 'd'].map((name) => turnstile.pass(start(name)));
    await vi.advanceTimersByTimeAsync(0);
    expect(began).toEqual(['a', 'b']);
    expect(turnstile.waiting).toBe(2);
    end('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(began).toEqual(['a', 'b', 'c']);
    end('a');
    await vi.advanceTimersByTimeAsync(0);
    end('c');
    end('d');
    expect(await Promise.all(passed)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('waits for nobody who takes long, and never lets in more for it afterwards', async () => {
    const turnstile = new Turnstile(1, PATIENCE);
    const { began, start, end } = works();
    const slow = turnstile.pass(start('slow'));
    const next = turnstile.pass(start('next'));
    await vi.advanceTimersByTimeAsync(PATIENCE - 1);
    expect(began).toEqual(['slow']);
    await vi.advanceTimersByTimeAsync(1);
    expect(began).toEqual(['slow', 'next']);
    // Its place was given away already: it leaves none behind.
    end('slow');
    expect(await slow).toBe('slow');
    const last = turnstile.pass(start('last'));
    await vi.advanceTimersByTimeAsync(0);
    expect(began).toEqual(['slow', 'next']);
    end('next');
    await next;
    await vi.advanceTimersByTimeAsync(0);
    end('last');
    expect(await last).toBe('last');
  });

  test('a failure leaves its place as well', async () => {
    const turnstile = new Turnstile(1, PATIENCE);
    const { start, fail, end } = works();
    const failing = turnstile.pass(start('failing'));
    const next = turnstile.pass(start('next'));
    await vi.advanceTimersByTimeAsync(0);
    fail('failing');
    await expect(failing).rejects.toThrow('failing');
    await vi.advanceTimersByTimeAsync(0);
    end('next');
    expect(await next).toBe('next');
  });
});
