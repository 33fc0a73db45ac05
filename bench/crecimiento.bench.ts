/**
 * How what the other benches measure grows: with 1,000, 10,000 and 40,000 lots of two years, and with two and ten years of 10,000
 * lots. What works on a whole community may take n log n in its lots, what works on one lot or page log n; years may cost
 * nobody anything who does not ask for them. Told are the exponents, by least squares of the logarithms.
 */
import pg from 'pg';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf } from '../src/core/period.ts';
import { referenceOf } from '../src/core/reference.ts';
import { send } from './client.ts';
import { listOwing, seconds } from './deposits.ts';
import { type Desk, getJson, type Headers, nth, openScreen, pay } from './desk.ts';
import { HOY, SCHEMA, type Size } from './ledger.ts';
import { type Product, withProduct } from './product.ts';
import type { Measure } from './run.ts';
import { accountsOf, FORMATOS, sendFile } from './statements.ts';
import { median, time } from './stats.ts';

const LOTES = [1_000, 10_000, 40_000];
const MESES = [24, 120];
/** Of the lots that both are measured with. */
const COMPARED = 10_000;
const DEPOSITOS = 500;
const PAGOS = 60;
const MES: Month = addMonths(monthOf(HOY), 1);
const INICIO = firstDayOf(MES);

/** Of a line through the logarithms: 1 where twice as much takes twice as long. */
function exponentOf(sizes: readonly number[], times: readonly number[]): number {
  const [x, y] = [sizes.map(Math.log), times.map(Math.log)];
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const sum = (of: (n: number) => number) => x.reduce((total, _, n) => total + of(n), 0);
  return sum((n) => ((x[n] ?? 0) - mx) * ((y[n] ?? 0) - my)) / sum((n) => ((x[n] ?? 0) - mx) * ((x[n] ?? 0) - mx));
}

/** What n log n and log n come to over these sizes. */
const LIMITS = {
  comunidad: exponentOf(
    LOTES,
    LOTES.map((n) => n * Math.log(n)),
  ),
  lote: exponentOf(
    LOTES,
    LOTES.map((n) => Math.log(n)),
  ),
};

/** What works on the whole of a community, or on one lot or page of it. */
type Reach = keyof typeof LIMITS;

interface Timed {
  name: string;
  reach: Reach;
  milliseconds: number;
}

interface Work {
  product: Product;
  hand: pg.Client;
  director: Headers;
}

async function post(product: Product, headers: Headers, path: string, body: unknown): Promise<void> {
  const reply = await send<{ success: boolean }>(`${product.base}/${path}`, headers, JSON.stringify(body));
  if (reply.status !== 200 || reply.body.success === false)
    throw new Error(`${path}: ${JSON.stringify(reply.body).slice(0, 500)}`);
}

async function timed(name: string, reach: Reach, runs: number, work: () => Promise<unknown>): Promise<Timed> {
  return { name, reach, milliseconds: median(await time(runs, work)) };
}

/** What is done once and cannot be done again. */
async function once(name: string, reach: Reach, work: () => Promise<unknown>): Promise<Timed> {
  const [took] = await seconds(work);
  return { name, reach, milliseconds: took * 1_000 };
}

async function runs({ product, director }: Work): Promise<Timed[]> {
  const interest = () => post(product, director, 'lote/generarinteresesmoratorios', {});
  return [
    await once('generar un mes', 'comunidad', () => post(product, director, 'mtto-generado/save', MES)),
    await once('sus intereses', 'comunidad', interest),
    await timed('intereses otra vez', 'comunidad', 10, interest),
  ];
}

const DASHBOARDS = ['cobranza', 'proyecciones', 'pagos', 'saldos', 'entregas'];

async function reads({ product, hand, director }: Work): Promise<Timed[]> {
  const get = (path: string) => getJson({ base: product.base }, path, director);
  const { year, mes } = addMonths(MES, -1);
  const home = [
    ...['dashboard/totales', 'dashboard/cartera-vencida', 'inicio/pendientes', 'inicio/cifras'],
    ...['forma-pago', 'tipo-pago', 'indice-cartera-pagada'].map((name) => `dashboard/${name}/${mes}/${year}`),
  ];
  const corte = { fechaInicial: firstDayOf({ year, mes }), fechaFinal: lastDayOf({ year, mes }), metodoPago: '0' };
  const { rows: lotes } = await hand.query<{ id: number; referencia: string }>(
    "SELECT id, referencia FROM lote WHERE status = 'entregado' ORDER BY hashint4(id) LIMIT 50",
  );
  let turn = 0;
  const next = () => {
    turn += 1;
    return nth(lotes, turn);
  };
  const range = { fechaInicial: `${year}-01-01`, fechaFinal: INICIO, variante: 0, email: false };
  const all = [
    await timed('inicio', 'comunidad', 5, () => Promise.all(home.map(get))),
    await timed('mantenimiento vencido', 'comunidad', 5, () =>
      post(product, director, 'reporte/mantenimientovencido', { atrasado: '100' }),
    ),
    await timed('conciliación', 'comunidad', 5, () => get('reporte/mantenimientovencidoconciliado')),
    await timed('corte de caja de un mes', 'comunidad', 3, () =>
      post(product, director, 'operaciones/cortecaja', { ...corte, caja: { id: '' } }),
    ),
    await timed('búsqueda por referencia', 'lote', 60, () => get(`search/get/${next().referencia}/Referencia`)),
    await timed('búsqueda por asociado', 'comunidad', 30, () => get('search/get/maria%20garcia/Asociado')),
    await timed('estado de cuenta de un año', 'lote', 60, () =>
      post(product, director, 'residente/get/estadocuenta/detail', { ...range, id: next().id }),
    ),
  ];
  for (const name of DASHBOARDS)
    all.push(await timed(`tablero ${name}`, 'comunidad', 3, () => get(`reporte/tablero/${name}`)));
  return all;
}

