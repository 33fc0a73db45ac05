/** What an amount to be paid is made of, as the rows of its explanation. */
import type { InterestLine, InterestPayment, MaintenanceDue, MonthLine, PayableMonth } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { type Month, monthKey, monthOf, monthTitle } from '#core/period.ts';
import type { Renglon } from '#libro/explicacion/rules.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';

const pesos = (centavos: Centavos): string => formatMoney(toPesos(centavos));

/** '$2,500.00 − $100.00 pagados'; '' where nothing was taken off. */
function lessOf(whole: Centavos, taken: readonly [Centavos, string][]): string {
  const some = taken.filter(([monto]) => monto > 0);
  return some.length === 0 ? '' : [pesos(whole), ...some.map(([monto, word]) => `${pesos(monto)} ${word}`)].join(' − ');
}

export function interestParts(lines: readonly InterestLine[]): Renglon[] {
  return lines.map(({ entry, descuento, neto }) => ({
    key: `i${entry.id}`,
    label: `Interés moratorio ${monthTitle(monthOf(entry.corte))}`,
    detail: lessOf(entry.saldo, [[descuento, 'de descuento']]),
    amount: toPesos(neto),
    cargoId: entry.id,
  }));
}

/** What is owed of late interest, entry by entry, as a screen's context tells it: in pesos. */
export function owedInterestParts(
  entries: readonly {
    id: number;
    tiie: Month;
    fechaCorte: Fecha;
    deudaMoratoria: number;
    pagado: number;
    saldo: number;
  }[],
): Renglon[] {
  return entries.map(({ id, tiie, fechaCorte, deudaMoratoria, pagado, saldo }) => {
    const [whole, paid] = [toCentavos(deudaMoratoria), toCentavos(pagado)];
    return {
      key: id,
      label: `${monthTitle(tiie)}, corte ${formatFecha(fechaCorte)}`,
      detail: lessOf(whole, [
        [whole - paid - toCentavos(saldo), 'de descuentos'],
        [paid, 'pagados'],
      ]),
      amount: saldo,
      cargoId: id,
    };
  });
}

/** What an amount pays of each entry. */
export function paidInterestParts(lines: readonly InterestPayment[]): Renglon[] {
  return interestParts(lines.map(({ entry, descuento, pago }) => ({ entry, descuento, neto: pago })));
}

/** A lot that others were merged into owes months of one name more than once. */
export const rowKey = (month: PayableMonth): string => `m${month.id ?? monthKey(month)}`;

/** @param concepto what the charge is called where it is no month */
function monthParts(lines: readonly MonthLine[], concepto?: string): Renglon[] {
  return lines.map(({ month, descuento, neto }) => ({
    key: rowKey(month),
    label: concepto ?? monthTitle(month),
    detail: lessOf(month.total, [
      [month.pagado, 'pagados'],
      [month.ajustado, 'de ajustes'],
      [descuento, 'de descuento por pronto pago'],
    ]),
    amount: toPesos(neto),
    cargoId: month.id ?? undefined,
  }));
}

/** The rows of 'Total a pagar': the charge or its months, the interest, and what rounds it up to a whole peso. */
export function totalParts(due: MaintenanceDue, concepto?: string): Renglon[] {
  const rounding = due.total - due.exact;
  return [
    ...monthParts(due.months, concepto),
    ...interestParts(due.interest),
    ...(rounding > 0
      ? [{ key: 'peso', label: 'Redondeo al peso', detail: 'Queda en el fondo del lote', amount: toPesos(rounding) }]
      : []),
  ];
}

/** What stays owed once an amount is taken. */
export function remainderParts(owed: Centavos, taken: Centavos): Renglon[] {
  return [
    { key: 'owed', label: 'Se debe', amount: toPesos(owed) },
    { key: 'taken', label: 'Se paga', amount: toPesos(-taken) },
  ];
}

/** A percentage of what is owed of a charge. */
export function percentParts(cargoId: number, percent: number, of: Centavos, amount: Centavos): Renglon[] {
  return [{ key: 'percent', label: `${percent} % de ${pesos(of)}`, amount: toPesos(amount), cargoId }];
}
