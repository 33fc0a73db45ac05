/**
 * What banks and a provider tell, on the running product with its own PostgreSQL and fsync: 10,000 lines of deposits in
 * statements of four formats, a fifth of them told again by the next file, out of order, the process killed five times over
 * them; 5,000 applied with their drafts of invoices; and a storm of notices. Who was paid, and how often, is counted in the
 * tables by hand.
 */
import pg from 'pg';
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { referenceOf } from '#core/reference.ts';
import { CLABES_MAX } from '#features/bancos/contract.ts';
import type { EstadoDeCuenta, Movimiento } from '#features/bancos/lectura/estado.ts';
import { enSantander } from '#features/bancos/lectura/testing.ts';
import { DIAS_CERCA } from '#features/bancos/rules.ts';
import { eventOf, FINTOC, transferOf } from '../test/fintoc-http.ts';
import { forgetConnections, send } from './client.ts';
import { applyByHand, type Deposit, lotsThatOwe, seconds } from './deposits.ts';
import { HOY, SCHEMA } from './ledger.ts';
import { type Product, withProduct } from './product.ts';
import type { Measure } from './run.ts';
import { type Archivo, accountsOf, type Cuenta, FORMATOS, sendFile } from './statements.ts';
import { quantile } from './stats.ts';

/** One for each lot: of two of a lot that come out of order the earlier one asks, as it should. */
const DEPOSITOS = 7_600;
const DIAS = 40;
/** Days of a statement's file, and how many of them the next one has again. */
const DIAS_DE_ARCHIVO = 10;
const DIAS_DE_NUEVO = 2;
const MUERTES = 5;
const DE_UNA_VEZ = 5_000;
const AVISOS_POR_SEGUNDO = 200;
const SEGUNDOS = 60;

/** The same numbers each run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

function shuffled<T>(values: readonly T[], roll: (sides: number) => number): T[] {
  const all = [...values];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = roll(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

/** In letters, which no reference is read from. */
const markOf = (n: number): string => `MARCA${[...String(n)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`;

interface Told extends Movimiento {
  marca: string;
  cuenta: number;
  loteId: number;
  /** Of its reference: right, with a wrong digit, or left out. */
  como: 'bien' | 'mal' | 'sin';
}

const COMO = (n: number): Told['como'] => (n % 50 === 7 ? 'sin' : n % 33 === 5 ? 'mal' : 'bien');

function toldOf(
  n: number,
  lote: Deposit,
  { cuenta, scheme, fecha }: { cuenta: number; scheme: Cuenta; fecha: Fecha },
): Told {
  const whole = referenceOf(lote.id, scheme) ?? '';
  const como = COMO(n);
  const wrong = `${whole.slice(0, -1)}${(Number(whole.at(-1)) + 1) % 10}`;
  return {
    ...{ marca: markOf(n), cuenta, loteId: lote.id, como, fila: 0, fecha, valor: fecha, importe: lote.centavos },
    ...{ saldo: null, devolucion: false, concepto: `SPEI RECIBIDO ${markOf(n)}`, rastreo: '' },
    referencia: { bien: whole, mal: wrong, sin: '' }[como],
    ordenante: { nombre: '', cuenta: '', rfc: '' },
  };
}

/** Deposits of all lots in turn, over the days and accounts. */
function inventDeposits(lotes: readonly Deposit[], cuentas: readonly Cuenta[]): Told[] {
  return Array.from({ length: DEPOSITOS }, (_, n) => {
    const cuenta = n % cuentas.length;
    const lote = lotes[n];
    if (!lote) throw new Error(`only ${lotes.length} lots`);
    // After what the lot paid last, and not within days of it: what comes late asks, and what equals a receipt beside it, as they should.
    const planned = addDays(HOY, -DIAS + 1 + (Math.floor(n / cuentas.length) % DIAS));
    const clear = addDays(lote.ultimo, DIAS_CERCA + 1);
    const fecha = planned > clear ? planned : clear < HOY ? clear : HOY;
    return toldOf(n, lote, { cuenta, scheme: cuentas[cuenta] as Cuenta, fecha });
  });
}

type Escrito = Pick<EstadoDeCuenta, 'cuenta' | 'movimientos'> & { saldoInicial: Centavos };