/** Payments of lots that owe, one after the other, and a bank's file of others. */
async function money({ product, hand, director }: Work): Promise<Timed[]> {
  await hand.query("UPDATE tratamiento_fiscal SET tratamiento = 'recibo'");
  const cuenta = nth(await accountsOf(product, director, hand), 1);
  const { rows } = await hand.query<{ caja: number; metodo: number }>(
    "SELECT (SELECT min(id) FROM caja WHERE active) AS caja, (SELECT id FROM metodo_pago WHERE name = 'Transferencia') AS metodo",
  );
  const [tender] = rows;
  const desk: Desk = {
    ...{ base: product.base, accounts: [director], hoy: INICIO },
    ...{ caja: tender?.caja ?? 0, metodo: tender?.metodo ?? 0 },
  };
  const owing = await listOwing(hand);
  const banco = owing.slice(0, DEPOSITOS);
  const atDesk = owing.slice(DEPOSITOS).values();
  const movimientos = banco.map(({ id, centavos }) => ({
    ...{ fila: 0, fecha: INICIO, valor: INICIO, importe: centavos, saldo: null, devolucion: false },
    ...{ concepto: 'SPEI RECIBIDO', rastreo: '', referencia: referenceOf(id, cuenta) ?? '' },
    ordenante: { nombre: '', cuenta: '', rfc: '' },
  }));
  const { extension, write } = nth(FORMATOS, 1);
  const texto = write({ cuenta: cuenta.numero, movimientos, saldoInicial: 1_000_000_000 });
  return [
    await timed('un cobro, con su pantalla', 'lote', PAGOS, async () => {
      const { value: lote } = atDesk.next();
      if (!lote) throw new Error('too few lots');
      await pay(desk, director, await openScreen(desk, director, lote.id));
    }),
    await once(`${DEPOSITOS} depósitos de un archivo`, 'comunidad', () =>
      sendFile(product, director, { cuenta, nombre: `banco.${extension}`, texto, depositos: DEPOSITOS }),
    ),
  ];
}

function timesAt(size: Size): Promise<Timed[]> {
  return withProduct(async (product) => {
    await product.moveTo(INICIO);
    const hand = new pg.Client({ connectionString: product.ownerUrl });
    await hand.connect();
    try {
      await hand.query(`SET search_path TO ${SCHEMA}, ext`);
      const work = { product, hand, director: await product.login('director') };
      const all = [...(await runs(work)), ...(await reads(work)), ...(await money(work))];
      if (process.env.TRACE) console.log(size, all.map(({ milliseconds }) => Math.round(milliseconds)).join(' '));
      return all;
    } finally {
      await hand.end();
    }
  }, size);
}

function exponents(
  of: string,
  sizes: readonly number[],
  timed: readonly (readonly Timed[])[],
  limitOf: (reach: Reach) => number,
): Measure[] {
  return (timed[0] ?? []).map(({ name, reach }, n) => {
    const times = timed.map((all) => all[n]?.milliseconds ?? 0);
    const told = times.map((each) => (each < 10 ? each.toFixed(1) : each.toFixed(0))).join(', ');
    return {
      name: `${name} (${told} ms): exponente ${of}`,
      ...{ value: exponentOf(sizes, times), unit: '', limit: limitOf(reach) },
    };
  });
}

export default async function crecimiento(): Promise<Measure[]> {
  const [fewYears = 0, years = 0] = MESES;
  const measured = new Map<number, Timed[]>();
  // The one that ten years are held against comes last: what else the machine does changes with the minutes.
  for (const lotes of LOTES.toSorted((a, b) => Number(a === COMPARED) - Number(b === COMPARED)))
    measured.set(lotes, await timesAt({ lotes, meses: fewYears }));
  const long = await timesAt({ lotes: COMPARED, meses: years });
  const bySize = LOTES.map((lotes) => measured.get(lotes) ?? []);
  return [
    ...exponents('en lotes', LOTES, bySize, (reach) => LIMITS[reach]),
    ...exponents('en años', MESES, [measured.get(COMPARED) ?? [], long], () => LIMITS.lote),
  ];
}
