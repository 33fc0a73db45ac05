/**
 * A community's practice: a copy of it under a code and host of its own, to learn in. Schema and rows are copied within the
 * database, as of one instant of the running community; the files by the store. Source: docs/adr/0067-practice.md.
 *
 * Each table is written in a transaction of its own, so that none holds the sealing of others' logs back for long; what makes the
 * practice answer is its row in the directory, which comes last. What was left halfway is known by the schema's comment, and goes
 * before the next one is made.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { knownName, practiceName } from '#core/residenciales.ts';
import { recordAudit } from './audit.ts';
import { COPY_SETTINGS, loosen, quote, sequencesOf, type Table, tablesOf } from './backup-tables.ts';
import {
  CommunityRefused,
  checkedHost,
  inCommunity,
  type KnownCommunity,
  listKnown,
  practiceHostOf,
  REFRESH_MS,
  requireKnown,
  schemaOf,
} from './communities.ts';
import { residentSchema, type Tx } from './db.ts';
import type { FileStore } from './file-store.ts';
import { asOwner, migrateCommunity } from './migrate.ts';
import { INSTEAD, LEFT_AS_MADE, NOT_COPIED } from './practice-tables.ts';
import type { SealHeads } from './seal-heads.ts';

/** What a practice is made with, and lies in. */
export interface PracticeTools {
  ownerUrl: string;
  files: FileStore;
  heads: SealHeads;
  /** Forgets what the simulator of a community has stamped. */
  forgetStamped(codigo: string): Promise<void>;
  /** What needs features: the practice's own test certificate, and what is sealed, under its own key. */
  fill(tx: Tx): Promise<void>;
}

export interface PracticeAsked {
  /** Of the community. */
  codigo: string;
  /** Where the practice answers; beside its community's host unless told. */
  host?: string;
  /** Who asked, for both logs. */
  author: { usuarioId: number | null; usuario: string };
}

export interface Made {
  codigo: string;
  host: string;
  rows: number;
  files: number;
  seconds: number;
}

/** Any fixed number: with a community's own it keeps two makings of its practice apart. */
const PRACTICE_LOCK = 7_202_614;
const CODE_MAX = 20;
const ENDING = 'PRACTICA';

const markOf = (codigo: string): string => `porton: práctica de ${codigo}`;

const mark = (client: pg.Client, schema: string, codigo: string): Promise<unknown> =>
  client.query(`COMMENT ON SCHEMA ${quote(schema)} IS '${markOf(codigo)}'`);

function freeCode(codigo: string, known: readonly KnownCommunity[]): string {
  for (let n = 1; ; n += 1) {
    const ending = n === 1 ? ENDING : `${ENDING}${n}`;
    const code = codigo.slice(0, CODE_MAX - ending.length) + ending;
    if (!known.some((row) => row.codigo === code)) return code;
  }
}

function requireReal(codigo: string, known: readonly KnownCommunity[]): KnownCommunity {
  const real = requireKnown(codigo, known);
  if (real.practica_de === null) return real;
  throw new CommunityRefused(
    `${codigo} ya es la práctica de ${real.practica_de}. Hágala de nuevo o quítela desde ${real.practica_de}.`,
  );
}

function hostOf(asked: PracticeAsked, real: KnownCommunity, known: readonly KnownCommunity[]): string {
  const before = known.find((row) => row.practica_de === real.codigo);
  const host = asked.host || before?.host || (real.host && practiceHostOf(real.host));
  if (!host) {
    throw new CommunityRefused(
      `Diga en qué host responderá la práctica: ${real.codigo} responde en cualquiera. Por ejemplo practica-lagos.example.mx.`,
    );
  }
  return checkedHost(host, { codigo: before?.codigo ?? '', isPractice: true }, known);
}

/** Somebody else is at it. */
export class PracticeBusy extends CommunityRefused {}

/** Alone with a community's practice: whoever comes meanwhile is told. */
async function alone<T>(client: pg.Client, codigo: string, work: () => Promise<T>): Promise<T> {
  const key = [PRACTICE_LOCK, codigo];
  const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS mine', key);
  if (!rows[0]?.mine) {
    throw new PracticeBusy(`La práctica de ${codigo} se está haciendo o quitando. Espere a que termine.`);
  }
  try {
    return await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', key).catch(() => undefined);
  }
}

