/**
 * Until when an invoice may be cancelled. Pure. Sources: CFF 29-A, fourth paragraph; RMF 2.7.1.47 (2.7.1.46 in 2025): at the
 * latest in the month in which the annual return of income tax of the year of issue is due, which is March of the next year for
 * legal persons and April for natural ones (LISR 9 and 150). Other provisions may ask for less: it is advice, and forbids nothing.
 */
import { daysInMonth, type Fecha } from '#core/fecha.ts';

/** Characters of a legal person's RFC; a natural one's has one more. */
const RFC_MORAL = 12;
const [MARZO, ABRIL] = [3, 4];
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Plazo {
  /** The last day. */
  limite: Fecha;
  /** How many are left: 0 on the last one, negative once it has passed. */
  dias: number;
}

/** The last day on which a document may be cancelled, by its date ('YYYY-MM-DD', with or without a time) and its issuer. */
export function limiteDeCancelacion(emision: string, rfcEmisor: string): Fecha {
  const year = Number(emision.slice(0, 4)) + 1;
  const month = rfcEmisor.length === RFC_MORAL ? MARZO : ABRIL;
  return `${year}-${String(month).padStart(2, '0')}-${daysInMonth(year, month)}`;
}

/** The same as it stands on a day. */
export function plazoDeCancelacion(emision: string, rfcEmisor: string, hoy: Fecha): Plazo {
  const limite = limiteDeCancelacion(emision, rfcEmisor);
  return { limite, dias: Math.round((Date.parse(limite) - Date.parse(hoy)) / DAY_MS) };
}
