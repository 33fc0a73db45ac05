import { expect, it } from 'vitest';
import { Rounds } from './marks.ts';

const NOBODY = new Set<string>();
const communities = (count: number) => Array.from({ length: count }, (_, n) => ({ schema: `c_m${n}` }));

/** Whom each of so many turns, `everyMs` apart, visits. */
function turns(rounds: Rounds, all: readonly { schema: string }[], count: number, everyMs: number): string[][] {
  return Array.from({ length: count }, (_, turn) => {
    const taken = rounds.take(all, NOBODY, (turn + 1) * everyMs);
    for (const community of taken) rounds.done(community);
    return taken.map(({ schema }) => schema);
  });
}

it('visits everybody at first, and within each lap again, an equal part at each turn', () => {
  const all = communities(300);
  const rounds = new Rounds(() => 60_000);
  expect(rounds.take(all, NOBODY, 0)).toEqual(all);
  for (const community of all) rounds.done(community);
  const lap = turns(rounds, all, 150, 400);
  expect(new Set(lap.map((visited) => visited.length))).toEqual(new Set([2]));
  expect(new Set(lap.flat()).size).toBe(300);
});

it('visits the only community once a lap, or at every turn where one at least is visited', () => {
  const visits = (least: number) => turns(new Rounds(() => 8_000, least), communities(1), 97, 500).flat().length;
  expect([visits(0), visits(1)]).toEqual([7, 97]);
});

it('visits the marked ones in any case, one that came at once, and one whose visit failed again', () => {
  const all = communities(100);
  const rounds = new Rounds(() => 1_000_000, 1);
  for (const community of rounds.take(all, NOBODY, 0)) if (community !== all[7]) rounds.done(community);
  const taken = rounds.take([...all, { schema: 'c_nueva' }], new Set(['c_m50']), 1).map(({ schema }) => schema);
  // The one of longest ago is the turn's own share.
  expect(taken).toEqual(['c_m0', 'c_m7', 'c_m50', 'c_nueva']);
});

it('knows nothing any more of a community that went, so that another one of its name is visited at once', () => {
  const all = communities(3);
  const rounds = new Rounds(() => 1_000_000, 1);
  for (const community of rounds.take(all, NOBODY, 0)) rounds.done(community);
  rounds.take(all.slice(0, 2), NOBODY, 1);
  expect(rounds.take(all, NOBODY, 2).map(({ schema }) => schema)).toContain('c_m2');
});
