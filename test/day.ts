/** The day on which the tests of the API take place, whatever day it is: that of the demo and, unless told, of the server. */
export const DAY = '2026-11-21';
/** Noon in Mexico City. */
export const NOON = `${DAY}T18:00:00Z`;
