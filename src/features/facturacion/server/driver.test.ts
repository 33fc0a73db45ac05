import { expect, it } from 'vitest';
import type { Community } from '#platform/server/communities.ts';
import { Driver } from './driver.ts';

const COMMUNITY: Community = {
  codigo: 'X',
  nombre: '',
  schema: 'c_x',
  host: null,
  practicaDe: null,
  timeZone: 'America/Mexico_City',
  version: 0,
};

/** Steps over a queue of so many, each of which takes some milliseconds; what is driven at any time is watched. */
function stepsOver(count: number, { takes = 1, failing = 0 } = {}) {
  const waiting = Array.from({ length: count }, (_, n) => n + 1);
  const seen = { driven: [] as number[], postponed: [] as number[], most: 0, besideFirst: 0, now: 0 };
  return {
    seen,
    what: 'prueba',
    async due(_: Community, limit: number) {
      return waiting.slice(0, limit);
    },
    async drive(_: Community, id: number) {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      seen.driven.push(id);
      await new Promise((resolve) => setTimeout(resolve, takes));
      if (id === 1) seen.besideFirst = seen.driven.length - 1;
      seen.now -= 1;
      if (id === failing) throw new Error('broken');
      waiting.splice(waiting.indexOf(id), 1);
    },
    async postpone(_: Community, id: number) {
      seen.postponed.push(id);
      waiting.splice(waiting.indexOf(id), 1);
    },
  };
}

it('drives everything that is due once, several at a time, the first one alone', async () => {
  const steps = stepsOver(90, { failing: 33 });
  expect(await new Driver({ error: () => undefined }).sweep(steps, COMMUNITY, { atOnce: 4 })).toBe(90);
  expect(steps.seen.driven.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, n) => n + 1));
  expect(steps.seen).toMatchObject({ most: 4, besideFirst: 0, postponed: [33] });
});

it('drives one at a time unless told otherwise, and takes one batch where that is asked', async () => {
  const steps = stepsOver(50);
  expect(await new Driver({ error: () => undefined }).sweep(steps, COMMUNITY, { batches: 1 })).toBe(20);
  expect(steps.seen.most).toBe(1);
});

it('begins nothing once its time is over, and answers how many it tried', async () => {
  const steps = stepsOver(1_000, { takes: 5 });
  const deadline = performance.now() + 20;
  const tried = await new Driver({ error: () => undefined }).sweep(steps, COMMUNITY, { deadline, atOnce: 4 });
  expect(tried).toBe(steps.seen.driven.length);
  expect(tried).toBeLessThan(1_000);
  expect(steps.seen.now).toBe(0);
});
