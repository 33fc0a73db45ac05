/**
 * Applying deposits: a few lots at a time, each on its lock, through the same functions as a cashier's payment, in a
 * transaction apart from the request's. A run that is killed leaves whole deposits; the same list again goes on where it
 * broke off.
 */
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { type Month, monthTitle } from '#core/period.ts';
import { settledBy } from '#core/value-date.ts';
import type { Owed } from '#libro/mantenimiento/rules.ts';
import { CODE_REJECTED } from '#libro/messages.ts';
import { bookingOf, dateCodeRefusal } from '#libro/rules.ts';
import { isUsableCode, spendCode } from '#libro/server/codes.ts';
import { type LedgerLote, lockLotes, refuseClosedLote } from '#libro/server/lotes.ts';
import { loadDefinitions } from '#libro/server/maintenance.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import {
  acceptRegister,
  type MaintenanceBooking,
  placeTender,
  type RegisterTerms,
  type Tender,
} from '#libro/server/receive.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { DATE_CODE, DATE_USE, limitWithoutCode, takenByDates } from '#libro/server/value-date.ts';
import type { Context } from '#platform/server/context.ts';
import { refusalOf } from '#platform/server/database-errors.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { Deposito, Procesado } from '../contract.ts';
import { claveDe, cobroDe, compacta, type Directorio, oldestOf, preguntasDe } from '../depositos.ts';
import { forEach } from '../workers.ts';
import type { Collector } from './collector.ts';
import { loadDirectorio } from './directory.ts';
import {
  type BookedReceipt,
  type DepositKey,
  findDepositMethod,
  insertDeposits,
  type KnownDeposit,
  listApplied,
  listBooked,
  listEqualReceipts,
} from './repository.ts';

/** Lots that are locked and paid together: a cashier who wants one of them waits that long. */
const BATCH = 40;
/** Of the four connections beside the requests' own; the fourth stays for sign-ins. */
const WORKERS = 3;

interface Order {
  deposito: Deposito;
  key: DepositKey;
  numero: number;
}

type Outcome =
  | { reciboId: number; nuevo: boolean }
  /** `pideCodigo` is what its date takes off, where that needs a code. */
  | { motivo: string; pideCodigo?: Centavos };

/** What stands for the bank's reference of a deposit whose row has none: the file itself. */
const BANK_FILE = 'Archivo del banco';

const UNKNOWN_LOTE = 'El lote no existe. Vuelva a importar el archivo';

/** Orders of a list: equal ones of a day and lot are numbered in their order where the list does not say. */
function ordersOf(depositos: readonly Deposito[]): Order[] {
  const seen = new Map<string, number>();
  return depositos.map((deposito) => {
    const key = {
      loteId: deposito.id,
      referencia: deposito.referencia,
      fecha: deposito.fechaPago,
      monto: toCentavos(deposito.montoDepositado),
    };
    const clave = claveDe(key.loteId, key.fecha, key.monto);
    const place = (seen.get(clave) ?? 0) + 1;
    seen.set(clave, place);
    return { deposito, key, numero: deposito.numero ?? place };
  });
}

interface Run {
  collector: Collector;
  definitions: Awaited<ReturnType<typeof loadDefinitions>>;
  directorio: Directorio;
  tender: Pick<Tender, 'metodo' | 'cajaId' | 'noCuenta'>;
  terms: RegisterTerms;
  limite: Centavos;
  /** The code that lets dates take off more than that; null until it is spent. */
  codigoFechaId: number | null;
}

interface Found {
  lote: LedgerLote | undefined;
  owed: Owed | undefined;
  /** Applied before: to this lot, or under this reference. */
  equal: readonly KnownDeposit[];
  /** A register's receipt of the same lot, day and amount. */
  reciboDeCaja: number | null;
}

/** What a deposit pays, decided on what was read under its lot's lock. Refuses what cannot be applied, or not without a yes. */
function decide(ctx: Context, run: Run, { deposito, key, numero }: Order, found: Found) {
  const { lote, owed, equal, reciboDeCaja } = found;
  if (!lote || !owed) throw new Refusal(UNKNOWN_LOTE);
  refuseClosedLote(lote);
  const cobro = cobroDe(owed, key.monto, key.fecha, run.terms.cerrado);
  if (deposito.confirmado === true) return { lote, owed, cobro };
  const { referencia } = key;
  const preguntas = [
    ...(referencia !== '' && equal.some((one) => one.loteId !== lote.id)
      ? ['Un depósito igual con esta referencia ya se aplicó a otro lote. Confirme que éste es otro']
      : []),
    ...(referencia !== '' && !run.directorio.means(referencia, lote.id)
      ? [`La referencia «${referencia}» no es la del lote ${lote.referencia}. Confirme que es el suyo`]
      : []),
    ...preguntasDe(cobro, { monto: key.monto, fecha: key.fecha, hoy: ctx.today(), numero, reciboDeCaja }),
  ];
  if (preguntas.length > 0) throw new Refusal(preguntas.join('. '));
  return { lote, owed, cobro };
}

