/**
 * Where the server's log lines go. A log must never end the process nor fill its disk: what cannot be written is kept for a
 * while, then dropped and counted, and written again once there is room; a file is turned over at a size and is its owner's
 * alone.
 */
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  write,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { reason } from './obstacles.ts';
import { giveToOwner, isErrno } from './process-identity.ts';

const writeTo: (fd: number, bytes: Uint8Array, offset: number) => Promise<{ bytesWritten: number }> = promisify(write);

export interface LogStream {
  /** Takes one whole line; never throws and never waits. */
  write(line: string): void;
  /** Writes what is still to be written, as far as that is possible, and closes the file. */
  end(): Promise<void>;
}

export type LogFileLimits = Readonly<{
  fileBytesMax: number;
  filesMax: number;
  heldCharactersMax: number;
  retryMs: number;
  /** How long lines are gathered that follow a write: each is a thread's work and wakes this one again. */
  gatherMs: number;
}>;

const LIMITS: LogFileLimits = {
  ...{ fileBytesMax: 20_000_000, filesMax: 5, heldCharactersMax: 1_000_000 },
  ...{ retryMs: 1_000, gatherMs: 20 },
};

const LAST_WRITE_MS = 2_000;

/** Where the bytes of a log end up. */
interface Sink {
  /** Writes all of it, or throws with how much was taken. */
  take(bytes: Buffer): Promise<void>;
  close(): void;
}

/** Some of the bytes were written before the rest could not be. */
class Partly extends Error {
  readonly written: number;
  constructor(written: number, cause: unknown) {
    super('only a part was written', { cause });
    this.written = written;
  }
}

async function writeAll(fd: number, bytes: Buffer): Promise<void> {
  let written = 0;
  try {
    while (written < bytes.length) written += (await writeTo(fd, bytes, written)).bytesWritten;
  } catch (error) {
    throw new Partly(written, error);
  }
}

function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // Somebody else's: whether it can be written shows when it is.
  }
}

/** porton.jsonl, and its elders porton.jsonl.1 (the newest) and so on. */
class TurnedFile implements Sink {
  readonly #path: string;
  readonly #limits: LogFileLimits;
  #fd: number | undefined;
  #size = 0;

  constructor(path: string, limits: LogFileLimits) {
    this.#path = path;
    this.#limits = limits;
    const folder = dirname(path);
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) giveToOwner(folder, { made });
    // A log of before may have been readable by everybody.
    restrict(folder, 0o700);
    for (const name of readdirSync(folder)) if (name.startsWith(basename(path))) restrict(join(folder, name), 0o600);
  }

  #open(): number {
    const fd = openSync(this.#path, 'a', 0o600);
    fchmodSync(fd, 0o600);
    giveToOwner(this.#path);
    this.#size = fstatSync(fd).size;
    return fd;
  }

  #turn(): void {
    this.close();
    for (let age = this.#limits.filesMax - 1; age > 0; age -= 1) {
      const from = age === 1 ? this.#path : `${this.#path}.${age - 1}`;
      if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${this.#path}.${age}`);
    }
  }

  async take(bytes: Buffer): Promise<void> {
    this.#fd ??= this.#open();
    if (this.#size > 0 && this.#size + bytes.length > this.#limits.fileBytesMax) {
      this.#turn();
      this.#fd = this.#open();
    }
    try {
      await writeAll(this.#fd, bytes);
      this.#size += bytes.length;
    } catch (error) {
      if (error instanceof Partly) this.#size += error.written;
      throw error;
    }
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

class Log implements LogStream {
  readonly #sink: Sink;
  readonly #limits: LogFileLimits;
  readonly #complain: (message: string) => void;
  #held: string[] = [];
  #heldCharacters = 0;
  #dropped = 0;
  #ending = false;
  #failing = false;
  #writing: Promise<void> | undefined;
  readonly #waiting = new AbortController();

  constructor(sink: Sink, limits: LogFileLimits, complain: (message: string) => void) {
    this.#sink = sink;
    this.#limits = limits;
    this.#complain = complain;
  }

  write(line: string): void {
    if (this.#heldCharacters + line.length > this.#limits.heldCharactersMax) {
      this.#dropped += 1;
      return;
    }
    this.#held.push(line);
    this.#heldCharacters += line.length;
    this.#writing ??= this.#drain();
  }

  async end(): Promise<void> {
    this.#ending = true;
    this.#waiting.abort();
    // A reader that stands still must not keep the process from ending.
    await Promise.race([this.#writing, sleep(LAST_WRITE_MS, undefined, { ref: false })]);
    this.#sink.close();
  }

  /** Writes until nothing is held. While it cannot, it tries again after a pause; at the end it does not wait. */
  async #drain(): Promise<void> {
    // What arrives in the same turn leaves in one write.
    await Promise.resolve();
    let rest: Buffer | undefined;
    while (rest || this.#held.length > 0) {
      const bytes: Buffer = rest ?? this.#takeHeld();
      rest = undefined;
      try {
        await this.#sink.take(bytes);
        this.#failing = false;
        await this.#pause(this.#limits.gatherMs);
      } catch (error) {
        const { written, cause } = error instanceof Partly ? error : { written: 0, cause: error };
        // A reader that is only slow is nobody's fault.
        if (!this.#failing && !isErrno(cause, 'EAGAIN')) {
          this.#failing = true;
          this.#complain(`No se puede escribir el registro del servidor: ${reason(cause)} Portón sigue en marcha.`);
        }
        if (this.#ending) break;
        rest = bytes.subarray(written);
        await this.#pause(this.#limits.retryMs);
      }
    }
    this.#writing = undefined;
  }

  /** Until so much has passed, or the end has come. */
  async #pause(ms: number): Promise<void> {
    if (this.#ending) return;
    await sleep(ms, undefined, { ref: false, signal: this.#waiting.signal }).catch(() => undefined);
  }

  #takeHeld(): Buffer {
    if (this.#dropped > 0) {
      const line = { level: 40, time: Date.now(), evento: 'registro', perdidas: this.#dropped, msg: 'líneas perdidas' };
      this.#held.push(`${JSON.stringify(line)}\n`);
      this.#dropped = 0;
    }
    const bytes = Buffer.from(this.#held.join(''));
    this.#held = [];
    this.#heldCharacters = 0;
    return bytes;
  }
}

function toStderr(message: string): void {
  console.error(message);
}

/**
 * The log in a file, which is made with its folder.
 * @throws the system's error where the folder cannot be made
 */
export function logFile(
  path: string,
  limits: Partial<LogFileLimits> = {},
  complain: (message: string) => void = toStderr,
): LogStream {
  const all = { ...LIMITS, ...limits };
  return new Log(new TurnedFile(path, all), all, complain);
}

/** The log on an open descriptor, such as the standard output, which is not closed. */
export function logTo(
  fd: number,
  limits: Partial<LogFileLimits> = {},
  complain: (message: string) => void = toStderr,
): LogStream {
  return new Log({ take: (bytes) => writeAll(fd, bytes), close: () => undefined }, { ...LIMITS, ...limits }, complain);
}

/** Removes all but the newest `count` files of a folder whose name fits; a folder that is not there has none. */
export function keepNewest(folder: string, name: RegExp, count: number): void {
  try {
    const dated = readdirSync(folder)
      .filter((file) => name.test(file))
      .map((file) => ({ path: join(folder, file), at: statSync(join(folder, file)).mtimeMs }));
    for (const { path } of dated.toSorted((a, b) => b.at - a.at).slice(count)) rmSync(path, { force: true });
  } catch {
    // The next turn removes what could not be removed now.
  }
}
