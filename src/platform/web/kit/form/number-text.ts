/** What may be typed into a number field, pure. */
import { formatNumber } from '#ui/format.ts';

export const STRAY = 'Lo que escribió no es una cantidad. Escríbala de nuevo solo con números';

export interface NumberKind {
  /** Digits after the point; 0: there is none. */
  decimals: number;
  negative: boolean;
}

/** Whether a text that is being typed, with its sign of pesos and commas, is a number or can become one. */
export function canBecomeNumber(text: string, { decimals, negative }: NumberKind): boolean {
  if (!/^(-?\$?|\$-)\d*\.?\d*$/.test(text.replaceAll(',', ''))) return false;
  return (decimals > 0 || !text.includes('.')) && (negative || !text.includes('-'));
}

/** Why the library may not have a text that is being typed, since it would drop some of it; '' when it may. */
export function typingFault(text: string, kind: NumberKind): string {
  if (!canBecomeNumber(text, kind)) return STRAY;
  const places = text.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  return places > kind.decimals
    ? `Escriba ${kind.decimals} ${kind.decimals === 1 ? 'decimal' : 'decimales'} como máximo`
    : '';
}

/** That a number is below or above what may be, in words; '' when it is neither. */
export function rangeFault(number: number | null, min: number | undefined, max: number | undefined): string {
  if (number === null || (number >= (min ?? number) && number <= (max ?? number))) return '';
  if (min === undefined) return `Escriba ${formatNumber(max ?? 0)} o menos`;
  return max === undefined
    ? `Escriba ${formatNumber(min)} o más`
    : `Escriba un número de ${formatNumber(min)} a ${formatNumber(max)}`;
}
