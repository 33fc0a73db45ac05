/**
 * The database is killed under a running product, in the midst of payments: the product starts it again by itself, what was
 * acknowledged is there, nothing is half there, and payments, seals and jobs go on.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLaws } from '#libro/server/laws.ts';
import { inTx } from '#platform/server/db.ts';
import { RunningProduct } from '../own-product.ts';
import { FULL, TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const KILLS = tries(1, 10);
const PAYMENTS = tries(60, 1_000);
const CASHIERS = 8;
const WAIT = { timeout: 30_000, interval: 20 };

let product: RunningProduct;
beforeAll(async () => {
  product = await RunningProduct.start();
}, 120_000);
afterAll(() => product.stop(), 60_000);

it(
  'a database that is killed comes back by itself with every payment that was acknowledged',
  async () => {
    const session = await product.signIn();
    const violations: string[] = [];
    let acknowledgedInAll = 0;
    let lastKill = new Date();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const fee = await product.newFee(session);
      const acknowledged = new Map<string, number>();
      let sent = 0;
      let killed = false;
      const cashier = async () => {
        while (sent < PAYMENTS) {
          sent += 1;
          const key = `caida-${kill}-${sent}-abcdef`;
          // Whoever got no answer asks again, as the page does, with the same key.
          await expect
            .poll(async () => {
              const recibo = await fee.pay(key);
              if (recibo !== undefined) acknowledged.set(key, recibo);
              return recibo;
            }, WAIT)
            .toBeDefined();
          if (!killed && acknowledged.size > (PAYMENTS * (kill + 1)) / (KILLS + 2)) {
            killed = true;
            lastKill = new Date();
            process.kill(product.postmaster(), 'SIGKILL');
          }
        }
      };
      const before = new Date();
      await Promise.all(Array.from({ length: CASHIERS }, cashier));
      acknowledgedInAll += acknowledged.size;
      if (!killed || !product.lives) violations.push(`caída ${kill}: el producto no siguió`);

      const pool = product.database();
      try {
        const { rows } = await pool.query<{ esquema: string }>('SELECT esquema FROM porton.comunidad LIMIT 1');
        const schema = rows[0]?.esquema ?? '';
        const found = await inTx(pool, { schema, readOnly: true }, async (tx) => ({
          receipts: await tx
            .selectFrom('recibo')
            .innerJoin('pago', 'pago.recibo_id', 'recibo.id')
            .where('pago.cargo_id', '=', fee.id)
            .select('recibo.id')
            .execute(),
          laws: await checkLaws(tx),
        }));
        const present = new Set(found.receipts.map(({ id }) => id));
        for (const [key, id] of acknowledged)
          if (!present.has(id)) violations.push(`${key}: se perdió el recibo ${id}`);
        // One payment for each key, whichever of its requests was answered.
        if (found.receipts.length !== acknowledged.size)
          violations.push(`caída ${kill}: ${found.receipts.length} pagos`);
        violations.push(...found.laws.map((law) => `caída ${kill}: ${JSON.stringify(law)}`));
        // Seals and queues go on after the database returned.
        const unsealed = () =>
          inTx(pool, { schema, readOnly: true }, async (tx) => {
            const { rows: left } = await sql<{ n: number }>`
              SELECT count(*)::int AS n FROM bitacora b
              WHERE b.created_at >= ${before} AND NOT EXISTS (SELECT FROM bitacora_sello s WHERE s.bitacora_id = b.id)`.execute(
              tx,
            );
            return left[0]?.n;
          });
        await expect.poll(unsealed, WAIT).toBe(0);
      } finally {
        await pool.end();
      }
    }
    // A queue is looked at each minute: too long to wait for in the small counts.
    if (FULL) {
      const pool = product.database('jobs');
      const later = "SELECT 1 FROM pgboss.job WHERE state = 'completed' AND created_on > $1 LIMIT 1";
      const ended = () => pool.query(later, [lastKill]).then(({ rowCount }) => rowCount);
      await expect.poll(ended, { timeout: 120_000, interval: 1_000 }).toBe(1);
      await pool.end();
    }
    tell('base de datos caída', violations, acknowledgedInAll);
  },
  TRUST_TIMEOUT_MS,
);
