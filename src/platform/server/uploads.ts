/**
 * The bodies of requests, in memory: files and JSON. Of each at most as many bytes as its endpoint takes; of all together at
 * most HELD_BYTES_MAX, of which people leave some to the gates' devices and nobody has more than a share. Bytes count from when
 * they arrive until their request is answered: what is announced costs nothing, and what does not go on arriving is let go of.
 * The first UNCOUNTED_BYTES of JSON count nowhere, so that no payment waits for the room that files take; they are bounded by
 * the number of connections.
 */
import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { errorCodes, type FastifyRequest } from 'fastify';
import type { Upload } from '../endpoint.ts';
import { HttpError, Malformed, Unavailable, Unsupported } from './errors.ts';
import type { Asker } from './thread.ts';

/** Who sends a file. */
export interface Sender extends Asker {
  isDevice: boolean;
}

type Holder = Pick<Sender, 'key' | 'isDevice'>;

const MIB = 1024 * 1024;
const HELD_BYTES_MAX = 128 * MIB;
/** What people leave free. */
const DEVICES_BYTES = 32 * MIB;
/** Two of the largest books. */
const SENDER_BYTES_MAX = 32 * MIB;

const UNCOUNTED_BYTES = 16 * 1024;

/** So much of a body arrives in so long, or it is broken off: the slowest telephones send it in a second or two. */
const ARRIVING_BYTES = 32 * 1024;
const ARRIVING_MS = 10_000;

const NAME_CHARACTERS_MAX = 200;

const held = new Map<FastifyRequest, { key: string; bytes: number }>();
/** By whoever sends them, and of all. */
const heldBy = new Map<string, number>();
let heldBytes = 0;

function hold(request: FastifyRequest, { key, isDevice }: Holder, bytes: number): void {
  const own = (heldBy.get(key) ?? 0) + bytes;
  if (own > SENDER_BYTES_MAX) {
    throw new Unavailable('Está enviando muchos archivos o datos a la vez. Espere a que se reciban e intente de nuevo');
  }
  if (heldBytes + bytes > HELD_BYTES_MAX - (isDevice ? 0 : DEVICES_BYTES)) {
    throw new Unavailable('Se están recibiendo muchos archivos o datos a la vez. Espere un momento e intente de nuevo');
  }
  held.set(request, { key, bytes: (held.get(request)?.bytes ?? 0) + bytes });
  heldBy.set(key, own);
  heldBytes += bytes;
}

/** The request is answered: its body is let go of. Does nothing where nothing of it is counted. */
export function releaseBody(request: FastifyRequest): void {
  const { key, bytes } = held.get(request) ?? { key: '', bytes: 0 };
  held.delete(request);
  heldBytes -= bytes;
  const left = (heldBy.get(key) ?? 0) - bytes;
  if (left > 0) heldBy.set(key, left);
  else heldBy.delete(key);
}

/**
 * The bytes of a stream, in one buffer: kept as they were cut, each of the smallest chunks would hold far more memory than it
 * counts. Rejects with what `count` throws, or the stream's own error, and leaves the stream where it is then.
 */
function arrive(
  stream: Readable,
  { slow, announced }: { slow: string; announced: number },
  count: (bytes: number) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Of what was announced; memory that is not written to yet is none of the machine's.
    let buffer = Buffer.allocUnsafeSlow(announced);
    let length = 0;
    let recent = 0;
    const settle = (error?: Error): void => {
      clearInterval(clock);
      stream.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      if (error) reject(error);
      else resolve(buffer.subarray(0, length));
    };
    const clock = setInterval(() => {
      if (recent < ARRIVING_BYTES) settle(new Unavailable(slow));
      recent = 0;
    }, ARRIVING_MS);
    const onData = (chunk: Buffer): void => {
      try {
        count(chunk.length);
      } catch (error) {
        settle(error as Error);
        return;
      }
      recent += chunk.length;
      if (length + chunk.length > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, length + chunk.length));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      length += chunk.copy(buffer, length);
    };
    const onEnd = (): void => settle();
    const onBroken = (error = new Error('the stream was cut off')): void => settle(error);
    // A short form may have ended badly before anybody listened.
    if (stream.destroyed) onBroken(stream.errored ?? undefined);
    else stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

const LATE = 'llega demasiado despacio. Revise su conexión e intente de nuevo';

/** The bytes that a request says it has, at most `bytesMax`; 0 where it does not say. */
function announcedBy({ headers }: FastifyRequest, bytesMax: number): number {
  const announced = Number(headers['content-length']);
  return Number.isSafeInteger(announced) && announced > 0 ? Math.min(announced, bytesMax) : 0;
}

