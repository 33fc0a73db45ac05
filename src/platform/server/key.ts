/** The key-encryption key of an installation without PORTON_LLAVE. */

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { parseKey } from './config.ts';
import { createAtomically } from './process-identity.ts';

const FILE = 'llave';

/**
 * The 32 bytes kept in `<dataDir>/llave` (base64, readable by the owner only), made when the file is missing.
 * @throws Error in Spanish when the file does not hold a key
 */
export function loadOrCreateKey(dataDir: string): Buffer {
  const path = join(dataDir, FILE);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path)) createAtomically(path, textOf(randomBytes(32)), 0o600);
  return readKey(path);
}

/** The kept key, or undefined when there is none yet. */
export function loadKey(dataDir: string): Buffer | undefined {
  const path = join(dataDir, FILE);
  return existsSync(path) ? readKey(path) : undefined;
}

/** Keeps the key that restored data were wrapped with; another one that was there stays beside it under a dated name. */
export function installKey(dataDir: string, key: Buffer): void {
  const path = join(dataDir, FILE);
  if (loadKey(dataDir)?.equals(key)) return;
  if (existsSync(path)) renameSync(path, `${path}.anterior-${new Date().toISOString().replaceAll(':', '')}`);
  createAtomically(path, textOf(key), 0o600);
}

function textOf(key: Buffer): string {
  return `${key.toString('base64')}\n`;
}

function readKey(path: string): Buffer {
  try {
    return parseKey(readFileSync(path, 'utf8').trim());
  } catch (error) {
    throw new Error(`La llave de ${path} no sirve: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
