/** Closing a month in tests that are about something else. */
import { PUNTOS } from '#features/cierres/rules.ts';

/** What closes a month: a reason for whatever is open in its list; one of a point that is not is let go of. */
export const closing = (month: { year: number; mes: number }) => ({
  ...month,
  motivos: Object.fromEntries(PUNTOS.map((punto) => [punto, 'Así es en la prueba'])),
});
