/** What the screen that pays all of a lot's debts reckons: what is wanted of each, what it comes to, and the call. */
import { fundShare } from '#core/allocation.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import {
  alongWith,
  countsOn,
  type Debt,
  passedOver,
  type Settled,
  type SettlementDue,
  settle,
  settlementDue,
  type Wanted,
  type WantedLine,
} from '#core/settlement.ts';
import { type Adeudos, adeudosContract } from '#libro/adeudos/contract.ts';
import { lineasOf, passedOverRefusal, settledByDate } from '#libro/adeudos/rules.ts';
import type { Renglon } from '#libro/explicacion/rules.ts';
import {
  type Chosen,
  interestLine,
  type PaymentValues,
  type PreviewLine,
  type Reckoning,
  restOf,
  tenderOf,
} from '#libro/web/cobro.ts';
import { type LineaElegida, NO_DISCOUNT } from '#libro/web/Descuento.tsx';
import { call } from '#platform/web/api.ts';
import { formatMoney } from '#ui/format.ts';

export interface Todo {
  loteId: number;
  /** In the order in which money goes. */
  debts: readonly Debt[];
  /** Percentages of the prompt-payment rules. */
  rules: readonly number[];
}

const sum = (amounts: readonly Centavos[]): Centavos => amounts.reduce((all, each) => all + each, 0);

export const lineaOf = (lineas: readonly LineaElegida[], cargoId: number): LineaElegida =>
  lineas.find((linea) => linea.cargoId === cargoId) ?? { cargoId, pagar: true, monto: null, descuento: NO_DISCOUNT };

const isUsual = ({ pagar, monto, descuento }: LineaElegida) => pagar && monto === null && descuento.percent === 0;

/** The choice with something else of some debts; what is as it was offered is not kept. */
export function withLineas(
  lineas: readonly LineaElegida[],
  cargoIds: readonly number[],
  change: Partial<LineaElegida>,
): LineaElegida[] {
  const changed = cargoIds.map((cargoId) => ({ ...lineaOf(lineas, cargoId), ...change }));
  const others = lineas.filter(({ cargoId }) => !cargoIds.includes(cargoId));
  return [...others, ...changed].filter((linea) => !isUsual(linea));
}

/**
 * The choice once debts are taken in or left out. Months, and the interest on one thing, are paid from the oldest on: with one
 * go those before it, and without one those after it stay unpaid too.
 */
export function taking(
  debts: readonly Debt[],
  lineas: readonly LineaElegida[],
  which: readonly Debt[],
  pagar: boolean,
): LineaElegida[] {
  // What was typed of a line that is left out is not paid later on by a click.
  const change = pagar ? { pagar } : { pagar, monto: null };
  return withLineas(
    lineas,
    alongWith(debts, which, pagar).map(({ cargoId }) => cargoId),
    change,
  );
}

const wantedOf = ({ debts }: Todo, { lineas }: Chosen): Wanted[] =>
  debts.flatMap((debt) => {
    const { pagar, monto, descuento } = lineaOf(lineas, debt.cargoId);
    return pagar ? [{ debt, tope: monto === null ? null : toCentavos(monto), percent: descuento.percent }] : [];
  });

const termsOf = ({ rules }: Todo, { fechaPago, choice }: Chosen) => ({
  ...{ rules, fechaPago, interestPercent: choice.descuento.percent },
});

export interface Reckoned extends SettlementDue {
  settle: (monto: Centavos) => { settled: Settled[]; excedente: Centavos };
}

/** What is chosen, line by line. */
export function reckoned(todo: Todo, chosen: Chosen): Reckoned {
  const terms = termsOf(todo, chosen);
  const due = settlementDue(wantedOf(todo, chosen), terms);
  return { ...due, settle: (monto) => settle(due, terms, monto) };
}

const lessNote = ({ debt, descuento, pagar }: WantedLine): string =>
  descuento === 0 && pagar === debt.saldo
    ? ''
    : `${formatMoney(toPesos(debt.saldo))}${descuento > 0 ? ` − ${formatMoney(toPesos(descuento))} de descuento` : ''}`;

/** The rows of what is to be paid. */
export function partsOf({ lines, exact, total }: SettlementDue): Renglon[] {
  const rounding = total - exact;
  return [
    ...lines.map((line) => ({
      ...{ key: line.debt.cargoId, label: line.debt.concepto, detail: lessNote(line) },
      ...{ amount: toPesos(line.pagar), cargoId: line.debt.cargoId },
    })),
    ...(rounding > 0
      ? [{ key: 'peso', label: 'Redondeo al peso', detail: 'Queda en el fondo del lote', amount: toPesos(rounding) }]
      : []),
  ];
}

