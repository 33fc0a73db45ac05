import { afterEach, expect, it, vi } from 'vitest';
import { LAUNCHER_VARIABLE, orden } from './orden.ts';

afterEach(() => vi.unstubAllEnvs());

it('names a command as it is run here', () => {
  vi.stubEnv(LAUNCHER_VARIABLE, '');
  expect(orden('backup')).toBe('npm run backup');
  expect(orden('restore ARCHIVO')).toBe('npm run restore -- ARCHIVO');
  expect(orden('start')).toBe('npm start');
  vi.stubEnv(LAUNCHER_VARIABLE, './porton');
  expect(orden('restore ARCHIVO')).toBe('./porton restore ARCHIVO');
  expect(orden('start')).toBe('./porton start');
});
