/** Taking a maintenance payment: months, late interest, and what is left over. */
import { allocateMaintenance, maintenanceDue, type PayableMonth } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { addMonths, firstDayOf, type Month, monthKey, monthOf, monthsOfDates, monthTitle } from '#core/period.ts';
import { settledBy } from '#core/value-date.ts';
import type { PaymentResult } from '#libro/contract.ts';
import type {
  FutureContext,
  InteresPendiente,
  MesPendiente,
  PayContext,
  pagarMantenimientoSchema,
} from '#libro/mantenimiento/contract.ts';
import { type Owed, paymentOf, rangeRefusal, type Terms } from '#libro/mantenimiento/rules.ts';
import { loadHeader, paysMaintenance } from '#libro/server/header.ts';
import { type LedgerLote, loadLote, lockLoteOfBody, refuseClosedLote } from '#libro/server/lotes.ts';
import {
  createMonths,
  type Definition,
  type DefinitionScope,
  firstChargeableOf,
  loadDefinitions,
  scopeFor,
} from '#libro/server/maintenance.ts';
import { bookPayment, inPesos, resultsOf } from '#libro/server/pay-charge.ts';
import { type AuthorizedLines, amountTaken, interestLines } from '#libro/server/pay-with-interest.ts';
import {
  acceptTender,
  type MaintenanceBooking,
  type Payment,
  type PaymentLine,
  type Receipt,
  receivePayments,
  type Tender,
} from '#libro/server/receive.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { grantOfDate, loadPorFecha } from '#libro/server/value-date.ts';
import type { AuditEntry } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import {
  listLastMonths,
  listLateMonths,
  listPendingInterest,
  listPendingMonths,
  type PendingInterest,
  type PendingMonth,
  pendingMonthIds,
} from './repository.ts';

/** How many months back the screen tells of money that a deposit might be older than. */
const LATE_MONTHS = 6;

interface Situation {
  lote: LedgerLote;
  definition: Definition | undefined;
  pending: PendingMonth[];
  interest: Awaited<ReturnType<typeof listPendingInterest>>;
  last: Month | undefined;
  /** The first month that may be created by paying it ahead. */
  siguiente: Month | null;
}

function situation(
  lote: LedgerLote,
  definition: Definition | undefined,
  owed: Pick<Situation, 'pending' | 'interest' | 'last'>,
): Situation {
  const first = definition ? firstChargeableOf(lote, definition.diaCorte) : null;
  const siguiente = first === null ? null : owed.last ? addMonths(owed.last, 1) : monthOf(first);
  return { lote, definition, ...owed, siguiente };
}

/** What a lot owes and what charges it, in one packet with `asked`, the query of the lot itself, which goes first. */
async function situationOf(tx: Tx, loteId: number, asked: Promise<LedgerLote>): Promise<Situation> {
  const [lote, definitions, pending, interest, last] = await Promise.all([
    asked,
    loadDefinitions(tx),
    listPendingMonths(tx, [loteId]),
    listPendingInterest(tx, [loteId]),
    listLastMonths(tx, [loteId]),
  ]);
  return situation(lote, scopeFor(definitions, lote), { pending, interest, last: last.get(loteId) });
}

/**
 * What these lots owe, by their ids, in as many queries as for one. `definitions` are those of `loadDefinitions`; `desde` the
 * oldest day that something is to be paid with, where that matters.
 */
export async function owedBy(
  tx: Tx,
  lotes: readonly LedgerLote[],
  definitions: readonly (Definition & DefinitionScope)[],
  desde?: Fecha,
): Promise<Map<number, Owed>> {
  const ids = lotes.map((lote) => lote.id);
  const [months, late, entries, last] = await Promise.all([
    listPendingMonths(tx, ids),
    desde === undefined ? [] : listLateMonths(tx, ids, desde),
    listPendingInterest(tx, ids),
    listLastMonths(tx, ids),
  ]);
  const pending = Map.groupBy(months, (month) => month.loteId);
  const tardios = Map.groupBy(late, (month) => month.loteId);
  const interest = Map.groupBy(entries, (entry) => entry.loteId);
  return new Map(
    lotes.map((lote) => {
      const found = situation(lote, scopeFor(definitions, lote), {
        pending: pending.get(lote.id) ?? [],
        interest: interest.get(lote.id) ?? [],
        last: last.get(lote.id),
      });
      return [lote.id, owedOf(found, tardios.get(lote.id) ?? [])];
    }),
  );
}

