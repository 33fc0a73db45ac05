/**
 * Where the bytes of uploaded files are kept. Rows of `archivo` name them; the store knows only keys, which the server makes
 * (`fileKey`), so that nothing a user typed ever becomes part of a path.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Unavailable } from './errors.ts';
import type { FileStore } from './file-store.ts';
import { type Asked, asked } from './outside.ts';
import { giveToOwner } from './process-identity.ts';
import type { Bucket } from './s3-files.ts';

const KEY = /^[a-z0-9_]+\/[a-z]+\/[0-9a-f-]{36}$/;

/** A fresh key: community's schema, use, random. */
export function fileKey(schema: string, uso: string): string {
  return `${schema}/${uso}/${randomUUID()}`;
}

/** The embedded default: one file per key below a folder that is made when it is first needed. Backups include it. */
export function localFiles(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a key of the file store');
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (made !== undefined) giveToOwner(dirname(path), { made });
      // Under another name until all of it is on the disk: a process that dies midway leaves no half file under the key.
      const partial = `${path}.parcial`;
      try {
        const handle = await open(partial, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        giveToOwner(partial);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Where this installation keeps files: in its bucket, or else below the data folder. */
export async function openFiles(bucket: Bucket | undefined, dataDir: string): Promise<Asked<FileStore>> {
  // The client of buckets is only loaded where there is one.
  return asked(bucket ? (await import('./s3-files.ts')).s3Files(bucket) : localFiles(join(dataDir, 'archivos')));
}

/** Why nothing can be kept at this time, in the store's own words; undefined where it can. */
export async function faultOfFiles(files: FileStore): Promise<string | undefined> {
  const key = fileKey('prueba', 'almacen');
  try {
    await files.put(key, Uint8Array.of(1));
    await files.remove(key);
    return undefined;
  } catch (error) {
    const fault = error instanceof Unavailable ? error.cause : error;
    return fault instanceof Error ? fault.message : String(fault);
  }
}

/** Forgets everything with the process: for tests and measures. */
export function memoryFiles(): FileStore {
  const kept = new Map<string, Uint8Array>();
  return {
    put: async (key, bytes) => void kept.set(key, bytes),
    get: async (key) => kept.get(key),
    remove: async (key) => void kept.delete(key),
  };
}
