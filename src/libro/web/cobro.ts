/**
 * A payment as the one desk takes it: what is owed, what may be chosen, which call books it. Maintenance, fees, fines and
 * paying ahead are descriptions of this shape; how a payment is typed, shown before it is made and told afterwards stands in
 * the desk alone.
 */
import {
  allocateMaintenance,
  codedDiscount,
  type InterestLine,
  type InterestPayment,
  type MaintenancePayment,
  type MonthPayment,
  maintenanceDue,
  type PayableInterest,
} from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { type Month, monthTitle } from '#core/period.ts';
import { type SettledCharge, settledBy } from '#core/value-date.ts';
import type { Renglon } from '#libro/explicacion/rules.ts';
import { formatMoney } from '#ui/format.ts';
import type { PaymentResult, PorFecha } from '../contract.ts';
import type { Choice, LineaElegida } from './Descuento.tsx';
import { paidInterestParts, percentParts, remainderParts, rowKey, totalParts } from './due-parts.ts';
import type { PaymentFieldsProps } from './PaymentFields.tsx';
import type { Metodo } from './payment-sources.tsx';
import type { MontoToPay } from './useMonto.ts';

/** What the amounts of a payment depend on. */
export interface Chosen {
  fechaPago: Fecha;
  /** In the last month that is paid; '' where none is. */
  hasta: string;
  choice: Choice;
  /** What was changed of single debts, where they are paid together; of others all is paid. */
  lineas: readonly LineaElegida[];
}

export interface PaymentValues extends Chosen {
  caja: { id: number };
  metodoPago: { id: Metodo };
  referencia: string;
  noCuenta: string;
  /** The code for what the date takes off, where that is past the limit. */
  autorizacionFecha: string;
  /** Pesos; of the fund, what stays owed. */
  monto: number;
}

/** Where a part of an amount goes. */
export interface PreviewLine {
  key: string | number;
  label: string;
  /** Said quietly after the label. */
  note?: string | undefined;
  monto: Centavos;
  /** Of a sum, an interest or a discount: what its explanation adds up. */
  parts?: readonly Renglon[];
}

/** What is to be paid once something is chosen. */
export interface Reckoning {
  due: MontoToPay;
  /** What 'Total a pagar' adds up. */
  parts: readonly Renglon[];
  /** The late interest within it. */
  interest: readonly InterestLine[];
  /** Takes whole pesos only. */
  whole?: boolean;
  spread: (monto: Centavos) => { lines: readonly PreviewLine[]; settled: readonly SettledCharge[] };
}

export interface Cobro {
  /** Balance of the lot's fund, in pesos. */
  fondo: number;
  labels: { monto: string } & Pick<PaymentFieldsProps<unknown>, 'referenciaLabel' | 'metodoLabel' | 'fechaLabel'>;
  /** Said where the payment was not answered, for so many seconds. */
  failed: { message: string; seconds: number };
  /** Names what is kept of the form; 'pago' where the screen has one alone. */
  draft?: string;
  /** Takes a future day, which is set back to today. */
  takesFuture?: boolean;
  /** Months are paid up to one that is chosen; null where there are none. */
  months?: { desde: Month; hasta: string; required?: boolean; note?: string | undefined } | null;
  /** Late interest: all of it, or the oldest entries, with a discount by code that counts for one payment date. */
  interest?: {
    entries: readonly (PayableInterest & { tiie: Month })[];
    configure: 'configurar' | 'Configurar';
    /** Where each entry is chosen by itself: the choice of the oldest ones. */
    take?: (chosen: Chosen, cantidad: number) => LineaElegida[];
  };
  /** A discount by code off what is owed of one charge. */
  discount?: Pick<ChargeOwed, 'cargoId' | 'saldo'> & { fromOne?: boolean };
  /** What the payment's date takes off; left out of charges that no date changes. */
  porFecha?: PorFecha;
  reckon: (chosen: Chosen) => Reckoning;
  /** Why nothing can be paid as it is chosen. */
  /** @param monto what is taken, in centavos; 0 while that is no amount */
  refusal: (reckoned: Reckoning, chosen: Chosen, monto: Centavos) => string | undefined;
  /** What is said of more than may be taken. */
  over?: (total: string) => string;
  /** What an amount is compared with; left out, the total. In pesos. */
  usual?: { amount: number; what: string };
  book: (values: PaymentValues, reckoned: Reckoning, idempotencyKey: string) => Promise<PaymentResult>;
}

export const PAYMENT_FAILED = {
  message: 'Ocurrió error en el servidor. Contacte con el administrador',
  seconds: 8,
};

/** What every call of a payment sends alike. */
export function tenderOf({ referencia, metodoPago, caja, noCuenta }: PaymentValues) {
  return { referencia, metodoPago, caja, noCuenta };
}

/** What stays owed once an amount is taken, where something does. */
export function restOf(label: string, owed: Centavos, taken: Centavos, key = 'rest'): PreviewLine[] {
  return owed > taken ? [{ key, label, monto: owed - taken, parts: remainderParts(owed, taken) }] : [];
}

