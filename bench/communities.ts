/**
 * An installation with many communities for a bench, on the product's own embedded PostgreSQL. One is made as the product makes
 * them; the others are drawn after it from the catalogue, by one text each, which takes a fraction of the migrations' time. Built
 * once for each state of the migrations and kept in the temporary folder; a scenario works on a copy.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { fillCommunity } from '../src/contents.ts';
import { createCommunity, listKnown } from '../src/platform/server/communities.ts';
import { residentSchema } from '../src/platform/server/db.ts';
import { startEmbedded } from '../src/platform/server/embedded-postgres.ts';
import { JOBS_SCHEMA_SQL } from '../src/platform/server/jobs.ts';
import { asOwner, migrateInstallation } from '../src/platform/server/migrate.ts';
import { sealHeadsIn } from '../src/platform/server/seal-heads.ts';
import { copyOf, HOY } from './ledger.ts';

const LOTES = 12;
const root = new URL('../migrations/', import.meta.url);
const BASE = 'c_m0001';

export const codeOf = (n: number): string => `M${String(n).padStart(4, '0')}`;
export const schemaOf = (n: number): string => codeOf(n).replace(/^M/, 'c_m');
export const hostOf = (n: number): string => `${codeOf(n).toLowerCase()}.localhost`;

function fingerprint(count: number): string {
  const hash = createHash('sha256').update(`${count} ${LOTES} ${HOY.slice(0, 7)}`);
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(new URL(name, root)));
  }
  hash.update(readFileSync(new URL(import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}

/** What belongs to one community's keys: another one makes its own. */
const OWN = new Set(['llave_datos', 'verificacion_llave', 'bitacora_sello', 'sesion']);

/** The parts of what makes a schema like the base's, under its name; `de_base` stands where the base itself is meant. */
async function drawn(client: pg.Client): Promise<string[]> {
  const all = async (text: string): Promise<string[]> =>
    (await client.query<{ said: string }>(text.replaceAll('$base', pg.escapeLiteral(BASE)))).rows.map(
      ({ said }) => said,
    );
  await client.query(`SET search_path TO ${BASE}, ext`);
  const tables =
    await all(`SELECT format('CREATE TABLE %I.%I (LIKE de_base.%2$I INCLUDING DEFAULTS INCLUDING CONSTRAINTS
      INCLUDING IDENTITY INCLUDING GENERATED INCLUDING STORAGE)', $base, relname) AS said
    FROM pg_class WHERE relnamespace = $base::regnamespace AND relkind = 'r' ORDER BY oid`);
  // One whose body is bound where it is made comes after those that it names, also where it was made anew and is older than they.
  const functions = await all(`WITH RECURSIVE named AS (
      SELECT objid, refobjid FROM pg_depend WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_proc'::regclass
      UNION SELECT n.objid, d.refobjid FROM named n JOIN pg_depend d
        ON d.objid = n.refobjid AND d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_proc'::regclass
    )
    SELECT pg_get_functiondef(p.oid) AS said FROM pg_proc p WHERE p.pronamespace = $base::regnamespace
    ORDER BY (SELECT count(*) FROM named WHERE objid = p.oid), p.oid`);
  const views = await all(`SELECT format('CREATE VIEW %I.%I AS %s', $base, relname, pg_get_viewdef(oid)) AS said
    FROM pg_class WHERE relnamespace = $base::regnamespace AND relkind = 'v' ORDER BY oid`);
  const own = [`ALTER VIEW ${BASE}.por_hacer ALTER COLUMN esquema SET DEFAULT '${BASE}'`];
  const rows =
    await all(`SELECT format('INSERT INTO %I.%I (%s) OVERRIDING SYSTEM VALUE SELECT %3$s FROM de_base.%2$I', $base, c.relname,
      string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)) AS said
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = $base::regnamespace AND c.relkind = 'r'
      AND c.relname NOT IN (${[...OWN].map((name) => `'${name}'`).join(', ')}) GROUP BY c.relname ORDER BY c.relname`);
  const constraints = (kinds: string) =>
    all(`SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS said
      FROM pg_constraint WHERE connamespace = $base::regnamespace AND contype IN (${kinds}) AND conparentid = 0 ORDER BY oid`);
  const indexes = await all(`SELECT pg_get_indexdef(i.indexrelid) AS said
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = $base::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))`);
  const triggers =
    await all(`SELECT pg_get_triggerdef(t.oid) AS said FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = $base::regnamespace AND NOT t.tgisinternal`);
  const sequences = await all(`SELECT format('SELECT setval(%L, (SELECT last_value FROM de_base.%I), true)',
      format('%I.%I', $base, relname), relname) AS said
    FROM pg_class WHERE relnamespace = $base::regnamespace AND relkind = 'S' AND relname NOT LIKE 'migracion%'`);
  const path = [
    `CREATE SCHEMA ${BASE}`,
    'SET LOCAL check_function_bodies = off',
    `SET LOCAL search_path TO ${BASE}, ext`,
  ];
  const keys = await constraints("'p', 'u', 'x'");
  const references = await constraints("'f'");
  const parts = [path, tables, functions, [...views, ...own], rows, keys, indexes, references, triggers, sequences];
  return parts.map((part) => part.join(';\n'));
}

