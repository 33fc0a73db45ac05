/** Downloads that are sent while they are made. */
import type { Tx, Within } from './db.ts';

/**
 * What `produce` gives, in the transaction of `within`, which begins with the first chunk asked for. It is made at its
 * own pace and waits in memory for whoever reads slowly: a connection is held for as long as the rows take, not for as long
 * as a slow line does. `produce` therefore gives compressed chunks. Who stops reading stops it.
 */
export async function* streamed(
  within: Within,
  produce: (tx: Tx) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let wake: () => void = () => undefined;
  let stopped = false;
  let ended = false;
  let failure: unknown;
  const work = within(async (tx) => {
    for await (const chunk of produce(tx)) {
      if (stopped) return;
      ready.push(chunk);
      wake();
    }
  })
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      ended = true;
      wake();
    });
  try {
    for (;;) {
      const chunk = ready.shift();
      if (chunk) yield chunk;
      else if (ended) break;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    stopped = true;
    await work;
  }
  if (failure !== undefined) throw failure;
}
