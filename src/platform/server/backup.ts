/**
 * Backup and restoration: one encrypted file with every row of the installation and its communities, the stored files
 * and the key-encryption key. Taken from the running product by COPY in one snapshot; streamed both ways.
 *
 * Inside the container (backup-file.ts) the content is gzipped frames: a letter, the payload's length, the payload.
 *   M manifest · T table, then D data …, E end · F file, then D data …, E end · Z end of all
 */

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { link, mkdir, open as openFile, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import * as z from 'zod';
import { BackupError, type BackupSecret, ByteReader, open, seal, uint32 } from './backup-file.ts';
import {
  COPY_SETTINGS,
  loosen,
  type MigrationMark,
  migrationsOf,
  quote,
  sequencesOf,
  type Table,
  tablesOf,
} from './backup-tables.ts';
import { freeBytes, isDiskFull } from './disk.ts';
import { asOwner, migrateCommunity, migrateInstallation, migrationsOfCommunity } from './migrate.ts';
import { Obstacle, reason } from './obstacles.ts';
import { orden } from './orden.ts';
import { giveToOwner, isErrno } from './process-identity.ts';

export { BackupError, type BackupSecret } from './backup-file.ts';

const INSTALLATION = 'porton';
const UNFINISHED = 'porton: restauración sin terminar';
/** Any fixed number: the lock that keeps two restorations into one database apart. */
const RESTORE_LOCK = 7_202_613;
/** Below the stored files while they are restored, for what is not yet complete; a restoration that ended well leaves none. */
const UNFINISHED_FILES = '.restauracion';
/** The file system's own, where the folder of the stored files is one. */
const LOST_AND_FOUND = 'lost+found';
const FRAME_MAX = 16 * 1024 * 1024;
const FILE_CHUNK = 256 * 1024;

const manifestSchema = z.object({
  creado: z.string(),
  programa: z.string(),
  /** The key-encryption key, base64: without it the wrapped keys among the rows could not be read. */
  llave: z.string(),
  /** Of a backup of one community alone, which has no schema of the installation. */
  comunidad: z
    .object({ codigo: z.string(), nombre: z.string().nullable(), host: z.string().nullable(), zonaHoraria: z.string() })
    .optional(),
  esquemas: z.array(
    z.object({
      nombre: z.string(),
      migraciones: z.array(z.object({ version: z.number(), huella: z.string() })),
      tablas: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
      secuencias: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;

const tableSchema = z.object({ esquema: z.string(), tabla: z.string() });
const fileSchema = z.object({ ruta: z.string() });
const endSchema = z.object({ filas: z.number(), huella: z.string() });

/** Counts for the person who watches. */
export type BackupSummary = Readonly<{
  communities: number;
  tables: number;
  rows: number;
  files: number;
  created: string;
}>;

export type Counts = { tables: number; rows: number; files: number };

export type BackupOptions = Readonly<{
  ownerUrl: string;
  dataDir: string;
  /** The installation's key-encryption key, which goes into the file. */
  key: Buffer;
  secret: BackupSecret;
  /** Product version, told to the person who restores. */
  version: string;
  /** Path of the backup; must not exist. */
  file: string;
  /** The code of the one community that it is of; all of them and the installation unless told. */
  codigo?: string;
  /** Free bytes that it leaves on the disk of the data folder, should it be written there; none unless told. */
  reserveBytes?: number;
}>;

/**
 * Writes a backup of the running installation. The file appears under its name only when it is whole.
 * @throws BackupError with a Spanish message
 */
export async function writeBackup({
  ownerUrl,
  dataDir,
  key,
  secret,
  version,
  file,
  codigo,
  reserveBytes = 0,
}: BackupOptions): Promise<BackupSummary> {
  if (existsSync(file)) throw new BackupError(`Ya existe ${file}; indique otro nombre para el respaldo.`);
  const folder = dirname(file);
  // Not made where it is missing: on a disk that is not mounted the backup would land beside what it is a copy of.
  if (!existsSync(folder)) {
    throw new BackupError(`No existe la carpeta ${folder}. Créela, o monte su disco, e intente de nuevo.`);
  }
  // Its own, whoever else writes a backup under the same name at this moment.
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.parcial`;
  const counts: Counts = { tables: 0, rows: 0, files: 0 };
  const created = new Date().toISOString();
  try {
    return await asOwner(ownerUrl, async (client) => {
      client.on('error', () => undefined);
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${COPY_SETTINGS}`);
      const { schemas, comunidad } = await schemasToSave(client, codigo);
      const about = { creado: created, programa: version, llave: key.toString('base64'), comunidad };
      const content = async function* () {
        yield* databaseFrames(client, schemas, about, counts);
        yield* fileFrames(filesOf(dataDir), counts, comunidad && schemas);
        yield frame('Z', counts);
      };
      await pipeline(
        content,
        createGzip({ level: 4 }),
        (compressed: AsyncIterable<Uint8Array>) =>
          leaving(seal(compressed, secret), onSameDisk(folder, dataDir) ? reserveBytes : 0, folder),
        createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      );
      await client.query('COMMIT');
      await publish(draft, file);
      return { communities: comunidad ? 1 : schemas.length - 1, ...counts, created };
    });
  } catch (error) {
    await rm(draft, { force: true });
    // A write that fails does not tell to which file.
    if (isDiskFull(error) || (isErrno(error) && error.path === draft))
      throw new BackupError(`No se pudo escribir ${file}: ${reason(error)}`);
    throw error;
  }
}

/** Gives a finished file its name, which another may have taken meanwhile. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file).catch(async (error: unknown) => {
      if (!isErrno(error) || !NO_LINKS.has(error.code ?? '')) throw error;
      // A file system without links: the name is taken first, and what takes it is then replaced.
      await (await openFile(file, 'wx', 0o600)).close();
      await rename(draft, file);
    });
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    throw new BackupError(
      `Ya existe ${file}: otro lo escribió mientras se hacía este respaldo. Indique otro nombre y repita la orden.`,
    );
  }
  await rm(draft, { force: true });
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

const onSameDisk = (one: string, other: string): boolean => statSync(one).dev === statSync(other).dev;

const LOOK_EVERY_BYTES = 8 * 1024 * 1024;

/** Passes chunks on while the disk keeps its reserve: a backup must not take the last of it from the database. */
async function* leaving(
  chunks: AsyncIterable<Uint8Array>,
  reserveBytes: number,
  folder: string,
): AsyncGenerator<Uint8Array> {
  let untilLook = 0;
  for await (const chunk of chunks) {
    if (untilLook <= 0 && (await freeBytes(folder)) < reserveBytes) {
      throw new BackupError(
        `El respaldo dejaría el disco de ${folder} con menos de ${reserveBytes / 1_000_000} MB, que la base de datos necesita. Indique un archivo en otro disco, o libere espacio.`,
      );
    }
    untilLook = untilLook <= 0 ? LOOK_EVERY_BYTES : untilLook - chunk.length;
    yield chunk;
  }
}

export type RestoreOptions = Readonly<{
  ownerUrl: string;
  dataDir: string;
  file: string;
  /** Gives the secret of the kind that the file asks for, or throws a BackupError that says how to give it. */
  secretFor: (kind: BackupSecret['kind']) => BackupSecret;
  /** PORTON_LLAVE when given: must be the key that the backup's data were kept under. */
  key?: Buffer;
  /** Puts the key-encryption key where the restored data will look for it; called when all else is in its place. */
  keepKey: (key: Buffer) => void;
}>;

/**
 * Restores a backup into an installation without communities, made by a program of the same database version. All rows
 * come in one transaction, which ends once the stored files and the key are in their places: after any error before that the
 * installation is still empty, and a restoration that was killed can be repeated.
 * @returns counts, and the key-encryption key that the restored data need
 * @throws BackupError with a Spanish message
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupSummary & { key: Buffer }> {
  const { ownerUrl, dataDir, file, secretFor } = options;
  const frames = readFrames(file, secretFor);
  const files = filesOf(dataDir);
  const draft = join(files, UNFINISHED_FILES);
  try {
    const manifest = await readManifest(frames);
    if (manifest.comunidad) {
      throw new BackupError(
        `El respaldo es de la comunidad ${manifest.comunidad.codigo} sola. Restáurelo con: ${orden('comunidad restaurar ARCHIVO')}`,
      );
    }
    const key = Buffer.from(manifest.llave, 'base64');
    if (options.key && !options.key.equals(key)) {
      throw new BackupError(
        'PORTON_LLAVE no es la llave con que se guardaron los datos de este respaldo. Indique aquélla.',
      );
    }
    await requireVersion(manifest);
    await requireNoFiles(files);
    return await asOwner(ownerUrl, async (client) => {
      client.on('error', () => undefined);
      await requireAlone(client);
      await prepareTarget(client, manifest);
      await clear(files);
      const made = await mkdir(draft, { recursive: true, mode: 0o700 });
      if (made !== undefined) giveToOwner(draft, { made });
      const loaded = await (async () => {
        await client.query(`BEGIN; ${COPY_SETTINGS}`);
        const { counts, settle } = await load(client, manifest, frames, { draft });
        await settle();
        for (const name of await readdir(draft)) await rename(join(draft, name), join(files, name));
        options.keepKey(key);
        return counts;
      })().catch(async (error: unknown) => {
        await clear(files);
        if (made !== draft) await rmdir(files).catch(() => undefined);
        throw error;
      });
      await client.query('COMMIT').catch((error: unknown) => {
        throw new BackupError(
          `Se perdió la base de datos en el último paso (${reason(error)}) y no se sabe si quedó guardado. Repita la orden: si dice que la instalación ya tiene datos, está completa.`,
        );
      });
      await rm(draft, { recursive: true, force: true });
      await client.query('ANALYZE');
      return { communities: manifest.esquemas.length - 1, ...loaded, created: manifest.creado, key };
    });
  } catch (error) {
    // What does not unpack was not written by this program, or not wholly.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw damaged();
    throw error;
  } finally {
    await frames.return(undefined);
  }
}

export const filesOf = (dataDir: string): string => join(dataDir, 'archivos');

/** What there is in a folder of stored files, but for what the file system keeps there. */
async function entriesOf(files: string): Promise<string[]> {
  return existsSync(files) ? (await readdir(files)).filter((name) => name !== LOST_AND_FOUND) : [];
}

/** Empties the stored files of a restoration that did not end well; the mark goes last, so that this can be repeated. */
async function clear(files: string): Promise<void> {
  const names = (await entriesOf(files)).filter((name) => name !== UNFINISHED_FILES);
  for (const name of [...names, UNFINISHED_FILES]) await rm(join(files, name), { recursive: true, force: true });
}

/**
 * Ends what a restoration that was killed at its very end left, for an installation that has its rows; what else it was able
 * to do is done by then. Whether there was any.
 * @throws Obstacle where the rows did not come: a start would fill the installation with something else
 */
export async function endRestoration(dataDir: string, hasRows: boolean): Promise<boolean> {
  const mark = join(filesOf(dataDir), UNFINISHED_FILES);
  if (!existsSync(mark)) return false;
  if (!hasRows) {
    throw new Obstacle(
      `En ${dataDir} hay una restauración en marcha, o que no terminó. Espere a que termine o repítala con ${orden('restore')}; si quiere empezar de nuevo, borre ${filesOf(dataDir)}.`,
    );
  }
  await rm(mark, { recursive: true });
  return true;
}

/** Two restorations would share the folder of the stored files. The lock goes with the connection. */
export async function requireAlone(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [RESTORE_LOCK]);
  if (rows[0]?.got) return;
  throw new BackupError('Otra restauración en la misma base de datos está en marcha. Espere a que termine.');
}

interface Saved {
  schemas: readonly string[];
  comunidad?: Manifest['comunidad'];
}

async function schemasToSave(client: pg.ClientBase, codigo: string | undefined): Promise<Saved> {
  const { rows: found } = await client.query("SELECT 1 WHERE to_regclass('porton.comunidad') IS NOT NULL");
  const { rows } =
    found.length > 0
      ? await client.query<{ esquema: string; practica: boolean } & NonNullable<Manifest['comunidad']>>(
          `SELECT esquema, codigo, nombre, host, zona_horaria AS "zonaHoraria", practica_de IS NOT NULL AS practica
           FROM porton.comunidad ORDER BY codigo`,
        )
      : { rows: [] };
  if (rows.length === 0)
    throw new BackupError('No hay nada que respaldar: esta instalación todavía no tiene comunidades.');
  if (codigo === undefined) return { schemas: [INSTALLATION, ...rows.map(({ esquema }) => esquema)] };
  const one = rows.find((row) => row.codigo === codigo);
  if (!one) {
    throw new BackupError(`No existe la comunidad ${codigo}. Hay: ${rows.map((row) => row.codigo).join(', ')}.`);
  }
  const { esquema, practica, ...comunidad } = one;
  // Restored by itself it would be a community like any other.
  if (practica)
    throw new BackupError(`${codigo} es una práctica: no se respalda sola. Se hace de nuevo de su comunidad.`);
  return { schemas: [esquema], comunidad };
}

/** The manifest, then every table with its rows; the client is in its snapshot. */
async function* databaseFrames(
  client: pg.ClientBase,
  schemas: readonly string[],
  about: Omit<Manifest, 'esquemas'>,
  counts: Counts,
): AsyncGenerator<Buffer> {
  const tables: Table[] = [];
  const esquemas: Manifest['esquemas'] = [];
  for (const nombre of schemas) {
    const own = await tablesOf(client, nombre);
    tables.push(...own);
    esquemas.push({
      nombre,
      migraciones: await migrationsOf(client, nombre),
      tablas: own.map(({ name, columns }) => ({ name, columns: [...columns] })),
      secuencias: await sequencesOf(client, nombre),
    });
  }
  yield frame('M', { ...about, esquemas } satisfies Manifest);
  for (const table of tables) {
    yield frame('T', { esquema: table.schema, tabla: table.name });
    const hash = createHash('sha256');
    const rows = client.query(copyTo(`COPY (${table.select}) TO STDOUT`));
    for await (const chunk of rows) {
      hash.update(chunk);
      yield data(chunk);
    }
    yield frame('E', { filas: rows.rowCount, huella: hash.digest('hex') });
    counts.tables += 1;
    counts.rows += rows.rowCount;
  }
}

/**
 * Stored files are written once under a name of their own, so that those of the snapshot are still there; but for one that
 * was replaced while the backup ran, which is left out.
 */
async function* fileFrames(
  folder: string,
  counts: Counts,
  schemas: readonly string[] | undefined,
): AsyncGenerator<Buffer> {
  for (const name of await entriesOf(folder)) {
    // What a restoration that runs at this moment brings, or one that did not end.
    if (name.startsWith('.')) continue;
    if (!schemas || schemas.includes(name)) yield* framesBelow(folder, name, counts);
  }
}

async function* framesBelow(folder: string, name: string, counts: Counts): AsyncGenerator<Buffer> {
  const top = join(folder, name);
  const isFolder = (await stat(top)).isDirectory();
  const paths = isFolder
    ? (await readdir(top, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [top];
  for (const path of paths) {
    const file = await openFile(path).catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) return undefined;
      throw error;
    });
    if (!file) continue;
    try {
      yield frame('F', { ruta: relative(folder, path) });
      const hash = createHash('sha256');
      for await (const chunk of file.createReadStream({ highWaterMark: FILE_CHUNK, autoClose: false })) {
        hash.update(chunk);
        yield data(chunk);
      }
      yield frame('E', { filas: 1, huella: hash.digest('hex') });
    } finally {
      await file.close();
    }
    counts.files += 1;
  }
}

