/**
 * The files of requests, in memory: of each at most as many bytes as its endpoint takes, and of all together at most
 * HELD_BYTES_MAX, from when one begins to arrive until its request is answered.
 */
import type { FastifyRequest } from 'fastify';
import type { Upload } from '../endpoint.ts';
import { Unavailable, Unsupported } from './errors.ts';

const HELD_BYTES_MAX = 128 * 1024 * 1024;

const held = new Map<FastifyRequest, number>();
let heldBytes = 0;

function hold(request: FastifyRequest, bytes: number): void {
  if (heldBytes + bytes > HELD_BYTES_MAX) {
    throw new Unavailable('Se están recibiendo muchos archivos a la vez. Espere un momento e intente de nuevo');
  }
  held.set(request, bytes);
  heldBytes += bytes;
}

/** The request is answered: its file is let go of. Does nothing where it has none. */
export function releaseUpload(request: FastifyRequest): void {
  heldBytes -= held.get(request) ?? 0;
  held.delete(request);
}

/** The one file of a multipart body, in memory; larger ones are answered 413 before they are read whole. */
export async function readUpload(request: FastifyRequest, bytesMax: number): Promise<{ file?: Upload }> {
  if (!request.isMultipart()) throw new Unsupported('Envíe el archivo en un formulario, en el campo «file»');
  const announced = Number(request.headers['content-length']);
  // One that does not say how much it sends may send all that it may.
  hold(request, announced > 0 ? Math.min(announced, bytesMax) : bytesMax);
  const part = await request.file({ limits: { fileSize: bytesMax, files: 1, fields: 10, parts: 11 } });
  if (part?.fieldname !== 'file') return {};
  return { file: { name: part.filename.slice(0, 200), bytes: await part.toBuffer() } };
}
