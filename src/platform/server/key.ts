/** The key-encryption key of an installation without PORTON_LLAVE. */

import { randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { parseKey } from './config.ts';
import { asOwner } from './migrate.ts';
import { Obstacle, reason } from './obstacles.ts';
import { createAtomically, readRegular } from './process-identity.ts';

const FILE = 'llave';

/** What the key is asked of: a configuration and an open database. */
interface Installation {
  key?: Buffer | undefined;
  dataDir: string;
  ownerUrl: string;
}

/**
 * PORTON_LLAVE, else the 32 bytes kept in `<dataDir>/llave` (base64, readable by the owner only). The file is made for an
 * installation without communities alone: for one that has some, a new key would only hide that theirs is missing.
 * @throws Obstacle when the key is missing or the file does not hold one
 */
export async function masterKey({ key, dataDir, ownerUrl }: Installation): Promise<Buffer> {
  const found = key ?? loadKey(dataDir);
  if (found) return found;
  const path = join(dataDir, FILE);
  if (await hasCommunities(ownerUrl)) {
    throw new Obstacle(
      `Falta ${path}, la llave con que se guardaron los datos de esta instalación. Devuelva a su lugar la copia que guardó aparte, o indique su contenido en PORTON_LLAVE. No se creó otra: con ella esos datos no se podrían leer.`,
    );
  }
  createAtomically(path, textOf(randomBytes(32)), 0o600);
  return readKey(path);
}

function hasCommunities(ownerUrl: string): Promise<boolean> {
  return asOwner(ownerUrl, async (client) => {
    const { rows: made } = await client.query("SELECT 1 WHERE to_regclass('porton.comunidad') IS NOT NULL");
    if (made.length === 0) return false;
    const { rowCount } = await client.query('SELECT 1 FROM porton.comunidad LIMIT 1');
    return rowCount !== 0;
  });
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
  let text: string;
  try {
    text = readRegular(path);
  } catch (error) {
    throw new Obstacle(`No se puede leer la llave de ${path}: ${reason(error)}`);
  }
  try {
    return parseKey(text.trim());
  } catch {
    throw new Obstacle(
      `El archivo ${path} no contiene una llave (32 bytes en base64). Devuelva a su lugar la copia que guardó aparte, o indique su contenido en PORTON_LLAVE.`,
    );
  }
}
