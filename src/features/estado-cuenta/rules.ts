/** What statement and debts add up to. Pure; amounts in pesos, summed in centavos. */
import type { Fecha } from '#core/fecha.ts';
import { sumPesos, toCentavos, toPesos } from '#core/money.ts';
import { contabilizado, otrosAdeudos } from '#libro/rules.ts';
import { formatFecha } from '#ui/format.ts';
import type { DebtRow, StatementRow } from './contract.ts';

export interface StatementTotals {
  cargo: number;
  abono: number;
  /** cargo − abono, never below 0. */
  deuda: number;
}

/** Totals of a statement: cancelled rows are shown and stay out of them, so that the debt is the sum of the balances. */
export function totalsOf(rows: readonly Pick<StatementRow, 'cargo' | 'abono' | 'estado'>[]): StatementTotals {
  const counted = rows.filter(({ estado }) => estado !== 'cancelado');
  const cargo = sumPesos(counted, (row) => row.cargo);
  const abono = sumPesos(counted, (row) => row.abono);
  return { cargo, abono, deuda: Math.max(0, toPesos(toCentavos(cargo) - toCentavos(abono))) };
}

/** After each row, what is owed of the rows up to it; null of a cancelled one, which does not count. The last is their debt. */
export function runningBalances(rows: readonly Pick<StatementRow, 'cargo' | 'abono' | 'estado'>[]): (number | null)[] {
  let saldo = 0;
  return rows.map(({ cargo, abono, estado }) => {
    if (estado === 'cancelado') return null;
    saldo += toCentavos(cargo) - toCentavos(abono);
    return toPesos(saldo);
  });
}

/**
 * What a statement opens with. Of one unit, and of what was known on a day, only the debt of its rows is known: what is owed
 * today is the whole lot's.
 */
export function owedOf(
  deuda: number,
  { variante, conocido }: { variante: number; conocido: string | null },
  totals: Pick<StatementTotals, 'deuda'>,
): { label: string; monto: number } {
  if (conocido) return { label: `Debía el ${formatFecha(conocido)} de este periodo`, monto: totals.deuda };
  if (variante !== 0) return { label: 'Debe hoy de este periodo', monto: totals.deuda };
  return { label: 'Debe hoy', monto: deuda };
}

/**
 * What the lot owes besides the rows of a statement, and what that is called; null where there is none, and of what was known
 * on a day, since what is owed today is no part of it.
 */
export function besidesStatement(
  deuda: number,
  { variante, conocido }: { variante: number; conocido: string | null },
  rows: readonly StatementRow[],
): { label: string; monto: number } | null {
  const monto = conocido ? 0 : otrosAdeudos(deuda, rows);
  const label = variante === 0 ? 'Otros adeudos, de otras fechas' : 'Otros adeudos, de otras fechas o unidades';
  return monto === 0 ? null : { label, monto };
}

/** The two dates of a charge's payments, where they differ; '' where they do not. */
export function datedNote({ pagosFechados = [] }: Pick<StatementRow, 'pagosFechados'>): string {
  return pagosFechados
    .map(({ fechaPago, fechaContable }) => `Pago del ${formatFecha(fechaPago)}, ${contabilizado(fechaContable)}`)
    .join('; ');
}

export function debtTotal(rows: readonly Pick<DebtRow, 'saldo'>[]): number {
  return sumPesos(rows, (row) => row.saldo);
}

/** The months shown until others are chosen: January two years before the present one to its December, as first days. */
export function defaultRange(today: Fecha): { desde: Fecha; hasta: Fecha } {
  const year = Number(today.slice(0, 4));
  return { desde: `${year - 2}-01-01`, hasta: `${year}-12-01` };
}
