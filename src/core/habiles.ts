/**
 * Working days: Monday to Friday without the days of rest of the labour law (LFT, art. 74). What a community or an authority
 * rests besides is not known here; a day too many makes a term end sooner, never later.
 */
import { addDays, type Fecha } from './fecha.ts';

const SUNDAY = 0;
const MONDAY = 1;
const SATURDAY = 6;

const weekdayOf = (day: Fecha): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Of fixed date, as 'MM-DD'. */
const FIXED: ReadonlySet<string> = new Set(['01-01', '05-01', '09-16', '12-25']);
/** The first Monday of February, and the third of March and November: month to the first day that it may be. */
const MONDAYS: Readonly<Record<string, number>> = { '02': 1, '03': 15, '11': 15 };
/** The federal executive changes on 1 October, each sixth year from here on. */
const CHANGE_YEAR = 2024;
const TERM_YEARS = 6;

function isRest(day: Fecha): boolean {
  const [year, month = '', date] = day.split('-');
  if (FIXED.has(`${month}-${date}`)) return true;
  if (month === '10' && date === '01') return (Number(year) - CHANGE_YEAR) % TERM_YEARS === 0;
  const first = MONDAYS[month];
  const at = Number(date);
  return first !== undefined && weekdayOf(day) === MONDAY && at >= first && at < first + 7;
}

export function isHabil(day: Fecha): boolean {
  const weekday = weekdayOf(day);
  return weekday !== SUNDAY && weekday !== SATURDAY && !isRest(day);
}

/** The day that is so many working days after another, which is not counted. */
export function addHabiles(from: Fecha, days: number): Fecha {
  let day = from;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (isHabil(day)) left -= 1;
  }
  return day;
}

/** How many working days are left from a day, which is not counted, to another; negative where that is past. */
export function habilesUntil(from: Fecha, to: Fecha): number {
  const [first, last, sign] = from <= to ? [from, to, 1] : [to, from, -1];
  let count = 0;
  for (let day = first; day < last; ) {
    day = addDays(day, 1);
    if (isHabil(day)) count += 1;
  }
  return count * sign;
}
