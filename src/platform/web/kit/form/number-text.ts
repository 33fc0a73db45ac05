/** What may be typed into a number field, pure. */

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
