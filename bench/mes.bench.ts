/**
 * A community's month from its first day to its closing, on the running product with 10,000 lots, ten years of ledger and fsync:
 * generated with its late interest, 6,000 deposits of a file and 1,500 payments at 20 registers taken and invoiced, a statement
 * mailed to each lot, each report written to its file, the shifts signed, the month closed with its frozen files. Each leg beside
 * the database's work of it by hand; what became of all of it is counted in the tables.
 */
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { addDays, type Fecha } from '../src/core/fecha.ts';
import { toCentavos } from '../src/core/money.ts';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf } from '../src/core/period.ts';
import { referenceOf } from '../src/core/reference.ts';
import { DEMO_PASSWORD } from '../src/features/usuarios/demo.ts';
import type { ClaveReporte, FiltrosDe } from '../src/libro/reportes/filtros.ts';
import { checkLaws } from '../src/libro/server/laws.ts';
import { kyselyOn } from '../src/platform/server/db.ts';
import { stampedPerSecond } from './cfdi.bench.ts';
import { send } from './client.ts';
import { applyAllByHand, type Deposit, listOwing, seconds } from './deposits.ts';
import { cashiersByHand, type Desk, getJson, type Headers, nth, openScreen, pay } from './desk.ts';
import { HOY, SCHEMA } from './ledger.ts';
import { STATEMENT_BY_HAND } from './libro-consultas.bench.ts';
import { type Product, withProduct } from './product.ts';
import { AGEING_BY_HAND, corteByHand, nowhere, RECONCILIATION_BY_HAND } from './reportes.bench.ts';
import type { Measure } from './run.ts';
import { interestByHand, monthByHand } from './runs.ts';
import { accountsOf, type Cuenta, FORMATOS, sendFile } from './statements.ts';

/** 10 takes a tenth of the deposits, payments and statements, to see in a minute that all of it works; then no limit is held. */
const PART = Number(process.env.PORTON_BANCO_PARTE ?? 1);
const DEPOSITOS = 6_000 / PART;
const PAGOS = 1_500 / PART;
const CAJAS = 20;
const ACCOUNTS = ['cobranza', 'administrador', 'director', 'superadmin'];
/** People who mail statements at once. */
const SENDERS = 6;
/** Of what is done once for each lot, by hand so many are timed. */
const SAMPLE = 500 / PART;
const LIMIT_SECONDS = 360;
const PATIENCE_MS = 600_000;

const MES: Month = addMonths(monthOf(HOY), 1);
const INICIO = firstDayOf(MES);
/** After most have paid, and before anything is late. */
const COBRO = addDays(INICIO, 9);
const CIERRE = addDays(lastDayOf(MES), 1);

interface Work {
  product: Product;
  hand: pg.Client;
  director: Headers;
}