/** What is known of the lots of a batch, read under their locks. */
interface BatchRead {
  lotes: ReadonlyMap<number, LedgerLote>;
  debts: ReadonlyMap<number, Owed>;
  applied: readonly KnownDeposit[];
  /** Receipts of registers by lot, day and amount. */
  byRegister: ReadonlyMap<string, number>;
}

async function lockAndRead({ tx }: Context, run: Run, orders: readonly Order[]): Promise<BatchRead> {
  const keys = orders.map(({ key }) => key);
  const locked = await lockLotes(
    tx,
    keys.map((key) => key.loteId),
  );
  // Only now: whoever applied the same deposit a moment ago had the lock.
  const [applied, debts, receipts] = await Promise.all([
    listApplied(tx, keys, keys),
    run.collector.owedBy(tx, locked, run.definitions, oldestOf(keys)),
    listEqualReceipts(tx, keys),
  ]);
  return {
    lotes: new Map(locked.map((lote) => [lote.id, lote])),
    debts,
    applied,
    byRegister: new Map(receipts.map((one) => [claveDe(one.loteId, one.fecha, one.monto), one.reciboId])),
  };
}

/** Deposits of the same day and amount that were applied before: to this lot, or under this reference. */
function equalTo({ key }: Order, { applied }: BatchRead): KnownDeposit[] {
  const clave = compacta(key.referencia);
  return applied.filter(
    (one) =>
      one.fecha === key.fecha &&
      one.monto === key.monto &&
      (one.loteId === key.loteId || (clave !== '' && compacta(one.referencia) === clave)),
  );
}

interface Decided {
  order: Order;
  booking: Omit<MaintenanceBooking, 'porFecha'>;
}

/** What becomes of an order: booked, known already, or refused with its reason. */
function decideOrder(ctx: Context, run: Run, order: Order, read: BatchRead): Decided | Outcome {
  const { key, numero, deposito } = order;
  const equal = equalTo(order, read);
  const done = equal.find((one) => one.loteId === key.loteId && one.numero === numero);
  if (done) return { reciboId: done.reciboId, nuevo: false };
  try {
    const { lote, owed, cobro } = decide(ctx, run, order, {
      lote: read.lotes.get(key.loteId),
      owed: read.debts.get(key.loteId),
      equal,
      reciboDeCaja: read.byRegister.get(claveDe(key.loteId, key.fecha, key.monto)) ?? null,
    });
    const referencia = deposito.observacion || key.referencia || BANK_FILE;
    const booking = {
      lote,
      reglas: owed.reglas,
      tender: placeTender(run.terms, { ...run.tender, fechaPago: key.fecha, referencia }),
      monto: key.monto,
      allocation: cobro.allocation,
      percent: 0,
      autorizacion: '',
    };
    return { order, booking };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { motivo: error.message };
  }
}

/** What their dates take off, or why one may not without a code. */
async function grantDates(ctx: Context, run: Run, decided: readonly Decided[]) {
  const taken = await takenByDates(
    ctx.tx,
    stampOf(ctx),
    decided.map(({ booking }) => ({ fechaPago: booking.tender.fechaPago, charges: settledBy(booking.allocation) })),
  );
  return decided.map(
    ({ order, booking }, n): { order: Order; booking: MaintenanceBooking } | { order: Order; refused: Outcome } => {
      const quita = taken[n]?.total ?? 0;
      const motivo = dateCodeRefusal(quita, run.limite);
      if (motivo !== undefined && run.codigoFechaId === null) return { order, refused: { motivo, pideCodigo: quita } };
      const codigoId = motivo === undefined ? null : run.codigoFechaId;
      return { order, booking: { ...booking, porFecha: { quita, codigo: '', codigoId } } };
    },
  );
}

