/**
 * The files of requests, in memory. Of each at most as many bytes as its endpoint takes; of all together at most
 * HELD_BYTES_MAX, of which people leave some to the gates' devices and nobody has more than a share. Bytes count from when they
 * arrive until their request is answered: what is announced costs nothing, and what does not go on arriving is let go of.
 */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Upload } from '../endpoint.ts';
import { HttpError, Malformed, Unavailable, Unsupported } from './errors.ts';
import type { Asker } from './thread.ts';

/** Who sends a file. */
export interface Sender extends Asker {
  isDevice: boolean;
}

const MIB = 1024 * 1024;
const HELD_BYTES_MAX = 128 * MIB;
/** What people leave free. */
const DEVICES_BYTES = 32 * MIB;
/** Two of the largest books. */
const SENDER_BYTES_MAX = 32 * MIB;

/** So much of a file arrives in so long, or it is broken off: the slowest telephones send it in a second or two. */
const ARRIVING_BYTES = 32 * 1024;
const ARRIVING_MS = 10_000;

const NAME_CHARACTERS_MAX = 200;

const held = new Map<FastifyRequest, { key: string; bytes: number }>();
/** By whoever sends them, and of all. */
const heldBy = new Map<string, number>();
let heldBytes = 0;

function hold(request: FastifyRequest, { key, isDevice }: Sender, bytes: number): void {
  const own = (heldBy.get(key) ?? 0) + bytes;
  if (own > SENDER_BYTES_MAX) {
    throw new Unavailable('Está enviando muchos archivos a la vez. Espere a que se reciban e intente de nuevo');
  }
  if (heldBytes + bytes > HELD_BYTES_MAX - (isDevice ? 0 : DEVICES_BYTES)) {
    throw new Unavailable('Se están recibiendo muchos archivos a la vez. Espere un momento e intente de nuevo');
  }
  held.set(request, { key, bytes: (held.get(request)?.bytes ?? 0) + bytes });
  heldBy.set(key, own);
  heldBytes += bytes;
}

/** The request is answered: its file is let go of. Does nothing where it has none. */
export function releaseUpload(request: FastifyRequest): void {
  const { key, bytes } = held.get(request) ?? { key: '', bytes: 0 };
  held.delete(request);
  heldBytes -= bytes;
  const left = (heldBy.get(key) ?? 0) - bytes;
  if (left > 0) heldBy.set(key, left);
  else heldBy.delete(key);
}

async function bytesOf({ file }: MultipartFile, request: FastifyRequest, sender: Sender): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let arrived = 0;
  const clock = setInterval(() => {
    if (arrived < ARRIVING_BYTES) {
      file.destroy(new Unavailable('El archivo llega demasiado despacio. Revise su conexión e intente de nuevo'));
    }
    arrived = 0;
  }, ARRIVING_MS);
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      arrived += chunk.length;
      hold(request, sender, chunk.length);
      chunks.push(chunk);
    }
  } finally {
    clearInterval(clock);
  }
  if (file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
  return Buffer.concat(chunks);
}

/** The one file of a multipart body, in memory; larger ones are answered 413 before they are read whole. */
export async function readUpload(
  request: FastifyRequest,
  bytesMax: number,
  sender: Sender,
): Promise<{ file?: Upload }> {
  if (!request.isMultipart()) throw new Unsupported('Envíe el archivo en un formulario, en el campo «file»');
  let file: Upload | undefined;
  try {
    // To its end: a form that is cut off after its file is not whole, and one of two files does not say which is meant.
    for await (const part of request.parts({
      limits: { fileSize: bytesMax, files: 1, fields: 10, fieldSize: 1_000, parts: 11 },
    })) {
      if (part.type !== 'file') continue;
      const bytes = await bytesOf(part, request, sender);
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
  return file ? { file } : {};
}