function termsOf({ definition, lote }: Situation): Terms {
  return {
    cuota: definition?.cuota ?? 0,
    diaCorte: definition?.diaCorte ?? 1,
    rules: definition?.reglas.map((regla) => regla.percent) ?? [],
    especial: lote.plusPercentMtto,
  };
}

function owedOf(found: Situation, tardios: readonly PendingMonth[]): Owed {
  return {
    pending: found.pending.map(payable),
    tardios: tardios.map(payable),
    interest: found.interest,
    siguiente: found.siguiente,
    terms: termsOf(found),
    reglas: reglasNames(found.definition),
  };
}

export function mesPendiente(month: PendingMonth): MesPendiente {
  return {
    id: month.id,
    mes: month.mes,
    year: month.year,
    status: month.status,
    amount: toPesos(month.saldo),
    fechaCorte: month.corte,
    total: toPesos(month.monto),
    descuentoReglas: toPesos(month.descuentoReglas),
    deuda_moratoria: toPesos(month.moratorio),
    pagado: toPesos(month.pagado),
    pagadoEnTiempo: toPesos(month.pagadoEnTiempo),
    ajustado: toPesos(month.ajustado),
    excluido: month.excluido,
    primero: month.primero,
  };
}

export function interesPendiente(entry: PendingInterest): InteresPendiente {
  return {
    id: entry.id,
    tiie: { mes: entry.mes, year: entry.year },
    fechaCorte: entry.corte,
    deudaMoratoria: toPesos(entry.monto),
    pagado: toPesos(entry.pagado),
    saldo: toPesos(entry.saldo),
    primero: entry.primero,
  };
}

export function payable(month: PendingMonth): PayableMonth {
  return {
    id: month.id,
    year: month.year,
    mes: month.mes,
    total: month.monto,
    corte: month.corte,
    pagado: month.pagado,
    pagadoEnTiempo: month.pagadoEnTiempo,
    ajustado: month.ajustado,
    excluido: month.excluido,
    primero: month.primero,
  };
}

/** The prompt-payment rules by their names, for what is granted. */
export const reglasNames = (definition: Definition | undefined): string =>
  definition?.reglas.map((regla) => `${regla.name} ${regla.percent}%`).join(', ') ?? '';

export function reglasOf(definition: Definition | undefined) {
  return (definition?.reglas ?? []).map((regla) => ({
    name: regla.name,
    description: regla.description,
    percent: regla.percent,
    discount: toPesos(regla.monto),
    day_before: definition?.diaCorte ?? 1,
  }));
}

/** What the pay-maintenance screen shows. */
export async function payContextOf(tx: Tx, loteId: number, hoy: Fecha): Promise<PayContext> {
  const [situation, late, header, porFecha] = await Promise.all([
    situationOf(tx, loteId, loadLote(tx, loteId)),
    listLateMonths(tx, [loteId], firstDayOf(addMonths(monthOf(hoy), -LATE_MONTHS))),
    loadHeader(tx, loteId),
    loadPorFecha(tx, pendingMonthIds(loteId)),
  ]);
  const { lote, definition, pending, interest, siguiente } = situation;
  const moratorio = interest.reduce((sum, entry) => sum + entry.saldo, 0);
  return {
    header,
    idLote: lote.id,
    referencia: lote.referencia,
    asociado: header.name,
    direccion: header.direccion,
    status: lote.status,
    paga_mtto: paysMaintenance(lote),
    fondo: toPesos(lote.fondo),
    deuda: toPesos(pending.reduce((sum, month) => sum + month.saldo, 0)),
    deuda_moratoria: toPesos(moratorio),
    mantenimientos: pending.map(mesPendiente),
    pagadosDespues: late.map(mesPendiente),
    descuentos: reglasOf(definition),
    discount: lote.plusPercentMtto,
    cuota: toPesos(definition?.cuota ?? 0),
    diaCorte: definition?.diaCorte ?? 1,
    siguiente: siguiente && firstDayOf(siguiente),
    interesesMoratoriosList: interest.map(interesPendiente),
    porFecha,
  };
}

