/**
 * Migrations: plain SQL files, run in order by the owner, one transaction per schema, the version kept in the schema.
 * A run that is killed midway leaves nothing half done and can be started again; two processes wait for each other.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { LOCK_NOT_AVAILABLE } from './database-errors.ts';
import { residentSchema } from './db.ts';
import { Obstacle } from './obstacles.ts';

const ROOT = new URL('../../../migrations/', import.meta.url);
/** Any fixed number: the lock that keeps two migrating processes apart. */
const MIGRATION_LOCK = 7_202_611;
/** A server that takes no notice of a connection for so long does not answer. */
const CONNECT_LIMIT_MS = 5_000;

export interface Migration {
  version: number;
  name: string;
  sql: string;
  huella: string;
}

async function load(folder: 'instalacion' | 'comunidad'): Promise<Migration[]> {
  const names = (await readdir(new URL(`${folder}/`, ROOT))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(name.slice(0, 4));
      if (version !== index + 1) throw new Error(`migration ${folder}/${name} breaks the sequence`);
      const sql = await readFile(new URL(`${folder}/${name}`, ROOT), 'utf8');
      return { version, name, sql, huella: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

let communityMigrations: Promise<Migration[]> | undefined;

/** The community migrations of this program, in order. */
export function migrationsOfCommunity(): Promise<Migration[]> {
  communityMigrations ??= load('comunidad');
  return communityMigrations;
}

/** The version that this program needs a community's schema to have. */
export async function codeVersion(): Promise<number> {
  return (await migrationsOfCommunity()).length;
}

/** The database is newer than the program, or its history is another one. Nothing was changed. */
export class WrongVersion extends Obstacle {}

async function migrateSchema(client: pg.Client, schema: string, migrations: readonly Migration[]): Promise<number> {
  const quoted = client.escapeIdentifier(schema);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${quoted}.migracion (version integer PRIMARY KEY, name text NOT NULL, huella text NOT NULL, aplicada timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<{ version: number; huella: string; name: string }>(
    `SELECT version, huella, name FROM ${quoted}.migracion ORDER BY version`,
  );
  if (rows.length > migrations.length) {
    throw new WrongVersion(
      `La base de datos (${schema}) es de la versión ${rows.length} y este programa llega a la ${migrations.length}. Actualice el programa; nada fue cambiado.`,
    );
  }
  for (const [index, row] of rows.entries()) {
    if (row.huella !== migrations[index]?.huella) {
      throw new WrongVersion(
        `La migración ${row.name} que se aplicó en ${schema} no es la de este programa. Use el programa con que se creó o restaure un respaldo; nada fue cambiado.`,
      );
    }
  }
  for (const migration of migrations.slice(rows.length)) {
    await client.query(migration.sql);
    await client.query(`INSERT INTO ${quoted}.migracion (version, name, huella) VALUES ($1, $2, $3)`, [
      migration.version,
      migration.name,
      migration.huella,
    ]);
  }
  return migrations.length - rows.length;
}

/** How long a lock is waited for before it is told who has it, and how long in all. */
export const LOCK_PATIENCE = { stepMs: 5_000, wholeMs: 120_000 };

/** What waits for locks of others says so here: the terminal of whoever started the program. */
type Say = (line: string) => void;
const toTerminal: Say = (line) => console.error(line);

/**
 * Works in a transaction that no other tool and no start works beside; who waits is told for whom, and not without end. With a
 * `schema` others may work beside it in other schemas.
 */
export async function inLockedTx<T>(
  client: pg.Client,
  work: () => Promise<T>,
  { say = toTerminal, schema }: { say?: Say; schema?: string } = {},
): Promise<T> {
  const { stepMs, wholeMs } = LOCK_PATIENCE;
  for (const deadline = Date.now() + wholeMs; ; ) {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${stepMs}`);
    try {
      if (schema === undefined) await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      else {
        await client.query('SELECT pg_advisory_xact_lock_shared($1)', [MIGRATION_LOCK]);
        await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [MIGRATION_LOCK, schema]);
      }
      const value = await work();
      await client.query('COMMIT');
      return value;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      const holders = await lockHolders(client);
      if (Date.now() > deadline) {
        throw new Obstacle(
          `Otro programa ocupa la base de datos desde hace demasiado${holders}. Espere a que termine o deténgalo, y repita la orden; nada fue cambiado.`,
        );
      }
      say(`Otro programa ocupa la base de datos${holders}; se espera a que termine…`);
    }
  }
}

/** Who holds what keeps a migration waiting: its lock, or tables that nobody else may use meanwhile. */
async function lockHolders(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ said: string }>(
    `SELECT DISTINCT format('proceso %s de PostgreSQL, usuario %s, %s', l.pid, a.usename, a.application_name) AS said
      FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_stat_activity a USING (pid)
      WHERE l.granted AND l.pid <> pg_backend_pid()
        AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
        AND ((l.locktype = 'advisory' AND ${MIGRATION_LOCK} IN (CASE l.objsubid WHEN 1 THEN l.objid ELSE l.classid END)) OR l.mode = 'AccessExclusiveLock') LIMIT 3`,
  );
  return rows.length === 0 ? '' : ` (${rows.map(({ said }) => said).join('; ')})`;
}

/** Connects as the owner for the time of `work`; with `queryLimitMs` no answer is waited for longer. */
export async function asOwner<T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
  { queryLimitMs, connection }: { queryLimitMs?: number; connection?: pg.ClientConfig } = {},
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    connectionString: ownerUrl,
    application_name: 'porton-migracion',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    ...(queryLimitMs !== undefined && { query_timeout: queryLimitMs }),
  });
  // A connection lost between queries is told by the next query.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    // Refused halfway, it would stay open and keep the process from ending.
    client.connection.stream.destroy();
    throw error;
  });
  try {
    // What is not tried again by itself is not waited for without end either.
    await client.query(`SET lock_timeout = ${LOCK_PATIENCE.wholeMs}`);
    return await work(client);
  } catch (error) {
    // One that did not answer does not say goodbye either.
    if (queryLimitMs !== undefined) client.connection.stream.destroy();
    throw error;
  } finally {
    await client.end();
  }
}

/** Brings the installation (schemas `ext` and `porton`) up to this program's version. */
export async function migrateInstallation(client: pg.Client): Promise<number> {
  const migrations = await load('instalacion');
  return inLockedTx(client, async () => {
    const { rows } = await client.query<{ ready: boolean }>(
      `SELECT to_regclass('porton.migracion') IS NOT NULL AS ready`,
    );
    if (rows[0]?.ready) return migrateSchema(client, 'porton', migrations);
    // The first migration makes the schema that the version table stands in.
    const [first] = migrations;
    if (!first) throw new Error('no installation migrations');
    await client.query(first.sql);
    await client.query(
      'CREATE TABLE porton.migracion (version integer PRIMARY KEY, name text NOT NULL, huella text NOT NULL, aplicada timestamptz NOT NULL DEFAULT now())',
    );
    await client.query('INSERT INTO porton.migracion (version, name, huella) VALUES ($1, $2, $3)', [
      first.version,
      first.name,
      first.huella,
    ]);
    return 1 + (await migrateSchema(client, 'porton', migrations));
  });
}

/** A text that is run over what migrations have made, and the sign of it that is kept. */
interface Kept {
  sql: string;
  huella: string;
}

const keptTexts = new Map<string, Promise<Kept>>();

function kept(name: string): Promise<Kept> {
  const text =
    keptTexts.get(name) ??
    readFile(new URL(name, ROOT), 'utf8').then((sql) => ({
      sql,
      huella: createHash('sha256').update(sql).digest('base64url'),
    }));
  keptTexts.set(name, text);
  return text;
}

/**
 * What a community's rights and residents' views were made of: the signs of both texts, of the tables under the views, and of the
 * rights that the text names tables for.
 */
interface Made {
  permisos?: string | undefined;
  vistas?: string | undefined;
  tablas?: string | undefined;
  derechos?: string | undefined;
}

/** It stands with the schema of the views. */
async function madeIn(client: pg.Client, schema: string): Promise<Made> {
  const { rows } = await client.query<{ said: string | null }>(
    "SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS said",
    [residentSchema(schema)],
  );
  const [permisos, vistas, tablas, derechos] = (rows[0]?.said ?? '').split(' ');
  return { permisos, vistas, tablas, derechos };
}

const keepMade = (client: pg.Client, schema: string, { permisos, vistas, tablas, derechos }: Made) =>
  client.query(`COMMENT ON SCHEMA ${residentSchema(schema)} IS '${[permisos, vistas, tablas, derechos].join(' ')}'`);

/** The rights to the tables and columns that this text names, in one sign. */
async function rightsNamed(client: pg.Client, { sql }: Kept): Promise<string> {
  const { rows } = await client.query<{ huella: string }>(
    `SELECT md5(string_agg(concat_ws(' ', c.relname, c.relacl, a.attname, a.attacl), ','
        ORDER BY c.relname COLLATE "C", a.attnum)) AS huella
      FROM pg_catalog.pg_class c
      LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attacl IS NOT NULL AND NOT a.attisdropped
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)`,
    [[...new Set(sql.match(/\w+/g))]],
  );
  return rows[0]?.huella ?? '';
}

/**
 * Who may do what, after migrations: of all, or of what is new where the text is the same and what it names has the rights that it
 * gave. Those of a table that is another by now, or of a column that went and came back, are gone. Gives their sign.
 */
async function giveRights(client: pg.Client, made: Made, permisos: Kept): Promise<string> {
  if (made.permisos === permisos.huella && made.derechos === (await rightsNamed(client, permisos))) {
    await client.query((await kept('permisos-de-lo-nuevo.sql')).sql);
    return made.derechos;
  }
  await client.query(permisos.sql);
  return rightsNamed(client, permisos);
}

/** The names and columns of the tables that a community's views read, in one sign: many a view has all of its table's. */
async function tablesUnderViews(client: pg.Client, schema: string): Promise<string> {
  const { rows } = await client.query<{ huella: string }>(
    `SELECT md5(string_agg(concat_ws(' ', v.relname, t.relname, a.attname, format_type(a.atttypid, a.atttypmod)), ','
        ORDER BY v.relname COLLATE "C", t.relname COLLATE "C", a.attnum)) AS huella
      FROM pg_catalog.pg_class v
      JOIN LATERAL (
        SELECT DISTINCT d.refobjid FROM pg_catalog.pg_rewrite r
        JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid
        WHERE r.ev_class = v.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid <> v.oid
      ) u ON true
      JOIN pg_catalog.pg_class t ON t.oid = u.refobjid
      JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE v.relnamespace = to_regnamespace($1) AND v.relkind = 'v'`,
    [residentSchema(schema)],
  );
  return rows[0]?.huella ?? '';
}

const dropViews = (client: pg.Client, schema: string) =>
  client.query(`DROP SCHEMA IF EXISTS ${residentSchema(schema)} CASCADE`);

/** A view that has a column keeps it from going, and from changing its type. */
const standsUnderView = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '2BP01' || error.code === '0A000');

/**
 * What residents see of a community, and who may do what in it, are no migrations: they are made anew as a whole where their text
 * is another one, the views also where a table under them is. Both take a hundred times as long as a small migration.
 */
async function migrateWithViews(client: pg.Client, schema: string, known: readonly Migration[]): Promise<number> {
  const [permisos, vistas, made] = [
    await kept('permisos.sql'),
    await kept('residente.sql'),
    await madeIn(client, schema),
  ];
  let gone = made.vistas !== vistas.huella;
  if (gone) await dropViews(client, schema);
  await client.query('SAVEPOINT vistas');
  const migrate = () => migrateSchema(client, schema, known);
  const applied = await migrate().catch(async (error: unknown) => {
    if (gone || !standsUnderView(error)) throw error;
    await client.query('ROLLBACK TO vistas');
    await dropViews(client, schema);
    gone = true;
    return migrate();
  });
  const derechos = applied > 0 ? await giveRights(client, made, permisos) : made.derechos;
  if (applied > 0 && !gone && (await tablesUnderViews(client, schema)) !== made.tablas) {
    await dropViews(client, schema);
    gone = true;
  }
  if (gone) await client.query(vistas.sql);
  const given = applied > 0 ? permisos.huella : made.permisos;
  if (gone || given !== made.permisos || derechos !== made.derechos) {
    const tablas = gone ? await tablesUnderViews(client, schema) : made.tablas;
    await keepMade(client, schema, { permisos: given, vistas: vistas.huella, tablas, derechos });
  }
  return applied;
}

/** Brings one community's schema, which must exist, up to this program's version; returns how many were applied. */
export async function migrateCommunity(
  client: pg.Client,
  schema: string,
  migrations?: readonly Migration[],
): Promise<number> {
  const known = migrations ?? (await migrationsOfCommunity());
  const work = async () => {
    await client.query(`SET LOCAL search_path TO ${client.escapeIdentifier(schema)}, ext`);
    return migrateWithViews(client, schema, known);
  };
  return inLockedTx(client, work, { schema });
}
