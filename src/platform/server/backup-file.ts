/**
 * The encrypted container of a backup. Its content is cut into blocks, each sealed by AES-256-GCM under a key of this
 * file alone; a block's place and whether it is the last are part of its nonce, so that a block that was changed,
 * moved, left out or cut off does not open.
 *
 *   magic, 16 bytes · length of the header, 4 bytes · header, JSON
 *   then blocks: length, 4 bytes · ciphertext · tag, 16 bytes
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import * as z from 'zod';
import { Obstacle } from './obstacles.ts';

/** An expected obstacle to a backup or a restoration, told in Spanish. */
export class BackupError extends Obstacle {
  override name = 'BackupError';
}

/** What a backup is encrypted with: the installation's key, or a phrase that a person keeps. */
export type BackupSecret = Readonly<{ kind: 'llave'; key: Buffer } | { kind: 'frase'; phrase: string }>;

const MAGIC = Buffer.from('PORTON-RESPALDO\n');
const FORMAT = 1;
const BLOCK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const HEADER_MAX = 4096;
/** About a tenth of a second and 128 MiB for each guess of a phrase. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;

const headerSchema = z.object({
  formato: z.number(),
  llave: z.enum(['llave', 'frase']),
  sal: z.base64(),
  /** Tells another key from a damaged file, without telling anything of the key. */
  prueba: z.base64(),
});

/** Encrypts a stream of any chunks into the bytes of a backup file. */
export async function* seal(content: AsyncIterable<Uint8Array>, secret: BackupSecret): AsyncGenerator<Buffer> {
  const salt = randomBytes(32);
  const key = fileKey(secret, salt);
  const header = Buffer.from(
    JSON.stringify({
      formato: FORMAT,
      llave: secret.kind,
      sal: salt.toString('base64'),
      prueba: proof(key).toString('base64'),
    }),
  );
  yield Buffer.concat([MAGIC, uint32(header.length), header]);

  let index = 0;
  const block = (bytes: Buffer, last: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(index, last));
    index += 1;
    cipher.setAAD(header);
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    return Buffer.concat([uint32(sealed.length), sealed]);
  };
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    pending.push(chunk);
    size += chunk.length;
    if (size <= BLOCK_BYTES) continue;
    const bytes = Buffer.concat(pending);
    // The last block is known only at the end, so that something is always kept back.
    const whole = Math.floor((size - 1) / BLOCK_BYTES) * BLOCK_BYTES;
    for (let at = 0; at < whole; at += BLOCK_BYTES) yield block(bytes.subarray(at, at + BLOCK_BYTES), false);
    pending = [bytes.subarray(whole)];
    size -= whole;
  }
  yield block(Buffer.concat(pending), true);
}

/**
 * Decrypts the bytes of a backup file. Everything yielded is authentic; that nothing is missing is known only when
 * the generator ends without an error.
 * @param secretFor gives the secret of the kind that the file was encrypted with, or throws a BackupError
 * @throws BackupError for a file of another kind or version, another key, a truncated or an altered file
 */
export async function* open(
  file: AsyncIterable<Uint8Array>,
  secretFor: (kind: BackupSecret['kind']) => BackupSecret,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(file);
  const magic = await reader.read(MAGIC.length);
  if (!magic?.equals(MAGIC)) throw new BackupError('El archivo no es un respaldo de Portón.');
  const header = await readHeader(reader);
  const { formato, llave, sal, prueba } = parseHeader(header);
  if (formato !== FORMAT) {
    throw new BackupError(
      `El respaldo es del formato ${formato} y este programa lee el ${FORMAT}. Use el programa con que se hizo, o uno más nuevo.`,
    );
  }
  const key = fileKey(secretFor(llave), Buffer.from(sal, 'base64'));
  const expected = Buffer.from(prueba, 'base64');
  const found = proof(key);
  if (expected.length !== found.length || !timingSafeEqual(expected, found)) {
    throw new BackupError(
      llave === 'llave'
        ? 'La llave no es la de este respaldo. Indique en PORTON_LLAVE la de la instalación en que se hizo.'
        : 'La frase de PORTON_RESPALDO_CLAVE no es la de este respaldo.',
    );
  }

  for (let index = 0; ; index += 1) {
    const length = (await whole(reader, 4)).readUInt32BE();
    if (length < TAG_BYTES || length > BLOCK_BYTES + TAG_BYTES) throw altered();
    const sealed = await whole(reader, length);
    const plain = unseal(sealed, header, key, index, false) ?? unseal(sealed, header, key, index, true);
    if (!plain) throw altered();
    yield plain.bytes;
    if (plain.last) break;
  }
  if (await reader.read(1)) throw altered();
}

/** Reads exact numbers of bytes from a stream of chunks. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next `length` bytes, or undefined when fewer are left. */
  async read(length: number): Promise<Buffer | undefined> {
    const parts: Uint8Array[] = [this.#held];
    let size = this.#held.length;
    while (size < length) {
      const { value, done } = await this.#source.next();
      if (done) break;
      parts.push(value);
      size += value.length;
    }
    const bytes = parts.length === 1 ? this.#held : Buffer.concat(parts);
    if (size < length) {
      this.#held = bytes;
      return undefined;
    }
    this.#held = bytes.subarray(length);
    return bytes.subarray(0, length);
  }
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

async function readHeader(reader: ByteReader): Promise<Buffer> {
  const length = (await whole(reader, 4)).readUInt32BE();
  if (length > HEADER_MAX) throw altered();
  return whole(reader, length);
}

function parseHeader(header: Buffer): z.infer<typeof headerSchema> {
  try {
    return headerSchema.parse(JSON.parse(header.toString()));
  } catch {
    throw altered();
  }
}

async function whole(reader: ByteReader, length: number): Promise<Buffer> {
  const bytes = await reader.read(length);
  if (!bytes)
    throw new BackupError(
      'El respaldo está incompleto: el archivo termina antes de tiempo. Cópielo otra vez o use otro.',
    );
  return bytes;
}

function altered(): BackupError {
  return new BackupError('El respaldo está dañado o fue alterado. Cópielo otra vez o use otro.');
}

function unseal(
  sealed: Buffer,
  header: Buffer,
  key: Buffer,
  index: number,
  last: boolean,
): { bytes: Buffer; last: boolean } | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, last));
  decipher.setAAD(header);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return { bytes: Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]), last };
  } catch {
    return undefined;
  }
}

/** A key for this file alone, so that nonces may count from zero. */
function fileKey(secret: BackupSecret, salt: Buffer): Buffer {
  const input = secret.kind === 'llave' ? secret.key : scryptSync(secret.phrase.normalize('NFC'), salt, 32, SCRYPT);
  return Buffer.from(hkdfSync('sha256', input, salt, 'porton-respaldo-1', 32));
}

function proof(key: Buffer): Buffer {
  return createHmac('sha256', key).update('porton-respaldo-prueba').digest().subarray(0, 16);
}

function nonce(index: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(index, 5, 6);
  bytes[11] = last ? 1 : 0;
  return bytes;
}
