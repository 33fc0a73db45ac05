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

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const DAY = /^(\d{1,2})[-/.](\d{1,2}|[a-z]{3,10})(?:[-/.](\d{4}|\d{2}))?$/i;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const AMOUNT = /^\$?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$|^\$?\d{1,9}(?:\.\d{1,2})?$/;
const FOLIO = /^#?(\d{1,9})$/;
/** Letters that nobody sees, which a copied amount may bring. */
const UNSEEN = /[\u200b-\u200f\u2060\ufeff]/g;
/** The palette writes a folio so. */
const NAMED_FOLIO = /\b(?:recibo|folio)\s+#?(?=\d{1,9}(?:\s|$))/gi;
const SPACED_SIGN = /(^|\s)\$\s+(?=\d)/g;

/** 'd-m' is the last such day that has come, 'd-m-aaaa' itself; a month may be named. */
function dayOf(text: string, hoy: Fecha): Fecha | undefined {
  if (ISO_DAY.test(text)) return isFecha(text) ? text : undefined;
  const [, day = '', named = '', written] = DAY.exec(text) ?? [];
  if (day === '') return undefined;
  const month = /^\d/.test(named) ? named : String(MONTHS.indexOf(named.slice(0, 3).toLowerCase()) + 1);
  const on = (year: number) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (written !== undefined) {
    const date = on(written.length === 2 ? 2000 + Number(written) : Number(written));
    return isFecha(date) ? date : undefined;
  }
  const year = Number(hoy.slice(0, 4));
  return [on(year), on(year - 1)].find((date) => isFecha(date) && date <= hoy);
}

/** The words of a search; a sign alone says nothing. */
function wordsOf(q: string): string[] {
  const read = q.replaceAll(UNSEEN, '').replaceAll(SPACED_SIGN, '$1$').replaceAll(NAMED_FOLIO, '#');
  return read
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, TERMS_MAX);
}

/** The terms of a search; none where there is nothing to look for. */
export function terminosDe(q: string, hoy: Fecha): Termino[] {
  if (q.trim().length < BUSQUEDA_MIN) return [];
  return wordsOf(q).map((texto): Termino => {
    const fecha = dayOf(texto, hoy);
    if (fecha !== undefined) return { texto, fecha };
    const pesos = AMOUNT.test(texto) ? pesosOf(texto.replace('$', '')) : null;
    const folio = Number(FOLIO.exec(texto)?.[1] ?? 0);
    return { texto, ...(pesos !== null && { monto: toCentavos(pesos) }), ...(folio > 0 && { folio }) };
  });
}
