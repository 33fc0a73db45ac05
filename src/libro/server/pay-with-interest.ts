/** What the payments that may take late interest along share: those of months, and that of an initial fee. */
import type { InterestPayment, MaintenanceDue } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import { type CodedUse, spendCodes } from './codes.ts';
import { discountByCode, inPesos, paidByFund } from './pay-charge.ts';
import type { PaymentLine, Tender } from './receive.ts';
import { DATE_CODE, DATE_USE, type DateGrant } from './value-date.ts';

/**
 * How much is taken: what is handed over, or what the fund can pay. Refuses an empty fund, and more than the total to pay.
 * @param sent what is handed over; of no account where the fund pays
 * @param fondo the balance of the lot's fund
 */
export function amountTaken(
  sent: Centavos,
  due: Pick<MaintenanceDue, 'exact' | 'total'>,
  { metodo }: Pick<Tender, 'metodo'>,
  fondo: Centavos,
): Centavos {
  if (metodo === 'fondo') return paidByFund(due.exact, fondo);
  if (sent > due.total) {
    throw new Refusal(`El total a pagar es de ${inPesos(due.total)}. Escriba un monto que no lo supere`);
  }
  return sent;
}

export interface Authorized {
  loteId: number;
  /** Off the interest, with its code. */
  percent: number;
  codigo: string;
  /** What the interest grew on, for the code's trace; left out of months, which may be many. */
  concepto?: string | undefined;
  fechaPago: Fecha;
  porFecha: DateGrant;
}

export interface AuthorizedLines {
  /** Those that pay the interest. */
  lines: PaymentLine[];
  codigoFechaId: number | null;
}

/** What a code is spent for where late interest is discounted. */
export function interestUses(
  paid: readonly Pick<InterestPayment, 'descuento'>[],
  { percent, codigo, concepto }: Pick<Authorized, 'percent' | 'codigo' | 'concepto'>,
): CodedUse[] {
  const discounted = paid.filter(({ descuento }) => descuento > 0);
  if (discounted.length === 0) return [];
  const detalle = `${concepto === undefined ? '' : `${concepto}, `}${discounted.length} intereses: ${percent}%`;
  const monto = discounted.reduce((sum, { descuento }) => sum + descuento, 0);
  return [{ codigo, operacion: 'Descuento en intereses moratorios', detalle, monto }];
}

/** What a code is spent for where a value date takes off more than is let without. */
export function dateUses(fechaPago: Fecha, { codigo, quita }: DateGrant): CodedUse[] {
  if (codigo === '') return [];
  const detalle = `Fecha de pago ${formatFecha(fechaPago)}`;
  return [{ codigo, operacion: DATE_USE, detalle, monto: quita, campo: DATE_CODE }];
}

/** The code that a date was let by, of those that were spent. */
export const dateCodeIn = (spent: ReadonlyMap<string, number>, { codigo, codigoId }: DateGrant): number | null =>
  codigoId ?? (codigo === '' ? null : (spent.get(codigo.trim()) ?? null));

/**
 * The lines that pay late interest, with the codes of a payment spent: that of a discount on it, refused without one, and that
 * of what its date takes off. The same code covers both by one use.
 */
export async function interestLines(
  ctx: Context,
  paid: readonly InterestPayment[],
  { loteId, percent, codigo, concepto, fechaPago, porFecha }: Authorized,
): Promise<AuthorizedLines> {
  const spent = await spendCodes(ctx, loteId, [
    ...interestUses(paid, { percent, codigo, concepto }),
    ...dateUses(fechaPago, porFecha),
  ]);
  const codigoId = spent.get(codigo.trim());
  return {
    lines: paid.map(({ entry, pago, descuento }) => ({
      cargoId: entry.id,
      monto: pago,
      ajustes: discountByCode(descuento, percent, codigoId),
    })),
    codigoFechaId: dateCodeIn(spent, porFecha),
  };
}
