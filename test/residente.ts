/** A resident for the API tests: somebody of a lot with an address on file, their link, and a device that has opened it. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { freshText } from './api/support.ts';
import type { Reply, TestApp } from './app.ts';
import { createDeliveredLote } from './ledger.ts';

const SCHEMA = 'c_encinos';
const HOST = 'encinos.test';

export interface Vecino {
  loteId: number;
  referencia: string;
  residenteId: number;
  nombre: string;
  correo: string;
}

async function insert(app: TestApp, table: string, values: Record<string, unknown>): Promise<number> {
  const names = Object.keys(values);
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  const [row] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.${table} (${names.join(', ')}) VALUES (${places}) RETURNING id`,
    Object.values(values),
  );
  return row?.id ?? 0;
}

/** A delivered lot with its owner, or with a tenant beside nobody. */
export async function createVecino(
  app: TestApp,
  { tipo = 'asociado', loteId }: { tipo?: 'asociado' | 'inquilino'; loteId?: number } = {},
): Promise<Vecino> {
  const lote = loteId === undefined ? await createDeliveredLote(app) : { id: loteId, referencia: '' };
  const nombre = `Vecina ${freshText()}`;
  const correo = `${freshText('v').toLowerCase()}@vecinos.example`;
  const residenteId = await insert(app, 'residente', { name: nombre, tipo });
  await insert(app, 'correo_electronico', { residente_id: residenteId, correo });
  await insert(app, 'lote_residente', {
    ...{ lote_id: lote.id, residente_id: residenteId, asociado: tipo === 'asociado' },
    desde: '2026-01-10T18:00:00Z',
  });
  return { loteId: lote.id, referencia: lote.referencia, residenteId, nombre, correo };
}

/** The token of a new link, made by the office. */
export async function linkOf(
  app: TestApp,
  { loteId, residenteId }: Pick<Vecino, 'loteId' | 'residenteId'>,
  more: Record<string, unknown> = {},
): Promise<{ id: number; token: string }> {
  const body = { lote: loteId, persona: `residente-${residenteId}`, canal: 'qr', ...more };
  const reply = await app.call('POST', '/enlace/crear', { as: 'cobranza', body });
  expect(reply.body).toMatchObject({ success: true });
  const { id, url } = (reply.body as { data: { id: number; url: string } }).data;
  return { id, token: url.slice(url.lastIndexOf('/') + 1) };
}

/** A page by its address. */
export async function open(app: TestApp, url: string, { cookie = '', ip = '10.0.0.9' } = {}) {
  const reply = await app.server.inject({
    url,
    remoteAddress: ip,
    headers: { host: HOST, ...(cookie && { cookie }) },
  });
  const [set] = [reply.headers['set-cookie'] ?? ''].flat();
  return {
    status: reply.statusCode,
    html: reply.body,
    to: reply.headers.location,
    headers: reply.headers,
    cookie: set?.split(';')[0] ?? '',
  };
}

/** A call of a resident's own, below /api/v1. */
export const ask = (
  app: TestApp,
  cookie: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Reply> => app.call(method, path, { headers: { cookie }, ...(body !== undefined && { body }) });

/** A device that has opened a new link of theirs; with `confirmed` it has shown a code as well. */
export async function deviceOf(
  app: TestApp,
  vecino: Pick<Vecino, 'loteId' | 'residenteId'>,
  { confirmed = false, ...more }: { confirmed?: boolean } & Record<string, unknown> = {},
): Promise<string> {
  const { token } = await linkOf(app, vecino, more);
  const { cookie } = await open(app, `/r/${token}`);
  if (confirmed) {
    const hash = createHash('sha256')
      .update(cookie.slice(cookie.indexOf('=') + 1))
      .digest();
    await app.query(`UPDATE ${SCHEMA}.residente_sesion SET confirmada_at = now() WHERE token_hash = $1`, [hash]);
  }
  return cookie;
}

export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The code of the last letter to an address. */
export async function codeSentTo(app: TestApp, correo: string): Promise<string> {
  const [row] = await app.query<{ html: string }>(
    `SELECT html FROM ${SCHEMA}.correo_saliente WHERE $1 = ANY(para) ORDER BY id DESC LIMIT 1`,
    [correo],
  );
  return /<b>(\d{6})<\/b>/.exec(row?.html ?? '')?.[1] ?? '';
}
