/** What the payments that may take late interest along share: those of months, and that of an initial fee. */
import type { InterestPayment, MaintenanceDue } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import { CODE_REJECTED } from '../messages.ts';
import { spendCode } from './codes.ts';
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

/**
 * The lines that pay late interest, with the codes of a payment spent: that of a discount on it, refused without one, and that
 * of what its date takes off. The same code covers both by one use.
 */
export async function interestLines(
  ctx: Context,
  paid: readonly InterestPayment[],
  { loteId, percent, codigo, concepto, fechaPago, porFecha }: Authorized,
): Promise<AuthorizedLines> {
  const discounted = paid.filter(({ descuento }) => descuento > 0);
  const uses = [
    ...(discounted.length > 0
      ? [
          {
            codigo: codigo.trim(),
            operacion: 'Descuento en intereses moratorios',
            detalle: `${concepto === undefined ? '' : `${concepto}, `}${discounted.length} intereses: ${percent}%`,
            monto: discounted.reduce((sum, { descuento }) => sum + descuento, 0),
          },
        ]
      : []),
    ...(porFecha.codigo === ''
      ? []
      : [
          {
            codigo: porFecha.codigo.trim(),
            operacion: DATE_USE,
            detalle: `Fecha de pago ${formatFecha(fechaPago)}`,
            monto: porFecha.quita,
            campo: DATE_CODE,
          },
        ]),
  ];
  const spent = new Map<string, number>();
  for (const [code, same] of Map.groupBy(uses, (use) => use.codigo)) {
    if (code === '') throw new Refusal(CODE_REJECTED);
    const use = {
      loteId,
      operacion: same.map(({ operacion }) => operacion).join(' y '),
      detalle: same.map(({ detalle }) => detalle).join('; '),
      monto: same.reduce((sum, { monto }) => sum + monto, 0),
      campo: same[0]?.campo,
    };
    spent.set(code, await spendCode(ctx, code, use));
  }
  const codigoId = spent.get(codigo.trim());
  return {
    lines: paid.map(({ entry, pago, descuento }) => ({
      cargoId: entry.id,
      monto: pago,
      ajustes: discountByCode(descuento, percent, codigoId),
    })),
    codigoFechaId: porFecha.codigoId ?? (porFecha.codigo === '' ? null : (spent.get(porFecha.codigo.trim()) ?? null)),
  };
}
