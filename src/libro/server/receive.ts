/**
 * Receiving money: one receipt, one payment per charge it settles, the adjustments granted with it, and what is left over
 * to the fund. The caller has locked the lot and decided the amounts with `core`. Source: DOMAIN.md 5.
 */
import type { Allocation } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { insertRows } from '#platform/server/insert-rows.ts';
import { FUTURE_PAYMENT } from '../messages.ts';
import { type Adjustment, adjust } from './adjust.ts';
import { moveFund } from './fund.ts';
import { mayChangeInterest, replaceInterest } from './interest.ts';
import type { LedgerLote } from './lotes.ts';
import { closedPeriodRefusal, closedUntil } from './periods.ts';
import { openShiftOf, shiftsAreRequired } from './shifts.ts';
import type { Stamp } from './stamp.ts';

export interface Tender {
  /** A payment method's id, or the lot's own fund. */
  metodo: number | 'fondo';
  cajaId: number;
  fechaPago: Fecha;
  noCuenta: string;
  referencia: string;
}

/** A maintenance payment that was decided and is to be booked. */
export interface MaintenanceBooking {
  /** Locked by the caller, who has decided the allocation on what is owed since. */
  lote: LedgerLote;
  reglas: string;
  tender: Tender;
  monto: Centavos;
  allocation: Allocation;
  /** Off the interest, with its code; 0 without. */
  percent: number;
  autorizacion: string;
}

export interface PaymentLine {
  cargoId: number;
  /** 0 where an adjustment alone closes the charge. */
  monto: Centavos;
  ajustes?: readonly Omit<Adjustment, 'cargoId' | 'reciboId'>[] | undefined;
}

export interface Receipt {
  reciboId: number;
  pagos: { id: number; cargoId: number; monto: Centavos }[];
  total: Centavos;
  aFondo: Centavos;
}

/** Refuses a date in the future or in a closed period, a register that takes nothing now or is unknown, an unknown method. */
export async function refuseTender(tx: Tx, stamp: Pick<Stamp, 'today'>, tender: Tender): Promise<void> {
  if (tender.fechaPago > stamp.today) throw new Refusal(FUTURE_PAYMENT);
  const [closed, caja, required, metodo] = await Promise.all([
    closedUntil(tx),
    tx.selectFrom('caja').select(['name', 'active']).where('id', '=', tender.cajaId).forShare().executeTakeFirst(),
    shiftsAreRequired(tx),
    tender.metodo === 'fondo'
      ? undefined
      : tx.selectFrom('metodo_pago').select('id').where('id', '=', tender.metodo).executeTakeFirst(),
  ]);
  const period = closedPeriodRefusal(tender.fechaPago, closed);
  if (period !== undefined) throw new Refusal(period);
  if (!caja) throw new Refusal('La caja no existe. Elija otra');
  if (!caja.active) throw new Refusal(`La caja «${caja.name}» está cerrada. Elija otra`);
  if (required && tender.metodo !== 'fondo' && (await openShiftOf(tx, tender.cajaId)) === null) {
    throw new Refusal(`La caja «${caja.name}» no tiene un turno abierto. Ábralo en Turnos de caja, o elija otra caja`);
  }
  if (tender.metodo !== 'fondo' && !metodo) throw new Refusal('El método de pago no existe. Elija otro');
}

export interface Payment {
  loteId: number;
  tender: Tender;
  lines: readonly PaymentLine[];
  excedente: Centavos;
  corrigeId?: number | undefined;
}

/**
 * Books a receipt. `excedente` goes to the fund; paid from the fund there is none. Untouched late interest whose base the
 * payment changes is replaced.
 */
export async function receivePayment(tx: Tx, stamp: Stamp, payment: Payment): Promise<Receipt> {
  const [receipt] = await receivePayments(tx, stamp, [payment]);
  if (!receipt) throw new Error('a payment has its receipt');
  return receipt;
}

