/**
 * The product is killed while payments are made: what was acknowledged is there, and nothing is half there. The suite kills
 * once; `npm run trust` ten times during a thousand payments.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#features/usuarios/demo.ts';
import { checkLaws } from '#libro/server/laws.ts';
import { createPool, inTx } from '#platform/server/db.ts';

const FULL = process.env.PORTON_CONFIANZA === 'completa';
const KILLS = FULL ? 10 : 1;
const PAYMENTS = FULL ? 1_000 : 60;
const CASHIERS = 8;

const SERVER = fileURLToPath(new URL('../../src/server.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'porton-muerte-'));
const dataDir = join(folder, 'datos');
chmodSync(folder, 0o755);

let port: number;
let child: ChildProcess | undefined;

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function start(): Promise<void> {
  const { DATABASE_URL: _production, ...env } = process.env;
  child = spawn(process.execPath, [SERVER], {
    env: { ...env, NODE_ENV: 'development', PORT: String(port), PORTON_DATA: dataDir, PORTON_DEMO_LOTES: '10' },
    stdio: 'ignore',
  });
  for (let i = 0; i < 600; i += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error('the product did not start');
}

async function api<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as T;
}

/** The pool of the product's own role on its database. */
function database() {
  const { port: dbPort, app } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  return createPool(`postgres://porton_app:${app}@127.0.0.1:${dbPort}/porton`, 2, () => undefined);
}

beforeAll(async () => {
  port = await freePort();
  await start();
}, 120_000);

afterAll(async () => {
  const ended = child && new Promise((resolve) => child?.once('exit', resolve));
  child?.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

interface Session {
  access_token: string;
}

it(
  'a payment that was acknowledged survives kill -9; none is half there',
  async () => {
    let violations = 0;
    let acknowledgedInAll = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { access_token } = await api<Session>('POST', '/security/login', {
        username: 'director',
        password: DEMO_PASSWORD,
      });
      const authorization = `Bearer ${access_token}`;
      const [caja] = await api<{ id: number }[]>('GET', '/caja/listactive', undefined, { authorization });
      const [metodo] = await api<{ id: number }[]>('GET', '/metodopago/all', undefined, { authorization });
      const [lote] = await api<{ id: number }[]>('GET', '/lote/get-lote-referencia-lote?q=M01', undefined, {
        authorization,
      });
      const created = await api<{ data: { id: number } }>(
        'POST',
        '/cuota/save',
        {
          id: '',
          tipoCuota: { id: 1 },
          loteTransient: { id: lote?.id },
          observacion: 'Prueba de interrupción',
          costo: 1_000_000,
        },
        { authorization },
      );
      const cuotaId = created.data.id;
      const acknowledged = new Set<number>();
      let sent = 0;
      let dead = false;
      const fecha_pago = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Mexico_City' }).format(new Date());
      const cashier = async () => {
        while (!dead && sent < PAYMENTS) {
          sent += 1;
          const answer = await api<{ success: boolean; data?: { recibo: { id: number } } }>(
            'POST',
            '/pagocuota/save',
            {
              id: '',
              cuotaTransient: { id: cuotaId },
              pagado: 1.5,
              referencia: '',
              metodoPago: { id: metodo?.id },
              caja: { id: caja?.id },
              applyDescuento: 0,
              autorizado: '',
              fecha_pago,
              noCuenta: '1234',
            },
            { authorization, 'idempotency-key': `muerte-${kill}-${sent}-abcdef` },
          ).catch(() => undefined);
          if (answer?.success && answer.data) acknowledged.add(answer.data.recibo.id);
        }
      };
      const cashiers = Promise.all(Array.from({ length: CASHIERS }, cashier));
      // Somewhere in the middle, at another moment each time.
      while (acknowledged.size < (PAYMENTS * (kill + 2)) / (KILLS + 4) && sent < PAYMENTS) await sleep(5);
      const gone = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGKILL');
      dead = true;
      await gone;
      await cashiers;
      await start();

      const pool = database();
      try {
        const { rows } = await pool.query<{ esquema: string }>('SELECT esquema FROM porton.comunidad LIMIT 1');
        const schema = rows[0]?.esquema ?? '';
        const found = await inTx(pool, { schema, readOnly: true }, async (tx) => {
          const receipts = await tx
            .selectFrom('recibo')
            .innerJoin('pago', 'pago.recibo_id', 'recibo.id')
            .where('pago.cargo_id', '=', cuotaId)
            .select('recibo.id')
            .execute();
          const audited = await tx
            .selectFrom('bitacora')
            .where('entidad', '=', 'recibo')
            .where(
              'entidad_id',
              'in',
              receipts.map(({ id }) => String(id)),
            )
            .select('entidad_id')
            .execute();
          const kept = await tx
            .selectFrom('peticion_idempotente')
            .where('clave', 'like', `muerte-${kill}-%`)
            .where('respuesta', 'is not', null)
            .select('clave')
            .execute();
          return { receipts, audited, kept, laws: await checkLaws(tx) };
        });
        const present = new Set(found.receipts.map(({ id }) => id));
        const lost = [...acknowledged].filter((id) => !present.has(id)).length;
        const whole = found.audited.length === present.size && found.kept.length === present.size;
        violations += lost + (whole ? 0 : 1) + found.laws.length;
        acknowledgedInAll += acknowledged.size;
      } finally {
        await pool.end();
      }
    }
    console.log(`kill -9: ${violations} violaciones / ${KILLS} muertes, ${acknowledgedInAll} pagos confirmados`);
    expect(violations).toBe(0);
    expect(acknowledgedInAll).toBeGreaterThan(0);
  },
  FULL ? 1_200_000 : 90_000,
);
