/** What may be generated: the same for the screens, which disable it, and the server, which refuses it. */
import type { Fecha } from '#core/fecha.ts';
import { addMonths, compareMonths, dayOfMonth, type Month, monthOf, monthRange, monthTitle } from '#core/period.ts';
import { formatNumber } from '#ui/format.ts';

/** Why a month may not be generated for everybody yet, or undefined. */
export function futureRefusal(month: Month, today: Fecha): string | undefined {
  return compareMonths(month, monthOf(today)) > 0
    ? `${monthTitle(month)} todavía no empieza. Elija un mes que no sea posterior a hoy`
    : undefined;
}

/** Why these months of one lot may not be generated, or undefined. `first` is its first chargeable date. */
export function periodsRefusal(range: readonly Month[], first: Fecha): string | undefined {
  const [earliest] = range.toSorted(compareMonths);
  if (!earliest) return 'Elija al menos un mes';
  return compareMonths(earliest, monthOf(first)) < 0
    ? `El lote paga desde ${monthTitle(monthOf(first))}. Elija ese mes o uno posterior`
    : undefined;
}

export interface PeriodDefaults {
  /** The earliest start: the first chargeable month. */
  min: Month;
  start: Month;
  end: Month;
}

/** What the pickers of period generation begin with. Source: specification 001, section 4. */
export function periodDefaults(first: Fecha): PeriodDefaults {
  const min = monthOf(first);
  const start = addMonths(min, 1);
  return { min, start, end: start };
}

/** The months from start to end, each as the date of its cut-off, as the call takes them. */
export function rangeDates(start: Month, end: Month, diaCorte: number): Fecha[] {
  return monthRange(start, end).map((month) => dayOfMonth(month, diaCorte));
}

const plural = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** What a mass run answers. */
export function generatedMessage(month: Month, creados: number, existentes: number): string {
  const existed = existentes === 1 ? '1 ya existía' : `${formatNumber(existentes)} ya existían`;
  if (creados === 0) return `No se creó ningún mantenimiento de ${monthTitle(month)}: ${existed}.`;
  const created = creados === 1 ? 'Se creó 1' : `Se crearon ${formatNumber(creados)}`;
  return `Mantenimientos generado con éxito. ${created} de ${monthTitle(month)}${existentes > 0 ? `; ${existed}` : ''}.`;
}

/** What a run over one lot answers. */
export function periodsMessage(creados: number, existentes: number): string {
  const created = creados === 1 ? 'Se creó 1' : `Se crearon ${creados}`;
  const existed = existentes === 1 ? '; 1 ya existía' : `; ${existentes} ya existían`;
  return `Mantenimientos generado con éxito. ${created}${existentes > 0 ? existed : ''}.`;
}

export function undoneMessage(anulados: number): string {
  return `Se deshizo la generación: ${plural(anulados, 'mantenimiento quedó anulado', 'mantenimientos quedaron anulados')}.`;
}
