/** Amounts in Spanish words, as invoices and receipts print them. */
import type { Centavos } from '#core/money.ts';
import { CENTAVOS_MAX } from '#core/money.ts';

const UNITS = [
  '',
  'UN',
  'DOS',
  'TRES',
  'CUATRO',
  'CINCO',
  'SEIS',
  'SIETE',
  'OCHO',
  'NUEVE',
  'DIEZ',
  'ONCE',
  'DOCE',
  'TRECE',
  'CATORCE',
  'QUINCE',
  'DIECISÉIS',
  'DIECISIETE',
  'DIECIOCHO',
  'DIECINUEVE',
  'VEINTE',
  'VEINTIÚN',
  'VEINTIDÓS',
  'VEINTITRÉS',
  'VEINTICUATRO',
  'VEINTICINCO',
  'VEINTISÉIS',
  'VEINTISIETE',
  'VEINTIOCHO',
  'VEINTINUEVE',
] as const;
const TENS = ['', '', '', 'TREINTA', 'CUARENTA', 'CINCUENTA', 'SESENTA', 'SETENTA', 'OCHENTA', 'NOVENTA'] as const;
const HUNDREDS = [
  '',
  'CIENTO',
  'DOSCIENTOS',
  'TRESCIENTOS',
  'CUATROCIENTOS',
  'QUINIENTOS',
  'SEISCIENTOS',
  'SETECIENTOS',
  'OCHOCIENTOS',
  'NOVECIENTOS',
] as const;

/** 1 to 999 before a masculine noun: 'UN', 'VEINTIÚN', 'CIENTO UN'. */
function belowThousand(value: number): string {
  if (value === 100) return 'CIEN';
  const rest = value % 100;
  const small =
    rest < 30 ? UNITS[rest] : [TENS[Math.floor(rest / 10)], UNITS[rest % 10]].filter((word) => word !== '').join(' Y ');
  return [HUNDREDS[Math.floor(value / 100)], small].filter((word) => word !== '').join(' ');
}

function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  // 'MIL', never 'UN MIL'.
  const mil = thousands === 0 ? '' : thousands === 1 ? 'MIL' : `${belowThousand(thousands)} MIL`;
  return [mil, belowThousand(value % 1000)].filter((word) => word !== '').join(' ');
}

/**
 * 123450 centavos → 'MIL DOSCIENTOS TREINTA Y CUATRO PESOS 50/100 M.N.'
 * @throws RangeError unless it is an amount from 0 to CENTAVOS_MAX
 */
export function importeEnLetras(centavos: Centavos): string {
  if (!Number.isSafeInteger(centavos) || centavos < 0 || centavos > CENTAVOS_MAX) {
    throw new RangeError(`not an amount: ${centavos}`);
  }
  const pesos = Math.floor(centavos / 100);
  const millions = Math.floor(pesos / 1_000_000);
  const rest = pesos % 1_000_000;
  const words = [
    millions === 0 ? '' : millions === 1 ? 'UN MILLÓN' : `${belowMillion(millions)} MILLONES`,
    belowMillion(rest),
  ].filter((word) => word !== '');
  // A round number of millions is a noun: 'DOS MILLONES DE PESOS'.
  const noun = pesos === 1 ? 'PESO' : millions > 0 && rest === 0 ? 'DE PESOS' : 'PESOS';
  const cents = String(centavos % 100).padStart(2, '0');
  return `${words.length === 0 ? 'CERO' : words.join(' ')} ${noun} ${cents}/100 M.N.`;
}
