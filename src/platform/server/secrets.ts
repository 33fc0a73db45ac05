/**
 * What must not be read at rest is sealed (AES-256-GCM) with a data key of its community, which lies in the community's
 * table `llave_datos`, wrapped by the installation's master key (PORTON_LLAVE). Whoever has the database alone can read none
 * of it. A sealed value names its data key, and is bound to its purpose: it opens as nothing else.
 *
 * Among them lies the key under which the community's audit log is sealed (audit-seal.ts).
 *
 *   sealed:  version 1 · data key's id (4 bytes) · nonce (12) · tag (16) · ciphertext
 *   wrapped: nonce (12) · tag (16) · the 32 bytes of the data key
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from './db.ts';

export interface Secrets {
  /** Seals bytes or text (as UTF-8) for a purpose such as 'tarjeta'; makes the community's data key when there is none. */
  seal(tx: Tx, purpose: string, plain: Uint8Array | string): Promise<Buffer>;
  /** The bytes behind a sealed value. Throws `Unreadable` for one that was changed, or sealed for another purpose. */
  open(tx: Tx, purpose: string, sealed: Uint8Array): Promise<Buffer>;
  /** The same of many, in their order, reading each data key once. */
  openAll(tx: Tx, purpose: string, sealed: readonly Uint8Array[]): Promise<Buffer[]>;
  /** The key under which the community seals its audit log; undefined before the first seal. Throws `Unreadable`. */
  sealingKey(tx: Tx): Promise<SealingKey | undefined>;
  /** Makes that key; there is one for good. */
  makeSealingKey(tx: Tx): Promise<SealingKey>;
  /** 32 bytes that stand for a text while the master key is this one, and that nobody without it can compute. */
  fingerprint(text: string): Buffer;
}

/** A key of a community, opened. */
export interface SealingKey {
  id: number;
  key: Buffer;
}

export interface MasterKeys {
  /** 32 bytes: wraps every new data key. */
  current: Buffer;
  /** The one before it, until `npm run llave -- rotar` has wrapped everything anew. */
  previous?: Buffer | undefined;
}

/** A sealed value, or the key behind it, that cannot be opened. Says nothing of what is inside. */
export class Unreadable extends Error {}

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const HEAD_BYTES = 5;

/** Names a master key without telling it: the key has 256 random bits, so its hash gives nothing away. */
function nameOf(master: Buffer): string {
  return createHash('sha256').update('porton llave maestra').update(master).digest('hex').slice(0, 16);
}

/** nonce · tag · ciphertext. */
function encrypt(key: Buffer, about: string | Buffer, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

function decrypt(key: Buffer, about: string | Buffer, box: Buffer): Buffer {
  if (box.length < NONCE_BYTES + TAG_BYTES) throw new Unreadable('a sealed value is too short');
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw new Unreadable('a sealed value was changed, or sealed with another key or for another purpose');
  }
}

/** What a key in `llave_datos` is for. */
type Use = 'datos' | 'sello';

/** A key wrapped for one community or use is none in another. */
const aboutKey = (schema: string, uso: Use): string =>
  uso === 'datos' ? `llave_datos ${schema}` : `llave_datos ${schema} ${uso}`;

function head(keyId: number): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES);
  bytes.writeUInt8(VERSION);
  bytes.writeUInt32BE(keyId, 1);
  return bytes;
}

interface DataKeyRow {
  id: number;
  schema: string;
  uso: Use;
  maestra: string;
  envoltura: Buffer;
}

/**
 * Secrets under these master keys. The data key is read with each call, by the query that would otherwise ask which
 * community the transaction is in: nothing is kept that a rolled-back transaction has made.
 */