/** Books several receipts in as many statements as one, all or none; answers them in the order of their payments. */
export async function receivePayments(tx: Tx, stamp: Stamp, payments: readonly Payment[]): Promise<Receipt[]> {
  const shifts = await shiftsOf(tx, payments);
  const booked = payments.map(({ tender, lines, excedente }) => {
    const applied = lines.reduce((sum, line) => sum + line.monto, 0);
    if (tender.metodo !== 'fondo') return { total: applied + excedente, aFondo: excedente };
    if (excedente !== 0) throw new Error('what the fund pays leaves nothing over');
    return { total: 0, aFondo: -applied };
  });
  const reciboIds = await insertRows(
    tx,
    'recibo',
    payments.map(({ loteId, tender, corrigeId }, n) => ({
      lote_id: loteId,
      fecha_pago: tender.fechaPago,
      caja_id: tender.cajaId,
      metodo_pago_id: tender.metodo === 'fondo' ? null : tender.metodo,
      es_fondo: tender.metodo === 'fondo',
      no_cuenta: tender.noCuenta,
      referencia: tender.referencia,
      total_centavos: booked[n]?.total ?? 0,
      corrige_id: corrigeId ?? null,
      turno_id: tender.metodo === 'fondo' ? null : (shifts.get(tender.cajaId) ?? null),
      usuario_id: stamp.usuarioId,
      created_at: stamp.now,
    })),
  );
  const receipts = payments.map((payment, n): Receipt & Payment => {
    const [reciboId, sums] = [reciboIds[n], booked[n]];
    if (reciboId === undefined || !sums) throw new Error('a payment has its receipt');
    return { ...payment, ...sums, reciboId, pagos: [] };
  });
  const paid = receipts.flatMap((receipt) =>
    receipt.lines.filter((line) => line.monto > 0).map((line) => ({ ...line, receipt })),
  );
  const [pagoIds] = await Promise.all([
    insertRows(
      tx,
      'pago',
      paid.map(({ cargoId, monto, receipt }) => ({
        recibo_id: receipt.reciboId,
        cargo_id: cargoId,
        monto_centavos: monto,
        fecha_pago: receipt.tender.fechaPago,
        created_at: stamp.now,
      })),
    ),
    adjust(
      tx,
      stamp,
      receipts.flatMap(({ reciboId, tender, lines }) =>
        lines.flatMap(({ cargoId, ajustes = [] }) =>
          // Granted with the payment, so of its date: a discount taken in time counts from then on.
          ajustes.map((entry) => ({ ...entry, cargoId, reciboId, fecha: tender.fechaPago })),
        ),
      ),
    ),
    moveFund(
      tx,
      stamp,
      receipts.flatMap(({ loteId, reciboId, aFondo }) =>
        aFondo === 0
          ? []
          : [{ loteId, reciboId, monto: aFondo, tipo: aFondo < 0 ? ('uso' as const) : ('abono' as const) }],
      ),
    ),
  ]);
  for (const [n, { receipt, cargoId, monto }] of paid.entries()) {
    receipt.pagos.push({ id: pagoIds[n] as number, cargoId, monto });
  }
  await replaceInterest(
    tx,
    stamp,
    receipts
      .filter(({ tender }) => mayChangeInterest(stamp, tender.fechaPago))
      .flatMap(({ lines }) => lines.map((line) => line.cargoId)),
  );
  return receipts.map(({ reciboId, pagos, total, aFondo }) => ({ reciboId, pagos, total, aFondo }));
}

/** The open shifts of the registers that take something, by register. */
async function shiftsOf(tx: Tx, payments: readonly Payment[]): Promise<Map<number, number | null>> {
  const cajas = new Set(payments.filter(({ tender }) => tender.metodo !== 'fondo').map(({ tender }) => tender.cajaId));
  return new Map(await Promise.all([...cajas].map(async (id) => [id, await openShiftOf(tx, id)] as const)));
}
