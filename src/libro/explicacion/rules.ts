/**
 * Where each amount comes from: its rows, by one rule for the server, which compares their sum with the amount, and for the
 * screens, which show them. Pure; amounts in pesos, summed in centavos. Source: dominio.md#explanations.
 */
import { toCentavos, toPesos } from '#core/money.ts';
import { monthTitle } from '#core/period.ts';
import { formatFecha, formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import type { DeudaExplicada, Explicacion, FondoExplicado, MontoDeCargo, Rebaja } from './contract.ts';

/** What adjustments are called where an amount is explained. */
export const AJUSTE_LABELS: Readonly<Record<string, string>> = {
  regla: 'Descuento por pronto pago',
  especial: 'Descuento especial del lote',
  descuento: 'Descuento con código de autorización',
  condonacion: 'Condonación',
  cancelacion: 'Cancelación de lo que faltaba',
};

/** What movements of the fund are called. */
const FONDO_LABELS: Readonly<Record<string, string>> = {
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

/** One row of an explanation. */
export interface Renglon {
  key: number | string;
  label: string;
  /** How its amount comes about: '$2,500.00 − $250.00 de descuento'. */
  detail?: string;
  /** Signed. */
  amount: number;
  /** The charge that it is of: its explanation is one step further. */
  cargoId?: number | undefined;
  fecha?: string;
  /** Why it counts no more. */
  undone?: string | undefined;
  /** What is left after it. */
  queda?: number;
}

/** What its rows leave unexplained of an amount: 0, unless something is wrong. */
export function unexplained(monto: number, renglones: readonly Renglon[]): number {
  const counted = renglones.filter((renglon) => renglon.undone === undefined);
  return toPesos(counted.reduce((left, { amount }) => left - toCentavos(amount), toCentavos(monto)));
}

/** What the sum of the rows of each amount of a charge is called. */
export const MONTO_LABELS: Readonly<Record<MontoDeCargo, string>> = {
  monto: 'Monto',
  neto: 'Monto en el estado de cuenta',
  ajustado: 'Descuentos, condonaciones y cancelaciones',
  descuento: 'Descuentos con código',
  condonado: 'Condonado',
  cancelado: 'Cancelado',
  pagado: 'Pagado',
  abono: 'Pagado en el estado de cuenta',
  saldo: 'Saldo',
  interesNeto: 'Intereses moratorios menos descuentos',
  interes: 'Intereses moratorios por pagar',
};

const REBAJAS: Readonly<Record<string, string>> = {
  regla: 'descuento por pronto pago',
  especial: 'descuento especial',
  descuento: 'descuento',
  condonacion: 'condonación',
  cancelacion: 'cancelación',
};

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
const byOf = (quien: string): string => `por ${quien || 'el sistema'}`;
const codeOf = (autorizo: string): string => (autorizo === '' ? '' : `código de ${autorizo}`);

function lessRebaja({ tipo, monto, porcentaje, autorizo }: Rebaja): string {
  const percent = porcentaje === null ? '' : ` del ${formatNumber(porcentaje)} %`;
  const code = autorizo === '' ? '' : ` con ${codeOf(autorizo)}`;
  return `${formatMoney(monto)} de ${REBAJAS[tipo] ?? tipo}${percent}${code}`;
}

/** '$15.10 − $4.98 de descuento del 33 % con código de Laura Ruiz − $5.00 pagados'; '' where nothing was taken off. */
function arithmeticOf({
  monto,
  rebajas,
  pagado,
}: {
  monto: number;
  rebajas: readonly Rebaja[];
  pagado: number;
}): string {
  const less = [...rebajas.map(lessRebaja), ...(pagado > 0 ? [`${formatMoney(pagado)} pagados`] : [])];
  return less.length === 0 ? '' : [formatMoney(monto), ...less].join(' − ');
}

/** A charge with its rows, whatever its amounts are said to be. */
type Charge = Omit<Explicacion, 'importes'>;

const undone = (word: string, contra: { fecha: string; razon: string; quien: string } | null) =>
  contra ? `${word} el ${formatFecha(contra.fecha)} ${byOf(contra.quien)}: ${contra.razon}` : undefined;

/** @param sign of what they do to the amount that is explained */
function ajustesOf({ ajustes }: Charge, sign: 1 | -1, counts: (tipo: string) => boolean = () => true): Renglon[] {
  return ajustes
    .filter(({ tipo }) => counts(tipo))
    .map((row) => ({
      key: `a${row.id}`,
      fecha: row.fecha,
      label: AJUSTE_LABELS[row.tipo] ?? row.tipo,
      detail: joined(
        row.porcentaje === null ? '' : `${formatNumber(row.porcentaje)} %`,
        row.razon,
        codeOf(row.autorizo),
        byOf(row.quien),
      ),
      amount: sign * row.monto,
      undone: undone('Revertido', row.revertido),
    }));
}

function pagosOf({ pagos }: Charge, sign: 1 | -1): Renglon[] {
  return pagos.map((row) => ({
    key: `p${row.id}`,
    fecha: row.fechaPago,
    label: `Pago, recibo ${row.reciboId}`,
    detail: joined(
      row.metodo,
      row.caja,
      row.referencia,
      `capturado el ${formatFechaHora(row.registrado)} ${byOf(row.quien)}`,
    ),
    amount: sign * row.monto,
    undone: undone('Cancelado', row.cancelado),
  }));
}

/** The charge itself; late interest by its arithmetic, so that a wrong amount is told. */
const own = ({ fecha, concepto, monto, interes }: Charge): Renglon => ({
  key: 'cargo',
  fecha,
  label: concepto,
  amount: interes?.calculado ?? monto,
});

/** Late interest, entry by entry: what it grew to less its discounts (`neto`), or what is owed of that (`saldo`). */
const interesesOf = ({ intereses }: Charge, que: 'neto' | 'saldo'): Renglon[] =>
  intereses.map((entry) => {
    const { id, pagado, saldo } = entry;
    const neto = toPesos(toCentavos(pagado) + toCentavos(saldo));
    return {
      key: `i${id}`,
      label: monthTitle(entry),
      detail:
        que === 'saldo'
          ? arithmeticOf(entry)
          : joined(arithmeticOf({ ...entry, pagado: 0 }), pagado > 0 ? `${formatMoney(pagado)} pagados` : ''),
      amount: que === 'saldo' ? saldo : neto,
      cargoId: id,
    };
  });

/** What the statement does not count of what was paid on a cancelled charge. */
function uncounted(charge: Charge): Renglon[] {
  const paid = -unexplained(0, pagosOf(charge, 1));
  if (charge.estado !== 'cancelado' || paid === 0) return [];
  const label = 'Lo recibido de un cargo cancelado no cuenta en el estado de cuenta';
  return [{ key: 'cancelado', label, amount: -paid }];
}

const byFecha = ({ fecha: a = '' }: Renglon, { fecha: b = '' }: Renglon): number => (a < b ? -1 : a > b ? 1 : 0);

const isCancelacion = (tipo: string): boolean => tipo === 'cancelacion';

/** The rows of each amount of a charge. */
const RENGLONES: Readonly<Record<MontoDeCargo, (charge: Charge) => Renglon[]>> = {
  monto: (charge) => [own(charge)],
  // A cancellation strikes the charge through and does not lower it.
  neto: (charge) => [own(charge), ...ajustesOf(charge, -1, (tipo) => !isCancelacion(tipo))],
  ajustado: (charge) => ajustesOf(charge, 1),
  descuento: (charge) => ajustesOf(charge, 1, (tipo) => tipo === 'descuento'),
  condonado: (charge) => ajustesOf(charge, 1, (tipo) => tipo === 'condonacion'),
  cancelado: (charge) => ajustesOf(charge, 1, isCancelacion),
  pagado: (charge) => pagosOf(charge, 1),
  abono: (charge) => [...pagosOf(charge, 1), ...uncounted(charge)],
  saldo: (charge) => [own(charge), ...[...ajustesOf(charge, -1), ...pagosOf(charge, -1)].sort(byFecha)],
  interesNeto: (charge) => interesesOf(charge, 'neto'),
  interes: (charge) => interesesOf(charge, 'saldo'),
};

export const renglonesDe = (que: MontoDeCargo, charge: Charge): Renglon[] => RENGLONES[que](charge);

/** The open charges of a lot and its units; of late interest alone where that is asked. */
export function renglonesDeDeuda({ referencia, cargos }: DeudaExplicada, onlyInterest: boolean): Renglon[] {
  return cargos
    .filter(({ moratorio }) => moratorio || !onlyInterest)
    .map((cargo) => ({
      key: cargo.id,
      fecha: cargo.vence,
      // Whose it is goes without saying of the lot's own.
      label: cargo.referencia === referencia ? cargo.concepto : `${cargo.concepto} · ${cargo.referencia}`,
      detail: arithmeticOf(cargo),
      amount: cargo.saldo,
      cargoId: cargo.id,
    }));
}

/** The movements of a fund, each with what it leaves. */
export function renglonesDeFondo({ movimientos }: FondoExplicado): Renglon[] {
  return runningFund(movimientos).map((row) => ({
    key: row.id,
    fecha: row.fecha,
    label: `${FONDO_LABELS[row.tipo] ?? row.tipo}${row.reciboId === null ? '' : `, recibo ${row.reciboId}`}`,
    detail: joined(row.razon, byOf(row.quien)),
    amount: row.monto,
    queda: row.saldo,
  }));
}