/** Deposits of as many lots, in the transaction of `ctx`: all of them or none, read and written for all at once. */
async function applyBatch(ctx: Context, run: Run, orders: readonly Order[]): Promise<Map<Order, Outcome>> {
  const read = await lockAndRead(ctx, run, orders);
  const outcomes = new Map<Order, Outcome>();
  const decided: Decided[] = [];
  for (const order of orders) {
    const found = decideOrder(ctx, run, order, read);
    if ('booking' in found) decided.push(found);
    else outcomes.set(order, found);
  }
  const granted: { order: Order; booking: MaintenanceBooking }[] = [];
  for (const one of await grantDates(ctx, run, decided)) {
    if ('booking' in one) granted.push(one);
    else outcomes.set(one.order, one.refused);
  }
  const results = await run.collector.bookMaintenances(
    ctx,
    granted.map(({ booking }) => booking),
  );
  const deposits = results.flatMap(({ recibo }, n) => {
    const order = granted[n]?.order;
    return order ? [{ order, reciboId: recibo.id }] : [];
  });
  await insertDeposits(
    ctx.tx,
    stampOf(ctx),
    deposits.map(({ order, reciboId }) => ({ ...order.key, numero: order.numero, reciboId })),
  );
  for (const { order, reciboId } of deposits) outcomes.set(order, { reciboId, nuevo: true });
  return outcomes;
}

export async function applyDeposits(
  ctx: Context,
  collector: Collector,
  body: {
    caja: { id: number };
    metodoPago?: { id: number } | undefined;
    autorizacionFecha: string;
    mttoImportadoResponseList: readonly Deposito[];
  },
): Promise<Procesado[]> {
  const { tx } = ctx;
  const metodo = body.metodoPago?.id ?? (await findDepositMethod(tx));
  if (metodo === undefined) throw new Refusal('No hay métodos de pago. Pida que se capturen en Catálogos');
  const orders = ordersOf(body.mttoImportadoResponseList);
  const stamp = stampOf(ctx);
  const tender = { cajaId: body.caja.id, metodo, noCuenta: '' };
  // Before anything is applied: a wrong code is the whole list's.
  const codigo = body.autorizacionFecha;
  if (codigo !== '' && !(await isUsableCode(ctx, codigo))) throw new Refusal(CODE_REJECTED, DATE_CODE);
  const [terms, definitions, directorio, limite, applied] = await Promise.all([
    // The register and the method are refused for all of the list; its shift is held open until all is applied.
    acceptRegister(tx, stamp, tender),
    loadDefinitions(tx),
    loadDirectorio(tx),
    limitWithoutCode(tx),
    listApplied(
      tx,
      orders.map(({ key }) => key),
      [],
    ),
  ]);
  const run: Run = { collector, definitions, directorio, tender, terms, limite, codigoFechaId: null };
  const known = new Map(
    applied.map((one) => [`${claveDe(one.loteId, one.fecha, one.monto)} ${one.numero}`, one.reciboId]),
  );
  const outcomes = new Map<Order, Outcome>();
  const left: Order[] = [];
  for (const order of orders) {
    const { loteId, fecha, monto } = order.key;
    const reciboId = known.get(`${claveDe(loteId, fecha, monto)} ${order.numero}`);
    const booking = bookingOf(terms, { fechaPago: fecha, referencia: BANK_FILE });
    if (reciboId !== undefined) outcomes.set(order, { reciboId, nuevo: false });
    else if ('motivo' in booking) outcomes.set(order, booking);
    else left.push(order);
  }

  const applyAll = (orders: readonly Order[]) =>
    forEach(chunksOf(orders, BATCH), WORKERS, async (batch) => {
      for (const [order, outcome] of await applyApart(ctx, run, batch)) outcomes.set(order, outcome);
    });
  for (const round of roundsOf(left)) {
    await applyAll(round);
    const asking = askingOf(round, outcomes);
    if (asking.length === 0 || codigo === '') continue;
    run.codigoFechaId = await spendForDates(ctx, codigo, asking);
    await applyAll(asking.map(({ order }) => order));
  }

  const booked = await listBooked(
    tx,
    [...outcomes.values()].flatMap((outcome) => ('reciboId' in outcome ? [outcome.reciboId] : [])),
  );
  const done = [...outcomes.entries()].filter(([, outcome]) => 'nuevo' in outcome && outcome.nuevo);
  const total = done.reduce((sum, [{ key }]) => sum + key.monto, 0);
  await ctx.audit({
    status: 'creado',
    entidad: 'deposito',
    nota: `Importación de pagos: ${done.length} depósitos aplicados por ${inPesos(total)}, de ${orders.length} en la lista`,
    despues: { aplicados: done.length, total, enLista: orders.length, cajaId: tender.cajaId, metodo },
  });
  if (done.length > 0) ctx.services.invoicing.wake();
  return orders.map((order) => processedOf(order, outcomes.get(order), booked));
}

