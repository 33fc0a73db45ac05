/** A catalogue list through the whole server, against the same SELECT by hand on the same database. */
import pg from 'pg';
import type { Measure } from './run.ts';
import { startBenchServer } from './server.ts';
import { median, time } from './stats.ts';

const RUNS = 400;

export default async function catalogos(): Promise<Measure[]> {
  const { app, headers, ownerUrl, stop } = await startBenchServer(1);
  const byHand = new pg.Client({ connectionString: ownerUrl });
  try {
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
    await stop();
  }
}
