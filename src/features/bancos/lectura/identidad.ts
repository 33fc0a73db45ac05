/**
 * What a line is known by, so that files that overlap add only what is new. Source: docs/adr/0041-statement-lines.md.
 */
import { createHash } from 'node:crypto';
import { comparable } from '#core/text.ts';
import type { Movimiento } from './estado.ts';

/**
 * Day, amount, and what tells lines of them apart: the clave de rastreo, which is one SPEI's alone, or the bank's reference and
 * description. Their capitals, accents and signs do not count, which two formats of one bank write differently, nor does the
 * balance, which many files have not and an afternoon's file has otherwise than the next day's.
 */
export function huellaDe({ fecha, importe, rastreo, referencia, concepto }: Movimiento): string {
  const clave = rastreo === '' ? `${referencia} ${concepto}` : rastreo;
  const claro = comparable(clave)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return createHash('sha256').update(`${fecha}\n${importe}\n${claro}`).digest('hex');
}

/** A line with what it is known by: `huella` and `ordinal` are of no other line of its account. */
export interface Identificado {
  movimiento: Movimiento;
  huella: string;
  /** 0 for the first of those that are alike in the file, 1 for the second. */
  ordinal: number;
}

/**
 * The lines of one account in one file, all its statements together, each with what it is known by. Lines that are alike in all
 * that counts are told apart by their number alone, so an account has as many of them as the file with the most of them: twice
 * the same file adds none, and none is taken twice. Where files are cut between such lines of one day and do not overlap, those
 * of the second pass for those of the first; then the balances of the two do not follow one another, which is told (`huecoEntre`).
 */
export function identificar(movimientos: readonly Movimiento[]): Identificado[] {
  const vistos = new Map<string, number>();
  return movimientos.map((movimiento) => {
    const huella = huellaDe(movimiento);
    const ordinal = vistos.get(huella) ?? 0;
    vistos.set(huella, ordinal + 1);
    return { movimiento, huella, ordinal };
  });
}
