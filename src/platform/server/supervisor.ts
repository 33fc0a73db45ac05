/**
 * Keeps a server running that this process has not always started itself: it looks at it a few times a second and starts it
 * again when it is gone, at once and then after growing pauses, until it gives up.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export type Supervised = Readonly<{
  /** Whether it lives at this moment. */
  alive(): boolean;
  /** Starts it and waits until it answers; a rejection says why it does not. */
  revive(): Promise<void>;
  /** Why it went, as far as it said itself. */
  reason(): string;
  /** Takes Spanish sentences for the person who watches. */
  log(message: string): void;
  /** Told once, with a Spanish sentence, when nothing more is tried. */
  onGivenUp(message: string): void;
}>;

const LOOK_EVERY_MS = 250;
/** Before each try in a row; after the last of them there is none. */
const PAUSES_MS: readonly number[] = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
/** A server that lived so long was started well: should it go, that is a new beginning and not one more failure. */
const PROVEN_MS = 5_000;

/** Begins to watch. What it gives ends the watch, once a try that is under way is over. */
export function supervise(
  { alive, revive, reason, log, onGivenUp }: Supervised,
  pausesMs: readonly number[] = PAUSES_MS,
): () => Promise<void> {
  const ending = new AbortController();
  // Nothing is left to wait for once the watch ends; an empty event loop is not kept alive by it.
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);

  async function reviveInTries(tried: number): Promise<number | undefined> {
    let why = reason();
    for (let tries = tried; ; tries += 1) {
      const wait = pausesMs[tries];
      if (wait === undefined) {
        onGivenUp(
          `La base de datos se detuvo y no se pudo volver a iniciar tras ${pausesMs.length} intentos. ${why}\nCorrija la causa e inicie Portón de nuevo; lo que ya se había confirmado está guardado.`,
        );
        return undefined;
      }
      await pause(wait);
      if (ending.signal.aborted) return undefined;
      try {
        await revive();
        return tries + 1;
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
        if (!ending.signal.aborted) log(`No se pudo iniciar la base de datos (intento ${tries + 1}). ${why}`);
      }
    }
  }

  async function watch(): Promise<void> {
    let tries = 0;
    let revivedAt = 0;
    for (;;) {
      await pause(LOOK_EVERY_MS);
      if (ending.signal.aborted) return;
      if (alive()) {
        if (performance.now() - revivedAt > PROVEN_MS) tries = 0;
        continue;
      }
      log('La base de datos se detuvo sola; se inicia de nuevo…');
      const done = await reviveInTries(tries);
      if (done === undefined || ending.signal.aborted) return;
      tries = done;
      revivedAt = performance.now();
      log('La base de datos responde de nuevo.');
    }
  }

  const watching = watch();
  return () => {
    ending.abort();
    return watching;
  };
}