export interface ChargeOwed {
  cargoId: number;
  concepto: string;
  saldo: Centavos;
}

/** One charge, paid by its balance less a discount by code. */
export function reckonCharge({ cargoId, concepto, saldo }: ChargeOwed, { choice }: Chosen): Reckoning {
  const { percent } = choice.descuento;
  const off = codedDiscount(saldo, percent);
  const owed = saldo - off;
  const { label, parts } = discountOff({ cargoId, saldo }, choice);
  const detail = `${percent} % de ${formatMoney(toPesos(saldo))}`;
  return {
    due: { exact: owed, total: owed },
    parts: [
      { key: 'saldo', label: concepto, amount: toPesos(saldo), cargoId },
      ...(off > 0 ? [{ key: 'off', label, detail, amount: toPesos(-off) }] : []),
    ],
    interest: [],
    spread: (monto) => ({
      lines: [
        { key: 'saldo', label: concepto, monto },
        ...(off > 0 ? [{ key: 'off', label, monto: off, parts }] : []),
        ...restOf('Queda por pagar', owed, monto),
      ],
      settled: [],
    }),
  };
}

/** A discount by code as it is told. */
export function discountOff({ cargoId, saldo }: Pick<ChargeOwed, 'cargoId' | 'saldo'>, { descuento }: Choice) {
  const { percent } = descuento;
  const off = codedDiscount(saldo, percent);
  return { off, label: `Descuento del ${percent}%`, parts: percentParts(cargoId, percent, saldo, off) };
}

export function interestLine(paid: readonly InterestPayment[], percent: number): PreviewLine[] {
  if (paid.length === 0) return [];
  const counted = paid.length === 1 ? '1 interés moratorio' : `${paid.length} intereses moratorios`;
  return [
    {
      key: 'interest',
      label: `${counted}${percent > 0 ? ` con ${percent}% de descuento` : ''}`,
      monto: paid.reduce((sum, line) => sum + line.pago, 0),
      parts: paidInterestParts(paid),
    },
  ];
}

/** More months than these are told as one line, which opens them. */
const MONTHS_APART = 2;

/** What is paid of each month, of some together; what it discounts and what it leaves is said with it. */
function monthLines(paid: readonly MonthPayment[], concepto: string | undefined): PreviewLine[] {
  const leftOf = ({ month, pago, descuento }: MonthPayment): Centavos =>
    month.total - month.pagado - month.ajustado - descuento - pago;
  const descuentoOf = ({ descuento }: MonthPayment): Centavos => descuento;
  const noteOf = (descuento: Centavos, left: Centavos): string =>
    [
      descuento > 0 ? ` · descuento ${formatMoney(toPesos(descuento))}` : '',
      left > 0 ? ` · quedan ${formatMoney(toPesos(left))}` : '',
    ].join('');
  if (paid.length <= MONTHS_APART) {
    return paid.map((one) => ({
      key: rowKey(one.month),
      label: concepto ?? monthTitle(one.month),
      note: noteOf(one.descuento, leftOf(one)),
      monto: one.pago,
    }));
  }
  const sum = (of: (one: MonthPayment) => Centavos) => paid.reduce((all, one) => all + of(one), 0);
  return [
    {
      key: 'months',
      label: `${paid.length} meses de mantenimiento`,
      note: noteOf(sum(descuentoOf), sum(leftOf)),
      monto: sum(({ pago }) => pago),
      parts: paid.map((one) => ({
        key: rowKey(one.month),
        label: monthTitle(one.month),
        amount: toPesos(one.pago),
        ...(one.month.id !== null && { cargoId: one.month.id }),
      })),
    },
  ];
}

/**
 * Months, or a charge that is paid as one, with their late interest: what `core/allocation` spreads, as the server does.
 * `deuda`: all that the lot owes, of which the rest is told too.
 */
export function reckonMonths(
  payment: MaintenancePayment,
  { concepto, rest = 'Queda por pagar', deuda = 0 }: { concepto?: string; rest?: string; deuda?: Centavos } = {},
): Reckoning {
  const due = maintenanceDue(payment);
  return {
    due,
    parts: totalParts(due, concepto),
    interest: due.interest,
    spread(monto) {
      const allocation = allocateMaintenance(due, payment, monto);
      const { interest, months, excedente } = allocation;
      const settled = [...months, ...interest].reduce((sum, line) => sum + line.pago, 0);
      // Months in advance are no debt yet.
      const ofDebt = [...months.filter(({ month }) => month.id !== null), ...interest].reduce(
        (sum, { pago, descuento }) => sum + pago + descuento,
        0,
      );
      return {
        lines: [
          ...interestLine(interest, payment.interestPercent),
          ...monthLines(months, concepto),
          ...(excedente > 0 ? [{ key: 'fondo', label: 'Al fondo del lote', monto: excedente }] : []),
          ...restOf(rest, due.exact, settled),
          ...restOf('Quedará debiendo', deuda, ofDebt, 'deuda'),
        ],
        settled: settledBy(allocation),
      };
    },
  };
}
