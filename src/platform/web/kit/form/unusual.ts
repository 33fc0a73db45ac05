/** A typed amount that is far from what is owed or usual: said under its field, never refused. */
import { formatMoney } from '#ui/format.ts';

const TIMES = 3;

export interface Usual {
  /** 0 where none is known; then nothing is said. */
  amount: number;
  /** What it is, to follow 'tres veces': 'lo que debe'. */
  what: string;
  /** What the form does: 'cobrar'. */
  before: string;
  noun?: string;
  format?: (amount: number) => string;
}

/** What to say of a typed amount; '' while it is nothing out of the way. */
export function unusual(
  typed: unknown,
  { amount, what, before, noun = 'El monto', format = formatMoney }: Usual,
): string {
  // In ten-thousandths, since a triple of fractions is not exact.
  const whole = (value: number) => Math.round(value * 10_000);
  if (typeof typed !== 'number' || !(amount > 0 && whole(typed) > TIMES * whole(amount))) return '';
  return `${noun} es más de tres veces ${what} (${format(amount)}). Revíselo antes de ${before}`;
}

/** The amount in the middle of others, which one slip among them does not move; 0 of none. */
export function usualOf(amounts: readonly number[]): number {
  const sorted = amounts.filter((amount) => amount > 0).toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
