/**
 * The seal of the audit log: a chain over its rows, each link an HMAC under the community's own sealing key. Rows are sealed
 * at most a second after they commit, in batches and outside the writers' transactions, so that the chain does not serialise
 * them. Whoever has the database but not the master key can neither make a link nor move the mark that says how far the
 * sealer is; whoever cuts the end, or all, is told by the head that is noted in the data folder.
 *
 * Transaction numbers order what is sealed next, and nothing else: they begin anew in another cluster. There, whatever came
 * along without a seal is sealed in the order of its ids, and a row of the log tells of the move.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { schemaOf } from './communities.ts';
import { type DbPool, inTx, kyselyOn, quotedSchema, type Tx } from './db.ts';
import { clearMarks, marking, SEALS } from './marks.ts';
import { Obstacle } from './obstacles.ts';
import { rowFrom } from './rows.ts';
import { isGenuine, nameOfSealingKey, type SealHead, type SealHeads } from './seal-heads.ts';
import { type SealingKey, type Secrets, Unreadable } from './secrets.ts';

export type { SealHead } from './seal-heads.ts';

const BATCH_MAX = 5_000;
/** Keeps two sealers apart; the second number is the community's schema. */
const SEAL_LOCK = 7_202_612;
const GENESIS = Buffer.alloc(32);

/** What a sealer or a verification finds forged; the message says what, in Spanish, and ends without a full stop. */
export class SealFault extends Error {}

/**
 * Everything a row says, as one text; jsonb prints its keys in one fixed order. The function is named with its schema: one of
 * the community's own could take its place.
 */
const CANONICAL = sql<string>`pg_catalog.jsonb_build_array(b.id, extract(epoch FROM b.created_at)::text, b.usuario_id, b.usuario, b.referencia, b.status, b.nota, b.entidad, b.entidad_id, b.antes, b.despues, b.request_id)::text`;
const HAS_NO_SEAL = sql<boolean>`NOT EXISTS (SELECT FROM bitacora_sello s WHERE s.bitacora_id = b.id)`;

function link(key: Buffer, orden: number, previous: Buffer, texto: string): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(orden));
  return createHmac('sha256', key).update('sello').update(place).update(previous).update(texto).digest();
}

/** As seals were made before there was a key. */
function linkWithoutKey(previous: Buffer, texto: string): Buffer {
  return createHash('sha256').update(previous).update(texto).digest();
}

/** The mark of how far the sealer is, and what it has to agree with. */
interface Mark {
  schema: string;
  /** Rows of transactions below it have their seals. Needs no key: what it passes over is told. */
  xid: string;
  /** The server that numbers the transactions; null until the first seal with a key. */
  sistema: string | null;
  sinLlaveHasta: number;
  /** Null until the first seal with a key. */
  huella: Buffer | null;
  orden: number;
  cabeza: Buffer | null;
  cabezaConLlave: boolean;
  /** Of the server that is asked now. */
  ahora: string;
  /** Transactions below it have ended. */
  terminado: string;
  /** The server's numbers are below the mark: they are another server's. */
  retrocede: boolean;
}

async function readMark(tx: Tx): Promise<Mark> {
  const { rows } = await sql<Mark & { legible: boolean }>`
    SELECT current_schema() AS schema, c.xid::text AS xid, c.sistema, c.sin_llave_hasta AS "sinLlaveHasta", c.huella,
      coalesce(h.orden, 0) AS orden, h.huella AS cabeza, coalesce(h.llave_id IS NOT NULL, false) AS "cabezaConLlave",
      pg_snapshot_xmin(pg_current_snapshot())::text AS terminado,
      c.xid > pg_snapshot_xmax(pg_current_snapshot()) AS retrocede,
      has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE') AS legible
    FROM bitacora_corte c
    LEFT JOIN LATERAL (SELECT orden, huella, llave_id FROM bitacora_sello ORDER BY orden DESC LIMIT 1) h ON true`.execute(
    tx,
  );
  const [mark] = rows;
  if (!mark) throw new SealFault('falta la marca de hasta dónde está sellada');
  if (!mark.legible) return { ...mark, ahora: '' };
  const system = await sql<{ id: string }>`
    SELECT system_identifier::text AS id FROM pg_catalog.pg_control_system()`.execute(tx);
  return { ...mark, ahora: system.rows[0]?.id ?? '' };
}

