import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from './fecha.ts';
import { addHabiles, habilesUntil, isHabil } from './habiles.ts';

it('counts Monday to Friday without the days of rest of the labour law', () => {
  expect(addHabiles('2026-11-26', 1)).toBe('2026-11-27');
  expect(addHabiles('2026-11-27', 1)).toBe('2026-11-30');
  // Christmas and New Year lie between.
  expect(addHabiles('2026-12-22', 7)).toBe('2027-01-04');
  expect(addHabiles('2026-11-13', 1)).toBe('2026-11-17');
});

it.each([
  '2026-01-01',
  '2026-02-02',
  '2026-03-16',
  '2026-05-01',
  '2026-09-16',
  '2026-11-16',
  '2026-12-25',
  '2030-10-01',
])('%s is a day of rest', (day) => expect(isHabil(day)).toBe(false));

it.each(['2026-02-09', '2026-03-17', '2026-10-01', '2026-11-17'])('%s is none', (day) =>
  expect(isHabil(day)).toBe(true),
);

it('what is added is what is left, and the day is a working one', () => {
  const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 60 }), (from, days) => {
      const to = addHabiles(from, days);
      expect(isHabil(to)).toBe(true);
      expect(habilesUntil(from, to)).toBe(days);
      expect(habilesUntil(to, from)).toBe(-days);
    }),
  );
});
