/**
 * Rules of amenities, pure: the slots of an agenda, and whether one may be booked. Times of the day are minutes since
 * midnight on the community's clocks; `ahora` is what those clocks show ('YYYY-MM-DDTHH:mm:ss').
 */
import { counted } from '#core/counted.ts';
import type { Fecha } from '#core/fecha.ts';

export const CATEGORIES = ['maximo_unidad_privada', 'cantidad_horario_dia', 'secuencia_horario_premium'] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_LABELS: Readonly<Record<Category, string>> = {
  maximo_unidad_privada: 'Máximo por unidad privativa',
  cantidad_horario_dia: 'Reservas por día',
  secuencia_horario_premium: 'Intervalo de reserva de horario premium',
};

/** What the number of a rule counts. */
export const CATEGORY_UNITS: Readonly<Record<Category, readonly [one: string, many: string]>> = {
  maximo_unidad_privada: ['lugar por horario', 'lugares por horario'],
  cantidad_horario_dia: ['reserva por día', 'reservas por día'],
  secuencia_horario_premium: ['día entre reservas', 'días entre reservas'],
};

/** The days of the week with their codes, in the order of the form. */
export const DIAS = [
  { code: 2, label: 'Lunes' },
  { code: 3, label: 'Martes' },
  { code: 4, label: 'Miércoles' },
  { code: 5, label: 'Jueves' },
  { code: 6, label: 'Viernes' },
  { code: 7, label: 'Sábado' },
  { code: 1, label: 'Domingo' },
] as const;

export const AFORO_MAX = 10_000;
/** Hours of a leap year. */
export const VENTANA_MAX = 8784;
/** Minutes of a day. */
export const DURACION_MAX = 1440;
/** Shorter premium slots are none. */
const PREMIUM_MINUTES_MIN = 30;

const DAY_MS = 86_400_000;