type Marked = Pick<Mark, 'schema' | 'sistema' | 'sinLlaveHasta' | 'orden' | 'cabeza'>;

function markOf(key: Buffer, { schema, sistema, sinLlaveHasta, orden, cabeza }: Marked): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(['marca', schema, sistema, sinLlaveHasta, orden, cabeza?.toString('hex') ?? '']))
    .digest();
}

/** The columns of those tables, with types that PostgreSQL itself turns into text: another type could bring a cast of its own. */
const COLUMNS = [
  'bitacora: antes jsonb, created_at timestamp with time zone, despues jsonb, entidad text, entidad_id text, id bigint, nota text, referencia text, request_id text, status text, usuario text, usuario_id integer, xid xid8',
  'bitacora_corte: huella bytea, sin_llave_hasta bigint, sistema text, unico boolean, xid xid8',
  'bitacora_sello: bitacora_id bigint, huella bytea, llave_id bigint, orden bigint, sellado_at timestamp with time zone',
  'llave_datos: created_at timestamp with time zone, envoltura bytea, id integer, maestra text, uso text',
];

async function requirePlainColumns(tx: Tx): Promise<void> {
  const { rows } = await sql<{ columns: string }>`
    SELECT c.relname || ': ' || pg_catalog.string_agg(a.attname || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attgenerated <> '' THEN ' generada' WHEN a.attcollation <> t.typcollation THEN ' otro orden' ELSE '' END,
      ', ' ORDER BY a.attname COLLATE "C") AS columns
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = pg_catalog.current_schema()::regnamespace
      AND c.relname IN ('bitacora', 'bitacora_sello', 'bitacora_corte', 'llave_datos')
    GROUP BY c.relname ORDER BY c.relname COLLATE "C"`.execute(tx);
  if (rows.map(({ columns }) => columns).join('\n') !== COLUMNS.join('\n')) {
    throw new SealFault('las columnas de la bitácora no son las que hizo el programa');
  }
}

const SEARCHED_BY = "RETURN lower(ext.unaccent('ext.unaccent'::regdictionary, btrim(value)))";

/** Throws where the log is searched by another function than the migrations made, which could leave rows out. */
async function requireOwnSearch(tx: Tx): Promise<void> {
  const path = await sql<{ path: string }>`SELECT pg_catalog.current_setting('search_path') AS path`.execute(tx);
  // Names are told with their schema where it is not on the path.
  await sql`SELECT pg_catalog.set_config('search_path', 'pg_catalog', true)`.execute(tx);
  const { rows } = await sql<{ body: string | null; plain: boolean }>`
    SELECT pg_catalog.pg_get_function_sqlbody(p.oid) AS body, p.proconfig IS NULL AND EXISTS (
      SELECT FROM pg_catalog.pg_proc u WHERE u.oid = pg_catalog.to_regprocedure('ext.unaccent(regdictionary,text)')
        AND u.prosrc = 'unaccent_dict' AND u.probin = '$libdir/unaccent') AS plain
    FROM pg_catalog.pg_proc p WHERE p.oid = pg_catalog.to_regprocedure('ext.clave(text)')`.execute(tx);
  await sql`SELECT pg_catalog.set_config('search_path', ${path.rows[0]?.path}, true)`.execute(tx);
  if (!rows[0]?.plain || rows[0].body !== SEARCHED_BY) {
    throw new SealFault('la función con que se busca en la bitácora no es la que hizo el programa');
  }
}

/**
 * Throws where one of the tables is not the plain one that the migrations made: a view, a rule, a policy or a heir could show
 * one thing here and another on the screen.
 */
async function requirePlainTables(tx: Tx): Promise<void> {
  const { rows } = await sql<{ plain: number }>`
    SELECT count(*) AS plain FROM pg_catalog.pg_class c
    WHERE c.relnamespace = pg_catalog.current_schema()::regnamespace
      AND c.relname IN ('bitacora', 'bitacora_sello', 'bitacora_corte', 'llave_datos')
      AND c.relkind = 'r' AND NOT c.relhasrules AND NOT c.relrowsecurity
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE c.oid IN (i.inhrelid, i.inhparent))`.execute(tx);
  if (rows[0]?.plain !== 4) {
    throw new SealFault(
      'las tablas de la bitácora fueron cambiadas por vistas, o tienen reglas, filtros o disparadores ajenos',
    );
  }
  await requirePlainColumns(tx);
}

