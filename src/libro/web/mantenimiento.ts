/** Months of maintenance at the desk, of what is owed and in advance: what they cost, and the one call that books both. */
import type { PayableInterest } from '#core/allocation.ts';
import { type Centavos, toCentavos } from '#core/money.ts';
import { dayOfMonth, type Month, monthOf, monthRange } from '#core/period.ts';
import { cobroMantenimientoContract, type MesPendiente, type PayContext } from '#libro/mantenimiento/contract.ts';
import { payableMonth, paymentOf, type Terms } from '#libro/mantenimiento/rules.ts';
import type { CallInput } from '#platform/endpoint.ts';
import { call } from '#platform/web/api.ts';
import { type Chosen, type PaymentValues, type Reckoning, reckonMonths, tenderOf } from './cobro.ts';

export const MAINTENANCE_FAILED = {
  message:
    'Ocurrió un error en el servidor o hay problemas con la comunicación para facturar, revise los datos e intente otra vez por favor',
  seconds: 15,
};

export interface Meses {
  loteId: number;
  pendientes: readonly MesPendiente[];
  /** The first month that no charge exists of; null where the lot pays none ahead. */
  siguiente: Month | null;
  interest: readonly PayableInterest[];
  terms: Terms;
  /** All that the lot owes, of whatever kind. */
  deuda?: Centavos;
}

export function termsOf(
  { cuota, diaCorte }: Pick<PayContext, 'cuota' | 'diaCorte'>,
  reglas: PayContext['descuentos'],
  especial: number | null,
): Terms {
  return { cuota: toCentavos(cuota), diaCorte, rules: reglas.map(({ percent }) => percent), especial };
}

/** Before every month: a lot that owes interest alone has none to choose from. */
const NO_MONTH: Month = { year: 0, mes: 1 };

export function reckonMaintenance(meses: Meses, { fechaPago, hasta, choice }: Chosen): Reckoning {
  const { pendientes, interest, siguiente, terms, deuda } = meses;
  const payment = paymentOf(pendientes.map(payableMonth), interest, siguiente, terms, {
    last: hasta === '' ? NO_MONTH : monthOf(hasta),
    fechaPago,
    cantMoratorios: choice.cantidad ?? undefined,
    interestPercent: choice.descuento.percent,
    withInterest: true,
  });
  return reckonMonths(payment, { rest: 'Queda por pagar del rango', ...(deuda !== undefined && { deuda }) });
}

type Body = CallInput<typeof cobroMantenimientoContract.pay>['body'];

export function payMaintenance(
  { loteId, pendientes, siguiente, terms }: Meses,
  values: PaymentValues,
  ofInterest: Partial<Body> & Pick<Body, 'apply_descuento' | 'autorizacion'>,
  idempotencyKey: string,
) {
  const first = pendientes[0] ?? siguiente;
  const months = first && values.hasta !== '' ? monthRange(first, monthOf(values.hasta)) : [];
  return call(cobroMantenimientoContract.pay, {
    idempotencyKey,
    body: {
      id: loteId,
      monto: values.monto,
      range: months.map((month) => ({ date: dayOfMonth(month, terms.diaCorte) })),
      useFondo: values.metodoPago.id === 'fondo',
      ...tenderOf(values),
      fechaPagoReal: values.fechaPago,
      autorizacionFecha: values.autorizacionFecha,
      ...ofInterest,
    },
  });
}
