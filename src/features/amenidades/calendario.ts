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
  reservas: Reserva[];
  ofertas: Oferta[];
}

export interface Columna<Reserva, Oferta> {
  amenidad: string;
  bloques: Bloque<Reserva, Oferta>[];
}

interface EnHorario {
  amenidad: string;
  horario: string;
}

/** A place beside others of the same time: which lane from 0, and of how many. */
export interface Carril {
  carril: number;
  carriles: number;
}

const byTime = (a: Interval, b: Interval): number => a.inicia - b.inicia || a.termina - b.termina;

/** Side by side where the times overlap, each as far left as there is room; what overlaps nothing has the whole width. */
export function enCarriles<T extends Interval>(items: readonly T[]): (T & Carril)[] {
  const placed: (T & Carril)[] = [];
  let together: (T & Carril)[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const one of together) one.carriles = ends.length;
    placed.push(...together);
    together = [];
    ends = [];
  };
  for (const item of items.toSorted(byTime)) {
    if (ends.every((end) => end <= item.inicia)) close();
    const free = ends.findIndex((end) => end <= item.inicia);
    const carril = free === -1 ? ends.length : free;
    ends[carril] = item.termina;
    together.push({ ...item, carril, carriles: 1 });
  }
  close();
  return placed;
}

/** A day by amenity, in the alphabet's order: what is booked and what is offered at the same time of it is one block. */
export function columnasDe<R extends EnHorario, O extends EnHorario>(
  reservas: readonly R[],
  ofertas: readonly O[],
): Columna<R, O>[] {
  const amenidades = new Map<string, Map<string, Bloque<R, O>>>();
  const blockOf = ({ amenidad, horario }: EnHorario) => {
    const bloques = amenidades.get(amenidad) ?? new Map<string, Bloque<R, O>>();
    const bloque = bloques.get(horario) ?? { ...intervalOfHorario(horario), reservas: [], ofertas: [] };
    amenidades.set(amenidad, bloques.set(horario, bloque));
    return bloque;
  };
  for (const reserva of reservas) blockOf(reserva).reservas.push(reserva);
  for (const oferta of ofertas) blockOf(oferta).ofertas.push(oferta);
  return [...amenidades]
    .toSorted(([a], [b]) => a.localeCompare(b, 'es'))
    .map(([amenidad, bloques]) => ({ amenidad, bloques: [...bloques.values()].toSorted(byTime) }));
}

/** The whole hours of a timetable, in minutes: from that in which the first begins to that by which the last has ended. */
export function horasDe(intervals: readonly Interval[]): number[] {
  if (intervals.length === 0) return [];
  const from = Math.floor(Math.min(...intervals.map(({ inicia }) => inicia)) / 60);
  const until = Math.ceil(Math.max(...intervals.map(({ termina }) => termina)) / 60);
  return Array.from({ length: until - from + 1 }, (_, hour) => (from + hour) * 60);
}
