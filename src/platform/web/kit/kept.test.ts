import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { kept, keptInTab } from './kept.ts';

afterEach(() => vi.unstubAllGlobals());

it('fails nobody where the browser keeps nothing', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const full = { getItem: () => 'x', setItem: refuse, removeItem: refuse, clear: refuse };
  vi.stubGlobal('localStorage', full);
  kept.set('a', 'b');
  kept.remove('a');
  kept.clear();
  expect(kept.get('a')).toBe('x');
  // Switched off, even looking for it is refused.
  vi.stubGlobal('sessionStorage', undefined);
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: refuse });
  keptInTab.set('a', 'b');
  expect(keptInTab.get('a')).toBeNull();
});

it('is the one way to storage', () => {
  const src = new URL('../../../', import.meta.url);
  const bare = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/kept(\.test)?\.ts$/.test(name))
    .filter((name) => /\b(local|session)Storage\b/.test(readFileSync(new URL(name, src), 'utf8')));
  expect(bare).toEqual([]);
});