/** 'HH:mm' to minutes since midnight; undefined for any other text. */
export function minutesOf(hora: string): number | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(hora);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : undefined;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Minutes since midnight to 'HH:mm'. */
export function horaOf(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The code of a date's day: 1 Sunday to 7 Saturday. */
export function dayCodeOf(fecha: Fecha): number {
  return new Date(`${fecha}T00:00:00Z`).getUTCDay() + 1;
}

/** Whole days from one date to another; below 0 when the other is earlier. */
export function daysBetween(from: Fecha, to: Fecha): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export interface Interval {
  inicia: number;
  termina: number;
}

export interface Schedule extends Interval {
  duracion: number;
  premium: readonly Interval[];
}

export interface Slot extends Interval {
  premium: boolean;
}

const overlap = (a: Interval, b: Interval): boolean => a.inicia < b.termina && b.inicia < a.termina;

/**
 * The slots of a day, first to last: as many whole ones as the general schedule holds, or that schedule itself when they
 * have no duration. A slot that any premium time touches is premium.
 */
export function slotsOf({ inicia, termina, duracion, premium }: Schedule): Slot[] {
  const length = duracion === 0 ? termina - inicia : duracion;
  const slots: Slot[] = [];
  for (let start = inicia; start + length <= termina; start += length) {
    const slot = { inicia: start, termina: start + length };
    slots.push({ ...slot, premium: premium.some((time) => overlap(slot, time)) });
  }
  return slots;
}

/** A slot as the contract writes it: 'HH:mm - HH:mm'. */
export function horarioOf({ inicia, termina }: Interval): string {
  return `${horaOf(inicia)} - ${horaOf(termina)}`;
}

/** Why a pair of booking windows (hours before a slot, from and until) makes no sense; undefined when it does. */
export function refusalOfVentana([desde, hasta]: readonly [number, number]): string | undefined {
  return desde > hasta || (desde === 0 && hasta === 0)
    ? undefined
    : 'Desde debe ser mayor que Hasta; si no aplica, deje los dos en 0';
}

export const GENERAL_ENDS_FIRST = 'El horario general debe terminar después de empezar. Corrija Desde o Hasta';

/** Why an agenda's times do not fit each other; undefined when they do. Premium times come in any order. */
export function refusalOfSchedule({ inicia, termina, duracion, premium }: Schedule): string | undefined {
  if (termina <= inicia) return GENERAL_ENDS_FIRST;
  if (duracion > termina - inicia) {
    return 'La duración no cabe en el horario general. Redúzcala, amplíe el horario o déjela en 0';
  }
  const sorted = [...premium].sort((a, b) => a.inicia - b.inicia);
  for (const [index, time] of sorted.entries()) {
    if (time.termina - time.inicia < PREMIUM_MINUTES_MIN) {
      return `El horario premium ${horarioOf(time)} dura menos de ${PREMIUM_MINUTES_MIN} minutos. Elimínelo o amplíelo`;
    }
    if (time.inicia < inicia || time.termina > termina) {
      return `El horario premium ${horarioOf(time)} queda fuera del horario general. Elimínelo o amplíe el horario general`;
    }
    const next = sorted[index + 1];
    if (next && time.termina >= next.inicia) {
      return `Los horarios premium ${horarioOf(time)} y ${horarioOf(next)} se enciman. Elimine uno`;
    }
  }
  return undefined;
}

/** Whether the form takes one more premium slot: long enough, inside the general schedule, and after every other. */
export function takesPremium({ inicia, termina, premium }: Omit<Schedule, 'duracion'>, next: Interval): boolean {
  if (next.termina - next.inicia < PREMIUM_MINUTES_MIN) return false;
  return next.inicia >= inicia && next.termina <= termina && premium.every((time) => time.termina < next.inicia);
}

/** What leaving a premium time makes of both: too short an end moves, as far as the day has room, and no start clears both. */
export function settledPremium(desde: string, hasta: string): { desde: string; hasta: string } {
  const start = minutesOf(desde);
  if (start === undefined) return { desde: '', hasta: '' };
  const end = minutesOf(hasta);
  if (end !== undefined && end - start >= PREMIUM_MINUTES_MIN) return { desde, hasta };
  return { desde, hasta: horaOf(Math.min(start + PREMIUM_MINUTES_MIN, DURACION_MAX - 1)) };
}

/** What leaving a booking window makes of both: the start must exceed the end, else the end is none. */
export function settledVentana(desde: number | null, hasta: number | null): [number, number] {
  const from = desde !== null && desde > 0 ? Math.trunc(desde) : 0;
  const until = hasta !== null && hasta > 0 ? Math.trunc(hasta) : 0;
  return from <= until ? [from, 0] : [from, until];
}

/** Minutes from what the clocks show (an ISO date and time) to the beginning of a date; below 0 when it is past. */
export function minutesUntil(fecha: Fecha, ahora: string): number {
  const [today = '', clock = ''] = ahora.split('T');
  return daysBetween(today, fecha) * DURACION_MAX - (minutesOf(clock.slice(0, 5)) ?? 0);
}

/** A number of hours as people say it: whole days from two days on. */
function hoursText(hours: number): string {
  return hours >= 48 && hours % 24 === 0 ? counted(hours / 24, 'día', 'días') : counted(hours, 'hora', 'horas');
}

/**
 * Why a slot cannot be booked now, whoever asks; undefined when it can.
 * @param faltan minutes until the slot's day begins
 */
export function refusalOfMoment(
  slot: Interval,
  { faltan, ventana: [desde, hasta] }: { faltan: number; ventana: readonly [number, number] },
): string | undefined {
  const untilEnd = faltan + slot.termina;
  if (untilEnd <= 0) return 'El horario ya pasó. Elija otro';
  const untilStart = untilEnd - (slot.termina - slot.inicia);
  if (desde > 0 && untilStart > desde * 60) {
    return `Se reserva a partir de ${hoursText(desde)} antes del horario. Elija uno más cercano`;
  }
  if (hasta > 0 && untilStart < hasta * 60) {
    return `Se reserva hasta ${hoursText(hasta)} antes del horario. Elija uno más lejano`;
  }
  return undefined;
}

/** Letters of a person's name in a reservation. */
export const NOMBRE_MAX = 120;

/** The names of a text that has one in each line. */
export const nombresOf = (texto: string): string[] =>
  texto.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

/** What an agenda asks of whoever books it, as a resident is told it. */
export function condicionesOf({
  ventana: [desde, hasta],
  aforo,
  permiteVisita,
  reglas,
}: {
  ventana: readonly [number, number];
  aforo: number;
  permiteVisita: boolean;
  reglas: readonly { category: Category; title: string; valor: number | null }[];
}): string[] {
  return [
    ...(desde > 0 ? [`Se reserva con ${hoursText(desde)} de anticipación como máximo`] : []),
    ...(hasta > 0 ? [`Se reserva con ${hoursText(hasta)} de anticipación como mínimo`] : []),
    aforo === 1 ? 'Cabe una persona' : `Caben ${aforo} personas`,
    permiteVisita ? 'Puede llevar visitas' : 'No se permiten visitas',
    ...reglas.flatMap(({ category, title, valor }) =>
      valor === null ? [] : [`${title}: ${counted(valor, ...CATEGORY_UNITS[category])}`],
    ),
  ];
}

/** Why a reservation cannot be cancelled by whoever made it; undefined when it can. */
export function refusalOfCancelacion(
  { fecha, inicia, checked }: { fecha: Fecha; inicia: number; checked: boolean },
  ahora: string,
): string | undefined {
  if (checked) return 'Ya entraron con esta reserva, y no se puede cancelar';
  if (minutesUntil(fecha, ahora) + inicia <= 0) return 'Esta reserva ya empezó, y no se puede cancelar';
  return undefined;
}

export interface Persona {
  lote: number | null;
  isVisita: boolean;
  name: string;
}

/** Why a list of people is no reservation; undefined when it is. The specification's checks, in their order. */
export function refusalOfPersonas(lugares: number, personas: readonly Persona[]): string | undefined {
  if (personas.length === 0) return 'No se puede crear reservar sin residentes';
  if (personas.every(({ lote }) => lote === null)) return 'Debe seleccionar al menos un residente';
  if (personas.some(({ lote, isVisita }) => isVisita && lote !== null)) return 'Si selecciona lote no debe ser visita';
  if (lugares !== personas.length) return 'Debe ingresar todas las personas según los lugares a reservar';
  return undefined;
}

/** The places that each lot takes of a reservation: whoever comes without a lot counts with the first one. */
export function lugaresByLote(personas: readonly Persona[]): Map<number, number> {
  const lugares = new Map<number, number>();
  const titular = personas.find(({ lote }) => lote !== null)?.lote;
  if (titular === undefined || titular === null) return lugares;
  for (const { lote } of personas) {
    const counted = lote ?? titular;
    lugares.set(counted, (lugares.get(counted) ?? 0) + 1);
  }
  return lugares;
}

/** Why so many places are not to be had; undefined when they are. */
export function refusalOfAforo(
  variacion: string,
  slot: Interval,
  { aforo, ocupados, lugares }: { aforo: number; ocupados: number; lugares: number },
): string | undefined {
  const left = Math.max(0, aforo - ocupados);
  if (lugares <= left) return undefined;
  const where = `«${variacion}» de ${horaOf(slot.inicia)} a ${horaOf(slot.termina)}`;
  return left === 0
    ? `Ya no quedan lugares en ${where}. Elija otro horario`
    : `En ${where} sólo ${left === 1 ? 'queda 1 lugar' : `quedan ${left} lugares`}. Reserve menos lugares o elija otro horario`;
}

export interface Regla {
  category: Category;
  title: string;
  valor: number;
}

/** What a lot already has of an agenda, the new reservation apart. */
export interface Uso {
  referencia: string;
  /** Places in the same slot, and in the new reservation. */
  enHorario: number;
  nuevos: number;
  /** Reservations of the day. */
  enDia: number;
  /** Dates of its premium reservations near the new one. */
  premium: readonly Fecha[];
}

const dayText = (fecha: Fecha): string => `${fecha.slice(8)}-${fecha.slice(5, 7)}-${fecha.slice(0, 4)}`;

/** Which of an agenda's rules a lot would break by a reservation, in words; undefined: none. */
export function refusalOfReglas(
  reglas: readonly Regla[],
  { referencia, enHorario, nuevos, enDia, premium }: Uso,
  slot: { fecha: Fecha; premium: boolean },
): string | undefined {
  for (const { category, title, valor } of reglas) {
    const rule = `Regla «${title}»: el lote ${referencia}`;
    if (category === 'maximo_unidad_privada' && enHorario + nuevos > valor) {
      const has = enHorario === 0 ? `se piden ${nuevos}` : `ya tiene ${enHorario}`;
      return `${rule} puede ocupar ${counted(valor, 'lugar', 'lugares')} de un mismo horario y ${has}. Quite personas o elija otro horario`;
    }
    if (category === 'cantidad_horario_dia' && enDia + 1 > valor) {
      return `${rule} puede hacer ${counted(valor, 'reserva', 'reservas')} por día y ya tiene ${enDia} el ${dayText(slot.fecha)}. Elija otro día`;
    }
    if (category === 'secuencia_horario_premium' && slot.premium) {
      const near = premium.find((fecha) => Math.abs(daysBetween(fecha, slot.fecha)) < valor);
      if (near) {
        return `${rule} tiene una reserva en horario premium el ${dayText(near)} y entre una y otra deben pasar ${counted(valor, 'día', 'días')}. Elija otro día o un horario que no sea premium`;
      }
    }
  }
  return undefined;
}