/**
 * Makes a community's practice; the one that there was goes before.
 * @throws CommunityRefused with a Spanish sentence
 */
export function makePractice(tools: PracticeTools, asked: PracticeAsked): Promise<Made> {
  const since = performance.now();
  return asOwner(tools.ownerUrl, (client) =>
    alone(client, asked.codigo, async () => {
      const known = await listKnown(client);
      const real = requireReal(asked.codigo, known);
      const host = hostOf(asked, real, known);
      const before = known.find((row) => row.practica_de === real.codigo);
      await clear(client, tools, real);
      const codigo = before?.codigo ?? freeCode(real.codigo, known);
      const schema = schemaOf(codigo);
      await client.query(`CREATE SCHEMA ${quote(schema)}`);
      await mark(client, schema, real.codigo);
      try {
        await migrateCommunity(client, schema);
        const rows = await copyRows(tools.ownerUrl, client, { from: real.esquema, to: schema });
        const files = await copyFiles(client, tools.files, schema);
        await publish(client, { tools, asked, real, practice: { codigo, schema, host } });
        tools.heads.begin(schema);
        return { codigo, host, rows, files, seconds: Math.round((performance.now() - since) / 1000) };
      } catch (error) {
        await dropSchema(client, tools, { codigo, schema }).catch(() => undefined);
        throw error;
      }
    }),
  );
}

/**
 * Takes a community's practice away, with all that was done in it; gives its code.
 * @throws CommunityRefused with a Spanish sentence
 */
export function removePractice(tools: PracticeTools, { codigo, author }: PracticeAsked): Promise<string> {
  return asOwner(tools.ownerUrl, (client) =>
    alone(client, codigo, async () => {
      const known = await listKnown(client);
      const real = requireReal(codigo, known);
      const practice = known.find((row) => row.practica_de === codigo);
      if (!(await clear(client, tools, real))) throw new CommunityRefused(`La comunidad ${codigo} no tiene práctica.`);
      await tell(client, real, author, { status: 'eliminado', nota: `Se quitó la práctica de ${codigo}` });
      return practice?.codigo ?? '';
    }),
  );
}

/** Takes away what there is of a practice, whole or halfway; whether there was any. */
async function clear(client: pg.Client, tools: PracticeTools, real: KnownCommunity): Promise<boolean> {
  // One that came of a restoration bears no mark, and once its row is gone nothing else tells what it is.
  const { rows: standing } = await client.query<{ schema: string }>(
    'SELECT esquema AS schema FROM porton.comunidad WHERE practica_de = $1 AND to_regnamespace(esquema) IS NOT NULL',
    [real.codigo],
  );
  for (const { schema } of standing) await mark(client, schema, real.codigo);
  const { rowCount } = await client.query('DELETE FROM porton.comunidad WHERE practica_de = $1', [real.codigo]);
  // Every process knows by then that it is no more: none asks tables that are gone.
  if (rowCount) await wait(REFRESH_MS + 1_000);
  const { rows } = await client.query<{ schema: string }>(
    `SELECT nspname::text AS schema FROM pg_catalog.pg_namespace
      WHERE obj_description(oid, 'pg_namespace') = $1
        AND NOT EXISTS (SELECT FROM porton.comunidad WHERE esquema = nspname)`,
    [markOf(real.codigo)],
  );
  for (const { schema } of rows) {
    await dropSchema(client, tools, { codigo: schema.slice('c_'.length).toUpperCase(), schema });
  }
  return rows.length > 0 || Boolean(rowCount);
}