async function bytesOf(
  { file }: MultipartFile,
  request: FastifyRequest,
  sender: Holder & { bytesMax: number },
): Promise<Buffer> {
  try {
    const announced = announcedBy(request, sender.bytesMax);
    const bytes = await arrive(file, { slow: `El archivo ${LATE}`, announced }, (arrived) =>
      hold(request, sender, arrived),
    );
    if (file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
    return bytes;
  } finally {
    file.destroy();
  }
}

/** More than this no request means: ten thousand deposits are 90,000 values, three deep, with ten names. */
const VALUES_MAX = 250_000;
const DEPTH_MAX = 32;
/** Each different name costs the parser a hundred times what another value does. */
const NAMES_MAX = 1_000;

const SIGN = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  list: 0x5b,
  listEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
} as const;

/** Throws where JSON has more values or names, or lies deeper, than are parsed in a moment. One linear pass. */
export function requireFewValues(json: Buffer): void {
  const names = new Set<string>();
  let values = 0;
  let depth = 0;
  let start = 0;
  let end = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === SIGN.quote) {
      start = at + 1;
      for (at = start; at < json.length && json[at] !== SIGN.quote; at += 1) if (json[at] === SIGN.backslash) at += 1;
      end = at;
    } else if (sign === SIGN.colon) {
      names.add(json.toString('latin1', start, end));
      // Where colons follow each other, a long name is not read for each.
      start = end;
    } else if (sign === SIGN.comma) values += 1;
    else if (sign === SIGN.list || sign === SIGN.object) {
      values += 1;
      depth += 1;
    } else if (sign === SIGN.listEnd || sign === SIGN.objectEnd) depth -= 1;
    if (values > VALUES_MAX || depth > DEPTH_MAX || names.size > NAMES_MAX) {
      throw new Malformed([], 'La petición tiene más datos de los que se reciben de una vez. Envíelos en partes');
    }
  }
}

/** The text of a JSON body, counted until `releaseBody`; larger ones are answered 413 before they are read whole. */
export async function readJson(
  request: FastifyRequest,
  stream: Readable,
  sender: Holder & { bytesMax: number },
): Promise<string> {
  const { bytesMax } = sender;
  if (Number(request.headers['content-length']) > bytesMax) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  let arrived = 0;
  try {
    const announced = announcedBy(request, bytesMax);
    const bytes = await arrive(stream, { slow: `La petición ${LATE}`, announced }, (more) => {
      arrived += more;
      if (arrived > bytesMax) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      if (arrived > UNCOUNTED_BYTES) hold(request, sender, more);
    });
    if (arrived > UNCOUNTED_BYTES) requireFewValues(bytes);
    return bytes.toString('utf8');
  } catch (error) {
    releaseBody(request);
    if (error instanceof HttpError || error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) throw error;
    throw new Malformed([], 'La petición llegó incompleta. Envíela de nuevo');
  }
}

/** The one file of a multipart body, in memory; larger ones are answered 413 before they are read whole. */
export async function readUpload(
  request: FastifyRequest,
  bytesMax: number,
  sender: Sender,
): Promise<{ file?: Upload } & Record<string, unknown>> {
  if (!request.isMultipart()) throw new Unsupported('Envíe el archivo en un formulario, en el campo «file»');
  let file: Upload | undefined;
  /** What is said of the file, in the form's own fields. */
  const said: Record<string, unknown> = {};
  try {
    // To its end: a form that is cut off after its file is not whole, and one of two files does not say which is meant.
    for await (const part of request.parts({
      limits: { fileSize: bytesMax, files: 1, fields: 10, fieldSize: 1_000, parts: 11 },
    })) {
      if (part.type !== 'file') {
        said[part.fieldname] = part.value;
        continue;
      }
      const bytes = await bytesOf(part, request, { ...sender, bytesMax });
      if (part.fieldname !== 'file') continue;
      // From the end, which has the ending; cut between characters.
      file = { name: (part.filename ?? '').slice(-NAME_CHARACTERS_MAX).toWellFormed(), bytes };
    }
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (error instanceof HttpError || code === 'FST_REQ_FILE_TOO_LARGE') throw error;
    // The parser tells what is wrong with a form in English, and of most of it without a status.
    throw new Malformed(
      [],
      /^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code)
        ? 'Envíe un solo archivo, en el campo «file»'
        : 'El formulario del archivo está incompleto o dañado. Envíelo de nuevo',
    );
  }
  return file ? { ...said, file } : {};
}