/** How long a leg took, and by hand; in seconds. */
interface Leg {
  name: string;
  took: number;
  byHand: number;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function post<T>({ base }: Product, headers: Headers, path: string, body: unknown): Promise<T> {
  const key = { 'idempotency-key': randomUUID() };
  const reply = await send<{ success: boolean; data: T }>(
    `${base}/${path}`,
    { ...headers, ...key },
    JSON.stringify(body),
  );
  if (reply.status !== 200 || reply.body.success === false)
    throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 500)}`);
  return reply.body.data;
}

/** The seconds that a work by hand takes, which is taken back. */
async function takenBack(hand: pg.Client, work: () => Promise<unknown>): Promise<number> {
  await hand.query('BEGIN');
  const [took] = await seconds(work);
  await hand.query('ROLLBACK');
  return took;
}

async function until(what: string, done: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await done())) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`${what}: not done`);
    await pause(200);
  }
}

async function generate({ product, hand, director }: Work): Promise<Leg[]> {
  const monthHand = await takenBack(hand, () => hand.query(monthByHand(MES, 9_000_000)));
  const [month] = await seconds(() => post(product, director, 'mtto-generado/save', MES));
  const interestHand = await takenBack(hand, () => hand.query(interestByHand(INICIO)));
  const [interest] = await seconds(() => post(product, director, 'lote/generarinteresesmoratorios', {}));
  return [
    { name: 'generar el mes', took: month, byHand: monthHand },
    { name: 'sus intereses', took: interest, byHand: interestHand },
  ];
}

/** Who owes: to the desk comes who owes most, by the bank pay others, and the rest is left for whoever does it by hand. */
async function divide(hand: pg.Client): Promise<{ caja: Deposit[]; banco: Deposit[]; mano: Deposit[] }> {
  const { rows } = await hand.query<{ id: number }>(
    `SELECT lote_id AS id FROM cargo WHERE saldo_centavos > 0 AND tipo = 'mantenimiento'
     GROUP BY lote_id ORDER BY count(*) DESC, hashint4(lote_id) LIMIT $1`,
    [PAGOS],
  );
  const atDesk = new Set(rows.map(({ id }) => id));
  const owing = await listOwing(hand);
  const others = owing.filter(({ id }) => !atDesk.has(id));
  if (others.length < DEPOSITOS) throw new Error(`only ${owing.length} lots owe`);
  const caja = owing.filter(({ id }) => atDesk.has(id));
  return { caja, banco: others.slice(0, DEPOSITOS), mano: others.slice(DEPOSITOS) };
}

async function takeDeposits({ product, hand, director }: Work, banco: readonly Deposit[], cuenta: Cuenta) {
  const byHand = await applyAllByHand(hand, banco, COBRO);
  const movimientos = banco.map(({ id, centavos }, n) => ({
    ...{ fila: 0, fecha: addDays(INICIO, n % 10), valor: addDays(INICIO, n % 10), importe: centavos, saldo: null },
    ...{ devolucion: false, concepto: 'SPEI RECIBIDO', rastreo: '', referencia: referenceOf(id, cuenta) ?? '' },
    ordenante: { nombre: '', cuenta: '', rfc: '' },
  }));
  const { extension, write } = nth(FORMATOS, 1);
  const texto = write({ cuenta: cuenta.numero, movimientos, saldoInicial: 1_000_000_000 });
  const [took] = await seconds(() =>
    sendFile(product, director, { cuenta, nombre: `mes.${extension}`, texto, depositos: DEPOSITOS }),
  );
  return { name: `tomar ${DEPOSITOS} depósitos de un archivo`, took, byHand };
}

interface Turno {
  id: number;
  headers: Headers;
  desk: Desk;
  /** What its cashier took. */
  centavos: number;
}

/** Registers of their own beside those of the banks' accounts, each with somebody at it and its shift open. */
async function openShifts({ product, hand, director }: Work): Promise<Turno[]> {
  const { rows: ids } = await hand.query<{ banco: number; metodo: number }>(
    "SELECT (SELECT min(id) FROM banco) AS banco, (SELECT id FROM metodo_pago WHERE name = 'Efectivo - Oficina') AS metodo",
  );
  for (let n = 1; n <= CAJAS; n += 1) {
    await post(product, director, 'caja/save', {
      ...{ id: '', name: `Ventanilla ${n}`, active: true, noCuenta: `${n}`, noConvenio: `${n}`, noCLABE: `${n}` },
      ...{ banco: { id: ids[0]?.banco }, digitoVerificador: 'ninguno', prefijoReferencia: '' },
    });
  }
  const { rows: cajas } = await hand.query<{ id: number }>(
    "SELECT id FROM caja WHERE name LIKE 'Ventanilla %' ORDER BY id",
  );
  const turnos: Turno[] = [];
  for (const [n, { id: caja }] of cajas.entries()) {
    const headers = await product.login(nth(ACCOUNTS, n));
    const id = await post<number>(product, headers, 'turno/abrir', { caja: { id: caja }, fondoInicial: 0 });
    const desk = { base: product.base, accounts: [headers], caja, metodo: ids[0]?.metodo ?? 0, hoy: COBRO };
    turnos.push({ id, headers, desk, centavos: 0 });
  }
  return turnos;
}

async function takePayments(
  { product }: Work,
  turnos: readonly Turno[],
  caja: readonly Deposit[],
  { mano, cajaId }: { mano: readonly Deposit[]; cajaId: number },
): Promise<Leg> {
  const [first] = turnos;
  if (!first) throw new Error('no shifts');
  // In a register without a shift, which is counted by what its cashier took.
  const apart = { ...first.desk, caja: cajaId };
  const lotes = Array.from({ length: SAMPLE }, (_, n) => nth(mano, n).id);
  const [sample] = await seconds(() =>
    cashiersByHand(product.ownerUrl, apart, lotes, { cashiers: CAJAS, pauseMs: 0, firstTurns: 0 }),
  );
  const queue = caja.values();
  const [took] = await seconds(() =>
    Promise.all(
      turnos.map(async (turno) => {
        for (const { id } of queue) {
          const asked = await openScreen(turno.desk, turno.headers, id);
          await pay(turno.desk, turno.headers, asked);
          turno.centavos += toCentavos(asked.monto);
        }
      }),
    ),
  );
  return { name: `cobrar ${PAGOS} en ${CAJAS} cajas`, took, byHand: (sample * PAGOS) / SAMPLE };
}

/** What is left to be stamped when all was taken: the payments' own invoices are made while they are taken. */
async function stampInvoices({ hand }: Work): Promise<Leg> {
  const counted = () =>
    hand.query<{ todas: number; faltan: number }>(
      "SELECT count(*)::int AS todas, count(*) FILTER (WHERE estado <> 'timbrado')::int AS faltan FROM factura",
    );
  const [took] = await seconds(() => until('timbrar', async () => (await counted()).rows[0]?.faltan === 0));
  const todas = (await counted()).rows[0]?.todas ?? 0;
  return { name: `timbrar lo que falte de ${todas} facturas`, took, byHand: todas / (await stampedPerSecond()) };
}

async function mailByHand(client: pg.Client, loteId: number): Promise<void> {
  await client.query('BEGIN');
  await client.query(STATEMENT_BY_HAND, [loteId, `${INICIO.slice(0, 4)}-01-01`, COBRO]);
  await client.query(
    `WITH c AS (
       INSERT INTO correo_saliente (para, asunto, html, texto, lote_id, proximo_intento, created_at)
       VALUES ('{mano@ejemplo.mx}', 'A mano', '<p>Adjunto</p>', 'Adjunto', $1, 'infinity', now()) RETURNING id
     ), a AS (
       INSERT INTO correo_adjunto (correo_id, nombre, mime, contenido) SELECT id, 'a.pdf', 'application/pdf', $2 FROM c
     )
     INSERT INTO bitacora (created_at, usuario, referencia, status, nota, entidad, entidad_id)
     SELECT now(), 'mano', '', 'creado', 'Correo', 'correo', id FROM c`,
    [loteId, Buffer.alloc(25_000, randomUUID())],
  );
  await client.query('COMMIT');
}

async function mailStatements({ product, hand, director }: Work): Promise<Leg> {
  const { rows: lotes } = await hand.query<{ id: number }>('SELECT id FROM lote WHERE id % $1 = 0 ORDER BY id', [PART]);
  const [sample] = await seconds(async () => {
    for (const { id } of lotes.slice(0, SAMPLE)) await mailByHand(hand, id);
  });
  const range = { fechaInicial: `${INICIO.slice(0, 4)}-01-01`, fechaFinal: COBRO, variante: 0, email: true };
  const queue = lotes.values();
  const [took] = await seconds(() =>
    Promise.all(
      Array.from({ length: SENDERS }, async () => {
        for (const { id } of queue) {
          const body = { ...range, id, correoElectronico: '', correoAdicional: `lote${id}@ejemplo.mx` };
          const url = `${product.base}/residente/get/estadocuenta/detail`;
          const { status, body: rows } = await send(url, director, JSON.stringify(body));
          if (status !== 200 || !Array.isArray(rows)) throw new Error(`statement: ${status} ${JSON.stringify(rows)}`);
        }
      }),
    ),
  );
  return {
    name: `hacer y poner en camino ${lotes.length} estados de cuenta`,
    took,
    byHand: (sample * lotes.length) / SAMPLE,
  };
}

/** Every report, as its screen asks for it. */
const filtersOf = (lote: number, tipo: number): { [K in ClaveReporte]: FiltrosDe<K> } => ({
  'corte-caja': { caja: 0, metodo: 0, desde: INICIO, hasta: COBRO },
  sanciones: { tipo, desde: `${INICIO.slice(0, 4)}-01-01`, hasta: COBRO },
  'mantenimiento-vencido': { dias: '100' },
  conciliacion: { detalle: true },
  'facturas-canceladas': { mes: INICIO },
  'pagos-atrasados': { tipo: 'todos' },
  gestion: { desde: INICIO, hasta: COBRO },
  'cartera-vencida': {},
  'tipo-lote': { estado: 'entregado' },
  descuentos: { tipo: '1', clase: 'todas', referencia: '', desde: INICIO, hasta: COBRO },
  excepciones: { mostrar: 'todas', desde: INICIO, hasta: COBRO },
  proyecciones: { indice: -1 },
  'pagos-lote': { lote, sinFactura: false, fecha: '', metodo: '' },
  'buscar-pagos': { q: 'ENC-00042' },
});

const copied = (hand: pg.Client, text: string) => pipeline(hand.query(copyTo(`COPY (${text}) TO STDOUT`)), nowhere());

const at = (text: string, fecha: Fecha) =>
  text.replaceAll('$1', `date '${fecha}'`).replaceAll('::date::date', '::date');

async function writeReports({ product, hand, director }: Work): Promise<Leg> {
  const { rows } = await hand.query<{ lote: number; tipo: number }>(
    "SELECT (SELECT min(id) FROM lote WHERE status = 'entregado') AS lote, (SELECT min(id) FROM tipo_multa) AS tipo",
  );
  const [byHand] = await seconds(async () => {
    await copied(hand, corteByHand(INICIO, COBRO));
    // Overdue maintenance, all that is late, and who owes it: the same rows three times.
    for (let report = 0; report < 3; report += 1) await copied(hand, at(AGEING_BY_HAND, COBRO));
    await copied(hand, at(RECONCILIATION_BY_HAND, COBRO));
  });
  const all = Object.entries(filtersOf(rows[0]?.lote ?? 0, rows[0]?.tipo ?? 0));
  const [took] = await seconds(async () => {
    for (const [reporte, filtros] of all) {
      const body = JSON.stringify({ reporte, filtros });
      const [each] = await seconds(async () => {
        const reply = await fetch(`${product.base}/reporte/excel`, { method: 'POST', headers: director, body });
        const bytes = Buffer.from(await reply.arrayBuffer());
        if (bytes.subarray(0, 2).toString() !== 'PK') throw new Error(`${reporte}: ${bytes.toString().slice(0, 500)}`);
      });
      if (process.env.TRACE) console.log(`  ${reporte}: ${each.toFixed(2)} s`);
    }
  });
  return { name: `escribir los ${all.length} reportes`, took, byHand };
}

const SHIFTS_BY_HAND = `
  SELECT r.turno_id, r.metodo_pago_id, sum(monto) FROM recibo r JOIN (
    SELECT recibo_id, monto_centavos AS monto FROM pago UNION ALL
    SELECT recibo_id, monto_centavos FROM fondo_movimiento WHERE tipo = 'abono'
  ) m ON m.recibo_id = r.id WHERE r.turno_id = ANY ($1::int[]) GROUP BY 1, 2`;

/** Counted by what each took, and signed without a word: a difference would ask for one. */
async function signShifts({ product, hand }: Work, turnos: readonly Turno[]): Promise<Leg> {
  const [byHand] = await seconds(() => hand.query(SHIFTS_BY_HAND, [turnos.map(({ id }) => id)]));
  const [took] = await seconds(async () => {
    for (const { id, headers, desk, centavos } of turnos) {
      const { data } = await getJson<{ data: { metodos: { metodoPago: { id: number } }[] } }>(
        desk,
        `turno/get/${id}`,
        headers,
      );
      const conteo = data.metodos.map(({ metodoPago }) => ({
        ...{ metodoPago: { id: metodoPago.id }, monto: metodoPago.id === desk.metodo ? centavos / 100 : 0 },
      }));
      await post(product, headers, 'turno/contar', { id, conteo });
      await post(product, headers, 'turno/firmar', { id, explicacion: '', password: DEMO_PASSWORD });
    }
  });
  return { name: `contar y firmar ${CAJAS} turnos`, took, byHand };
}

/** The month's sums and what is owed after it, and the rows of its cut-off and ages. */
async function closeByHand(hand: pg.Client): Promise<void> {
  const within = `BETWEEN '${INICIO}' AND '${lastDayOf(MES)}'`;
  await hand.query(`
    SELECT 'cargos', tipo, count(*), sum(monto_centavos) FROM cargo WHERE fecha ${within} GROUP BY 1, 2
    UNION ALL SELECT 'pagos', c.tipo, count(*), sum(p.monto_centavos) FROM pago p JOIN cargo c ON c.id = p.cargo_id
      WHERE p.fecha_contable ${within} GROUP BY 1, 2
    UNION ALL SELECT 'ajustes', tipo, count(*), sum(monto_centavos) FROM ajuste WHERE fecha ${within} GROUP BY 1, 2
    UNION ALL SELECT 'fondos', tipo, count(*), sum(monto_centavos) FROM fondo_movimiento WHERE fecha ${within} GROUP BY 1, 2
    UNION ALL SELECT 'saldos', tipo, count(*), sum(saldo_centavos) FROM cargo WHERE saldo_centavos > 0 GROUP BY 1, 2
    UNION ALL SELECT 'caja', concat(caja_id, ' ', metodo_pago_id), count(*), sum(total_centavos) FROM recibo
      WHERE fecha_contable ${within} GROUP BY 1, 2`);
  await copied(hand, corteByHand(INICIO, lastDayOf(MES)));
  await copied(hand, at(RECONCILIATION_BY_HAND, lastDayOf(MES)));
}

interface FinDeMes {
  periodo: { id: number } | null;
  puntos: { punto: string; estado: string }[];
  congelado: { estado: string; error: string } | null;
}

const readMonth = async ({ product, director }: Work, { year, mes }: Month): Promise<FinDeMes> =>
  (await getJson<{ data: FinDeMes }>({ base: product.base }, `finmes/get/${year}/${mes}`, director)).data;

/** As somebody does who looks at the list first, and says of what is open that it waits. */
async function close(work: Work, month: Month): Promise<void> {
  const open = (await readMonth(work, month)).puntos.filter(({ estado }) => estado === 'abierto');
  const motivos = Object.fromEntries(open.map(({ punto }) => [punto, 'Se atiende después']));
  await post(work.product, work.director, 'periodo/cerrar', { ...month, motivos });
}

const freeze = (work: Work, month: Month): Promise<void> =>
  until('congelar', async () => {
    const { congelado } = await readMonth(work, month);
    if (congelado?.error) throw new Error(congelado.error);
    return congelado?.estado === 'listo';
  });

async function closeMonth(work: Work): Promise<Leg[]> {
  const [byHand] = await seconds(() => closeByHand(work.hand));
  const [closed] = await seconds(() => close(work, MES));
  const [frozen] = await seconds(() => freeze(work, MES));
  return [
    { name: 'leer la lista y cerrar el mes', took: closed, byHand },
    { name: 'hacer sus archivos', took: frozen, byHand: 0 },
  ];
}

const one = async (hand: pg.Client, text: string, values: unknown[] = []): Promise<number> =>
  Number((await hand.query<{ n: number }>(text, values)).rows[0]?.n ?? 0);

/** What must hold of all that was done, by the tables. */
async function counted(
  work: Work,
  { cuenta, turnos }: { cuenta: Cuenta; turnos: readonly Turno[] },
): Promise<Measure[]> {
  const { product, hand, director } = work;
  const shifts = turnos.map(({ id }) => id);
  const taken = turnos.reduce((sum, { centavos }) => sum + centavos, 0);
  const settled = await one(
    hand,
    `SELECT count(*) AS n FROM deposito_entrante d WHERE cuenta_id = $1 AND (motivo <> '' OR EXISTS (
       SELECT FROM deposito_aplicacion a JOIN recibo r ON r.id = a.recibo_id WHERE a.entrante_id = d.id))`,
    [cuenta.id],
  );
  const applied = await one(hand, 'SELECT count(*) AS n FROM deposito_aplicacion');
  const receipts = await one(hand, 'SELECT count(*) AS n FROM recibo WHERE turno_id = ANY ($1)', [shifts]);
  const money = await one(hand, 'SELECT sum(total_centavos) AS n FROM recibo WHERE turno_id = ANY ($1)', [shifts]);
  const bare = await one(
    hand,
    `SELECT count(*) AS n FROM recibo r JOIN pago p ON p.recibo_id = r.id JOIN cargo c ON c.id = p.cargo_id
     JOIN tratamiento_fiscal t ON t.tipo = c.tipo AND t.tratamiento <> 'recibo'
     WHERE (r.turno_id = ANY ($1) OR r.id IN (SELECT recibo_id FROM deposito_aplicacion)) AND NOT EXISTS (
       SELECT FROM factura_concepto k JOIN factura f ON f.id = k.factura_id
       WHERE k.pago_id = p.id AND k.viva AND f.estado = 'timbrado' AND f.uuid IS NOT NULL)`,
    [shifts],
  );
  const letters = await one(
    hand,
    `SELECT count(DISTINCT c.lote_id) AS n FROM correo_saliente c JOIN correo_adjunto a ON a.correo_id = c.id
     WHERE c.asunto LIKE 'Estado de cuenta %' AND a.mime = 'application/pdf'`,
  );
  const lotes = await one(hand, 'SELECT count(*) AS n FROM lote WHERE id % $1 = 0', [PART]);
  const unsigned = await one(
    hand,
    `SELECT count(*) AS n FROM unnest($1::int[]) AS of (id) WHERE NOT EXISTS (
       SELECT FROM turno_firma WHERE turno_id = of.id AND esperado_centavos = contado_centavos)`,
    [shifts],
  );
  const { periodo } = await readMonth(work, MES);
  const { data: sello } = await getJson<{ data: { valido: boolean; archivosIntactos: boolean | null } }>(
    { base: product.base },
    `periodo/verificar/${periodo?.id}`,
    director,
  );
  const laws = await checkLaws(kyselyOn(hand));
  const none = (name: string, value: number): Measure => ({ name, value, unit: '', limit: 0 });
  return [
    { name: 'depósitos aplicados', value: applied, unit: `de ${DEPOSITOS}` },
    none('depósitos sin aplicar ni razón', DEPOSITOS - settled),
    none('recibos de caja de más o de menos', Math.abs(PAGOS - receipts)),
    none('pesos en caja de más o de menos', Math.abs(taken - money) / 100),
    none('pagos sin factura timbrada', bare),
    none('lotes sin su estado de cuenta en camino', lotes - letters),
    none('turnos sin firmar o con diferencia', unsigned),
    none(
      'mes sin cerrar, o su sello o sus archivos no son los que son',
      sello.valido && sello.archivosIntactos ? 0 : 1,
    ),
    none('leyes del libro que no se cumplen', laws.length),
  ];
}

/** The product on a day, with somebody at work and a connection by hand. */
async function onDay<T>(product: Product, dia: Fecha, work: (work: Work) => Promise<T>): Promise<T> {
  await product.moveTo(dia);
  const hand = new pg.Client({ connectionString: product.ownerUrl });
  await hand.connect();
  try {
    await hand.query(`SET search_path TO ${SCHEMA}, ext`);
    return await work({ product, hand, director: await product.login('director') });
  } finally {
    await hand.end();
  }
}

export default function mes(): Promise<Measure[]> {
  return withProduct(async (product) => {
    const legs: Leg[] = [];
    // Of the present day: a server that was started anew has used nothing before.
    let used = 0;
    const done = (...more: readonly Leg[]) => {
      const now = product.processor();
      if (process.env.TRACE)
        for (const { name, took, byHand } of more)
          console.log(
            `  ${name}: ${took.toFixed(2)} s, ${((now - used) / 1000).toFixed(1)} de procesador (${byHand.toFixed(2)})`,
          );
      used = now;
      legs.push(...more);
    };
    const cuenta = await onDay(product, INICIO, async (work) => {
      await post(product, work.director, 'certificado/prueba', {});
      const account = nth(await accountsOf(product, work.director, work.hand), 1);
      done(...(await generate(work)));
      // The month before, as each month follows a closed one; of the first closing of all everything is added up.
      await close(work, addMonths(MES, -1));
      await freeze(work, addMonths(MES, -1));
      return account;
    });
    const turnos = await onDay(product, COBRO, async (work) => {
      used = product.processor();
      const open = await openShifts(work);
      const { caja, banco, mano } = await divide(work.hand);
      done(await takeDeposits(work, banco, cuenta));
      done(await takePayments(work, open, caja, { mano, cajaId: cuenta.cajaId }));
      done(await stampInvoices(work));
      done(await mailStatements(work));
      done(await writeReports(work));
      done(await signShifts(work, open));
      return open;
    });
    return onDay(product, CIERRE, async (work) => {
      used = product.processor();
      done(...(await closeMonth(work)));
      const total = legs.reduce((sum, { took }) => sum + took, 0);
      return [
        ...legs.map(({ name, took, byHand }) => ({
          ...{ name, value: took, unit: 's' },
          ...(byHand > 0 && { baseline: byHand }),
        })),
        { name: 'el mes entero', value: total, unit: 's', ...(PART === 1 && { limit: LIMIT_SECONDS }) },
        ...(await counted(work, { cuenta, turnos })),
      ];
    });
  });
}
