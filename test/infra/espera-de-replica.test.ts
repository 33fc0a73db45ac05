/**
 * A commit that another server has to confirm is not told as done before it has: one that is cancelled in that wait is kept by this server
 * alone, and PostgreSQL answers it as done. No limit of ours may do that. Source: confianza.md#failover.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool, type DbPool, inTx } from '#platform/server/db.ts';
import { type ScratchPostgres, startScratchPostgres } from '../scratch-postgres.ts';

const SCHEMA = 'c_espera';
let postgres: ScratchPostgres;
let admin: pg.Client;
let pool: DbPool;

beforeAll(async () => {
  postgres = await startScratchPostgres();
  admin = new pg.Client(postgres.superUrl);
  await admin.connect();
  await admin.query('ALTER DATABASE porton SET synchronous_commit = on');
  const owner = new pg.Client(postgres.ownerUrl);
  await owner.connect();
  await owner.query(`CREATE SCHEMA ${SCHEMA}; CREATE TABLE ${SCHEMA}.cobro (id integer);
    GRANT USAGE ON SCHEMA ${SCHEMA} TO porton_app; GRANT ALL ON ${SCHEMA}.cobro TO porton_app`);
  await owner.end();
  pool = createPool(postgres.appUrl, 2, () => undefined);
}, 60_000);
afterAll(async () => {
  await confirmedBy('');
  await Promise.all([pool.end(), admin.end()]);
  await postgres.stop();
});

/** Has commits wait for the server of this name; there is none. */
async function confirmedBy(name: string): Promise<void> {
  await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await admin.query('SELECT pg_reload_conf()');
  for (let told: string | undefined; told !== name; ) {
    const fresh = new pg.Client(postgres.superUrl);
    await fresh.connect();
    told = (await fresh.query<{ name: string }>(`SELECT current_setting('synchronous_standby_names') AS name`)).rows[0]
      ?.name;
    await fresh.end();
  }
  // The process that tells all others whether commits wait learns it before it writes a checkpoint.
  await admin.query('CHECKPOINT');
}

const pay = (id: number) =>
  inTx(pool, { schema: SCHEMA, work: 'access' }, (tx) => sql`INSERT INTO cobro VALUES (${id})`.execute(tx));

it('what no other server has confirmed is refused as an outage when its time is over, and not told as kept', async () => {
  await pay(1);
  await confirmedBy('otro');
  // The transaction's statements may take 3 s each, and all of it 4 s.
  await expect(pay(2)).rejects.toThrow('La base de datos no responde');
  await confirmedBy('');
  await pay(3);
}, 30_000);