/** The files of an account: each begins with the last days of the one before. */
function filesOf(told: readonly Told[], cuenta: Cuenta, which: number): Archivo[] {
  const format = FORMATOS[which];
  if (!format) return [];
  const lines = told.filter((one) => one.cuenta === which).toSorted((a, b) => a.fecha.localeCompare(b.fecha));
  const files: Archivo[] = [];
  for (let day = 0; day < DIAS; day += DIAS_DE_ARCHIVO - DIAS_DE_NUEVO) {
    const desde = addDays(HOY, -DIAS + 1 + day);
    const hasta = addDays(desde, DIAS_DE_ARCHIVO - 1);
    const movimientos = lines.filter(({ fecha }) => fecha >= desde && fecha <= hasta);
    const before = lines.filter(({ fecha }) => fecha < desde).reduce((sum, { importe }) => sum + importe, 0);
    const escrito: Escrito = { cuenta: cuenta.numero, movimientos, saldoInicial: before };
    files.push({
      cuenta,
      nombre: `${desde}.${format.extension}`,
      texto: format.write(escrito),
      depositos: movimientos.length,
    });
  }
  return files;
}

/** Sends a file and kills the server over it; then starts it and sends the file again, as somebody would. */
async function sendThroughDeath(product: Product, headers: Record<string, string>, file: Archivo, after: number) {
  const sent = sendFile(product, headers, file).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, after));
  await product.kill();
  forgetConnections();
  await sent;
  await product.start();
  await sendFile(product, headers, file);
}

interface Counted {
  bien: number;
  solas: number;
  ajenas: number;
  dobles: number;
}

/** What became of the deposits, by the tables. */
async function count(hand: pg.Client, told: readonly Told[]): Promise<Counted> {
  const { rows } = await hand.query<{ marca: string; veces: number; recibos: number; lotes: number[]; total: number }>(`
    SELECT substring(d.concepto FROM 'MARCA[A-J]+') AS marca, count(DISTINCT d.id)::int AS veces, count(a.recibo_id)::int AS recibos,
      array_remove(array_agg(r.lote_id), NULL) AS lotes, coalesce(sum(r.total_centavos), 0)::float8 AS total
    FROM deposito_entrante d
    LEFT JOIN deposito_aplicacion a ON a.entrante_id = d.id LEFT JOIN recibo r ON r.id = a.recibo_id
    WHERE d.concepto ~ 'MARCA[A-J]+' GROUP BY 1`);
  const found = new Map(rows.map((row) => [row.marca, row]));
  const counted: Counted = { bien: 0, solas: 0, ajenas: 0, dobles: 0 };
  for (const { marca, como, loteId, importe } of told) {
    const of = found.get(marca);
    if (como === 'bien') counted.bien += 1;
    if (!of) continue;
    const right = of.lotes.every((lote) => lote === loteId) && (of.recibos === 0 || como === 'bien');
    if (!right) counted.ajenas += 1;
    if (of.veces > 1 || of.recibos > 1 || of.total > importe) counted.dobles += 1;
    if (como === 'bien' && of.recibos === 1 && of.total === importe) counted.solas += 1;
  }
  return counted;
}

interface Community {
  headers: Record<string, string>;
  cuentas: readonly Cuenta[];
  lotes: readonly Deposit[];
}

async function statements(
  product: Product,
  hand: pg.Client,
  { headers, cuentas, lotes }: Community,
): Promise<Measure[]> {
  const roll = dice(20_261_126);
  const told = inventDeposits(lotes, cuentas);
  const files = shuffled(
    cuentas.flatMap((cuenta, which) => filesOf(told, cuenta, which)),
    roll,
  );
  const deaths = new Set(shuffled([...files.keys()], roll).slice(0, MUERTES));
  const [took] = await seconds(async () => {
    for (const [n, file] of files.entries()) {
      if (deaths.has(n)) await sendThroughDeath(product, headers, file, 100 + roll(1_200));
      else await sendFile(product, headers, file);
    }
  });
  const lines = files.reduce((sum, { depositos }) => sum + depositos, 0);
  const { bien, solas, ajenas, dobles } = await count(hand, told);
  return [
    {
      name: `${files.length} estados con ${lines} depósitos, ${lines - DEPOSITOS} repetidos, y ${MUERTES} muertes`,
      value: took,
      unit: 's',
    },
    { name: 'con buena referencia, sin aplicar solos', value: bien - solas, unit: '', limit: bien / 100 },
    { name: 'aplicados a otro lote, o sin buena referencia', value: ajenas, unit: '', limit: 0 },
    { name: 'tomados o aplicados dos veces', value: dobles, unit: '', limit: 0 },
  ];
}

