/**
 * Paying all that a lot owes by one receipt: each line by the rules of its kind, computed anew once the lot is locked and
 * compared with what the screen showed. Source: ADR 36.
 */
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import {
  type Debt,
  passedOver,
  type Settled,
  type SettlementDue,
  settle,
  settlementDue,
  type Wanted,
} from '#core/settlement.ts';
import type { Adeudos, pagarTodoSchema } from '#libro/adeudos/contract.ts';
import { cuantos, debtsOf, discountOf, passedOverRefusal, settledByDate, tipoOf } from '#libro/adeudos/rules.ts';
import { isPercentFromOne, type PaymentResult, PERCENT_FROM_ONE } from '#libro/contract.ts';
import { WHOLE_PESOS } from '#libro/messages.ts';
import { refuseClosedCharge } from '#libro/server/charges.ts';
import { type CodedUse, spendCodes } from '#libro/server/codes.ts';
import { loadHeader } from '#libro/server/header.ts';
import { type LedgerLote, loadLote, lockLoteOfBody, refuseClosedLote } from '#libro/server/lotes.ts';
import { type Definition, loadDefinitions, scopeFor } from '#libro/server/maintenance.ts';
import { bookPayment, discountByCode, discountUse, inPesos } from '#libro/server/pay-charge.ts';
import { amountTaken, dateCodeIn, dateUses, interestUses } from '#libro/server/pay-with-interest.ts';
import { acceptTender, type PaymentLine, type PlacedTender, type Receipt } from '#libro/server/receive.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { type DateGrant, grantOfDate, loadPorFecha } from '#libro/server/value-date.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import { interesPendiente, mesPendiente, payable, reglasNames, reglasOf } from './pay.ts';
import {
  interestBearingIds,
  listChargesById,
  listPendingCharges,
  listPendingInterest,
  listPendingMonths,
  type PendingInterest,
  type PendingMonth,
} from './repository.ts';

const WITH_INTEREST = ['mantenimiento', 'cuota_inicial'];

interface AllOwed {
  lote: LedgerLote;
  definition: Definition | undefined;
  months: PendingMonth[];
  interest: PendingInterest[];
  charges: Awaited<ReturnType<typeof listPendingCharges>>;
}

/** All that a lot owes, in one packet with `asked`, the query of the lot itself, which goes first. */
async function allOwedBy(tx: Tx, loteId: number, asked: Promise<LedgerLote>): Promise<AllOwed> {
  const [lote, definitions, months, interest, charges] = await Promise.all([
    asked,
    loadDefinitions(tx),
    listPendingMonths(tx, [loteId]),
    listPendingInterest(tx, [loteId], WITH_INTEREST),
    listPendingCharges(tx, loteId),
  ]);
  return { lote, definition: scopeFor(definitions, lote), months, interest, charges };
}

/** What the screen shows. */
export async function adeudosOf(tx: Tx, loteId: number): Promise<Adeudos> {
  const [owed, header, porFecha] = await Promise.all([
    allOwedBy(tx, loteId, loadLote(tx, loteId)),
    loadHeader(tx, loteId),
    loadPorFecha(tx, interestBearingIds(loteId)),
  ]);
  const { lote, definition, months, interest, charges } = owed;
  return {
    header,
    idLote: lote.id,
    status: lote.status,
    fondo: toPesos(lote.fondo),
    mantenimientos: months.map(mesPendiente),
    descuentos: reglasOf(definition),
    intereses: interest.map((entry) => {
      const { baseId, baseTipo, baseConcepto } = entry;
      return { ...interesPendiente(entry), baseId, baseTipo, baseConcepto };
    }),
    cargos: charges.map(({ id, tipo, concepto, vence, monto, pagado, ajustado, saldo, primero }) => ({
      ...{ id, tipo, concepto, vence, primero },
      ...{ monto: toPesos(monto), pagado: toPesos(pagado), ajustado: toPesos(ajustado), saldo: toPesos(saldo) },
    })),
    porFecha,
  };
}

type Body = z.output<typeof pagarTodoSchema>;
type Linea = Body['lineas'][number];

const AGAIN = 'Revise la pantalla, que ya tiene los importes de ahora, y cobre de nuevo';

/** Refuses what is not owed any more, or was never the lot's. */
async function refuseGone(tx: Tx, loteId: number, gone: readonly number[]): Promise<void> {
  if (gone.length === 0) return;
  const charges = await listChargesById(tx, gone);
  for (const charge of charges) if (charge.loteId === loteId) refuseClosedCharge(charge);
  throw new Refusal('Un adeudo ya no es de este lote. Actualice la página e intente de nuevo');
}

