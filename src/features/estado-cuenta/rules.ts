/** What statement and debts add up to. Pure; amounts in pesos, summed in centavos. */

import { conceptosEnBreve } from '#core/conceptos.ts';
import { addDays, type Fecha } from '#core/fecha.ts';
import { sumPesos, toCentavos, toPesos } from '#core/money.ts';
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

/** What lowered a charge of an account without money, in pesos. */
export interface Rebaja {
  id: number;
  cargoId: number;
  tipo: string;
  fecha: Fecha;
  reciboId: number | null;
  monto: number;
  /** The day on which it was taken back. */
  revertida: Fecha | null;
}

/** What a receipt settled of one charge, or left for the fund: together they are all of it. */
export interface Parte {
  reciboId: number;
  /** Of the receipt: the lot that it was made out to, and its days. */
  referencia: string;
  fecha: Fecha;
  fechaContable: Fecha;
  /** '' where the fund paid. */
  metodo: string;
  /** Null: it went to the fund. */
  cargoId: number | null;
  concepto: string;
  monto: number;
  /** The day on which it was cancelled. */
  cancelada: Fecha | null;
}

/** A charge of an account as it was made, with its own day. */
export type CargoDeCuenta = StatementRow & { cargado: Fecha; monto: number };

type Renglon = Omit<Movimiento, 'saldo'>;

/** On one day charges come before what lowers them, and what is taken back after it. */
const ORDEN = { cargo: 0, rebaja: 1, pago: 2, retiro: 3 };

/** Rows that stay together. */
interface Asiento {
  orden: keyof typeof ORDEN;
  rows: Renglon[];
}

const EMPTY = {
  detalle: '',
  folio: '',
  facturaId: null,
  cargo: 0,
  abono: 0,
  estado: '',
  cargoId: null,
  reciboId: null,
};

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
const montoOf = (of: readonly { monto: number }[]): number => sumPesos(of, ({ monto }) => monto);
const grouped = <T>(of: readonly T[], keyOf: (one: T) => unknown[]): T[][] => [
  ...Map.groupBy(of, (one) => keyOf(one).join('|')).values(),
];

function chargeOf({ id, fecha: vence, cargado, monto, ...row }: CargoDeCuenta): Renglon {
  const { descripcion, folio, facturaId, estado, referencia } = row;
  return {
    ...{ ...EMPTY, key: `cargo ${id}`, fecha: cargado, clase: 'cargo' },
    ...{ descripcion, folio, facturaId, estado, referencia, cargo: monto, cargoId: id },
    detalle: vence === cargado ? '' : `Vence el ${formatFecha(vence)}`,
  };
}

/** What was taken off charges of one lot, or came back on them, of one kind and in one act. */
function reductionOf(
  of: readonly Rebaja[],
  charges: ReadonlyMap<number, CargoDeCuenta>,
  retirada: boolean,
): Renglon | undefined {
  const [first] = of;
  const monto = montoOf(of);
  // A charge is cancelled even where nothing was left of it.
  if (first === undefined || monto === 0) return undefined;
  const { id, tipo, fecha, revertida, reciboId } = first;
  const label = AJUSTE_LABELS[tipo] ?? tipo;
  return {
    ...{ ...EMPTY, clase: 'rebaja', reciboId, referencia: charges.get(first.cargoId)?.referencia ?? '' },
    ...(retirada
      ? { key: `retiro ${id}`, fecha: revertida ?? fecha, descripcion: `Se retira: ${label}`, cargo: monto }
      : { key: `ajuste ${id}`, fecha, descripcion: label, cargo: -monto }),
    detalle: conceptosEnBreve(
      of.map(({ cargoId, monto: one }) => ({ concepto: charges.get(cargoId)?.descripcion ?? '', monto: one })),
    ),
  };
}