/** Schemas that a head was noted of, and that no community has any more. */
async function goneOf(tx: Tx, heads: SealHeads): Promise<string[]> {
  const { rows } = await sql<{ esquema: string }>`SELECT esquema FROM porton.comunidad`.execute(tx);
  return heads.noted().filter((noted) => !rows.some(({ esquema }) => esquema === noted));
}

/**
 * Throws where a chain was noted of a community that is no more, or this one is not where its code says: by another name it
 * would have a chain that begins anew.
 */
async function requireOwnPlace(tx: Tx, schema: string, heads: SealHeads): Promise<void> {
  const { rows } = await sql<{ codigo: string }>`
    SELECT codigo FROM porton.comunidad WHERE esquema = ${schema}`.execute(tx);
  if (!rows.some(({ codigo }) => schemaOf(codigo) === schema)) {
    throw new SealFault('el esquema de la comunidad no es el de su código');
  }
  const [gone] = await goneOf(tx, heads);
  if (gone) throw new SealFault(`hay un sello anotado de ${gone}, que ya no es de ninguna comunidad`);
}

/** Throws where the mark, the key and the end of the chain do not belong together. */
function requireGenuine(mark: Mark, key: Buffer | undefined): void {
  if (mark.huella === null) {
    if (key || mark.cabezaConLlave) throw new SealFault('la marca de hasta dónde está sellada fue alterada');
    if (mark.orden !== mark.sinLlaveHasta) throw new SealFault('hay sellos sin llave que nadie hizo');
    return;
  }
  if (!key) throw new SealFault('falta la llave de sello');
  const expected = markOf(key, mark);
  if (expected.length !== mark.huella.length || !timingSafeEqual(expected, mark.huella)) {
    throw new SealFault('el final de la cadena o la marca de hasta dónde está sellada fueron alterados');
  }
  // The number of the mark is not keyed, and no server's own numbers go back.
  if (mark.retrocede && !hasMoved(mark)) throw new SealFault('la marca de hasta dónde está sellada fue alterada');
}

/** Whether the mark was made on another server: by its name, or where that may not be asked, by numbers that go back. */
const hasMoved = ({ sistema, ahora, retrocede }: Mark): boolean =>
  sistema !== null && (sistema !== ahora || (ahora === '' && retrocede));

/** Whether a row waits for its seal, and nobody else is at it. */
async function isDue(tx: Tx, schema: string): Promise<boolean> {
  const { rows } = await sql<{ got: boolean; due: boolean | null }>`
    SELECT pg_try_advisory_xact_lock(${SEAL_LOCK}, hashtext(${schema})) AS got, (
      SELECT c.sistema IS NULL OR c.xid > pg_snapshot_xmax(pg_current_snapshot()) OR EXISTS (
        SELECT FROM bitacora b WHERE b.xid >= c.xid AND b.xid < pg_snapshot_xmin(pg_current_snapshot()) AND ${HAS_NO_SEAL})
      FROM bitacora_corte c) AS due`.execute(tx);
  return rows[0]?.got === true && rows[0].due !== false;
}

/** Whether rows are left without a seal: those of transactions that run on, beside the ones that are due. */
const LEFT = sql<boolean>`EXISTS (
  SELECT FROM bitacora_corte c WHERE c.xid > pg_snapshot_xmax(pg_current_snapshot()) OR EXISTS (
    SELECT FROM bitacora b WHERE (c.sistema IS NULL OR b.xid >= c.xid) AND ${HAS_NO_SEAL}))`;

export interface Sealed extends SealHead {
  /** Why the noted head stays where it was: the chain is not the one that was noted. */
  notedFault?: string;
  /** Why the head could not be noted. */
  unnoted?: unknown;
  /** The noted head was missing, and this one was noted in its place. */
  missing?: true;
}

