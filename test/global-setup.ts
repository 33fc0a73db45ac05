/**
 * One PostgreSQL for the whole run, with a migrated template database that holds the demo community; every test file
 * clones it (test/app.ts), which takes a few hundredths of a second.
 */

// Before all that hashes: the demo's accounts are signed in to by tests.
import './quick-hash.ts';
import type { TestProject } from 'vitest/node';
import { fillCommunity } from '../src/contents.ts';
import { createCommunity } from '../src/platform/server/communities.ts';
import { JOBS_SCHEMA_SQL } from '../src/platform/server/jobs.ts';
import { asOwner, migrateInstallation } from '../src/platform/server/migrate.ts';
import { createSecrets } from '../src/platform/server/secrets.ts';
import { DAY } from './day.ts';
import { MASTER_KEY } from './master-key.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { superUrl: string; ownerUrl: string; appUrl: string; jobsUrl: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const secrets = createSecrets({ current: MASTER_KEY });
  const demo = { kind: 'demo', lotes: 30, meses: 6, dias: 5, hoy: DAY, secrets } as const;
  const { superUrl, ownerUrl, appUrl, jobsUrl, stop } = await startScratchPostgres();
  await asOwner(ownerUrl, async (client) => {
    await migrateInstallation(client);
    await client.query(JOBS_SCHEMA_SQL);
    await createCommunity(client, {
      codigo: 'ENCINOS',
      host: 'encinos.test',
      fill: (tx) => fillCommunity(tx, demo, 'ENCINOS'),
    });
    await createCommunity(client, {
      codigo: 'LAGOS',
      host: 'lagos.test',
      fill: (tx) => fillCommunity(tx, demo, 'LAGOS'),
    });
  });
  project.provide('postgres', { superUrl, ownerUrl, appUrl, jobsUrl });
  return stop;
}
