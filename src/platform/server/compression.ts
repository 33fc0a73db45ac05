/** Answers in gzip: which ones, for whom. Assets are compressed at build time and downloads leave as they are. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC } from '../roles.ts';

const gzipInThreadPool = promisify(gzip);
const gunzipInThreadPool = promisify(gunzip);

/** Below this it costs more than it saves: the answer fits into one packet as it is. */
const COMPRESS_FROM_BYTES = 1024;

/** On a list of 10,000 rows a higher level takes half as long again and saves less than a fiftieth. */
export const LEVEL = 4;

/** The weight of each coding of an Accept-Encoding header; one that is not understood counts as refused. */
function weightsOf(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((item) => {
      const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      const weight = q === undefined ? 1 : Number(q.slice(2));
      return [coding === 'x-gzip' ? 'gzip' : coding, weight >= 0 && weight <= 1 ? weight : 0];
    }),
  );
}

/** Whether whoever sent this Accept-Encoding takes gzip, and likes it no less than the plain text. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = weightsOf(header ?? '');
  const weight = weights.get('gzip') ?? weights.get('*') ?? 0;
  return weight > 0 && weight >= (weights.get('identity') ?? 0);
}

function tellVaries(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
}

/** JSON that is in gzip already, to be sent; unpacked for whoever does not take it so. */
export async function packedAnswer(request: FastifyRequest, reply: FastifyReply, packed: Buffer): Promise<Buffer> {
  tellVaries(reply);
  if (!acceptsGzip(request.headers['accept-encoding'])) return gunzipInThreadPool(packed);
  reply.header('content-encoding', 'gzip');
  return packed;
}

/**
 * An `onSend` hook: JSON of 1 KiB and more is compressed, off the event loop, when the client accepts gzip; it carries
 * `Vary` either way. What an endpoint without a session answers is left alone: the sign-in's answer holds a token, and
 * the size of a compressed secret can tell of it. All others are asked for with a bearer token, which no foreign page
 * can make a browser send.
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < COMPRESS_FROM_BYTES) return payload;
  if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
  if (request.routeOptions.config.endpoint?.roles === PUBLIC) return payload;
  tellVaries(reply);
  if (!acceptsGzip(request.headers['accept-encoding'])) return payload;
  const compressed = await gzipInThreadPool(payload, { level: LEVEL });
  // A handler may have told the length of what it sent.
  reply.removeHeader('content-length');
  reply.header('content-encoding', 'gzip');
  return compressed;
}