export function createSecrets({ current, previous }: MasterKeys): Secrets {
  const fingerprintKey = Buffer.from(hkdfSync('sha256', current, '', 'porton huellas', KEY_BYTES));
  const masters = new Map([current, ...(previous ? [previous] : [])].map((master) => [nameOf(master), master]));

  function unwrap({ schema, uso, maestra, envoltura }: DataKeyRow): Buffer {
    const master = masters.get(maestra);
    if (!master) throw new Unreadable(`a data key of ${schema} is wrapped by a master key that is not given`);
    return decrypt(master, aboutKey(schema, uso), envoltura);
  }

  async function newestKey(tx: Tx, uso: Use): Promise<SealingKey | undefined> {
    const { rows } = await sql<DataKeyRow>`
      SELECT id, current_schema() AS schema, uso, maestra, envoltura FROM llave_datos WHERE uso = ${uso}
      ORDER BY id DESC LIMIT 1`.execute(tx);
    return rows[0] && { id: rows[0].id, key: unwrap(rows[0]) };
  }

  async function makeKey(tx: Tx, uso: Use): Promise<SealingKey> {
    const key = randomBytes(KEY_BYTES);
    const schema = await sql<{ schema: string }>`SELECT current_schema() AS schema`.execute(tx);
    const envoltura = encrypt(current, aboutKey(schema.rows[0]?.schema ?? '', uso), key);
    const { id } = await tx
      .insertInto('llave_datos')
      .values({ uso, maestra: nameOf(current), envoltura, created_at: sql`now()` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, key };
  }

  async function openAll(tx: Tx, purpose: string, sealed: readonly Uint8Array[]): Promise<Buffer[]> {
    const values = sealed.map((value) => {
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      const start = bytes.subarray(0, HEAD_BYTES);
      if (start.length < HEAD_BYTES || start[0] !== VERSION) throw new Unreadable('no sealed value');
      return { start, keyId: start.readUInt32BE(1), box: bytes.subarray(HEAD_BYTES) };
    });
    const ids = [...new Set(values.map(({ keyId }) => keyId))];
    const { rows } = await sql<DataKeyRow>`
      SELECT id, current_schema() AS schema, uso, maestra, envoltura FROM llave_datos
      WHERE uso = 'datos' AND id = ANY(${ids}::bigint[])`.execute(tx);
    const keys = new Map(rows.map((row) => [row.id, unwrap(row)]));
    return values.map(({ start, keyId, box }) => {
      const key = keys.get(keyId);
      if (!key) throw new Unreadable('the data key of a sealed value is not there');
      return decrypt(key, Buffer.concat([start, Buffer.from(purpose)]), box);
    });
  }

  return {
    async seal(tx, purpose, plain) {
      const { id, key } = (await newestKey(tx, 'datos')) ?? (await makeKey(tx, 'datos'));
      const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
      const start = head(id);
      return Buffer.concat([start, encrypt(key, Buffer.concat([start, Buffer.from(purpose)]), bytes)]);
    },

    async open(tx, purpose, sealed) {
      const [plain] = await openAll(tx, purpose, [sealed]);
      if (!plain) throw new Unreadable('no sealed value');
      return plain;
    },

    openAll,

    sealingKey: (tx) => newestKey(tx, 'sello'),
    makeSealingKey: (tx) => makeKey(tx, 'sello'),

    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
  };
}

/** The communities that have the table of data keys; none before the first start, or of an older version. */
async function schemasOf(client: pg.Client): Promise<{ codigo: string; table: string; schema: string }[]> {
  const { rows: made } = await client.query("SELECT 1 WHERE to_regclass('porton.comunidad') IS NOT NULL");
  if (made.length === 0) return [];
  const { rows } = await client.query<{ codigo: string; schema: string }>(
    `SELECT codigo, esquema AS schema FROM porton.comunidad
      WHERE to_regclass(format('%I.llave_datos', esquema)) IS NOT NULL ORDER BY codigo`,
  );
  return rows.map((row) => ({ ...row, table: `${client.escapeIdentifier(row.schema)}.llave_datos` }));
}

/** Codes of the communities that have a data key which none of these master keys opens. Needs the owner's connection. */
export async function communitiesUnderOtherKeys(
  client: pg.Client,
  { current, previous }: MasterKeys,
): Promise<string[]> {
  const known = [current, ...(previous ? [previous] : [])].map(nameOf);
  const found: string[] = [];
  for (const { codigo, table } of await schemasOf(client)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${table} WHERE maestra <> ALL ($1) LIMIT 1`, [known]);
    if (rowCount) found.push(codigo);
  }
  return found;
}

/**
 * Wraps the data keys of a community that came with another installation's, or under another name, for where it is now. In the
 * caller's transaction, by the owner.
 * @throws Unreadable when a key is wrapped by neither of the two
 */
export async function rewrapFor(
  client: pg.Client,
  { schema, from, keys: { current, previous } }: { schema: string; from: string; keys: MasterKeys },
): Promise<void> {
  const masters = new Map([current, ...(previous ? [previous] : [])].map((master) => [nameOf(master), master]));
  const table = `${client.escapeIdentifier(schema)}.llave_datos`;
  const { rows } = await client.query<Omit<DataKeyRow, 'schema'>>(`SELECT id, uso, maestra, envoltura FROM ${table}`);
  for (const { id, uso, maestra, envoltura } of rows) {
    const master = masters.get(maestra);
    if (!master) throw new Unreadable(`a data key of ${schema} is wrapped by neither of the two master keys`);
    await client.query(`UPDATE ${table} SET maestra = $2, envoltura = $3 WHERE id = $1`, [
      id,
      nameOf(current),
      encrypt(current, aboutKey(schema, uso), decrypt(master, aboutKey(from, uso), envoltura)),
    ]);
  }
}

/**
 * Wraps every data key of every community by the current master key, all in one transaction; sealed values stay as they
 * are. Run again it changes nothing. Needs the owner's connection.
 * @returns how many keys were wrapped anew, and how many there are
 * @throws Unreadable when a key is wrapped by neither of the two
 */
export async function rewrapDataKeys(
  client: pg.Client,
  keys: MasterKeys,
): Promise<{ rewrapped: number; total: number }> {
  const { current, previous } = keys;
  let total = 0;
  let rewrapped = 0;
  await client.query('BEGIN');
  try {
    for (const { schema, table } of await schemasOf(client)) {
      const { rows } = await client.query<{ id: number; uso: Use; maestra: string; envoltura: Buffer }>(
        `SELECT id, uso, maestra, envoltura FROM ${table} ORDER BY id FOR UPDATE`,
      );
      total += rows.length;
      for (const { id, uso, maestra, envoltura } of rows) {
        if (maestra === nameOf(current)) continue;
        if (!previous || maestra !== nameOf(previous)) {
          throw new Unreadable(`a data key of ${schema} is wrapped by neither of the two master keys`);
        }
        const key = decrypt(previous, aboutKey(schema, uso), envoltura);
        await client.query(`UPDATE ${table} SET maestra = $2, envoltura = $3 WHERE id = $1`, [
          id,
          nameOf(current),
          encrypt(current, aboutKey(schema, uso), key),
        ]);
        rewrapped += 1;
      }
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  return { rewrapped, total };
}
