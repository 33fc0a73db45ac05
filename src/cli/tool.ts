/** What every command line tool needs around its work: configuration, database, and sentences instead of stacks. */
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, loadConfig } from '#platform/server/config.ts';
import { type Database, openDatabase } from '#platform/server/database.ts';
import { defaultDataDir } from '#platform/server/embedded-postgres.ts';
import { Obstacle, reason, sentenceOf } from '#platform/server/obstacles.ts';

/** A call that cannot be understood; the message tells the usage. */
export class UsageError extends Obstacle {}

/**
 * Runs a tool on the installation's database: attaches to the running embedded server, or starts it for as long as the
 * tool works. Sets the exit code. `needsData`: it makes no installation where there is none.
 */
export async function runTool(
  work: (config: Config, database: Database) => Promise<void>,
  { needsData = false }: { needsData?: boolean } = {},
): Promise<void> {
  try {
    const config = loadConfig(process.env);
    if (needsData) requireData(config);
    const database = await openDatabase(config, (line) => console.error(line), { mode: 'attach' });
    try {
      await work(config, database);
    } finally {
      await database.stop();
    }
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exitCode = 1;
  }
}

/** A folder that was mistyped must not become an installation. */
function requireData({ database, dataDir = defaultDataDir() }: Config): void {
  if (database.kind === 'external' || existsSync(join(dataDir, 'postgres.json'))) return;
  throw new Obstacle(`En ${dataDir} no hay datos de Portón. Revise PORTON_DATA, o defina DATABASE_URL.`);
}

/**
 * The bytes of a file that somebody named. A pipe would be waited for until somebody writes to it, and a device has no end.
 * @throws UsageError in a sentence
 */
export function readGiven(path: string, bytesMax: number): Buffer {
  const unreadable = (why: string) => new UsageError(`No se puede leer ${path}: ${why}`);
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unreadable(`${reason(error)} Revise la ruta.`);
  }
  try {
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw unreadable('es una carpeta, no un archivo. Indique el archivo.');
    if (!stat.isFile()) throw unreadable('no es un archivo. Indique el archivo.');
    if (stat.size > bytesMax) {
      throw unreadable(
        `mide ${formatBytes(stat.size)} y se leen ${formatBytes(bytesMax)}. Revise que sea el que quería.`,
      );
    }
    return readFileSync(fd);
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(reason(error));
  } finally {
    closeSync(fd);
  }
}

/** 1536 → '1.5 KiB'. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${units[power]}`;
}
