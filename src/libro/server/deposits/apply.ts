/**
 * Applying deposits: a few lots at a time, each on its lock, through the same functions as a cashier's payment, in a
 * transaction apart from the request's. A run that is killed leaves whole deposits; the same list again goes on where it
 * broke off.
 */
import type { Centavos } from '#core/money.ts';
import { settledBy } from '#core/value-date.ts';
import type { Context } from '#platform/server/context.ts';
import { refusalOf } from '#platform/server/database-errors.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { forEach } from '#platform/server/workers.ts';
import { claveDe, cobroDe, compacta, type Directorio, oldestOf, preguntasDe } from '../../depositos/rules.ts';
import type { Owed } from '../../mantenimiento/rules.ts';
import { CODE_REJECTED } from '../../messages.ts';
import { bookingOf, dateCodeRefusal } from '../../rules.ts';
import { isUsableCode, spendCode } from '../codes.ts';
import { type LedgerLote, lockLotes, refuseClosedLote } from '../lotes.ts';
import { loadDefinitions } from '../maintenance.ts';
import { acceptRegister, type MaintenanceBooking, placeTender, type RegisterTerms, type Tender } from '../receive.ts';
import { stampOf } from '../stamp.ts';
import { DATE_CODE, DATE_USE, limitWithoutCode, takenByDates } from '../value-date.ts';
import type { Collector } from './collector.ts';
import { loadDirectorio } from './directory.ts';
import {
  type DepositKey,
  findDepositMethod,
  insertDeposits,
  type KnownDeposit,
  listApplied,
  listEqualReceipts,
} from './repository.ts';

/** Lots that are locked and paid together: a cashier who wants one of them waits that long. */
const BATCH = 100;
/** Of the four connections beside the requests' own; the fourth stays for sign-ins. */
const WORKERS = 3;

/** A deposit that somebody, or its own reference, has given to a lot. */
export interface DepositOrder extends DepositKey {
  /** Which of equal deposits of a day it is. */
  numero: number;
  observacion: string;
  /** Somebody has said yes to what was asked. */
  confirmado: boolean;
}

export type DepositOutcome =
  | { reciboId: number; nuevo: boolean }
  /** `pideCodigo` is what its date takes off, where that needs a code. */
  | { motivo: string; pideCodigo?: Centavos };

/** How a list is taken, all of it. */
export interface DepositTerms {
  cajaId: number;
  metodo: number;
  /** One code for all whose dates take off more than is let without; '' for none. */
  codigoFecha: string;
  /** What the code's use is called. */
  detalle: string;
  /** The lots by what names them, of whoever has just found them by it. */
  directorio?: Directorio | undefined;
}

/** Writes what belongs to deposits just booked, in their transaction. */
export type AfterBooking<O> = (ctx: Context, booked: readonly { order: O; reciboId: number }[]) => Promise<void>;

/** What stands for the bank's reference of a deposit whose row has none: the file itself. */
const BANK_FILE = 'Archivo del banco';

const UNKNOWN_LOTE = 'El lote no existe. Actualice la página y elija otro';