async function sealBatch(tx: Tx, schema: string, secrets: Secrets, heads: SealHeads) {
  if (!(await isDue(tx, schema))) return undefined;
  await requirePlainTables(tx);
  const mark = await readMark(tx);
  const kept = await sealingKeyOf(tx, secrets);
  requireGenuine(mark, kept?.key);
  // One that cannot be read is told by the verification; what is written goes on being sealed.
  let noted: ReturnType<SealHeads['read']>;
  let notedFault: string | undefined;
  let unreadable: Obstacle | undefined;
  try {
    noted = notedOf(heads, schema);
  } catch (error) {
    if (error instanceof Obstacle) unreadable = error;
    else if (error instanceof SealFault) notedFault = error.message;
    else throw error;
  }
  if (!kept && noted) throw new SealFault('falta la llave de sello con que se anotó el último sello');

  const moved = hasMoved(mark);
  // What came along from another server, or was there before there was a key, has numbers that say nothing.
  const whatever = moved || mark.sistema === null;
  const order = moved ? sql`b.id` : mark.sistema === null ? sql`b.created_at, b.id` : sql`b.xid, b.id`;
  const { rows } = await sql<{ id: number; xid: string; texto: string }>`
    SELECT b.id, b.xid::text AS xid, ${CANONICAL} AS texto FROM bitacora b
    WHERE ${HAS_NO_SEAL} AND ${whatever ? sql`true` : sql`b.xid >= ${mark.xid}::xid8 AND b.xid < ${mark.terminado}::xid8`}
    ORDER BY ${order}
    LIMIT ${BATCH_MAX}`.execute(tx);
  if (rows.length === 0 && !moved) return undefined;

  const { id: llaveId, key } = kept ?? (await secrets.makeSealingKey(tx));
  let cabeza = mark.cabeza ?? GENESIS;
  let { orden } = mark;
  const seals = rows.map((row) => {
    orden += 1;
    cabeza = link(key, orden, cabeza, row.texto);
    return { orden, bitacora_id: row.id, huella: cabeza };
  });
  await sql`
    INSERT INTO bitacora_sello (orden, bitacora_id, huella, llave_id)
    SELECT o, b, h, ${llaveId} FROM unnest(${seals.map((seal) => seal.orden)}::bigint[], ${seals.map((seal) => seal.bitacora_id)}::bigint[], ${seals.map((seal) => seal.huella)}::bytea[]) AS t (o, b, h)`.execute(
    tx,
  );
  const whole = rows.length < BATCH_MAX;
  const sistema = whole ? mark.ahora : mark.sistema;
  // Of a whole batch nothing below the oldest running transaction is left.
  const xid = whole ? mark.terminado : whatever ? mark.xid : (rows.at(-1)?.xid ?? mark.xid);
  const next: Marked = { ...mark, sistema, orden, cabeza: orden === 0 ? null : cabeza };
  await sql`UPDATE bitacora_corte SET xid = ${xid}::xid8, sistema = ${sistema}, huella = ${markOf(key, next)}`.execute(
    tx,
  );
  if (moved && whole) {
    const came = rows.length === 1 ? 'llegó 1 registro' : `llegaron ${rows.length} registros`;
    await tellInLog(tx, `La base de datos pasó a otro servidor de PostgreSQL; con ella ${came} sin sello`);
  }
  if (noted) notedFault = await faultOfNoted(tx, noted, orden);
  const head: SealHead = { orden, huella: cabeza.toString('hex') };
  return {
    head,
    notedFault,
    unreadable,
    key,
    sinLlaveHasta: mark.sinLlaveHasta,
    // A chain that has a keyed mark was noted; another one begins with its community and not otherwise.
    missing: !noted && (mark.huella !== null || !heads.hasBegun(schema)),
    faltaba: noted?.faltaba === true,
  };
}

/** What becomes of the chain itself is a row of the log, which is sealed like any other. */
async function tellInLog(tx: Tx, nota: string): Promise<void> {
  await marking(SEALS).execute(tx);
  await tx
    .insertInto('bitacora')
    .values({
      created_at: sql`now()`,
      usuario: 'sistema',
      status: 'actualizado',
      entidad: 'bitacora',
      referencia: 'Bitácora',
      nota,
    })
    .execute();
}

/**
 * Has a chain that came with a backup go on under another community's name, and says so in the log; in the transaction in which it
 * came, with its keys wrapped for that name.
 * @throws SealFault where it is not one that the sealer would go on from
 */
export async function underNewName(
  tx: Tx,
  secrets: Secrets,
  { schema, from, nota }: { schema: string; from: string; nota: string },
): Promise<void> {
  await tellInLog(tx, nota);
  const mark = await readMark(tx);
  const kept = await sealingKeyOf(tx, secrets);
  requireGenuine({ ...mark, schema: from }, kept?.key);
  if (!kept) return;
  await sql`UPDATE bitacora_corte SET huella = ${markOf(kept.key, { ...mark, schema })}`.execute(tx);
}

const END_MISSING = 'falta el final de la cadena que se anotó';
const OTHER_CHAIN = 'la cadena no es la que se anotó';

