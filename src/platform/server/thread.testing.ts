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

/** Waits for so long without using the processor, as one that others keep busy. */
export const rest = (ms: number): string => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export const unsendable = (): (() => void) => () => undefined;
