/** Functions for the tests of threads. */
import { Refusal } from './errors.ts';

export const twice = async (n: number): Promise<number> => n * 2;

export function refuse(): never {
  throw new Refusal('No se puede');
}

/** Never ends. */
export function spin(): never {
  for (;;) Math.sqrt(2);
}

export const unsendable = (): (() => void) => () => undefined;