/** Refuses a discount that the debt's kind does not take. */
function refuseDiscount(debt: Debt, percent: number): void {
  if (percent === 0) return;
  const terms = discountOf(debt);
  if (!terms) throw new Refusal(`«${debt.concepto}» no lleva descuento por código. Quítelo e intente de nuevo`);
  if (terms.fromOne && !isPercentFromOne(percent)) throw new Refusal(PERCENT_FROM_ONE);
}

/** What is wanted of each debt, as the body names it. Refuses what the screen showed otherwise than it is by now. */
async function wantedOf(tx: Tx, loteId: number, debts: readonly Debt[], lineas: readonly Linea[]): Promise<Wanted[]> {
  const lineaOf = new Map(lineas.map((linea) => [linea.cargoId, linea]));
  const wanted = debts.flatMap((debt): Wanted[] => {
    const linea = lineaOf.get(debt.cargoId);
    if (!linea) return [];
    if (toCentavos(linea.saldo) !== debt.saldo) {
      throw new Refusal(
        `De «${debt.concepto}» se deben ${inPesos(debt.saldo)} y la pantalla mostraba ${inPesos(toCentavos(linea.saldo))}. ${AGAIN}`,
      );
    }
    refuseDiscount(debt, linea.applyDescuento);
    return [{ debt, tope: toCentavos(linea.pago), percent: linea.applyDescuento }];
  });
  const known = new Set(debts.map(({ cargoId }) => cargoId));
  await refuseGone(
    tx,
    loteId,
    lineas.flatMap(({ cargoId }) => (known.has(cargoId) ? [] : [cargoId])),
  );
  return wanted;
}

/** Refuses a screen that showed another spread of the money than the one that would be booked. */
function refuseStale(debts: readonly Debt[], settled: readonly Settled[], lineas: readonly Linea[]): void {
  const paidOf = new Map(settled.map((line) => [line.debt.cargoId, line]));
  const conceptoOf = new Map(debts.map(({ cargoId, concepto }) => [cargoId, concepto]));
  for (const { cargoId, pago, descuento } of lineas) {
    const paid = paidOf.get(cargoId) ?? { pago: 0, descuento: 0 };
    if (paid.pago === toCentavos(pago) && paid.descuento === toCentavos(descuento)) continue;
    const [now, then] = [paid, { pago: toCentavos(pago), descuento: toCentavos(descuento) }].map(
      (one) => `${inPesos(one.pago)}${one.descuento > 0 ? ` con ${inPesos(one.descuento)} de descuento` : ''}`,
    );
    throw new Refusal(`A «${conceptoOf.get(cargoId)}» le tocan ${now} y la pantalla mostraba ${then}. ${AGAIN}`);
  }
}

interface Decided {
  lote: LedgerLote;
  tender: PlacedTender;
  settled: Settled[];
  excedente: Centavos;
  /** The prompt-payment rules by their names. */
  reglas: string;
  porFecha: DateGrant;
}

/** How much is taken, of the hand or of the fund; refuses more than is asked for, and centavos where whole pesos are paid. */
function takenOf(due: SettlementDue, tender: PlacedTender, sent: Centavos, fondo: Centavos): Centavos {
  if (due.lines.length === 0) {
    throw new Refusal('No hay nada que cobrar en esa fecha de pago. Actualice la página');
  }
  const monto = amountTaken(sent, due, tender, fondo);
  if (due.whole && tender.metodo !== 'fondo' && monto % 100 !== 0) throw new Refusal(WHOLE_PESOS, 'monto');
  return monto;
}

/** Takes the payment that a body asks for, all of it or nothing. */
export async function payAll(ctx: Context, body: Body): Promise<PaymentResult> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const { metodoPago, caja, noCuenta, referencia, fechaPago } = body;
  // What is wrong with the lot is told before what is wrong with the payment.
  const [found, tendered] = await Promise.allSettled([
    allOwedBy(tx, body.id, lockLoteOfBody(tx, body.id)),
    acceptTender(tx, stamp, { metodo: metodoPago.id, cajaId: caja.id, fechaPago, noCuenta, referencia }),
  ]);
  if (found.status === 'rejected') throw found.reason;
  const { lote, definition, months, interest, charges } = found.value;
  refuseClosedLote(lote);
  if (tendered.status === 'rejected') throw tendered.reason;
  const tender = tendered.value;
  const debts = debtsOf({ months: months.map(payable), interest, charges });
  const wanted = await wantedOf(tx, lote.id, debts, body.lineas);
  const rules = definition?.reglas.map(({ percent }) => percent) ?? [];
  const terms = { rules, fechaPago, interestPercent: body.apply_descuento };
  const due = settlementDue(wanted, terms);
  const monto = takenOf(due, tender, toCentavos(body.monto), lote.fondo);
  const { settled, excedente } = settle(due, terms, monto);
  refuseStale(debts, settled, body.lineas);
  const older = passedOverRefusal(passedOver(debts, settled, fechaPago));
  if (older) throw new Refusal(older);
  const dated = { fechaPago, charges: settledByDate(settled) };
  const porFecha = await grantOfDate(tx, stamp, dated, body.autorizacionFecha);
  return book(ctx, body, { lote, tender, settled, excedente, reglas: reglasNames(definition), porFecha });
}

