/**
 * Tells processes apart across restarts of the machine, and gives a lock on a folder that the kernel
 * drops when its holder dies. Linux only, as the embedded database is.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A text that names the life of process `pid`: boot of the machine and start time within it, so that a
 * process number used again is not mistaken. Undefined when there is no such process, or only its remains.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name stands in parentheses and may hold spaces; what follows its last one is regular.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTime] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTime}`;
  } catch {
    return undefined;
  }
}

export type LockHolder = Readonly<{ pid: number; identity: string; address: string; since: string }>;

/** The live holder of the lock file, if any. A file left by a dead process, or half written, has none. */
export function lockHolder(path: string): LockHolder | undefined {
  try {
    const holder: unknown = JSON.parse(readRegular(path));
    if (!isHolder(holder)) return undefined;
    return processIdentity(holder.pid) === holder.identity ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes the lock file in this process's name, replacing one left by a dead process. Call it inside
 * `withFolderMutex`: looking and writing are two steps. Returns the live holder when there is one.
 */
export function takeLock(path: string, address: string): LockHolder | undefined {
  const holder = lockHolder(path);
  if (holder) return holder;
  const own: LockHolder = {
    pid: process.pid,
    identity: processIdentity(process.pid) ?? '',
    address,
    since: new Date().toISOString(),
  };
  writeAtomically(path, `${JSON.stringify(own)}\n`, 0o644);
  return undefined;
}

/** Removes the lock file if it is this process's. */
export function releaseLock(path: string): void {
  if (lockHolder(path)?.pid === process.pid) rmSync(path, { force: true });
}

/** The text of a file. What is none is refused: a pipe would be waited for until somebody writes to it. */
export function readRegular(path: string): string {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(fd).isFile()) {
      throw Object.assign(new Error(`${path} is no regular file`), { code: 'EFTYPE', syscall: 'read', path });
    }
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

/** Writes a whole file or nothing: into a neighbour first, then over the name. */
export function writeAtomically(path: string, content: string, mode: number): void {
  renameSync(draftOf(path, content, mode), path);
}

/** A file beside the one to come, of just this mode: whoever else has to read it must not be kept out by the umask. */
function draftOf(path: string, content: string, mode: number): string {
  const draft = `${path}.${process.pid}.nuevo`;
  rmSync(draft, { force: true });
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
  giveToOwner(draft, { mode });
  return draft;
}

/**
 * What root has made in a folder of somebody else's is his, so that he can go on with it; nothing where the folder is root's
 * or this process is not. `made`: the topmost of the folders that were made for it, which are given too.
 */
export function giveToOwner(path: string, { made = path, mode }: { made?: string; mode?: number } = {}): void {
  const root = process.getuid?.() === 0;
  if (!root && mode === undefined) return;
  if (path !== made) giveToOwner(dirname(path), { made });
  // By its descriptor: the folder's owner could put a link in its place between two looks.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { uid, gid } = statSync(dirname(path));
    const found = fstatSync(fd);
    if (root && uid !== 0 && (found.isDirectory() || found.nlink === 1)) fchownSync(fd, uid, gid);
    if (mode !== undefined) fchmodSync(fd, mode);
  } finally {
    closeSync(fd);
  }
}

/** As writeAtomically, but keeps a file that is already there. */
export function createAtomically(path: string, content: string, mode: number): void {
  const draft = draftOf(path, content, mode);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

export type MutexOptions = Readonly<{
  waitMs: number;
  /** Told once, when it takes longer than a moment. */
  onWait?: () => void;
  /** Why it is not waited for any more. */
  abandoned?: () => string | undefined;
}>;

/** The folder was not to be had; the message, in Spanish, says why. */
export class FolderBusy extends Error {}

const MUTEX = 'porton.mutex';
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process runs work on the same folder. The mutex is a lock of the kernel's on a file that only the
 * folder's users may open, so that nobody else can hold it and a kill leaves nothing behind. SQLite takes it, for Node has no
 * call of its own; nothing is ever written.
 */
export async function withFolderMutex<T>(
  folder: string,
  { waitMs, onWait = () => undefined, abandoned = () => undefined }: MutexOptions,
  work: () => Promise<T>,
): Promise<T> {
  const path = join(folder, MUTEX);
  if (!existsSync(path)) createAtomically(path, '', 0o600);
  accessSync(path, constants.R_OK | constants.W_OK);
  const began = Date.now();
  let warned = false;
  for (;;) {
    const lock = holdFile(path);
    if (lock) {
      try {
        return await work();
      } finally {
        lock.close();
      }
    }
    const why = abandoned();
    if (why !== undefined) throw new FolderBusy(why);
    if (Date.now() - began > waitMs)
      throw new FolderBusy(
        `Otro proceso de Portón ocupa la carpeta de datos ${folder} desde hace demasiado. Espere a que termine o deténgalo.`,
      );
    if (!warned && Date.now() - began > 1000) {
      warned = true;
      onWait();
    }
    await sleep(25);
  }
}

/** An error with that code, or, where none is given, any of the system's. */
export function isErrno(error: unknown, code?: string): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return code === undefined ? 'syscall' in error : error.code === code;
}

/** The lock on that file, to be closed, or undefined where another has it. */
function holdFile(path: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(path);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

function isHolder(value: unknown): value is LockHolder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    Number.isInteger(value.pid) &&
    'identity' in value &&
    typeof value.identity === 'string' &&
    'address' in value &&
    'since' in value
  );
}
