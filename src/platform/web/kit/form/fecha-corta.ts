/**
 * Dates as people type them. Pure: today comes from outside. All dates are 'YYYY-MM-DD', months their first day.
 *
 * Days: `hoy`, `ayer`, `mañana`, `-3` and `+2` (days from today), `5` (day 5 of this month), `5-2` (5 February of this year),
 * `5-2-26`, `05-02-2026`, `05022026`, `2026-02-05`; `/`, `.` and spaces count as dashes.
 * Months: `hoy`, `-1`, `+2`, `5` (May of this year), `5-26`, `05/2026`, `052026`, `nov`, `noviembre 2026`.
 */
import { MONTH_NAMES } from '#core/period.ts';
import { plain } from '#ui/format.ts';

const YEAR_MIN = 1900;
const YEAR_MAX = 2199;

function two(n: number): string {
  return String(n).padStart(2, '0');
}

/** The date if the calendar has it (and in the years that a community can mean), else null. */
export function fechaDe(year: number, month: number, day: number): string | null {
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || day < 1) return null;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day > lastDay ? null : `${year}-${two(month)}-${two(day)}`;
}

function partsOf(fecha: string): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = fecha.split('-').map(Number);
  return { year, month, day };
}

function masDias(fecha: string, days: number): string | null {
  const { year, month, day } = partsOf(fecha);
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return fechaDe(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function masMeses(fecha: string, months: number): string | null {
  const { year, month } = partsOf(fecha);
  const at = year * 12 + (month - 1) + months;
  return fechaDe(Math.floor(at / 12), (at % 12) + 1, 1);
}

/** Two digits mean this century: nothing in a community is older than the community. */
function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function normal(text: string): string {
  return plain(text.trim())
    .replace(/[−–]/g, '-')
    .replace(/(?<=[\da-z])\s*[-/.\s]\s*(?=[\da-z])/g, '-');
}

const WORDS: ReadonlyMap<string, number> = new Map([
  ['hoy', 0],
  ['ayer', -1],
  ['manana', 1],
]);

/** The date that the text means, or null when it means none. Blank text is null too. */
export function parseFecha(text: string, hoy: string): string | null {
  const typed = normal(text);
  const word = WORDS.get(typed);
  if (word !== undefined) return masDias(hoy, word);
  if (/^[+-]\d{1,4}$/.test(typed)) return masDias(hoy, Number(typed));

  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return fechaDe(Number(iso[1]), Number(iso[2]), Number(iso[3]));

  const parts =
    /^(\d{1,2})(?:-(\d{1,2})(?:-(\d{2}|\d{4}))?)?$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{2}|\d{4})?$/.exec(typed);
  if (!parts) return null;
  const [, day, month, year] = parts;
  const now = partsOf(hoy);
  return fechaDe(year ? fullYear(year) : now.year, month ? Number(month) : now.month, Number(day));
}

const SHORT_MONTHS = MONTH_NAMES.map((name) => plain(name));

/** The first day of the month that the text means, or null when it means none. */
export function parseMes(text: string, hoy: string): string | null {
  const typed = normal(text);
  if (typed === 'hoy') return masMeses(hoy, 0);
  if (/^[+-]\d{1,3}$/.test(typed)) return masMeses(hoy, Number(typed));

  const iso = /^(\d{4})-(\d{1,2})(?:-\d{1,2})?$/.exec(typed);
  if (iso) return fechaDe(Number(iso[1]), Number(iso[2]), 1);

  const year = partsOf(hoy).year;
  const named = /^([a-z]{3,})(?:-(?:de-)?(\d{2}|\d{4}))?$/.exec(typed);
  if (named) {
    const month = SHORT_MONTHS.findIndex((name) => name.startsWith(named[1] ?? ''));
    return month < 0 ? null : fechaDe(named[2] ? fullYear(named[2]) : year, month + 1, 1);
  }
  const parts = /^(\d{1,2})(?:-(\d{2}|\d{4}))?$/.exec(typed) ?? /^(\d{2})(\d{4})$/.exec(typed);
  if (!parts) return null;
  return fechaDe(parts[2] ? fullYear(parts[2]) : year, Number(parts[1]), 1);
}

/** '2026-11-01' to '11/2026'. */
export function formatMesCorto(fecha: string): string {
  const parts = /^(\d{4})-(\d{2})/.exec(fecha);
  return parts ? `${parts[2]}/${parts[1]}` : fecha;
}
