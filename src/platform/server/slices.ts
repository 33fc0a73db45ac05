/** Work of many small steps on the server's own thread, in slices between which requests have their turn. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 15;

/** Takes all steps; gives what the last one returns. Each has to be short. */
export async function inSlices<T>(steps: Iterator<unknown, T>): Promise<T> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() > until) {
      await nextTurn();
      until = performance.now() + SLICE_MS;
    }
  }
}

/** `Array.map` in slices. */
export function mapInSlices<T, V>(items: readonly T[], map: (item: T) => V): Promise<V[]> {
  return inSlices(
    (function* () {
      const mapped: V[] = [];
      for (const item of items) {
        mapped.push(map(item));
        yield;
      }
      return mapped;
    })(),
  );
}