function frame(letter: string, value: object): Buffer {
  return rawFrame(letter, Buffer.from(JSON.stringify(value)));
}

function data(bytes: Buffer): Buffer {
  return rawFrame('D', bytes);
}

function rawFrame(letter: string, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(letter), uint32(payload.length), payload]);
}

export type Frame = Readonly<{ letter: string; payload: Buffer }>;

export async function* readFrames(file: string, secretFor: RestoreOptions['secretFor']): AsyncGenerator<Frame> {
  if (!existsSync(file)) throw new BackupError(`No existe el respaldo ${file}.`);
  const sealed = createReadStream(file, { highWaterMark: FILE_CHUNK });
  const opened = Readable.from(open(sealed, secretFor), { objectMode: false });
  const content = createGunzip();
  // A refusal of the container must reach the reader of the frames, whom the gunzip stands before.
  opened.on('error', (error) => content.destroy(error));
  opened.pipe(content);
  try {
    const reader = new ByteReader(content);
    for (let head = await reader.read(5); head; head = await reader.read(5)) {
      const length = head.readUInt32BE(1);
      const payload = length <= FRAME_MAX ? await reader.read(length) : undefined;
      if (!payload) throw damaged();
      yield { letter: head.toString('latin1', 0, 1), payload };
    }
  } finally {
    content.destroy();
    opened.destroy();
    sealed.destroy();
  }
}

