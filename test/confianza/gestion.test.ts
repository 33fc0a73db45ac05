/**
 * A run of the ladder is approved while its connection is cut, again and again: once it is approved every letter is there once, and
 * before nothing of it is.
 */
import { beforeAll, expect, it } from 'vitest';
import type { Propuesta } from '#features/gestion/contract.ts';
import { envelope } from '../api/support.ts';
import { appOfFile } from '../app.ts';
import { clearLedger, SCHEMA } from '../ledger.ts';
import { insertMorosos } from '../morosos.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const LOTES = tries(300, 10_000);
const MOROSOS = tries(150, 2_300);
const KILLS = 5;

const app = await appOfFile({ invoices: false });
beforeAll(async () => {
  app.clock.set(new Date().toISOString());
  await clearLedger(app);
  await app.query(`DELETE FROM ${SCHEMA}.gestion_corrida WHERE estado = 'propuesta'`);
  await app.query(`UPDATE ${SCHEMA}.gestion_paso SET activo = true`);
  await insertMorosos((sql) => app.query(sql), SCHEMA, LOTES, MOROSOS);
}, TRUST_TIMEOUT_MS);

/** Cuts the connection that writes the run, once it has begun to. */
async function cut(): Promise<boolean> {
  for (let at = 0; at < 5_000; at += 1) {
    const rows = await app.query(`
      SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
      JOIN pg_locks k ON k.pid = a.pid AND k.relation = '${SCHEMA}.gestion_envio'::regclass AND k.mode = 'RowExclusiveLock'
      WHERE a.datname = current_database()`);
    if (rows.length > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return false;
}

const count = async (sql: string): Promise<number> => Number((await app.query<{ n: number }>(sql))[0]?.n ?? -1);
const LETTERS = `SELECT count(*)::int AS n FROM ${SCHEMA}.correo_saliente c JOIN ${SCHEMA}.gestion_envio e ON e.id = c.gestion_envio_id
  JOIN ${SCHEMA}.gestion_linea n ON n.id = e.linea_id JOIN ${SCHEMA}.gestion_corrida r ON r.id = n.corrida_id WHERE r.id = `;

it(
  'a run that is killed midway sends nothing, and each letter once when it is approved',
  async () => {
    const violations: string[] = [];
    const debt = () => count(`SELECT coalesce(sum(saldo_centavos), 0)::bigint AS n FROM ${SCHEMA}.cargo`);
    const owed = await debt();
    await app.call('POST', '/gestion/proponer', { as: 'administrador', body: {} });
    const { corrida, lineas } = (
      envelope(await app.call('GET', '/gestion/propuesta', { as: 'administrador' })) as { data: Propuesta }
    ).data;
    expect(lineas).toHaveLength(MOROSOS);
    const id = corrida?.id ?? 0;
    const approve = () =>
      app.call('POST', '/gestion/aprobar', {
        as: 'administrador',
        body: { corrida: { id }, version: corrida?.version ?? 0 },
        headers: { 'idempotency-key': 'gestion-matada-cinco-veces' },
      });
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [reply, hit] = await Promise.all([approve(), cut()]);
      if (!hit) break;
      killed += 1;
      if (reply.status < 500) violations.push(`muerte ${kill}: respondió ${reply.status}`);
      const left = await count(`${LETTERS}${id}`);
      if (left !== 0) violations.push(`muerte ${kill}: quedaron ${left} cartas`);
    }
    const last = await approve();
    if (last.status !== 200) violations.push(`al final respondió ${last.status}`);
    // Whoever got no answer asks again, and it is the same answer.
    expect((await approve()).body).toEqual(last.body);
    const letters = await count(`${LETTERS}${id}`);
    const lots = await count(`SELECT count(DISTINCT c.lote_id)::int AS n FROM ${SCHEMA}.correo_saliente c
      JOIN ${SCHEMA}.gestion_envio e ON e.id = c.gestion_envio_id JOIN ${SCHEMA}.gestion_linea n ON n.id = e.linea_id WHERE n.corrida_id = ${id}`);
    if (letters !== MOROSOS || lots !== MOROSOS) violations.push(`${letters} cartas a ${lots} lotes, y son ${MOROSOS}`);
    if ((await debt()) !== owed) violations.push('cambió lo que se debe');
    expect(killed).toBe(KILLS);
    tell('gestión aprobada y matada', violations, MOROSOS * (killed + 1));
  },
  TRUST_TIMEOUT_MS,
);
