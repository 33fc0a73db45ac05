/** What statement and debts add up to, and how an amount is explained. Pure; amounts in pesos, summed in centavos. */
import type { Fecha } from '#core/fecha.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { formatFecha } from '#ui/format.ts';
import type { DebtRow, StatementRow } from './contract.ts';

const sum = (amounts: readonly number[]): number => toPesos(amounts.reduce((total, one) => total + toCentavos(one), 0));

export interface StatementTotals {
  cargo: number;
  abono: number;
  /** cargo − abono, never below 0. */
  deuda: number;
}

/** Totals of a statement: cancelled rows are shown and stay out of them, so that the debt is the sum of the balances. */
export function totalsOf(rows: readonly Pick<StatementRow, 'cargo' | 'abono' | 'estado'>[]): StatementTotals {
  const counted = rows.filter(({ estado }) => estado !== 'cancelado');
  const cargo = sum(counted.map((row) => row.cargo));
  const abono = sum(counted.map((row) => row.abono));
  return { cargo, abono, deuda: Math.max(0, toPesos(toCentavos(cargo) - toCentavos(abono))) };
}

/** The two dates of a charge's payments, where they differ; '' where they do not. */
export function datedNote({ pagosFechados = [] }: Pick<StatementRow, 'pagosFechados'>): string {
  return pagosFechados
    .map(
      ({ fechaPago, fechaContable }) =>
        `Pago del ${formatFecha(fechaPago)}, registrado el ${formatFecha(fechaContable)}`,
    )
    .join('; ');
}

export function debtTotal(rows: readonly Pick<DebtRow, 'saldo'>[]): number {
  return sum(rows.map((row) => row.saldo));
}

/** What adjustments are called where an amount is explained. */
export const AJUSTE_LABELS: Readonly<Record<string, string>> = {
  regla: 'Descuento por pronto pago',
  especial: 'Descuento especial del lote',
  descuento: 'Descuento con código de autorización',
  condonacion: 'Condonación',
  cancelacion: 'Cancelación de lo que faltaba',
};

/** What movements of the fund are called. */
export const FONDO_LABELS: Readonly<Record<string, string>> = {
  abono: 'Abono a fondo',
  uso: 'Pago con el fondo',
  devolucion: 'Devolución de un pago cancelado',
  cancelacion: 'Abono a fondo cancelado',
  traslado: 'Traslado entre lotes',
  reembolso: 'Reembolso',
  apertura: 'Saldo inicial',
};

/** Each movement with the balance that it leaves. */
export function runningFund<M extends { monto: number }>(movimientos: readonly M[]): (M & { saldo: number })[] {
  let centavos = 0;
  return movimientos.map((movimiento) => {
    centavos += toCentavos(movimiento.monto);
    return { ...movimiento, saldo: toPesos(centavos) };
  });
}

/** The months shown until others are chosen: January two years before the present one to its December, as first days. */
export function defaultRange(today: Fecha): { desde: Fecha; hasta: Fecha } {
  const year = Number(today.slice(0, 4));
  return { desde: `${year - 2}-01-01`, hasta: `${year}-12-01` };
}
