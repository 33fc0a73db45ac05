import { expect, it } from 'vitest';
import { cheapestCandidate, type PlanFacts, planOf } from './plan.ts';

const facts = (changes: Partial<PlanFacts>): PlanFacts => ({
  period: 5_000_000,
  share: 1,
  walkShare: 1,
  need: 21,
  lookups: 0,
  walkLookups: 0,
  byName: false,
  names: 250_000,
  recordsPerName: 20,
  candidates: [],
  ...changes,
});

it('walks the log where much of it matches, and no further than it has to', () => {
  const cone = { driver: 'cono' as const, size: 25_000, probes: 1 };
  expect(planOf(facts({ share: 0.2, walkShare: 0.2, candidates: [{ ...cone, size: 1_000_000 }] }))).toEqual({
    way: 'walk',
    entries: 4_000,
  });
  expect(planOf(facts({ byName: true }))).toEqual({ way: 'walk', entries: 21 });
});

it('collects what one rare filter leaves, by the cheapest of them', () => {
  const candidates = [
    { driver: 'lote' as const, size: 400_000, probes: 700 },
    { driver: 'cono' as const, size: 8_000, probes: 1 },
  ];
  const rare = facts({ share: 1e-6, walkShare: 1e-6, candidates });
  expect(planOf(rare)).toEqual({ way: 'collect', driver: 'cono' });
  expect(cheapestCandidate(facts({}))).toBeUndefined();
});

it('collects a day rather than open every name for it', () => {
  const day = facts({
    period: 2_000,
    byName: true,
    recordsPerName: 0.008,
    candidates: [{ driver: 'fecha', size: 2_000, probes: 1 }],
  });
  expect(planOf(day)).toEqual({ way: 'collect', driver: 'fecha' });
});

it('looks up the texts of those alone that a glance leaves', () => {
  // One street of fifteen and a common name: nearly every record is passed by without its name being read.
  const street = { driver: 'lote' as const, size: 330_000, probes: 700 };
  const both = facts({ share: 0.004, walkShare: 0.004, lookups: 330_000, walkLookups: 0.066, candidates: [street] });
  expect(planOf(both)).toEqual({ way: 'walk', entries: 10_500 });
  // Of a rarer name most of the street would have to be read: there are fewer of it than a walk would pass by.
  const rare = facts({
    share: 1e-5,
    walkShare: 1e-5,
    lookups: 30_000,
    walkLookups: 0.006,
    candidates: [{ ...street, size: 30_000 }],
  });
  expect(planOf(rare)).toEqual({ way: 'collect', driver: 'lote' });
});

it('never walks without end', () => {
  expect(planOf(facts({ share: 0, walkShare: 0 }))).toEqual({ way: 'walk', entries: 250_000 });
});