/** Why a chain that reaches to `orden` is not the one of which this head was noted. */
async function faultOfNoted(tx: Tx, noted: SealHead, orden: number): Promise<string | undefined> {
  if (noted.orden > orden) return END_MISSING;
  const row = await tx
    .selectFrom('bitacora_sello')
    .select('huella')
    .where('orden', '=', noted.orden)
    .executeTakeFirst();
  return row?.huella.toString('hex') === noted.huella ? undefined : OTHER_CHAIN;
}

export interface Verification {
  ok: boolean;
  /** Sealed rows that were checked. */
  checked: number;
  unsealed: number;
  head: SealHead | null;
  /** So many of the first ones were sealed before there was a key: whoever owned the database then could reseal them. */
  sinLlaveHasta: number;
  /** The head noted in the data folder, which the chain was compared with. */
  anotado: number | null;
  /** What is no fault but has to be known, in Spanish. */
  avisos: string[];
  /** The first thing at which the chain fails, in Spanish, and where that is at one place. */
  fault?: { orden: number | null; bitacoraId: number | null; reason: string };
}

const PAGE = 10_000;
/** A row is sealed within a second; what waits for longer than this, though its transaction has ended, is held back. */
const UNSEALED_MAX_MS = 2 * 60_000;
/** Its transaction may run on; longer than this none does. */
const RUNNING_MAX_MS = 60 * 60_000;
/** No transaction takes as long between the instant that its row tells and its seal's place in the chain. */
const BACKDATED_S = 60 * 60;

/** The row whose turn to be sealed comes first. */
export interface Waiting {
  id: number;
  /** A transaction that began before it runs on: until that ends the row is not sealed. */
  behind: boolean;
  /** The sessions of the database that hold the sealer's lock. */
  holders: { pid: number; usuario: string }[];
}

export interface Seals {
  /** Seals one batch in a community; undefined when there was nothing to seal or another process is at it. */
  seal(jobsPool: DbPool, schema: string): Promise<Sealed | undefined>;
  /** Takes the community's marks off where all its rows are sealed. */
  settle(jobsPool: DbPool, schema: string): Promise<void>;
  /** What waits for its seal, and who keeps the sealer off; undefined where nothing does. */
  waiting(jobsPool: DbPool, schema: string): Promise<Waiting | undefined>;
  /** Walks the whole chain, in a transaction that sees one moment; `expected` is a head that somebody noted. */
  verify(tx: Tx, about: { schema: string; now: Date; expected?: SealHead | undefined }): Promise<Verification>;
  /**
   * Takes the chain as it stands for the true one from here on, once somebody has looked into a fault, and says so in the
   * log. What was altered before stays told. Needs the owner's connection. Throws `SealFault` without a chain or its key.
   */
  accept(client: pg.Client, schema: string): Promise<SealHead>;
  /** Notes the end of a chain that came with a backup. Throws `SealFault` where it is not one that the sealer would go on from. */
  noteRestored(client: pg.Client, schema: string): Promise<SealHead>;
}

/** The first row that waits for its seal, and who holds the sealer's lock. The instant that a row tells is not when it was written. */
async function waitingIn(tx: Tx, schema: string): Promise<Waiting | undefined> {
  return rowFrom(tx)<Waiting>`
    SELECT b.id, b.xid >= pg_snapshot_xmin(pg_current_snapshot()) AS behind, coalesce((
      SELECT jsonb_agg(jsonb_build_object('pid', l.pid, 'usuario', a.usename))
      FROM pg_catalog.pg_locks l LEFT JOIN pg_catalog.pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${SEAL_LOCK}::oid AND l.objsubid = 2
        AND l.objid = (hashtext(${schema})::bigint & 4294967295)::oid
        AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())), '[]') AS holders
    FROM bitacora b, bitacora_corte c
    WHERE b.xid >= c.xid AND ${HAS_NO_SEAL}
    ORDER BY b.xid, b.id
    LIMIT 1`;
}

interface Keepers {
  secrets: Secrets;
  heads: SealHeads;
}