/** Draws a community after the base. */
async function draw(client: pg.Client, n: number, parts: readonly string[], mark: string): Promise<void> {
  const schema = schemaOf(n);
  await client.query('BEGIN');
  // One part at a time: a text of thousands of statements takes twice as long.
  for (const part of parts) await client.query(part.replaceAll(BASE, schema).replaceAll('de_base.', `${BASE}.`));
  for (const name of ['permisos.sql', 'residente.sql']) await client.query(readFileSync(new URL(name, root), 'utf8'));
  await client.query(`COMMENT ON SCHEMA ${schema}_residente IS '${mark}'`);
  await client.query(`
    UPDATE configuracion_residencial SET residencial = '${codeOf(n)}', nombre_residencial = 'Comunidad ${n}';
    INSERT INTO porton.comunidad (codigo, nombre, host, esquema)
    VALUES ('${codeOf(n)}', 'Comunidad ${n}', '${hostOf(n)}', '${schema}');
    COMMIT`);
}

const WORKERS = 2;

async function build(dataDir: string, count: number): Promise<void> {
  const postgres = await startEmbedded({ dataDir, log: () => undefined, fsync: false });
  const heads = sealHeadsIn(dataDir);
  try {
    const { parts, mark, known } = await asOwner(postgres.ownerUrl, async (client) => {
      await migrateInstallation(client);
      await client.query(JOBS_SCHEMA_SQL);
      // A run that was broken off is gone on with.
      const there = (await listKnown(client)).map(({ codigo }) => codigo);
      if (there.length === 0) {
        await createCommunity(client, {
          ...{ codigo: codeOf(1), nombre: 'Comunidad 1', host: hostOf(1) },
          fill: (tx) => fillCommunity(tx, { kind: 'demo', lotes: LOTES, dias: 5 }, codeOf(1)),
        });
      }
      const { rows } = await client.query<{ mark: string }>(
        "SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS mark",
        [residentSchema(BASE)],
      );
      return { parts: await drawn(client), mark: rows[0]?.mark ?? '', known: new Set(there) };
    });
    let next = 2;
    const worker = async (client: pg.Client) => {
      for (let n = next++; n <= count; n = next++) if (!known.has(codeOf(n))) await draw(client, n, parts, mark);
    };
    await Promise.all(Array.from({ length: WORKERS }, () => asOwner(postgres.ownerUrl, worker)));
    for (let n = 1; n <= count; n += 1) heads.begin(schemaOf(n));
    await asOwner(postgres.ownerUrl, (client) => client.query('VACUUM ANALYZE'));
  } finally {
    await postgres.stop();
  }
}

/** Runs `work` on a copy of an installation of so many communities. */
export async function withCommunities<T>(count: number, work: (dataDir: string) => Promise<T>): Promise<T> {
  const prefix = `porton-banco-comunidades-${count}-`;
  const folder = join(tmpdir(), `${prefix}${fingerprint(count)}`);
  const done = join(folder, 'hecho');
  if (!existsSync(done)) {
    for (const old of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix) && !folder.endsWith(name))) {
      rmSync(join(tmpdir(), old), { recursive: true, force: true });
    }
    mkdirSync(folder, { recursive: true });
    // As root the server runs as another user, who has to get in.
    chmodSync(folder, 0o755);
    await build(join(folder, 'datos'), count);
    writeFileSync(done, '');
  }
  return copyOf(folder, work);
}
