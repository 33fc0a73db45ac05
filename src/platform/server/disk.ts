/**
 * Keeps the last of the disk for what must not stop: PostgreSQL's log and its checkpoints. Below a reserve of free space what
 * writes is refused with a sentence, while reading goes on; it is let through again by itself.
 */
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from './db.ts';
import { Unavailable } from './errors.ts';
import { isErrno } from './process-identity.ts';

export interface DiskState {
  /** True while there is less than the reserve. */
  readonly low: boolean;
}

export interface DiskWatch extends DiskState {
  stop(): void;
}

/** Where the disk is somebody else's to watch, such as an external database's. */
export const ENDLESS_DISK: DiskState = { low: false };

const SHORT =
  'Queda poco espacio en el disco del servidor y no se guardó nada. Avise a quien administra el equipo; en cuanto haya espacio podrá intentarlo de nuevo';

/** The answer to what would write while the disk is short, or found it full. */
export function diskShort(cause?: unknown): Unavailable {
  return new Unavailable(SHORT, cause === undefined ? {} : { cause });
}

const DISK_FULL = '53100';

/** Whether an error, or what caused it, is a full disk: the database's, or one of our own files'. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (sqlState(error) === DISK_FULL || isErrno(error, 'ENOSPC') || isErrno(error, 'EDQUOT')) return true;
  return isDiskFull(error.cause);
}

const LOOK_EVERY_MS = 2_000;
/** The nearer the reserve, the sooner it can be used up between two looks. */
const LOOK_OFTEN_MS = 250;
const NEAR = 4;

/** What a user other than root may still write there. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export interface DiskWatchOptions {
  folder: string;
  /** 0: nothing is ever refused. */
  reserveBytes: number;
  /** Hears of each change, with the free bytes. */
  onChange(low: boolean, free: number): void;
  free?: (folder: string) => Promise<number>;
}

/** Looks at the disk of a folder from now on; what it gives is true to the first look. */
export async function watchDisk({
  folder,
  reserveBytes,
  onChange,
  free = freeBytes,
}: DiskWatchOptions): Promise<DiskWatch> {
  let low = false;
  const ending = new AbortController();

  /** Gives when to look next. A disk that cannot be asked is no reason to refuse anything. */
  async function look(): Promise<number> {
    const bytes = await free(folder).catch(() => Number.POSITIVE_INFINITY);
    const isLow = bytes < reserveBytes;
    if (isLow !== low) {
      low = isLow;
      onChange(low, bytes);
    }
    return bytes < reserveBytes * NEAR ? LOOK_OFTEN_MS : LOOK_EVERY_MS;
  }

  async function watch(): Promise<void> {
    for (let wait = await look(); !ending.signal.aborted; wait = await look()) {
      await sleep(wait, undefined, { ref: false, signal: ending.signal }).catch(() => undefined);
    }
  }

  await look();
  void watch();
  return {
    get low() {
      return low;
    },
    stop: () => ending.abort(),
  };
}
