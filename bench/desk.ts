/** The cash desk: what is owed is looked up and paid, by the calls of its screen; and the same written by hand. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { maintenanceDue } from '../src/core/allocation.ts';
import type { Fecha } from '../src/core/fecha.ts';
import { toPesos } from '../src/core/money.ts';
import type { PayContext } from '../src/libro/mantenimiento/contract.ts';
import { payableInterest, payableMonth } from '../src/libro/mantenimiento/rules.ts';
import { send } from './client.ts';
import { SCHEMA } from './ledger.ts';
import { SESSION_BY_HAND } from './stats.ts';

/** How many interest entries a cashier takes with three months: what has grown on them. */
export const ENTRIES = 6;

export type Headers = Record<string, string>;

/** Where payments are taken: by whom, in which register, on which day. */
export interface Desk {
  base: string;
  accounts: readonly Headers[];
  caja: number;
  metodo: number;
  hoy: Fecha;
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One of a list by a number that grows. */
export function nth<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error('an empty list');
  return one;
}

export async function getJson<T>(desk: Pick<Desk, 'base'>, path: string, headers: Headers): Promise<T> {
  const { status, body } = await send<T>(`${desk.base}/${path}`, headers);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Posts a payment; answers in how many milliseconds it was taken. */
export async function pay(desk: Desk, headers: Headers, asked: object): Promise<number> {
  const text = JSON.stringify({
    referencia: '',
    metodoPago: { id: desk.metodo },
    caja: { id: desk.caja },
    noCuenta: '1234',
    fechaPagoReal: desk.hoy,
    useFondo: false,
    ...asked,
  });
  const began = performance.now();
  const { status, body } = await send<{ success: boolean }>(
    `${desk.base}/cobromantenimiento/save`,
    { ...headers, 'idempotency-key': randomUUID() },
    text,
  );
  const milliseconds = performance.now() - began;
  if (status !== 200 || !body.success) throw new Error(`pay: ${status} ${JSON.stringify(body)}`);
  return milliseconds;
}

/** What the screen of a payment sends. */
export interface Screen {
  id: number;
  monto: number;
  range: { date: string }[];
  payMoratorio: boolean;
  cantMoratorios: number;
}

/** What the screen of a lot that owes sends for three months and the interest on them. */
export async function openScreen(desk: Desk, headers: Headers, id: number): Promise<Screen> {
  const { data } = await getJson<{ data: PayContext }>(desk, `lote/get-for-pagarmantenimiento/${id}`, headers);
  const months = data.mantenimientos.slice(0, 3);
  const payment = {
    months: months.map(payableMonth),
    interest: data.interesesMoratoriosList.map(payableInterest),
    ...{ rules: data.descuentos.map(({ percent }) => percent), fechaPago: desk.hoy, cantMoratorios: ENTRIES },
    interestPercent: 0,
  };
  const { total, interest } = maintenanceDue(payment);
  return {
    ...{ id, monto: toPesos(total), payMoratorio: interest.length > 0, cantMoratorios: interest.length },
    range: months.map(({ year, mes }) => ({ date: `${year}-${String(mes).padStart(2, '0')}-01` })),
  };
}

/** The statements of one payment of as many charges, written by hand; a peso is paid on each. */
const BY_HAND = {
  lote: 'SELECT * FROM lote WHERE id = $1 FOR NO KEY UPDATE',
  debe: 'SELECT * FROM cargo WHERE lote_id = $1 AND saldo_centavos > 0 ORDER BY vence',
  recibo: `INSERT INTO recibo (lote_id, fecha_pago, caja_id, metodo_pago_id, es_fondo, no_cuenta, referencia, total_centavos, created_at)
    VALUES ($1, $2, $3, $4, false, '1234', '', 100 * $5::int, now()) RETURNING id`,
  pagos: `INSERT INTO pago (recibo_id, cargo_id, monto_centavos, fecha_pago, created_at)
    SELECT $1::int, cargo_id, 100, $3::date, now() FROM unnest($2::int[]) AS cargo_id`,
  bitacora: `INSERT INTO bitacora (created_at, usuario, referencia, status, nota, entidad, entidad_id)
    VALUES (now(), 'banco', '', 'creado', 'Pago', 'recibo', $1)`,
} as const;

async function payByHand(client: pg.Client, { caja, metodo, hoy }: Desk, loteId: number): Promise<number> {
  const ask = async (name: keyof typeof BY_HAND, values: unknown[]) =>
    (await client.query<{ id: number }>({ name, text: BY_HAND[name], values })).rows;
  const began = performance.now();
  await client.query(SESSION_BY_HAND);
  await client.query('BEGIN');
  await ask('lote', [loteId]);
  const cargos = (await ask('debe', [loteId])).slice(0, 3 + ENTRIES);
  const [recibo] = await ask('recibo', [loteId, hoy, caja, metodo, cargos.length]);
  await ask('pagos', [recibo?.id, cargos.map(({ id }) => id), hoy]);
  await ask('bitacora', [String(recibo?.id)]);
  await client.query('COMMIT');
  return performance.now() - began;
}

/** What the machine gives: as many cashiers with a connection each and nothing between them and the database; ms of each, but for `firstTurns`. */
export async function cashiersByHand(
  ownerUrl: string,
  desk: Desk,
  lotes: number[],
  { cashiers, pauseMs, firstTurns }: { cashiers: number; pauseMs: number; firstTurns: number },
): Promise<number[]> {
  const samples: number[] = [];
  await Promise.all(
    Array.from({ length: cashiers }, async (_, cashier) => {
      const client = new pg.Client({ connectionString: ownerUrl });
      await client.connect();
      await client.query(`SET search_path TO ${SCHEMA}, ext`);
      await pause((pauseMs * cashier) / cashiers);
      for (let lote = lotes.pop(), turn = 0; lote !== undefined; lote = lotes.pop(), turn += 1) {
        const taken = await payByHand(client, desk, lote);
        if (turn >= firstTurns) samples.push(taken);
        if (pauseMs > 0) await pause(pauseMs);
      }
      await client.end();
    }),
  );
  return samples;
}
