import { type Fecha, fechaInZone } from '#core/fecha.ts';

/** The nightly generation starts at this time of the community's zone. */
export const NIGHTLY_AT = '00:30';

/** The time of day 'HH:mm' of an instant in a time zone. */
function timeInZone(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);
}

/**
 * Is tonight's generation still to be made? Asked every half hour, so that a server that slept at that time makes it up
 * once it is awake. `last` is the business day of the latest generation, null when there was none.
 */
export function isNightlyDue(now: Date, timeZone: string, last: Fecha | null): boolean {
  const today = fechaInZone(now, timeZone);
  return timeInZone(now, timeZone) >= NIGHTLY_AT && (last === null || last < today);
}

/** The days that every month has. */
const NIGHTS = 28;

/** The part of the lots whose interest is compared with the whole computation on a day, and of how many: each once a month. */
export function partOfNight(today: Fecha): readonly [number, number] {
  return [Number(today.slice(-2)) % NIGHTS, NIGHTS];
}

export const GENERATED = 'Intereses moratorios generados exitosamente';