/** All that a receipt brought, and after it what of that settled nothing here; or the same of what was cancelled on a day. */
function receiptOf(
  of: readonly Parte[],
  charges: ReadonlyMap<number, CargoDeCuenta>,
  cancelada: Fecha | null,
): Renglon[] {
  const [first] = of;
  if (first === undefined) return [];
  const { reciboId, referencia, metodo, fechaContable } = first;
  const [fecha, sign] = cancelada === null ? [first.fecha, 1] : [cancelada, -1];
  const key = cancelada === null ? `recibo ${reciboId}` : `recibo ${reciboId} cancelado ${cancelada}`;
  const common = { ...EMPTY, fecha, reciboId, referencia };
  const settled = of.filter(({ cargoId }) => cargoId !== null);
  const what = settled.length === 0 && sign < 0 ? 'Excedente' : metodo === '' ? 'Pago con fondo' : 'Pago';
  const apart = (parts: readonly Parte[], name: string, to: string): Renglon[] => {
    if (parts.length === 0) return [];
    const descripcion = `${to}, recibo ${reciboId}`;
    const row = { ...common, key: `${key} ${name}`, clase: 'aparte' as const, descripcion };
    return [
      {
        ...row,
        detalle: conceptosEnBreve(parts.filter(({ cargoId }) => cargoId !== null)),
        cargo: sign * montoOf(parts),
      },
    ];
  };
  const fund = of.filter(({ cargoId }) => cargoId === null);
  const elsewhere = settled.filter(({ cargoId }) => !charges.has(cargoId ?? 0));
  return [
    {
      ...{ ...common, key, clase: 'pago', abono: sign * montoOf(of) },
      descripcion: `${what}${sign < 0 ? ' cancelado' : ''}, recibo ${reciboId}`,
      detalle: joined([
        metodo,
        conceptosEnBreve(settled),
        cancelada === null && fechaContable !== fecha ? contabilizado(fechaContable) : '',
      ]),
    },
    ...apart(fund, 'fondo', sign < 0 ? 'Del fondo' : 'Al fondo'),
    ...apart(elsewhere, 'otros', sign < 0 ? 'De otros cargos' : 'A otros cargos'),
  ];
}

/** All that ever happened on an account, in order of time. */
function historyOf(cargos: readonly CargoDeCuenta[], rebajas: readonly Rebaja[], partes: readonly Parte[]): Renglon[] {
  const charges = new Map(cargos.map((row) => [row.id, row]));
  const act = ({ tipo, reciboId, cargoId }: Rebaja) => [tipo, reciboId, charges.get(cargoId)?.lote_id];
  const taken = grouped(rebajas, (one) => [one.fecha, ...act(one)]);
  const back = grouped(
    rebajas.filter(({ revertida }) => revertida !== null),
    (one) => [one.revertida, ...act(one)],
  );
  const received = grouped(partes, ({ reciboId }) => [reciboId]);
  const cancelled = grouped(
    partes.filter(({ cancelada }) => cancelada !== null),
    ({ reciboId, cancelada }) => [reciboId, cancelada],
  );
  const asientos: Asiento[] = [
    ...cargos.map((row) => ({ orden: 'cargo' as const, rows: [chargeOf(row)] })),
    ...taken.map((of) => ({ orden: 'rebaja' as const, rows: [reductionOf(of, charges, false) ?? []].flat() })),
    ...received.map((of) => ({ orden: 'pago' as const, rows: receiptOf(of, charges, null) })),
    ...back.map((of) => ({ orden: 'retiro' as const, rows: [reductionOf(of, charges, true) ?? []].flat() })),
    ...cancelled.map((of) => ({ orden: 'retiro' as const, rows: receiptOf(of, charges, of[0]?.cancelada ?? null) })),
  ];
  const dayOf = ({ rows }: Asiento) => rows[0]?.fecha ?? '';
  return asientos
    .toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : Number(dayOf(a) > dayOf(b))) || ORDEN[a.orden] - ORDEN[b.orden])
    .flatMap(({ rows }) => rows);
}

const sumOf = (rows: readonly Renglon[]): number =>
  rows.reduce((sum, { cargo, abono }) => sum + toCentavos(cargo) - toCentavos(abono), 0);

