/** Downloads that are sent while they are made. */
import type { Tx, Within } from './db.ts';
import { Unavailable } from './errors.ts';

const MIB = 1024 * 1024;
/** What may wait in memory for all readers together. */
const WAITING_BYTES_MAX = 128 * MIB;

/** A download's chunks on the way to its reader. */
class Backlog {
  readonly #ready: Uint8Array[] = [];
  #wake: () => void = () => undefined;
  #bytes = 0;
  /** Of what nobody is to hear any more: its reader has gone, or lets too much wait. */
  stopped = false;
  failure: unknown;
  ended = false;

  get bytes(): number {
    return this.#bytes;
  }

  put(chunk: Uint8Array): void {
    this.#ready.push(chunk);
    this.#bytes += chunk.byteLength;
    this.#wake();
  }

  end(): void {
    this.ended = true;
    this.#wake();
  }

  /** Lets go of what waits; whoever reads is told why. */
  breakOff(failure: unknown): void {
    this.stopped = true;
    this.failure = failure;
    this.#ready.length = 0;
    this.#bytes = 0;
    this.end();
  }

  /** The next chunk; undefined at the end. */
  async take(): Promise<Uint8Array | undefined> {
    while (this.#ready.length === 0 && !this.ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const chunk = this.#ready.shift();
    this.#bytes -= chunk?.byteLength ?? 0;
    return chunk;
  }
}

/** All that somebody still reads. */
const backlogs = new Set<Backlog>();

/** Breaks off whoever lets most wait, until the rest is within bounds. */
function bound(bytesMax: number): void {
  for (;;) {
    let sum = 0;
    let largest: Backlog | undefined;
    for (const backlog of backlogs) {
      sum += backlog.bytes;
      if (backlog.bytes > (largest?.bytes ?? 0)) largest = backlog;
    }
    if (sum <= bytesMax) return;
    largest?.breakOff(new Unavailable('La descarga se recibe demasiado despacio. Intente de nuevo'));
  }
}

/**
 * What `produce` gives, in the transaction of `within`, which begins with the first chunk asked for. It is made at its
 * own pace and waits in memory for whoever reads slowly: a connection is held for as long as the rows take, not for as long
 * as a slow line does. `produce` therefore gives compressed chunks. Who stops reading stops it; where more waits than
 * `bytesMax`, of all downloads together, the one of which most waits is broken off.
 */
export async function* streamed(
  within: Within,
  produce: (tx: Tx) => AsyncIterable<Uint8Array>,
  bytesMax = WAITING_BYTES_MAX,
): AsyncGenerator<Uint8Array> {
  const backlog = new Backlog();
  backlogs.add(backlog);
  const work = within(async (tx) => {
    for await (const chunk of produce(tx)) {
      if (backlog.stopped) return;
      backlog.put(chunk);
      bound(bytesMax);
    }
  })
    .catch((error: unknown) => {
      backlog.failure ??= error;
    })
    .finally(() => backlog.end());
  try {
    for (let chunk = await backlog.take(); chunk; chunk = await backlog.take()) yield chunk;
  } finally {
    backlogs.delete(backlog);
    backlog.stopped = true;
    await work;
  }
  if (backlog.failure !== undefined) throw backlog.failure;
}
