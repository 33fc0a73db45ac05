/**
 * Receiving money: one receipt, one payment per charge it settles, the adjustments granted with it, and what is left over
 * to the fund. The caller has locked the lot and decided the amounts with `core`. Source: dominio.md#ledger.
 */
import { sql } from 'kysely';
import type { Allocation } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { childrenOf, insertFamilies } from '#platform/server/insert-rows.ts';
import { rowFrom } from '#platform/server/rows.ts';
import { type BookingTerms, bookingOf } from '../rules.ts';
import { type Adjustment, adjustmentRows } from './adjust.ts';
import { fundRows } from './fund.ts';
import { mayChangeInterest, replaceInterest } from './interest.ts';
import type { LedgerLote } from './lotes.ts';
import { CLOSED_UNTIL } from './periods.ts';
import { openShift, SHIFTS_REQUIRED } from './shifts.ts';
import type { Stamp } from './stamp.ts';
import type { DateGrant } from './value-date.ts';

export interface Tender {
  /** A payment method's id, or the lot's own fund. */
  metodo: number | 'fondo';
  cajaId: number;
  /** The value date: it decides discount and interest. */
  fechaPago: Fecha;
  noCuenta: string;
  referencia: string;
}

/** A maintenance payment that was decided and is to be booked. */
export interface MaintenanceBooking {
  /** Locked by the caller, who has decided the allocation on what is owed since. */
  lote: LedgerLote;
  reglas: string;
  tender: PlacedTender;
  monto: Centavos;
  allocation: Allocation;
  /** Off the interest, with its code; 0 without. */
  percent: number;
  autorizacion: string;
  /** What the tender's value date takes off. */
  porFecha: DateGrant;
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
  /** The movement that what was left over went to the fund by; null where nothing was. */
  abonoId: number | null;
}

/** A tender that money may be booked with: its register's open shift is held so until the transaction ends. */
export interface PlacedTender extends Tender {
  /** Null where none is open, and of the fund. */
  turnoId: number | null;
  /** The booking date: it decides cut-off and closing. */
  fechaContable: Fecha;
}

export interface RegisterTerms extends BookingTerms {
  turno: { id: number; fecha: Fecha } | undefined;
}

interface Register {
  name: string;
  active: boolean;
  /** What the whole community's settings say: the last closed day, and whether money is taken in a shift alone. */
  cerrado: Fecha | null;
  turnos: boolean;
  /** Of the method; null of an unknown one. */
  enCaja: boolean | null;
  /** The shift that takes money. */
  turno: { id: number; fecha: Fecha } | undefined;
}

/** A register with all that decides whether it takes money by a method; it and its open shift are held until the transaction ends. */
async function findRegister(tx: Tx, cajaId: number, metodoId: number | null): Promise<Register | undefined> {
  const row = await rowFrom(tx)<Omit<Register, 'turno'> & { turnoId: number | null; fecha: Fecha | null }>`
    SELECT c.name, c.active, ${CLOSED_UNTIL} AS cerrado, ${SHIFTS_REQUIRED} AS turnos,
      (SELECT en_caja FROM metodo_pago WHERE id = ${metodoId}::int) AS "enCaja", t.id AS "turnoId", t.fecha
    FROM (SELECT id, name, active FROM caja WHERE id = ${cajaId} FOR SHARE) c
    LEFT JOIN LATERAL (${openShift(sql`c.id`)}) t ON ${metodoId}::int IS NOT NULL`;
  if (!row) return undefined;
  const { turnoId, fecha, ...register } = row;
  return { ...register, turno: turnoId === null || fecha === null ? undefined : { id: turnoId, fecha } };
}

/**
 * The register, method and shift of a tender, whatever its date. Refuses what takes no money now or is unknown.
 * @param stays the money is in the register already: its shift may be over
 */
export async function acceptRegister(
  tx: Tx,
  { today }: Pick<Stamp, 'today'>,
  { metodo, cajaId, stays = false }: Pick<Tender, 'metodo' | 'cajaId'> & { stays?: boolean },
): Promise<RegisterTerms> {
  const metodoId = metodo === 'fondo' ? null : metodo;
  const caja = await findRegister(tx, cajaId, metodoId);
  if (!caja) throw new Refusal('La caja no existe. Elija otra');
  const { turno } = caja;
  if (!caja.active && !stays) throw new Refusal(`La caja «${caja.name}» está cerrada. Elija otra`);
  if (metodoId !== null && caja.turnos && !turno && !stays) {
    throw new Refusal(`La caja «${caja.name}» no tiene un turno abierto. Ábralo en Turnos de caja, o elija otra caja`);
  }
  if (metodoId !== null && caja.enCaja === null) throw new Refusal('El método de pago no existe. Elija otro');
  return { today, cerrado: caja.cerrado ?? undefined, enMano: metodoId === null || caja.enCaja === true, turno };
}

/** A tender that may be booked by these terms. Refuses a date that it may not have. */
export function placeTender(terms: RegisterTerms, tender: Tender): PlacedTender {
  const booking = bookingOf(terms, { fechaPago: tender.fechaPago, referencia: tender.referencia });
  if ('motivo' in booking) throw new Refusal(booking.motivo);
  return { ...tender, ...booking, turnoId: terms.turno?.id ?? null };
}

