/** The days of a saved report: fixed ones, or told by the day on which it is opened. Pure. */
import { addDays, type Fecha } from '#core/fecha.ts';
import { addMonths, dayOfMonth, firstDayOf, lastDayOf, monthOf, monthTitle } from '#core/period.ts';
import { formatFecha } from '#ui/format.ts';

/** 'fijas' leaves the days as they were saved, and is all that there is of a report without days. */
export const PERIODOS = ['hoy', '30-dias', 'mes', 'mes-anterior', 'anio', 'fijas'] as const;
export type Periodo = (typeof PERIODOS)[number];

export const PERIODO_LABELS: Readonly<Record<Periodo, string>> = {
  hoy: 'Hoy',
  '30-dias': 'Últimos 30 días',
  mes: 'Mes en curso',
  'mes-anterior': 'Mes anterior',
  anio: 'Año en curso',
  fijas: 'Fechas fijas',
};

/** How a report is asked about time: from a day to a day, from a month to a month, or one month, each by its first day. */
export type Fechas = 'dias' | 'meses' | 'mes';

/** Those that a report of this kind can have, in the order in which they are offered. */
export function periodosOf(fechas: Fechas | undefined): readonly Periodo[] {
  if (fechas === undefined) return ['fijas'];
  if (fechas === 'dias') return PERIODOS;
  return PERIODOS.filter((periodo) => !['hoy', '30-dias', ...(fechas === 'mes' ? ['anio'] : [])].includes(periodo));
}

const LAST_DAYS = 30;

function daysOf(periodo: Exclude<Periodo, 'fijas'>, hoy: Fecha): { desde: Fecha; hasta: Fecha } {
  const month = monthOf(hoy);
  const before = addMonths(month, -1);
  switch (periodo) {
    case 'hoy':
      return { desde: hoy, hasta: hoy };
    case '30-dias':
      return { desde: addDays(hoy, 1 - LAST_DAYS), hasta: hoy };
    case 'mes':
      return { desde: firstDayOf(month), hasta: hoy };
    case 'mes-anterior':
      return { desde: firstDayOf(before), hasta: lastDayOf(before) };
    case 'anio':
      return { desde: firstDayOf({ year: month.year, mes: 1 }), hasta: hoy };
  }
}

/** The fields of a report's filter that a period decides, on a day; none where the days are fixed. */
export function fechasDe(fechas: Fechas | undefined, periodo: Periodo, hoy: Fecha): Record<string, Fecha> {
  if (fechas === undefined || periodo === 'fijas') return {};
  const { desde, hasta } = daysOf(periodo, hoy);
  if (fechas === 'dias') return { desde, hasta };
  const first = firstDayOf(monthOf(desde));
  return fechas === 'mes' ? { mes: first } : { desde: first, hasta: firstDayOf(monthOf(hasta)) };
}

/** The period that a filter's days are on this day, so that it is saved as what it means; 'fijas' where it is none. */
export function periodoOf(fechas: Fechas | undefined, filtros: Readonly<Record<string, unknown>>, hoy: Fecha): Periodo {
  const isOf = (periodo: Periodo) =>
    Object.entries(fechasDe(fechas, periodo, hoy)).every(([field, value]) => filtros[field] === value);
  return periodosOf(fechas).find((periodo) => periodo !== 'fijas' && isOf(periodo)) ?? 'fijas';
}

/** The day on which something that is mailed each month goes next, after today. */
export function nextDue({ dia, desde }: { dia: number; desde: Fecha }, hoy: Fecha): Fecha {
  const from = desde > hoy ? desde : addDays(hoy, 1);
  const month = monthOf(from);
  const ofMonth = dayOfMonth(month, dia);
  return ofMonth >= from ? ofMonth : dayOfMonth(addMonths(month, 1), dia);
}

/** What is offered for a view that is mailed on this day: the month before, where its own days would only begin by then. */
export function periodoDeEnvio(fechas: Fechas | undefined, periodo: Periodo, dia: Fecha): Periodo {
  const own = fechasDe(fechas, periodo, dia);
  return (own.desde ?? own.mes) === (fechas === 'dias' ? dia : firstDayOf(monthOf(dia))) ? 'mes-anterior' : periodo;
}

/** Which days a mail of this day holds, in words. `filtros`: the view's, which tell its fixed days. */
export function diasDeEnvio(
  fechas: Fechas | undefined,
  { periodo, filtros }: { periodo: Periodo; filtros: Readonly<Record<string, unknown>> },
  dia: Fecha,
): string {
  if (fechas === undefined) return 'lo que haya ese día';
  const { desde, hasta, mes }: Record<string, unknown> = { ...filtros, ...fechasDe(fechas, periodo, dia) };
  const named = (day: unknown) => (fechas === 'dias' ? formatFecha(String(day)) : monthTitle(monthOf(String(day))));
  const today = fechas === 'dias' ? dia : firstDayOf(monthOf(dia));
  const sofar = (mes ?? hasta) === today ? ', hasta la mañana en que sale' : '';
  if (fechas === 'mes') return `${named(mes)}${sofar}`;
  if (desde === dia && hasta === dia) return 'sólo lo de esa mañana, casi nada';
  if (!desde || !hasta) return 'lo que haya ese día';
  const [from, to] = fechas === 'dias' ? ['del', 'al'] : ['de', 'a'];
  const days = desde === hasta ? named(desde) : `${from} ${named(desde)} ${to} ${named(hasta)}`;
  return `${days}${sofar}`;
}
