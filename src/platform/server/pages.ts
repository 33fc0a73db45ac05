/** Documents that people open by their address, outside of the back office's page: rendered whole, and policed as that is. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageAnswer } from '../endpoint.ts';
import { escapeHtml } from '../placeholders.ts';
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

const PLAIN_STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;place-items:center}main{max-width:30rem;padding:1.5rem}h1{font-size:1.375rem}`;

const WHAT_NOW: Readonly<Record<number, string>> = {
  404: 'Revise cómo está escrita. Si la comunidad cambió de dirección, quien la administra le da la nueva.',
  503: 'Espere un minuto y vuelva a cargar la página.',
};

/** In a browser, where there is no community whose page would say it. */
function plainPage({ status, message }: HttpError): PageAnswer {
  const nonce = randomBytes(16).toString('base64');
  const html = `<!doctype html><html lang="es"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Portón</title>
<style nonce="${nonce}">${PLAIN_STYLE}</style></head><body><main><h1>${escapeHtml(message)}</h1>
<p>${escapeHtml(WHAT_NOW[status] ?? '')}</p></main></body></html>`;
  return { status, nonce, html };
}

/** Whether a browser opens this address for somebody to read: of the API a program reads answers. */
const isOpened = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api/') && headers.accept?.includes('text/html') === true;

/** What to tell of an error in place of a page, or of a file that a browser opens; undefined where whoever asks reads none. */
export function refusedPage(error: Error, request: FastifyRequest): PageAnswer | undefined {
  const { refused, endpoint } = request.routeOptions.config;
  const kind = endpoint?.answer.kind;
  const opened = kind === 'page' || (kind === 'file' && request.headers.accept?.includes('text/html'));
  if (!endpoint && error instanceof HttpError && isOpened(request)) return plainPage(error);
  if (!refused || !opened) return undefined;
  const { url: path, resident } = request;
  if (error instanceof HttpError) {
    // A refusal of the business is no answer of its own here.
    const status = error.status === 200 ? 409 : error.status;
    return refused({ status, message: error.message, path, resident });
  }
  return refused({ status: 500, message: 'Ocurrió un error en el servidor. Intente más tarde', path, resident });
}
