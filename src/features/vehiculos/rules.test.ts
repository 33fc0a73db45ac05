import { expect, it } from 'vitest';
import { fechaBajaOf } from './rules.ts';

it('a card out of use has a date: the one that was given, else today', () => {
  expect(fechaBajaOf('baja', null, '2026-11-21')).toBe('2026-11-21');
  expect(fechaBajaOf('baja', '2026-01-31', '2026-11-21')).toBe('2026-01-31');
});

it('any other card keeps what was given', () => {
  expect(fechaBajaOf('activo', null, '2026-11-21')).toBeNull();
  expect(fechaBajaOf('suspendido', '2026-12-01', '2026-11-21')).toBe('2026-12-01');
});
