/** Painters for the tests of the PDF thread. */
import type { Pdf } from './pdf-draw.ts';

export const words = (text: string): Pdf => ({
  name: `${text}.pdf`,
  definition: { content: [text], defaultStyle: { font: 'Roboto' } },
});

export function fail(text: string): Pdf {
  throw new Error(text);
}

/** Takes memory until there is none. */
export function exhaust(): Pdf {
  const kept: number[][] = [];
  for (;;) kept.push(new Array<number>(1_000_000).fill(kept.length));
}
