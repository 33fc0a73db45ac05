import { expect, it } from 'vitest';
import { matchesCombo } from './combo.ts';

const press = (key: string, held: { ctrl?: true; meta?: true; alt?: true; shift?: true } = {}) => ({
  key,
  ctrlKey: held.ctrl ?? false,
  metaKey: held.meta ?? false,
  altKey: held.alt ?? false,
  shiftKey: held.shift ?? false,
});

it('matches keys and what is held with them', () => {
  expect(matchesCombo(press('k', { ctrl: true }), 'mod+k')).toBe(true);
  expect(matchesCombo(press('K', { meta: true }), 'mod+k')).toBe(true);
  expect(matchesCombo(press('k'), 'mod+k')).toBe(false);
  expect(matchesCombo(press('k', { ctrl: true }), 'k')).toBe(false);
  expect(matchesCombo(press('K', { ctrl: true, shift: true }), 'mod+k')).toBe(false);
  expect(matchesCombo(press('Enter', { ctrl: true }), 'mod+enter')).toBe(true);
  expect(matchesCombo(press('n', { alt: true }), 'alt+n')).toBe(true);
});

it('takes signs as they are typed, whatever makes them on that keyboard', () => {
  expect(matchesCombo(press('?', { shift: true }), '?')).toBe(true);
  expect(matchesCombo(press('/', { shift: true }), '/')).toBe(true);
});