/** Until what was applied before has its invoices: what stamps them is at work on the same processors. */
async function stamped(hand: pg.Client): Promise<void> {
  const waiting = async () => {
    const { rows } = await hand.query<{ some: boolean }>(
      "SELECT EXISTS (SELECT FROM factura WHERE estado IN ('borrador', 'sellado', 'enviando', 'incierto')) AS some",
    );
    return rows[0]?.some ?? false;
  };
  while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 500));
}

/** One file of 5,000, all with their references, of the next months. */
async function atOnce(product: Product, hand: pg.Client, { headers, cuentas, ...of }: Community): Promise<Measure[]> {
  await stamped(hand);
  const lotes = of.lotes.filter(({ ultimo }) => addDays(ultimo, DIAS_CERCA) < HOY);
  const byHand = (await applyByHand(product.ownerUrl, lotes.slice(DE_UNA_VEZ, DE_UNA_VEZ + 1_000))) * DE_UNA_VEZ;
  await hand.query('ANALYZE');
  const which = FORMATOS.findIndex(({ write }) => write === enSantander);
  const cuenta = cuentas[which] as Cuenta;
  const movimientos = lotes
    .slice(0, DE_UNA_VEZ)
    .map((lote, n) => ({
      ...toldOf(n, lote, { cuenta: which, scheme: cuenta, fecha: HOY }),
      concepto: 'SPEI RECIBIDO',
    }))
    .map((one) => ({ ...one, referencia: referenceOf(one.loteId, cuenta) ?? '' }));
  const texto = enSantander({ cuenta: cuenta.numero, movimientos, saldoInicial: 1_000_000_000 });
  const before = await hand.query<{ n: number }>('SELECT count(*)::int AS n FROM deposito_aplicacion');
  const [took] = await seconds(() =>
    sendFile(product, headers, { cuenta, nombre: 'de-una-vez.csv', texto, depositos: DE_UNA_VEZ }),
  );
  const after = await hand.query<{ n: number }>('SELECT count(*)::int AS n FROM deposito_aplicacion');
  const applied = (after.rows[0]?.n ?? 0) - (before.rows[0]?.n ?? 0);
  return [
    { name: 'un estado de 5,000, aplicado con sus borradores', value: took, unit: 's', limit: 3, baseline: byHand },
    { name: 'de ellos, preguntados', value: DE_UNA_VEZ - applied, unit: '', limit: DE_UNA_VEZ / 100 },
  ];
}

/** Lots with CLABEs, and who tells of what comes to them. */
async function clabesOf({ base }: Product, headers: Record<string, string>, cuenta: Cuenta, hand: pg.Client) {
  const ask = async (path: string, body: unknown) => {
    const reply = await send<{ success: boolean }>(`${base}${path}`, headers, JSON.stringify(body));
    if (!reply.body.success) throw new Error(JSON.stringify(reply.body).slice(0, 300));
  };
  const prefijo = '6461801104';
  for (const desde of [1, 1 + CLABES_MAX]) {
    const range = { prefijo, desde, cuantas: CLABES_MAX, lista: '' };
    await ask('/clabelote/agregar', { cuenta: { id: cuenta.id }, ...range });
  }
  await ask('/clabelote/asignar', { cuenta: { id: cuenta.id } });
  await ask('/avisodeposito/proveedor', { id: cuenta.id, proveedor: 'fintoc', ...FINTOC });
  const { rows } = await hand.query<{ clabe: string; loteId: number }>(
    'SELECT clabe, lote_id AS "loteId" FROM clabe_lote WHERE cuenta_id = $1 AND lote_id IS NOT NULL ORDER BY id',
    [cuenta.id],
  );
  return rows;
}

