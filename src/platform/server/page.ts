/** The built page: hashed assets that never change, and one HTML document with a nonce and the community of its host. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shadesOf } from '#core/acento.ts';
import { isPracticeName } from '#core/residenciales.ts';
import { dashboardOrigins } from './dashboards.ts';
import { refusalOf } from './database-errors.ts';
import { inTx } from './db.ts';
import { communityOf, type EdgeOptions } from './edge.ts';
import { Unavailable } from './errors.ts';
import { findResidencial, residencialOf } from './residencial.ts';

/** What the document is policed by: own files, map tiles and dashboards; styles that Mantine inserts carry the nonce. */
function policy(nonce: string, images: string, frames: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Code and name of the community as its sign-in page shows them; read without a session, by host. */
function identities({ communities, accessPool, doors }: EdgeOptions) {
  const known = new Map<string, Awaited<ReturnType<typeof findResidencial>>>();
  return async (request: FastifyRequest) => {
    const community = await communityOf(communities, request);
    const { schema, timeZone } = community;
    const asked = doors.pass('página', 1_000, () =>
      inTx(accessPool, { schema, readOnly: true, work: 'access' }, (tx) => findResidencial(tx, community)),
    );
    const read = asked.then((residencial) => {
      known.set(schema, residencial);
      return residencial;
    });
    const residencial = await read.catch((error: unknown) => {
      // The page opens during an outage too, or while somebody holds the table, and tells of it in its own words.
      if ((refusalOf(error) ?? error) instanceof Unavailable) {
        return known.get(schema) ?? residencialOf(community.codigo, community);
      }
      throw error;
    });
    return { ...residencial, timeZone };
  };
}

/** Serves the page's files and returns the handler of every other path, which answers the document. */
export async function registerPage(
  app: FastifyInstance,
  options: EdgeOptions,
  folder: string,
  mapTiles = '',
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const template = await readFile(join(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['index.html', 'residente.html'],
    setHeaders: (reply, path) => {
      // A worker has the policy of its own file: it fetches what it draws with, and nothing else.
      if (path.includes('-worker-')) reply.header('content-security-policy', WORKER_POLICY);
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const frames = dashboardOrigins(options.services.dashboards).join(' ') || "'none'";
  const images = mapTiles === '' ? '' : ` ${new URL(mapTiles).origin}`;
  const identityOf = identities(options);
  const document = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?')[0] ?? '';
    // A missing asset must not be answered by the page: the browser would run HTML as a script.
    if (path.startsWith('/assets/')) return reply.code(404).type('text/plain').send('No existe');
    const { code, name, accent, logo, timeZone } = await identityOf(request);
    const nonce = randomBytes(16).toString('base64');
    const html = template
      .replaceAll('__NONCE__', nonce)
      .replace('__MAPA__', escapeHtml(mapTiles))
      .replace('__ZONA_HORARIA__', escapeHtml(timeZone))
      .replace('__LOGO__', logo ? `${logo.huella} ${logo.width}x${logo.height}` : '')
      .replace('__COLOR__', accent === null ? '' : shadesOf(accent).join(' '))
      .replace(
        '<link rel="icon" href="/favicon.svg"',
        `<link rel="icon" href="${isPracticeName(name) ? '/favicon-practica.svg' : '/favicon.svg'}"`,
      )
      .replace('__RESIDENCIAL__', escapeHtml(code))
      .replace('__RESIDENCIAL_NOMBRE__', escapeHtml(name));
    return reply
      .header('content-security-policy', policy(nonce, images, frames))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  };
  app.get('/', document);
  return document;
}