async function book(ctx: Context, body: Body, decided: Decided): Promise<PaymentResult> {
  const { lote, tender, settled, excedente, porFecha } = decided;
  const spent = await spendCodes(ctx, lote.id, usesOf(body, decided));
  const tipos = new Map(settled.map(({ debt }) => [debt.cargoId, tipoOf(debt)]));
  return bookPayment(
    ctx,
    {
      loteId: lote.id,
      tender,
      lines: linesOf(body, decided, spent),
      excedente,
      porFecha: { quita: porFecha.quita, codigoId: dateCodeIn(spent, porFecha) },
    },
    (cargoId) => tipos.get(cargoId) ?? '',
    (receipt) => auditOf(decided, receipt),
  );
}

const codeOf = ({ lineas }: Body, { debt }: Settled): string =>
  lineas.find(({ cargoId }) => cargoId === debt.cargoId)?.autorizado ?? '';

/** What codes are spent for: one of them lets whatever it is written at, by one use. */
function usesOf(body: Body, { settled, tender, porFecha }: Decided): CodedUse[] {
  const interest = settled.filter(({ debt }) => debt.clase === 'interes');
  const discounted = settled.filter(({ percent, descuento }) => percent > 0 && descuento > 0);
  return [
    ...interestUses(interest, { percent: body.apply_descuento, codigo: body.autorizacion }),
    ...discounted.map((line) => {
      const { percent, descuento, debt } = line;
      const { concepto } = debt;
      const nombre = tipoOf(debt) === 'sancion' ? 'sanción' : 'cuota';
      return discountUse(nombre, { concepto, percent, descuento, codigo: codeOf(body, line) });
    }),
    ...dateUses(tender.fechaPago, porFecha),
  ];
}

function linesOf(body: Body, { settled, reglas }: Decided, spent: ReadonlyMap<string, number>): PaymentLine[] {
  const granted = (line: Settled): PaymentLine['ajustes'] => {
    const { debt, descuento, percent } = line;
    if (debt.clase === 'interes') {
      return discountByCode(descuento, body.apply_descuento, spent.get(body.autorizacion.trim()));
    }
    if (debt.clase === 'cargo') return discountByCode(descuento, percent, spent.get(codeOf(body, line).trim()));
    return descuento > 0 ? [{ tipo: 'regla', monto: descuento, razon: reglas }] : [];
  };
  return settled.map((line) => ({ cargoId: line.debt.cargoId, monto: line.pago, ajustes: granted(line) }));
}

function auditOf({ lote, tender, settled, excedente, porFecha }: Decided, receipt: Receipt) {
  const paid = settled.reduce((sum, { pago }) => sum + pago, 0);
  const kinds = [...Map.groupBy(settled, ({ debt }) => tipoOf(debt))].map(([tipo, of]) => cuantos(tipo, of.length));
  const fondo = excedente > 0 ? `; ${inPesos(excedente)} al fondo` : '';
  return {
    status: 'creado',
    entidad: 'recibo',
    entidadId: receipt.reciboId,
    referencia: lote.referencia,
    nota: `Pago de ${inPesos(paid + excedente)} en un recibo: ${kinds.join(', ')}${fondo}`,
    despues: {
      total: receipt.total,
      adeudos: settled.map(({ debt, pago, descuento }) => ({
        ...{ cargoId: debt.cargoId, concepto: debt.concepto, pago, descuento },
      })),
      fondo: receipt.aFondo,
      fechaPago: tender.fechaPago,
      fechaContable: tender.fechaContable,
      quitaFecha: porFecha.quita,
      metodo: tender.metodo,
      cajaId: tender.cajaId,
    },
  } as const;
}