async function nextFrame(frames: AsyncGenerator<Frame>): Promise<Frame> {
  const { value, done } = await frames.next();
  if (done) throw damaged();
  return value;
}

export async function readManifest(frames: AsyncGenerator<Frame>): Promise<Manifest> {
  const { letter, payload } = await nextFrame(frames);
  if (letter !== 'M') throw damaged();
  return parse(manifestSchema, payload);
}

function parse<T>(schema: z.ZodType<T>, payload: Buffer): T {
  try {
    return schema.parse(JSON.parse(payload.toString()));
  } catch {
    throw damaged();
  }
}

export function damaged(): BackupError {
  return new BackupError('El contenido del respaldo no se entiende: está dañado o lo escribió otro programa.');
}

export async function requireVersion({ esquemas, programa }: Manifest): Promise<void> {
  const own = await migrationsOfCommunity();
  for (const { nombre, migraciones } of esquemas) {
    if (nombre !== INSTALLATION && !sameMigrations(own, migraciones)) {
      throw new BackupError(
        `El respaldo lo hizo Portón ${programa}, con la versión ${migraciones.length} de la base de datos, y este programa usa la ${own.length}. Restaure con aquel programa y actualice después.`,
      );
    }
  }
}

function sameMigrations(a: readonly MigrationMark[], b: readonly MigrationMark[]): boolean {
  return a.length === b.length && a.every(({ huella }, index) => huella === b[index]?.huella);
}