interface Run<O extends DepositOrder> {
  collector: Collector;
  definitions: Awaited<ReturnType<typeof loadDefinitions>>;
  directorio: Directorio;
  tender: Pick<Tender, 'metodo' | 'cajaId' | 'noCuenta'>;
  terms: RegisterTerms;
  limite: Centavos;
  /** The code that lets dates take off more than that; null until it is spent. */
  codigoFechaId: number | null;
  afterBooking: AfterBooking<O>;
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
function decide(ctx: Context, run: Pick<Run<DepositOrder>, 'terms' | 'directorio'>, order: DepositOrder, found: Found) {
  const { lote, owed, equal, reciboDeCaja } = found;
  if (!lote || !owed) throw new Refusal(UNKNOWN_LOTE);
  refuseClosedLote(lote);
  const cobro = cobroDe(owed, order.monto, order.fecha, run.terms.cerrado);
  if (order.confirmado) return { lote, owed, cobro };
  const { referencia, monto, fecha, numero } = order;
  const preguntas = [
    ...(referencia !== '' && equal.some((one) => one.loteId !== lote.id)
      ? ['Un depósito igual con esta referencia ya se aplicó a otro lote. Confirme que éste es otro']
      : []),
    ...(referencia !== '' && !run.directorio.means(referencia, lote.id)
      ? [`La referencia «${referencia}» no es la del lote ${lote.referencia}. Confirme que es el suyo`]
      : []),
    ...preguntasDe(cobro, { monto, fecha, hoy: ctx.today(), numero, reciboDeCaja }),
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

async function lockAndRead(
  { tx }: Context,
  run: Pick<Run<DepositOrder>, 'collector' | 'definitions'>,
  orders: readonly DepositOrder[],
): Promise<BatchRead> {
  const locked = await lockLotes(
    tx,
    orders.map((order) => order.loteId),
  );
  // Only now: whoever applied the same deposit a moment ago had the lock.
  const [applied, debts, receipts] = await Promise.all([
    listApplied(tx, orders, orders),
    run.collector.owedBy(tx, locked, run.definitions, oldestOf(orders)),
    listEqualReceipts(tx, orders),
  ]);
  return {
    lotes: new Map(locked.map((lote) => [lote.id, lote])),
    debts,
    applied,
    byRegister: new Map(receipts.map((one) => [claveDe(one.loteId, one.fecha, one.monto), one.reciboId])),
  };
}

/** Deposits of the same day and amount that were applied before: to this lot, or under this reference. */
function equalTo(order: DepositOrder, { applied }: BatchRead): KnownDeposit[] {
  const clave = compacta(order.referencia);
  return applied.filter(
    (one) =>
      one.fecha === order.fecha &&
      one.monto === order.monto &&
      (one.loteId === order.loteId || (clave !== '' && compacta(one.referencia) === clave)),
  );
}

interface Decided<O> {
  order: O;
  booking: Omit<MaintenanceBooking, 'porFecha'>;
}

/** What becomes of an order: booked, known already, or refused with its reason. */
function decideOrder<O extends DepositOrder>(
  ctx: Context,
  run: Run<O>,
  order: O,
  read: BatchRead,
): Decided<O> | DepositOutcome {
  const { loteId, fecha, monto, numero } = order;
  const equal = equalTo(order, read);
  const done = equal.find((one) => one.loteId === loteId && one.numero === numero);
  if (done) return { reciboId: done.reciboId, nuevo: false };
  try {
    const { lote, owed, cobro } = decide(ctx, run, order, {
      lote: read.lotes.get(loteId),
      owed: read.debts.get(loteId),
      equal,
      reciboDeCaja: read.byRegister.get(claveDe(loteId, fecha, monto)) ?? null,
    });
    const referencia = order.observacion || order.referencia || BANK_FILE;
    const booking = {
      lote,
      reglas: owed.reglas,
      tender: placeTender(run.terms, { ...run.tender, fechaPago: fecha, referencia }),
      monto,
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
async function grantDates<O extends DepositOrder>(ctx: Context, run: Run<O>, decided: readonly Decided<O>[]) {
  const taken = await takenByDates(
    ctx.tx,
    stampOf(ctx),
    decided.map(({ booking }) => ({ fechaPago: booking.tender.fechaPago, charges: settledBy(booking.allocation) })),
  );
  return decided.map(
    ({ order, booking }, n): { order: O; booking: MaintenanceBooking } | { order: O; refused: DepositOutcome } => {
      const quita = taken[n]?.total ?? 0;
      const motivo = dateCodeRefusal(quita, run.limite);
      if (motivo !== undefined && run.codigoFechaId === null) return { order, refused: { motivo, pideCodigo: quita } };
      const codigoId = motivo === undefined ? null : run.codigoFechaId;
      return { order, booking: { ...booking, porFecha: { quita, codigo: '', codigoId } } };
    },
  );
}

/** Deposits of as many lots, in the transaction of `ctx`: all of them or none, read and written for all at once. */
async function applyBatch<O extends DepositOrder>(
  ctx: Context,
  run: Run<O>,
  orders: readonly O[],
): Promise<Map<O, DepositOutcome>> {
  const read = await lockAndRead(ctx, run, orders);
  const outcomes = new Map<O, DepositOutcome>();
  const decided: Decided<O>[] = [];
  for (const order of orders) {
    const found = decideOrder(ctx, run, order, read);
    if ('booking' in found) decided.push(found);
    else outcomes.set(order, found);
  }
  const granted: { order: O; booking: MaintenanceBooking }[] = [];
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
  const kept = await Promise.allSettled([
    insertDeposits(
      ctx.tx,
      stampOf(ctx),
      deposits.map(({ order, reciboId }) => ({ ...order, reciboId })),
    ),
    run.afterBooking(ctx, deposits),
  ]);
  for (const one of kept) if (one.status === 'rejected') throw one.reason;
  for (const { order, reciboId } of deposits) outcomes.set(order, { reciboId, nuevo: true });
  return outcomes;
}

/** The method that deposits come by: the one that is asked for, else a transfer. */
export async function methodOfDeposits(tx: Tx, metodo?: number | null): Promise<number> {
  const found = metodo ?? (await findDepositMethod(tx));
  if (found === undefined) throw new Refusal('No hay métodos de pago. Pida que se capturen en Catálogos');
  return found;
}

/** Applies what is left of a list, a round of lots after the other; the code is spent for those that need it. */
async function applyRounds<O extends DepositOrder>(
  ctx: Context,
  run: Run<O>,
  terms: DepositTerms,
  left: readonly O[],
  outcomes: Map<O, DepositOutcome>,
): Promise<void> {
  const applyAll = (orders: readonly O[]) =>
    forEach(chunksOf(orders, BATCH), WORKERS, async (batch) => {
      for (const [order, outcome] of await applyApart(ctx, run, batch)) outcomes.set(order, outcome);
    });
  for (const round of roundsOf(left)) {
    await applyAll(round);
    const asking = askingOf(round, outcomes);
    if (asking.length === 0 || terms.codigoFecha === '') continue;
    run.codigoFechaId = await spendForDates(ctx, terms, asking);
    await applyAll(asking.map(({ order }) => order));
  }
}

/**
 * Applies a list of deposits; what was applied before is known again. Refuses the whole list for its register, its method or its
 * code; what a deposit cannot be is its own outcome.
 * @param afterBooking not called for what was applied before
 */
export async function applyDeposits<O extends DepositOrder>(
  ctx: Context,
  collector: Collector,
  terms: DepositTerms,
  orders: readonly O[],
  afterBooking: AfterBooking<O> = async () => {},
): Promise<Map<O, DepositOutcome>> {
  const { tx } = ctx;
  const tender = { cajaId: terms.cajaId, metodo: terms.metodo, noCuenta: '' };
  // Before anything is applied: a wrong code is the whole list's.
  if (terms.codigoFecha !== '' && !(await isUsableCode(ctx, terms.codigoFecha))) {
    throw new Refusal(CODE_REJECTED, DATE_CODE);
  }
  const [register, definitions, directorio, limite, applied] = await Promise.all([
    // The register and the method are refused for all of the list; its shift is held open until all is applied.
    acceptRegister(tx, stampOf(ctx), tender),
    loadDefinitions(tx),
    terms.directorio ?? loadDirectorio(tx),
    limitWithoutCode(tx),
    listApplied(tx, orders, []),
  ]);
  const run: Run<O> = {
    ...{ collector, definitions, directorio, tender, terms: register, limite, afterBooking },
    codigoFechaId: null,
  };
  const known = new Map(
    applied.map((one) => [`${claveDe(one.loteId, one.fecha, one.monto)} ${one.numero}`, one.reciboId]),
  );
  const outcomes = new Map<O, DepositOutcome>();
  const left: O[] = [];
  for (const order of orders) {
    const { loteId, fecha, monto } = order;
    const reciboId = known.get(`${claveDe(loteId, fecha, monto)} ${order.numero}`);
    const booking = bookingOf(register, { fechaPago: fecha, referencia: BANK_FILE });
    if (reciboId !== undefined) outcomes.set(order, { reciboId, nuevo: false });
    else if ('motivo' in booking) outcomes.set(order, booking);
    else left.push(order);
  }
  await applyRounds(ctx, run, terms, left, outcomes);
  if ([...outcomes.values()].some((outcome) => 'nuevo' in outcome && outcome.nuevo)) ctx.services.invoicing.wake();
  return outcomes;
}

interface Asking<O> {
  order: O;
  quita: Centavos;
}

/** The deposits whose dates take off more than is let without a code. */
function askingOf<O>(orders: readonly O[], outcomes: ReadonlyMap<O, DepositOutcome>): Asking<O>[] {
  return orders.flatMap((order) => {
    const outcome = outcomes.get(order);
    return outcome && 'motivo' in outcome && outcome.pideCodigo !== undefined
      ? [{ order, quita: outcome.pideCodigo }]
      : [];
  });
}

/** Spends one use for all of a list, by itself: what it lets is booked piece by piece. Each receipt tells its own part. */
function spendForDates(
  ctx: Context,
  { codigoFecha, detalle }: DepositTerms,
  asking: readonly Asking<unknown>[],
): Promise<number> {
  return ctx.piecemeal((own) =>
    spendCode(own, codigoFecha, {
      operacion: DATE_USE,
      loteId: null,
      detalle: `${detalle}: ${asking.length} depósitos`,
      monto: asking.reduce((sum, { quita }) => sum + quita, 0),
      campo: DATE_CODE,
    }),
  );
}

/** A lot's deposits follow each other by date: the first of each lot, then the second of those that have more, and so on. */
function roundsOf<O extends DepositOrder>(orders: readonly O[]): O[][] {
  const rounds: O[][] = [];
  for (const queue of Map.groupBy(orders, ({ loteId }) => loteId).values()) {
    for (const [index, order] of queue.toSorted((a, b) => a.fecha.localeCompare(b.fecha)).entries()) {
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
async function applyApart<O extends DepositOrder>(
  ctx: Context,
  run: Run<O>,
  batch: readonly O[],
): Promise<Map<O, DepositOutcome>> {
  try {
    return await ctx.piecemeal((own) => applyBatch(own, run, batch));
  } catch (error) {
    const [only] = batch;
    // Whatever it was, it is one deposit's; the others need not wait for it.
    if (batch.length > 1 && (error instanceof Refusal || refusalOf(error))) {
      const outcomes = new Map<O, DepositOutcome>();
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
