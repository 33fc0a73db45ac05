/** The product on a scratch database for a bench: the real application without a port, with the demo community. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createSpei } from '#features/bancos/server/spei.ts';
import { fillCommunity } from '../src/contents.ts';
import { createInvoicing, pacsIn } from '../src/features/facturacion/server/invoicing.ts';
import { DEMO_PASSWORD } from '../src/features/usuarios/demo.ts';
import { PAGES, REGISTRATIONS } from '../src/features.ts';
import { buildApp } from '../src/platform/server/app.ts';
import { createSeals } from '../src/platform/server/audit-seal.ts';
import { systemClock } from '../src/platform/server/clock.ts';
import { createCommunity } from '../src/platform/server/communities.ts';
import { openPools } from '../src/platform/server/database.ts';
import { ENDLESS_DISK } from '../src/platform/server/disk.ts';
import { memoryFiles } from '../src/platform/server/files.ts';
import { asOwner, migrateInstallation } from '../src/platform/server/migrate.ts';
import { asked } from '../src/platform/server/outside.ts';
import { sealHeadsIn } from '../src/platform/server/seal-heads.ts';
import { createSecrets } from '../src/platform/server/secrets.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';

export interface BenchServer {
  app: FastifyInstance;
  /** Owner's connection, for the baseline by hand; tables are in the schema c_encinos. */
  ownerUrl: string;
  /** The connection of the jobs. */
  jobsUrl: string;
  /** Headers of a signed-in superadministrator. */
  headers: Record<string, string>;
  stop(): Promise<void>;
}

/** `lotes`: size of the demo community. `pageFolder`: the built page, for what is measured in a browser. */
export async function startBenchServer(
  lotes: number,
  { pageFolder }: { pageFolder?: string } = {},
): Promise<BenchServer> {
  const postgres = await startScratchPostgres();
  await asOwner(postgres.ownerUrl, async (client) => {
    await migrateInstallation(client);
    await createCommunity(client, {
      codigo: 'ENCINOS',
      host: null,
      fill: (tx) => fillCommunity(tx, { kind: 'demo', lotes }, 'ENCINOS'),
    });
    await client.query('ANALYZE');
  });
  const urls = { owner: postgres.ownerUrl, app: postgres.appUrl, jobs: postgres.jobsUrl };
  const pools = openPools(urls, { connections: 5, onError: () => undefined });
  const secrets = createSecrets({ current: randomBytes(32) });
  const invoicing = createInvoicing({
    pool: pools.pool,
    clock: systemClock,
    secrets,
    pacsOf: pacsIn(join(tmpdir(), 'porton-banco-simulador'), systemClock),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const app = await buildApp({
    ...pools,
    clock: systemClock,
    sessionLimits: { idleMinutes: 60, maxHours: 1 },
    settleMs: 4_000,
    publicPages: [],
    disk: ENDLESS_DISK,
    services: {
      status: () => Promise.reject(new Error('not measured')),
      push: { wake: () => undefined },
      mail: { leaves: false, wake: () => undefined },
      forgottenFiles: { wake: () => undefined },
      depositNotices: { wake: () => undefined, arriving: () => false },
      monthEnd: { wake: () => undefined },
      secrets,
      seals: createSeals({ secrets, heads: sealHeadsIn(join(tmpdir(), 'porton-banco-sellos')) }),
      invoicing,
      dashboards: {},
      practice: { wake: () => undefined },
      cepCertificates: new Map(),
    },
    outside: {
      files: asked(memoryFiles()),
      stamping: asked(invoicing),
      spei: asked(createSpei({ clock: systemClock })),
    },
    registrations: REGISTRATIONS,
    pages: PAGES,
    apiDocs: 'publica',
    logger: false,
    ...(pageFolder !== undefined && { pageFolder }),
  });
  const login = await app.inject({
    method: 'POST',
    url: '/api/v1/security/login',
    payload: { username: 'superadmin', password: DEMO_PASSWORD },
  });
  return {
    app,
    ownerUrl: postgres.ownerUrl,
    jobsUrl: postgres.jobsUrl,
    headers: { authorization: `Bearer ${login.json<{ access_token: string }>().access_token}` },
    async stop() {
      await app.close();
      await invoicing.stop();
      await pools.end();
      await postgres.stop();
    },
  };
}
