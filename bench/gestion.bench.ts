/** The ladder of collection over 10,000 lots, 2,300 of them in arrears: the run that is proposed, and its approval into the outbox. */
import pg from 'pg';
import { insertMorosos } from '../test/morosos.ts';
import type { Measure } from './run.ts';
import { startBenchServer } from './server.ts';

const LOTES = 10_000;
const MOROSOS = 2_300;
const DEMO_LOTES = 20;
const PROPOSE_MS = 2_000;
const APPROVE_MS = 10_000;

interface Answer {
  data: { lotes: number; corrida: { id: number; version: number } };
}

export default async function gestion(): Promise<Measure[]> {
  const server = await startBenchServer(DEMO_LOTES);
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    await client.query("DELETE FROM c_encinos.gestion_corrida WHERE estado = 'propuesta'");
    await client.query('UPDATE c_encinos.gestion_paso SET activo = true');
    await insertMorosos((sql) => client.query(sql), 'c_encinos', LOTES, MOROSOS);
    await client.query('ANALYZE');
    const timed = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const began = performance.now();
      const reply = await server.app.inject({
        method,
        url: `/api/v1${url}`,
        headers: server.headers,
        ...(payload && { payload }),
      });
      if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`);
      return { milliseconds: performance.now() - began, data: (reply.json() as Answer).data };
    };
    const proposed = await timed('POST', '/gestion/proponer', {});
    const again = await timed('POST', '/gestion/proponer', {});
    const seen = await timed('GET', '/gestion/propuesta');
    const { id, version } = seen.data.corrida;
    const approved = await timed('POST', '/gestion/aprobar', { corrida: { id }, version });
    return [
      { name: `proponer (${proposed.data.lotes} lotes)`, value: proposed.milliseconds, unit: 'ms', limit: PROPOSE_MS },
      { name: 'proponer otra vez', value: again.milliseconds, unit: 'ms', limit: PROPOSE_MS },
      { name: 'ver la propuesta', value: seen.milliseconds, unit: 'ms', limit: PROPOSE_MS },
      { name: `aprobar (${approved.data.lotes} lotes)`, value: approved.milliseconds, unit: 'ms', limit: APPROVE_MS },
    ];
  } finally {
    await client.end();
    await server.stop();
  }
}
