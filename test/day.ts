import { addDays, type Fecha, fechaInZone } from '../src/core/fecha.ts';

/** The day on which the tests of the API take place, whatever day it is: that of the demo and, unless told, of the server. */
export const DAY = '2026-11-21';
/** Noon in Mexico City. */
export const NOON = `${DAY}T18:00:00Z`;

/** The demo's day so many days from now, for tests of the product as it runs, which has no set clock. */
export function dayFromNow(days = 0): Fecha {
  return addDays(fechaInZone(new Date(), 'America/Mexico_City'), days);
}
