/**
 * What somebody knows of a payment, as it is typed: an amount, a day, a folio, a reference, a name, a method. Each word is one
 * term, and a receipt is found by all of them. Source: UX 20.
 */
import { type Fecha, isFecha } from '#core/fecha.ts';
import { type Centavos, pesosOf, toCentavos } from '#core/money.ts';

export const BUSQUEDA_MIN = 2;
export const BUSQUEDA_MAX = 80;
/** More words would narrow nothing. */
const TERMS_MAX = 6;

export interface Termino {
  /** As it was typed, for references, names and methods. */
  texto: string;
  /** The amount that it may be. */
  monto?: Centavos;
  /** The folio that it may be. */
  folio?: number;
  /** A day is nothing else. */
  fecha?: Fecha;
}

const DAY = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}|\d{2}))?$/;
const AMOUNT = /^\$?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$|^\$?\d{1,9}(?:\.\d{1,2})?$/;
const FOLIO = /^\d{1,9}$/;

/** 'd-m' is the last such day that has come, 'd-m-aaaa' itself. */
function dayOf(text: string, hoy: Fecha): Fecha | undefined {
  const [, day = '', month = '', written] = DAY.exec(text) ?? [];
  if (day === '') return undefined;
  const on = (year: number) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (written !== undefined) {
    const date = on(written.length === 2 ? 2000 + Number(written) : Number(written));
    return isFecha(date) ? date : undefined;
  }
  const year = Number(hoy.slice(0, 4));
  return [on(year), on(year - 1)].find((date) => isFecha(date) && date <= hoy);
}

/** The terms of a search; none where there is nothing to look for. */
export function terminosDe(q: string, hoy: Fecha): Termino[] {
  if (q.trim().length < BUSQUEDA_MIN) return [];
  const words = q.trim().split(/\s+/).filter(Boolean).slice(0, TERMS_MAX);
  return words.map((texto): Termino => {
    const fecha = dayOf(texto, hoy);
    if (fecha !== undefined) return { texto, fecha };
    const pesos = AMOUNT.test(texto) ? pesosOf(texto.replace('$', '')) : null;
    return {
      texto,
      ...(pesos !== null && { monto: toCentavos(pesos) }),
      ...(FOLIO.test(texto) && Number(texto) > 0 && { folio: Number(texto) }),
    };
  });
}
