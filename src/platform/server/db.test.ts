import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { appOfFile } from '#test/app.ts';
import { DbPool, inTx, type Tx } from './db.ts';
import { Unavailable } from './errors.ts';

const app = await appOfFile({ connections: 2 });

const numberOf = async (tx: Tx, text = '1'): Promise<number | undefined> =>
  (await sql<{ n: number }>`SELECT 12 / ${text}::int AS n`.execute(tx)).rows[0]?.n;

describe.each([true, false])('a transaction, readOnly %s', (readOnly) => {
  const within = <T>(work: (tx: Tx) => Promise<T>) => inTx(app.pools.pool, { schema: 'c_encinos', readOnly }, work);

  it('refuses the work that passed by a failed statement, and leaves its connection to the next', async () => {
    for (let time = 0; time < 5; time += 1) {
      await expect(
        within(async (tx) => {
          await numberOf(tx, '0').catch(() => undefined);
          return 'went on';
        }),
      ).rejects.toThrow('a statement of the transaction had failed');
    }
    expect(await Promise.all(Array.from({ length: 6 }, () => within((tx) => numberOf(tx))))).toEqual(
      Array.from({ length: 6 }, () => 12),
    );
    expect(app.pools.pool.totalCount).toBeLessThanOrEqual(2);
  });

  it('tells the failure itself, not what it did to the statements asked for with it', async () => {
    const together = async (tx: Tx) => {
      // The first one's failure is heard of too late.
      const first = numberOf(tx, '0').catch(() => undefined);
      await Promise.all([numberOf(tx, '2'), numberOf(tx, '3')]);
      await first;
    };
    await expect(within(together)).rejects.toThrow('division by zero');
  });

  it('tells the failure itself where nobody passed it by', async () => {
    await expect(within((tx) => numberOf(tx, '0'))).rejects.toThrow('division by zero');
  });
});

it('is handed the connection that knows its community, and one that knows many is let go', async () => {
  const pool = new DbPool({ ...app.pools.pool.options, max: 2 });
  pool.on('error', () => undefined);
  const one = new DbPool({ ...app.pools.pool.options, max: 1 });
  one.on('error', () => undefined);
  const serverOf = (schema: string, from = pool) =>
    inTx(from, { schema }, async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      return rows[0]?.pid;
    });
  const [encinos, lagos] = await Promise.all([serverOf('c_encinos'), serverOf('c_lagos')]);
  expect(encinos).not.toBe(lagos);
  for (let time = 0; time < 3; time += 1) {
    expect([await serverOf('c_encinos'), await serverOf('c_lagos'), await serverOf('c_lagos')]).toEqual([
      encinos,
      lagos,
      lagos,
    ]);
    expect(await Promise.all([serverOf('c_encinos'), serverOf('c_lagos')])).toEqual([encinos, lagos]);
    expect(await Promise.all([serverOf('c_lagos'), serverOf('c_encinos')])).toEqual([lagos, encinos]);
  }
  const servers: (number | undefined)[] = [];
  for (let n = 0; n < 60; n += 1) servers.push(await serverOf(`c_m${n}`, one));
  expect(new Set(servers).size).toBe(3);
  await Promise.all([pool.end(), one.end()]);
});

it('reads a statement alike before and after its columns are known, beside others and after failures', async () => {
  const pool = new DbPool({ ...app.pools.pool.options, max: 1 });
  const within = <T>(schema: string, work: (tx: Tx) => Promise<T>) => inTx(pool, { schema }, work);
  const typed = async (tx: Tx, n: number | null) =>
    (
      await sql`SELECT ${n}::int AS n, ${n}::bigint * 2 AS doble, date '2026-11-27' AS dia, 'texto'::text AS n2
        FROM generate_series(1, 2)`.execute(tx)
    ).rows;
  const nothing = (tx: Tx) => sql`UPDATE banco SET name = name WHERE id = ${0}`.execute(tx);
  // From the tenth time on it is prepared, then its columns are known.
  for (let n = 0; n < 16; n += 1) {
    const row = { n, doble: 2 * n, dia: '2026-11-27', n2: 'texto' };
    const empty = { n: null, doble: null, dia: '2026-11-27', n2: 'texto' };
    const [first, updated, divided, last] = await within('c_encinos', (tx) =>
      Promise.all([typed(tx, n), nothing(tx), numberOf(tx, '4'), typed(tx, null)]),
    );
    expect([first, last]).toEqual([
      [row, row],
      [empty, empty],
    ]);
    expect(updated.numAffectedRows).toBe(0n);
    expect(divided).toBe(3);
    await expect(within('c_encinos', (tx) => numberOf(tx, '0'))).rejects.toThrow('division by zero');
    await expect(within('c_encinos', (tx) => typed(tx, 1.5))).rejects.toThrow('invalid input syntax');
  }
  await pool.end();
});

it('survives the death of a connection between the pool’s hands and ours', async () => {
  const pool = new DbPool({ ...app.pools.pool.options, max: 1 });
  pool.on('error', () => undefined);
  const work = () => inTx(pool, { schema: 'c_encinos', readOnly: true }, (tx) => numberOf(tx));
  expect(await work()).toBe(12);
  const connect = pool.connect.bind(pool);
  const given: number[] = [];
  const handsOutLost = async () => {
    const client = await connect();
    given.push(client.listenerCount('error'));
    // As when a write fails, which the driver tells before anybody has asked anything.
    if (given[0]) client.emit('error', new Error('write EPIPE'));
    client.connection.stream.destroy();
    return client;
  };
  pool.connect = handsOutLost as typeof pool.connect;
  await expect(work()).rejects.toThrow(Unavailable);
  // Unheard it would end the process.
  expect(given[0]).toBeGreaterThan(0);
  pool.connect = connect;
  expect(await work()).toBe(12);
  await pool.end();
});

it('reads dates as they are written whatever the database is set to', async () => {
  await app.query("ALTER ROLE porton_app SET DateStyle TO 'SQL, DMY'");
  const pool = new DbPool({ ...app.pools.pool.options, max: 1 });
  try {
    const read = (tx: Tx) =>
      sql<{ day: string; at: Date }>`SELECT '2026-03-04'::date AS day, '2026-03-04T00:00Z'::timestamptz AS at`.execute(
        tx,
      );
    const { rows } = await inTx(pool, { schema: 'c_encinos', readOnly: true }, read);
    expect(rows).toEqual([{ day: '2026-03-04', at: new Date('2026-03-04T00:00Z') }]);
  } finally {
    await pool.end();
    await app.query('ALTER ROLE porton_app RESET DateStyle');
  }
});