async function requireNoFiles(folder: string): Promise<void> {
  const names = await entriesOf(folder);
  // Those of a restoration that did not end are all in its backup.
  if (names.length > 0 && !names.includes(UNFINISHED_FILES)) {
    throw new BackupError(
      `La carpeta ${folder} ya tiene archivos. Restaure en una carpeta de datos nueva (PORTON_DATA).`,
    );
  }
}

/** Refuses a used installation, and makes the empty schemas by the program's own migrations. */
async function prepareTarget(client: pg.Client, manifest: Manifest): Promise<void> {
  await migrateInstallation(client);
  const { rows } = await client.query<{ codigo: string }>('SELECT codigo FROM porton.comunidad ORDER BY codigo');
  if (rows.length > 0) {
    throw new BackupError(
      `La instalación de destino ya tiene datos (${rows.map(({ codigo }) => codigo).join(', ')}). Restaure en una base de datos vacía o en una carpeta de datos nueva (PORTON_DATA).`,
    );
  }
  for (const { nombre, migraciones } of manifest.esquemas) {
    if (nombre === INSTALLATION) {
      if (sameMigrations(await migrationsOf(client, INSTALLATION), migraciones)) continue;
      throw new BackupError(
        `El respaldo lo hizo Portón ${manifest.programa}, con otra versión de la instalación. Restaure con aquel programa y actualice después.`,
      );
    }
    await makeSchema(client, nombre);
    await migrateCommunity(client, nombre);
  }
}

