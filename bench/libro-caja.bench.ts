/**
 * Taking payments while others work, on the running product with its own PostgreSQL and fsync: 20 cashiers who collect three
 * months with late interest, then 200 people who look up, read and collect for a minute.
 */
import pg from 'pg';
import { send } from './client.ts';
import { cashiersByHand, type Desk, ENTRIES, getJson, type Headers, nth, openScreen, pause, pay } from './desk.ts';
import { HOY, SCHEMA } from './ledger.ts';
import { type Product, withProduct } from './product.ts';
import type { Measure } from './run.ts';
import { median, quantile } from './stats.ts';

const CASHIERS = 20;
const PAUSE_MS = 200;
/** Enough for some ten seconds, after a warm-up of a tenth. */
const PAYMENTS = 900;
const WARM_UP = 90;
/** Of each cashier, not measured: every connection of the pool plans its statements once. */
const FIRST_TURNS = 3;
/** By hand on the same database, for what the machine itself takes. */
const BY_HAND_PAYMENTS = 500;
const STAFF = 200;
const THINK_MS = 1000;
const STAFF_MS = 60_000;
const LOOP_MS = 10_000;
/** Payments a second that are taken one after the other, and what one may cost of the processors. */
const PAYMENTS_PER_SECOND = 150;
const PROCESSOR_MS = 6.5;
const ACCOUNTS = ['cobranza', 'administrador', 'director', 'superadmin'];
/** Takes the payments of these screens, which stand open: each cashier one, a pause, the next, until none is left. */
async function cashiers(desk: Desk, screens: object[]): Promise<number[]> {
  const samples: number[] = [];
  await Promise.all(
    Array.from({ length: CASHIERS }, async (_, cashier) => {
      const headers = nth(desk.accounts, cashier);
      await pause((PAUSE_MS * cashier) / CASHIERS);
      for (let screen = screens.pop(), turn = 0; screen; screen = screens.pop(), turn += 1) {
        const taken = await pay(desk, headers, screen);
        if (turn >= FIRST_TURNS) samples.push(taken);
        await pause(PAUSE_MS);
      }
    }),
  );
  return samples;
}

/** Takes the payments of these screens, so many at once and without pauses; how many a second, and the processors' time of each. */
async function paymentsAlone(
  product: Product,
  desk: Desk,
  screens: object[],
): Promise<{ rate: number; processor: number }> {
  const count = screens.length;
  const [began, used] = [performance.now(), product.processor()];
  await Promise.all(
    Array.from({ length: CASHIERS }, async (_, cashier) => {
      for (let screen = screens.pop(); screen; screen = screens.pop())
        await pay(desk, nth(desk.accounts, cashier), screen);
    }),
  );
  return { rate: (count * 1000) / (performance.now() - began), processor: (product.processor() - used) / count };
}

interface NextMonth {
  id: number;
  referencia: string;
  date: string;
  cuota: number;
}

/** Two of five look at a statement, two at something else, one takes a payment. */
async function act(desk: Desk, headers: Headers, lotes: readonly NextMonth[], unpaid: NextMonth[]): Promise<number> {
  const lote = nth(lotes, Math.floor(Math.random() * lotes.length));
  const dice = Math.random();
  const next = dice < 0.2 ? unpaid.pop() : undefined;
  if (next) {
    // A part of it: what is whole depends on each lot's discounts.
    const monto = Math.floor(next.cuota / 2);
    return pay(desk, headers, { id: next.id, monto, range: [{ date: next.date }], moratorio: 0 });
  }
  const began = performance.now();
  if (dice < 0.6) {
    const { status } = await send(
      `${desk.base}/residente/get/estadocuenta/detail`,
      headers,
      JSON.stringify({
        fechaInicial: `${Number(HOY.slice(0, 4)) - 3}-01-01`,
        fechaFinal: HOY,
        id: lote.id,
        variante: 0,
        email: false,
      }),
    );
    if (status !== 200) throw new Error(`statement: ${status}`);
  } else if (dice < 0.75) await getJson(desk, `search/get/${encodeURIComponent(lote.referencia)}/Referencia`, headers);
  else if (dice < 0.9) await getJson(desk, `lote/get-for-pagarmantenimiento/${lote.id}`, headers);
  else await getJson(desk, `residente/get/estadocuenta/${lote.id}`, headers);
  return performance.now() - began;
}

interface Crowd {
  samples: number[];
  errors: string[];
}

/** So many people at work for a time; `think`: the mean of what passes between two of one's acts, 0 without. */
async function crowd(
  desk: Desk,
  people: number,
  milliseconds: number,
  think: number,
  lotes: readonly NextMonth[],
  unpaid: NextMonth[],
): Promise<Crowd> {
  const result: Crowd = { samples: [], errors: [] };
  const until = performance.now() + milliseconds;
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const headers = nth(desk.accounts, person);
      for (;;) {
        if (think > 0) await pause(-Math.log(1 - Math.random()) * think);
        if (performance.now() >= until) return;
        try {
          result.samples.push(await act(desk, headers, lotes, unpaid));
        } catch (error) {
          result.errors.push(String(error));
        }
      }
    }),
  );
  return result;
}