/** More of a group than these are told as one line, which opens them. */
const APART = 2;

const noteOf = (descuento: Centavos) => (descuento > 0 ? ` · descuento ${formatMoney(toPesos(descuento))}` : undefined);

function groupLines(label: string, of: readonly Settled[]): PreviewLine[] {
  if (of.length <= APART) {
    return of.map(({ debt, pago, descuento }) => ({
      ...{ key: debt.cargoId, label: debt.concepto, note: noteOf(descuento), monto: pago },
    }));
  }
  return [
    {
      ...{ key: label, label: `${of.length} ${label}`, note: noteOf(sum(of.map(({ descuento }) => descuento))) },
      monto: sum(of.map(({ pago }) => pago)),
      parts: of.map(({ debt, pago }) => ({
        ...{ key: debt.cargoId, label: debt.concepto, amount: toPesos(pago), cargoId: debt.cargoId },
      })),
    },
  ];
}

function previewOf({ debts }: Todo, { fechaPago, choice }: Chosen, settled: readonly Settled[], excedente: Centavos) {
  const interest = settled.flatMap(({ debt, pago, descuento }) =>
    debt.clase === 'interes' ? [{ entry: debt.entry, pago, descuento }] : [],
  );
  const owed = sum(debts.filter((debt) => countsOn(debt, fechaPago)).map(({ saldo }) => saldo));
  const taken = sum(settled.map(({ pago, descuento }) => pago + descuento));
  const where = (has: (debt: Debt) => boolean) => settled.filter(({ debt }) => has(debt));
  return [
    ...interestLine(interest, choice.descuento.percent),
    ...groupLines(
      'meses de mantenimiento',
      where(({ clase }) => clase === 'mes'),
    ),
    ...groupLines(
      'cuotas y sanciones',
      where(({ clase }) => clase === 'cargo' || clase === 'cuota_inicial'),
    ),
    ...(excedente > 0 ? [{ key: 'fondo', label: 'Al fondo del lote', monto: excedente }] : []),
    ...restOf('Quedará debiendo', owed, taken),
  ];
}

export function reckonTodo(todo: Todo, chosen: Chosen): Reckoning {
  const due = reckoned(todo, chosen);
  return {
    due,
    whole: due.whole,
    parts: partsOf(due),
    interest: due.lines.flatMap(({ debt, descuento, pagar }) =>
      debt.clase === 'interes' ? [{ entry: debt.entry, descuento, neto: pagar }] : [],
    ),
    spread(monto) {
      const { settled, excedente } = due.settle(monto);
      return { lines: previewOf(todo, chosen, settled, excedente), settled: settledByDate(settled) };
    },
  };
}

/** Why what is chosen cannot be paid by an amount: what that does not reach is no debt that is passed over. */
export function refusalOf(todo: Todo, chosen: Chosen, monto: Centavos): string | undefined {
  const due = reckoned(todo, chosen);
  if (due.lines.every(({ pagar, descuento }) => pagar === 0 && descuento === 0)) return 'Elija al menos un adeudo';
  return passedOverRefusal(passedOver(todo.debts, due.settle(monto || due.exact).settled, chosen.fechaPago));
}

/** The choice of the oldest entries, so many of those that count on the payment date. */
export function takingInterest({ debts }: Todo, { fechaPago, lineas }: Chosen, cantidad: number): LineaElegida[] {
  const counting = debts.filter((debt) => debt.clase === 'interes' && countsOn(debt, fechaPago));
  const ids = counting.map(({ cargoId }) => cargoId);
  const taken = withLineas(lineas, ids.slice(0, cantidad), { pagar: true, monto: null });
  return withLineas(taken, ids.slice(cantidad), { pagar: false, monto: null });
}

export function payTodo(todo: Todo, { fondo }: Adeudos, values: PaymentValues, idempotencyKey: string) {
  const due = reckoned(todo, values);
  const byFund = values.metodoPago.id === 'fondo';
  const monto = byFund ? fundShare(due.exact, toCentavos(fondo)).pays : toCentavos(values.monto);
  const codeOf = (cargoId: number) => lineaOf(values.lineas, cargoId).descuento.codigo;
  const { percent, codigo } = values.choice.descuento;
  return call(adeudosContract.pay, {
    idempotencyKey,
    body: {
      id: todo.loteId,
      monto: toPesos(monto),
      ...tenderOf(values),
      fechaPago: values.fechaPago,
      apply_descuento: percent,
      autorizacion: codigo,
      autorizacionFecha: values.autorizacionFecha,
      lineas: lineasOf(due.settle(monto).settled, codeOf),
    },
  });
}