/** An interrupted restoration leaves its mark on the schemas that it made, and the next one may take them over. */
export async function makeSchema(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    "SELECT obj_description(oid, 'pg_namespace') AS mark FROM pg_catalog.pg_namespace WHERE nspname = $1",
    [schema],
  );
  const existing = rows[0];
  if (existing?.mark === UNFINISHED) return;
  if (existing) {
    throw new BackupError(
      `La base de datos de destino ya tiene un esquema ${schema}. Restaure en una base de datos vacía.`,
    );
  }
  await client.query(
    `BEGIN; CREATE SCHEMA ${quote(schema)}; COMMENT ON SCHEMA ${quote(schema)} IS ${pg.escapeLiteral(UNFINISHED)}; COMMIT`,
  );
}

/** Where what a backup tells of goes. */
export interface Target {
  /** The folder in which the stored files are made. */
  draft: string;
  /** The schema that another one's rows go into, and its stored files; their own unless told. */
  schemaOf?: (nombre: string) => string;
}

const ITSELF = (nombre: string): string => nombre;

/**
 * Loads everything in the caller's transaction, and verifies what arrived. Constraints and triggers are back with `settle`, before which
 * rows may be changed.
 */
export async function load(
  client: pg.Client,
  manifest: Manifest,
  frames: AsyncGenerator<Frame>,
  { draft, schemaOf = ITSELF }: Target,
): Promise<{ counts: Counts; settle: () => Promise<void> }> {
  const tables = new Map<string, Table>();
  const restore: string[] = [];
  for (const { nombre, tablas } of manifest.esquemas) {
    const schema = schemaOf(nombre);
    const own = await tablesOf(client, schema);
    if (JSON.stringify(own.map(({ name, columns }) => ({ name, columns }))) !== JSON.stringify(tablas)) throw damaged();
    for (const table of own) tables.set(`${nombre}.${table.name}`, table);
    restore.push(...(await loosen(client, schema)));
    // Migrations seed some rows; the backup has them as they were last.
    if (own.length > 0) await client.query(`TRUNCATE ${own.map(({ qualified }) => qualified).join(', ')}`);
  }

  const counts = await readAll(client, frames, tables, { draft, schemaOf });
  if (counts.tables !== tables.size) throw damaged();

  for (const { nombre, secuencias } of manifest.esquemas) {
    const schema = schemaOf(nombre);
    for (const { name, value, called } of secuencias) {
      await client.query('SELECT setval($1::text::regclass, $2::bigint, $3)', [quote(schema, name), value, called]);
    }
    if (tables.has(`${nombre}.bitacora_corte`)) await resumeSealing(client, schema);
    if (nombre !== INSTALLATION) await client.query(`COMMENT ON SCHEMA ${quote(schema)} IS NULL`);
  }
  return {
    counts,
    async settle() {
      for (const statement of restore) await client.query(statement);
    },
  };
}

