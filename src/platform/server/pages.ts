/** Documents that people open by their address, outside of the back office's page: rendered whole, and policed as that is. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageAnswer } from '../endpoint.ts';
import { HttpError } from './errors.ts';
import type { Resident } from './resident.ts';

/** Own files and the document's own style; nothing of anybody else. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function sendPage(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
  // The link that somebody came by is told to nobody.
  reply.header('referrer-policy', 'no-referrer');
  if ('to' in answer) return reply.redirect(answer.to, 303);
  return reply
    .code(answer.status ?? 200)
    .header('content-security-policy', policy(answer.nonce))
    .type('text/html; charset=utf-8')
    .send(answer.html);
}

/** Why a page is not shown. */
export interface PageRefusal {
  status: number;
  message: string;
  /** The address that was asked for. */
  path: string;
  /** Of a resident's page, who asked as far as is known. */
  resident: Resident | undefined;
}

/** Makes a document of a refusal, where whoever asked is to read one. */
export type Refused = (refusal: PageRefusal) => PageAnswer;

/** What to tell of an error in place of a page, or of a file that a browser opens; undefined where whoever asks reads none. */
export function refusedPage(error: Error, request: FastifyRequest): PageAnswer | undefined {
  const { refused, endpoint } = request.routeOptions.config;
  const kind = endpoint?.answer.kind;
  const opened = kind === 'page' || (kind === 'file' && request.headers.accept?.includes('text/html'));
  if (!refused || !opened) return undefined;
  const { url: path, resident } = request;
  if (error instanceof HttpError) {
    // A refusal of the business is no answer of its own here.
    const status = error.status === 200 ? 409 : error.status;
    return refused({ status, message: error.message, path, resident });
  }
  return refused({ status: 500, message: 'Ocurrió un error en el servidor. Intente más tarde', path, resident });
}
