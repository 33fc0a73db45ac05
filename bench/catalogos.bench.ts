/** A catalogue list through the whole server, against the same SELECT by hand on the same database. */
import pg from 'pg';
import { fillCommunity } from '../src/contents.ts';
import { DEMO_PASSWORD } from '../src/features/usuarios/demo.ts';
import { REGISTRATIONS } from '../src/features.ts';
import { buildApp } from '../src/platform/server/app.ts';
import { systemClock } from '../src/platform/server/clock.ts';
import { createCommunity } from '../src/platform/server/communities.ts';
import { openPools } from '../src/platform/server/database.ts';
import { asOwner, migrateInstallation } from '../src/platform/server/migrate.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import type { Measure } from './run.ts';
import { median, time } from './stats.ts';

const RUNS = 400;

export default async function catalogos(): Promise<Measure[]> {
  const postgres = await startScratchPostgres();
  const urls = { owner: postgres.ownerUrl, app: postgres.appUrl, jobs: postgres.jobsUrl };
  await asOwner(urls.owner, async (client) => {
    await migrateInstallation(client);
    await createCommunity(client, {
      codigo: 'ENCINOS',
      host: null,
      fill: (tx) => fillCommunity(tx, { kind: 'demo', lotes: 1 }, 'ENCINOS'),
    });
  });
  const pools = openPools(urls, 5, () => undefined);
  const app = await buildApp({
    ...pools,
    clock: systemClock,
    sessionLimits: { idleMinutes: 60, maxHours: 1 },
    services: { status: () => Promise.reject(new Error('not measured')) },
    registrations: REGISTRATIONS,
    logger: false,
  });
  const byHand = new pg.Client({ connectionString: urls.owner });
  try {
    const login = await app.inject({
      method: 'POST',
      url: '/api/v1/security/login',
      payload: { username: 'superadmin', password: DEMO_PASSWORD },
    });
    const headers = { authorization: `Bearer ${login.json<{ access_token: string }>().access_token}` };
    await byHand.connect();
    const server = await time(RUNS, async () => {
      const response = await app.inject({ url: '/api/v1/formapagocfdi/all', headers });
      if (response.statusCode !== 200) throw new Error(response.body);
    });
    const hand = await time(RUNS, () =>
      byHand.query('SELECT id, forma_pago, name FROM c_encinos.forma_pago_cfdi ORDER BY forma_pago'),
    );
    return [
      {
        name: 'lista de catálogo, mediana en el servidor',
        value: median(server),
        unit: 'ms',
        baseline: median(hand),
        limit: 5,
      },
    ];
  } finally {
    await byHand.end();
    await app.close();
    await pools.end();
    await postgres.stop();
  }
}