/** What the modal 'Mantenimiento a futuro' shows. */
export async function futureContextOf(tx: Tx, loteId: number): Promise<FutureContext> {
  const [{ lote, definition, pending, siguiente, last }, porFecha] = await Promise.all([
    situationOf(tx, loteId, loadLote(tx, loteId)),
    loadPorFecha(tx, pendingMonthIds(loteId)),
  ]);
  if (!definition || !siguiente) {
    throw new Refusal('El lote no paga mantenimiento por sí mismo. Revise su estado, su fecha de entrega y las cuotas');
  }
  const before = last ?? addMonths(siguiente, -1);
  return {
    fechaUltimoMtto: `${firstDayOf(before)}T00:00:00.000Z`,
    descuento: lote.plusPercentMtto,
    reglasDescuentosList: reglasOf(definition),
    cuota: toPesos(definition.cuota),
    diaCorte: definition.diaCorte,
    fondo: toPesos(lote.fondo),
    mantenimientos: pending.map(mesPendiente),
    porFecha,
  };
}

type Body = z.output<typeof pagarMantenimientoSchema>;

function tenderOf(body: Body): Tender {
  return {
    metodo: body.useFondo === true ? 'fondo' : body.metodoPago.id,
    cajaId: body.caja.id,
    fechaPago: body.fechaPagoReal,
    noCuenta: body.noCuenta,
    referencia: body.referencia,
  };
}

/** The future flow says `moratorio: 0`: advance payments take no interest. */
function takesInterest(body: Body): boolean {
  return body.payMoratorio ?? body.moratorio === undefined;
}

/** Takes the payment that a body asks for. Everything is computed anew on what is owed once the lot is locked. */
export async function payMaintenance(ctx: Context, body: Body): Promise<PaymentResult> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  // All in one packet after the lock; what is wrong with the lot is told before what is wrong with the payment.
  const [found, tendered] = await Promise.allSettled([
    situationOf(tx, body.id, lockLoteOfBody(tx, body.id)),
    acceptTender(tx, stamp, tenderOf(body)),
  ]);
  if (found.status === 'rejected') throw found.reason;
  const situation = found.value;
  const { lote } = situation;
  refuseClosedLote(lote);
  if (tendered.status === 'rejected') throw tendered.reason;
  const tender = tendered.value;
  const pending = situation.pending.map(payable);
  const range = monthsOfDates(body.range.map(({ date }) => date));
  const refusal = rangeRefusal(range, pending, situation.siguiente);
  if (refusal) throw new Refusal(refusal);
  const lastAsked = range.at(-1);
  if (lastAsked && !pending.length && !situation.siguiente) {
    throw new Refusal('El lote no tiene mantenimientos por pagar. Actualice la página');
  }
  const payment = paymentOf(pending, situation.interest, lastAsked ? situation.siguiente : null, termsOf(situation), {
    last: lastAsked ?? { year: 0, mes: 1 },
    fechaPago: tender.fechaPago,
    cantMoratorios: body.cantMoratorios,
    interestPercent: body.apply_descuento,
    withInterest: takesInterest(body),
  });
  const due = maintenanceDue(payment);
  if (due.exact === 0 && due.months.length === 0 && due.interest.length === 0) {
    throw new Refusal('No hay meses ni intereses que pagar en el rango elegido. Actualice la página');
  }
  const monto = amountTaken(toCentavos(body.monto), due, tender, lote.fondo);
  const allocation = allocateMaintenance(due, payment, monto);
  if (allocation.months.length === 0 && allocation.interest.length === 0) {
    throw new Refusal('No hay nada que cobrar en el rango elegido. Elija otros meses');
  }
  const { fechaPago } = tender;
  return bookMaintenance(ctx, {
    lote,
    reglas: owedOf(situation, []).reglas,
    tender,
    monto,
    allocation,
    percent: body.apply_descuento,
    autorizacion: body.autorizacion,
    porFecha: await grantOfDate(tx, stamp, { fechaPago, charges: settledBy(allocation) }, body.autorizacionFecha),
  });
}

/** Books what was decided: the months that it creates, the receipt, the audit row and the draft of the invoice. */
async function bookMaintenance(ctx: Context, booking: MaintenanceBooking): Promise<PaymentResult> {
  const lines = await linesOf(ctx, booking);
  return bookPayment(ctx, paymentBy(booking, lines), namesOf(booking), (receipt) => auditOf({ booking, receipt }));
}

const paymentBy = (
  { lote, tender, allocation, porFecha }: MaintenanceBooking,
  { lines, codigoFechaId }: AuthorizedLines,
): Payment => ({
  loteId: lote.id,
  tender,
  lines,
  excedente: allocation.excedente,
  porFecha: { quita: porFecha.quita, codigoId: codigoFechaId },
});

