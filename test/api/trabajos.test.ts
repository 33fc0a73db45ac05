import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '#platform/server/clock.ts';
import { ENDLESS_DISK } from '#platform/server/disk.ts';
import { type CommunityErrand, JOBS_SCHEMA_SQL, Jobs } from '#platform/server/jobs.ts';
import { localMail } from '#platform/server/mail.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { localOutbox } from '#platform/server/push.ts';
import { COMMUNITY_JOBS } from '../../src/features.ts';
import { appOfFile } from '../app.ts';

const app = await appOfFile({ now: new Date().toISOString() });
await asOwner(app.urls.owner, (owner) => owner.query(JOBS_SCHEMA_SQL));

const running: Jobs[] = [];
afterEach(() => Promise.all(running.splice(0).map((jobs) => jobs.stop())));

/** The jobs of one more process on the same database. */
async function processWith({
  errands = [],
  seals = app.seals,
}: {
  errands?: CommunityErrand[];
  seals?: typeof app.seals;
}) {
  const jobs = new Jobs({
    ...{ connectionString: app.urls.jobs, jobsPool: app.pools.jobsPool, communities: app.pools.communities },
    ...{ seals, errands, disk: ENDLESS_DISK, clock: systemClock, communityJobs: [] },
    ...{ sessionLimits: { idleMinutes: 120, maxHours: 12 }, mailSender: localMail, pushSender: localOutbox },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  running.push(jobs);
  await jobs.start();
  return jobs;
}

it('whom somebody wakes works at once, and where that one is busy another process does', async () => {
  const busy: (() => void)[] = [];
  const errand: CommunityErrand = {
    ...{ name: 'encargo', cron: '0 0 1 1 *', isWoken: true },
    run: () => new Promise((resolve) => busy.push(() => resolve(undefined))),
  };
  const [one, other] = [await processWith({ errands: [errand] }), await processWith({ errands: [errand] })];
  // The first look of each is over: from now on a queue is looked into once a minute.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  for (const jobs of [one, other, one]) {
    for (const atWork of [1, 2]) {
      jobs.wakeErrand('encargo');
      await vi.waitFor(() => expect(busy).toHaveLength(atWork), { timeout: 1_000, interval: 10 });
    }
    const idle = (await app.pools.communities.inService()).length;
    for (let n = 0; n < idle; n += 1) {
      for (const end of busy.splice(0)) end();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
});

it('a log that nobody writes to is not visited, and one that somebody writes to without a mark soon is', async () => {
  const visited: string[] = [];
  const seals = {
    ...app.seals,
    seal: (...[pool, schema]: Parameters<typeof app.seals.seal>) => {
      visited.push(schema);
      return app.seals.seal(pool, schema);
    },
  };
  await processWith({ seals });
  // Until all was visited, and what the demo left is sealed.
  await vi.waitFor(
    async () => {
      const before = visited.length;
      await new Promise((resolve) => setTimeout(resolve, 11_000));
      expect([before > 0, visited.length - before]).toEqual([true, 0]);
    },
    { timeout: 90_000 },
  );
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO c_encinos.bitacora (created_at, usuario, status, entidad) VALUES (now(), 'director', 'creado', 'banco') RETURNING id`,
  );
  const sealed = () => app.query('SELECT FROM c_encinos.bitacora_sello WHERE bitacora_id = $1', [row?.id]);
  await vi.waitFor(async () => expect(await sealed()).toHaveLength(1), { timeout: 30_000, interval: 100 });
  expect(visited.at(-1)).toBe('c_encinos');
}, 180_000);

it('an errand that looks for its work by itself comes by where somebody wrote since, and to nobody else', async () => {
  const visited: string[] = [];
  const errand: CommunityErrand = {
    ...{ name: 'vigilia', cron: '0 0 1 1 *', isWoken: true, comesUp: '00:30' },
    run: async ({ schema }) => void visited.push(schema),
  };
  const jobs = await processWith({ errands: [errand] });
  const turn = async () => {
    jobs.wakeErrand('vigilia');
    await new Promise((resolve) => setTimeout(resolve, 500));
    return visited.splice(0);
  };
  const all = (await app.pools.communities.inService()).map(({ schema }) => schema);
  await vi.waitFor(async () => expect(await turn()).toEqual(all), { timeout: 10_000 });
  // What the server has not told yet of earlier writes comes within ten seconds.
  await vi.waitFor(async () => expect([await turn(), await turn(), await turn(), await turn()].flat()).toEqual([]), {
    timeout: 30_000,
    interval: 3_000,
  });
  await app.query(
    `INSERT INTO c_encinos.bitacora (created_at, usuario, status, entidad) VALUES (now(), 'director', 'creado', 'banco')`,
  );
  await vi.waitFor(async () => expect(await turn()).toEqual(['c_encinos']), { timeout: 30_000 });
  expect(await turn()).toEqual([]);
}, 120_000);

it('a job that is asked more than once a day says from when there is work, and everybody is not visited each time', () => {
  const often = COMMUNITY_JOBS.filter(({ cron }) => !/^\d+ \d+ /.test(cron));
  expect(often.length).toBeGreaterThan(3);
  expect(often.filter(({ comesUp }) => comesUp === undefined).map(({ name }) => name)).toEqual([]);
});
