/** How 'Desde' and 'Hasta' of a search keep each other in order (specification 002, section 5, 'Date filters'). Pure. */
import { formatFecha } from '#ui/format.ts';

/** 'YYYY-MM-DD', '' when open. */
export interface DateRange {
  desde: string;
  hasta: string;
}

/** Clearing the start clears the end; a start after the end moves the end along. */
export function withDesde(range: DateRange, desde: string): DateRange {
  if (!desde) return { desde: '', hasta: '' };
  return { desde, hasta: range.hasta && range.hasta < desde ? desde : range.hasta };
}

/** Clearing the end sets it to the start; an end without a start sets both; an end before the start is not taken. */
export function withHasta(range: DateRange, hasta: string): DateRange {
  if (!hasta) return { ...range, hasta: range.desde };
  if (!range.desde) return { desde: hasta, hasta };
  return hasta < range.desde ? range : { ...range, hasta };
}

/** The same of a search whose ends may be left open, each by itself: only their order is kept. */
export function withOpenDesde(range: DateRange, desde: string): DateRange {
  return desde ? withDesde(range, desde) : { ...range, desde };
}
export function withOpenHasta(range: DateRange, hasta: string): DateRange {
  return hasta && hasta < range.desde ? range : { ...range, hasta };
}

/** The range in words: 'Hasta 31-10-2026', '01-10-2026 a 31-10-2026'; '' where both ends are open. */
export function rangeInWords({ desde, hasta }: DateRange): string {
  if (desde === '') return hasta && `Hasta ${formatFecha(hasta)}`;
  return hasta === '' ? `Desde ${formatFecha(desde)}` : `${formatFecha(desde)} a ${formatFecha(hasta)}`;
}

/** The range as the call takes it: whole days, 'DD-MM-YYYY 01:00:00' and 'DD-MM-YYYY 23:59:59'; '' for an open end. */
export function rangeParams({ desde, hasta }: DateRange): { dateIni: string; dateFin: string } {
  return {
    dateIni: desde && `${formatFecha(desde)} 01:00:00`,
    dateFin: hasta && `${formatFecha(hasta)} 23:59:59`,
  };
}
