import { expect, it } from 'vitest';
import { formatTelefono } from './contact-items.ts';

it('writes ten digits as the mask does, and leaves anything else as it came', () => {
  expect(formatTelefono('5512345678')).toBe('(551)-234-56-78');
  expect(formatTelefono('551234')).toBe('551234');
});
