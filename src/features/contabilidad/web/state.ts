/** What entries are asked by, in the address. */
import { addMonths, firstDayOf, lastDayOf, monthOf } from '#core/period.ts';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { AGRUPADO, type Pedido } from '../rules.ts';

export const CONTABILIDAD = '/reportes/contabilidad';
export const POLIZA = `${CONTABILIDAD}/poliza`;

export const PEDIDO = { desde: dateParam(), hasta: dateParam(), por: oneOfParam(AGRUPADO, 'dia') };

/** Of the last month that is over, unless the address says otherwise. */
export function pedidoDe({ desde, hasta, por }: Pedido): Pedido {
  const last = addMonths(monthOf(today()), -1);
  return { desde: desde || firstDayOf(last), hasta: hasta || lastDayOf(last), por };
}

export const searchOf = (pedido: Readonly<Record<string, string>>): string => new URLSearchParams(pedido).toString();
