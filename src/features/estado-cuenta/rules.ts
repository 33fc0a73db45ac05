/** What statement and debts add up to. Pure; amounts in pesos, summed in centavos. */
import type { Fecha } from '#core/fecha.ts';
import { sumPesos, toCentavos, toPesos } from '#core/money.ts';
import { conceptosEnBreve } from '#libro/conceptos.ts';
import { AJUSTE_LABELS } from '#libro/explicacion/rules.ts';
import { contabilizado } from '#libro/rules.ts';
import { formatFecha } from '#ui/format.ts';
import type { DebtRow, Movimiento, StatementRow } from './contract.ts';

const isCancelled = ({ estado }: { estado: string }) => estado === 'cancelado';

export interface StatementTotals {
  cargo: number;
  abono: number;
  /** cargo − abono, never below 0. */
  deuda: number;
}

/** Totals of a statement: cancelled rows are shown and stay out of them, so that the debt is the sum of the balances. */
export function totalsOf(rows: readonly Pick<StatementRow, 'cargo' | 'abono' | 'estado'>[]): StatementTotals {
  const counted = rows.filter((row) => !isCancelled(row));
  const cargo = sumPesos(counted, (row) => row.cargo);
  const abono = sumPesos(counted, (row) => row.abono);
  return { cargo, abono, deuda: Math.max(0, toPesos(toCentavos(cargo) - toCentavos(abono))) };
}

/** What lowered a charge of a statement, in pesos. */
export interface Cambio {
  /** Of the payment or of the adjustment. */
  id: number;
  cargoId: number;
  /** 'pago', or the kind of the adjustment. */
  tipo: string;
  fecha: Fecha;
  fechaContable: Fecha;
  reciboId: number | null;
  /** Of a payment. */
  metodo: string;
  monto: number;
}

/** A charge of a statement with its own day. */
export type CargoDeEstado = StatementRow & { cargado: Fecha };

const CLASES = ['cargo', 'rebaja', 'pago'] as const satisfies readonly Movimiento['clase'][];

type Renglon = Omit<Movimiento, 'saldo'>;

/** The charge as it was made: what was taken off it stands in rows of its own. */
function chargeOf(row: CargoDeEstado, rebajas: readonly Cambio[]): Renglon {
  const { id, fecha: vence, cargado, descripcion, folio, facturaId, estado, referencia } = row;
  return {
    ...{ key: `cargo ${id}`, fecha: cargado, clase: 'cargo', descripcion, folio, facturaId, estado, referencia },
    detalle: vence === cargado ? '' : `Vence el ${formatFecha(vence)}`,
    cargo: sumPesos([row.cargo, ...rebajas.map(({ monto }) => monto)], (each) => each),
    ...{ abono: 0, cargoId: id, reciboId: null },
  };
}

/** A payment, or a discount of several charges, by what it came with: one row. */
function changeOf(of: readonly [Cambio, ...Cambio[]], charges: ReadonlyMap<number, CargoDeEstado>): Renglon {
  const [{ id, tipo, fecha, fechaContable, reciboId, metodo, cargoId }] = of;
  const monto = sumPesos(of, (cambio) => cambio.monto);
  const words = conceptosEnBreve(of.flatMap((cambio) => charges.get(cambio.cargoId)?.descripcion ?? []));
  const common = {
    ...{ fecha, folio: '', facturaId: null, estado: '', cargoId: null, reciboId },
    referencia: charges.get(cargoId)?.referencia ?? '',
  };
  if (tipo !== 'pago') {
    const descripcion = AJUSTE_LABELS[tipo] ?? tipo;
    return { ...common, key: `ajuste ${id}`, clase: 'rebaja', descripcion, detalle: words, cargo: -monto, abono: 0 };
  }
  const booked = fechaContable === fecha ? '' : contabilizado(fechaContable);
  return {
    ...{ ...common, key: `pago ${id}`, clase: 'pago', cargo: 0, abono: monto },
    descripcion: `Pago, recibo ${reciboId}`,
    detalle: [metodo, words, booked].filter((part) => part !== '').join(' · '),
  };
}

/**
 * The running account of the charges of a statement: each charge, what was taken off it and what was paid, in order of time,
 * with what is owed of the rows up to it, which is never less than nothing. It comes to the sums of the statement and ends
 * with its debt. A cancelled charge counts in neither, and stands for itself.
 */
export function movimientosOf(rows: readonly CargoDeEstado[], cambios: readonly Cambio[]): Movimiento[] {
  const charges = new Map(rows.filter((row) => !isCancelled(row)).map((row) => [row.id, row]));
  const counted = cambios.filter(({ cargoId }) => charges.has(cargoId));
  const rebajas = Map.groupBy(
    counted.filter(({ tipo }) => tipo !== 'pago'),
    ({ cargoId }) => cargoId,
  );
  const together = Map.groupBy(counted, ({ tipo, fecha, reciboId, metodo, cargoId }) =>
    [tipo, fecha, reciboId, metodo, charges.get(cargoId)?.lote_id].join('|'),
  );
  // Nothing is paid of a charge that is not there yet: what is dated before its charge stands after it all the same.
  const dayOf = (of: readonly Cambio[]) =>
    of
      .flatMap(({ fecha, cargoId }) => [fecha, charges.get(cargoId)?.cargado ?? fecha])
      .reduce((last, day) => (day > last ? day : last));
  const unordered = [
    ...rows.map((row) => ({
      day: row.cargado,
      row: chargeOf(row, isCancelled(row) ? [] : (rebajas.get(row.id) ?? [])),
    })),
    ...[...together.values()].map((of) => ({ day: dayOf(of), row: changeOf(of as [Cambio, ...Cambio[]], charges) })),
  ];
  const ordered = unordered.toSorted(
    (a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)) || CLASES.indexOf(a.row.clase) - CLASES.indexOf(b.row.clase),
  );
  let saldo = 0;
  return ordered.map(({ row }) => {
    if (isCancelled(row)) return { ...row, saldo: null };
    saldo += toCentavos(row.cargo) - toCentavos(row.abono);
    return { ...row, saldo: toPesos(saldo) };
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
 * What the lot owes besides the debt of a statement, and what that is called; null where there is none, and of what was known
 * on a day, since what is owed today is no part of it.
 */
export function besidesStatement(
  deuda: number,
  { variante, conocido }: { variante: number; conocido: string | null },
  totals: Pick<StatementTotals, 'deuda'>,
): { label: string; monto: number } | null {
  const monto = conocido ? 0 : Math.max(0, toPesos(toCentavos(deuda) - toCentavos(totals.deuda)));
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
