import { expect, it } from 'vitest';
import { Occasions, Rounds } from './marks.ts';

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

const MEXICO = { schema: 'c_centro', timeZone: 'America/Mexico_City' };
const TIJUANA = { schema: 'c_frontera', timeZone: 'America/Tijuana' };

/** Whom a job that has work of its own from half past midnight on visits at each of these moments, finding nothing. */
function visitsAt(moments: readonly [at: string, written: Readonly<Record<string, string>>][]): string[][] {
  const occasions = new Occasions('00:30');
  return moments.map(([at, counts]) => {
    const written = new Map(Object.entries(counts));
    const taken = occasions.take([MEXICO, TIJUANA], written, new Date(at));
    for (const community of taken) occasions.done(community, written, new Date(at));
    return taken.map(({ schema }) => schema);
  });
}

it('comes by once after its moment of each community’s own night, and else where something was written', () => {
  const quiet = { c_centro: '5 0', c_frontera: '7 0' };
  const busy = { ...quiet, c_frontera: '8 0' };
  expect(
    visitsAt([
      ['2026-11-27T05:00:00Z', quiet],
      ['2026-11-27T06:00:00Z', quiet],
      // Half past midnight in the one, an hour before midnight in the other.
      ['2026-11-27T06:30:00Z', quiet],
      ['2026-11-27T07:00:00Z', quiet],
      ['2026-11-27T08:30:00Z', quiet],
      ['2026-11-27T09:00:00Z', busy],
      ['2026-11-27T09:30:00Z', busy],
      // Nothing told of it for six hours: it is looked after all the same.
      ['2026-11-27T12:30:00Z', busy],
    ]),
  ).toEqual([['c_centro', 'c_frontera'], [], ['c_centro'], [], ['c_frontera'], ['c_frontera'], [], ['c_centro']]);
});

it('comes by at each turn where a visit found something or failed, and where the server does not count', () => {
  const occasions = new Occasions('00:30');
  const counted = new Map([['c_centro', '5 0']]);
  const at = (time: string) => new Date(`2026-11-27T${time}:00Z`);
  expect(occasions.take([MEXICO, TIJUANA], counted, at('15:00'))).toEqual([MEXICO, TIJUANA]);
  expect(occasions.take([MEXICO, TIJUANA], counted, at('15:10'))).toEqual([MEXICO, TIJUANA]);
  for (const community of [MEXICO, TIJUANA]) occasions.done(community, counted, at('15:10'));
  expect(occasions.take([MEXICO, TIJUANA], counted, at('15:20'))).toEqual([TIJUANA]);
  // A clock that was set back tells nothing.
  expect(occasions.take([MEXICO], counted, at('14:00'))).toEqual([MEXICO]);
});