/**
 * The running account of a range of days, and what is owed after all that is known. Every movement has one day: a charge its
 * own, not the one that it falls due on; a receipt the one that it counts from; a discount, and whatever is taken back, the one
 * that it was made on. It opens with what was owed at the end of the day before the range, unless there is nothing to show.
 */
export function cuentaOf(
  found: { cargos: readonly CargoDeCuenta[]; rebajas: readonly Rebaja[]; partes: readonly Parte[] },
  { desde, hasta, referencia }: { desde: Fecha; hasta: Fecha; referencia: string },
): { deuda: number; movimientos: Movimiento[] } {
  const history = historyOf(found.cargos, found.rebajas, found.partes);
  const before = sumOf(history.filter(({ fecha }) => fecha < desde));
  const within = history.filter(({ fecha }) => fecha >= desde && fecha <= hasta);
  let saldo = before;
  const movimientos = within.map((row) => {
    saldo += sumOf([row]);
    return { ...row, saldo: toPesos(saldo) };
  });
  const opening: Movimiento = {
    ...{ ...EMPTY, key: 'anterior', fecha: addDays(desde, -1), clase: 'anterior', descripcion: 'Saldo anterior' },
    ...{ referencia, saldo: toPesos(before) },
  };
  const shown = within.length > 0 || before !== 0;
  return { deuda: toPesos(sumOf(history)), movimientos: shown ? [opening, ...movimientos] : [] };
}

/**
 * What came to an account after it was left to somebody as `antes`, with the balance that it opens with: rows that stood there
 * already are left out, those that grew since say by how much, and what is there no more is taken off on the first day. So the
 * two accounts join to the centavo, whatever was recorded since with an earlier date.
 */
export function movimientosDesde(
  todo: readonly Movimiento[],
  antes: readonly Movimiento[],
  primero: Fecha,
): Movimiento[] {
  const ofAntes = new Map(antes.map((row) => [row.key, row]));
  const ofTodo = new Set(todo.map(({ key }) => key));
  const less = (a: number, b: number) => toPesos(toCentavos(a) - toCentavos(b));
  const gone = antes
    .filter(({ key, clase }) => clase !== 'anterior' && !ofTodo.has(key))
    .map((row) => ({
      ...{ ...row, key: `retirado ${row.key}`, fecha: primero, descripcion: `Se retira: ${row.descripcion}` },
      ...{ cargo: less(0, row.cargo), abono: less(0, row.abono) },
    }));
  const come = todo.flatMap((row) => {
    const known = ofAntes.get(row.key);
    if (row.clase === 'anterior') return [];
    if (!known) return [row];
    const [cargo, abono] = [less(row.cargo, known.cargo), less(row.abono, known.abono)];
    return cargo === 0 && abono === 0 ? [] : [{ ...row, cargo, abono }];
  });
  const opening = toCentavos(antes.at(-1)?.saldo ?? 0);
  let saldo = opening;
  const rows = [...gone, ...come].map((row) => {
    saldo += sumOf([row]);
    return { ...row, saldo: toPesos(saldo) };
  });
  if (rows.length === 0 && opening === 0) return [];
  return [
    {
      ...{ ...EMPTY, key: 'anterior', fecha: primero, clase: 'anterior', descripcion: 'Saldo anterior' },
      ...{ referencia: (come[0] ?? gone[0] ?? antes[0])?.referencia ?? '', saldo: toPesos(opening) },
    },
    ...rows,
  ];
}

/** What an account comes to: all of Monto and of Pagado, and the balance that its last row leaves. */
export function sumsOf(rows: readonly Movimiento[]): { cargo: number; abono: number; saldo: number } {
  return {
    cargo: sumPesos(rows, ({ cargo }) => cargo),
    abono: sumPesos(rows, ({ abono }) => abono),
    saldo: rows.at(-1)?.saldo ?? 0,
  };
}

/** What an account is headed by: what is owed today, or was on the day whose knowledge it shows. */
export const owedLabel = (conocido: string | null): string =>
  conocido ? `Debía el ${formatFecha(conocido)}` : 'Debe hoy';

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
