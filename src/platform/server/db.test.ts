import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { inTx, type Tx } from './db.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ connections: 2 });
});
afterAll(() => app.close());

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

  it('tells the failure itself where nobody passed it by', async () => {
    await expect(within((tx) => numberOf(tx, '0'))).rejects.toThrow('division by zero');
  });
});