const pendingNotices = async (hand: pg.Client): Promise<number> => {
  const { rows } = await hand.query<{ n: number }>(`
    SELECT (SELECT count(*) FROM aviso_deposito a WHERE NOT EXISTS (SELECT FROM aviso_tomado t WHERE t.aviso_id = a.id))::int
      + (SELECT count(*) FROM deposito_entrante WHERE origen = 'aviso' AND situacion = 'desconocido' AND motivo = '')::int AS n`);
  return rows[0]?.n ?? 0;
};

/** 200 notices a second, each tenth one told twice; as long as somebody waits for an answer, and what became of them. */
async function storm(
  product: Product,
  hand: pg.Client,
  { headers, cuentas }: { headers: Record<string, string>; cuentas: readonly Cuenta[] },
): Promise<Measure[]> {
  const cuenta = cuentas[2] as Cuenta;
  const clabes = await clabesOf(product, headers, cuenta, hand);
  const url = `${product.base}/avisodeposito/recibir/${cuenta.id}`;
  const waits: number[] = [];
  let failed = 0;
  let last: ReturnType<typeof eventOf> | undefined;
  const tell = async (n: number): Promise<void> => {
    const at = new Date();
    const one = transferOf(clabes[n % clabes.length]?.clabe ?? '', 150_000 + n, { transaction_date: at.toISOString() });
    const event = last && n % 10 === 9 ? last : eventOf('transfer.inbound.succeeded', one, { at });
    last = event;
    const began = performance.now();
    const status = await send(url, event.headers, event.text).then(
      (reply) => reply.status,
      (error: Error) => error.message,
    );
    waits.push(performance.now() - began);
    if (status === 200) return;
    if (failed === 0) console.log(`  aviso ${n}: ${status}`);
    failed += 1;
  };
  const total = AVISOS_POR_SEGUNDO * SEGUNDOS;
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < total; n += 1) {
    const due = (n * 1_000) / AVISOS_POR_SEGUNDO - (performance.now() - began);
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    all.push(tell(n));
  }
  await Promise.all(all);
  const [drained] = await seconds(async () => {
    while ((await pendingNotices(hand)) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  });
  const { rows } = await hand.query<{ tomados: number; dobles: number; sin: number }>(
    `
    SELECT count(*)::int AS tomados, (count(*) - count(DISTINCT transferencia))::int AS dobles,
      count(*) FILTER (WHERE situacion = 'desconocido')::int AS sin
    FROM deposito_entrante WHERE origen = 'aviso' AND cuenta_id = $1`,
    [cuenta.id],
  );
  const repeated = Math.floor(total / 10);
  return [
    {
      name: `avisos, ${AVISOS_POR_SEGUNDO} por segundo: respuesta, p95`,
      value: quantile(waits, 0.95),
      unit: 'ms',
      limit: 300,
    },
    { name: 'avisos sin recibir', value: failed, unit: '', limit: 0 },
    { name: 'transferencias perdidas', value: total - repeated - (rows[0]?.tomados ?? 0), unit: '', limit: 0 },
    { name: 'transferencias tomadas dos veces', value: rows[0]?.dobles ?? 0, unit: '', limit: 0 },
    { name: 'sin aplicar ni razón', value: rows[0]?.sin ?? 0, unit: '', limit: 0 },
    { name: 'hasta que todos se aplicaron, después del último', value: drained, unit: 's' },
  ];
}

export default function depositos(): Promise<Measure[]> {
  return withProduct(async (product) => {
    const hand = new pg.Client(product.ownerUrl);
    await hand.connect();
    try {
      await hand.query(`SET search_path TO ${SCHEMA}, ext`);
      const headers = await product.login('director');
      const cuentas = await accountsOf(product, headers, hand);
      const owing = async () => (await lotsThatOwe(hand, 2)).filter(({ ultimo }) => ultimo < HOY);
      const told = await statements(product, hand, { headers, cuentas, lotes: await owing() });
      const applied = await atOnce(product, hand, { headers, cuentas, lotes: await owing() });
      return [...told, ...applied, ...(await storm(product, hand, { headers, cuentas }))];
    } finally {
      await hand.end();
    }
  });
}