/** Notes what a batch was sealed with, outside the database, unless that would hide what the note shows. */
async function noteBatch(
  { heads }: Keepers,
  {
    head,
    notedFault,
    key,
    sinLlaveHasta,
    unreadable,
    missing,
    faltaba,
  }: NonNullable<Awaited<ReturnType<typeof sealBatch>>>,
  schema: string,
  tell: (nota: string) => Promise<void>,
): Promise<Sealed> {
  // A chain that is not the noted one must not take its place: the note is what shows it.
  if (notedFault !== undefined) return { ...head, notedFault };
  if (unreadable) return { ...head, unnoted: unreadable };
  // A process that dies here leaves an older head, as true as this.
  if (head.orden === 0) return head;
  // Another process may have noted the first head meanwhile.
  let lacked = missing;
  try {
    lacked &&= heads.read(schema) === undefined;
    heads.write(schema, { ...head, llave: nameOfSealingKey(key), sinLlaveHasta, faltaba: lacked || faltaba }, key);
  } catch (error) {
    return { ...head, unnoted: error };
  }
  if (!lacked) return head;
  await tell(`Faltaba el sello anotado en la carpeta de datos; se volvió a anotar desde el sello ${head.orden}`);
  return { ...head, missing: lacked };
}

/** Notes the end of the chain as it stands, once `settle` is content with its mark. */
async function noteHead(
  { secrets, heads }: Keepers,
  client: pg.Client,
  schema: string,
  settle: (tx: Tx, mark: Mark, key: Buffer) => Promise<void>,
): Promise<SealHead> {
  const tx = kyselyOn(client);
  await client.query(`BEGIN; SET LOCAL search_path TO ${quotedSchema(schema)}, ext`);
  try {
    await sql`SELECT pg_advisory_xact_lock(${SEAL_LOCK}, hashtext(${schema}))`.execute(tx);
    await sql`
      INSERT INTO bitacora_corte (xid, sin_llave_hasta)
      SELECT '0', count(*) FILTER (WHERE llave_id IS NULL) FROM bitacora_sello ON CONFLICT DO NOTHING`.execute(tx);
    const mark = await readMark(tx);
    const kept = await sealingKeyOf(tx, secrets);
    if (!kept) throw new SealFault('falta la llave de sello');
    if (!mark.cabeza) throw new SealFault('no hay registros sellados');
    const { orden, sinLlaveHasta } = mark;
    await settle(tx, mark, kept.key);
    await client.query('COMMIT');
    const head = { orden, huella: mark.cabeza.toString('hex') };
    for (const gone of await goneOf(tx, heads)) heads.drop(gone);
    heads.write(schema, { ...head, llave: nameOfSealingKey(kept.key), sinLlaveHasta, faltaba: false }, kept.key);
    return head;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export function createSeals(keepers: Keepers): Seals {
  const { secrets, heads } = keepers;
  return {
    async seal(jobsPool, schema) {
      const within = <T>(work: (tx: Tx) => Promise<T>) => inTx(jobsPool, { schema, role: 'porton_jobs' }, work);
      const done = await within((tx) => sealBatch(tx, schema, secrets, heads));
      return done && noteBatch(keepers, done, schema, (nota) => within((tx) => tellInLog(tx, nota)));
    },

    settle: (jobsPool, schema) => inTx(jobsPool, { schema, role: 'porton_jobs' }, (tx) => clearMarks(tx, SEALS, LEFT)),

    waiting: (jobsPool, schema) =>
      inTx(jobsPool, { schema, role: 'porton_jobs', readOnly: true }, (tx) => waitingIn(tx, schema)),

    async verify(tx, about) {
      const walk = new Walk();
      try {
        await walk.run(tx, about, keepers);
        return walk.result();
      } catch (error) {
        if (error instanceof SealFault) return walk.result({ orden: null, bitacoraId: null, reason: error.message });
        if (error instanceof AtRow) return walk.result(error.fault);
        throw error;
      }
    },

    accept: (client, schema) =>
      noteHead(keepers, client, schema, async (tx, mark, key) => {
        await sql`UPDATE bitacora_corte SET huella = ${markOf(key, mark)}`.execute(tx);
        await tellInLog(tx, `La cadena de sellos se aceptó como estaba, hasta el sello ${mark.orden}`);
      }),

    noteRestored: (client, schema) =>
      noteHead(keepers, client, schema, async (_tx, mark, key) => {
        requireGenuine(mark, key);
      }),
  };
}

/** What a product that was stopped or died left without a seal is no forgery. What holds the sealer stays unsealed, and is told. */
export async function sealWhatWaits(seals: Seals, pool: DbPool, schema: string): Promise<void> {
  try {
    while (await seals.seal(pool, schema));
  } catch (error) {
    // The verification tells.
    if (!(error instanceof SealFault)) throw error;
  }
}

/** A fault at one place of the chain. */
class AtRow extends Error {
  readonly fault: { orden: number; bitacoraId: number; reason: string };

  constructor(orden: number, bitacoraId: number, reason: string) {
    super(reason);
    this.fault = { orden, bitacoraId, reason };
  }
}

interface SealedRow {
  orden: number;
  bitacora_id: number;
  huella: Buffer;
  llave_id: number | null;
  instante: number | null;
  texto: string | null;
}

/** One verification, and how far it got. */
class Walk {
  #huella: Buffer = GENESIS;
  #orden = 0;
  #unsealed = 0;
  #sinLlaveHasta = 0;
  #anotado: number | null = null;
  #latest = 0;
  #backdated: number[] = [];
  #avisos: string[] = [];
  /** In seconds; a sealed row that tells of a later instant was not written by the product. */
  #soon = 0;
  #future: AtRow | undefined;

  result(fault?: Verification['fault']): Verification {
    const [first] = this.#backdated;
    return {
      ok: fault === undefined,
      checked: this.#orden,
      unsealed: this.#unsealed,
      head: this.#orden === 0 ? null : { orden: this.#orden, huella: this.#huella.toString('hex') },
      sinLlaveHasta: this.#sinLlaveHasta,
      anotado: this.#anotado,
      avisos: [
        ...this.#avisos,
        ...(first === undefined
          ? []
          : [
              `${this.#backdated.length === 1 ? '1 registro tiene' : `${this.#backdated.length} registros tienen`} una fecha más de una hora anterior a la de los que se sellaron antes; el primero es el ${first}`,
            ]),
      ],
      ...(fault && { fault }),
    };
  }

  async run(
    tx: Tx,
    { schema, now, expected }: { schema: string; now: Date; expected?: SealHead | undefined },
    { secrets, heads }: { secrets: Secrets; heads: SealHeads },
  ): Promise<void> {
    // Before the transaction sees its moment: what is noted later may be of later seals.
    let noted: ReturnType<SealHeads['read']>;
    let unreadable = false;
    try {
      noted = notedOf(heads, schema);
    } catch (error) {
      if (!(error instanceof Obstacle)) throw error;
      unreadable = true;
      this.#avisos.push(error.message);
    }
    const key = await sealingKeyOf(tx, secrets);
    if (noted) {
      this.#anotado = noted.orden;
      if (!key || noted.llave !== nameOfSealingKey(key.key)) {
        throw new SealFault('la llave de sello no es la que se anotó en la carpeta de datos');
      }
      if (!isGenuine(schema, noted, key.key)) {
        throw new SealFault('el sello anotado en la carpeta de datos fue alterado');
      }
    }
    await requireOwnPlace(tx, schema, heads);
    await requirePlainTables(tx);
    const mark = await readMark(tx);
    this.#sinLlaveHasta = mark.sinLlaveHasta;
    if (mark.huella !== null && !unreadable && (!noted || noted.faltaba)) {
      this.#avisos.push(
        noted
          ? 'el sello anotado en la carpeta de datos faltaba y se volvió a anotar: nada dice si antes se quitó el final de la cadena'
          : 'falta el sello anotado en la carpeta de datos: nada dice si se quitó el final de la cadena',
      );
    }
    if (noted && noted.sinLlaveHasta !== mark.sinLlaveHasta) {
      throw new SealFault('no es la parte sin llave que se anotó');
    }
    this.#soon = (now.getTime() + UNSEALED_MAX_MS) / 1000;
    await this.#walk(tx, key, [...(noted ? [noted] : []), ...(expected ? [expected] : [])]);
    requireGenuine(mark, key?.key);
    await this.#requireSealed(tx, now, mark);
    await requireOwnSearch(tx);
    // Last: what else is wrong says more.
    if (this.#future) throw this.#future;
  }

  async #walk(tx: Tx, key: SealingKey | undefined, expected: readonly SealHead[]): Promise<void> {
    for (let more = true; more; ) {
      const { rows } = await sql<SealedRow>`
        SELECT s.orden, s.bitacora_id, s.huella, s.llave_id, extract(epoch FROM b.created_at)::float8 AS instante,
          CASE WHEN b.id IS NULL THEN NULL ELSE ${CANONICAL} END AS texto
        FROM bitacora_sello s LEFT JOIN bitacora b ON b.id = s.bitacora_id
        WHERE s.orden > ${this.#orden} ORDER BY s.orden LIMIT ${PAGE}`.execute(tx);
      for (const row of rows) this.#check(row, key, expected);
      more = rows.length === PAGE;
    }
    const missing = expected.find((head) => head.orden > this.#orden);
    if (missing) throw new AtRow(this.#orden + 1, 0, END_MISSING);
  }

  #check(row: SealedRow, key: SealingKey | undefined, expected: readonly SealHead[]): void {
    const fault = (reason: string) => new AtRow(row.orden, row.bitacora_id, reason);
    const orden = this.#orden + 1;
    if (row.orden !== orden) throw fault('falta un sello de la cadena');
    if (row.texto === null) throw fault('el registro fue eliminado');
    const isKeyed = orden > this.#sinLlaveHasta;
    if (isKeyed !== (row.llave_id !== null)) throw fault('el sello no se hizo con la llave');
    if (isKeyed && row.llave_id !== key?.id) throw fault('el sello se hizo con otra llave');
    const next =
      isKeyed && key ? link(key.key, orden, this.#huella, row.texto) : linkWithoutKey(this.#huella, row.texto);
    if (!next.equals(row.huella)) throw fault('el registro o su orden fueron alterados');
    if (expected.some((head) => head.orden === orden && head.huella !== next.toString('hex'))) throw fault(OTHER_CHAIN);
    const instante = row.instante ?? 0;
    // What was sealed without a key was not put in its place by the product for certain.
    if (isKeyed && instante < this.#latest - BACKDATED_S) this.#backdated.push(row.bitacora_id);
    if (instante > this.#soon) this.#future ??= fault('el registro tiene una fecha que todavía no llega');
    // It would make all true ones look late.
    else this.#latest = Math.max(this.#latest, instante);
    this.#huella = next;
    this.#orden = orden;
  }

  /** What has no seal must be about to get one. */
  async #requireSealed(tx: Tx, now: Date, mark: Mark): Promise<void> {
    const ended = new Date(now.getTime() - UNSEALED_MAX_MS);
    const running = new Date(now.getTime() - RUNNING_MAX_MS);
    const soon = new Date(now.getTime() + UNSEALED_MAX_MS);
    const { rows } = await sql<{ unsealed: number; behind: number | null; beyond: number | null; late: number | null }>`
      SELECT count(*) AS unsealed, min(b.id) FILTER (WHERE b.xid < ${mark.xid}::xid8) AS behind,
        min(b.id) FILTER (WHERE b.xid >= pg_snapshot_xmax(pg_current_snapshot())) AS beyond,
        min(b.id) FILTER (WHERE b.created_at < ${running} OR (b.xid < pg_snapshot_xmin(pg_current_snapshot())
          AND (b.created_at < ${ended} OR b.created_at > ${soon}))) AS late
      FROM bitacora b WHERE ${HAS_NO_SEAL}`.execute(tx);
    const { unsealed = 0, behind = null, beyond = null, late = null } = rows[0] ?? {};
    this.#unsealed = unsealed;
    const at = (bitacoraId: number, reason: string) => new AtRow(this.#orden, bitacoraId, reason);
    // Where a move was not sealed yet, or nothing was with a key, the numbers say nothing; what lingers is told all the same.
    if (!hasMoved(mark) && mark.sistema !== null) {
      if (behind !== null) throw at(behind, 'el registro apareció después de sellada su parte de la cadena');
      if (beyond !== null) throw at(beyond, 'el registro tiene un número de transacción que todavía no existe');
    }
    if (late !== null) throw at(late, 'el registro sigue sin sello después de dos minutos');
  }
}

function notedOf(heads: SealHeads, schema: string): ReturnType<SealHeads['read']> {
  try {
    return heads.read(schema);
  } catch (error) {
    // What this process may not read, or its disk cannot give, nobody has altered for that.
    if (error instanceof Obstacle) throw error;
    throw new SealFault('el sello anotado en la carpeta de datos no se puede leer', { cause: error });
  }
}

async function sealingKeyOf(tx: Tx, secrets: Secrets): Promise<SealingKey | undefined> {
  try {
    return await secrets.sealingKey(tx);
  } catch (error) {
    if (error instanceof Unreadable) throw new SealFault('la llave de sello no abre con la llave maestra');
    throw error;
  }
}
