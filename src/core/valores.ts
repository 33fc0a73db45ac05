/** Dates and amounts as banks and other systems write them; null for what is none, or can be read in two ways. */
import { addDays, type Fecha, isFecha } from './fecha.ts';
import { CENTAVOS_MAX, type Centavos, centavosOfReckoned, decimalOf } from './money.ts';
import { type Month, monthOf } from './period.ts';
import { type Cell, dayOfCell } from './workbook-cell.ts';

/** Where day, month and year stand; separators are '/', '-', '.' or a blank, and a year has two digits or four. */
export const FORMAS_FECHA = [
  'dd/mm/aaaa',
  'mm/dd/aaaa',
  'aaaa-mm-dd',
  'dd-mmm-aaaa',
  'ddmmaaaa',
  'mmddaaaa',
  'aaaammdd',
  'excel',
] as const;
export type FormaFecha = (typeof FORMAS_FECHA)[number];

/** '1,234.56', '1.234,56', and centavos without a sign between: '123456'. */
export const FORMAS_NUMERO = ['1,234.56', '1.234,56', 'centavos'] as const;
export type FormaNumero = (typeof FORMAS_NUMERO)[number];

type Parte = 'd' | 'm' | 'a';

const SEPARADA = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$/;
const SEGUIDA = /^(\d{2})(\d{2})(\d{4})$/;
const ESCRITAS: Readonly<Record<Exclude<FormaFecha, 'excel'>, readonly [RegExp, ...Parte[]]>> = {
  'dd/mm/aaaa': [SEPARADA, 'd', 'm', 'a'],
  'mm/dd/aaaa': [SEPARADA, 'm', 'd', 'a'],
  'aaaa-mm-dd': [/^(\d{4})[/. -](\d{1,2})[/. -](\d{1,2})$/, 'a', 'm', 'd'],
  'dd-mmm-aaaa': [/^(\d{1,2})[/. -](\p{L}{3,10})\.?[/. -](\d{4}|\d{2})$/u, 'd', 'm', 'a'],
  ddmmaaaa: [SEGUIDA, 'd', 'm', 'a'],
  mmddaaaa: [SEGUIDA, 'm', 'd', 'a'],
  aaaammdd: [/^(\d{4})(\d{2})(\d{2})$/, 'a', 'm', 'd'],
};

const MESES = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

function numeroDeMes(texto: string): string {
  if (/^\d/.test(texto)) return texto.padStart(2, '0');
  const inicio = texto.toLowerCase().slice(0, 3);
  return String(MESES.indexOf(inicio === 'set' ? 'sep' : inicio) + 1).padStart(2, '0');
}

/** Day 1 of Excel is 1 January 1900, and it has a 29 February of that year. */
function deSerie(dias: number): Fecha | null {
  if (!(dias >= 61 && dias < 110_000)) return null;
  const fecha = addDays('1899-12-30', Math.floor(dias));
  return isFecha(fecha) ? fecha : null;
}

/** A day: a cell of a workbook that is a date, or what a text says in the one form. A time of day behind it is left off. */
export function fechaDe(celda: Cell | undefined, forma: FormaFecha): Fecha | null {
  if (celda instanceof Date) return isFecha(dayOfCell(celda)) ? dayOfCell(celda) : null;
  const [texto = ''] = String(celda ?? '')
    .trim()
    .split(/[T ](?=\d{1,2}:\d{2})/);
  if (forma === 'excel') return /^\d{1,6}(\.\d{1,20})?$/.test(texto) ? deSerie(Number(texto)) : null;
  const [patron, ...orden] = ESCRITAS[forma];
  // A number of a workbook has no zero in front.
  const partes = patron.exec(typeof celda === 'number' && patron === SEGUIDA ? texto.padStart(8, '0') : texto);
  if (!partes) return null;
  const parte = (cual: Parte): string => partes[orden.indexOf(cual) + 1] ?? '';
  const fecha = `${parte('a').padStart(4, '20')}-${numeroDeMes(parte('m'))}-${parte('d').padStart(2, '0')}`;
  return isFecha(fecha) ? fecha : null;
}

const MES = /^(\d{1,2}|\p{L}{3,10})\.?[/. -]+(?:de )?(\d{4}|\d{2})$/u;

/** A month as people write it: '02/2026', '2026-02', 'feb-26', 'Febrero 2026', 'febrero de 2026', or a day of it. */
export function mesDe(texto: string): Month | null {
  const claro = texto.trim();
  const iso = /^(\d{4})[-/](\d{1,2})$/.exec(claro);
  const [, mes = '', year = ''] = iso ? [claro, iso[2], iso[1]] : (MES.exec(claro) ?? []);
  const month = { year: Number(year.padStart(4, '20')), mes: Number(numeroDeMes(mes)) };
  if (year !== '' && month.mes >= 1 && month.mes <= 12 && month.year >= 1995 && month.year <= 2199) return month;
  const dia = fechaDe(claro, 'dd/mm/aaaa') ?? fechaDe(claro, 'aaaa-mm-dd');
  return dia === null ? null : monthOf(dia);
}

/** Digits with a point before the decimals to centavos; null where more than centavos are told. */
function centavosDecimales(decimal: string | null): Centavos | null {
  if (decimal === null) return null;
  const [entero = '', decimales = ''] = decimal.split('.');
  if (/[1-9]/.test(decimales.slice(2))) return null;
  const centavos = Number(`${entero}${decimales.slice(0, 2).padEnd(2, '0')}`);
  return Math.abs(centavos) <= CENTAVOS_MAX ? centavos + 0 : null;
}

const alReves = (texto: string): string => texto.replace(/[.,]/g, (signo) => (signo === '.' ? ',' : '.'));

/** The text within parentheses or before a minus sign, as accountants write what is negative. */
function sinNegativo(texto: string): string | null {
  if (texto.startsWith('(') && texto.endsWith(')')) return texto.slice(1, -1);
  return texto.endsWith('-') ? texto.slice(0, -1) : null;
}

/** An amount, with '$' or 'MXN' or without; nothing is rounded. */
export function centavosDe(celda: Cell | undefined, forma: FormaNumero): Centavos | null {
  if (typeof celda === 'number') {
    if (forma === 'centavos') return Number.isInteger(celda) && Math.abs(celda) <= CENTAVOS_MAX ? celda : null;
    return centavosOfReckoned(celda);
  }
  if (typeof celda !== 'string') return null;
  const texto = celda.trim();
  const negativo = sinNegativo(texto);
  const claro = (negativo ?? (texto.startsWith('+') ? texto.slice(1) : texto)).trim();
  const escrito = forma === '1.234,56' ? alReves(claro) : claro;
  const centavos =
    forma === 'centavos' ? (/^-?\d{1,18}$/.test(claro) ? Number(claro) : null) : centavosDecimales(decimalOf(escrito));
  if (centavos === null || Math.abs(centavos) > CENTAVOS_MAX) return null;
  if (negativo === null) return centavos + 0;
  return centavos < 0 ? null : 0 - centavos;
}
