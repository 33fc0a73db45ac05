import { expect, it } from 'vitest';
import { isNightlyDue, partOfNight } from './rules.ts';

it.each([
  // 00:29 and 00:30 in Mexico City.
  ['2026-11-21T06:29:59Z', 'America/Mexico_City', '2026-11-20', false],
  ['2026-11-21T06:30:00Z', 'America/Mexico_City', '2026-11-20', true],
  ['2026-11-21T06:30:00Z', 'America/Mexico_City', '2026-11-21', false],
  // Cancún is an hour ahead, Tijuana two behind.
  ['2026-11-21T05:30:00Z', 'America/Cancun', '2026-11-20', true],
  ['2026-11-21T06:30:00Z', 'America/Tijuana', '2026-11-20', false],
  // Slept through the night; never run before.
  ['2026-11-21T19:00:00Z', 'America/Mexico_City', '2026-11-19', true],
  ['2026-11-21T19:00:00Z', 'America/Mexico_City', null, true],
])('at %s in %s, last run %s: %s', (now, timeZone, last, expected) => {
  expect(isNightlyDue(new Date(now), timeZone, last)).toBe(expected);
});

it('comes to every part of the lots within the shortest month', () => {
  const days = Array.from({ length: 28 }, (_, n) => `2026-02-${String(n + 1).padStart(2, '0')}`);
  expect(new Set(days.map((day) => partOfNight(day)[0])).size).toBe(partOfNight('2026-02-01')[1]);
});
