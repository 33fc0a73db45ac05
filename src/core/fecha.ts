/**
 * Civil dates: plain 'YYYY-MM-DD' strings in the community's calendar, never a Date (which is an instant and carries a
 * time zone). 'Today' comes from the injected clock and the community's zone.
 */

export type Fecha = string;

const FECHA = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for an existing calendar day between the years 1900 and 2199. */
export function isFecha(text: string): boolean {
  const parts = FECHA.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

const FECHA_HORA =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;

/**
 * True for a time of an existing calendar day, with or without an offset that clocks have. `Date` would move 30 February to
 * March in place of refusing it, so whatever comes from outside is asked here first.
 */
export function isFechaHora(text: string): boolean {
  const [, fecha] = FECHA_HORA.exec(text) ?? [];
  return fecha !== undefined && isFecha(fecha);
}

/** Days of a month; `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The civil date so many days later, or earlier for a negative number. */
export function addDays(fecha: Fecha, days: number): Fecha {
  const date = new Date(`${fecha}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Days from one civil date until another; negative when that is earlier. */
export function daysBetween(from: Fecha, to: Fecha): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** The civil date of an instant in a time zone such as 'America/Mexico_City'. */
export function fechaInZone(instant: Date, timeZone: string): Fecha {
  return wallClockInZone(instant, timeZone).slice(0, 10);
}

interface WallClock {
  format: Intl.DateTimeFormat;
  /** What it was asked for last: one request, or one list of deposits, asks for the same second again and again. */
  second: number;
  text: string;
}

/** Making one takes a hundred times as long as using it. */
const wallClocks = new Map<string, WallClock>();

function wallClockOf(timeZone: string): WallClock {
  // The Swedish locale writes ISO dates, which spares assembling the parts.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const clock = { format, second: Number.NaN, text: '' };
  wallClocks.set(timeZone, clock);
  return clock;
}

/** What the clocks of a time zone show at an instant: 'YYYY-MM-DDTHH:mm:ss'. */
export function wallClockInZone(instant: Date, timeZone: string): string {
  const clock = wallClocks.get(timeZone) ?? wallClockOf(timeZone);
  const second = Math.floor(instant.getTime() / 1000);
  if (second !== clock.second) {
    clock.text = clock.format.format(instant).replace(' ', 'T');
    clock.second = second;
  }
  return clock.text;
}

/**
 * The instant of a wall-clock time 'YYYY-MM-DDTHH:mm:ss' in a time zone. A time that the zone skips (start of summer
 * time) resolves to the instant after the gap.
 */
export function instantInZone(wallClock: string, timeZone: string): Date {
  const asUtc = new Date(`${wallClock}Z`);
  const offset = (instant: Date): number =>
    new Date(`${wallClockInZone(instant, timeZone)}Z`).getTime() - instant.getTime();
  const first = new Date(asUtc.getTime() - offset(asUtc));
  return new Date(asUtc.getTime() - offset(first));
}

/** 'DD-MM-YYYY HH:mm:ss', as list filters send it, to 'YYYY-MM-DDTHH:mm:ss'; null when it is not such a date. */
export function parseFechaHora(text: string): string | null {
  const parts = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (!parts) return null;
  const [, day, month, year, hour, minute, second] = parts;
  const fecha = `${year}-${month}-${day}`;
  if (!isFecha(fecha) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${fecha}T${hour}:${minute}:${second}`;
}
