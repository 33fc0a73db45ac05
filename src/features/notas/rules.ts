/** Dates and urgency of notes and alerts (document 000, sections 4, 5 and 9). */
import type { Fecha } from '#core/fecha.ts';

const DAY_MS = 86_400_000;
/** An alert is yellow from this many days before its date until the day itself. */
const WARNING_DAYS = 3;
const BELL_CHARACTERS = 50;

/** Days from `today` until `fecha`; negative when it is past. */
export function daysUntil(fecha: Fecha, today: Fecha): number {
  return Math.round((Date.parse(fecha) - Date.parse(today)) / DAY_MS);
}

export type Urgency = 'warning' | 'danger';

/** Yellow from 0 to 3 days; otherwise, past dates included, red. */
export function urgencyOf(fecha: Fecha, today: Fecha): Urgency {
  const days = daysUntil(fecha, today);
  return days >= 0 && days <= WARNING_DAYS ? 'warning' : 'danger';
}

/** The distance in words, so that the colour never tells alone: 'Hoy', 'En 2 días', 'Hace 1 día'. */
export function whenInWords(fecha: Fecha, today: Fecha): string {
  const days = daysUntil(fecha, today);
  if (days === 0) return 'Hoy';
  if (days === 1) return 'Mañana';
  if (days === -1) return 'Ayer';
  return days > 0 ? `En ${days} días` : `Hace ${-days} días`;
}

/** A description as the bell lists it: at most 50 characters, and '...' where more follow. */
export function bellText(descripcion: string): string {
  const characters = [...descripcion];
  return characters.length <= BELL_CHARACTERS ? descripcion : `${characters.slice(0, BELL_CHARACTERS).join('')}...`;
}

/** Why a note or alert may not bear this date, or undefined when it may. An old one keeps the date that it had. */
export function refusalOfFecha(fecha: Fecha, today: Fecha, before?: Fecha): string | undefined {
  if (fecha >= today || fecha === before) return undefined;
  return 'La fecha no puede ser anterior a hoy. Elija la de hoy o una posterior';
}
