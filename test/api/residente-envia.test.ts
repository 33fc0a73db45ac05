/** What a resident does on their own page: accepts the notice first, sends a proof of their lot alone, and reads what became of it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../app.ts';
import { refusalOf, SCHEMA } from '../ledger.ts';
import { ask, createVecino, deviceOf, open, type Vecino } from '../residente.ts';
import { auditRows, freshText, lastAuditId } from './support.ts';

let app: TestApp;
let vecino: Vecino;
beforeAll(async () => {
  app = await startApp({ now: '2026-11-26T18:00:00Z' });
  vecino = await createVecino(app);
});
afterAll(() => app.close());

const pdf = () => Buffer.from(`%PDF-1.4\n% ${freshText()}\n%%EOF\n`);

const COMPROBANTE = '/residente/propio/comprobante';

/** A form as a browser sends it: its fields and one file. */
async function send(cookie: string, fields: Record<string, string>, bytes: Buffer = pdf(), name = 'pago.pdf') {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new File([new Uint8Array(bytes)], name));
  const request = new Request('http://x/', { method: 'POST', body: form });
  const reply = await app.server.inject({
    ...{
      method: 'POST',
      url: `/api/v1${COMPROBANTE}`,
      payload: Buffer.from(await request.arrayBuffer()),
    },
    headers: { host: 'encinos.test', cookie, 'content-type': request.headers.get('content-type') ?? '' },
  });
  return { status: reply.statusCode, body: reply.json() as unknown, headers: reply.headers };
}

it('asks for the code, then for the notice, and takes the proof beside its deposit', async () => {
  const link = await deviceOf(app, vecino);
  expect((await open(app, '/r/comprobante', { cookie: link })).to).toContain('/r/codigo');
  expect((await send(link, { fecha: '2026-11-20', importe: '100' })).status).toBe(403);

  const cookie = await deviceOf(app, vecino, { confirmed: true });
  const first = await open(app, '/r/comprobante', { cookie });
  expect(first.html).toContain('Aviso de privacidad');
  expect(refusalOf(await send(cookie, { fecha: '2026-11-20', importe: '100' }))).toMatch(/acepte primero/);
  const version = /name="version" value="(\d+)"/.exec(first.html)?.[1] ?? '';
  expect(refusalOf(await ask(app, cookie, 'POST', '/residente/propio/aviso', { version: 999, acepta: true }))).toMatch(
    /cambió/,
  );
  const after = await lastAuditId(app);
  const accepted = await ask(app, cookie, 'POST', '/residente/propio/aviso', { version, acepta: true });
  expect(accepted.body).toMatchObject({ success: true });
  expect((await auditRows(app, after)).map(({ entidad }) => entidad)).toEqual(['residente']);
  const [said] = await app.query<{ via: string; dia: string }>(
    `SELECT x.via, r.consentimiento::text AS dia FROM ${SCHEMA}.aviso_respuesta x JOIN ${SCHEMA}.residente r ON r.id = x.residente_id
     WHERE r.id = ${vecino.residenteId}`,
  );
  expect(said).toEqual({ via: 'pagina', dia: '2026-11-26' });

  expect((await open(app, '/r/comprobante', { cookie })).html).toContain('Enviar un comprobante de pago');
  expect(refusalOf(await send(cookie, { fecha: '', importe: '' }))).toMatch(/día y el importe/);
  const mark = await lastAuditId(app);
  const sent = await send(cookie, { fecha: '2026-11-20', importe: '1234.50' });
  expect(sent.body).toMatchObject({ success: true });
  expect(await auditRows(app, mark)).toMatchObject([
    { status: 'creado', entidad: 'solicitud', referencia: vecino.referencia },
  ]);
  const [row] = await app.query<{ lote_id: number; via: string; remitente: string }>(
    `SELECT lote_id, via, remitente FROM ${SCHEMA}.solicitud WHERE residente_id = ${vecino.residenteId}`,
  );
  expect(row).toEqual({ lote_id: vecino.loteId, via: 'pagina', remitente: vecino.nombre });
  const shown = await open(app, '/r/comprobante', { cookie });
  expect(shown.html).toContain('$1,234.50');
  expect(shown.html).toContain('lo están revisando');
  expect((await open(app, '/r/pagos', { cookie })).html).toContain('href="/r/comprobante"');
});

it('tells nobody what another sent', async () => {
  const otra = await createVecino(app, { loteId: vecino.loteId, tipo: 'inquilino' });
  await ask(app, await deviceOf(app, otra, { confirmed: true }), 'POST', '/residente/propio/aviso', {
    version: 1,
    acepta: true,
  });
  const shown = await open(app, '/r/comprobante', { cookie: await deviceOf(app, otra, { confirmed: true }) });
  expect(shown.html).toContain('Enviar un comprobante de pago');
  expect(shown.html).not.toContain('$1,234.50');
});
