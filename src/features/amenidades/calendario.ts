/** The reservations on a calendar: which days are shown, and where in a day's timetable each stands. Pure. */
import { addDays, type Fecha } from '#core/fecha.ts';
import { addMonths, firstDayOf, monthOf } from '#core/period.ts';
import { dayCodeOf, type Interval } from './rules.ts';

/** How far a day is from its week's Monday. */
const sinceMonday = (fecha: Fecha): number => (dayCodeOf(fecha) + 5) % 7;

/** The week of a date, Monday first. */
export function weekOf(fecha: Fecha): Fecha[] {
  const monday = addDays(fecha, -sinceMonday(fecha));
  return Array.from({ length: 7 }, (_, day) => addDays(monday, day));
}

/** The weeks that show the whole month of a date; the first and the last have days of its neighbours. */
export function weeksOfMonth(fecha: Fecha): Fecha[][] {
  const month = fecha.slice(0, 7);
  const weeks: Fecha[][] = [];
  for (
    let week = weekOf(monthFrom(fecha, 0));
    week[0] && week[0].slice(0, 7) <= month;
    week = weekOf(addDays(week[0], 7))
  )
    weeks.push(week);
  return weeks;
}

/** The first day of the month that is so many months from a date's. */
export const monthFrom = (fecha: Fecha, months: number): Fecha => firstDayOf(addMonths(monthOf(fecha), months));

/** 'HH:mm - HH:mm' to minutes; a slot may end at 24:00, which no clock shows. */
export function intervalOfHorario(horario: string): Interval {
  const [inicia = 0, termina = 0] = horario
    .split(' - ')
    .map((hora) => Number(hora.slice(0, 2)) * 60 + Number(hora.slice(3, 5)));
  return { inicia, termina };
}

export interface Bloque<Reserva, Oferta> extends Interval {
  /** Its place beside others of the same time, from 0. */
  carril: number;
  reservas: Reserva[];
  ofertas: Oferta[];
}

export interface Columna<Reserva, Oferta> {
  amenidad: string;
  /** How many blocks stand beside each other at most. */
  carriles: number;
  bloques: Bloque<Reserva, Oferta>[];
}

interface EnHorario {
  amenidad: string;
  horario: string;
}

/** Blocks of one amenity side by side where their times overlap, each as far left as there is room. */
function laid<R, O>(amenidad: string, bloques: readonly Omit<Bloque<R, O>, 'carril'>[]): Columna<R, O> {
  const ends: number[] = [];
  const placed = bloques
    .toSorted((a, b) => a.inicia - b.inicia || a.termina - b.termina)
    .map((bloque) => {
      const free = ends.findIndex((end) => end <= bloque.inicia);
      const carril = free === -1 ? ends.length : free;
      ends[carril] = bloque.termina;
      return { ...bloque, carril };
    });
  return { amenidad, carriles: Math.max(1, ends.length), bloques: placed };
}

/** A day by amenity, in the alphabet's order: what is booked and what is offered at the same time of it is one block. */
export function columnasDe<R extends EnHorario, O extends EnHorario>(
  reservas: readonly R[],
  ofertas: readonly O[],
): Columna<R, O>[] {
  const amenidades = new Map<string, Map<string, Omit<Bloque<R, O>, 'carril'>>>();
  const blockOf = ({ amenidad, horario }: EnHorario) => {
    const bloques = amenidades.get(amenidad) ?? new Map<string, Omit<Bloque<R, O>, 'carril'>>();
    const bloque = bloques.get(horario) ?? { ...intervalOfHorario(horario), reservas: [], ofertas: [] };
    amenidades.set(amenidad, bloques.set(horario, bloque));
    return bloque;
  };
  for (const reserva of reservas) blockOf(reserva).reservas.push(reserva);
  for (const oferta of ofertas) blockOf(oferta).ofertas.push(oferta);
  return [...amenidades]
    .toSorted(([a], [b]) => a.localeCompare(b, 'es'))
    .map(([amenidad, bloques]) => laid(amenidad, [...bloques.values()]));
}

/** Where the rows of a timetable begin and end: at each hour from the first to the last, and wherever a block does. */
export function cortesDe(intervals: readonly Interval[]): number[] {
  if (intervals.length === 0) return [];
  const from = Math.floor(Math.min(...intervals.map(({ inicia }) => inicia)) / 60);
  const until = Math.ceil(Math.max(...intervals.map(({ termina }) => termina)) / 60);
  const hours = Array.from({ length: until - from + 1 }, (_, hour) => (from + hour) * 60);
  const edges = intervals.flatMap(({ inicia, termina }) => [inicia, termina]);
  return [...new Set([...hours, ...edges])].toSorted((a, b) => a - b);
}