interface Asking {
  order: Order;
  quita: Centavos;
}

/** The deposits whose dates take off more than is let without a code. */
function askingOf(orders: readonly Order[], outcomes: ReadonlyMap<Order, Outcome>): Asking[] {
  return orders.flatMap((order) => {
    const outcome = outcomes.get(order);
    return outcome && 'motivo' in outcome && outcome.pideCodigo !== undefined
      ? [{ order, quita: outcome.pideCodigo }]
      : [];
  });
}

/** Spends one use for all of a list, by itself: what it lets is booked piece by piece. Each receipt tells its own part. */
function spendForDates(ctx: Context, codigo: string, asking: readonly Asking[]): Promise<number> {
  return ctx.piecemeal((own) =>
    spendCode(own, codigo, {
      operacion: DATE_USE,
      loteId: null,
      detalle: `Importación de pagos: ${asking.length} depósitos`,
      monto: asking.reduce((sum, { quita }) => sum + quita, 0),
      campo: DATE_CODE,
    }),
  );
}

/** A lot's deposits follow each other by date: the first of each lot, then the second of those that have more, and so on. */
function roundsOf(orders: readonly Order[]): Order[][] {
  const rounds: Order[][] = [];
  for (const queue of Map.groupBy(orders, ({ key }) => key.loteId).values()) {
    for (const [index, order] of queue.toSorted((a, b) => a.key.fecha.localeCompare(b.key.fecha)).entries()) {
      const round = rounds[index] ?? [];
      rounds[index] = round;
      round.push(order);
    }
  }
  return rounds;
}

const chunksOf = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, n) => rows.slice(n * size, (n + 1) * size));

/** A batch in a transaction of its own; where one of it cannot be booked, each of them by itself. */
async function applyApart(ctx: Context, run: Run, batch: readonly Order[]): Promise<Map<Order, Outcome>> {
  try {
    return await ctx.piecemeal((own) => applyBatch(own, run, batch));
  } catch (error) {
    const [only] = batch;
    // Whatever it was, it is one deposit's; the others need not wait for it.
    if (batch.length > 1 && (error instanceof Refusal || refusalOf(error))) {
      const outcomes = new Map<Order, Outcome>();
      for (const order of batch) {
        for (const [one, outcome] of await applyApart(ctx, run, [order])) outcomes.set(one, outcome);
      }
      return outcomes;
    }
    const refusal = error instanceof Refusal ? error : refusalOf(error);
    if (!refusal || !only) throw error;
    return new Map([[only, { motivo: refusal.message }]]);
  }
}

const monthsOf = (cobros: BookedReceipt['cobros']): Month[] =>
  cobros.flatMap(({ name, year, mes }) =>
    name === 'mantenimiento' && year !== null && mes !== null ? [{ year, mes }] : [],
  );

function periodOf({ cobros }: BookedReceipt): string {
  const months = monthsOf(cobros);
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return cobros.length > 0 ? 'Intereses moratorios' : 'Fondo';
  return first === last ? monthTitle(first) : `${monthTitle(first)} a ${monthTitle(last)}`;
}

function processedOf(
  { deposito, key }: Order,
  outcome: Outcome | undefined,
  booked: ReadonlyMap<number, BookedReceipt>,
): Procesado {
  const base = { referencia: deposito.referencia, monto: toPesos(key.monto) };
  const receipt = outcome && 'reciboId' in outcome ? booked.get(outcome.reciboId) : undefined;
  if (!outcome || 'motivo' in outcome || !receipt) {
    const mensaje = outcome && 'motivo' in outcome ? outcome.motivo : 'No se aplicó. Intente de nuevo';
    return {
      ...base,
      id: null,
      periodo: '',
      idFactura: null,
      tipo: '',
      cobros: [],
      fondo: 0,
      resultado: 'rechazado',
      mensaje,
    };
  }
  const cobros = [
    ...receipt.cobros.map(({ id, name }) => ({ id, name })),
    ...(receipt.fondoId === null ? [] : [{ id: receipt.fondoId, name: 'fondo' }]),
  ];
  const [first] = cobros;
  return {
    ...base,
    id: first?.id ?? null,
    periodo: periodOf(receipt),
    idFactura: receipt.facturaId,
    tipo: first?.name ?? '',
    cobros,
    fondo: toPesos(receipt.fondo),
    resultado: outcome.nuevo ? 'aplicado' : 'ya_aplicado',
    mensaje: outcome.nuevo ? '' : 'Este depósito ya se había aplicado',
  };
}
