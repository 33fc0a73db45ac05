/** The key-encryption key of an installation without PORTON_LLAVE. */

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseKey } from './config.ts';
import { createAtomically } from './process-identity.ts';

/**
 * The 32 bytes kept in `<dataDir>/llave` (base64, readable by the owner only), made when the file is missing.
 * @throws Error in Spanish when the file does not hold a key
 */
export function loadOrCreateKey(dataDir: string): Buffer {
  const path = join(dataDir, 'llave');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path)) createAtomically(path, `${randomBytes(32).toString('base64')}\n`, 0o600);
  try {
    return parseKey(readFileSync(path, 'utf8').trim());
  } catch (error) {
    throw new Error(`La llave de ${path} no sirve: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