/** What a charge that a booking pays is called. */
function namesOf({ allocation }: MaintenanceBooking): (cargoId: number) => string {
  const interestIds = new Set(allocation.interest.map((line) => line.entry.id));
  return (cargoId) => (interestIds.has(cargoId) ? 'interes' : 'mantenimiento');
}

/** Books the decided payments of several lots, all or none; answers them in their order. */
export async function bookMaintenances(
  ctx: Context,
  bookings: readonly MaintenanceBooking[],
): Promise<PaymentResult[]> {
  if (bookings.length === 0) return [];
  // All of them settle, whatever comes of one: nothing of theirs may run once the transaction has ended.
  const settled = await Promise.allSettled(bookings.map((booking) => linesOf(ctx, booking)));
  const payments = bookings.map((booking, n) => {
    const lines = settled[n];
    if (lines?.status !== 'fulfilled') throw lines?.reason;
    return paymentBy(booking, lines.value);
  });
  const receipts = await receivePayments(ctx.tx, stampOf(ctx), payments);
  const booked = receipts.flatMap((receipt, n) => {
    const booking = bookings[n];
    return booking ? [{ booking, receipt }] : [];
  });
  const [results] = await Promise.all([
    resultsOf(
      ctx,
      booked.map(({ booking, receipt }) => ({
        loteId: booking.lote.id,
        receipt,
        tender: booking.tender,
        nameOf: namesOf(booking),
      })),
    ),
    ctx.audit(...booked.map(auditOf)),
  ]);
  return results;
}

/** What a booking pays, its months created and its codes spent. */
async function linesOf(ctx: Context, booking: MaintenanceBooking): Promise<AuthorizedLines> {
  const { lote, tender, allocation, percent, porFecha } = booking;
  const ofInterest = await interestLines(ctx, allocation.interest, {
    ...{ loteId: lote.id, percent, codigo: booking.autorizacion },
    ...{ fechaPago: tender.fechaPago, porFecha },
  });
  const future = allocation.months.filter((line) => line.month.id === null);
  const created = await createMonths(
    ctx.tx,
    stampOf(ctx),
    lote,
    future.map(({ month }) => ({ year: month.year, mes: month.mes, especial: month.ajustado })),
  );
  const ofMonths = allocation.months.map((line): PaymentLine => {
    const cargoId = line.month.id ?? created.get(monthKey(line.month));
    if (cargoId === undefined) throw new Error(`month ${monthTitle(line.month)} was not created`);
    return {
      cargoId,
      monto: line.pago,
      ajustes: line.descuento > 0 ? [{ tipo: 'regla', monto: line.descuento, razon: booking.reglas }] : [],
    };
  });
  return { ...ofInterest, lines: [...ofInterest.lines, ...ofMonths] };
}

function auditOf({ booking, receipt }: { booking: MaintenanceBooking; receipt: Receipt }): AuditEntry {
  const { lote, tender, monto, allocation } = booking;
  return {
    status: 'creado',
    entidad: 'recibo',
    entidadId: receipt.reciboId,
    referencia: lote.referencia,
    nota: noteOf(allocation.months.length, allocation.interest.length, monto, allocation.excedente),
    despues: {
      total: receipt.total,
      meses: allocation.months.map((line) => ({
        mes: monthTitle(line.month),
        pago: line.pago,
        descuento: line.descuento,
      })),
      intereses: allocation.interest.map((line) => ({ id: line.entry.id, pago: line.pago, descuento: line.descuento })),
      fondo: receipt.aFondo,
      fechaPago: tender.fechaPago,
      fechaContable: tender.fechaContable,
      quitaFecha: booking.porFecha.quita,
      metodo: tender.metodo,
      cajaId: tender.cajaId,
    },
  };
}

function noteOf(months: number, interest: number, monto: Centavos, excedente: Centavos): string {
  const parts = [
    ...(months > 0 ? [`${months} ${months === 1 ? 'mes' : 'meses'}`] : []),
    ...(interest > 0 ? [`${interest} ${interest === 1 ? 'interés moratorio' : 'intereses moratorios'}`] : []),
  ];
  if (parts.length === 0) return `Depósito de ${inPesos(monto)} al fondo: el lote no debe mantenimiento`;
  const fondo = excedente > 0 ? `; ${inPesos(excedente)} al fondo` : '';
  return `Pago de mantenimiento por ${inPesos(monto)}: ${parts.join(' y ')}${fondo}`;
}