async function measure(product: Product, hand: pg.Client): Promise<Measure[]> {
  const accounts = await Promise.all(ACCOUNTS.map((username) => product.login(username)));
  const { rows: tender } = await hand.query<{ caja: number; metodo: number }>(
    "SELECT (SELECT min(id) FROM caja WHERE active) AS caja, (SELECT id FROM metodo_pago WHERE name = 'Transferencia') AS metodo",
  );
  const desk: Desk = {
    ...{ base: product.base, accounts, hoy: HOY },
    ...{ caja: tender[0]?.caja ?? 0, metodo: tender[0]?.metodo ?? 0 },
  };
  const owingThree = async () => {
    const { rows } = await hand.query<{ lote_id: number }>(
      `SELECT lote_id FROM cargo
       WHERE saldo_centavos > 0 AND tipo = 'mantenimiento' AND vence < current_date
       GROUP BY lote_id HAVING count(*) >= 3 ORDER BY hashint4(lote_id)`,
    );
    return rows;
  };
  const screensOf = async (lotes: readonly { lote_id: number }[]) => {
    const screens: object[] = [];
    for (const { lote_id } of lotes) screens.push(await openScreen(desk, nth(accounts, 0), lote_id));
    return screens;
  };
  const { rows: lotes } = await hand.query<NextMonth>(
    `SELECT l.id, l.referencia, to_char(make_date(u.year, u.mes, 1) + interval '1 month', 'YYYY-MM-DD') AS date, d.cuota_centavos / 100 AS cuota
     FROM lote l
     CROSS JOIN LATERAL (
       SELECT year, mes, mantenimiento_id FROM cargo WHERE lote_origen_id = l.id AND tipo = 'mantenimiento' ORDER BY year DESC, mes DESC LIMIT 1
     ) u
     JOIN mantenimiento d ON d.id = u.mantenimiento_id
     WHERE l.status = 'entregado' AND coalesce(l.plus_percent_mtto, 0) < 100
       AND NOT EXISTS (SELECT 1 FROM cargo c WHERE c.lote_id = l.id AND c.saldo_centavos > 0 AND c.tipo = 'mantenimiento')
     ORDER BY hashint4(l.id)`,
  );
  // The ledger alone: what stamping takes is measured by itself.
  await hand.query("UPDATE tratamiento_fiscal SET tratamiento = 'recibo'");
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, product.memory());
  }, 250);
  try {
    const screens = await screensOf((await owingThree()).slice(0, PAYMENTS));
    const alone: number[] = [];
    for (const screen of screens.splice(0, WARM_UP)) alone.push(await pay(desk, nth(accounts, 0), screen));
    const taken = await cashiers(desk, screens);
    const { rows: left } = await hand.query<{ lote_id: number }>(
      `SELECT lote_id FROM cargo WHERE saldo_centavos > 100 GROUP BY lote_id HAVING count(*) >= ${3 + ENTRIES} LIMIT ${BY_HAND_PAYMENTS}`,
    );
    const byHand = await cashiersByHand(
      product.ownerUrl,
      desk,
      left.map(({ lote_id }) => lote_id),
      { cashiers: CASHIERS, pauseMs: PAUSE_MS, firstTurns: FIRST_TURNS },
    );
    const payments = await paymentsAlone(product, desk, await screensOf(await owingThree()));
    const unpaid = [...lotes];
    const staff = await crowd(desk, STAFF, STAFF_MS, THINK_MS, lotes, unpaid);
    const loop = await crowd(desk, CASHIERS, LOOP_MS, 0, lotes, unpaid);
    for (const error of [...new Set([...staff.errors, ...loop.errors])].slice(0, 5)) console.error(`  ${error}`);
    return [
      { name: 'cobrar 3 meses con intereses, un cajero, mediana', value: median(alone), unit: 'ms' },
      {
        name: `lo mismo, ${CASHIERS} cajeros, mediana de ${taken.length}`,
        value: median(taken),
        unit: 'ms',
        baseline: median(byHand),
      },
      {
        name: `lo mismo, ${CASHIERS} cajeros, p95`,
        value: quantile(taken, 0.95),
        unit: 'ms',
        baseline: quantile(byHand, 0.95),
        limit: Math.min(25, quantile(byHand, 0.95)),
      },
      {
        name: `sólo pagos sin pausas, ${CASHIERS} a la vez: cada uno`,
        value: 1000 / payments.rate,
        unit: 'ms',
        limit: 1000 / PAYMENTS_PER_SECOND,
      },
      { name: 'procesador de un pago', value: payments.processor, unit: 'ms', limit: PROCESSOR_MS },
      {
        name: `errores de ${STAFF} personas en ${staff.samples.length} peticiones`,
        value: staff.errors.length,
        unit: '',
        limit: 0,
      },
      { name: `${STAFF} personas, p99`, value: quantile(staff.samples, 0.99), unit: 'ms', limit: 150 },
      {
        name: `${STAFF} personas, peticiones por segundo`,
        value: (staff.samples.length * 1000) / STAFF_MS,
        unit: '/s',
      },
      { name: `sin pausas, ${CASHIERS} a la vez`, value: (loop.samples.length * 1000) / LOOP_MS, unit: '/s' },
      { name: 'memoria del servidor, la mayor', value: memory, unit: 'MB', limit: 400 },
    ];
  } finally {
    clearInterval(watch);
  }
}

/** Payments taken by many at once, and the server's memory meanwhile. */
export default function caja(): Promise<Measure[]> {
  return withProduct(async (product) => {
    const hand = new pg.Client({ connectionString: product.ownerUrl });
    await hand.connect();
    try {
      await hand.query(`SET search_path TO ${SCHEMA}, ext`);
      return await measure(product, hand);
    } finally {
      await hand.end();
    }
  });
}
