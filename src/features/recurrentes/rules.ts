/** What is charged to a card: decisions over loaded data, pure. */
import { ceilPeso, maintenanceDue } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { compareMonths, type Month, monthOf } from '#core/period.ts';
import { type Owed, paymentOf } from '#libro/mantenimiento/rules.ts';
import type { ConfiguracionRecurrente } from './contract.ts';
import type { Codigos } from './workbook.ts';

/**
 * What a card is charged on a date: the net of that date's month, without interest, rounded up to a whole peso since the
 * bank's format has no centavos. Undefined where nothing is owed of the month. Source: dominio.md#cards.
 */
export function cargoDelMes(owed: Owed, fechaPago: Fecha): { mes: Month; monto: Centavos } | undefined {
  const mes = monthOf(fechaPago);
  const payment = paymentOf(owed.pending, [], owed.siguiente, owed.terms, {
    last: mes,
    fechaPago,
    interestPercent: 0,
    withInterest: false,
  });
  const neto = maintenanceDue(payment)
    .months.filter(({ month }) => compareMonths(month, mes) === 0)
    .reduce((sum, line) => sum + line.neto, 0);
  return neto > 0 ? { mes, monto: ceilPeso(neto) } : undefined;
}

/** A card 'MM/YY' is good through the last day of its month. */
export function venceAntesDe(fechaVencimiento: string, fecha: Fecha): boolean {
  const vence: Month = { mes: Number(fechaVencimiento.slice(0, 2)), year: 2000 + Number(fechaVencimiento.slice(3)) };
  return compareMonths(vence, monthOf(fecha)) < 0;
}

/** What the bank knows the community by, out of the residential configuration. */
export const codigosOf = (configuracion: ConfiguracionRecurrente): Codigos => ({
  nombreCorto: configuracion.nombreCortoCR,
  residencial: configuracion.codigoResidencialCR,
  entidad: configuracion.codigoResidencialEntidadCR,
  nombre: configuracion.codigoResidencialNombreCR,
  webTransferResidencial: configuracion.codigoWebTransferResidencialCR,
  webTransferCorto: configuracion.codigoWebTransferCortoResidencialCR,
  banco: configuracion.banco,
});