/** Refuses a date that the method may not have, a register that takes nothing now or is unknown, an unknown method. */
export async function acceptTender(tx: Tx, stamp: Pick<Stamp, 'today'>, tender: Tender): Promise<PlacedTender> {
  return placeTender(await acceptRegister(tx, stamp, tender), tender);
}

export interface Payment {
  loteId: number;
  tender: PlacedTender;
  lines: readonly PaymentLine[];
  excedente: Centavos;
  corrigeId?: number | undefined;
  /** What its value date took off, with the code that let it. */
  porFecha?: Pick<DateGrant, 'quita' | 'codigoId'> | undefined;
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

/** What the ledger keeps of the booking date: null where it is the value date. */
const ownBookingDate = ({ fechaPago, fechaContable }: PlacedTender) =>
  fechaContable === fechaPago ? null : fechaContable;

/** A payment with what its receipt says. Until it has its number a receipt goes by its place. */
interface Booked extends Payment {
  reciboId: number;
  total: Centavos;
  aFondo: Centavos;
}

function bookedAt(payment: Payment, place: number): Booked {
  const { tender, lines, excedente } = payment;
  const applied = lines.reduce((sum, line) => sum + line.monto, 0);
  const fromFund = tender.metodo === 'fondo';
  if (fromFund && excedente !== 0) throw new Error('what the fund pays leaves nothing over');
  const sums = fromFund ? { total: 0, aFondo: -applied } : { total: applied + excedente, aFondo: excedente };
  return { ...payment, ...sums, reciboId: place };
}

const receiptRow = (stamp: Stamp, { loteId, tender, total, corrigeId, porFecha }: Booked) => ({
  lote_id: loteId,
  fecha_pago: tender.fechaPago,
  fecha_contable_propia: ownBookingDate(tender),
  caja_id: tender.cajaId,
  metodo_pago_id: tender.metodo === 'fondo' ? null : tender.metodo,
  es_fondo: tender.metodo === 'fondo',
  no_cuenta: tender.noCuenta,
  referencia: tender.referencia,
  total_centavos: total,
  corrige_id: corrigeId ?? null,
  quita_fecha_centavos: porFecha?.quita ?? 0,
  codigo_fecha_id: porFecha?.codigoId ?? null,
  turno_id: tender.turnoId,
  usuario_id: stamp.usuarioId,
  created_at: stamp.now,
});

type PaidLine = PaymentLine & { receipt: Booked };

const paymentRow = (stamp: Stamp, { cargoId, monto, receipt }: PaidLine) => ({
  recibo_id: receipt.reciboId,
  cargo_id: cargoId,
  monto_centavos: monto,
  fecha_pago: receipt.tender.fechaPago,
  fecha_contable_propia: ownBookingDate(receipt.tender),
  created_at: stamp.now,
});

/** Granted with the payment, so of its dates: a discount taken in time counts from then on. */
const grantedBy = ({ reciboId, tender, lines }: Booked): Adjustment[] =>
  lines.flatMap(({ cargoId, ajustes = [] }) =>
    ajustes.map((entry) => ({
      ...{ ...entry, cargoId, reciboId },
      ...{ fecha: tender.fechaContable, fechaValor: tender.fechaPago },
    })),
  );

const fundMovementOf = ({ loteId, reciboId, aFondo, tender }: Booked) => ({
  ...{ loteId, reciboId, monto: aFondo, fecha: tender.fechaContable },
  tipo: aFondo < 0 ? ('uso' as const) : ('abono' as const),
});

/** Books several receipts by one statement, all or none; answers them in the order of their payments. */
export async function receivePayments(tx: Tx, stamp: Stamp, payments: readonly Payment[]): Promise<Receipt[]> {
  const booked = payments.map((payment, n) => bookedAt(payment, n + 1));
  const toFund = booked.filter(({ aFondo }) => aFondo !== 0);
  const paid = booked.flatMap((receipt) =>
    receipt.lines.filter((line) => line.monto > 0).map((line) => ({ ...line, receipt })),
  );
  const { ids, childIds } = await insertFamilies(
    tx,
    'recibo',
    booked.map((receipt) => receiptRow(stamp, receipt)),
    [
      childrenOf(
        'pago',
        'recibo_id',
        paid.map((line) => paymentRow(stamp, line)),
      ),
      childrenOf('ajuste', 'recibo_id', adjustmentRows(stamp, booked.flatMap(grantedBy))),
      childrenOf('fondo_movimiento', 'recibo_id', fundRows(stamp, toFund.map(fundMovementOf))),
    ],
  );
  await replaceInterest(
    tx,
    stamp,
    booked
      .filter(({ tender }) => mayChangeInterest(stamp, tender.fechaPago))
      .flatMap(({ lines }) => lines.map((line) => line.cargoId)),
  );
  const [pagoIds = [], , movementIds = []] = childIds;
  const pagos = Map.groupBy(
    paid.map(({ receipt, cargoId, monto }, n) => ({ receipt, pago: { id: pagoIds[n] as number, cargoId, monto } })),
    ({ receipt }) => receipt,
  );
  const movementOf = new Map(toFund.map((receipt, n) => [receipt, movementIds[n]]));
  return booked.map((receipt, n) => ({
    reciboId: ids[n] as number,
    pagos: (pagos.get(receipt) ?? []).map(({ pago }) => pago),
    total: receipt.total,
    aFondo: receipt.aFondo,
    abonoId: receipt.aFondo > 0 ? (movementOf.get(receipt) ?? null) : null,
  }));
}