async function readAll(
  client: pg.Client,
  frames: AsyncGenerator<Frame>,
  tables: ReadonlyMap<string, Table>,
  { draft, schemaOf }: Required<Target>,
): Promise<Counts> {
  const counts: Counts = { tables: 0, rows: 0, files: 0 };
  for (;;) {
    const { letter, payload } = await nextFrame(frames);
    if (letter === 'T') {
      const { esquema, tabla } = parse(tableSchema, payload);
      const table = tables.get(`${esquema}.${tabla}`);
      if (!table) throw damaged();
      counts.rows += await loadTable(client, table, frames);
      counts.tables += 1;
    } else if (letter === 'F') {
      const [first = '', ...below] = parse(fileSchema, payload).ruta.split('/');
      await loadFile(draft, join(schemaOf(first), ...below), frames);
      counts.files += 1;
    } else if (letter === 'Z') {
      // The container's last block must have been seen before anything is kept.
      if (!(await frames.next()).done) throw damaged();
      return counts;
    } else throw damaged();
  }
}

async function loadTable(client: pg.Client, table: Table, frames: AsyncGenerator<Frame>): Promise<number> {
  const end = { filas: -1, huella: '' };
  const target = client.query(copyFrom(table.copyIn));
  await pipeline(Readable.from(payloads(frames, end), { objectMode: false }), target);
  const hash = createHash('sha256');
  const kept = client.query(copyTo(`COPY (${table.select}) TO STDOUT`));
  for await (const chunk of kept) hash.update(chunk);
  if (kept.rowCount !== end.filas || hash.digest('hex') !== end.huella) {
    throw new BackupError(`La tabla ${table.qualified} no quedó igual que en el respaldo; no se guardó nada.`);
  }
  return kept.rowCount;
}

async function loadFile(draft: string, path: string, frames: AsyncGenerator<Frame>): Promise<void> {
  const target = join(draft, path);
  if (relative(draft, target).startsWith('..')) throw damaged();
  const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  if (made !== undefined) giveToOwner(dirname(target), { made });
  const end = { filas: -1, huella: '' };
  await pipeline(payloads(frames, end), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  giveToOwner(target);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(target)) hash.update(chunk);
  if (hash.digest('hex') !== end.huella)
    throw new BackupError(`El archivo ${path} no quedó igual que en el respaldo; no se guardó nada.`);
}

/** The data up to the end frame, whose content is put into `end`. */
async function* payloads(frames: AsyncGenerator<Frame>, end: z.infer<typeof endSchema>): AsyncGenerator<Buffer> {
  for (;;) {
    const { letter, payload } = await nextFrame(frames);
    if (letter === 'E') {
      Object.assign(end, parse(endSchema, payload));
      return;
    }
    if (letter !== 'D') throw damaged();
    yield payload;
  }
}

/**
 * A backup carries 0 for every transaction's number, the sealer's mark among them: what has no seal yet is sealed next.
 * Where all has, the mark goes to its place, or the sealer would look through the whole log until the next row.
 */
async function resumeSealing(client: pg.Client, schema: string): Promise<void> {
  await client.query(
    `UPDATE ${quote(schema, 'bitacora_corte')} SET xid = pg_current_xact_id()
      WHERE NOT EXISTS (SELECT FROM ${quote(schema, 'bitacora')} b
        WHERE NOT EXISTS (SELECT FROM ${quote(schema, 'bitacora_sello')} s WHERE s.bitacora_id = b.id))`,
  );
}

/** Size of a backup in bytes, for the closing message. */
export async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}