/** Bytes first: rows name them, so that what is interrupted is done again. */
async function dropSchema(
  client: pg.Client,
  { files, heads, forgetStamped }: PracticeTools,
  { codigo, schema }: { codigo: string; schema: string },
): Promise<void> {
  for (const table of ['archivo', 'archivo_olvidado']) {
    const { rows: made } = await client.query('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [quote(schema, table)]);
    if (made.length === 0) continue;
    const { rows } = await client.query<{ clave: string }>(
      `SELECT clave FROM ${quote(schema, table)} WHERE starts_with(clave, $1)`,
      [`${schema}/`],
    );
    for (const { clave } of rows) await files.remove(clave);
  }
  await forgetStamped(codigo);
  await client.query(`DROP SCHEMA IF EXISTS ${residentSchema(schema)} CASCADE`);
  await client.query(`DROP SCHEMA IF EXISTS ${quote(schema)} CASCADE`);
  heads.end(schema);
}

interface Way {
  from: string;
  to: string;
}

/** Copies all rows as they were at one instant; gives how many. */
async function copyRows(ownerUrl: string, client: pg.Client, { from, to }: Way): Promise<number> {
  return asOwner(ownerUrl, async (reader) => {
    // It writes nothing, so that it keeps no log from being sealed however long it lasts.
    await reader.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${COPY_SETTINGS}`);
    const { rows } = await reader.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
    const snapshot = rows[0]?.id ?? '';
    await client.query("SET maintenance_work_mem = '128MB'");
    const restore = [...(await loosen(client, to)), ...(await withoutIndexes(client, to))];
    let copied = 0;
    for (const table of await tablesOf(client, to)) copied += await copyTable(client, table, { from, snapshot });
    await copySequences(reader, client, { from, to });
    await reader.query('COMMIT');
    for (const statement of restore.toReversed()) await client.query(statement);
    await client.query(`ANALYZE ${(await tablesOf(client, to)).map(({ qualified }) => qualified).join(', ')}`);
    return copied;
  });
}

/** Takes away the indexes that no constraint stands on, and gives what makes them anew, which is sooner done at once. */
async function withoutIndexes(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname::text AS name, pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = $1::text::regnamespace
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [quote(schema)],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${quote(schema, name)}`);
  return rows.map(({ definition }) => definition);
}

/** A table as of the snapshot, with what stands instead of some of its columns. */
async function copyTable(
  client: pg.Client,
  { name, qualified, columns }: Table,
  { from, snapshot }: { from: string; snapshot: string },
): Promise<number> {
  if (LEFT_AS_MADE.has(name)) return 0;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    await client.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
    await client.query(COPY_SETTINGS);
    // What the migrations put there is the community's to have or not.
    await client.query(`DELETE FROM ${qualified}`);
    let rows = 0;
    if (NOT_COPIED[name] === undefined) {
      const values = columns.map((column) => INSTEAD[name]?.[column] ?? `t.${quote(column)}`);
      const { rowCount } = await client.query(
        `INSERT INTO ${qualified} (${columns.map((column) => quote(column)).join(', ')}) OVERRIDING SYSTEM VALUE
         SELECT ${values.join(', ')} FROM ${quote(from, name)} t`,
      );
      rows = rowCount ?? 0;
    }
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Numbers go on where the community's were. */
async function copySequences(reader: pg.Client, client: pg.Client, { from, to }: Way): Promise<void> {
  const kept = new Set(Object.keys(NOT_COPIED).map((table) => `${table}_id_seq`));
  for (const { name, value, called } of await sequencesOf(reader, from)) {
    if (kept.has(name)) continue;
    await client.query('SELECT setval($1::text::regclass, $2::bigint, $3)', [quote(to, name), value, called]);
  }
}

/** Copies the bytes that the practice's rows name under keys of its own; gives how many. What the store does not have, it has not. */
async function copyFiles(client: pg.Client, files: FileStore, to: string): Promise<number> {
  const { rows } = await client.query<{ clave: string }>(`SELECT clave FROM ${quote(to, 'archivo')}`);
  let copied = 0;
  for (const { clave } of rows) {
    const bytes = await files.get(clave);
    if (!bytes) continue;
    await files.put(to + clave.slice(clave.indexOf('/')), bytes);
    copied += 1;
  }
  await client.query(`UPDATE ${quote(to, 'archivo')} SET clave = $1 || substr(clave, strpos(clave, '/'))`, [to]);
  return copied;
}

interface Publishing {
  tools: PracticeTools;
  asked: PracticeAsked;
  real: KnownCommunity;
  practice: { codigo: string; schema: string; host: string };
}

/** Makes it answer, in one transaction with what has to be as it is in the community at that moment: who may enter. */
async function publish(client: pg.Client, { tools, asked, real, practice }: Publishing): Promise<void> {
  const { codigo, schema, host } = practice;
  const name = real.nombre ?? knownName(real.codigo);
  await inCommunity(client, schema, async (tx) => {
    await tools.fill(tx);
    await client.query(
      "UPDATE configuracion_residencial SET nombre_residencial = $1 || coalesce(nullif(nombre_residencial, ''), $2)",
      [practiceName(''), name],
    );
    await catchUp(client, real);
    await client.query(
      'INSERT INTO porton.comunidad (codigo, nombre, host, esquema, zona_horaria, practica_de) VALUES ($1, $2, $3, $4, $5, $6)',
      [codigo, practiceName(name), host, schema, real.zona_horaria, real.codigo],
    );
    await recordAudit(
      tx,
      { usuarioId: null, usuario: asked.author.usuario, requestId: null },
      {
        ...{ status: 'creado', entidad: 'comunidad', entidadId: codigo, referencia: codigo },
        nota: `Práctica de ${real.codigo}, copiada por «${asked.author.usuario}»`,
      },
      new Date(),
    );
  });
  await tell(client, real, asked.author, { status: 'creado', nota: `Se hizo la práctica ${codigo}, en ${host}` });
}

/**
 * What has to be as it is in the community now and not as it was when the copy began: who may enter, in which role, and whose name
 * was destroyed. Whoever changes it waits, and finds the practice there: its triggers follow in both.
 */
async function catchUp(client: pg.Client, { esquema }: KnownCommunity): Promise<void> {
  const of = (table: string): string => quote(esquema, table);
  await client.query(`LOCK TABLE ${of('usuario')}, ${of('segundo_factor')}, ${of('residente')} IN SHARE MODE`);
  await client.query(
    `INSERT INTO role (name) SELECT name FROM ${of('role')} r
      WHERE NOT EXISTS (SELECT FROM role p WHERE ext.clave(p.name) = ext.clave(r.name))`,
  );
  await client.query(
    `UPDATE usuario p SET enabled = r.enabled, role_id = n.id, password_hash = r.password_hash
     FROM ${of('usuario')} r JOIN ${of('role')} o ON o.id = r.role_id JOIN role n ON ext.clave(n.name) = ext.clave(o.name)
     WHERE r.id = p.id`,
  );
  // Their second factor is asked of the community, which keeps what it is compared with.
  await client.query(
    `INSERT INTO segundo_factor (usuario_id, activado_at, prestado)
     SELECT f.usuario_id, f.activado_at, true FROM ${of('segundo_factor')} f JOIN usuario p ON p.id = f.usuario_id
      WHERE f.activado_at IS NOT NULL`,
  );
  const gone = `FROM ${of('residente')} r JOIN residente p ON p.id = r.id
    WHERE r.suprimido_at IS NOT NULL AND p.suprimido_at IS NULL`;
  await client.query(
    `UPDATE lote_residente t SET active = false, hasta = coalesce(t.hasta, g.at)
     FROM (SELECT r.id, r.suprimido_at AS at ${gone}) g WHERE t.residente_id = g.id AND t.active`,
  );
  await client.query(`SELECT suprime_nombre(p.id, '{}', r.suprimido_at) ${gone}`);
}

/** Leaves a row in the community's own log. */
function tell(
  client: pg.Client,
  { codigo, esquema }: KnownCommunity,
  { usuarioId, usuario }: PracticeAsked['author'],
  { status, nota }: { status: 'creado' | 'eliminado'; nota: string },
): Promise<void> {
  return inCommunity(client, esquema, (tx) =>
    recordAudit(
      tx,
      { usuarioId, usuario, requestId: null },
      { status, entidad: 'practica', entidadId: codigo, referencia: codigo, nota },
      new Date(),
    ),
  );
}
